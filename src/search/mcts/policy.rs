use crate::contract::{Actor, Faults, Outcome, Player, Position, Winner};
use crate::search::SplitMix64;

/// How a playout ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayoutResult {
    /// The first player's share of the win: 0, 0.5, 1, or a guess between.
    pub first: f32,
    /// Contest points of both.
    pub points: Option<[f32; 2]>,
}

impl PlayoutResult {
    /// The end of a game; half a win each where the rules do not say who won.
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

    /// A player's share of the win.
    #[inline]
    pub(super) fn share(first: f32, player: Player) -> f32 {
        match player {
            Player::First => first,
            Player::Second => 1.0 - first,
        }
    }
}

/// What a game can tell a Monte-Carlo search beyond its rules.
pub trait PlayoutPolicy<P: Position>: Send {
    /// Plays on to the end, or to where it can be judged, telling every player's move to `played`.
    /// The default plays at random.
    fn playout(
        &mut self,
        position: P,
        random: &mut SplitMix64,
        played: &mut impl FnMut(Player, &P::Move),
    ) -> PlayoutResult {
        random_playout(position, random, played)
    }

    /// How good a move looks at first sight, above 0; the sum over all moves does not matter.
    /// `None`, the same for all moves of a position, if nothing is known.
    fn prior(&self, _position: &P, _mv: &P::Move) -> Option<f32> {
        None
    }

    /// Whether a position below the root is looked into; if not, it is worth what playouts from it
    /// say, however often it is met.
    fn should_expand(&self, _position: &P) -> bool {
        true
    }

    /// A number below [`SLOTS`](Self::SLOTS) that moves share which are the same wherever they are
    /// made; without it there is no RAVE.
    fn amaf_slot(&self, _mv: &P::Move) -> usize {
        0
    }

    /// How many slots there are; 0 if the game has none.
    const AMAF_SLOTS: usize = 0;

    /// How many moves of a position below the root are kept at most: those with the best priors.
    const MAX_CHILDREN: usize = usize::MAX;
}

/// A guide that knows the rules and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct UniformPolicy;

impl<P: Position> PlayoutPolicy<P> for UniformPolicy {}

/// Plays random moves, and lets luck deal, until the game is over.
pub fn random_playout<P: Position>(
    mut position: P,
    random: &mut SplitMix64,
    played: &mut impl FnMut(Player, &P::Move),
) -> PlayoutResult {
    let (mut moves, mut deals) = (Vec::new(), Vec::new());
    loop {
        match position.actor() {
            Actor::Player(who) => {
                moves.clear();
                position.legal_moves(&mut |mv| moves.push(mv));
                let Some(mv) = moves.get(random.index(moves.len())) else {
                    break;
                };
                played(who, mv);
                position.apply(mv);
            }
            Actor::Chance => {
                deals.clear();
                position.chance_outcomes(&mut |luck| deals.push(luck));
                let Some(luck) = deals.get(random.index(deals.len())) else {
                    break;
                };
                position.apply_chance(luck);
            }
        }
    }
    PlayoutResult::of(&position.outcome(Faults::NONE))
}
