//! The levels of play: the game's engine, and simple opponents that play every game and do not look
//! ahead.

use super::engine::{Engine, perspective};
use super::has_engine::HasEngine;
use super::{
    AlphaBeta, Coverage, Mcts, PointsEvaluator, Resources, SearchLine, SearchRequest, SearchResult,
    SplitMix64, Value,
};
use crate::contract::{Faults, Game, MoveOf, Player, Position, Proven, Turn};
use std::fmt;
use std::str::FromStr;

/// A level of play: the game's engine, or a simple opponent to measure engines against.
///
/// ```
/// use kifu_core::search::Level;
///
/// assert_eq!("uct".parse(), Ok(Level::Uct));
/// assert!("grandmaster".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Plays a random legal move.
    Random,
    /// Plays the move that leads to the best balance of points, without searching the replies.
    Greedy,
    /// Searches for the best balance of points by alpha-beta, as deep as the budget allows.
    Minimax,
    /// Plays by Monte Carlo tree search that knows only the rules.
    Uct,
    /// Plays by the game's own engine.
    #[default]
    Engine,
}

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Greedy,
        Self::Minimax,
        Self::Uct,
        Self::Engine,
    ];

    /// Returns the name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Minimax => "minimax",
            Self::Uct => "uct",
            Self::Engine => "engine",
        }
    }

    /// Returns the names by which older versions knew the level.
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Self::Engine => &["brain"],
            Self::Random | Self::Greedy | Self::Minimax | Self::Uct => &[],
        }
    }

    /// Returns a description in a few words.
    pub const fn description(self) -> &'static str {
        match self {
            Self::Random => "any legal move",
            Self::Greedy => "the move with the most points, or else with the fewest replies",
            Self::Minimax => "alpha-beta search for the most points, or else for mobility",
            Self::Uct => "Monte Carlo tree search that knows only the rules",
            Self::Engine => "the game's engine",
        }
    }

    /// Creates an engine of this level, within the given resources. The simple opponents search on
    /// one thread.
    pub fn new_engine<G: HasEngine>(self, resources: Resources) -> Box<dyn Engine<G>> {
        match self {
            Self::Random => Box::new(RandomMover),
            Self::Greedy => Box::new(GreedyMover),
            Self::Minimax => Box::new(AlphaBeta::with_evaluator(
                PointsEvaluator,
                resources.memory_mb,
            )),
            Self::Uct => Box::new(Mcts::new(resources.memory_mb)),
            Self::Engine => resources.new_engine(),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that is not the name of a level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected one of {}, found `{found}`", Level::ALL.map(Level::name).join(", "))]
pub struct UnknownLevel {
    /// The text that was found.
    pub found: String,
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, UnknownLevel> {
        let is_named = |level: &Self| level.name() == text || level.aliases().contains(&text);
        Self::ALL
            .into_iter()
            .find(is_named)
            .ok_or_else(|| UnknownLevel {
                found: text.to_owned(),
            })
    }
}

// Simple opponents for any game, which do not look ahead.

/// An engine that plays a random legal move, all with equal probability.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomMover;

/// An engine that plays the move after which it is best off, and a random one of equals.
///
/// It prefers a win, then the greatest lead in points, or, in a game without points before its end,
/// the fewest answers of the opponent.
#[derive(Clone, Copy, Debug)]
pub(super) struct GreedyMover;

/// The score of a move; the greater, the better.
type MoveScore = (Proven, i64);

/// Returns a random one of the moves with the highest score, and the number of legal moves.
///
/// The random numbers depend on the seed and the position, so that they differ from ply to ply.
fn pick_best<P: Position>(
    position: &P,
    seed: u64,
    mut score: impl FnMut(&P::Move) -> MoveScore,
) -> (Option<P::Move>, u64) {
    let mut random = SplitMix64::new(seed ^ position.key());
    let (mut best, mut nodes, mut equal) = (None, 0, 0);
    position.legal_moves(&mut |mv| {
        nodes += 1;
        let score = score(&mv);
        match &best {
            Some((_, highest)) if score < *highest => {}
            Some((_, highest)) if score == *highest => {
                // The nth of equal moves replaces the one before with a probability of 1/n.
                equal += 1;
                if random.below(equal) == 0 {
                    best = Some((mv, score));
                }
            }
            _ => {
                equal = 1;
                best = Some((mv, score));
            }
        }
    });
    (best.map(|(mv, _)| mv), nodes)
}

/// Returns the result of a search that found this move among this number of legal moves.
fn report<P: Position>(position: &P, (mv, nodes): (Option<P::Move>, u64)) -> SearchResult<P::Move> {
    if position.turn() == Turn::Over {
        return SearchResult::game_over(position);
    }
    let value = Value::estimate(0.5, None);
    let line = |mv| SearchLine {
        mv,
        value,
        visits: 1,
        depth: 1,
        pv: vec![mv],
    };
    SearchResult {
        value,
        lines: mv.map(line).into_iter().collect(),
        nodes,
        coverage: Coverage::AllMoves,
    }
}

/// Returns the score of a move for a player, summed over all determinizations of the position.
fn score_move<P: Position>(determinizations: &[P], player: Player, mv: &P::Move) -> MoveScore {
    let (mut result, mut margin) = (Proven::Draw, 0);
    for determinization in determinizations {
        let mut after = determinization.clone();
        after.apply(mv);
        let outcome = after.outcome(Faults::NONE);
        if let Some(winner) = outcome.winner {
            result = Proven::of(winner, player);
        }
        margin += match outcome.scores {
            Some(scores) => {
                i64::from(scores[player.index()]) - i64::from(scores[player.opponent().index()])
            }
            None => -count_replies(&after),
        };
    }
    (result, margin)
}

/// Returns the number of legal moves.
fn count_replies<P: Position>(position: &P) -> i64 {
    let mut count = 0;
    position.legal_moves(&mut |_| count += 1);
    count
}

impl<G: Game> Engine<G> for RandomMover {
    fn name(&self) -> String {
        "random 1".to_owned()
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        _progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let best = pick_best(position, request.seed, |_| (Proven::Draw, 0));
        report(position, best)
    }
}

impl<G: Game> Engine<G> for GreedyMover {
    fn name(&self) -> String {
        "greedy 1".to_owned()
    }

    fn analyze(
        &mut self,
        position: &G::Position,
        request: &SearchRequest<'_, MoveOf<G>>,
        _progress: &mut dyn FnMut(&SearchResult<MoveOf<G>>),
    ) -> SearchResult<MoveOf<G>> {
        let player = perspective(position);
        let mut determinizations = Vec::new();
        position.determinizations(&mut |state| determinizations.push(state));
        let best = pick_best(position, request.seed, |mv| {
            score_move(&determinizations, player, mv)
        });
        report(position, best)
    }
}
