//! A move in the move list.

use super::super::{color, icons, widgets};
use super::style::{glyph_color, is_annotated, paint_background, paint_text, shown_glyph};
use super::{MoveListView, comment};
use crate::open_game::{NodeId, PlyInfo};
use crate::state::moved_by_letter;
use egui::{Align2, Color32, FontId, Galley, Painter, Rect, Sense, Ui, WidgetInfo};
use egui::{pos2, vec2};
use icons::Icon;
use kifu_core::record::{Ending, MovedBy, Note};
use kifu_core::scene::Role;
use std::sync::Arc;

/// The part of the list that contains a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MovePlacement {
    MainLine,
    Variation { is_numbered: bool },
}

impl MoveListView<'_, '_> {
    /// Returns the facts about the ply if the move is in the main line.
    fn main_line_ply(&self, ply: u32, placement: MovePlacement) -> Option<&PlyInfo> {
        let nth = (ply as usize).checked_sub(1)?;
        self.open_game
            .plies()
            .get(nth)
            .filter(|_| placement == MovePlacement::MainLine)
    }

    /// Shows a move and handles clicks and hovering.
    pub(super) fn move_entry(
        &mut self,
        ui: &mut Ui,
        area: Rect,
        node: NodeId,
        ply: u32,
        placement: MovePlacement,
    ) {
        let response = ui.interact(area, ui.scope_id().with((node, ply)), Sense::CLICK);
        let selected = self.open_game.node() == node && !self.open_game.is_at_failure();
        let label = self.label(node, ply, placement);
        response.widget_info(|| {
            WidgetInfo::selected(egui::Role::ListBoxOption, true, selected, &label)
        });
        paint_background(ui, &response, area, selected);
        let cut = self.draw_move(ui, area, node, ply, placement);
        if response.clicked() {
            self.go_to(node, ply, placement);
        }
        response.context_menu(|ui| comment::show(ui, self.cx, self.open_game, node));
        if cut || self.has_tooltip(node, ply, placement) {
            response.on_hover_ui(|ui| self.show_tooltip(ui, node, ply, placement));
        }
    }

    /// Returns the event of the ply, unless it would reveal hidden information.
    fn event_text(&self, known: Option<&PlyInfo>) -> Option<String> {
        let event = known?
            .event
            .as_ref()
            .filter(|_| self.style.is_fully_visible)?;
        Some(event.description.clone())
    }

    /// Returns the text for a player who failed at this ply.
    fn fault_text(known: &PlyInfo) -> Option<String> {
        let how = Ending::from(known.fault?).words();
        Some(format!("failed: {how}"))
    }

    /// Draws a move and reports whether its token was cut off.
    fn draw_move(
        &self,
        ui: &Ui,
        area: Rect,
        node: NodeId,
        ply: u32,
        placement: MovePlacement,
    ) -> bool {
        let muted = color(ui, Role::Muted);
        let painter = ui.painter_at(area);
        let (mut left, mut right) = (area.left() + 3.0, area.right() - 4.0);
        let ply_info = self.main_line_ply(ply, placement);
        let numbered = match placement {
            MovePlacement::MainLine => Some(self.style.number_width),
            MovePlacement::Variation {
                is_numbered: numbered,
            } => numbered.then_some(0.0),
        };
        if let Some(width) = numbered {
            left +=
                self.draw_number(&painter, pos2(left, area.center().y), ply, width, muted) + 4.0;
        }
        // In a narrow pane the moves take precedence over times.
        let wanted = self.style.number_width + self.style.move_width + self.style.time_width;
        let shows_time = area.width() > wanted;
        if let Some(ms) = ply_info
            .and_then(|ply_info| ply_info.time_ms)
            .filter(|_| shows_time)
        {
            let right_center = pos2(right, area.center().y);
            let (text, font) = (
                widgets::format_time_ms(ms.into()),
                self.style.small_font.clone(),
            );
            painter.text(right_center, Align2::RIGHT_CENTER, text, font, muted);
            right -= self.style.time_width + 4.0;
        }
        let note = self.open_game.tree().note(node);
        let (signs, glyph) = (
            self.move_icons(note, ply_info),
            shown_glyph(self.open_game, node, ply),
        );
        let side = self.style.row_height * 0.6;
        let glyph = glyph.map(|glyph| {
            let (text, ink) = (glyph.symbol(), glyph_color(ui, glyph));
            painter.layout_no_wrap(text.to_owned(), self.style.font.clone(), ink)
        });
        let after = glyph.as_ref().map_or(0.0, |glyph| glyph.size().x + 3.0);
        let side_room: f32 = signs.iter().map(|_| side + 2.0).sum();
        let token = self.token_galley(ui, node, placement, right - left - after - side_room);
        let cut = token.elided;
        left = paint_text(&painter, pos2(left, area.center().y), token) + 2.0;
        if let Some(glyph) = glyph {
            left = paint_text(&painter, pos2(left, area.center().y), glyph) + 3.0;
        }
        for sign in signs {
            let center = pos2(left + side / 2.0, area.center().y);
            Self::draw_icon(
                ui,
                &painter,
                Rect::from_center_size(center, vec2(side, side)),
                sign,
            );
            left += side + 2.0;
        }
        cut
    }

