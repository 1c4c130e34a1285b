//! The result of a duel.

use super::Bar;
use crate::common::statistics::{Z95, mean_and_error};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The results of the two games of a pair, from the engine's view.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct PairResult {
    /// The score of each game: 1, ½ or 0.
    pub scores: [f64; 2],
    /// The margin of each game.
    pub margins: [f64; 2],
    /// Whether each game ended in the way that is counted.
    pub counted_endings: [bool; 2],
}

/// The result of a duel, from the engine's view.
#[derive(Clone, Copy, Debug, Default)]
pub struct DuelReport {
    /// The numbers of wins, draws and losses.
    pub wins_draws_losses: [u32; 3],
    /// The mean score in percent, and half the width of its 95 % interval.
    pub score: (f64, f64),
    /// The mean margin of a game, and half the width of its 95 % interval.
    pub margin: (f64, f64),
    /// The numbers of wins and other results among the endings that are counted.
    pub counted_endings: [u32; 2],
}

impl DuelReport {
    /// Sums up the results. The unit of the statistics is the pair, whose games are not
    /// independent.
    pub fn new(pairs: &[PairResult]) -> Self {
        let mut report = Self::default();
        let (mut scores, mut margins) = (Vec::new(), Vec::new());
        for pair in pairs {
            scores.push(50.0 * pair.scores.iter().sum::<f64>());
            margins.push(pair.margins.iter().sum::<f64>() / 2.0);
            for (score, is_counted) in pair.scores.iter().zip(pair.counted_endings) {
                let result = ((1.0 - score) * 2.0) as usize;
                report.wins_draws_losses[result.min(2)] += 1;
                if is_counted {
                    report.counted_endings[usize::from(result > 0)] += 1;
                }
            }
        }
        let with_interval = |numbers: &[f64]| {
            let (mean, error) = mean_and_error(numbers);
            (mean, Z95 * error)
        };
        report.score = with_interval(&scores);
        report.margin = with_interval(&margins);
        report
    }

    /// Reports whether the result reaches the bar.
    pub fn reaches(&self, bar: Bar) -> bool {
        match bar {
            Bar::None => true,
            Bar::Score(percent) => self.score.0 >= percent,
            Bar::Margin => self.margin.0 > self.margin.1,
        }
    }

    /// Formats the result.
    pub fn text(&self, unit: &str, counted: Option<&str>) -> String {
        let [wins, draws, losses] = self.wins_draws_losses;
        let (score, error) = self.score;
        let mut text = format!(
            "{wins} wins, {draws} draws, {losses} losses: {score:.1} % ± {error:.1} (95 %)\n"
        );
        let (margin, error) = self.margin;
        let _ = writeln!(text, "margin of a game: {margin:+.2} {unit} ± {error:.2}");
        if let Some(name) = counted {
            let [wins, others] = self.counted_endings;
            let _ = writeln!(text, "{name}: {wins} wins, {others} losses");
        }
        text
    }
}
