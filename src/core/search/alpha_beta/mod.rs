//! Alpha-beta search (Knuth and Moore 1975) for any game: iterative deepening with a transposition
//! table and several principal variations.
//!
//! A chance node has the mean value of its outcomes, with Star1 and Star2 pruning. The value of a
//! position with hidden information is the mean over its determinizations. All values are from the
//! first player's point of view, and the player to act maximizes or minimizes accordingly; a player
//! who acts twice in a row is therefore no special case.
//!
//! In a position with more than [`MAX_CHILDREN`](search::MAX_CHILDREN) moves, only those with the
//! highest priorities are searched. If the budget is too small to search all moves to a depth of
//! one ply, the best of those that were searched counts.

mod root;
mod search;

use super::engine::{Engine, perspective};
use super::{SearchRequest, SearchResult};
use crate::contract::{Faults, Game, MoveOf, Outcome, Player, Position, Proven, Turn, Winner};
use crate::search::Value;
use search::TranspositionTable;

/// Alpha-beta search as an [`Engine`] for any game.
pub struct AlphaBeta<E = TerminalEvaluator> {
    evaluator: E,
    memory_mb: usize,
}

impl AlphaBeta<TerminalEvaluator> {
    /// Creates an engine that knows only the rules; it is useful for endgames that it can search
    /// completely.
    pub const fn new(memory_mb: usize) -> Self {
        Self::with_evaluator(TerminalEvaluator, memory_mb)
    }
}

impl<E> AlphaBeta<E> {
    /// Creates an engine with an evaluator, which uses at most about `memory_mb` megabytes.
    pub const fn with_evaluator(evaluator: E, memory_mb: usize) -> Self {
        Self {
            evaluator,
            memory_mb,
        }
    }

    /// Searches a position; see [`Engine::analyze`].
    pub fn search<P: Position>(
        &mut self,
        position: &P,
        request: &SearchRequest<'_, P::Move>,
        progress: &mut dyn FnMut(&SearchResult<P::Move>),
    ) -> SearchResult<P::Move>
    where
        E: Evaluator<P>,
    {
        if position.turn() == Turn::Over {
            return SearchResult::game_over(position);
        }
        let mut table = TranspositionTable::new(self.memory_mb);
        let mut root = root::RootSearch::new(position, request, &self.evaluator, &mut table);
        root.deepen(perspective(position), progress)
    }
}

impl<G: Game, E: Evaluator<G::Position>> Engine<G> for AlphaBeta<E> {
    fn name(&self) -> String {
        "alpha-beta 1".to_owned()
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        self.search(position, request, progress)
    }
}

// Evaluation functions for alpha-beta search.

/// An evaluation function for alpha-beta search.
///
/// All values are from the first player's point of view and lie within [`range`](Self::range). The
/// unit is the evaluator's choice; the default is the win probability, 0 to 1.
pub trait Evaluator<P: Position>: Send {
    /// Returns the minimum and maximum of all values. The narrower the range, the earlier chance
    /// nodes can be pruned.
    fn range(&self) -> [f32; 2] {
        [0.0, 1.0]
    }

    /// Returns the value of a finished game.
    fn terminal_value(&self, outcome: &Outcome) -> f32 {
        match outcome.winner {
            Some(Winner::First) => 1.0,
            Some(Winner::Second) => 0.0,
            Some(Winner::Draw) | None => 0.5,
        }
    }

    /// Returns the static evaluation of a position at which the search stops.
    fn evaluate(&self, _position: &P) -> f32 {
        0.5
    }

    /// Returns the static evaluation of a position in which a chance event is due; `None` to search
    /// all its outcomes first.
    fn evaluate_chance(&self, _position: &P) -> Option<f32> {
        None
    }

    /// Returns the priority of a move; moves of higher priority are searched first.
    fn move_priority(&self, _position: &P, _mv: &P::Move) -> f32 {
        0.0
    }

    /// Converts a value to a [`Value`] for a player.
    ///
    /// `exact` means that nothing was estimated, `has_chance` that the value is a mean over chance
    /// outcomes or determinizations.
    fn value(&self, first: f32, player: Player, exact: bool, has_chance: bool) -> Value {
        let first = f64::from(first);
        let win = match player {
            Player::First => first,
            Player::Second => 1.0 - first,
        };
        let results = [Proven::Loss, Proven::Draw, Proven::Win];
        let result = results.into_iter().find(|result| {
            let is_equal = result.win().total_cmp(&win).is_eq();
            // A mean of 0.5 over won and lost games is not a draw.
            is_equal && exact && (*result != Proven::Draw || !has_chance)
        });
        match result {
            Some(result) => Value::known(result, None),
            None => Value {
                exact,
                ..Value::estimate(win, None)
            },
        }
    }
}

/// An evaluator that knows only the rules: every unfinished game is worth half a win.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminalEvaluator;

impl<P: Position> Evaluator<P> for TerminalEvaluator {}

/// An evaluator that knows only the rules: it counts the points so far, or, in a game without
/// points before its end, the legal moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsEvaluator;

/// The lead in points that counts as winning three games in four.
const LEAD_SCALE: f32 = 8.0;
/// The number of legal moves at which the player to act counts as winning every second game.
const USUAL_MOVE_COUNT: f32 = 20.0;
/// The maximum difference of an estimate from 0.5, since none is as good as a win.
const MAX_EDGE: f32 = 0.49;

impl PointsEvaluator {
    /// Returns the evaluation of a lead; at `scale`, it is halfway between even and the maximum.
    fn from_lead(lead: f32, scale: f32) -> f32 {
        0.5 + MAX_EDGE * lead / (lead.abs() + scale)
    }
}

impl<P: Position> Evaluator<P> for PointsEvaluator {
    #[expect(clippy::cast_precision_loss, reason = "points and moves are few")]
    fn evaluate(&self, position: &P) -> f32 {
        if let Some([first, second]) = position.outcome(Faults::NONE).scores {
            return Self::from_lead((first - second) as f32, LEAD_SCALE);
        }
        let mut count = 0_u32;
        position.legal_moves(&mut |_| count += 1);
        let value = Self::from_lead(count as f32 - USUAL_MOVE_COUNT, USUAL_MOVE_COUNT);
        match position.mover() {
            Some(Player::Second) => 1.0 - value,
            _ => value,
        }
    }

    fn evaluate_chance(&self, position: &P) -> Option<f32> {
        let scores = position.outcome(Faults::NONE).scores;
        scores.map(|_| self.evaluate(position))
    }

    /// Returns the lead in points after the move, so that moves that gain points come first.
    #[expect(clippy::cast_precision_loss, reason = "points are few")]
    fn move_priority(&self, position: &P, mv: &P::Move) -> f32 {
        let outcome = position.after(mv).outcome(Faults::NONE);
        let lead = match (outcome.winner, outcome.scores) {
            (Some(Winner::First), _) => f32::INFINITY,
            (Some(Winner::Second), _) => f32::NEG_INFINITY,
            (_, Some([first, second])) => (first - second) as f32,
            (_, None) => 0.0,
        };
        match position.mover() {
            Some(Player::Second) => -lead,
            _ => lead,
        }
    }
}
