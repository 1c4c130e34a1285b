use crate::contract::{Faults, Outcome, Player, Position, Proven, Winner};
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

    /// Returns what a position looks worth at that depth if chance acts in it; `None` to look at
    /// all its outcomes first.
    fn evaluate_chance(&self, _position: &P) -> Option<f32> {
        None
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

/// Judges by the points so far, or by the number of moves in a game that counts none on its way.
/// It knows the rules and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsEvaluator;

/// A lead of this many points counts as three wins in four.
const LEAD_SCALE: f32 = 8.0;
/// With this many moves the player to act counts as winning every second game.
const USUAL_MOVE_COUNT: f32 = 20.0;
/// No estimate is as good as a win: it differs from 0.5 by at most this.
const MAX_EDGE: f32 = 0.49;

impl PointsEvaluator {
    fn from_lead(lead: f32, scale: f32) -> f32 {
        0.5 + MAX_EDGE * lead / (lead.abs() + scale)
    }
}

impl<P: Position> Evaluator<P> for PointsEvaluator {
    #[expect(clippy::cast_precision_loss, reason = "points and moves are few")]
    fn evaluate(&self, position: &P) -> f32 {
        if let Some([first, second]) = position.outcome(Faults::NONE).scores {
            return Self::from_lead((first - second) as f32, LEAD_SCALE);
        }
        let mut count = 0_u32;
        position.legal_moves(&mut |_| count += 1);
        let value = Self::from_lead(count as f32 - USUAL_MOVE_COUNT, USUAL_MOVE_COUNT);
        match position.mover() {
            Some(Player::Second) => 1.0 - value,
            _ => value,
        }
    }

    fn evaluate_chance(&self, position: &P) -> Option<f32> {
        let scores = position.outcome(Faults::NONE).scores;
        scores.map(|_| self.evaluate(position))
    }

    /// Moves that bring points come first.
    #[expect(clippy::cast_precision_loss, reason = "points are few")]
    fn move_priority(&self, position: &P, mv: &P::Move) -> f32 {
        let outcome = position.after(mv).outcome(Faults::NONE);
        let lead = match (outcome.winner, outcome.scores) {
            (Some(Winner::First), _) => f32::INFINITY,
            (Some(Winner::Second), _) => f32::NEG_INFINITY,
            (_, Some([first, second])) => (first - second) as f32,
            (_, None) => 0.0,
        };
        match position.mover() {
            Some(Player::Second) => -lead,
            _ => lead,
        }
    }
}
