//! The schedule of a match: which bots meet in which game, from which opening; among the pairing
//! systems the Swiss one.

use super::super::game_spec::{GameSpec, draw_opening};
use super::score::GameScore;
use kifu_core::contract::{Player, Setup};
use kifu_core::games::DynGame;
use kifu_core::search::SplitMix64;
use std::collections::BTreeSet;

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
/// use kifu_study::arena::{MatchPlan, OpeningSource, PairingSystem};
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
/// let names = ["A", "B", "C"].map(str::to_owned);
/// let [first, second] = [0, 1].map(|index| plan.game_spec(index, &[], &names).unwrap());
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
    /// Returns the number of games.
    pub fn game_count(&self) -> u32 {
        let bots = u32::try_from(self.bot_count).unwrap_or(u32::MAX);
        let meetings = match self.pairing {
            PairingSystem::RoundRobin => bots.saturating_mul(bots.saturating_sub(1)) / 2,
            PairingSystem::Gauntlet => bots.saturating_sub(1),
            PairingSystem::Swiss { rounds } => rounds.saturating_mul(bots / 2),
        };
        meetings.saturating_mul(self.games_per_meeting)
    }

    /// Returns the game with this number, from 0; `None` if its pairing depends on games that have
    /// no score yet.
    ///
    /// Only the Swiss system uses the scores; `names` are the contestants' names in the order of
    /// the plan.
    pub fn game_spec(
        &self,
        index: u32,
        scores: &[GameScore],
        names: &[String],
    ) -> Option<GameSpec> {
        // The two games of a pair follow each other.
        let pair = index / 2;
        let (round, [first, second]) = match self.pairing {
            PairingSystem::Swiss { .. } => self.swiss_meeting(index, scores, names)?,
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
    fn meeting(&self, index: usize) -> Option<[usize; 2]> {
        let firsts = match self.pairing {
            PairingSystem::Gauntlet => 0..1,
            _ => 0..self.bot_count,
        };
        let mut all =
            firsts.flat_map(|first| (first + 1..self.bot_count).map(move |second| [first, second]));
        all.nth(index)
    }

    fn swiss_meeting(
        &self,
        index: u32,
        scores: &[GameScore],
        names: &[String],
    ) -> Option<(u32, [usize; 2])> {
        let pair_count = u32::try_from(self.bot_count / 2).ok()?;
        let games_per_round = pair_count
            .checked_mul(self.games_per_meeting)
            .filter(|games| *games > 0)?;
        let (round, index_in_round) = (index / games_per_round, index % games_per_round);
        let is_earlier =
            |score: &&GameScore| score.index.is_some_and(|at| at < round * games_per_round);
        let earlier: Vec<&GameScore> = scores.iter().filter(is_earlier).collect();
        if earlier.len() < (round * games_per_round) as usize {
            return None;
        }
        let pairs = pair_round(names, &earlier);
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

/// The number of pairings tried before bots may meet twice.
const MAX_TRIES: usize = 20_000;

/// Returns the pairs of the next round, the leaders' first. With an odd number of bots, a
/// low-ranked bot that has played in every round so far gets the bye.
pub fn pair_round(names: &[String], played: &[&GameScore]) -> Vec<[usize; 2]> {
    let index_of = |name: &String| names.iter().position(|known| known == name);
    let mut half_points = vec![0_u32; names.len()];
    let mut games = vec![0_u32; names.len()];
    let mut met = BTreeSet::new();
    for score in played {
        let [Some(first), Some(second)] = [0, 1].map(|index| index_of(&score.names[index])) else {
            continue;
        };
        met.insert([first.min(second), first.max(second)]);
        for (bot, player) in [(first, Player::First), (second, Player::Second)] {
            games[bot] += 1;
            half_points[bot] += match score.value(player) {
                Some(value) if value > 0.75 => 2,
                Some(value) if value > 0.25 => 1,
                _ => 0,
            };
        }
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|bot| (std::cmp::Reverse(half_points[*bot]), *bot));
    if order.len() % 2 == 1 {
        let most = games.iter().max().copied().unwrap_or(0);
        let bye = order.iter().rposition(|bot| games[*bot] == most);
        order.remove(bye.unwrap_or(order.len() - 1));
    }
    let mut tries_left = MAX_TRIES;
    let mut pairs = Vec::new();
    if !pair_remaining(&order, &met, &mut pairs, &mut tries_left) {
        // All bots have met, or too many pairings were tried.
        pairs = order.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
    }
    pairs
}

/// Pairs the best unpaired bot with the nearest one it has not met, such that the others can be
/// paired, too. Returns false if that is impossible or the tries run out.
fn pair_remaining(
    unpaired: &[usize],
    met: &BTreeSet<[usize; 2]>,
    pairs: &mut Vec<[usize; 2]>,
    tries_left: &mut usize,
) -> bool {
    let Some((first, others)) = unpaired.split_first() else {
        return true;
    };
    for (index, other) in others.iter().enumerate() {
        if *tries_left == 0 {
            return false;
        }
        *tries_left -= 1;
        if met.contains(&[*first.min(other), *first.max(other)]) {
            continue;
        }
        let mut still_unpaired = others.to_vec();
        still_unpaired.remove(index);
        pairs.push([*first, *other]);
        if pair_remaining(&still_unpaired, met, pairs, tries_left) {
            return true;
        }
        pairs.pop();
    }
    false
}
