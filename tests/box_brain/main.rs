//! Box's brain against the rule book, against plain searches, on real games, and against lesser
//! players.

#[path = "../common/mod.rs"]
mod common;

mod exact;
mod fit;
mod guess;
mod kernel;
mod search;
mod strength;

use common::Rng;
use kifu::contract::{Position as _, Rules as _, Setup, Step};
use kifu::games::box_game::engine::board::{Bitboard, PlaceIndex, TilePattern};
use kifu::games::box_game::{BoxGame, Color, Move, Orientation, Position, Tile};

/// A game at its beginning with these colours, the start tile dealt.
fn start(colors: [Color; 2], rng: &mut Rng) -> Position {
    let mut setup = Setup::default();
    setup.set("colors", format!("{} {}", colors[0], colors[1]));
    let mut position = <BoxGame as kifu::contract::Game>::start(&setup).unwrap();
    position.apply_chance(&tile(rng));
    position
}

/// Two different colours.
fn colors(rng: &mut Rng) -> [Color; 2] {
    let first = rng.below(6);
    let second = (first + 1 + rng.below(5)) % 6;
    [Color::ALL[first], Color::ALL[second]]
}

fn tile(rng: &mut Rng) -> Tile {
    let all: Vec<Tile> = Tile::all().collect();
    all[rng.below(all.len())]
}

fn legal(position: &Position) -> Vec<Move> {
    let mut all = Vec::new();
    position.legal_moves(&mut |mv| all.push(mv));
    all
}

/// A random game's position with a tile in hand, when so many places at most are left.
fn late(rng: &mut Rng, most: usize) -> Position {
    loop {
        let mut position = start(colors(rng), rng);
        while !position.is_over() {
            position.apply_chance(&tile(rng));
            let all = legal(&position);
            if all.len() <= most {
                return position;
            }
            let mv = all[rng.below(all.len())];
            position.step(&Step::from_move(mv)).unwrap();
        }
    }
}

fn place(placement: Move) -> PlaceIndex {
    PlaceIndex::new(
        usize::from(placement.row()),
        usize::from(placement.column()),
        placement.orientation() == Orientation::Vertical,
    )
}

fn both(position: &Position) -> [Color; 2] {
    position.colors().both().unwrap()
}

fn board(position: &Position) -> Bitboard {
    Bitboard::from_position(position, both(position))
}

fn pair(tile: Tile, position: &Position) -> TilePattern {
    TilePattern::of_tile(tile, both(position))
}
