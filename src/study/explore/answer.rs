//! What an archive says about a position.

use super::explorer::GameFacts;
use super::game_trace::TracedEvaluation;
use kifu_core::contract::{Player, Winner};

/// A mean over some of the games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeanValue {
    sum: i64,
    count: u32,
}

impl MeanValue {
    fn add(&mut self, value: i64) {
        self.sum += value;
        self.count += 1;
    }

    /// Returns the number of values.
    pub const fn count(&self) -> u32 {
        self.count
    }

    /// Returns the mean in units of which `units` make 1; `None` without values.
    #[expect(
        clippy::cast_precision_loss,
        reason = "sums of points and shares are far below 2^53"
    )]
    fn mean(&self, units: f64) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / f64::from(self.count) / units)
    }
}

/// The counts of some games: results, and means where they are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of games.
    pub games: u32,
    /// The games that the first and the second player won.
    pub wins: [u32; 2],
    /// The drawn games.
    pub draws: u32,
    points: MeanValue,
    win: MeanValue,
    loss: MeanValue,
}

impl Tally {
    /// Counts a game in which `player` moved, and the evaluation of that move.
    pub(super) fn add(
        &mut self,
        facts: &GameFacts,
        player: Option<Player>,
        evaluation: Option<TracedEvaluation>,
    ) {
        self.games += 1;
        match facts.winner {
            Some(Winner::First) => self.wins[0] += 1,
            Some(Winner::Second) => self.wins[1] += 1,
            Some(Winner::Draw) => self.draws += 1,
            None => {}
        }
        if let (Some(points), Some(player)) = (facts.points, player) {
            self.points.add(points[player.index()].into());
        }
        if let Some(evaluation) = evaluation.filter(|found| *found != TracedEvaluation::NONE) {
            self.win.add(evaluation.win.into());
            self.loss.add(evaluation.loss.into());
        }
    }

    /// Returns the mean contest points of the player who moved; `None` if no game has points.
    pub fn points(&self) -> Option<f64> {
        self.points.mean(1.0)
    }

    /// Returns the mean win probability, 0 to 1, of the player who moved, by the games that were
    /// reviewed.
    pub fn win(&self) -> Option<f64> {
        self.win.mean(TracedEvaluation::UNITS)
    }

    /// Returns the mean win probability, 0 to 1, that the move gave away, by the games that were
    /// reviewed.
    pub fn loss(&self) -> Option<f64> {
        self.loss.mean(TracedEvaluation::UNITS)
    }

    /// Returns the number of games in which the move was reviewed.
    pub const fn reviewed(&self) -> u32 {
        self.win.count()
    }
}

/// A move that was played in the position, with all moves that are its images.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredMove {
    /// The token of the move, without a chance outcome.
    pub token: String,
    /// The games in which it was played.
    pub tally: Tally,
    /// The players who played it, each with the number of games, the most frequent first.
    pub players: Vec<(String, u32)>,
    /// The labels of the games, in the order in which they were added.
    pub labels: Vec<u32>,
}

/// Moves that share a feature, made at the same ply in any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExploredFeature {
    /// The name of the feature.
    pub name: &'static str,
    /// The games in which such a move was made.
    pub tally: Tally,
}

/// What an archive says about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplorerAnswer {
    /// The games that came to the position.
    pub tally: Tally,
    /// The labels of these games, in the order in which they were added.
    pub labels: Vec<u32>,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The features of all moves at this ply, in a game that has such features.
    pub features: Vec<ExploredFeature>,
}
