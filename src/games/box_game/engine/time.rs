//! How a game's time is spent.

use crate::contract::Rules as _;
use crate::games::box_game::Position;
use std::time::Duration;

/// What a turn is worth in time, by the tiles laid: the first ones decide little, and late there
/// is little to look at.
const fn turn_weight(tiles: u32) -> u32 {
    match tiles {
        0..=2 => 4,
        3..=18 => 8,
        19..=23 => 5,
        24..=27 => 2,
        _ => 1,
    }
}

/// How many tiles lie on the board, about.
fn tiles_laid(position: &Position) -> u32 {
    let dots = position.rows().iter().map(|row| {
        let dots = (row | row >> 1 | row >> 2) & 0o11_111_111_111_111_111_111;
        dots.count_ones()
    });
    // A tile covers one dot and a half on the average.
    dots.sum::<u32>() * 2 / 21
}

/// How much of a game is played: nearly all games have some 30 tiles.
pub(super) fn progress(position: &Position) -> f64 {
    (f64::from(tiles_laid(position)) / 30.0).min(1.0)
}

/// How much of the time left to spend now, so that later turns get their share.
pub(super) fn allocate_time(position: &Position, left: Duration) -> Duration {
    let tiles = tiles_laid(position);
    let turns = (tiles..36).step_by(2);
    let all: u32 = turns.map(turn_weight).sum();
    if position.is_over() {
        return Duration::ZERO;
    }
    left * turn_weight(tiles) / all.max(4)
}
