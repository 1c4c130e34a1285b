//! Review results other than summaries and key moments: failures, win claims and time use.

use super::super::{ViewContext, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{Action, ending_name};
use egui::Ui;
use kifu_core::contract::{Player, Proven};
use kifu_core::record::Ending;
use kifu_study::review::{PlayerClaims, PlayerFailure, TimeUse};

/// Shows all incidents.
pub(super) fn show(ui: &mut Ui, cx: &mut ViewContext<'_>, open_game: &OpenGame) {
    let reviewed = open_game.review_summary();
    for failed in &reviewed.failed_positions {
        failure_line(ui, cx, open_game, failed);
    }
    let sides = open_game.game().sides();
    if let Some(claims) = &reviewed.win_claims {
        widgets::heading(ui, "Claims of a win");
        for (side, own) in sides.iter().zip(claims) {
            ui.label(format!("{side}: {}", claim_text(own)));
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
    let side = open_game.game().sides()[failed.player.index()];
    let how = ending_name(Ending::from(failed.fault));
    let mut text = format!("ply {}: {side} failed: {how}.", failed.ply);
    if let Some(worth) = failed.value {
        let value_text = match worth.proven {
            Some(Proven::Loss) => "The position was already lost (proven)".to_owned(),
            Some(Proven::Draw) => "The position was a draw (proven)".to_owned(),
            Some(Proven::Win) => "The position was won (proven)".to_owned(),
            None => format!("Win probability: {:.0} %", 100.0 * worth.win),
        };
        text.push_str(&format!(" {value_text}."));
    }
    if ui.link(text).clicked() {
        cx.dispatch(Action::Navigate(Navigation::Ply(failed.ply)));
    }
}

/// Describes when a player could first prove a win, and whether they claimed it.
fn claim_text(claims: &PlayerClaims) -> String {
    let mut parts = vec![match claims.earliest {
        Some(chance) => format!("provable from ply {} (+{})", chance.ply, chance.bonus),
        None => "never provable".to_owned(),
    }];
    parts.push(match claims.claimed {
        None => "not claimed".to_owned(),
        Some(claim) => match claim.was_right {
            Some(true) => format!("claimed at ply {}: +{}", claim.ply, claim.bonus),
            Some(false) => format!("claimed at ply {}: −{}", claim.ply, claim.stake),
            None => format!("claimed at ply {}", claim.ply),
        },
    });
    if let Some(points) = claims.waiting_cost.filter(|points| *points > 0) {
        parts.push(format!("waiting cost {points}"));
    }
    parts.join("; ")
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
