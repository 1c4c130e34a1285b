//! Players of any game that do not look ahead.

use super::engine::{Engine, perspective};
use super::{Coverage, SearchLine, SearchRequest, SearchResult, SplitMix64, Value};
use crate::contract::{Faults, Game, MoveOf, Player, Position, Proven, Turn};

/// Plays any legal move, each as likely as every other.
#[derive(Clone, Copy, Debug)]
pub(super) struct RandomMover;

/// Plays the move after which it is best off, of equal ones any: a won game, else the most points
/// of its own less the other's, else, in a game that counts none on its way, the fewest answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct GreedyMover;

/// A move is as good as this; the greater the better.
type MoveScore = (Proven, i64);

/// The best moves by `worth`, one of them taken at random, and how many moves there are. The
/// random numbers are those of the seed and the position, so that they differ from ply to ply.
fn pick_best<P: Position>(
    position: &P,
    seed: u64,
    mut worth: impl FnMut(&P::Move) -> MoveScore,
) -> (Option<P::Move>, u64) {
    let mut random = SplitMix64::new(seed ^ position.key());
    let (mut found, mut nodes, mut equal) = (None, 0, 0);
    position.legal_moves(&mut |mv| {
        nodes += 1;
        let value = worth(&mv);
        match &found {
            Some((_, most)) if value < *most => {}
            Some((_, most)) if value == *most => {
                // The nth of equal ones takes the place with a probability of 1 in n.
                equal += 1;
                if random.below(equal) == 0 {
                    found = Some((mv, value));
                }
            }
            _ => {
                equal = 1;
                found = Some((mv, value));
            }
        }
    });
    (found.map(|(mv, _)| mv), nodes)
}

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

/// How well off a player is after a move, over all that the position may be in truth.
fn score_move<P: Position>(worlds: &[P], player: Player, mv: &P::Move) -> MoveScore {
    let (mut result, mut margin) = (Proven::Draw, 0);
    for world in worlds {
        let mut after = world.clone();
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
        let found = pick_best(position, request.seed, |_| (Proven::Draw, 0));
        report(position, found)
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
        let mut worlds = Vec::new();
        position.determinizations(&mut |world| worlds.push(world));
        let found = pick_best(position, request.seed, |mv| score_move(&worlds, player, mv));
        report(position, found)
    }
}
