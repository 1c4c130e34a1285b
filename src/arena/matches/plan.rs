//! Which games a match has.

use super::super::game_spec::{GameSpec, draw_opening};
use super::score::GameScore;
use super::swiss;
use crate::contract::Setup;
use crate::games::DynGame;
use crate::search::SplitMix64;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairingSystem {
    /// Every two bots.
    RoundRobin,
    /// The first bot and every other.
    Gauntlet,
    /// So many rounds; in each, bots that are about equal so far and have not met.
    Swiss {
        /// How many.
        rounds: u32,
    },
}

/// What is on the board before the bots are asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OpeningSource {
    /// The start.
    #[default]
    StartPosition,
    /// So many random plies.
    Random(u32),
    /// These, in turn: each a list of tokens.
    Given(Vec<Vec<String>>),
}

/// All games of a match. Every two games with one number of a pair have the same luck and
/// opening, with the sides changed.
#[derive(Clone)]
pub struct MatchPlan {
    /// The game.
    pub game: &'static dyn DynGame,
    /// Its setup.
    pub setup: Setup,
    /// How many bots.
    pub bot_count: usize,
    /// Who meets whom.
    pub pairing: PairingSystem,
    /// How many games two bots play when they meet; even.
    pub games_per_meeting: u32,
    /// Where the random numbers start.
    pub seed: u64,
    /// What is on the board.
    pub openings: OpeningSource,
}

impl MatchPlan {
    /// How many games there are.
    pub fn game_count(&self) -> u32 {
        let bots = u32::try_from(self.bot_count).unwrap_or(u32::MAX);
        let meetings = match self.pairing {
            PairingSystem::RoundRobin => bots.saturating_mul(bots.saturating_sub(1)) / 2,
            PairingSystem::Gauntlet => bots.saturating_sub(1),
            PairingSystem::Swiss { rounds } => rounds.saturating_mul(bots / 2),
        };
        meetings.saturating_mul(self.games_per_meeting)
    }

    /// The game with this number, from 0; `None` if it depends on games that are not played yet.
    pub fn game_spec(
        &self,
        index: u32,
        played: &[GameScore],
        names: &[String],
    ) -> Option<GameSpec> {
        // The two games of a pair follow each other.
        let pair = index / 2;
        let (round, [first, second]) = match self.pairing {
            PairingSystem::Swiss { .. } => self.swiss_meeting(index, played, names)?,
            PairingSystem::RoundRobin | PairingSystem::Gauntlet => {
                let meetings = self.game_count() / self.games_per_meeting.max(1);
                let meeting = (pair % meetings.max(1)) as usize;
                (pair / meetings.max(1) + 1, self.meeting(meeting)?)
            }
        };
        let seed = SplitMix64::new(self.seed.wrapping_add(u64::from(pair) << 20)).next() >> 11;
        let players = if index.is_multiple_of(2) {
            [first, second]
        } else {
            [second, first]
        };
        Some(GameSpec {
            index,
            round,
            pair,
            contestant_indices: players,
            seed,
            opening: self.opening(pair, seed),
        })
    }

    /// The bots of a meeting in every cycle of a round robin or gauntlet.
    fn meeting(&self, nth: usize) -> Option<[usize; 2]> {
        let firsts = match self.pairing {
            PairingSystem::Gauntlet => 0..1,
            _ => 0..self.bot_count,
        };
        let mut all = firsts.flat_map(|one| (one + 1..self.bot_count).map(move |two| [one, two]));
        all.nth(nth)
    }

    fn swiss_meeting(
        &self,
        index: u32,
        played: &[GameScore],
        names: &[String],
    ) -> Option<(u32, [usize; 2])> {
        let tables = u32::try_from(self.bot_count / 2).ok()?;
        let a_round = tables
            .checked_mul(self.games_per_meeting)
            .filter(|games| *games > 0)?;
        let (round, nth) = (index / a_round, index % a_round);
        let before = |score: &&GameScore| score.index.is_some_and(|at| at < round * a_round);
        let before: Vec<&GameScore> = played.iter().filter(before).collect();
        if before.len() < (round * a_round) as usize {
            return None;
        }
        let tables = swiss::pair_round(names, &before);
        let table = (nth / self.games_per_meeting) as usize;
        Some((round + 1, *tables.get(table)?))
    }

    fn opening(&self, pair: u32, seed: u64) -> Vec<String> {
        match &self.openings {
            OpeningSource::StartPosition => Vec::new(),
            OpeningSource::Random(plies) => draw_opening(self.game, &self.setup, seed, *plies),
            OpeningSource::Given(all) => {
                let nth = pair as usize % all.len().max(1);
                all.get(nth).cloned().unwrap_or_default()
            }
        }
    }
}
