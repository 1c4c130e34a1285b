//! Summaries of a review: a summary per player, the key moments of the game, and the reviewed game
//! with everything that a report says about it.

use super::diagnosis::{BotModels, Diagnosis, DiagnosisInput, diagnose};
use super::headline::{Headline, HeadlineFacts, headline};
use super::incidents::{PlayerClaims, PlayerFailure, TimeUse, claims, player_failures, time_use};
use super::judge::{MoveClass, Thresholds, TurningPoint};
use super::judged_plies::{JudgedPly, judged_plies, judged_plies_without_reasons};
use super::positions::PositionsError;
use kifu_core::contract::Player;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_logs::bot_output::{BotPatterns, PlyReport, bot_reports};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A phase of a game: a third of its plies.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum GamePhase {
    /// The first third of the plies.
    Opening,
    /// The second third of the plies.
    Middle,
    /// The last third of the plies.
    End,
}

impl GamePhase {
    /// Returns the phase of a ply, counted from 1, in a game of `plies` plies.
    ///
    /// ```
    /// use kifu_study::review::GamePhase;
    ///
    /// assert_eq!(GamePhase::of_ply(1, 30), GamePhase::Opening);
    /// assert_eq!(GamePhase::of_ply(11, 30), GamePhase::Middle);
    /// assert_eq!(GamePhase::of_ply(30, 30), GamePhase::End);
    /// ```
    pub fn of_ply(ply: u32, plies: u32) -> Self {
        let third = 3 * u64::from(ply.saturating_sub(1)) / u64::from(plies.max(1));
        match third {
            0 => Self::Opening,
            1 => Self::Middle,
            _ => Self::End,
        }
    }
}

impl fmt::Display for GamePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::End => "end",
        })
    }
}

/// A key moment of a game: a ply with a bad move, or with one that lost margin.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct KeyMoment {
    /// The number of the ply, from 1.
    pub ply: u32,
    /// The player who moved.
    pub player: Player,
    /// The phase of the game.
    pub phase: GamePhase,
    /// The token of the played move.
    pub played: String,
    /// The best line: the better move and its expected continuation.
    pub best: Vec<String>,
    /// The class of the played move.
    pub class: MoveClass,
    /// The kind of turning point, if the move is one.
    pub turning: Option<TurningPoint>,
    /// Whether both values are proven rather than estimated.
    pub proven: bool,
    /// The win probability given away, 0 to 1.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub loss: f64,
    /// The standard error of the loss, 0 to 1; 0 if both values are proven.
    #[serde(rename = "doubt")]
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    pub loss_error: f64,
    /// The contest points given away, if the engine estimates points.
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
    /// The reasons why the move was worse, the most important one first; may be empty.
    pub reasons: Vec<String>,
    /// Whether the opponent's reply kept at least half of the gain; `None` if there is no judged
    /// reply.
    pub punished: Option<bool>,
}

impl KeyMoment {
    /// Returns the part of the loss beyond the engine's error, 0 to 1: the one that gives the move
    /// its class.
    pub fn counted_loss(&self) -> f64 {
        (self.loss - self.loss_error).max(0.0)
    }
}

/// A summary of a player's moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct PlayerSummary {
    /// The number of judged plies.
    pub plies: usize,
    /// The mean [`accuracy`] of the judged plies, 0 to 100.
    #[schemars(range(min = 0, max = 100), extend("x-unit" = "percent"))]
    pub accuracy: Option<f64>,
    /// The number of only moves that were found.
    pub only: usize,
    /// The number of inaccuracies, `?!`.
    pub inaccuracies: usize,
    /// The number of mistakes, `?`.
    pub mistakes: usize,
    /// The number of blunders, `??`.
    pub blunders: usize,
    /// The sum of the win probabilities given away; may exceed 1.
    #[schemars(range(min = 0), extend("x-unit" = "probability"))]
    pub loss: f64,
    /// The sum of the contest points given away, if the engine estimates points.
    #[schemars(extend("x-unit" = "contest points"))]
    pub points: Option<f64>,
    /// The sum of the gains in win probability from this player's chance events.
    #[schemars(extend("x-unit" = "probability"))]
    pub luck: Option<f64>,
    /// The sum of the gains in contest points from this player's chance events.
    #[schemars(extend("x-unit" = "contest points"))]
    pub luck_points: Option<f64>,
}

