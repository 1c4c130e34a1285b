//! The wording of review results in reports.
//!
//! They contain texts from a log unchanged: a report escapes them for its medium.

use super::{ClaimMade, KeyMoment, PlayerClaims, PlayerFailure, ReviewedGame, TurningPoint};
use kifu_core::contract::Proven;
use kifu_core::games::DynGame;
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

/// Returns the loss of win probability that gave a key moment its sign: `−8 %`.
pub fn loss_text(moment: &KeyMoment) -> String {
    counted_loss_text(moment.counted_loss())
}

/// Formats a loss of win probability beyond the engine's error: `−8 %`.
///
/// It is rounded down, so that no `?!` stands beside the limit of `?`.
pub fn counted_loss_text(loss: f64) -> String {
    // Sums of fractions are a little off.
    let percent = (100.0 * loss + 1e-6).floor();
    signed_percent_text(-percent / 100.0)
}

/// Returns the loss of an estimate with the engine's error, of which only the rest counts: `17 ± 9
/// %`; `None` if there is no error.
pub fn measured_loss_text(moment: &KeyMoment) -> Option<String> {
    let [loss, error] = [moment.loss, moment.loss_error].map(|share| 100.0 * share);
    (error > 0.0).then(|| format!("{loss:.0} ± {error:.0} %"))
}

/// Returns the contest points that a key moment lost: `−2.5`; `None` if they are not known.
pub fn points_loss_text(moment: &KeyMoment) -> Option<String> {
    let text = format!("{:.1}", moment.points?);
    Some(if text == "0.0" {
        text
    } else {
        format!("−{text}")
    })
}

/// Returns the label of a key moment: its turning point, the loss as it was measured, and whether it
/// was punished.
pub fn moment_label(moment: &KeyMoment) -> String {
    let mut words = Vec::new();
    match moment.turning {
        Some(turning) => words.push(turning_text(turning).to_owned()),
        None if moment.proven => words.push("proven".to_owned()),
        None => {}
    }
    words.extend(measured_loss_text(moment).map(|text| format!("measured {text}")));
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

/// Returns a row on the claims of each side; none in a game without claims.
pub fn claim_rows(
    game: &dyn DynGame,
    claims: Option<&[PlayerClaims; 2]>,
) -> Vec<(&'static str, String)> {
    let both = claims.into_iter().flatten().zip(game.sides());
    both.map(|(claims, side)| (side, claims_text(claims)))
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

/// Returns a proven result in words: `a proven win`.
pub(super) const fn proven_text(proven: Proven) -> &'static str {
    match proven {
        Proven::Win => "a proven win",
        Proven::Draw => "a proven draw",
        Proven::Loss => "a proven loss",
    }
}

/// Returns a text on a claim and whether it was right when it was made.
fn claim_text(claim: &ClaimMade) -> String {
    let then = claim.proven.map_or_else(
        || format!("about {:.0} % to win", 100.0 * claim.win),
        |proven| proven_text(proven).to_owned(),
    );
    let came = match claim.was_right {
        Some(true) => format!("right, +{}", claim.bonus),
        Some(false) => format!("wrong, −{}", claim.stake),
        None => "undecided".to_owned(),
    };
    format!("claimed at ply {} ({then}): {came}", claim.ply)
}

/// Returns a text on the value of the position in which a player failed.
pub fn failure_text(game: &dyn DynGame, failed: &PlayerFailure) -> String {
    let side = game.sides()[failed.player.index()];
    let how = Ending::from(failed.fault).words();
    let mut text = format!("{side} failed at ply {}: {how}.", failed.ply);
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
