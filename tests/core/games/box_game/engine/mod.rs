//! Box's engine against the rules, against plain searches, and in whole games.

mod analysis;
mod color_posterior;
mod kernel;
pub mod players;
pub mod solver;

use kifu_core::contract::{Position as _, Rules as _, Setup, Step};
use kifu_core::games::box_game::engine::board::{Bitboard, PlaceIndex, TilePattern};
use kifu_core::games::box_game::{BoxGame, Color, Move, Orientation, Position, Tile};
use kifu_core::search::SplitMix64;

/// A game at its beginning with these colours, the start tile dealt.
pub fn start(colors: [Color; 2], rng: &mut SplitMix64) -> Position {
    let mut setup = Setup::default();
    setup.set("colors", format!("{} {}", colors[0], colors[1]));
    let mut position = <BoxGame as kifu_core::contract::Game>::start(&setup).unwrap();
    position.apply_chance(&tile(rng));
    position
}

/// Two different colours.
pub fn colors(rng: &mut SplitMix64) -> [Color; 2] {
    let first = rng.index(6);
    let second = (first + 1 + rng.index(5)) % 6;
    [Color::ALL[first], Color::ALL[second]]
}

pub fn tile(rng: &mut SplitMix64) -> Tile {
    let all: Vec<Tile> = Tile::all().collect();
    all[rng.index(all.len())]
}

pub fn legal(position: &Position) -> Vec<Move> {
    let mut all = Vec::new();
    position.legal_moves(&mut |mv| all.push(mv));
    all
}

/// Returns a random position with a tile in hand and at most `most` legal placements.
fn late(rng: &mut SplitMix64, most: usize) -> Position {
    loop {
        let mut position = start(colors(rng), rng);
        while !position.is_over() {
            position.apply_chance(&tile(rng));
            let all = legal(&position);
            if all.len() <= most {
                return position;
            }
            let mv = all[rng.index(all.len())];
            position.step(&Step::from_move(mv)).unwrap();
        }
    }
}

pub fn place(placement: Move) -> PlaceIndex {
    PlaceIndex::new(
        usize::from(placement.row()),
        usize::from(placement.column()),
        placement.orientation() == Orientation::Vertical,
    )
}

fn both(position: &Position) -> [Color; 2] {
    position.colors().both().unwrap()
}

pub fn board(position: &Position) -> Bitboard {
    Bitboard::from_position(position, both(position))
}

pub fn pair(tile: Tile, position: &Position) -> TilePattern {
    TilePattern::of_tile(tile, both(position))
}
