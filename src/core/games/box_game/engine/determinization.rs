//! Determinizations: a position under each assumption about the secret colours.

use super::board::{Bitboard, TilePattern};
use crate::contract::Position as _;
use crate::games::box_game::Position;
use crate::games::box_game::colors::Color;
use crate::games::box_game::tile::Tile;

/// The board and the tile in hand under an assumption about the secret colours.
#[derive(Clone, Debug)]
pub struct Determinization {
    /// The board as these colours see it.
    pub board: Bitboard,
    /// The tile in hand as these colours see it.
    pub tile: TilePattern,
    /// The probability of the assumption; those of all determinizations add up to 1.
    pub probability: f64,
}

/// Creates a determinization with both colours and its probability.
pub(super) fn determinization(
    position: &Position,
    colors: [Color; 2],
    tile: Tile,
    chance: f64,
) -> Determinization {
    Determinization {
        board: Bitboard::from_position(position, colors),
        tile: TilePattern::of_tile(tile, colors),
        probability: chance,
    }
}

/// Returns all pairs of colours that are possible in a position, all equally likely.
fn all_colors(position: &Position) -> Vec<[Color; 2]> {
    let mut all = Vec::new();
    position.determinizations(&mut |determinization| all.extend(determinization.colors().both()));
    all
}

/// Returns the boards of all determinizations of a position.
pub(super) fn boards(position: &Position) -> Vec<Bitboard> {
    let all = all_colors(position).into_iter();
    all.map(|colors| Bitboard::from_position(position, colors))
        .collect()
}

/// Returns all determinizations of a position with a tile in hand, equally likely.
pub(super) fn determinizations(position: &Position, tile: Tile) -> Vec<Determinization> {
    let all = all_colors(position);
    let chance = 1.0 / all.len().max(1) as f64;
    all.into_iter()
        .map(|colors| determinization(position, colors, tile, chance))
        .collect()
}
