//! Shares and means with their errors.

use schemars::JsonSchema;
use serde::Serialize;

/// The number of standard errors of an interval of 95 %.
const Z95: f64 = 1.959_964;

/// A share with Wilson's interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutShare {
    /// The share, 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub share: f64,
    /// The lower end of the interval of 95 %.
    #[schemars(range(min = 0, max = 1))]
    pub low: f64,
    /// The upper end of the interval of 95 %.
    #[schemars(range(min = 0, max = 1))]
    pub high: f64,
}

impl ScoutShare {
    /// Returns the share of a count, in which a draw may count half, in a number of games; `None`
    /// without games.
    ///
    /// ```
    /// use kifu_study::scout::ScoutShare;
    ///
    /// let share = ScoutShare::of(8.0, 10).unwrap();
    /// assert_eq!((share.share, share.low, share.high), (0.8, 0.4902, 0.9433));
    /// assert_eq!(ScoutShare::of(0.0, 0), None);
    /// ```
    pub fn of(count: f64, games: u32) -> Option<Self> {
        if games == 0 {
            return None;
        }
        let total = f64::from(games);
        let share = count / total;
        let square = Z95 * Z95;
        let middle = (share + square / (2.0 * total)) / (1.0 + square / total);
        let spread = share * (1.0 - share) / total + square / (4.0 * total * total);
        let radius = Z95 * spread.sqrt() / (1.0 + square / total);
        Some(Self {
            share: rounded(share),
            low: rounded((middle - radius).max(0.0)),
            high: rounded((middle + radius).min(1.0)),
        })
    }
}

/// A mean over the moves of several games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ScoutMean {
    /// The mean of a move.
    pub mean: f64,
    /// Half of the interval of 95 %, with games as the independent observations; null for one game.
    pub error: Option<f64>,
}

impl ScoutMean {
    /// Returns the mean of a move, given the sum and the number of moves of each game; `None` without
    /// moves.
    ///
    /// ```
    /// use kifu_study::scout::ScoutMean;
    ///
    /// let mean = ScoutMean::of(&[(2.0, 10), (4.0, 10)]).unwrap();
    /// assert_eq!((mean.mean, mean.error), (0.3, Some(0.196)));
    /// ```
    pub fn of(games: &[(f64, u32)]) -> Option<Self> {
        let games: Vec<(f64, f64)> = games
            .iter()
            .filter(|(_, moves)| *moves > 0)
            .map(|(sum, moves)| (*sum, f64::from(*moves)))
            .collect();
        let moves: f64 = games.iter().map(|(_, moves)| moves).sum();
        if games.is_empty() {
            return None;
        }
        let mean = games.iter().map(|(sum, _)| sum).sum::<f64>() / moves;
        let residuals = games
            .iter()
            .map(|(sum, moves)| (sum - mean * moves).powi(2));
        #[expect(clippy::cast_precision_loss, reason = "games are few")]
        let count = games.len() as f64;
        let variance = residuals.sum::<f64>() * count / (count - 1.0).max(1.0);
        Some(Self {
            mean: rounded(mean),
            error: (games.len() > 1).then(|| rounded(Z95 * variance.sqrt() / moves)),
        })
    }
}

/// Rounds a number to four decimals, so that it is the same on every machine.
pub(super) fn rounded(number: f64) -> f64 {
    (1e4 * number).round() / 1e4
}
