//! What is proven without a search.
//!
//! A player may always pass. So whoever leads wins if all that the other could take from now on
//! by himself, with nobody answering, is less than the lead.

use super::board::Board;
use super::shape::{Set, lowest};

/// Between which results best play ends, for the first player: -1, 0, 1.
pub fn bounds(board: &Board) -> (i8, i8) {
    if board.left() == 0 {
        let result = board.result() as i8;
        return (result, result);
    }
    let (mut least, mut most) = (-1, 1);
    let lead = board.lead();
    // At 0-0 the stones count, and who passes has fewer.
    if board.captures() == [0; 2] {
        return (least, most);
    }
    if lead >= 0 {
        let loss = most_taken(board, 0);
        least = (lead - loss).signum().max(-1) as i8;
    }
    if lead <= 0 {
        let loss = most_taken(board, 1);
        most = (loss + lead).signum().min(1) as i8;
    }
    (least, most)
}

/// At least as many stones as a player can lose if he passes for the rest of the game.
fn most_taken(board: &Board, owner: usize) -> i32 {
    let moves = u32::from(board.left() + u16::from(board.mover() != owner)) / 2;
    let weak = |chain: &Set| board.liberties(lowest(*chain)).count_ones() <= moves;
    let all: i32 = board
        .chains(owner)
        .filter(weak)
        .map(|chain| chain.count_ones() as i32)
        .sum();
    if all <= 0 || moves < 2 {
        return all;
    }
    let safe = safe(board, owner);
    let loose = board
        .chains(owner)
        .filter(weak)
        .filter(|chain| chain & safe == 0);
    loose.map(|chain| chain.count_ones() as i32).sum()
}

/// The stones that cannot be taken even if their owner passes for ever (Benson 1976).
pub fn safe(board: &Board, owner: usize) -> Set {
    let shape = board.shape();
    let mut alive = board.stones(owner);
    let (mut regions, mut count) = regions(board, owner);
    loop {
        let mut next = 0;
        let mut left = alive;
        while left != 0 {
            let chain = board.chain(lowest(left));
            left &= !chain;
            let liberties = board.liberties(lowest(chain));
            let is_eye = |region: &&Set| {
                let open = **region & board.open();
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
        // Regions beside a chain that is gone are no eyes.
        let gone = board.stones(owner) & !alive;
        let mut at = 0;
        while at < count {
            if shape.beside(regions[at]) & gone == 0 {
                at += 1;
            } else {
                count -= 1;
                regions[at] = regions[count];
            }
        }
    }
}

/// Where a player has no stones, all open points beside one: what may be an eye.
fn regions(board: &Board, owner: usize) -> ([Set; 64], usize) {
    let (shape, own) = (board.shape(), board.stones(owner));
    let (mut regions, mut count) = ([0; 64], 0);
    let mut rest = shape.all & !own;
    while rest != 0 && count < regions.len() {
        let mut region = rest & rest.wrapping_neg();
        loop {
            let grown = region | shape.beside(region) & shape.all & !own;
            if grown == region {
                break;
            }
            region = grown;
        }
        rest &= !region;
        if region & board.open() & !shape.beside(own) == 0 {
            regions[count] = region;
            count += 1;
        }
    }
    (regions, count)
}
