//! The headline of a game: one sentence on what decided it.

use super::incidents::{PlayerFailure, player_failures};
use super::judge::{MoveClass, Thresholds};
use super::judged_plies::{JudgedPly, judged_plies_without_reasons};
use super::positions::PositionsError;
use super::wording::{counted_loss_text, percent_text, proven_text, signed_percent_text};
use super::{LineValue, PlayerSummary, player_summaries};
use kifu_core::contract::{Fault, Player, Proven, Winner};
use kifu_core::games::DynGame;
use kifu_core::record::{Ending, Record};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

/// The win probability below which a player counts as lost: a further loss decides nothing.
const MIN_CHANCE: f64 = 0.25;
/// The largest win probability that a player has left who lost a game for good.
const MAX_CHANCE_LEFT: f64 = 0.40;
/// The largest win probability that a player has left who let a win slip in a draw for good.
const MAX_CHANCE_LEFT_IN_DRAW: f64 = 0.60;
/// The smallest loss of win probability that decides a game if it is never made good.
const MIN_LASTING_LOSS: f64 = 0.10;
/// The share of the largest lasting loss from which a later one is the last that mattered.
const COMPARABLE_SHARE: f64 = 0.5;
/// The smallest win probability that luck must have been worth to decide a game.
const MIN_LUCK: f64 = 0.25;

/// What decided a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DecidedBy {
    /// A move whose loss was never made good.
    Move,
    /// The failure of a player who was not lost.
    Fault,
    /// Luck: the chance events gave the winner more than the moves did.
    Luck,
    /// No single move.
    Nothing,
    /// The review covers too few plies to say it.
    Unknown,
}

impl DecidedBy {
    /// Returns the keyword in tables and JSON.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Fault => "fault",
            Self::Luck => "luck",
            Self::Nothing => "nothing",
            Self::Unknown => "unknown",
        }
    }
}

/// The headline of a game: what decided it, as facts and as a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Headline {
    /// What decided the game.
    pub decided_by: DecidedBy,
    /// The ply that decided, from 1: the move, or the failure; null if there is none.
    pub ply: Option<u32>,
    /// The player who moved or failed there, or who was lucky; null if there is none.
    pub player: Option<Player>,
    /// The value of the position for that player before the move, or at the failure; null if
    /// unknown.
    pub before: Option<LineValue>,
    /// The value of the move for that player; null if no move decided.
    pub after: Option<LineValue>,
    /// The standard error of the loss, 0 to 1; 0 if both values are proven.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub error: f64,
    /// The ply of the same player's largest mistake before, if there is one.
    pub largest_before: Option<u32>,
    /// The sentence, with the names of the players or of their sides.
    pub sentence: String,
}

/// A game with what its review found, from which the headline follows.
#[derive(Clone, Copy)]
pub struct HeadlineFacts<'a> {
    /// The record.
    pub record: &'a Record,
    /// The names of the players in the sentence: usually those of their sides.
    pub names: [&'a str; 2],
    /// The number of legal plies.
    pub plies: u32,
    /// The judged plies, in order; empty without a review.
    pub judged: &'a [JudgedPly],
    /// The failures of the players.
    pub failures: &'a [PlayerFailure],
}

