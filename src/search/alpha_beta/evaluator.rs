use crate::contract::{Outcome, Player, Position, Proven, Winner};
use crate::search::Value;

/// What an alpha-beta search asks about positions. All numbers are for the first player, and lie
/// within [`range`](Self::range); in which unit, the judge decides (the default: shares of a win,
/// from 0 to 1).
pub trait Evaluator<P: Position>: Send {
    /// The least and the most that a value can be. The closer, the earlier luck's deals are cut.
    fn range(&self) -> [f32; 2] {
        [0.0, 1.0]
    }

    /// What the end of a game is worth.
    fn terminal_value(&self, outcome: &Outcome) -> f32 {
        match outcome.winner {
            Some(Winner::First) => 1.0,
            Some(Winner::Second) => 0.0,
            Some(Winner::Draw) | None => 0.5,
        }
    }

    /// What a position looks worth at the depth where the search stops.
    fn evaluate(&self, _position: &P) -> f32 {
        0.5
    }

    /// Moves with a higher number are looked at first.
    fn move_priority(&self, _position: &P, _mv: &P::Move) -> f32 {
        0.0
    }

    /// What a number means to a player. `exact`: nothing was guessed; `luck`: luck had a hand in it.
    fn value(&self, first: f32, player: Player, exact: bool, luck: bool) -> Value {
        let first = f64::from(first);
        let win = match player {
            Player::First => first,
            Player::Second => 1.0 - first,
        };
        let results = [Proven::Loss, Proven::Draw, Proven::Win];
        let result = results.into_iter().find(|result| {
            let same = result.win().total_cmp(&win).is_eq();
            // In the mean of won and lost games there may be no draw.
            same && exact && (*result != Proven::Draw || !luck)
        });
        match result {
            Some(result) => Value::known(result, None),
            None => Value {
                exact,
                ..Value::estimate(win, None)
            },
        }
    }
}

/// A judge that knows the rules and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct TerminalEvaluator;

impl<P: Position> Evaluator<P> for TerminalEvaluator {}