    pub(super) fn draw_number(
        &self,
        painter: &Painter,
        at: egui::Pos2,
        ply: u32,
        width: f32,
        ink: Color32,
    ) -> f32 {
        let galley = painter.layout_no_wrap(ply.to_string(), self.style.small_font.clone(), ink);
        let used = galley.size().x.max(width);
        let corner = pos2(
            at.x + used - galley.size().x,
            at.y - galley.size().y / 2.0 + 1.0,
        );
        painter.galley(corner, galley, ink);
        used
    }

    fn token_galley(
        &self,
        ui: &Ui,
        node: NodeId,
        placement: MovePlacement,
        width: f32,
    ) -> Arc<Galley> {
        let token = self.open_game.tree().token(node);
        let (text, role) = match (token, placement) {
            ("", _) => ("Start", Role::Muted),
            (token, MovePlacement::MainLine) => (token, Role::Text),
            (token, MovePlacement::Variation { .. }) => (token, Role::Muted),
        };
        // In the shown variation, moves are drawn as strongly as in the main line.
        let shown = self.open_game.line().contains(&node);
        let role = if shown && placement != MovePlacement::MainLine {
            Role::Text
        } else {
            role
        };
        widgets::elided_galley(ui, text, self.style.font.clone(), color(ui, role), width)
    }

    fn move_icons(&self, note: &Note, known: Option<&PlyInfo>) -> Vec<MoveIcon> {
        let by = note.by.or(known.and_then(|known| known.by));
        let fault = known.and_then(|known| known.fault).map(|_| MoveIcon::Fault);
        let event = self.event_text(known).map(|_| MoveIcon::Event);
        let annotated = is_annotated(note).then_some(MoveIcon::Note);
        let made = by.map(MoveIcon::MadeBy);
        [fault, event, annotated, made]
            .into_iter()
            .flatten()
            .collect()
    }

    fn draw_icon(ui: &Ui, painter: &Painter, rect: Rect, sign: MoveIcon) {
        match sign {
            MoveIcon::Event => {
                icons::paint(
                    painter,
                    rect.shrink(1.5),
                    Icon::Event,
                    color(ui, Role::LastMove),
                );
            }
            MoveIcon::Fault => icons::paint(painter, rect, Icon::Error, color(ui, Role::Bad)),
            MoveIcon::Note => icons::paint(painter, rect, Icon::Comment, color(ui, Role::Muted)),
            MoveIcon::MadeBy(by) => {
                let ink = color(
                    ui,
                    if by == MovedBy::Jury {
                        Role::Bad
                    } else {
                        Role::Muted
                    },
                );
                let frame = rect.shrink(0.5);
                painter.rect_stroke(frame, 2.0, (1.0, ink), egui::StrokeKind::Inside);
                let letter = moved_by_letter(by);
                let font = FontId::proportional(rect.height() * 0.75);
                painter.text(rect.center(), Align2::CENTER_CENTER, letter, font, ink);
            }
        }
    }

    /// Returns the text for screen readers.
    fn label(&self, node: NodeId, ply: u32, placement: MovePlacement) -> String {
        let note = self.open_game.tree().note(node);
        if ply == 0 && placement == MovePlacement::MainLine {
            return "Start".to_owned();
        }
        let ply_info = self.main_line_ply(ply, placement);
        let mut label = format!("{ply}. {}", self.open_game.tree().token(node));
        if let Some(glyph) = shown_glyph(self.open_game, node, ply) {
            label.push_str(glyph.symbol());
        }
        let sides = self.open_game.game().sides();
        let side = ply_info.and_then(|ply_info| ply_info.player);
        let parts = [
            side.map(|player| sides[player.index()].to_owned()),
            self.event_text(ply_info),
            ply_info.and_then(Self::fault_text),
            is_annotated(note).then(|| "has a note".to_owned()),
            note.by.map(|by| by.to_string()),
            ply_info.and_then(|ply_info| Some(widgets::format_time_ms(ply_info.time_ms?.into()))),
        ];
        for part in parts.into_iter().flatten() {
            label.push_str(", ");
            label.push_str(&part);
        }
        label
    }

    fn has_tooltip(&self, node: NodeId, ply: u32, placement: MovePlacement) -> bool {
        let note = self.open_game.tree().note(node);
        let ply_info = self.main_line_ply(ply, placement);
        !self.move_icons(note, ply_info).is_empty()
    }

    fn show_tooltip(&self, ui: &mut Ui, node: NodeId, ply: u32, placement: MovePlacement) {
        ui.set_max_width(360.0);
        ui.strong(format!("{ply}. {}", self.open_game.tree().token(node)));
        let note = self.open_game.tree().note(node);
        let ply_info = self.main_line_ply(ply, placement);
        let fault = ply_info.and_then(Self::fault_text);
        for line in [self.event_text(ply_info), fault].into_iter().flatten() {
            ui.label(line);
        }
        if let Some(by) = note.by {
            ui.label(by.to_string());
        }
        if !note.comment.is_empty() {
            let end = note.comment.floor_char_boundary(600);
            ui.label(&note.comment[..end]);
        }
    }
}

/// A small icon after a token.
#[derive(Clone, Copy, Debug, PartialEq)]
enum MoveIcon {
    Fault,
    Event,
    Note,
    MadeBy(MovedBy),
}
