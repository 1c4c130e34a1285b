//! The players pane: both players with score and time, and the result of the game.

mod card;
mod game_result;

use super::{ViewContext, widgets};
use crate::contract::Player;
use egui::{ScrollArea, Ui};

/// Shows the pane.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>) {
    let (Some(open_game), Some(sides)) = (cx.state.open_game(), cx.player_display()) else {
        widgets::empty_message(ui, cx.texts().strings.no_game);
        return;
    };
    let area = ScrollArea::vertical().auto_shrink(false).id_salt("players");
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 4.0;
        for player in Player::ALL {
            card::show(ui, cx, open_game, &sides, player);
        }
        let shows_result = cx.state.last_visible_ply() == u32::MAX;
        if let Some(result) = open_game.record().result.as_ref().filter(|_| shows_result) {
            game_result::show(ui, cx, open_game, result);
        }
        game_result::event_line(ui, cx, open_game);
    });
}
