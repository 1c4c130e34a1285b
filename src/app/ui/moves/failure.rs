//! The rows for the move that failed and the rule that it broke.

use super::super::plain::plain_text;
use super::super::{color, icons, widgets};
use super::MoveListView;
use super::style::{paint_background, paint_text};
use crate::open_game::Navigation;
use crate::state::Action;
use egui::{Align2, Painter, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};
use icons::Icon;
use kifu_core::contract::{Fault, Player};
use kifu_core::record::Ending;
use kifu_core::scene::Role;

impl MoveListView<'_, '_> {
    /// Shows the move that failed.
    pub(super) fn failed_move_row(&mut self, ui: &mut Ui, rect: Rect) {
        let open_game = self.open_game;
        let Some(attempt) = &open_game.record().attempt else {
            return;
        };
        let ply = open_game.last_stop();
        let label = format!("{ply}. {}, {}", attempt.raw, self.violation_text());
        let is_shown = open_game.is_at_failure();
        let (response, painter) = self.interactive_row(ui, rect, "failure", &label, is_shown);
        let bad = color(ui, Role::Bad);
        let mut left = rect.left() + 3.0;
        left += self.draw_number(
            &painter,
            pos2(left, rect.center().y),
            ply,
            self.style.number_width,
            bad,
        );
        let side = self.style.row_height * 0.7;
        let sign = Rect::from_min_size(
            pos2(left + 4.0, rect.center().y - side / 2.0),
            vec2(side, side),
        );
        icons::paint(&painter, sign, Icon::Error, bad);
        left = sign.right() + 5.0;
        let time = open_game.failure_time_ms();
        let time_width = time.map_or(0.0, |ms| self.draw_failure_time(ui, &painter, rect, ms));
        let raw = if attempt.raw.is_empty() {
            "…"
        } else {
            &attempt.raw
        };
        let token = widgets::elided_galley(
            ui,
            raw,
            self.style.font.clone(),
            bad,
            rect.right() - left - 30.0 - time_width,
        );
        let text = Rect::from_min_size(pos2(left, rect.top()), vec2(token.size().x, rect.height()));
        paint_text(&painter, pos2(left, rect.center().y), token);
        // Struck out, because the move was not made.
        painter.hline(text.x_range(), text.center().y + 1.0, (1.0, bad));
        let note = open_game.tree().failure_note();
        if let Some(glyph) = note.and_then(|note| note.glyph) {
            let left_center = pos2(text.right() + 4.0, rect.center().y);
            let sign = glyph.symbol();
            painter.text(
                left_center,
                Align2::LEFT_CENTER,
                sign,
                self.style.font.clone(),
                bad,
            );
        }
        response.on_hover_text(self.failure_summary());
    }

    /// Shows the rule that the failed move broke.
    pub(super) fn violated_rule_row(&mut self, ui: &mut Ui, rect: Rect) {
        let (label, is_shown) = (self.failure_summary(), self.open_game.is_at_failure());
        let (response, painter) = self.interactive_row(ui, rect, "rule", &label, is_shown);
        let left = rect.left() + self.style.number_width + self.style.row_height * 0.7 + 12.0;
        let ink = color(ui, Role::Bad);
        let width = rect.right() - left - 4.0;
        let text = widgets::elided_galley(
            ui,
            &self.violation_text(),
            self.style.small_font.clone(),
            ink,
            width,
        );
        paint_text(&painter, pos2(left, rect.center().y - 1.0), text);
        response.on_hover_text(self.failure_summary());
    }

