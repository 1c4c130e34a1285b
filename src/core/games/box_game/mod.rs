//! Box (CodeCup 2025, after Chris Handy's board game): tiles of 2x6 dots in six colours are laid
//! onto 16 rows and 20 columns, a little over each other; squares whose four corners show one's
//! secret colour count.
//!
//! - **A tile** is a permutation of the colours 1 red, 2 yellow, 3 green, 4 cyan, 5 blue,
//!   6 magenta. Each turn starts with a chance event that draws one; all 720 are equally likely.
//! - **A token** is the form in which the opponent learns a move, tile and placement in one:
//!   `Ik364521v` puts the tile 364521 vertically with its upper left dot in row I, column k. The
//!   first token is the start tile, a chance event alone, always `Hh......h`. Once a tile is in
//!   hand, the placement alone, `Ikv`, is read and written. A tile alone, `364521`, is no ply: in
//!   a record it is an error. The grammar of a bot's answers is narrower: `Ikv` and nothing else.
//! - **A placement is legal** if it lies on the board and covers 1 to 4 dots, or covers none and
//!   has a neighbouring dot on the board. The tile's colours do not matter. The game is over
//!   when no placement is legal.
//! - **Result**: a square of side n+1 gives n points; with d the difference, the winner gets
//!   200+d and the loser 100-d (not below 0), and a tie gives 150 each. If a player fails, the
//!   jury completes the game in their place: they get 0, the opponent gets what the completed
//!   game gives.
//! - **Setup**: `colors`, the secret colours of the first and the second player, as `4 1`, with
//!   `-` for an unknown one. Unless both are known there are no scores. The contest assigns two
//!   different colours; a log that gives both players the same colour is a tie, not an error.
//!   `position`, a position text without a tile in hand; its colours are those of the game, unless
//!   `colors` knows more. In such a game the first token draws the first tile, spelled like a start
//!   tile (`Hh364521h`) though it is not placed yet, and the first ply is a placement alone, `Ikv`.
//! - **Position text**: the rows of `1`-`6` and `.` from the top, joined by `/`; then, each after
//!   a space, the side to move, `1` or `2`; the tile in hand, or `-`, or `+` before the first tile of
//!   a game that starts from a position; the colours as in the setup.
//!   An empty board waits for the start tile (`1 -`):
//!   `..../(16 rows of 20)/.... 2 364521 4 -`
//!
//! ```
//! use kifu_core::contract::{Faults, Position, Setup, Turn, replay};
//! use kifu_core::games::box_game::BoxGame;
//!
//! let mut setup = Setup::default();
//! setup.set("colors", "4 1");
//! let (replay, position) = replay::<BoxGame>(&setup, "Hh216534h Ik364521v", Faults::NONE)?;
//! assert_eq!((replay.tokens, replay.plies), (2, 1));
//! assert_eq!(position.turn(), Turn::Chance);
//! # Ok::<(), kifu_core::contract::SetupError>(())
//! ```

mod board;
mod colors;
mod contest;
mod draw;
pub mod engine;
mod explain;
mod grid;
mod input;
mod moves;
mod position_text;
mod result;
mod setup;
mod symmetry;
mod tile;

pub use board::Position;
pub use colors::{Color, SecretColors};
pub use moves::{Cell, Move, Orientation};
pub use result::Violation;
pub use tile::Tile;

use crate::contract::{
    ChanceOf, ChanceSpec, ExtrasSpec, Game, GameInfo, InputSpec, MoveOf, ParseError, Parsed,
    Player, Setup, SetupError, StepOf,
};

/// The rules of Box.
///
/// The type and its module have longer names because `box` is a reserved word in Rust.
#[derive(Clone, Copy, Debug)]
pub struct BoxGame;

impl Game for BoxGame {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        source: include_str!("mod.rs"),
        setup_keys: &[
            (
                "colors",
                "secret colours of the first and the second player, 1 to 6 or - if unknown (- -)",
            ),
            (
                "position",
                "a position text to start from, without a tile in hand",
            ),
        ],
        lead_in: 1,
        chance: Some(&ChanceSpec {
            expected: "a tile: the digits 1 to 6, each once",
            with_chance: moves::with_tile,
            lead_in_token: moves::start_token,
        }),
        jury_plays_on: true,
        extra_columns: &["Color1", "Color2"],
        extras: Some(&ExtrasSpec {
            to_setup: setup::from_extras,
            from_setup: setup::extras,
            draw_lots: setup::draw_lots,
        }),
        input: InputSpec {
            rotations: 2,
            ..InputSpec::SQUARES_ONLY
        },
        move_features: Some(&symmetry::MOVE_FEATURES),
        bench_setup: &[("colors", "4 1")],
        ..GameInfo::new("box", "Box", "CodeCup 2025", ["First", "Second"])
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        setup::start(setup)
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        moves::parse(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        moves::write(*step, out);
    }

    fn parse_position(text: &str) -> Result<Position, ParseError> {
        position_text::parse(text)
    }

    fn write_position(position: &Position) -> String {
        position_text::write(position)
    }

    fn setup_at(position: &Position) -> (Setup, Option<String>) {
        setup::setup_at(position)
    }

    fn setup_known_to(setup: &Setup, player: Player) -> Setup {
        setup::known_to(setup, player)
    }
}
