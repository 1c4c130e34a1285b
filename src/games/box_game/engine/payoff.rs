//! From a lead to what the contest pays.

use super::board::Bitboard;
use super::weights::{PHASE_COUNT, phase_places};
use std::ops::{Add, Div, Mul, Neg};

/// What a position is worth to a player: of two players one has what the other lacks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Payoff {
    /// Contest points above 150: 50 and the lead for a win.
    pub points: f64,
    /// The chance to win above a half, a tie being none.
    pub win: f64,
}

impl Payoff {
    /// Returns the payoff of a game that ended with this board to `player`.
    pub fn of_final_board(board: &Bitboard, player: usize) -> Self {
        let points = board.points();
        Self::from_final_lead(points[player] - points[1 - player])
    }

    /// What an end with this lead gives.
    pub fn from_final_lead(lead: i32) -> Self {
        Self::mean_of_final_leads(lead, lead.signum(), 1)
    }

    /// What so many ends give on the average: the sums of their leads and of those leads' signs.
    pub fn mean_of_final_leads(leads: i32, signs: i32, count: usize) -> Self {
        let signs = f64::from(signs);
        let sum = Self {
            points: f64::from(leads) + 50.0 * signs,
            win: 0.5 * signs,
        };
        sum / count as f64
    }

    /// What a lead is worth that is expected at the end, with so much that can still happen.
    pub fn from_expected_lead(lead: f64, phase: usize) -> Self {
        // As good as a logistic function, and the same on every machine.
        let part = lead / lead_spread(phase);
        let win = 0.5 * part / (1.0 + part * part).sqrt();
        Self {
            points: lead + 100.0 * win,
            win,
        }
    }
}

impl Add for Payoff {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            points: self.points + other.points,
            win: self.win + other.win,
        }
    }
}

impl Mul<f64> for Payoff {
    type Output = Self;
    fn mul(self, times: f64) -> Self {
        Self {
            points: self.points * times,
            win: self.win * times,
        }
    }
}

impl Neg for Payoff {
    type Output = Self;
    fn neg(self) -> Self {
        self * -1.0
    }
}

/// By how much a lead can still change. Fitted on 4 000 games of the brain against itself, by what
/// makes their results likeliest: 1.25 with two places left, 3 with twenty, 6 with eighty, 7.5 from
/// 150 on.
fn lead_spread(phase: usize) -> f64 {
    let places = f64::from(phase_places(phase.min(PHASE_COUNT - 1)));
    (0.8 + 0.57 * places.sqrt()).min(7.5)
}

/// How much of what the best of many places seems to gain it does gain: of numbers that are a
/// little wrong the largest is mostly too large. Fitted on 13 000 games of those who take the best
/// leaf: 0.95 with two places left, 0.84 with fifteen, 0.8 from twenty-five on.
pub fn best_gain_discount(phase: usize) -> f32 {
    0.75 + 0.25 / (1.0 + phase_places(phase.min(PHASE_COUNT - 1)) / 8.0)
}

impl Div<f64> for Payoff {
    type Output = Self;
    /// No product with the inverse: a mean of halves is a half.
    fn div(self, by: f64) -> Self {
        Self {
            points: self.points / by,
            win: self.win / by,
        }
    }
}
