//! Box (CodeCup 2025, after Chris Handy's board game): tiles of 2x6 dots in six colours are laid
//! onto 16 rows and 20 columns, a little over each other; squares whose four corners show one's
//! secret colour count.
//!
//! - **A tile** is an order of the colours 1 red, 2 yellow, 3 green, 4 cyan, 5 blue, 6 magenta.
//!   Luck deals one a turn, all 720 equally likely.
//! - **A token** is what the opponent is told, tile and place in one: `Ik364521v` puts the tile
//!   364521 vertically with its upper left dot in row I, column k. The first token is the start
//!   tile, luck's alone, always `Hh......h`. A table where luck has dealt takes `Ikv` for the
//!   place and writes it so; `364521` alone is a deal.
//! - **Legal** is a place on the board that covers at most 4 dots and, if it covers none, has a
//!   dot beside one that lies. The tile does not matter. The game is over when no place is left.
//! - **Result**: a square of side n+1 gives n points; with d the difference, the winner gets
//!   200+d and the loser 100-d (not below 0), a tie 150 each. For a player who fails the jury
//!   plays on: it gets 0, the opponent what the completed game gives.
//! - **Setup**: `colors`, the secret colours of the first and the second player, `4 1`, with `-`
//!   for one that is not known. Without both there are no scores. The contest deals two
//!   different ones; should a log say the same twice, the game is a tie, no error.
//! - **Position text**: the rows from the top, joined by `/`, of `1`-`6` and `.`; a blank and the
//!   side to move, `1` or `2`; a blank and the tile in hand or `-`; a blank and the colours as in
//!   the setup. On an empty board the start tile is to come (`1 -`):
//!   `..../(16 rows of 20)/.... 2 364521 4 -`
//!
//! ```
//! use kifu::contract::{Faults, Position, Setup, Turn, replay};
//! use kifu::games::box_game::BoxGame;
//!
//! let mut setup = Setup::default();
//! setup.set("colors", "4 1");
//! let (replay, position) = replay::<BoxGame>(&setup, "Hh216534h Ik364521v", Faults::NONE)?;
//! assert_eq!((replay.tokens, replay.plies), (2, 1));
//! assert_eq!(position.turn(), Turn::Luck);
//! # Ok::<(), kifu::contract::SetupError>(())
//! ```

mod board;
mod colors;
mod contest;
pub mod engine;
mod explain;
mod grid;
mod input;
mod moves;
mod notation;
mod position_text;
mod result;
mod scene;
mod score;
mod text_board;
mod tile;
mod violation;

pub use board::Position;
pub use colors::{Color, SecretColors};
pub use moves::{Cell, Move, Orientation};
pub use tile::Tile;
pub use violation::Violation;

use crate::contract::{
    ChanceOf, Game, GameInfo, InputSpec, MoveOf, ParseError, Parsed, Setup, SetupError, StepOf,
};

/// The rule book of Box. (`box` is a word of the language, hence the longer name.)
#[derive(Clone, Copy, Debug)]
pub struct BoxGame;

impl Game for BoxGame {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        setup_keys: &[(
            "colors",
            "secret colours of the first and the second player, 1 to 6 or - if unknown (- -)",
        )],
        lead_in: 1,
        jury_plays_on: true,
        extra_columns: &["Color1", "Color2"],
        input: InputSpec {
            rotations: 2,
            chance: Some("a tile: the digits 1 to 6, each once"),
            ..InputSpec::SQUARES_ONLY
        },
        ..GameInfo::new("box", "Box", "CodeCup 2025", ["First", "Second"])
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        colors::from_setup(setup).map(Position::start)
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        notation::parse(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        notation::write(*step, out);
    }

    fn parse_position(text: &str) -> Result<Position, ParseError> {
        position_text::parse(text)
    }

    fn write_position(position: &Position) -> String {
        position_text::write(position)
    }

    fn write_chance(tile: &Tile) -> String {
        tile.to_string()
    }

    fn with_chance(text: &str, deal: &str) -> Option<String> {
        let (place, direction) = text.split_at_checked(2)?;
        Some(format!("{place}{deal}{direction}"))
    }

    fn lead_in_token(deal: &str) -> String {
        format!("Hh{deal}h")
    }
}
