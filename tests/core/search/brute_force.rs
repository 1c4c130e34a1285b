//! Plain minimax and expectimax, to which every search is compared.

use kifu_core::contract::{Faults, Player, Position, Proven, Turn};

/// Returns the result of best play for the player to move, in games without chance.
pub fn minimax<P: Position>(position: &P) -> Proven {
    let player = match position.turn() {
        Turn::Player(player) => player,
        Turn::Chance => unreachable!("a game without luck"),
        Turn::Over => {
            let player = position.mover().unwrap();
            return Proven::of(position.outcome(Faults::NONE).winner.unwrap(), player);
        }
    };
    let mut best = Proven::Loss;
    position.legal_moves(&mut |mv| {
        if best < Proven::Win {
            best = best.max(value_of(position, player, &mv));
        }
    });
    best
}

/// The result of a move with best play after it, for the player who makes it.
pub fn value_of<P: Position>(position: &P, player: Player, mv: &P::Move) -> Proven {
    let mut next = position.clone();
    next.apply(mv);
    let value = minimax(&next);
    if next.mover() == Some(player) {
        value
    } else {
        value.flipped()
    }
}

/// The first player's share of the win that best play expects.
pub fn expectimax<P: Position>(position: &P) -> f64 {
    let mut values = Vec::new();
    let mut next = position.clone();
    match position.turn() {
        Turn::Over => match position.outcome(Faults::NONE).winner.unwrap().player() {
            Some(Player::First) => 1.0,
            Some(Player::Second) => 0.0,
            None => 0.5,
        },
        Turn::Chance => {
            position.chance_outcomes(&mut |luck| {
                next.clone_from(position);
                next.apply_chance(&luck);
                values.push(expectimax(&next));
            });
            values.iter().sum::<f64>() / f64::from(u32::try_from(values.len()).unwrap())
        }
        Turn::Player(player) => {
            position.legal_moves(&mut |mv| {
                next.clone_from(position);
                next.apply(&mv);
                values.push(expectimax(&next));
            });
            let best = match player {
                Player::First => values.into_iter().reduce(f64::max),
                Player::Second => values.into_iter().reduce(f64::min),
            };
            best.unwrap()
        }
    }
}
