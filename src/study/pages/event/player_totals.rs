//! The sums of a player over the games of an event.

use super::event_game::EventGame;
use crate::review::GamePhase;
use crate::scout::PlySums;
use kifu_core::contract::{Fault, Player};
use std::collections::BTreeMap;

/// The games won, drawn and lost, and those without a result.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResultCounts {
    pub wdl: [u32; 3],
    pub unknown: u32,
}

impl ResultCounts {
    fn add(&mut self, value: Option<f64>) {
        match value {
            Some(value) if value > 0.75 => self.wdl[0] += 1,
            Some(value) if value > 0.25 => self.wdl[1] += 1,
            Some(_) => self.wdl[2] += 1,
            None => self.unknown += 1,
        }
    }

    /// Returns the share of the points, 0 to 1; `None` without results.
    pub fn share(&self) -> Option<f64> {
        let [won, drawn, _] = self.wdl.map(f64::from);
        let games: u32 = self.wdl.iter().sum();
        (games > 0).then(|| (won + drawn / 2.0) / f64::from(games))
    }
}

/// The sums of a player.
#[derive(Default)]
pub(super) struct EventPlayerTotals<'a> {
    pub all: ResultCounts,
    /// As the first and as the second player.
    pub by_seat: [ResultCounts; 2],
    pub by_opponent: BTreeMap<&'a str, ResultCounts>,
    pub phases: BTreeMap<GamePhase, PlySums>,
    pub plies: PlySums,
    pub faults: BTreeMap<Fault, u32>,
    /// The claims to win that were right, and those that were wrong.
    pub claims: [u32; 2],
    /// The sum of the luck in win probability, and the number of games in which it is known.
    pub luck: (f64, u32),
    /// The total times of the games, in milliseconds, by the longest.
    pub game_times_ms: Vec<u64>,
}

impl<'a> EventPlayerTotals<'a> {
    /// Sums up the games of a player.
    pub fn new(name: &str, games: &[&'a EventGame]) -> Self {
        let mut totals = Self::default();
        for game in games {
            if let Some(player) = game.seat(name) {
                totals.add(game, player);
            }
        }
        totals
            .game_times_ms
            .sort_unstable_by(|one, two| two.cmp(one));
        totals
    }

    fn add(&mut self, game: &'a EventGame, player: Player) {
        let index = player.index();
        let value = game.score.value(player);
        self.all.add(value);
        self.by_seat[index].add(value);
        let opponent = game.names[player.opponent().index()].as_str();
        self.by_opponent.entry(opponent).or_default().add(value);
        for (phase, sums) in game.phases[index].known() {
            self.phases.entry(phase).or_default().add(sums);
            self.plies.add(sums);
        }
        if let Some(fault) = game.score.faults[index] {
            *self.faults.entry(fault).or_default() += 1;
        }
        if let Some((_, was_right)) = game.claims[index] {
            self.claims[usize::from(!was_right)] += 1;
        }
        if let Some(luck) = game.luck[index] {
            self.luck.0 += luck;
            self.luck.1 += 1;
        }
        let by_plies: u64 = game.phases[index]
            .known()
            .map(|(_, sums)| sums.time_ms)
            .sum();
        let time = game.score.time_ms[index].or((by_plies > 0).then_some(by_plies));
        self.game_times_ms.extend(time);
    }
}
