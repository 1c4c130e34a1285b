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
//! use kifu::contract::{Game, Setup, replay};
//! use kifu::games::turn_right::{Circuit, TurnRight};
//!
//! let full = "wwwbbb/wwwbbb/wwbbbb/wwbbww/wwwbbb/wwwbbb b 0 5-0";
//! let mut setup = Setup::default();
//! setup.set("position", full);
//! let (replay, position) = replay::<TurnRight>(&setup, "d4-d1-a1-a4", [false; 2])?;
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
pub mod brain;
mod canonical;
mod circuit;
mod draw;
mod hand;
mod moves;
mod position_text;
mod protocol;
mod reasons;
mod refusal;
mod result;
mod scene;
mod square;
mod table;
mod tangle;

pub use board::Position;
pub use circuit::Circuit;
pub use moves::Move;
pub use refusal::Broken;
pub use square::Square;
pub use tangle::{Flaw, Tangle};

use crate::contract::scene::{Item, Last, Role, Scene, View};
use crate::contract::{
    BadText, Change, Entry, Game, Happening, LuckOf, MoveOf, Parsed, Picks, Protocol, Setup,
    SetupError, StepOf, Style, Tally,
};
use crate::search::{Brain, Thinks};
use std::time::Duration;

/// The rule book of Turn Right.
#[derive(Clone, Copy, Debug)]
pub struct TurnRight;

impl Game for TurnRight {
    type Position = Position;

    const ID: &'static str = "turn-right";
    const NAME: &'static str = "Turn Right";
    const CONTEST: &'static str = "CodeCup 2006";
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const SETUP: &'static [(&'static str, &'static str)] =
        &[("position", "a position text to start from")];
    const RANKED_BY: &'static [Tally] = &[Tally::GamePoints, Tally::Points];
    const AUTOMATIC_PLY: Option<u32> = Some(36);

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        setup
            .position(position_text::read)
            .unwrap_or(Ok(Position::START))
    }

    #[inline]
    fn read(token: &[u8]) -> Result<Parsed<MoveOf<Self>, LuckOf<Self>>, BadText> {
        moves::read(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        use std::fmt::Write;
        if let Some(mv) = step.mv {
            // Writing to a String cannot fail.
            let _ = write!(out, "{mv}");
        }
    }

    fn read_position(text: &str) -> Result<Position, BadText> {
        position_text::read(text)
    }

    fn write_position(position: &Position) -> String {
        position_text::write(position)
    }

    fn draw(position: &Position, last: Option<&StepOf<Self>>, style: Style) -> String {
        draw::draw(position, last.and_then(|step| step.mv), style)
    }

    fn scene(position: &Position, last: Option<Last<'_, Self>>, view: View) -> Scene {
        scene::scene(position, last, view)
    }

    fn enter(position: &Position, picks: &Picks<'_>, view: View) -> Entry {
        hand::enter(position, picks, view)
    }

    fn preview(position: &Position, step: &StepOf<Self>, role: Role, view: View) -> Vec<Item> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| hand::preview(position, mv, role, view))
    }

    fn happening(before: &Position, step: &StepOf<Self>) -> Option<Happening> {
        hand::happening(before, step.mv?)
    }

    fn about(position: &Position, spot: &str, _view: View) -> Option<String> {
        hand::about(position, spot)
    }

    fn changes(before: &Position, step: &StepOf<Self>) -> Vec<Change> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| hand::changes(before, mv))
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }

    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<protocol::Dialogue>::default()
    }
}

impl Thinks for TurnRight {
    const CALIBRATION: &'static str = include_str!("brain/calibration.ron");
    const USUAL_NODES: u64 = 60_000;
    const POINTS_FOLLOW: bool = false;

    fn brain(memory_mb: usize) -> Box<dyn Brain<Self>> {
        Box::new(brain::Thinker::new(memory_mb))
    }

    fn played(position: &Position) -> f64 {
        let all = board::STONES + board::CIRCUITS;
        f64::from(position.placed() + position.circuits()) / f64::from(all)
    }

    /// Circuits need the time, those with many corners most of all.
    fn allot(position: &Position, left: Duration) -> Duration {
        if position.placed() < board::STONES {
            return left / 80;
        }
        let own = u32::from(board::CIRCUITS - position.circuits()).div_ceil(2);
        left / (own + 1)
    }
}
