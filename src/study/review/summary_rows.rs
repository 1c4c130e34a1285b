//! The rows of the tables on both players: what a review found of their moves, and their time.

use super::wording::{percent_text, signed_percent_text};
use super::{PlayerSummary, PlyTime, ReviewedGame, TimeUse};
use kifu_core::record::Glyph;

/// A number that a review gives for each player. Its name is the same everywhere.
#[derive(Clone, Copy)]
pub struct SummaryField {
    /// The name.
    pub name: &'static str,
    /// The sign of the moves that it counts.
    pub sign: Option<Glyph>,
    /// A sentence on what the number is.
    pub about: &'static str,
    number: fn(&PlayerSummary) -> Option<String>,
    /// Whether the number of moves belongs to the number.
    is_sum_of_moves: bool,
}

impl SummaryField {
    /// All fields, in the order of the tables.
    pub const ALL: [Self; 9] = [
        Self {
            name: "accuracy",
            about: "The mean accuracy of the moves, from 0 to 100, by the formula of lichess: a move \
                    that gives nothing away has 100.",
            ..Self::number(|card| Some(format!("{:.1}", card.accuracy?)))
        },
        Self {
            name: "only moves found",
            sign: Some(Glyph::Good),
            about: "Moves that were the only good one: every other move would have been a blunder.",
            ..Self::number(|card| Some(card.only.to_string()))
        },
        Self {
            name: "inaccuracies",
            sign: Some(Glyph::Inaccuracy),
            about: "Moves that gave away a little win probability: from 5 % on, beyond the engine's \
                    error, unless other limits were set.",
            ..Self::number(|card| Some(card.inaccuracies.to_string()))
        },
        Self {
            name: "mistakes",
            sign: Some(Glyph::Mistake),
            about: "Moves that gave away much win probability: from 10 % on, beyond the engine's \
                    error, unless other limits were set.",
            ..Self::number(|card| Some(card.mistakes.to_string()))
        },
        Self {
            name: "blunders",
            sign: Some(Glyph::Blunder),
            about: "Moves that gave away very much win probability: from 15 % on, beyond the \
                    engine's error, unless other limits were set.",
            ..Self::number(|card| Some(card.blunders.to_string()))
        },
        Self {
            name: "given away",
            about: "The sum of the win probabilities that the moves gave away against the best \
                    moves. A game can be given away more than once, so that it may exceed 100 %.",
            is_sum_of_moves: true,
            ..Self::number(|card| Some(percent_text(card.loss)))
        },
        Self {
            name: "points given away",
            about: "The sum of the contest points that the moves gave away against the best moves.",
            ..Self::number(|card| Some(format!("{:.1}", card.points?)))
        },
        Self {
            name: "luck",
            about: "The win probability that the player's chance events were worth more than the \
                    mean of all that could have come.",
            ..Self::number(|card| Some(signed_percent_text(card.luck?)))
        },
        Self {
            name: "luck in points",
            about: "The contest points that the player's chance events were worth more than the \
                    mean of all that could have come.",
            ..Self::number(|card| Some(format!("{:+.1}", card.luck_points?).replace('-', "−")))
        },
    ];

    const fn number(number: fn(&PlayerSummary) -> Option<String>) -> Self {
        Self {
            name: "",
            sign: None,
            about: "",
            number,
            is_sum_of_moves: false,
        }
    }

    /// Returns the number alone, for a narrow column: `839 %`; `None` if it is not known.
    pub fn number_text(&self, card: &PlayerSummary) -> Option<String> {
        (self.number)(card)
    }

    /// Returns the number with all that it needs to be understood: `839 % in 40 moves`; `None` if
    /// it is not known.
    pub fn text(&self, card: &PlayerSummary) -> Option<String> {
        let number = self.number_text(card)?;
        Some(match card.plies {
            1 if self.is_sum_of_moves => format!("{number} in 1 move"),
            moves if self.is_sum_of_moves => format!("{number} in {moves} moves"),
            _ => number,
        })
    }
}

/// A row of a table on both players.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewRow {
    /// The name.
    pub name: &'static str,
    /// The sign of the moves that it counts.
    pub sign: Option<Glyph>,
    /// A sentence on what the row is about.
    pub about: &'static str,
    /// The cells, first player first.
    pub cells: [String; 2],
}

/// Returns the rows on the moves of both players; those that are known of neither are left out.
pub fn summary_rows(cards: &[PlayerSummary; 2]) -> Vec<ReviewRow> {
    let row = |field: &SummaryField| {
        let cells = cards.each_ref().map(|card| field.text(card));
        let is_known = cells.iter().any(Option::is_some);
        is_known.then(|| ReviewRow {
            name: field.name,
            sign: field.sign,
            about: field.about,
            cells: cells.map(|cell| cell.unwrap_or_else(|| "–".to_owned())),
        })
    };
    SummaryField::ALL.iter().filter_map(row).collect()
}

/// Returns the rows on the time of both players; none if no times are known.
pub fn time_rows(game: &ReviewedGame) -> Vec<ReviewRow> {
    let mut rows = Vec::new();
    let Some(both) = &game.times else {
        return rows;
    };
    let mut row = |name: &'static str, about: &'static str, of: &dyn Fn(&TimeUse) -> String| {
        rows.push(ReviewRow {
            name,
            sign: None,
            about,
            cells: both.each_ref().map(of),
        });
    };
    let time_at_ply = |timed: Option<PlyTime>| {
        timed.map_or_else(
            || "–".to_owned(),
            |timed| format!("{}, ply {}", seconds(timed.ms.into()), timed.ply),
        )
    };
    row(
        "time",
        "The time of all moves, as far as the log gives it.",
        &|time| seconds(time.total_ms),
    );
    row(
        "nothing at stake",
        "The time of moves that could change nothing: the result was proven, there was no choice, \
         or all moves were about equal.",
        &|time| match idle_percent(time) {
            Some(share) => format!("{} ({share:.0} %)", seconds(time.idle_ms)),
            None => "–".to_owned(),
        },
    );
    row("  plies", "The moves that could change nothing.", &|time| {
        time.idle_plies.to_string()
    });
    row(
        "  proven plies",
        "Those among them at which the result was proven.",
        &|time| time.proven_plies.to_string(),
    );
    row(
        "slowest bad move",
        "The inaccuracy, mistake or blunder that took the longest time.",
        &|time| time_at_ply(time.slowest_bad),
    );
    row(
        "fastest bad move",
        "The inaccuracy, mistake or blunder that took the shortest time.",
        &|time| time_at_ply(time.fastest_bad),
    );
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
