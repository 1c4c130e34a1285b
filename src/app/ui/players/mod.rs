//! The players pane: both players with score and time, and the result of the game.

mod card;

use super::{ViewContext, widgets};
use egui::{ScrollArea, Ui};
use kifu_core::contract::Player;

/// The height below which the cards of the players have one line only, in points.
const MIN_HEIGHT_OF_FULL_CARDS: f32 = 190.0;

/// The height of a player's strip beside the board, in points.
pub(super) const STRIP_HEIGHT: f32 = 26.0;

/// Shows a player in one line, above or below the board.
pub(super) fn strip(ui: &mut Ui, cx: &mut ViewContext<'_>, player: Player) {
    if let (Some(open_game), Some(sides)) = (cx.state.open_game(), cx.player_display()) {
        card::show(ui, cx, open_game, &sides, (player, true));
    }
}

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (Some(open_game), Some(sides)) = (cx.state.open_game(), cx.player_display()) else {
        widgets::no_game_message(ui);
        return;
    };
    let area = ScrollArea::vertical().auto_shrink(false).id_salt("players");
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        // Cards of one line leave room for the result and the reason of a failure.
        let is_compact = ui.available_height() < MIN_HEIGHT_OF_FULL_CARDS;
        for player in Player::ALL {
            card::show(ui, cx, open_game, &sides, (player, is_compact));
        }
        let shows_result = cx.state.last_visible_ply() == u32::MAX;
        if let Some(result) = open_game.record().result.as_ref().filter(|_| shows_result) {
            card::show_result(ui, open_game, result);
        }
        card::event_line(ui, open_game);
    });
}
