//! The trace of one game: the keys and moves that the explorer keeps.

use crate::review::move_evaluation;
use kifu_core::contract::{Setup, Winner};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{MovedBy, Note, Record};
use kifu_logs::formats::CheckedGame;

/// What a review says of a played move, in units of 1/10 000.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TracedEvaluation {
    /// The win probability of the player after the move.
    pub win: u16,
    /// The win probability that the move gave away.
    pub loss: u16,
}

impl TracedEvaluation {
    /// The number of units of a probability of 1.
    pub const UNITS: f64 = 1e4;
    /// The value that means a move without an evaluation.
    pub const NONE: Self = Self {
        win: u16::MAX,
        loss: u16::MAX,
    };
}

/// The result of a game, and what a review says of its moves.
#[derive(Clone, Debug)]
pub(super) struct TracedOutcome {
    /// The evaluations of the moves; empty if the game was not reviewed.
    pub evaluations: Vec<TracedEvaluation>,
    pub winner: Option<Winner>,
    pub points: Option<[i32; 2]>,
}

/// A judged game that has not been traced: as much of it as a trace needs.
///
/// A trace plays the game once more, so a program that may never need the traces of its games keeps
/// them like this, in less memory.
#[derive(Clone, Debug)]
pub struct UntracedGame {
    game: &'static dyn DynGame,
    setup: Setup,
    moves: String,
    /// The number of plies that count.
    plies: u32,
    outcome: TracedOutcome,
}

impl UntracedGame {
    /// Takes what counts of a game that was judged, and leaves it without setup and moves; `None`
    /// if the game is not known or has no legal ply.
    pub fn take_from(checked: &mut CheckedGame) -> Option<Self> {
        let (game, plies, outcome) = summary(checked)?;
        Some(Self {
            game,
            setup: std::mem::take(&mut checked.record.setup),
            moves: std::mem::take(&mut checked.record.moves),
            plies,
            outcome,
        })
    }

    /// Plays the game once more and traces its positions and moves.
    pub fn trace(&self) -> GameTrace {
        let outcome = self.outcome.clone();
        trace(self.game, &self.setup, &self.moves, self.plies, outcome)
    }
}

/// Returns the game of a judged record, the number of plies that count, and how it went.
///
/// Moves that the jury made belong to no player, so only the plies before the first of them count.
fn summary(checked: &CheckedGame) -> Option<(&'static dyn DynGame, u32, TracedOutcome)> {
    let record = &checked.record;
    let game = by_id(CATALOGUE, &record.game)?;
    let by_jury = |(_, note): &(&u32, &Note)| note.by == Some(MovedBy::Jury);
    let jury = record.notes.iter().find(by_jury);
    let plies = jury.map_or(u32::MAX, |(ply, _)| ply.saturating_sub(1));
    let plies = plies.min(checked.ply_count);
    let (winner, points) = result(record);
    let outcome = TracedOutcome {
        evaluations: evaluations(game, record, plies),
        winner,
        points,
    };
    (plies > 0).then_some((game, plies, outcome))
}

/// Plays a game and traces its positions and moves.
fn trace(
    game: &'static dyn DynGame,
    setup: &Setup,
    moves: &str,
    plies: u32,
    outcome: TracedOutcome,
) -> GameTrace {
    let mut trace = GameTrace {
        game,
        keys: Vec::with_capacity(plies as usize + 1),
        moves: Vec::with_capacity(plies as usize),
        outcome,
    };
    game.trace(setup, moves, plies, &mut |position| {
        trace.keys.push(position.key);
        trace.moves.extend(position.move_number);
    });
    trace.outcome.evaluations.truncate(trace.moves.len());
    trace
}

/// The positions and moves of a game as numbers, with its result.
#[derive(Clone, Debug)]
pub struct GameTrace {
    pub(super) game: &'static dyn DynGame,
    /// The keys of the positions, one more than moves.
    pub(super) keys: Vec<u64>,
    /// The numbers of the moves.
    pub(super) moves: Vec<u32>,
    pub(super) outcome: TracedOutcome,
}

impl GameTrace {
    /// Traces a game that was judged; `None` if the game is not known or has no legal ply.
    pub fn new(checked: &CheckedGame) -> Option<Self> {
        let (game, plies, outcome) = summary(checked)?;
        let record = &checked.record;
        let trace = trace(game, &record.setup, &record.moves, plies, outcome);
        (!trace.moves.is_empty()).then_some(trace)
    }

    /// Returns the id of the game.
    pub fn game_id(&self) -> &'static str {
        self.game.id()
    }
}

/// Returns the winner and the contest points by the rules, or else those of the log.
fn result(record: &Record) -> (Option<Winner>, Option<[i32; 2]>) {
    let pair = |(first, second)| [first, second];
    match (&record.result, &record.reported) {
        (Some(result), _) => (result.winner, result.points.map(pair)),
        (None, Some(reported)) => (reported.winner, reported.points.map(pair)),
        (None, None) => (None, None),
    }
}

/// Returns what a review says of the first `plies` moves; nothing if the game was not reviewed.
fn evaluations(game: &dyn DynGame, record: &Record, plies: u32) -> Vec<TracedEvaluation> {
    if !record.is_reviewed() {
        return Vec::new();
    }
    let tokens = record.tokens().skip(game.info().lead_in);
    let of_ply = |(ply, token)| evaluation(record, ply, &game.move_token(token)?);
    let evaluations = (1..=plies).zip(tokens).map(of_ply);
    evaluations
        .map(|evaluation| evaluation.unwrap_or(TracedEvaluation::NONE))
        .collect()
}

/// Returns what the review says of the move of a ply, if it says something.
fn evaluation(record: &Record, ply: u32, played: &str) -> Option<TracedEvaluation> {
    let note = record.notes.get(&ply)?;
    if note.searches().is_empty() || note.by.is_some() {
        return None;
    }
    let evaluation = move_evaluation(note.searches(), played)?;
    let units = |share: f64| {
        let units = (share.clamp(0.0, 1.0) * TracedEvaluation::UNITS).round();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to 10 000"
        )]
        let units = units as u16;
        units
    };
    Some(TracedEvaluation {
        win: units(evaluation.played.win),
        loss: units(evaluation.loss()),
    })
}
