//! Clobber (`CodinGame`), played on a full board: a move takes one of the player's stones onto
//! an adjacent enemy stone, which it captures. A player who cannot move loses.
//!
//! Invented by Albert, Grossman, Nowakowski and Wolfe, *An Introduction to Clobber* (2005).
//!
//! - **Moves** are two squares, `e2e3`: a letter for the column, a number for the row from the
//!   bottom.
//! - **Setup**: `width` and `height`, 2 to 10 (8), or `position`, a position text.
//! - **Position text**: the rows from the top, joined by `/`, of `w`, `b` and `.`; a space; the
//!   side to move, `w` or `b`. White is the first player.
//!   `wbwb/bwbw/wbwb/bwbw w`
//!
//! ```
//! use kifu_core::contract::{Faults, Game, Setup, replay};
//! use kifu_core::games::clobber::Clobber;
//!
//! let (replay, position) = replay::<Clobber>(&Setup::default(), "b1a1 a3a2", Faults::NONE)?;
//! assert_eq!(replay.plies, 2);
//! assert!(Clobber::write_position(&position).ends_with("/.wbwbwbw/bbwbwbwb/w.bwbwbw w"));
//! # Ok::<(), kifu_core::contract::SetupError>(())
//! ```

mod board;
mod contest;
mod draw;
pub mod engine;
mod explain;
mod input;
mod moves;
mod openspiel;
mod position_text;
mod result;
mod symmetry;

pub use board::Position;
pub use moves::{Move, Square};
pub use result::Violation;

use crate::contract::{
    ChanceOf, Game, GameInfo, MoveOf, ParseError, Parsed, RankingKey, Setup, SetupError, StepOf,
};

/// The game of Clobber: its rules, notation and setup.
#[derive(Clone, Copy, Debug)]
pub struct Clobber;

impl Game for Clobber {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        source: include_str!("mod.rs"),
        setup_keys: &[
            ("width", "columns, 2 to 10 (8)"),
            ("height", "rows, 2 to 10 (8)"),
            ("position", "a position text to start from"),
        ],
        ranked_by: &[RankingKey::Wins],
        codingame_ids: &[715],
        referee_words: contest::FAULT_PHRASES,
        referees_choice: contest::REFEREES_CHOICE,
        shown_move: Some(contest::shown_move),
        openspiel: Some(openspiel::OPENSPIEL),
        ..GameInfo::new("clobber", "Clobber", "CodinGame", ["White", "Black"])
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        let position = setup.position(position_text::parse).transpose()?;
        let (columns, rows) = position.as_ref().map_or((8, 8), |position| {
            (position.width().into(), position.height().into())
        });
        let width = setup.number("width", columns, 2..=10)?;
        let height = setup.number("height", rows, 2..=10)?;
        match position {
            Some(position) if (width, height) == (columns, rows) => Ok(position),
            Some(_) => Err(SetupError {
                key: if width == columns { "height" } else { "width" }.to_owned(),
                expected: format!("the size of the position, {columns} columns and {rows} rows"),
                found: format!("{width} columns and {height} rows"),
            }),
            None => Ok(Position::full(width, height)),
        }
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        moves::parse(token)
    }

    #[inline]
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        moves::parse_short(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        if let Some(mv) = step.mv {
            moves::write(mv, out);
        }
    }

    fn parse_position(text: &str) -> Result<Position, ParseError> {
        position_text::parse(text)
    }

    fn write_position(position: &Position) -> String {
        position_text::write(position)
    }
}
