//! The other sections of a report: claims, time and failures.

use super::ReviewedGame;
use crate::cli::common::text::one_line;
use crate::contract::{Player, Proven};
use crate::record::Ending;
use crate::review::{ClaimMade, PlayerClaims, PlayerFailure, PlyTime, TimeUse};
use std::fmt::Write;

/// Returns the sections as text; empty if there is nothing to report.
pub(super) fn render(game: &ReviewedGame) -> String {
    let mut text = claims_section(game);
    text.push_str(&times_section(game));
    for failed in &game.failures {
        text.push_str(&failure_text(game, failed));
    }
    text
}

/// Returns the name of a player's side.
fn side(game: &ReviewedGame, player: Player) -> &'static str {
    game.game.sides()[player.index()]
}

/// Returns the section on claims.
fn claims_section(game: &ReviewedGame) -> String {
    let lines = claim_rows(game);
    if lines.is_empty() {
        return String::new();
    }
    let mut text = String::from("\nClaims of a win\n");
    for (side, words) in lines {
        let _ = writeln!(text, "  {side:<7}{words}");
    }
    text
}

/// Returns a row on the claims of each side; none in a game without claims.
pub(super) fn claim_rows(game: &ReviewedGame) -> Vec<(&'static str, String)> {
    let both = game.claims.iter().flatten().zip(Player::ALL);
    both.map(|(claims, player)| (side(game, player), claims_text(claims)))
        .collect()
}

/// Returns a text on the claims of one player.
fn claims_text(claims: &PlayerClaims) -> String {
    let mut words = Vec::new();
    words.push(match claims.earliest {
        Some(chance) => format!("provable from ply {} on (+{})", chance.ply, chance.bonus),
        None => "never provable".to_owned(),
    });
    words.push(match &claims.claimed {
        Some(claim) => claim_text(claim),
        None => "not claimed".to_owned(),
    });
    if let Some(points) = claims.waiting_cost.filter(|points| *points > 0) {
        words.push(format!("waiting cost {points} points"));
    }
    words.join("; ")
}

/// Returns a text on a claim and whether it was right when it was made.
fn claim_text(claim: &ClaimMade) -> String {
    let then = match claim.proven {
        Some(Proven::Win) => "a proven win".to_owned(),
        Some(Proven::Draw) => "a proven draw".to_owned(),
        Some(Proven::Loss) => "a proven loss".to_owned(),
        None => format!("about {:.0} % to win", 100.0 * claim.win),
    };
    let came = match claim.was_right {
        Some(true) => format!("right, +{}", claim.bonus),
        Some(false) => format!("wrong, -{}", claim.stake),
        None => "undecided".to_owned(),
    };
    format!("claimed at ply {} ({then}): {came}", claim.ply)
}

/// Returns the section on time.
fn times_section(game: &ReviewedGame) -> String {
    let rows = time_rows(game);
    if rows.is_empty() {
        return String::new();
    }
    let sides = game.game.sides();
    let mut text = format!("\n{:<22}{:>16}{:>16}\n", "", sides[0], sides[1]);
    for (name, [first, second]) in rows {
        let _ = writeln!(text, "{name:<22}{first:>16}{second:>16}");
    }
    text
}

/// Returns the rows on the time of both sides; none if no times are known.
pub(super) fn time_rows(game: &ReviewedGame) -> Vec<(&'static str, [String; 2])> {
    let mut rows = Vec::new();
    let Some(both) = &game.times else {
        return rows;
    };
    let mut row = |name: &'static str, of: &dyn Fn(&TimeUse) -> String| {
        rows.push((name, both.each_ref().map(of)));
    };
    row("time", &|time| seconds(time.total_ms));
    row("nothing at stake", &|time| match idle_percent(time) {
        Some(share) => format!("{} ({share:.0} %)", seconds(time.idle_ms)),
        None => "-".to_owned(),
    });
    row("  plies", &|time| time.idle_plies.to_string());
    row("  proven plies", &|time| time.proven_plies.to_string());
    let at = |timed: Option<PlyTime>| {
        timed.map_or_else(
            || "-".to_owned(),
            |timed| format!("{}, ply {}", seconds(timed.ms.into()), timed.ply),
        )
    };
    row("slowest bad move", &|time| at(time.slowest_bad));
    row("fastest bad move", &|time| at(time.fastest_bad));
    rows
}

/// Returns the share of a player's time, in percent, that went to plies with nothing at stake.
#[expect(clippy::cast_precision_loss, reason = "a percentage needs few digits")]
fn idle_percent(time: &TimeUse) -> Option<f64> {
    (time.total_ms > 0).then(|| 100.0 * time.idle_ms as f64 / time.total_ms as f64)
}

/// Formats milliseconds as seconds.
#[expect(
    clippy::cast_precision_loss,
    reason = "the time of a game is far below 2^53 ms"
)]
fn seconds(ms: u64) -> String {
    format!("{:.2} s", ms as f64 / 1000.0)
}

/// Returns a text on the value of the position in which a player failed.
pub(super) fn failure_text(game: &ReviewedGame, failed: &PlayerFailure) -> String {
    let side = side(game, failed.player);
    let how = Ending::from(failed.fault).as_str();
    let mut text = format!("\n{side} failed at ply {} ({how}).", failed.ply);
    if let Some(worth) = failed.value {
        let _ = match worth.proven {
            Some(Proven::Loss) => write!(text, " The position was already lost (proven)."),
            Some(Proven::Draw) => write!(text, " The position was a draw (proven)."),
            Some(Proven::Win) => write!(text, " The position was won (proven)."),
            None => {
                let percent = 100.0 * worth.win;
                write!(text, " Win probability there: about {percent:.0} %.")
            }
        };
    }
    let is_lost = failed
        .value
        .is_some_and(|worth| worth.proven == Some(Proven::Loss));
    if let Some(best) = failed.best.first().filter(|_| !is_lost) {
        let _ = write!(text, " Best move: {}.", one_line(best));
    }
    text.push('\n');
    text
}
