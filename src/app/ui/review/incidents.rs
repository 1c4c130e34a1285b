//! Review results beside summaries and key moments: failures, win claims and time use.

use super::super::{ViewContext, widgets};
use crate::open_game::{Navigation, OpenGame};
use crate::state::Action;
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
        widgets::heading(ui, cx.texts().strings.claims);
        for (side, own) in sides.iter().zip(claims) {
            ui.label(format!("{side}: {}", claim_text(cx, own)));
        }
    }
    if let Some(times) = &reviewed.time_usage {
        widgets::heading(ui, cx.texts().strings.time);
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
    let words = &cx.texts().strings;
    let side = open_game.game().sides()[failed.player.index()];
    let how = cx.texts().ending(Ending::from(failed.fault));
    let mut text = format!(
        "{} {}: {side} {} {how}.",
        words.ply, failed.ply, words.failed
    );
    if let Some(worth) = failed.value {
        let known = match worth.proven {
            Some(Proven::Loss) => words.was_lost.to_owned(),
            Some(Proven::Draw) => words.was_draw.to_owned(),
            Some(Proven::Win) => words.was_won.to_owned(),
            None => format!("{}: {:.0} %", words.win_chances, 100.0 * worth.win),
        };
        text.push_str(&format!(" {known}."));
    }
    if ui.link(text).clicked() {
        cx.dispatch(Action::Navigate(Navigation::Ply(failed.ply)));
    }
}

/// Describes when a player could first prove a win, and whether they claimed it.
fn claim_text(cx: &ViewContext<'_>, claims: &PlayerClaims) -> String {
    let words = &cx.texts().strings;
    let mut known = vec![match claims.earliest {
        Some(chance) => format!("{} {} (+{})", words.provable_from, chance.ply, chance.bonus),
        None => words.never_provable.to_owned(),
    }];
    known.push(match claims.claimed {
        None => words.not_claimed.to_owned(),
        Some(claim) => match claim.was_right {
            Some(true) => format!("{} {}: +{}", words.claimed_at, claim.ply, claim.bonus),
            Some(false) => format!("{} {}: −{}", words.claimed_at, claim.ply, claim.stake),
            None => format!("{} {}", words.claimed_at, claim.ply),
        },
    });
    if let Some(points) = claims.waiting_cost.filter(|points| *points > 0) {
        known.push(format!("{} {points}", words.waiting_cost));
    }
    known.join("; ")
}

/// Shows a player's use of time.
fn time_line(ui: &mut Ui, cx: &mut ViewContext<'_>, side: &str, time: &TimeUse) {
    let words = &cx.texts().strings;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        let (all, idle) = (
            widgets::format_time_ms(time.total_ms),
            widgets::format_time_ms(time.idle_ms),
        );
        ui.label(format!("{side}: {all}, {} {idle}", words.idle_time));
        let slow = time.slowest_bad.map(|timed| (words.slowest_bad, timed));
        let fast = time
            .fastest_bad
            .filter(|_| time.fastest_bad != time.slowest_bad);
        let fast = fast.map(|timed| (words.fastest_bad, timed));
        for (name, timed) in [slow, fast].into_iter().flatten() {
            let text = format!(
                "{name} {} ({} {})",
                widgets::format_time_ms(timed.ms.into()),
                words.ply,
                timed.ply
            );
            if ui.link(widgets::small_muted_text(ui, text)).clicked() {
                cx.dispatch(Action::Navigate(Navigation::Ply(timed.ply)));
            }
        }
    });
}
