//! Bounds on the result that are proven without a search.
//!
//! A player may always pass. The leader therefore wins if the opponent, playing unanswered for the
//! rest of the game, could capture fewer stones than the lead.

use super::board::GoBoard;
use super::geometry::{PointSet, lowest};

/// Returns the lower and upper bounds (-1, 0 or 1) on the result of best play for the first player.
pub fn bounds(board: &GoBoard) -> (i8, i8) {
    if board.plies_left() == 0 {
        let result = board.result() as i8;
        return (result, result);
    }
    let (mut lower, mut upper) = (-1, 1);
    let lead = board.capture_lead();
    // Without captures the stones on the board decide, and passing costs stones.
    if board.captures() == [0; 2] {
        return (lower, upper);
    }
    if lead >= 0 {
        let loss = max_loss(board, 0);
        lower = (lead - loss).signum().max(-1) as i8;
    }
    if lead <= 0 {
        let loss = max_loss(board, 1);
        upper = (loss + lead).signum().min(1) as i8;
    }
    (lower, upper)
}

/// Returns an upper bound on the stones that a player loses by passing for the rest of the game.
fn max_loss(board: &GoBoard, owner: usize) -> i32 {
    let moves = u32::from(board.plies_left() + u16::from(board.mover() != owner)) / 2;
    let weak = |chain: &PointSet| board.liberties(lowest(*chain)).count_ones() <= moves;
    let all: i32 = board
        .chains(owner)
        .filter(weak)
        .map(|chain| chain.count_ones() as i32)
        .sum();
    if all <= 0 || moves < 2 {
        return all;
    }
    let safe = pass_alive_stones(board, owner);
    let loose = board
        .chains(owner)
        .filter(weak)
        .filter(|chain| chain & safe == 0);
    loose.map(|chain| chain.count_ones() as i32).sum()
}

/// Returns the stones that cannot be captured even if their owner always passes (Benson 1976).
pub fn pass_alive_stones(board: &GoBoard, owner: usize) -> PointSet {
    let geometry = board.geometry();
    let mut alive = board.stones(owner);
    let (mut regions, mut count) = enclosed_regions(board, owner);
    loop {
        let mut next = 0;
        let mut left = alive;
        while left != 0 {
            let chain = board.chain(lowest(left));
            left &= !chain;
            let liberties = board.liberties(lowest(chain));
            let is_eye = |region: &&PointSet| {
                let open = **region & board.empty_points();
                open != 0 && open & !liberties == 0
            };
            if regions[..count].iter().filter(is_eye).take(2).count() == 2 {
                next |= chain;
            }
        }
        if next == alive {
            return alive;
        }
        alive = next;
        // A region next to a chain that is not alive is not an eye.
        let gone = board.stones(owner) & !alive;
        let mut index = 0;
        while index < count {
            if geometry.neighbours_of(regions[index]) & gone == 0 {
                index += 1;
            } else {
                count -= 1;
                regions[index] = regions[count];
            }
        }
    }
}

/// Returns the regions without a player's stones whose empty points all touch one of them, the
/// candidates for eyes, and their number.
fn enclosed_regions(board: &GoBoard, owner: usize) -> ([PointSet; 64], usize) {
    let (geometry, own) = (board.geometry(), board.stones(owner));
    let (mut regions, mut count) = ([0; 64], 0);
    let mut rest = geometry.all_points & !own;
    while rest != 0 && count < regions.len() {
        let mut region = rest & rest.wrapping_neg();
        loop {
            let grown = region | geometry.neighbours_of(region) & geometry.all_points & !own;
            if grown == region {
                break;
            }
            region = grown;
        }
        rest &= !region;
        if region & board.empty_points() & !geometry.neighbours_of(own) == 0 {
            regions[count] = region;
            count += 1;
        }
    }
    (regions, count)
}
