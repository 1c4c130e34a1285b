//! Review results other than summaries and key moments: failures, win claims and time use.

use super::super::{ViewContext, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::Action;
use egui::Ui;
use kifu_core::contract::Player;
use kifu_study::review::{PlayerFailure, TimeUse, claim_rows, failure_text};

/// Shows all incidents.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let reviewed = open_game.review_summary();
    for failed in &reviewed.failed_positions {
        failure_line(ui, cx, open_game, failed);
    }
    let sides = open_game.game().sides();
    if let Some(claims) = &reviewed.win_claims {
        widgets::heading(ui, "Claims of a win");
        for (side, text) in claim_rows(open_game.game(), Some(claims)) {
            ui.label(format!("{side}: {text}"));
        }
    }
    if let Some(times) = &reviewed.time_usage {
        widgets::heading(ui, "Time");
        for player in Player::ALL {
            let (side, own) = (sides[player.index()], &times[player.index()]);
            time_line(ui, cx, side, own);
        }
    }
}

/// Shows the value of the position in which a player failed.
fn failure_line(
    ui: &mut Ui,
    cx: &mut ViewContext<'_>,
    open_game: &OpenGame,
    failed: &PlayerFailure,
) {
    let text = failure_text(open_game.game(), failed);
    if ui.link(text).clicked() {
        cx.dispatch(Action::Navigate(Navigation::Ply(failed.ply)));
    }
}

/// Shows a player's use of time.
fn time_line(ui: &mut Ui, cx: &mut ViewContext<'_>, side: &str, time: &TimeUse) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (all, idle) = (
            widgets::format_time_ms(time.total_ms),
            widgets::format_time_ms(time.idle_ms),
        );
        ui.label(format!("{side}: {all}, with nothing at stake: {idle}"));
        let slow = time.slowest_bad.map(|timed| ("slowest bad move", timed));
        let fast = time
            .fastest_bad
            .filter(|_| time.fastest_bad != time.slowest_bad);
        let fast = fast.map(|timed| ("fastest bad move", timed));
        for (name, timed) in [slow, fast].into_iter().flatten() {
            let text = format!(
                "{name} {} (ply {})",
                widgets::format_time_ms(timed.ms.into()),
                timed.ply
            );
            if ui.link(widgets::small_muted_text(ui, text)).clicked() {
                cx.dispatch(Action::Navigate(Navigation::Ply(timed.ply)));
            }
        }
    });
}
