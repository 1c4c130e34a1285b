//! What a review says of each player.

use super::JudgedPly;
use super::judge::{MoveClass, TurningPoint};
use crate::contract::Player;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A part of a game, a third of its plies each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GamePhase {
    /// The first third.
    Opening,
    /// The second.
    Middle,
    /// The last.
    End,
}

impl GamePhase {
    /// In which a ply of a game with so many falls.
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

/// A ply that is worth to be looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeyMoment {
    /// Its number.
    pub ply: u32,
    /// Who played.
    pub player: Player,
    /// When in the game.
    pub phase: GamePhase,
    /// The move.
    pub played: String,
    /// What should have been played, and what would have followed.
    pub best: Vec<String>,
    /// What the move is called.
    pub class: MoveClass,
    /// What kind of turn it was.
    pub turning: Option<TurningPoint>,
    /// Both values are proven.
    pub proven: bool,
    /// Probability of a win given away.
    pub loss: f64,
    /// By how much the engine's estimates may be off, 0 to 1; 0 where both are proven.
    #[serde(rename = "doubt")]
    pub loss_error: f64,
    /// Contest points given away.
    pub points: Option<f64>,
    /// Why it was worse, in words, the weightiest reason first; may be empty.
    pub reasons: Vec<String>,
    /// The opponent took what he was given; `None` where he had no chance to, or nobody looked.
    pub punished: Option<bool>,
}

/// A player's card.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PlayerSummary {
    /// Judged plies.
    pub plies: usize,
    /// Mean over the judged plies of what each is worth, 0 to 100; see [`accuracy`].
    pub accuracy: Option<f64>,
    /// Moves that were the only ones.
    pub only: usize,
    /// `?!`
    pub inaccuracies: usize,
    /// `?`
    pub mistakes: usize,
    /// `??`
    pub blunders: usize,
    /// Probability of a win given away, in all; may be more than one.
    pub loss: f64,
    /// Contest points given away, in all, where the engine counts them.
    pub points: Option<f64>,
    /// What luck gave: probability of a win, in all, the tiles dealt to this player.
    pub luck: Option<f64>,
    /// The same in contest points.
    pub luck_points: Option<f64>,
}

/// What a move that gave away so much probability of a win (0 to 1) is worth, 0 to 100: the
/// formula of lichess (<https://lichess.org/page/accuracy>),
/// `103.1668 exp(-0.04354 loss) - 3.1669` with the loss in percent.
pub fn accuracy(loss: f64) -> f64 {
    let loss = 100.0 * loss.clamp(0.0, 1.0);
    (103.1668 * (-0.04354 * loss).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The cards of both players.
pub fn player_summaries(plies: &[JudgedPly]) -> [PlayerSummary; 2] {
    Player::ALL.map(|player| {
        let own: Vec<&JudgedPly> = plies.iter().filter(|ply| ply.player == player).collect();
        player_summary(&own)
    })
}

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

/// The plies that are worth to be looked at, in order. `plies` is the length of the game.
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

/// Whether the next ply, if it is the opponent's, kept at least half of the gift.
fn was_punished(ply: &JudgedPly, next: Option<&JudgedPly>) -> Option<bool> {
    let next = next.filter(|next| next.ply == ply.ply + 1 && next.player != ply.player)?;
    Some(next.judgement.loss < ply.judgement.loss / 2.0)
}
