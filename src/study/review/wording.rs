//! The wording of review results in reports.
//!
//! They contain texts from a log unchanged: a report escapes them for its medium.

use super::{
    ClaimMade, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, PlyTime, ReviewedGame,
    TimeUse, TurningPoint,
};
use kifu_core::contract::{Player, Proven};
use kifu_core::record::Ending;
use std::fmt::Write;

/// Formats a share in percent: `12 %`.
pub fn percent_text(share: f64) -> String {
    signed_percent_text(share)
        .trim_start_matches('+')
        .to_owned()
}

/// Formats a share in percent with its sign, with a true minus sign: `+12 %`, `−3 %`, `0 %`.
pub fn signed_percent_text(share: f64) -> String {
    match format!("{:+.0} %", 100.0 * share).as_str() {
        "+0 %" | "-0 %" => "0 %".to_owned(),
        text => text.replace('-', "−"),
    }
}

/// Returns the rows of the summary table of both players.
pub fn card_rows(game: &ReviewedGame) -> Vec<(&'static str, [String; 2])> {
    let mut rows = Vec::new();
    let mut row = |name: &'static str, of: &dyn Fn(&PlayerSummary) -> Option<String>| {
        let cells = game.cards.each_ref().map(of);
        if cells.iter().any(Option::is_some) {
            rows.push((
                name,
                cells.map(|cell| cell.unwrap_or_else(|| "-".to_owned())),
            ));
        }
    };
    let count = |number: usize| Some(number.to_string());
    row("accuracy", &|card| Some(format!("{:.1}", card.accuracy?)));
    row("only moves         !", &|card| count(card.only));
    row("inaccuracies      ?!", &|card| count(card.inaccuracies));
    row("mistakes           ?", &|card| count(card.mistakes));
    row("blunders          ??", &|card| count(card.blunders));
    row("wins given away", &|card| Some(format!("{:.2}", card.loss)));
    row("points given away", &|card| {
        Some(format!("{:.1}", card.points?))
    });
    row("luck, wins", &|card| Some(format!("{:+.2}", card.luck?)));
    row("luck, points", &|card| {
        Some(format!("{:+.1}", card.luck_points?))
    });
    rows
}

/// Returns the label of a key moment: its class and its turning point.
pub fn moment_label(moment: &KeyMoment) -> String {
    let mut words = Vec::new();
    match moment.turning {
        Some(turning) => words.push(turning_text(turning).to_owned()),
        None if moment.proven => words.push("proven".to_owned()),
        None if moment.loss_error > 0.0 => {
            words.push(format!("±{:.0} %", 100.0 * moment.loss_error));
        }
        None => {}
    }
    match moment.punished {
        Some(true) => words.push("punished".to_owned()),
        Some(false) => words.push("not punished".to_owned()),
        None => {}
    }
    words.join(", ")
}

/// Returns the name of a kind of turning point.
pub const fn turning_text(turning: TurningPoint) -> &'static str {
    match turning {
        TurningPoint::ThrewAwayWin => "threw away a proven win",
        TurningPoint::MissedWin => "missed a proven win",
        TurningPoint::LostMargin => "lost margin",
        TurningPoint::AlreadyLost => "already lost",
    }
}

/// Returns the name of a player's side.
fn side(game: &ReviewedGame, player: Player) -> &'static str {
    game.game.sides()[player.index()]
}

/// Returns a row on the claims of each side; none in a game without claims.
pub fn claim_rows(game: &ReviewedGame) -> Vec<(&'static str, String)> {
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

/// Returns the rows on the time of both sides; none if no times are known.
pub fn time_rows(game: &ReviewedGame) -> Vec<(&'static str, [String; 2])> {
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
    let time_at_ply = |timed: Option<PlyTime>| {
        timed.map_or_else(
            || "-".to_owned(),
            |timed| format!("{}, ply {}", seconds(timed.ms.into()), timed.ply),
        )
    };
    row("slowest bad move", &|time| time_at_ply(time.slowest_bad));
    row("fastest bad move", &|time| time_at_ply(time.fastest_bad));
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
pub fn failure_text(game: &ReviewedGame, failed: &PlayerFailure) -> String {
    let side = side(game, failed.player);
    let how = Ending::from(failed.fault).as_str();
    let mut text = format!("{side} failed at ply {} ({how}).", failed.ply);
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
        let _ = write!(text, " Best move: {best}.");
    }
    text
}

/// Returns the sentence on the engine of a review and the number of judged plies.
pub fn engine_text(game: &ReviewedGame) -> String {
    let Some(last) = game.judged.last() else {
        return "no plies to judge: nobody had a choice, or the game is empty".to_owned();
    };
    let (engine, all) = (&last.evaluation.engine, game.judged.len());
    let budget = game.judged.iter().map(|ply| ply.evaluation.budget.as_str());
    let budget = budget.min_by_key(|budget| budget.len()).unwrap_or_default();
    let plies = game.plies;
    format!("engine {engine}, {budget}; {all} of {plies} plies judged")
}
