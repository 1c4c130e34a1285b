//! Playouts, and the hints that a game can give a Monte Carlo search beyond its rules.

use crate::contract::{Actor, Faults, Outcome, Player, Position, Winner};
use crate::search::SplitMix64;

/// The result of a playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutResult {
    /// The first player's share of the win: 0, 0.5, 1, or an estimate between.
    pub first: f32,
    /// The contest points of both players.
    pub points: Option<[f32; 2]>,
}

impl PlayoutResult {
    /// Returns the result of a finished game; half a win each if the winner is unknown.
    #[expect(clippy::cast_precision_loss, reason = "contest points are small")]
    pub fn of(outcome: &Outcome) -> Self {
        Self {
            first: match outcome.winner {
                Some(Winner::First) => 1.0,
                Some(Winner::Second) => 0.0,
                Some(Winner::Draw) | None => 0.5,
            },
            points: outcome
                .points
                .map(|points| points.map(|points| points as f32)),
        }
    }

    /// Returns a player's share of the win, given the first player's.
    #[inline]
    pub(super) fn share(first: f32, player: Player) -> f32 {
        match player {
            Player::First => first,
            Player::Second => 1.0 - first,
        }
    }
}

/// The knowledge about a game that guides a Monte Carlo search beyond the rules.
pub trait PlayoutPolicy<P: Position>: Send {
    /// Plays on to the end of the game, or until the result can be estimated, and calls `played`
    /// with every move. The default plays random moves.
    fn playout(
        &mut self,
        position: P,
        random: &mut SplitMix64,
        played: &mut impl FnMut(Player, &P::Move),
    ) -> PlayoutResult {
        random_playout(position, random, played)
    }

    /// Returns the prior weight of a move, above 0; only the ratios between the moves of a position
    /// matter.
    ///
    /// `None`, for all moves of a position alike, if nothing is known.
    fn prior(&self, _position: &P, _mv: &P::Move) -> Option<f32> {
        None
    }

    /// Reports whether a position below the root may be expanded; if not, it stays a leaf that is
    /// evaluated by playouts, however often it is visited.
    fn should_expand(&self, _position: &P) -> bool {
        true
    }

    /// Returns a number below [`AMAF_SLOTS`](Self::AMAF_SLOTS) that is shared by all moves that
    /// RAVE treats as the same.
    fn amaf_slot(&self, _mv: &P::Move) -> usize {
        0
    }

    /// The number of AMAF slots; 0 disables RAVE.
    const AMAF_SLOTS: usize = 0;

    /// The maximum number of moves of a position below the root; those with the highest priors are
    /// kept.
    const MAX_CHILDREN: usize = usize::MAX;
}

/// A policy that knows only the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPolicy;

impl<P: Position> PlayoutPolicy<P> for UniformPolicy {}

/// Plays random moves, with random chance outcomes, until the game is over.
pub fn random_playout<P: Position>(
    mut position: P,
    random: &mut SplitMix64,
    played: &mut impl FnMut(Player, &P::Move),
) -> PlayoutResult {
    let (mut moves, mut outcomes) = (Vec::new(), Vec::new());
    loop {
        match position.actor() {
            Actor::Player(player) => {
                moves.clear();
                position.legal_moves(&mut |mv| moves.push(mv));
                let Some(mv) = moves.get(random.index(moves.len())) else {
                    break;
                };
                played(player, mv);
                position.apply(mv);
            }
            Actor::Chance => {
                outcomes.clear();
                position.chance_outcomes(&mut |outcome| outcomes.push(outcome));
                let Some(outcome) = outcomes.get(random.index(outcomes.len())) else {
                    break;
                };
                position.apply_chance(outcome);
            }
        }
    }
    PlayoutResult::of(&position.outcome(Faults::NONE))
}
