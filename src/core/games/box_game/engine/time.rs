//! Allocation of a game's time to its turns.

use crate::contract::Rules as _;
use crate::games::box_game::Position;
use std::time::Duration;

/// Returns the relative time for a turn, by the number of tiles laid.
///
/// The first turns decide little, and late ones leave little to search.
const fn turn_weight(tiles: u32) -> u32 {
    match tiles {
        0..=2 => 4,
        3..=18 => 8,
        19..=23 => 5,
        24..=27 => 2,
        _ => 1,
    }
}

/// Estimates the number of tiles on the board.
fn tiles_laid(position: &Position) -> u32 {
    let dots = position.rows().iter().map(|row| {
        let dots = (row | row >> 1 | row >> 2) & 0o11_111_111_111_111_111_111;
        dots.count_ones()
    });
    // A tile covers 1.5 dots on average, so it adds 10.5 occupied cells.
    dots.sum::<u32>() * 2 / 21
}

/// Returns the progress of the game, 0 to 1; nearly all games have about 30 tiles.
pub(super) fn progress(position: &Position) -> f64 {
    (f64::from(tiles_laid(position)) / 30.0).min(1.0)
}

/// Returns the part of the time left that this turn may take, so that later turns get their share.
pub(super) fn allocate_time(position: &Position, left: Duration) -> Duration {
    let tiles = tiles_laid(position);
    let turns = (tiles..36).step_by(2);
    let total_weight: u32 = turns.map(turn_weight).sum();
    if position.is_over() {
        return Duration::ZERO;
    }
    left * turn_weight(tiles) / total_weight.max(4)
}
