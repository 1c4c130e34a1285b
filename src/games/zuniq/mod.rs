//! Zuniq (CodeCup 2021): a pencil game on 6x6 dots. A move draws a segment between two
//! neighbouring dots; closed zones must all differ in size, and who cannot move loses.
//!
//! - **Moves** name the upper or left dot of the segment and its direction: `A2h` joins A2 and
//!   A3, `E5v` joins E5 and F5. Rows are `A` to `F` from the top, columns `1` to `6`. A `!` after
//!   it claims the win: it is worth up to 10 points to a winner and costs a loser 50. A player's
//!   first claim counts, a repeated one changes nothing ([`Position::repeats_claim`]).
//! - **A zone** is a set of connected cells from which the outside cannot be reached; its size is
//!   the number of its cells, so that a ring round a closed cell has 8. A segment may not lie
//!   inside a closed zone and may not close a zone of a size that exists.
//! - **Setup**: `position`, a position text; without it the empty board.
//! - **Position text**: the eleven rows of segments from the top, joined by `/`: five of `-` and
//!   `.` for the horizontals of dot row A, six of `|` and `.` for the verticals below, and so on;
//!   a blank; the side to act, `w` or `b` (White makes the odd plies, so the number of segments
//!   gives it); a blank; the plies of the first claims, `w31`, `b36`, `w31b36`, or `-` for none.
//!   `-..../||..../-..../....../...../....../...../....../...../....../..... w -`
//!
//! ```
//! use kifu::contract::{Game, Setup, replay};
//! use kifu::games::zuniq::Zuniq;
//!
//! let moves = "A1h A2v B1h A1v A2h! B2h A3v";
//! let (replay, position) = replay::<Zuniq>(&Setup::default(), moves, [false; 2])?;
//! assert_eq!(replay.plies, 6);
//! let refused = replay.failure.expect("the second zone of one cell");
//! assert!(format!("{refused:?}").contains("would close a second zone of size 1 (first: A1)"));
//! assert_eq!(
//!     Zuniq::write_position(&position),
//!     "--.../||..../--.../....../...../....../...../....../...../....../..... w w5",
//! );
//! # Ok::<(), kifu::contract::SetupError>(())
//! ```

mod board;
mod cells;
mod contest;
pub mod engine;
mod explain;
mod input;
mod moves;
mod position_text;
mod result;
mod scene;
mod text_board;
mod violation;

pub use board::Position;
pub use cells::Cells;
pub use moves::{Move, Segment};
pub use violation::Violation;

use crate::contract::scene::{LastStep, Role, Scene, SceneItem, SceneOptions};
use crate::contract::{
    ChanceOf, Claim, Game, InputSpec, InputState, MoveEvent, MoveInput, MoveOf, ParseError, Parsed,
    Protocol, Setup, SetupError, StepOf, TextStyle,
};
use crate::search::{Engine, HasEngine};
use std::time::Duration;

/// The rule book of Zuniq.
#[derive(Clone, Copy, Debug)]
pub struct Zuniq;

impl Game for Zuniq {
    type Position = Position;

    const ID: &'static str = "zuniq";
    const NAME: &'static str = "Zuniq";
    const CONTEST: &'static str = "CodeCup 2021";
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const SETUP: &'static [(&'static str, &'static str)] =
        &[("position", "a position text to start from")];
    const JURY_PLAYS_ON: bool = true;
    const HAND: InputSpec = InputSpec {
        modifier: Some("Claim the win"),
        ..InputSpec::SQUARES_ONLY
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
        input::move_event(before, step.mv?)
    }

    fn describe_square(position: &Position, spot: &str, _view: SceneOptions) -> Option<String> {
        input::describe_square(position, spot)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        explain::reasons(before, played, better)
    }

    fn claim(before: &Position, mv: &Move) -> Option<Claim> {
        result::claim(before, *mv)
    }

    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<contest::ZuniqDialogue>::default()
    }
}

impl HasEngine for Zuniq {
    const CALIBRATION: &'static str = include_str!("engine/calibration.ron");
    const DEFAULT_NODES: u64 = 100_000;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(engine::ZuniqEngine::new(memory_mb))
    }

    /// A game has about 38 plies.
    fn progress(position: &Position) -> f64 {
        (f64::from(position.plies()) / 38.0).min(1.0)
    }

    fn allocate_time(position: &Position, left: Duration) -> Duration {
        engine::allocate_time(position, left)
    }
}