/// Returns the headline of a game; `None` if nothing can be said: the game has no result, or
/// neither a review nor a failure.
///
/// The first of these that holds decides:
///
/// 1. The *failure* of a player who was not lost, that is, whose win probability was 25 % or more or
///    is unknown.
/// 2. A *move* of the loser that was called bad and that cost at least 10 % for good: from the value
///    before it to the best that the loser ever had after it. The loser was not lost before it, and
///    never came back to more than 40 %. Of several such moves it is the last that cost at least
///    half as much as the largest. In a draw it is a move of either player after which they never
///    came back to more than 60 %, and what it cost is measured to the value of a draw at least.
/// 3. *Luck*, if the chance events gave the winner at least 25 % more than the loser, and more than
///    the moves did.
///
/// Otherwise no single move decided. A review with gaps says so, unless a failure decided.
pub fn headline(facts: HeadlineFacts<'_>) -> Option<Headline> {
    let result = facts.record.result.as_ref();
    let faults = result.map(|result| &result.faults);
    let first_failure = facts.failures.iter().min_by_key(|failed| failed.ply);
    if let Some(failed) = first_failure {
        let lost_before = is_lost(failed.value)
            .then(|| facts.until(failed.ply).decisive_move(failed.player))
            .flatten();
        return Some(match lost_before {
            Some(decisive) => facts.move_headline(&decisive, Some(failed)),
            None => facts.failure_headline(failed),
        });
    }
    if let Some((player, fault)) = faults.and_then(|faults| faults.first_key_value()) {
        return Some(facts.unplaced_failure_headline(*player, *fault));
    }
    if facts.judged.is_empty() {
        return None;
    }
    let is_open = result.is_none_or(|result| result.how == Ending::Unterminated);
    let reported = facts.record.reported.as_ref().filter(|_| is_open);
    let winner = result
        .and_then(|result| result.winner)
        .or(reported.and_then(|reported| reported.winner))?;
    if facts.has_gaps() {
        return Some(facts.unknown_headline());
    }
    let decisive = match winner.player() {
        Some(winner) => facts.decisive_move(winner.opponent()),
        None => facts.decisive_move_of_draw(),
    };
    if let Some(decisive) = decisive {
        return Some(facts.move_headline(&decisive, None));
    }
    // The log of an open game may have been cut, so that nothing is said of the moves that it lacks.
    let winner = Some(winner).filter(|_| !is_open)?;
    Some(
        facts
            .luck_headline(winner)
            .unwrap_or_else(|| facts.plain_headline(winner)),
    )
}

/// Returns the headline of a judged record with `plies` legal plies, whose stored evaluations are
/// judged by `thresholds`; see [`headline`].
///
/// # Errors
/// Returns an error if the game cannot be replayed.
pub fn record_headline(
    record: &Record,
    game: &dyn DynGame,
    plies: u32,
    thresholds: &Thresholds,
) -> Result<Option<Headline>, PositionsError> {
    let is_reviewed = record.is_reviewed();
    let judged = if is_reviewed {
        judged_plies_without_reasons(record, game, plies, thresholds)?
    } else {
        Vec::new()
    };
    let failures = player_failures(record, game, plies)?;
    Ok(headline(HeadlineFacts {
        record,
        names: game.sides(),
        plies,
        judged: &judged,
        failures: &failures,
    }))
}

/// Reports whether a value is that of a player who is as good as lost.
fn is_lost(value: Option<LineValue>) -> bool {
    value.is_some_and(|value| chance(value) < MIN_CHANCE)
}

/// Returns the win probability of a value, which is exact if the result is proven.
fn chance(value: LineValue) -> f64 {
    value.proven.map_or(value.win, Proven::win)
}

/// Returns the win probability of a player, given a value for the player who made a move.
fn chance_of(player: Player, ply: &JudgedPly, value: LineValue) -> f64 {
    let win = chance(value);
    if ply.player == player { win } else { 1.0 - win }
}

/// Returns the win probability of a player after a judged move.
///
/// A player's own move leaves no more than the best one: a search gives a move more that it has
/// hardly looked at.
fn chance_after(player: Player, ply: &JudgedPly) -> f64 {
    let played = chance_of(player, ply, ply.evaluation.played);
    if ply.player == player {
        played.min(chance(ply.evaluation.best))
    } else {
        played
    }
}

/// A move that decided a game.
struct DecisiveMove<'a> {
    ply: &'a JudgedPly,
    /// The loss of win probability that was never made good.
    lasting_loss: f64,
}

impl<'a> HeadlineFacts<'a> {
    /// Returns the facts of the plies before `ply`.
    fn until(self, ply: u32) -> Self {
        let count = self.judged.partition_point(|judged| judged.ply < ply);
        Self {
            plies: self.plies.min(ply.saturating_sub(1)),
            judged: &self.judged[..count],
            ..self
        }
    }

