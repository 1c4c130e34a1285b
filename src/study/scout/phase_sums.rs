//! Sums over the plies of a player: judgements and times, by phase of the game.

use crate::review::{GamePhase, JudgedPly, MoveClass, accuracy};

/// The sums over some plies of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlySums {
    /// The number of judged plies.
    pub judged: u32,
    pub accuracy: f64,
    pub loss: f64,
    /// The number of inaccuracies, mistakes and blunders.
    pub bad: [u32; 3],
    /// The number of plies whose time is known.
    pub timed: u32,
    pub time_ms: u64,
    pub longest_ms: u32,
}

impl PlySums {
    /// Adds other sums.
    pub fn add(&mut self, other: &Self) {
        self.judged += other.judged;
        self.accuracy += other.accuracy;
        self.loss += other.loss;
        for (sum, more) in self.bad.iter_mut().zip(other.bad) {
            *sum += more;
        }
        self.timed += other.timed;
        self.time_ms += other.time_ms;
        self.longest_ms = self.longest_ms.max(other.longest_ms);
    }

    pub fn add_judged(&mut self, ply: &JudgedPly) {
        self.judged += 1;
        self.accuracy += accuracy(ply.judgement.loss);
        self.loss += ply.judgement.loss;
        match ply.judgement.class {
            MoveClass::Only | MoveClass::Good => {}
            MoveClass::Inaccuracy => self.bad[0] += 1,
            MoveClass::Mistake => self.bad[1] += 1,
            MoveClass::Blunder => self.bad[2] += 1,
        }
    }

    pub fn add_time(&mut self, ms: u32) {
        self.timed += 1;
        self.time_ms += u64::from(ms);
        self.longest_ms = self.longest_ms.max(ms);
    }
}

/// The sums over the plies of a player by phase: opening, middle and end.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PhaseSums(pub [PlySums; 3]);

impl PhaseSums {
    pub const PHASES: [GamePhase; 3] = [GamePhase::Opening, GamePhase::Middle, GamePhase::End];

    pub fn of_mut(&mut self, phase: GamePhase) -> &mut PlySums {
        &mut self.0[phase as usize]
    }

    /// Returns the sums of a phase.
    pub const fn of(&self, phase: GamePhase) -> &PlySums {
        &self.0[phase as usize]
    }

    /// Yields the sums of the phases of which something is known.
    pub fn known(&self) -> impl Iterator<Item = (GamePhase, &PlySums)> {
        let all = Self::PHASES.into_iter().zip(&self.0);
        all.filter(|(_, sums)| sums.judged > 0 || sums.timed > 0)
    }
}
