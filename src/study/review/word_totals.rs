//! The totals of what players said and what was true, over many games: losses, illegal moves named,
//! retries, forfeits, seconds and tokens, each with its error.

use super::mentions::mentions;
use super::{JudgedPly, ReviewRow, ReviewedGame};
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::{Ending, Record};
use std::collections::BTreeMap;

/// The quantile of the normal distribution for an interval of 95 %.
const Z_95: f64 = 1.959_964;
/// The key of [`Record::ext`] with the kind of failure in the words of the log.
const CATEGORY_KEY: &str = "kaggle.failureCategory";

/// A sum of measurements, with what their standard error needs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeasuredSum {
    /// The number of measurements.
    pub count: u32,
    sum: f64,
    squares: f64,
}

impl MeasuredSum {
    /// Adds a measurement.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }

    /// Adds the measurements of another sum.
    pub fn merge(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the mean; `None` without measurements.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / f64::from(self.count))
    }

    /// Returns the standard error of the mean; `None` with fewer than two measurements.
    ///
    /// ```
    /// use kifu_study::review::MeasuredSum;
    ///
    /// let mut sum = MeasuredSum::default();
    /// for value in [1.0, 3.0] {
    ///     sum.add(value);
    /// }
    /// assert_eq!((sum.mean(), sum.standard_error()), (Some(2.0), Some(1.0)));
    /// ```
    pub fn standard_error(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let n = f64::from(self.count);
        let variance = (self.squares - self.sum * self.sum / n) / (n - 1.0);
        Some((variance.max(0.0) / n).sqrt())
    }

    /// Returns the mean with its standard error: `0.25 ± 0.03`; a dash without measurements.
    fn text(&self, decimals: usize) -> String {
        match (self.mean(), self.standard_error()) {
            (Some(mean), Some(error)) => format!("{mean:.decimals$} ± {error:.decimals$}"),
            (Some(mean), None) => format!("{mean:.decimals$}"),
            (None, _) => "–".to_owned(),
        }
    }
}

/// A number of cases among others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountedShare {
    /// The number of cases.
    pub hits: u32,
    /// The number of all cases.
    pub all: u32,
}

impl CountedShare {
    /// Counts a case.
    pub fn add(&mut self, is_hit: bool) {
        self.all += 1;
        self.hits += u32::from(is_hit);
    }

    /// Adds the cases of another share.
    pub const fn merge(&mut self, other: Self) {
        self.hits += other.hits;
        self.all += other.all;
    }

    /// Returns Wilson's interval of 95 % for the share, 0 to 1; `None` without cases.
    ///
    /// ```
    /// use kifu_study::review::CountedShare;
    ///
    /// let share = CountedShare { hits: 1, all: 10 };
    /// let (low, high) = share.wilson_interval().expect("cases");
    /// assert!((low - 0.0179).abs() < 1e-3 && (high - 0.4042).abs() < 1e-3);
    /// ```
    pub fn wilson_interval(self) -> Option<(f64, f64)> {
        if self.all == 0 {
            return None;
        }
        let n = f64::from(self.all);
        let share = f64::from(self.hits) / n;
        let z2 = Z_95 * Z_95;
        let center = share + z2 / (2.0 * n);
        let half = Z_95 * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        Some((
            ((center - half) / scale).max(0.0),
            ((center + half) / scale).min(1.0),
        ))
    }

    /// Returns the share with its interval: `10 % (2–40 %) of 10`; a dash without cases.
    fn text(self) -> String {
        let Some((low, high)) = self.wilson_interval() else {
            return "–".to_owned();
        };
        let share = 100.0 * f64::from(self.hits) / f64::from(self.all);
        format!(
            "{share:.0} % ({:.0}–{:.0} %) of {}",
            100.0 * low,
            100.0 * high,
            self.all
        )
    }
}

/// The totals of one player's words and moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WordTotals {
    /// The number of games.
    pub games: u32,
    /// The number of plies with words.
    pub plies_with_words: u32,
    /// The win probability that the moves gave away, by a review.
    pub loss: MeasuredSum,
    /// The named moves that are not legal, among all named ones.
    pub illegal_moves: CountedShare,
    /// The named squares that the board does not have, among all named ones.
    pub missing_squares: CountedShare,
    /// The plies at which the move named last is the one that was played, among those with both.
    pub last_played: CountedShare,
    /// The plies at which a better move was named and not played, among the judged ones with words.
    pub better_named: CountedShare,
    /// The calls of a model for a move beyond the first one.
    pub retries: MeasuredSum,
    /// The seconds for a move.
    pub seconds: MeasuredSum,
    /// The tokens for a move.
    pub tokens: MeasuredSum,
    /// The games that the player lost by a failure, by its kind.
    pub forfeits: BTreeMap<String, u32>,
}

impl WordTotals {
    /// Adds the totals of other games.
    pub fn merge(&mut self, other: Self) {
        self.games += other.games;
        self.plies_with_words += other.plies_with_words;
        self.loss.merge(other.loss);
        self.illegal_moves.merge(other.illegal_moves);
        self.missing_squares.merge(other.missing_squares);
        self.last_played.merge(other.last_played);
        self.better_named.merge(other.better_named);
        self.retries.merge(other.retries);
        self.seconds.merge(other.seconds);
        self.tokens.merge(other.tokens);
        for (kind, count) in other.forfeits {
            *self.forfeits.entry(kind).or_default() += count;
        }
    }

