//! Clobber (`CodinGame`), played on a full board: a move takes one's own stone onto an adjacent
//! enemy stone, and who cannot move loses.
//!
//! Invented by Albert, Grossman, Nowakowski and Wolfe, *An Introduction to Clobber* (2005).
//!
//! - **Moves** are two squares, `e2e3`: a letter for the column, a number for the row from the
//!   bottom.
//! - **Setup**: `width` and `height`, 2 to 10 (8), or `position`, a position text.
//! - **Position text**: the rows from the top, joined by `/`, of `w`, `b` and `.`; a blank; the
//!   side to act, `w` or `b`. White is the first player.
//!   `wbwb/bwbw/wbwb/bwbw w`
//!
//! ```
//! use kifu::contract::{Game, Setup, replay};
//! use kifu::games::clobber::Clobber;
//!
//! let (replay, position) = replay::<Clobber>(&Setup::default(), "b1a1 a3a2", [false; 2])?;
//! assert_eq!(replay.plies, 2);
//! assert!(Clobber::write_position(&position).ends_with("/wbwbwbwb/b.bwbwbw w") == false);
//! # Ok::<(), kifu::contract::SetupError>(())
//! ```

mod board;
mod contest;
pub mod engine;
mod explain;
mod input;
mod moves;
mod position_text;
mod scene;
mod text_board;

pub use board::{Position, Violation};
pub use moves::{Move, Square};

use crate::contract::scene::{LastStep, Role, Scene, SceneItem, SceneOptions};
use crate::contract::{
    ChanceOf, Fault, Game, InputState, MoveInput, MoveOf, ParseError, Parsed, Protocol, RankingKey,
    Setup, SetupError, StepOf, TextStyle,
};
use crate::search::{Clock, Engine, HasEngine};

/// The rule book of Clobber.
#[derive(Clone, Copy, Debug)]
pub struct Clobber;

impl Game for Clobber {
    type Position = Position;

    const ID: &'static str = "clobber";
    const NAME: &'static str = "Clobber";
    const CONTEST: &'static str = "CodinGame";
    const SIDES: [&'static str; 2] = ["White", "Black"];
    const SETUP: &'static [(&'static str, &'static str)] = &[
        ("width", "columns, 2 to 10 (8)"),
        ("height", "rows, 2 to 10 (8)"),
        ("position", "a position text to start from"),
    ];
    const RANKED_BY: &'static [RankingKey] = &[RankingKey::Wins];
    const CODINGAME_IDS: &'static [u32] = &[715];
    const REFEREE_WORDS: &'static [(&'static str, Fault)] = contest::FAULT_PHRASES;
    const REFEREES_CHOICE: &'static [&'static str] = &["random"];

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

    #[inline]
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        moves::parse_short(token)
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        moves::parse(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        if let Some(mv) = step.mv {
            moves::write(mv, out);
        }
    }

    fn shown_move(view: &str, _words: &str) -> Option<String> {
        contest::shown_move(view)
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

    fn describe_square(position: &Position, spot: &str, _view: SceneOptions) -> Option<String> {
        input::describe_square(position, spot)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        explain::reasons(before, played, better)
    }

    fn protocol(setup: &Setup) -> Box<dyn Protocol> {
        Box::new(contest::ClobberDialogue::new(setup))
    }
}

impl HasEngine for Clobber {
    const CLOCK: Clock = Clock::turn(1000, 150);
    const CALIBRATION: &'static str = include_str!("engine/calibration.ron");
    const DEFAULT_NODES: u64 = 28_000;

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(engine::ClobberEngine::new(memory_mb))
    }

    /// By the squares without a stone; at the end about one of four still has one.
    fn progress(position: &Position) -> f64 {
        position.empty_share()
    }
}
