//! What a review says of each player.

use super::Ply;
use super::judge::{Class, Turning};
use crate::contract::Player;
use serde::{Deserialize, Serialize};

/// A part of a game, a third of its plies each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The first third.
    Opening,
    /// The second.
    Middle,
    /// The last.
    End,
}

impl Phase {
    /// In which a ply of a game with so many falls.
    pub fn of(ply: u32, plies: u32) -> Self {
        let third = 3 * u64::from(ply.saturating_sub(1)) / u64::from(plies.max(1));
        match third {
            0 => Self::Opening,
            1 => Self::Middle,
            _ => Self::End,
        }
    }
}

/// A ply that is worth to be looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// Its number.
    pub ply: u32,
    /// Who played.
    pub player: Player,
    /// When in the game.
    pub phase: Phase,
    /// The move.
    pub played: String,
    /// What should have been played, and what would have followed.
    pub best: Vec<String>,
    /// What the move is called.
    pub class: Class,
    /// What kind of turn it was.
    pub turning: Option<Turning>,
    /// Both values are proven.
    pub proven: bool,
    /// Probability of a win given away.
    pub loss: f64,
    /// By how much the engine's estimates may be off, 0 to 1; 0 where both are proven.
    pub doubt: f64,
    /// Contest points given away.
    pub points: Option<f64>,
    /// Why it was worse, in words, the weightiest reason first; may be empty.
    pub reasons: Vec<String>,
    /// The opponent took what he was given; `None` where he had no chance to, or nobody looked.
    pub punished: Option<bool>,
}

/// A player's card.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Card {
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
pub fn cards(plies: &[Ply]) -> [Card; 2] {
    Player::ALL.map(|player| {
        let own: Vec<&Ply> = plies.iter().filter(|ply| ply.player == player).collect();
        card(&own)
    })
}

fn card(own: &[&Ply]) -> Card {
    let count = |class| own.iter().filter(|ply| ply.judged.class == class).count();
    let sum = |each: &dyn Fn(&Ply) -> Option<f64>| {
        own.iter()
            .filter_map(|ply| each(ply))
            .reduce(|sum, one| sum + one)
    };
    #[expect(clippy::cast_precision_loss, reason = "plies are few")]
    let mean = |sum: f64| sum / own.len() as f64;
    Card {
        plies: own.len(),
        accuracy: sum(&|ply| Some(accuracy(ply.judged.loss))).map(mean),
        only: count(Class::Only),
        inaccuracies: count(Class::Inaccuracy),
        mistakes: count(Class::Mistake),
        blunders: count(Class::Blunder),
        loss: sum(&|ply| Some(ply.judged.loss)).unwrap_or(0.0),
        points: sum(&|ply| ply.judged.points),
        luck: sum(&|ply| Some(ply.weighed.luck?.win)),
        luck_points: sum(&|ply| ply.weighed.luck?.points),
    }
}

/// The plies that are worth to be looked at, in order. `plies` is the length of the game.
pub fn moments(judged: &[Ply], plies: u32) -> Vec<Moment> {
    let moment = |(at, ply): (usize, &Ply)| Moment {
        ply: ply.ply,
        player: ply.player,
        phase: Phase::of(ply.ply, plies),
        played: ply.token.clone(),
        best: ply.weighed.pv.clone(),
        class: ply.judged.class,
        turning: ply.judged.turning,
        proven: ply.judged.proven,
        loss: ply.judged.loss,
        doubt: ply.judged.doubt,
        points: ply.judged.points,
        reasons: ply.reasons.clone(),
        punished: punished(ply, judged.get(at + 1)),
    };
    let keys = judged
        .iter()
        .enumerate()
        .filter(|(_, ply)| ply.judged.is_key());
    keys.map(moment).collect()
}

/// Whether the next ply, if it is the opponent's, kept at least half of the gift.
fn punished(ply: &Ply, next: Option<&Ply>) -> Option<bool> {
    let next = next.filter(|next| next.ply == ply.ply + 1 && next.player != ply.player)?;
    Some(next.judged.loss < ply.judged.loss / 2.0)
}