    fn name(self, player: Player) -> &'a str {
        self.names[player.index()]
    }

    /// Reports whether a ply that a player chose has no judgement.
    fn has_gaps(self) -> bool {
        self.judged.len() < self.choice_count()
    }

    /// Returns the number of plies that players chose.
    fn choice_count(self) -> usize {
        let given = self.record.given_plies().min(self.plies);
        let notes = self.record.notes.range(given + 1..);
        let notes = notes.take_while(|(ply, _)| **ply <= self.plies);
        let made_by_others = notes.filter(|(_, note)| note.by.is_some()).count();
        ((self.plies - given) as usize).saturating_sub(made_by_others)
    }

    /// Returns the best win probability that a player had after a judged move, or later.
    fn best_chance_after(self, index: usize, player: Player) -> f64 {
        let own = chance_after(player, &self.judged[index]);
        let later = self.judged[index + 1..].iter().flat_map(|later| {
            let before = chance_of(player, later, later.evaluation.best);
            [before, chance_after(player, later)]
        });
        let failure = self.failures.iter();
        let failure = failure
            .filter(|failed| failed.player == player && failed.ply == self.plies + 1)
            .filter_map(|failed| failed.value)
            .map(chance);
        later.chain(failure).fold(own, f64::max)
    }

    /// Returns the moves of a player that cost much for good, after which they had never more than
    /// `most`; the game ended with `end` for them.
    fn lasting_losses(self, player: Player, end: f64, most: f64) -> Vec<DecisiveMove<'a>> {
        if self.has_gaps() {
            return Vec::new();
        }
        let decisive = |(index, ply): (usize, &'a JudgedPly)| {
            let before = chance(ply.evaluation.best);
            let after = self.best_chance_after(index, player).max(end);
            let lasting_loss = before - after;
            let decides = ply.player == player
                && ply.judgement.class.is_bad()
                && before >= MIN_CHANCE
                && after <= most
                && lasting_loss >= MIN_LASTING_LOSS;
            decides.then_some(DecisiveMove { ply, lasting_loss })
        };
        self.judged
            .iter()
            .enumerate()
            .filter_map(decisive)
            .collect()
    }

    /// Returns the move with which a player lost the game for good.
    fn decisive_move(self, loser: Player) -> Option<DecisiveMove<'a>> {
        last_of_the_largest(self.lasting_losses(loser, 0.0, MAX_CHANCE_LEFT))
    }

    /// Returns the move with which one of the players let a win slip for good.
    fn decisive_move_of_draw(self) -> Option<DecisiveMove<'a>> {
        let end = Proven::Draw.win();
        let both =
            Player::ALL.map(|player| self.lasting_losses(player, end, MAX_CHANCE_LEFT_IN_DRAW));
        last_of_the_largest(both.into_iter().flatten().collect())
    }

    fn move_headline(
        self,
        decisive: &DecisiveMove<'_>,
        failed: Option<&PlayerFailure>,
    ) -> Headline {
        let ply = decisive.ply;
        let (before, after) = (ply.evaluation.best, ply.evaluation.played);
        let name = self.name(ply.player);
        let error = ply.judgement.loss_error;
        let won = self.record.result.as_ref().and_then(|result| result.winner);
        let lost = match won {
            Some(Winner::Draw) if failed.is_none() => "let the win slip for good",
            _ => "lost the game for good",
        };
        let mut sentence = format!(
            "{name} {lost} with {} {}, from {} to {}",
            ply.ply,
            ply.token,
            value_text(before),
            value_text(after)
        );
        if error > 0.0 {
            let _ = write!(sentence, " (±{})", percent_text(error));
        }
        if let Some(failed) = failed {
            let _ = write!(sentence, ", and {}", failure_words(failed));
        }
        sentence.push('.');
        let largest = self.largest_mistake(ply.player, ply.ply);
        if let Some(largest) = largest {
            let _ = write!(
                sentence,
                " The largest mistake before was {}.",
                mistake_text(largest)
            );
        }
        let cards = player_summaries(self.judged);
        if let Some((winner, luck)) = won.and_then(|winner| luck_of(winner, &cards)) {
            let _ = write!(
                sentence,
                " Luck gave {} {} more.",
                self.name(winner),
                percent_text(luck)
            );
        }
        Headline {
            decided_by: DecidedBy::Move,
            ply: Some(ply.ply),
            player: Some(ply.player),
            before: Some(before),
            after: Some(after),
            error,
            largest_before: largest.map(|ply| ply.ply),
            sentence,
        }
    }

    /// Returns the mistake of a player before a ply that gave most away.
    fn largest_mistake(self, player: Player, before: u32) -> Option<&'a JudgedPly> {
        let counted = |ply: &&JudgedPly| ply.judgement.counted_loss();
        let mistakes = self.judged.iter().filter(|ply| {
            ply.player == player && ply.ply < before && ply.judgement.class >= MoveClass::Mistake
        });
        mistakes.max_by(|a, b| counted(a).total_cmp(&counted(b)))
    }

    fn failure_headline(self, failed: &PlayerFailure) -> Headline {
        let name = self.name(failed.player);
        let what = failure_words(failed);
        let mut sentence = match failed.value.map(|value| (value.proven, value.win)) {
            Some((Some(Proven::Win), _)) => format!("{name} had a proven win and {what}"),
            Some((Some(Proven::Draw), _)) => format!("{name} had a proven draw and {what}"),
            Some((Some(Proven::Loss), _)) => format!("{name} had lost (proven) and {what}"),
            Some((None, win)) => format!("{name} stood at {} and {what}", estimate_text(win)),
            None => format!("{name} {what}"),
        };
        let others = self.failures.iter();
        for other in others.filter(|other| other.player != failed.player) {
            let _ = write!(
                sentence,
                "; {} {}",
                self.name(other.player),
                failure_words(other)
            );
        }
        sentence.push('.');
        Headline {
            decided_by: DecidedBy::Fault,
            ply: Some(failed.ply),
            player: Some(failed.player),
            before: failed.value,
            sentence,
            ..Headline::EMPTY
        }
    }

    /// Returns the headline of a failure of which the log does not say where it happened.
    fn unplaced_failure_headline(self, player: Player, fault: Fault) -> Headline {
        Headline {
            decided_by: DecidedBy::Fault,
            player: Some(player),
            sentence: format!("{} {}.", self.name(player), fault_words(fault)),
            ..Headline::EMPTY
        }
    }

    fn unknown_headline(self) -> Headline {
        let (judged, all) = (self.judged.len(), self.choice_count());
        Headline {
            sentence: format!(
                "The review covers {judged} of {all} moves, too few to say which one decided."
            ),
            ..Headline::EMPTY
        }
    }

    /// Returns the headline of a game that luck decided.
    fn luck_headline(self, winner: Winner) -> Option<Headline> {
        let cards = player_summaries(self.judged);
        let (winner, luck) = luck_of(winner, &cards)?;
        let loser = winner.opponent();
        let [own, other] = [winner, loser].map(|player| &cards[player.index()]);
        if luck <= other.loss - own.loss {
            return None;
        }
        // The event that helped the winner most, by either player's draw.
        let helped = |ply: &JudgedPly| {
            let gain = ply.evaluation.luck.map_or(0.0, |luck| luck.win);
            if ply.player == winner { gain } else { -gain }
        };
        let largest = self
            .judged
            .iter()
            .max_by(|a, b| helped(a).total_cmp(&helped(b)))?;
        let [winner_name, loser_name] = [winner, loser].map(|player| self.name(player));
        Some(Headline {
            decided_by: DecidedBy::Luck,
            ply: Some(largest.ply),
            player: Some(winner),
            sentence: format!(
                "Luck decided: it gave {winner_name} {} more than {loser_name}, most at ply {} \
                 ({}); the moves of {winner_name} gave away {}, those of {loser_name} {}.",
                percent_text(luck),
                largest.ply,
                signed_percent_text(helped(largest)),
                percent_text(own.loss),
                percent_text(other.loss),
            ),
            ..Headline::EMPTY
        })
    }

    /// Returns the headline of a game in which nothing decided.
    fn plain_headline(self, winner: Winner) -> Headline {
        let mut sentence = "No single move decided".to_owned();
        let mut largest = None;
        if let Some(loser) = winner.player().map(Player::opponent) {
            let first = self.judged.first();
            let first_chance = first.map(|first| chance_of(loser, first, first.evaluation.best));
            let best_later = self.best_chance_after(0, loser);
            if first_chance.is_some_and(|win| win.max(best_later) <= MAX_CHANCE_LEFT) {
                let _ = write!(sentence, ": {} was behind from the start", self.name(loser));
            }
            largest = self.largest_mistake(loser, u32::MAX);
        }
        sentence.push('.');
        if let Some(largest) = largest {
            let _ = write!(
                sentence,
                " The largest mistake was {}.",
                mistake_text(largest)
            );
        }
        Headline {
            decided_by: DecidedBy::Nothing,
            largest_before: largest.map(|ply| ply.ply),
            sentence,
            ..Headline::EMPTY
        }
    }
}

