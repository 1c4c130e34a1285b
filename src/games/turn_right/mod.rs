//! Turn Right (CodeCup 2006): first the players fill the 6x6 board with stones, then in turn they
//! move the stones one square along circuits, for points for 2x2 squares of their colour.
//!
//! - **Moves** are a square, `c3`, or the corners of a circuit in the order in which the stones
//!   move, `a1-a4-d4-d1`: clockwise, and canonically from the smallest square on (a2 before b1).
//!   The contest allows to start at any corner. A square on a straight run is no corner; lenient
//!   reading drops it.
//! - **Setup**: `position`, a position text.
//! - **Position text**: the rows from the top, joined by `/`, of `w`, `b` and `.`; who acts next,
//!   `w` or `b`, after the last circuit `-`, after a 3x3 square `3x3:w` or `3x3:b` for the
//!   winner; how many circuits both have made; White's and Black's points, joined by a dash. The
//!   number of stones placed is that of the stones on the board.
//!   `wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b 0 5-0`
//!
//! White is the first player. The 36th stone, Black's last, is played without asking; it stands
//! in the record, but not in the contest's dialogue.
//!
//! ```
//! use kifu::contract::{Faults, Game, Setup, replay};
//! use kifu::games::turn_right::{Circuit, TurnRight};
//!
//! let full = "wwwbbb/wwwbbb/wwbbbb/wwbbww/wwwbbb/wwwbbb b 0 5-0";
//! let mut setup = Setup::default();
//! setup.set("position", full);
//! let (replay, position) = replay::<TurnRight>(&setup, "d4-d1-a1-a4", Faults::NONE)?;
//! assert_eq!(replay.respelled[0].canonical, "a1-a4-d4-d1");
//! assert_eq!(
//!     TurnRight::write_position(&position),
//!     "wwwbbb/wwwbbb/wwwbbb/wwbbww/wwwbbb/wwbbbb 3x3:w 1 12-6"
//! );
//! // White's 3x3 squares lay there already and counted with the first circuit, Black's.
//! // A player's first circuit has four corners: one of the 225 rectangles.
//! assert_eq!(Circuit::of_turn(1).len(), 225);
//! # Ok::<(), kifu::contract::SetupError>(())
//! ```

mod board;
mod canonical_circuit;
mod circuit;
mod circuit_table;
mod contest;
pub mod engine;
mod explain;
mod input;
mod invalid_circuit;
mod moves;
mod notation;
mod position_text;
mod result;
mod scene;
mod square;
mod text_board;
mod violation;

pub use board::Position;
pub use circuit::Circuit;
pub use invalid_circuit::{InvalidCircuit, PathFlaw};
pub use moves::Move;
pub use square::Square;
pub use violation::Violation;

use crate::contract::{
    ChanceOf, Game, GameInfo, MoveOf, ParseError, Parsed, RankingKey, Setup, SetupError, StepOf,
};

/// The rule book of Turn Right.
#[derive(Clone, Copy, Debug)]
pub struct TurnRight;

impl Game for TurnRight {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        setup_keys: &[("position", "a position text to start from")],
        automatic_ply: Some(36),
        ranked_by: &[RankingKey::GamePoints, RankingKey::Points],
        ..GameInfo::new(
            "turn-right",
            "Turn Right",
            "CodeCup 2006",
            ["White", "Black"],
        )
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        setup
            .position(position_text::parse)
            .unwrap_or(Ok(Position::START))
    }

    #[inline]
    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        notation::parse(token)
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
