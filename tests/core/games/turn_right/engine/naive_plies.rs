//! Brute force by the rules: random full boards, and the best gain over some plies.

use kifu_core::contract::{Game, Player, Position as _, Rules as _};
use kifu_core::games::turn_right::{Circuit, Move, Position, TurnRight};
use kifu_core::search::SplitMix64;

/// Returns a random full board after `circuits` random circuits.
pub fn full(rng: &mut SplitMix64, circuits: u8) -> Position {
    loop {
        let mut stones = ['w'; 36];
        stones[18..].fill('b');
        for end in (1..36).rev() {
            stones.swap(end, rng.index(end + 1));
        }
        let rows: Vec<String> = stones.chunks(6).map(|row| row.iter().collect()).collect();
        let text = format!("{} b 0 5-0", rows.join("/"));
        let mut position = TurnRight::parse_position(&text).unwrap();
        for made in 0..circuits {
            let legal = Circuit::legal_on_turn(usize::from(made / 2 + 1));
            let circuit = legal[rng.index(legal.len())];
            // After a 3x3 square all are refused.
            let _ = position.play(&Move::Circuit(circuit));
        }
        if !position.is_over() {
            return position;
        }
    }
}

/// Returns the lead of a player in points, with a thousand for a 3x3 square.
pub fn ahead(position: &Position, player: Player) -> i32 {
    let points = position.points().map(i32::from);
    let lead = points[player.index()] - points[player.opponent().index()];
    match position.winner_by_3x3() {
        Some(winner) if winner == player => lead + 1000,
        Some(_) => lead - 1000,
        None => lead,
    }
}

/// Returns the gain of a player over `depth` plies, the opponent answering in their own interest.
pub fn plies(position: &Position, player: Player, depth: u32) -> i32 {
    if depth == 0 || position.is_over() {
        return ahead(position, player);
    }
    let own = position.mover() == Some(player);
    let mut best = None;
    position.legal_moves(&mut |mv| {
        let mut next = *position;
        next.apply(&mv);
        let value = plies(&next, player, depth - 1);
        best = Some(match best {
            None => value,
            Some(best) if own => value.max(best),
            Some(best) => value.min(best),
        });
    });
    best.unwrap()
}