    /// Shows the fault of a player who made no move.
    pub(super) fn fault_row(&mut self, ui: &mut Ui, rect: Rect, player: Player, fault: Fault) {
        let side = self.open_game.game().sides()[player.index()];
        let how = Ending::from(fault).words();
        let text = format!("{side} failed: {how}");
        let open_game = self.open_game;
        let failure = open_game.failure();
        let has_place = failure.is_some_and(|failure| failure.player == Some(player));
        let is_shown = has_place && open_game.is_at_failure();
        let salt = format!("fault {player}");
        let (response, painter) = self.interactive_row(ui, rect, &salt, &text, is_shown);
        let bad = color(ui, Role::Bad);
        if has_place {
            let corner = pos2(rect.left() + 3.0, rect.center().y);
            let (ply, width) = (open_game.last_stop(), self.style.number_width);
            self.draw_number(&painter, corner, ply, width, bad);
        }
        let side = self.style.row_height * 0.7;
        let left = rect.left() + self.style.number_width + 7.0;
        let corner = pos2(left, rect.center().y - side / 2.0);
        let sign = Rect::from_min_size(corner, vec2(side, side));
        icons::paint(&painter, sign, Icon::Error, bad);
        let left = sign.right() + 5.0;
        let font = self.style.font.clone();
        let time = open_game.failure_time_ms().filter(|_| has_place);
        let time_width = time.map_or(0.0, |ms| self.draw_failure_time(ui, &painter, rect, ms));
        let room = rect.right() - left - 4.0 - time_width;
        let galley = widgets::elided_galley(ui, &text, font, bad, room);
        paint_text(&painter, pos2(left, rect.center().y), galley);
        let reason = plain_text(open_game.fault_reason(Some(player)));
        let separator = if reason.is_empty() { "" } else { "\n" };
        response.on_hover_text(format!("{text}{separator}{reason}"));
    }

    /// Draws the time before the failure at the right end of its row, and returns the width that it
    /// takes.
    fn draw_failure_time(&self, ui: &Ui, painter: &Painter, rect: Rect, ms: u32) -> f32 {
        let right_center = pos2(rect.right() - 4.0, rect.center().y);
        let (text, font) = (
            widgets::format_time_ms(ms.into()),
            self.style.small_font.clone(),
        );
        let muted = color(ui, Role::Muted);
        let drawn = painter.text(right_center, Align2::RIGHT_CENTER, text, font, muted);
        drawn.width() + 8.0
    }

    fn interactive_row(
        &mut self,
        ui: &Ui,
        rect: Rect,
        salt: &str,
        label: &str,
        selected: bool,
    ) -> (Response, Painter) {
        let response = ui.interact(rect, ui.scope_id().with(salt), Sense::CLICK);
        response
            .widget_info(|| WidgetInfo::selected(egui::Role::ListBoxOption, true, selected, label));
        paint_background(ui, &response, rect, selected);
        let painter = ui.painter_at(rect);
        painter.vline(
            rect.left() + 1.0,
            rect.y_range(),
            (2.0, color(ui, Role::Bad)),
        );
        if response.clicked() {
            let ply = self.open_game.last_stop();
            self.cx.dispatch(Action::Navigate(Navigation::Ply(ply)));
        }
        (response, painter)
    }

    /// Returns the broken rule and the reason, in short.
    fn violation_text(&self) -> String {
        let attempt = self.open_game.record().attempt.as_ref();
        let words = attempt.map(|attempt| match (attempt.rule.as_str(), &*attempt.reason) {
            (rule, "") => rule.to_owned(),
            ("", reason) => reason.to_owned(),
            (rule, reason) => format!("{rule}: {reason}"),
        });
        plain_text(&words.unwrap_or_default())
    }

    /// Returns a summary of the failure: the player, the move, the reason and the comment.
    fn failure_summary(&self) -> String {
        let Some(attempt) = &self.open_game.record().attempt else {
            return String::new();
        };
        let name = |player: Player| self.open_game.game().sides()[player.index()];
        let who = attempt.player.map_or("?", name);
        let first = format!("{who} tried {}", attempt.raw);
        let comment = self
            .open_game
            .tree()
            .failure_note()
            .map_or("", |note| &note.comment);
        let lines = [&*first, &*self.violation_text(), comment];
        let lines = lines.into_iter().filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("\n")
    }
}
