//! One act of the list, and the one that failed.

use super::super::{Cx, color, icons, parts};
use super::{List, menu};
use crate::app::state::Action;
use crate::app::study::{Go, NodeId, Ply, Study};
use crate::contract::Player;
use crate::contract::scene::Role;
use crate::record::{By, Glyph, Note};
use egui::{Align2, Color32, FontId, Galley, Painter, Rect, Response, Sense, Ui, WidgetInfo};
use egui::{pos2, vec2};
use icons::Icon;
use std::sync::Arc;

/// Where an act stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Place {
    Main,
    Line { numbered: bool },
}

/// Measures of the list.
pub(super) struct Look {
    pub font: FontId,
    pub small: FontId,
    /// The height of a row.
    pub row: f32,
    /// The width of a number in the main line.
    pub number: f32,
    /// How far a variation is moved in.
    pub indent: f32,
    /// The width of the times; 0 where the log has none.
    time: f32,
    pub texts: &'static crate::app::state::Texts,
}

impl Look {
    pub fn new(ui: &Ui, cx: &Cx<'_>) -> Self {
        let (font, small) = (parts::body(ui), parts::small(ui));
        let plies = cx.state.study().map_or(&[][..], Study::plies);
        let slowest = plies.iter().filter_map(|ply| ply.time_ms).max();
        let width = |text: String| {
            let galley = ui
                .painter()
                .layout_no_wrap(text, small.clone(), Color32::WHITE);
            galley.size().x.ceil()
        };
        Self {
            row: (ui.fonts_mut(|fonts| fonts.row_height(&font)) + 6.0).round(),
            number: width("888".to_owned()) + 6.0,
            indent: 18.0,
            time: slowest.map_or(0.0, |ms| width(parts::time(ms.max(1000).into()))),
            font,
            small,
            texts: cx.texts(),
        }
    }

    /// How wide an act of a variation is.
    pub fn width_of(&self, ui: &Ui, study: &Study, node: NodeId, ply: u32, numbered: bool) -> f32 {
        let plain = |text: &str, font: &FontId| {
            let galley = ui
                .painter()
                .layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE);
            galley.size().x
        };
        let note = study.tree().note(node);
        let mut width = plain(study.tree().token(node), &self.font) + 10.0;
        if numbered {
            width += plain(&ply.to_string(), &self.small) + 4.0;
        }
        if let Some(glyph) = note.glyph {
            width += plain(self.texts.glyph(glyph), &self.font) + 2.0;
        }
        if is_commented(note) {
            width += self.row * 0.6;
        }
        width
    }
}

fn is_commented(note: &Note) -> bool {
    !note.comment.is_empty() || !note.marks.is_empty()
}

/// The colour of a judgement; its sign tells the same.
pub(in super::super) fn glyph_color(ui: &Ui, glyph: Glyph) -> Color32 {
    color(
        ui,
        match glyph {
            Glyph::Brilliant | Glyph::Good => Role::Good,
            Glyph::Interesting => Role::Preview,
            Glyph::Inaccuracy | Glyph::Mistake | Glyph::Blunder => Role::Bad,
        },
    )
}

impl List<'_, '_> {
    /// What is known of the ply, if it is one of the game as played.
    fn ply(&self, ply: u32, place: Place) -> Option<&Ply> {
        let nth = (ply as usize).checked_sub(1)?;
        self.study.plies().get(nth).filter(|_| place == Place::Main)
    }