/// Returns the accuracy, 0 to 100, of a move with a loss of win probability, 0 to 1.
///
/// The formula is that of lichess (<https://lichess.org/page/accuracy>):
/// `103.1668 exp(-0.04354 loss) - 3.1669` with the loss in percent.
///
/// ```
/// use kifu_study::review::accuracy;
///
/// assert!(accuracy(0.0) > 99.9);
/// assert!(accuracy(0.2) < 50.0);
/// assert_eq!(accuracy(1.0), 0.0);
/// ```
pub fn accuracy(loss: f64) -> f64 {
    let loss = 100.0 * loss.clamp(0.0, 1.0);
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the summaries of both players.
pub fn player_summaries(plies: &[JudgedPly]) -> [PlayerSummary; 2] {
    Player::ALL.map(|player| {
        let own: Vec<&JudgedPly> = plies.iter().filter(|ply| ply.player == player).collect();
        player_summary(&own)
    })
}

/// Sums up the judged plies of one player.
fn player_summary(own: &[&JudgedPly]) -> PlayerSummary {
    let count = |class| {
        own.iter()
            .filter(|ply| ply.judgement.class == class)
            .count()
    };
    let sum = |each: &dyn Fn(&JudgedPly) -> Option<f64>| {
        own.iter()
            .filter_map(|ply| each(ply))
            .reduce(|sum, one| sum + one)
    };
    #[expect(clippy::cast_precision_loss, reason = "plies are few")]
    let mean = |sum: f64| sum / own.len() as f64;
    PlayerSummary {
        plies: own.len(),
        accuracy: sum(&|ply| Some(accuracy(ply.judgement.loss))).map(mean),
        only: count(MoveClass::Only),
        inaccuracies: count(MoveClass::Inaccuracy),
        mistakes: count(MoveClass::Mistake),
        blunders: count(MoveClass::Blunder),
        loss: sum(&|ply| Some(ply.judgement.loss)).unwrap_or(0.0),
        points: sum(&|ply| ply.judgement.points),
        luck: sum(&|ply| Some(ply.evaluation.luck?.win)),
        luck_points: sum(&|ply| ply.evaluation.luck?.points),
    }
}

/// Returns the key moments of a game in order; `plies` is the length of the game.
pub fn key_moments(judged: &[JudgedPly], plies: u32) -> Vec<KeyMoment> {
    let moment = |(at, ply): (usize, &JudgedPly)| KeyMoment {
        ply: ply.ply,
        player: ply.player,
        phase: GamePhase::of_ply(ply.ply, plies),
        played: ply.token.clone(),
        best: ply.evaluation.pv.clone(),
        class: ply.judgement.class,
        turning: ply.judgement.turning,
        proven: ply.judgement.proven,
        loss: ply.judgement.loss,
        loss_error: ply.judgement.loss_error,
        points: ply.judgement.points,
        reasons: ply.reasons.clone(),
        punished: was_punished(ply, judged.get(at + 1)),
    };
    let keys = judged
        .iter()
        .enumerate()
        .filter(|(_, ply)| ply.judgement.is_key_moment());
    keys.map(moment).collect()
}

/// Reports whether the opponent's reply, if it was judged, kept at least half of the gain.
fn was_punished(ply: &JudgedPly, next: Option<&JudgedPly>) -> Option<bool> {
    let next = next.filter(|next| next.ply == ply.ply + 1 && next.player != ply.player)?;
    Some(next.judgement.loss < ply.judgement.loss / 2.0)
}

/// A game with the judgements of its review.
///
/// A game that was not reviewed has no judged plies, and everything that follows from them is empty.
pub struct ReviewedGame {
    /// The location of the game: the file, and the index in the file.
    pub location: String,
    /// The game that was played.
    pub game: &'static dyn DynGame,
    /// The record.
    pub record: Record,
    /// The number of legal plies.
    pub plies: u32,
    /// The judged plies, in order.
    pub judged: Vec<JudgedPly>,
    /// The summaries of both players.
    pub cards: [PlayerSummary; 2],
    /// The key moments.
    pub moments: Vec<KeyMoment>,
    /// The claims of both players, in games that have them.
    pub claims: Option<[PlayerClaims; 2]>,
    /// The players' use of time, if it is known.
    pub times: Option<[TimeUse; 2]>,
    /// The failures of the players.
    pub failures: Vec<PlayerFailure>,
    /// The reports of the players' bots; empty until [`with_bot_reports`](Self::with_bot_reports).
    pub bot_reports: Vec<PlyReport>,
    /// The causes of the losses of the players whose bots reported something; empty until
    /// [`with_diagnoses`](Self::with_diagnoses).
    pub diagnoses: Vec<Diagnosis>,
}

impl ReviewedGame {
    /// Judges the evaluations that a record holds.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed for `plies` plies.
    pub fn new(
        location: String,
        game: &'static dyn DynGame,
        record: Record,
        plies: u32,
        thresholds: &Thresholds,
    ) -> Result<Self, PositionsError> {
        let judged = judged_plies(&record, game, plies, thresholds)?;
        Self::from_judged(location, game, record, plies, judged)
    }

    /// Judges the evaluations that a record holds as [`new`](Self::new) does, without the reasons of
    /// the key moments, which take longer than all the rest.
    ///
    /// # Errors
    /// Returns an error if the game cannot be replayed for `plies` plies.
    pub fn without_reasons(
        location: String,
        game: &'static dyn DynGame,
        record: Record,
        plies: u32,
        thresholds: &Thresholds,
    ) -> Result<Self, PositionsError> {
        let judged = judged_plies_without_reasons(&record, game, plies, thresholds)?;
        Self::from_judged(location, game, record, plies, judged)
    }

    fn from_judged(
        location: String,
        game: &'static dyn DynGame,
        record: Record,
        plies: u32,
        judged: Vec<JudgedPly>,
    ) -> Result<Self, PositionsError> {
        Ok(Self {
            cards: player_summaries(&judged),
            moments: key_moments(&judged, plies),
            claims: claims(&record, &judged),
            times: time_use(&record, game, plies, &judged)?,
            failures: player_failures(&record, game, plies)?,
            location,
            game,
            record,
            plies,
            judged,
            bot_reports: Vec::new(),
            diagnoses: Vec::new(),
        })
    }

    /// Returns the game with the causes of its losses, by what is known of the players' bots.
    #[must_use]
    pub fn with_diagnoses(mut self, models: &BotModels) -> Self {
        let input = DiagnosisInput {
            record: &self.record,
            game: self.game,
            plies: self.plies,
            judged: &self.judged,
            reports: &self.bot_reports,
        };
        self.diagnoses = diagnose(input, models);
        self
    }

    /// Returns the diagnosis of the loss at a ply, if there is one.
    pub fn diagnosis(&self, ply: u32) -> Option<&Diagnosis> {
        self.diagnoses.iter().find(|diagnosis| diagnosis.ply == ply)
    }

    /// Returns the game with what its bots reported.
    #[must_use]
    pub fn with_bot_reports(self, patterns: &BotPatterns) -> Self {
        Self {
            bot_reports: bot_reports(&self.record, patterns),
            ..self
        }
    }

    /// Returns the name of a player, or of their side if the name is unknown.
    pub fn player_name(&self, player: Player) -> &str {
        let name = self.record.player(player).name.as_str();
        if name.is_empty() {
            self.game.sides()[player.index()]
        } else {
            name
        }
    }

    /// Returns the name and the side of a player: `Ada (White)`.
    pub fn player_label(&self, player: Player) -> String {
        let (name, side) = (self.player_name(player), self.game.sides()[player.index()]);
        if name == side {
            side.to_owned()
        } else {
            format!("{name} ({side})")
        }
    }

    /// Returns what decided the game, if that can be said.
    pub fn headline(&self) -> Option<Headline> {
        self.headline_with(self.game.sides())
    }

    /// Returns what decided the game, with these names of the players in the sentence.
    pub fn headline_with(&self, names: [&str; 2]) -> Option<Headline> {
        headline(HeadlineFacts {
            record: &self.record,
            names,
            plies: self.plies,
            judged: &self.judged,
            failures: &self.failures,
        })
    }

    /// Returns the judgement of a ply, if it has one.
    pub fn judged_ply(&self, ply: u32) -> Option<&JudgedPly> {
        let index = self.judged.binary_search_by_key(&ply, |judged| judged.ply);
        index.ok().map(|index| &self.judged[index])
    }

    /// Returns the key moment at a ply, if it is one.
    pub fn moment(&self, ply: u32) -> Option<&KeyMoment> {
        self.moments.iter().find(|moment| moment.ply == ply)
    }
}
