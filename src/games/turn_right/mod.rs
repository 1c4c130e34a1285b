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
mod canonical_circuit;
mod circuit;
mod circuit_table;
mod contest;
pub mod engine;
mod explain;
mod input;
mod invalid_circuit;
mod moves;
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

use crate::contract::scene::{LastStep, Role, Scene, SceneItem, SceneOptions};
use crate::contract::{
    ChanceOf, Game, InputState, MoveEvent, MoveInput, MoveOf, ParseError, Parsed, Protocol,
    RankingKey, ScoreChange, Setup, SetupError, StepOf, TextStyle,
};
use crate::search::{Engine, HasEngine};
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
    const RANKED_BY: &'static [RankingKey] = &[RankingKey::GamePoints, RankingKey::Points];
    const AUTOMATIC_PLY: Option<u32> = Some(36);

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

    fn text_board(position: &Position, last: Option<&StepOf<Self>>, style: TextStyle) -> String {
        text_board::text_board(position, last.and_then(|step| step.mv), style)
    }

    fn scene(position: &Position, last: Option<LastStep<'_, Self>>, view: SceneOptions) -> Scene {
        scene::scene(position, last, view)
    }

    fn interpret_input(
        position: &Position,
        picks: &MoveInput<'_>,
        view: SceneOptions,
    ) -> InputState {
        input::interpret_input(position, picks, view)
    }

    fn preview(
        position: &Position,
        step: &StepOf<Self>,
        role: Role,
        view: SceneOptions,
    ) -> Vec<SceneItem> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| input::preview(position, mv, role, view))
    }

    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        explain::move_event(before, step.mv?)
    }

    fn describe_square(position: &Position, spot: &str, _view: SceneOptions) -> Option<String> {
        explain::describe_square(position, spot)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| explain::score_changes(before, mv))
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        explain::reasons(before, played, better)
    }

    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<contest::TurnRightDialogue>::default()
    }
}

impl HasEngine for TurnRight {
    const CALIBRATION: &'static str = include_str!("engine/calibration.ron");
    const DEFAULT_NODES: u64 = 60_000;
    const POINTS_FROM_RESULT: bool = false;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(engine::TurnRightEngine::new(memory_mb))
    }

    fn progress(position: &Position) -> f64 {
        let all = board::STONE_COUNT + board::CIRCUIT_COUNT;
        f64::from(position.stones_placed() + position.circuits_made()) / f64::from(all)
    }

    /// Circuits need the time, those with many corners most of all.
    fn allocate_time(position: &Position, left: Duration) -> Duration {
        if position.stones_placed() < board::STONE_COUNT {
            return left / 80;
        }
        let own = u32::from(board::CIRCUIT_COUNT - position.circuits_made()).div_ceil(2);
        left / (own + 1)
    }
}