    /// An act: drawn, clicked, hovered over.
    pub(super) fn act(&mut self, ui: &mut Ui, area: Rect, node: NodeId, ply: u32, place: Place) {
        let response = ui.interact(area, ui.scope_id().with((node, ply)), Sense::CLICK);
        let selected = self.study.node() == node && !self.study.is_at_failure();
        let label = self.label(node, ply, place);
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::ListBoxOption, true, selected, &label)
        });
        background(ui, &response, area, selected);
        let cut = self.draw(ui, area, node, ply, place);
        if response.clicked() {
            self.go(node, ply, place);
        }
        response.context_menu(|ui| menu::show(ui, self.cx, self.study, node));
        if cut || self.has_more(node, ply, place) {
            response.on_hover_ui(|ui| self.tell(ui, node, ply, place));
        }
    }

    /// Draws an act; whether there was no room for all of its token.
    fn draw(&self, ui: &Ui, area: Rect, node: NodeId, ply: u32, place: Place) -> bool {
        let muted = color(ui, Role::Muted);
        let painter = ui.painter_at(area);
        let (mut left, mut right) = (area.left() + 3.0, area.right() - 4.0);
        let known = self.ply(ply, place);
        let numbered = match place {
            Place::Main => Some(self.look.number),
            Place::Line { numbered } => numbered.then_some(0.0),
        };
        if let Some(width) = numbered {
            left += self.number(&painter, pos2(left, area.center().y), ply, width, muted) + 4.0;
        }
        // A narrow pane shows the moves first.
        let room = area.width() > self.look.number + self.look.time + 60.0;
        if let Some(ms) = known.and_then(|known| known.time_ms).filter(|_| room) {
            let at = pos2(right, area.center().y);
            let (text, font) = (parts::time(ms.into()), self.look.small.clone());
            painter.text(at, Align2::RIGHT_CENTER, text, font, muted);
            right -= self.look.time + 4.0;
        }
        let note = self.study.tree().note(node);
        let (signs, glyph) = (self.signs(note, known), note.glyph);
        let side = self.look.row * 0.6;
        let glyph = glyph.map(|glyph| {
            let (text, ink) = (self.look.texts.glyph(glyph), glyph_color(ui, glyph));
            painter.layout_no_wrap(text.to_owned(), self.look.font.clone(), ink)
        });
        let after = glyph.as_ref().map_or(0.0, |glyph| glyph.size().x + 3.0);
        let side_room: f32 = signs.iter().map(|_| side + 2.0).sum();
        let token = self.token(ui, node, place, right - left - after - side_room);
        let cut = token.elided;
        left = put(&painter, pos2(left, area.center().y), token) + 2.0;
        if let Some(glyph) = glyph {
            left = put(&painter, pos2(left, area.center().y), glyph) + 3.0;
        }
        for sign in signs {
            let center = pos2(left + side / 2.0, area.center().y);
            self.sign(
                ui,
                &painter,
                Rect::from_center_size(center, vec2(side, side)),
                sign,
            );
            left += side + 2.0;
        }
        cut
    }

    fn number(&self, painter: &Painter, at: egui::Pos2, ply: u32, width: f32, ink: Color32) -> f32 {
        let galley = painter.layout_no_wrap(ply.to_string(), self.look.small.clone(), ink);
        let used = galley.size().x.max(width);
        let at = pos2(
            at.x + used - galley.size().x,
            at.y - galley.size().y / 2.0 + 1.0,
        );
        painter.galley(at, galley, ink);
        used
    }

    fn token(&self, ui: &Ui, node: NodeId, place: Place, width: f32) -> Arc<Galley> {
        let token = self.study.tree().token(node);
        let (text, role) = match (token, place) {
            ("", _) => (self.look.texts.words.start, Role::Muted),
            (token, Place::Main) => (token, Role::Text),
            (token, Place::Line { .. }) => (token, Role::Muted),
        };
        // In a variation that is shown the acts are as plain as the game's.
        let shown = self.study.line().contains(&node);
        let role = if shown && place != Place::Main {
            Role::Text
        } else {
            role
        };
        parts::elided(ui, text, self.look.font.clone(), color(ui, role), width)
    }

    fn signs(&self, note: &Note, known: Option<&Ply>) -> Vec<Sign> {
        let by = note.by.or(known.and_then(|known| known.by));
        let event = known.is_some_and(Ply::is_event).then_some(Sign::Event);
        let said = is_commented(note).then_some(Sign::Note);
        let made = by.map(Sign::By);
        [event, said, made].into_iter().flatten().collect()
    }

    fn sign(&self, ui: &Ui, painter: &Painter, rect: Rect, sign: Sign) {
        match sign {
            Sign::Event => {
                icons::paint(
                    painter,
                    rect.shrink(1.5),
                    Icon::Event,
                    color(ui, Role::LastMove),
                );
            }
            Sign::Note => icons::paint(painter, rect, Icon::Note, color(ui, Role::Muted)),
            Sign::By(by) => {
                let ink = color(
                    ui,
                    if by == By::Jury {
                        Role::Bad
                    } else {
                        Role::Muted
                    },
                );
                let frame = rect.shrink(0.5);
                painter.rect_stroke(frame, 2.0, (1.0, ink), egui::StrokeKind::Inside);
                let letter = self.look.texts.by_letter(by);
                let font = FontId::proportional(rect.height() * 0.75);
                painter.text(rect.center(), Align2::CENTER_CENTER, letter, font, ink);
            }
        }
    }

    /// What a screen reader says.
    fn label(&self, node: NodeId, ply: u32, place: Place) -> String {
        let (words, note) = (&self.look.texts.words, self.study.tree().note(node));
        if ply == 0 && place == Place::Main {
            return words.start.to_owned();
        }
        let known = self.ply(ply, place);
        let mut label = format!("{ply}. {}", self.study.tree().token(node));
        if let Some(glyph) = note.glyph {
            label.push_str(self.look.texts.glyph(glyph));
        }
        let sides = self.study.book().sides();
        let side = known.and_then(|known| known.player);
        let parts = [
            side.map(|player| sides[player.index()].to_owned()),
            known.and_then(|known| Some(known.happening.as_ref()?.words.clone())),
            is_commented(note).then(|| words.has_note.to_owned()),
            note.by.map(|by| self.look.texts.by(by).to_owned()),
            known.and_then(|known| Some(parts::time(known.time_ms?.into()))),
        ];
        for part in parts.into_iter().flatten() {
            label.push_str(", ");
            label.push_str(&part);
        }
        label
    }

    fn has_more(&self, node: NodeId, ply: u32, place: Place) -> bool {
        let note = self.study.tree().note(node);
        let known = self.ply(ply, place);
        is_commented(note) || note.by.is_some() || known.is_some_and(Ply::is_event)
    }

    fn tell(&self, ui: &mut Ui, node: NodeId, ply: u32, place: Place) {
        ui.set_max_width(360.0);
        ui.strong(format!("{ply}. {}", self.study.tree().token(node)));
        let note = self.study.tree().note(node);
        let happening = self
            .ply(ply, place)
            .and_then(|known| known.happening.as_ref());
        if let Some(happening) = happening {
            ui.label(&happening.words);
        }
        if let Some(by) = note.by {
            ui.label(self.look.texts.by(by));
        }
        if !note.comment.is_empty() {
            let end = note.comment.floor_char_boundary(600);
            ui.label(&note.comment[..end]);
        }
    }

    /// The act with which the game failed.
    pub(super) fn failure(&mut self, ui: &mut Ui, rect: Rect) {
        let study = self.study;
        let Some(attempt) = &study.record().attempt else {
            return;
        };
        let ply = study.last_ply() + 1;
        let label = format!("{ply}. {}, {}", attempt.raw, self.broken());
        let (response, painter) = self.failure_row(ui, rect, "failure", &label);
        let bad = color(ui, Role::Bad);
        let mut left = rect.left() + 3.0;
        left += self.number(
            &painter,
            pos2(left, rect.center().y),
            ply,
            self.look.number,
            bad,
        );
        let side = self.look.row * 0.7;
        let sign = Rect::from_min_size(
            pos2(left + 4.0, rect.center().y - side / 2.0),
            vec2(side, side),
        );
        icons::paint(&painter, sign, Icon::Error, bad);
        left = sign.right() + 5.0;
        let raw = if attempt.raw.is_empty() {
            "…"
        } else {
            &attempt.raw
        };
        let token = parts::elided(
            ui,
            raw,
            self.look.font.clone(),
            bad,
            rect.right() - left - 30.0,
        );
        let text = Rect::from_min_size(pos2(left, rect.top()), vec2(token.size().x, rect.height()));
        put(&painter, pos2(left, rect.center().y), token);
        // Struck out: the move does not stand.
        painter.hline(text.x_range(), text.center().y + 1.0, (1.0, bad));
        let note = study.tree().failure_note();
        if let Some(glyph) = note.and_then(|note| note.glyph) {
            let at = pos2(text.right() + 4.0, rect.center().y);
            let sign = self.look.texts.glyph(glyph);
            painter.text(at, Align2::LEFT_CENTER, sign, self.look.font.clone(), bad);
        }
        response.on_hover_text(self.told());
    }

    /// Which rule it broke.
    pub(super) fn rule(&mut self, ui: &mut Ui, rect: Rect) {
        let (response, painter) = self.failure_row(ui, rect, "rule", &self.told());
        let left = rect.left() + self.look.number + self.look.row * 0.7 + 12.0;
        let ink = color(ui, Role::Bad);
        let width = rect.right() - left - 4.0;
        let text = parts::elided(ui, &self.broken(), self.look.small.clone(), ink, width);
        put(&painter, pos2(left, rect.center().y - 1.0), text);
        response.on_hover_text(self.told());
    }

    fn failure_row(&mut self, ui: &Ui, rect: Rect, salt: &str, label: &str) -> (Response, Painter) {
        let response = ui.interact(rect, ui.scope_id().with(salt), Sense::CLICK);
        let selected = self.study.is_at_failure();
        response
            .widget_info(|| WidgetInfo::selected(egui::Role::ListBoxOption, true, selected, label));
        background(ui, &response, rect, selected);
        let painter = ui.painter_at(rect);
        painter.vline(
            rect.left() + 1.0,
            rect.y_range(),
            (2.0, color(ui, Role::Bad)),
        );
        if response.clicked() {
            let ply = self.study.last_ply() + 1;
            self.cx.want(Action::Go(Go::Ply(ply)));
        }
        (response, painter)
    }

    /// The rule and the reason, in short.
    fn broken(&self) -> String {
        let attempt = self.study.record().attempt.as_ref();
        let words = attempt.map(|attempt| match (&*attempt.rule, &*attempt.reason) {
            (rule, "") => rule.to_owned(),
            ("", reason) => reason.to_owned(),
            (rule, reason) => format!("{rule}: {reason}"),
        });
        words.unwrap_or_default()
    }

    /// Who failed, with what and why.
    fn told(&self) -> String {
        let Some(attempt) = &self.study.record().attempt else {
            return String::new();
        };
        let name = |player: Player| self.study.book().sides()[player.index()];
        let who = attempt.player.map_or("?", name);
        let words = &self.look.texts.words;
        let first = format!("{who} {} {}", words.tried, attempt.raw);
        let comment = self
            .study
            .tree()
            .failure_note()
            .map_or("", |note| &note.comment);
        let lines = [&*first, &*self.broken(), comment];
        let lines = lines.into_iter().filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// A small sign after a token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    Event,
    Note,
    By(By),
}

fn background(ui: &Ui, response: &Response, rect: Rect, selected: bool) {
    let fill = if selected {
        ui.visuals().selection.bg_fill
    } else if response.hovered() || response.context_menu_opened() {
        ui.visuals().widgets.hovered.weak_bg_fill
    } else {
        return;
    };
    ui.painter().rect_filled(rect, 3.0, fill);
}

/// Puts a text with its left end here; where its right end is.
fn put(painter: &Painter, at: egui::Pos2, galley: Arc<Galley>) -> f32 {
    let at = pos2(at.x, at.y - galley.size().y / 2.0);
    let right = at.x + galley.size().x;
    painter.galley(at, galley, Color32::PLACEHOLDER);
    right
}
