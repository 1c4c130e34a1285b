//! Turn Right (CodeCup 2006): the players fill a 6x6 board with stones, then take turns moving the
//! stones one square along circuits, and score points for 2x2 squares of their colour.
//!
//! - **Moves** are a square, `c3`, or the corners of a circuit in the order in which the stones
//!   move, `a1-a4-d4-d1`. A circuit runs clockwise; its canonical spelling starts at the smallest
//!   square (a2 comes before b1), but the contest allows any corner as the start. A square in the
//!   middle of a straight run is not a corner; lenient parsing drops it.
//! - **Setup**: `position`, a position text.
//! - **Position text**: four fields separated by spaces. The rows from the top, joined by `/`, made
//!   of `w`, `b` and `.`; the side to move, `w` or `b`, or `-` after the last circuit, or `3x3:w`
//!   or `3x3:b` for the winner by a 3x3 square; the number of circuits made by both players;
//!   White's and Black's points, joined by a dash. The number of stones placed follows from the
//!   rows. An example:
//!   `wbwbwb/bwbwbw/wbwbwb/bwbwbw/wbwbwb/bwbwbw b 0 5-0`
//!
//! White is the first player. The 36th stone, Black's last, is placed automatically; it appears in
//! the record, but not in the contest's dialogue. Then Black makes the first circuit, and each player
//! makes 13.
//!
//! - **A circuit** is a closed path that turns at its corners and comes to no square twice; each
//!   stone on it moves one square on. A player's Nth circuit has at most 2(N+1) corners. Legality does
//!   not depend on the stones.
//! - **Score**: after every circuit each player gets a point for each 2x2 square of their colour;
//!   White starts with 5. A 3x3 square after a circuit wins at once; of two by one circuit that of the
//!   other player counts.
//! - **Result**: with d the difference, the winner gets 50+d contest points and the loser 50-d, from
//!   0 to 100, and 2 and 0 game points (1 and 1 for a tie); a 3x3 square gives 50 more, and 3 game
//!   points, as does a fault of the opponent, who gets 0.
//!
//! ```
//! use kifu_core::contract::{Faults, Game, Setup, replay};
//! use kifu_core::games::turn_right::{Circuit, TurnRight};
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
//! // White's 3x3 squares were there already; they count from the first circuit on, Black's.
//! // A player's first circuit has four corners: one of the 225 rectangles.
//! assert_eq!(Circuit::legal_on_turn(1).len(), 225);
//! # Ok::<(), kifu_core::contract::SetupError>(())
//! ```

mod board;
mod circuit;
mod contest;
mod draw;
pub mod engine;
mod explain;
mod input;
mod moves;
mod position_text;
mod result;
mod square;
mod symmetry;

pub use board::Position;
pub use circuit::Circuit;
pub use circuit::{InvalidCircuit, PathFlaw};
pub use moves::Move;
pub use result::Violation;
pub use square::Square;

use crate::contract::{
    ChanceOf, Game, GameInfo, MoveOf, ParseError, Parsed, RankingKey, Setup, SetupError, StepOf,
};

/// The game Turn Right: rules, notation, contest, drawing and engine.
#[derive(Clone, Copy, Debug)]
pub struct TurnRight;

impl Game for TurnRight {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        source: include_str!("mod.rs"),
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
