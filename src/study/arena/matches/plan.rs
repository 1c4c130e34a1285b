//! The schedule of a match: which bots meet in which game, from which opening.

use super::super::game_spec::{GameSpec, draw_opening};
use super::score::GameScore;
use super::swiss::SwissRounds;
use kifu_core::contract::Setup;
use kifu_core::games::DynGame;
use kifu_core::search::SplitMix64;

/// The system by which bots are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingSystem {
    /// Every bot plays every other bot.
    RoundRobin,
    /// The first bot plays every other bot.
    Gauntlet,
    /// Each round pairs bots with about equal scores that have not met.
    Swiss {
        /// The number of rounds.
        rounds: u32,
    },
}

/// The openings from which the games of a match start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningSource {
    /// Every game starts at the start position.
    #[default]
    StartPosition,
    /// Every pair of games starts with this number of random plies.
    Random(u32),
    /// The pairs of games take these openings in turn, each a list of tokens.
    Given(Vec<Vec<String>>),
}

/// The schedule of all games of a match. The two games of a pair share chance events and opening,
/// with the sides changed.
///
/// ```
/// use kifu_study::arena::{MatchPlan, OpeningSource, PairingSystem, SwissRounds};
/// use kifu_core::contract::Setup;
/// use kifu_core::games::{CATALOGUE, by_id};
///
/// let plan = MatchPlan {
///     game: by_id(CATALOGUE, "clobber").unwrap(),
///     setup: Setup::default(),
///     bot_count: 3,
///     pairing: PairingSystem::RoundRobin,
///     games_per_meeting: 2,
///     seed: 1,
///     openings: OpeningSource::StartPosition,
/// };
/// assert_eq!(plan.game_count(), 6);
/// let mut rounds = SwissRounds::default();
/// let [first, second] = [0, 1].map(|index| plan.game_spec(index, &mut rounds, &[]).unwrap());
/// assert_eq!((first.pair, second.pair), (0, 0));
/// assert_eq!(first.contestant_indices, [0, 1]);
/// assert_eq!(second.contestant_indices, [1, 0]);
/// ```
#[derive(Clone)]
pub struct MatchPlan {
    /// The game that is played.
    pub game: &'static dyn DynGame,
    /// The setup of the game; parameters that it leaves open are drawn by lot.
    pub setup: Setup,
    /// The number of bots.
    pub bot_count: usize,
    /// The system by which bots are paired.
    pub pairing: PairingSystem,
    /// The number of games that two bots play when they meet; even.
    pub games_per_meeting: u32,
    /// The random seed of the match.
    pub seed: u64,
    /// The openings from which the games start.
    pub openings: OpeningSource,
}

impl MatchPlan {
    /// Returns the number of games, [`u32::MAX`] if there are more.
    pub fn game_count(&self) -> u32 {
        u32::try_from(self.exact_game_count()).unwrap_or(u32::MAX)
    }

    /// Returns the number of games, which may be larger than the numbers of games can be.
    pub fn exact_game_count(&self) -> u128 {
        let bots = self.bot_count as u128;
        let meetings = match self.pairing {
            PairingSystem::RoundRobin => bots * bots.saturating_sub(1) / 2,
            PairingSystem::Gauntlet => bots.saturating_sub(1),
            PairingSystem::Swiss { rounds } => u128::from(rounds) * (bots / 2),
        };
        meetings.saturating_mul(self.games_per_meeting.into())
    }

    /// Returns the game with this number, from 0; `None` if its pairing depends on games that have
    /// no score yet.
    ///
    /// Only the Swiss system uses `rounds`, which are those of this match, and the scores so far, in
    /// the order in which the games ended. It is asked for games in the order of their numbers.
    pub fn game_spec(
        &self,
        index: u32,
        rounds: &mut SwissRounds,
        scores: &[GameScore],
    ) -> Option<GameSpec> {
        // The two games of a pair follow each other.
        let pair = index / 2;
        let (round, [first, second]) = match self.pairing {
            PairingSystem::Swiss { .. } => self.swiss_meeting(index, rounds, scores)?,
            PairingSystem::RoundRobin | PairingSystem::Gauntlet => {
                let meetings = self.game_count() / self.games_per_meeting.max(1);
                let meeting = (pair % meetings.max(1)) as usize;
                (pair / meetings.max(1) + 1, self.meeting(meeting)?)
            }
        };
        let seed = SplitMix64::new(self.seed.wrapping_add(u64::from(pair) << 20)).next() >> 11;
        let contestant_indices = if index.is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        };
        Some(GameSpec {
            index,
            round,
            pair,
            contestant_indices,
            seed,
            opening: self.opening(pair, seed),
        })
    }

    /// Returns the bots of a meeting, numbered within one cycle of a round robin or gauntlet.
    fn meeting(&self, mut index: usize) -> Option<[usize; 2]> {
        let firsts = match self.pairing {
            PairingSystem::Gauntlet => 1,
            _ => self.bot_count,
        };
        for first in 0..firsts {
            let opponents = self.bot_count - first - 1;
            if index < opponents {
                return Some([first, first + 1 + index]);
            }
            index -= opponents;
        }
        None
    }

    fn swiss_meeting(
        &self,
        index: u32,
        rounds: &mut SwissRounds,
        scores: &[GameScore],
    ) -> Option<(u32, [usize; 2])> {
        let pair_count = u32::try_from(self.bot_count / 2).ok()?;
        let games_per_round = pair_count
            .checked_mul(self.games_per_meeting)
            .filter(|games| *games > 0)?;
        let (round, index_in_round) = (index / games_per_round, index % games_per_round);
        let pairs = rounds.pairs_of_round(round, games_per_round, scores)?;
        let pair_index = (index_in_round / self.games_per_meeting) as usize;
        Some((round + 1, *pairs.get(pair_index)?))
    }

    fn opening(&self, pair: u32, seed: u64) -> Vec<String> {
        match &self.openings {
            OpeningSource::StartPosition => Vec::new(),
            OpeningSource::Random(plies) => draw_opening(self.game, &self.setup, seed, *plies),
            OpeningSource::Given(all) => {
                let index = pair as usize % all.len().max(1);
                all.get(index).cloned().unwrap_or_default()
            }
        }
    }
}