    /// Returns the cells of a table on the player, one for each of [`WORD_ROWS`].
    pub fn cells(&self) -> [String; 9] {
        let forfeits = self.forfeits.iter().map(|(kind, count)| {
            let share = CountedShare {
                hits: *count,
                all: self.games,
            };
            format!("{kind}: {}", share.text())
        });
        let forfeits: Vec<String> = forfeits.collect();
        let percent = MeasuredSum {
            sum: 100.0 * self.loss.sum,
            squares: 10_000.0 * self.loss.squares,
            ..self.loss
        };
        [
            match percent.count {
                0 => "–".to_owned(),
                _ => format!("{} %", percent.text(1)),
            },
            self.illegal_moves.text(),
            self.missing_squares.text(),
            self.last_played.text(),
            self.better_named.text(),
            self.retries.text(2),
            self.seconds.text(2),
            self.tokens.text(0),
            match forfeits.as_slice() {
                [] => "none".to_owned(),
                _ => forfeits.join("; "),
            },
        ]
    }
}

/// The names of the rows of a table on what players said and what was true, each with a sentence on
/// what it is.
pub const WORD_ROWS: [(&str, &str); 9] = [
    (
        "given away a move",
        "The win probability that the judged moves gave away, with its standard error.",
    ),
    (
        "illegal moves named",
        "Of the moves that the words name, those that are not legal there.",
    ),
    (
        "no such square",
        "Of the squares that the words name, those that the board does not have.",
    ),
    (
        "last named, played",
        "How often the move that the words name last is the one that was played.",
    ),
    (
        "better one named",
        "Of the judged plies with words, those whose words name a better move that was not played.",
    ),
    ("retries a move", "How often a model was asked again."),
    (
        "seconds a move",
        "The seconds of a move, of a model those of its calls.",
    ),
    ("tokens a move", "The tokens of a model's calls."),
    (
        "forfeits",
        "The games that ended with a failure of the player, by its kind.",
    ),
];

/// Returns the rows on the words of both players of a game; none without words.
pub fn word_rows(game: &ReviewedGame) -> Vec<ReviewRow> {
    let both = word_totals(&game.record, game.game, game.plies, &game.judged);
    let Some([first, second]) = both.map(|both| both.map(|own| own.cells())) else {
        return Vec::new();
    };
    let rows = WORD_ROWS.iter().zip(first.into_iter().zip(second));
    rows.map(|((name, about), (first, second))| ReviewRow {
        name,
        sign: None,
        about,
        cells: [first, second],
    })
    .collect()
}

/// Returns the totals of both players of a game; `None` if the words name no move and no square, and the
/// record does not have the calls of a model.
///
/// A player who wrote nothing has the totals of the moves alone.
pub fn word_totals(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    judged: &[JudgedPly],
) -> Option<[WordTotals; 2]> {
    let calls = record.ply_numbers("calls");
    let has_words = record.notes.values().any(|note| !note.message.is_empty());
    if !has_words && calls.is_empty() {
        return None;
    }
    let mut both: [WordTotals; 2] = std::array::from_fn(|_| WordTotals {
        games: 1,
        ..WordTotals::default()
    });
    for judged in judged {
        both[judged.player.index()].loss.add(judged.judgement.loss);
    }
    for named in mentions(record, game, plies, judged).ok()? {
        let Some(player) = named.player else { continue };
        let own = &mut both[player.index()];
        own.plies_with_words += 1;
        for mention in &named.moves {
            own.illegal_moves.add(!mention.is_legal);
        }
        for mention in &named.squares {
            own.missing_squares.add(!mention.exists);
        }
        if let Some(is_played) = named.is_last_played {
            own.last_played.add(is_played);
        }
        if named.is_judged {
            own.better_named.add(named.better.is_some());
        }
    }
    let names_something = |own: &WordTotals| own.illegal_moves.all + own.missing_squares.all > 0;
    // Bots send other messages, too, such as what they think of their chances.
    if calls.is_empty() && !both.iter().any(names_something) {
        return None;
    }
    add_numbers(record, game, plies, &mut both);
    add_forfeits(record, &mut both);
    Some(both)
}

/// Adds the retries, seconds and tokens of each ply, the failed act included.
fn add_numbers(record: &Record, game: &dyn DynGame, plies: u32, both: &mut [WordTotals; 2]) {
    let [calls, seconds, tokens] =
        ["calls", "call_seconds", "total_tokens"].map(|name| record.ply_numbers(name));
    let Some((mut state, mut tokens_of_moves)) = record.start(game) else {
        return;
    };
    for ply in 1..=plies.saturating_add(1) {
        if let Some(player) = state.mover() {
            let own = &mut both[player.index()];
            if let Some(calls) = calls.get(ply) {
                own.retries.add((calls - 1.0).max(0.0));
            }
            let time = record.times_ms.get_ms(ply).map(|ms| f64::from(ms) / 1000.0);
            if let Some(seconds) = seconds.get(ply).or(time) {
                own.seconds.add(seconds);
            }
            if let Some(tokens) = tokens.get(ply) {
                own.tokens.add(tokens);
            }
        }
        let Some(token) = tokens_of_moves.next() else {
            return;
        };
        if state.play(token).is_err() {
            return;
        }
    }
}

/// Counts the failures that ended the game, in the words of the log where it has some.
fn add_forfeits(record: &Record, both: &mut [WordTotals; 2]) {
    let Some(result) = &record.result else { return };
    for player in Player::ALL {
        let Some(fault) = result.faults.get(&player) else {
            continue;
        };
        let ending = Ending::from(*fault);
        let category = record
            .ext
            .get(CATEGORY_KEY)
            .filter(|_| ending == Ending::Illegal);
        let kind = category.map_or_else(|| ending.as_str().to_owned(), |word| word.to_lowercase());
        *both[player.index()].forfeits.entry(kind).or_default() += 1;
    }
}
