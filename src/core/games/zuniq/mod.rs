//! Zuniq (CodeCup 2021): a pencil game on 6x6 dots. A move draws a segment between two
//! neighbouring dots; closed zones must all differ in size. A player who cannot move
//! loses.
//!
//! - **Moves** name the upper or left dot of the segment and its direction: `A2h` joins A2 and
//!   A3, `E5v` joins E5 and F5. Rows are `A` to `F` from the top, columns `1` to `6`. A `!` after
//!   the move claims the win: it earns the winner up to 10 points and costs the loser 50. Only the
//!   first claim of a player counts; repeating it changes nothing ([`Position::repeats_claim`]).
//! - **A zone** is a set of connected cells from which the outside cannot be reached; its size is
//!   the number of its cells, so a ring around a closed cell has size 8. A segment may not lie
//!   inside a closed zone and may not close a second zone of the same size.
//! - **Setup**: `position`, a position text; the empty board by default.
//! - **Position text**: the eleven rows of segments from the top, joined by `/`: five of `-` and
//!   `.` for the horizontals of dot row A, six of `|` and `.` for the verticals below, and so on;
//!   a space; the side to move, `w` or `b` (White makes the odd plies, so the number of segments
//!   gives it); a space; the plies of the first claims, `w31`, `b36`, `w31b36`, or `-` for none.
//!   `-..../||..../-..../....../...../....../...../....../...../....../..... w -`
//!
//! ```
//! use kifu_core::contract::{Faults, Game, Setup, replay};
//! use kifu_core::games::zuniq::Zuniq;
//!
//! let moves = "A1h A2v B1h A1v A2h! B2h A3v";
//! let (replay, position) = replay::<Zuniq>(&Setup::default(), moves, Faults::NONE)?;
//! assert_eq!(replay.plies, 6);
//! let refused = replay.failure.expect("the second zone of one cell");
//! assert!(format!("{refused:?}").contains("would close a second zone of size 1 (first: A1)"));
//! assert_eq!(
//!     Zuniq::write_position(&position),
//!     "--.../||..../--.../....../...../....../...../....../...../....../..... w w5",
//! );
//! # Ok::<(), kifu_core::contract::SetupError>(())
//! ```

mod board;
mod cells;
mod contest;
mod draw;
pub mod engine;
mod explain;
mod input;
mod moves;
mod position_text;
mod result;
mod symmetry;

pub use board::Position;
pub use cells::Cells;
pub use moves::{Move, Segment};
pub use result::Violation;

use crate::contract::{
    ChanceOf, Game, GameInfo, InputSpec, MoveOf, ParseError, Parsed, Setup, SetupError, StepOf,
};

/// The game of Zuniq: its rules, notation and setup.
#[derive(Clone, Copy, Debug)]
pub struct Zuniq;

impl Game for Zuniq {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        source: include_str!("mod.rs"),
        setup_keys: &[("position", "a position text to start from")],
        jury_plays_on: true,
        input: InputSpec {
            modifier: Some("Claim the win"),
            ..InputSpec::SQUARES_ONLY
        },
        ..GameInfo::new("zuniq", "Zuniq", "CodeCup 2021", ["White", "Black"])
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        setup
            .position(position_text::parse)
            .unwrap_or(Ok(Position::EMPTY))
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        moves::parse(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        use std::fmt::Write;
        if let Some(mv) = step.mv {
            // Writing to a String cannot fail.
            let _ = write!(out, "{mv}");
        }
    }

    fn parse_position(text: &str) -> Result<Position, ParseError> {
        position_text::parse(text)
    }

    fn write_position(position: &Position) -> String {
        position_text::write(position)
    }
}