impl Headline {
    /// A headline without facts.
    const EMPTY: Self = Self {
        decided_by: DecidedBy::Unknown,
        ply: None,
        player: None,
        before: None,
        after: None,
        error: 0.0,
        largest_before: None,
        sentence: String::new(),
    };
}

/// Returns the winner and how much more luck gave them than the loser, if that is much.
fn luck_of(winner: Winner, cards: &[PlayerSummary; 2]) -> Option<(Player, f64)> {
    let winner = winner.player()?;
    let [own, other] = [winner, winner.opponent()].map(|player| cards[player.index()].luck);
    let luck = own? - other?;
    (luck >= MIN_LUCK).then_some((winner, luck))
}

/// Returns the last of the moves that cost about as much as the largest.
fn last_of_the_largest(mut moves: Vec<DecisiveMove<'_>>) -> Option<DecisiveMove<'_>> {
    let losses = moves.iter().map(|decisive| decisive.lasting_loss);
    let largest = losses.fold(0.0, f64::max);
    moves.retain(|decisive| decisive.lasting_loss >= COMPARABLE_SHARE * largest);
    moves.into_iter().max_by_key(|decisive| decisive.ply.ply)
}

/// Returns a value in words: `64 %`, `a proven win`.
fn value_text(value: LineValue) -> String {
    value.proven.map_or_else(
        || estimate_text(value.win),
        |proven| proven_text(proven).to_owned(),
    )
}

/// Returns an estimated win probability in words: an estimate is never certain.
fn estimate_text(win: f64) -> String {
    percent_text(win.clamp(0.01, 0.99))
}

/// Returns a mistake with the loss that its sign was given for: `18 c7b7 (−45 %)`.
fn mistake_text(ply: &JudgedPly) -> String {
    let loss = counted_loss_text(ply.judgement.counted_loss());
    format!("{} {} ({loss})", ply.ply, ply.token)
}

/// Returns what a player did at a failure: `crashed at ply 7`.
fn failure_words(failed: &PlayerFailure) -> String {
    format!("{} at ply {}", fault_words(failed.fault), failed.ply)
}

/// Returns what a player did who failed: `ran out of time`.
const fn fault_words(fault: Fault) -> &'static str {
    match fault {
        Fault::Illegal => "made an illegal move",
        Fault::Timeout => "ran out of time",
        Fault::Crash => "crashed",
        Fault::Exit => "exited",
        Fault::Resignation => "resigned",
        Fault::Jury => "was replaced by the jury",
    }
}
