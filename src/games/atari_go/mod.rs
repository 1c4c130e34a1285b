//! Atari Go (`CodinGame`): Go in which only captures count, for a fixed number of turns.
//!
//! Stones are put on the points of a board, and chains without liberties are captured, as in Go.
//! The order of the checks: on the board, empty, not suicide (after taking what dies), not ko.
//! *Ko*: forbidden is a stone after which the board equals the one before the opponent's last
//! act, if that was a stone; longer repetitions are allowed, and so is retaking after a PASS.
//! The game always runs all its turns. More captures win; without any, the player with more
//! stones on the board wins 1-0. Who fails gets -1 and loses, the other keeps its captures.
//!
//! - **Moves** are points as Go programs write them, `E5`: a letter without I for the column from
//!   the left, a number for the row from the bottom; or `PASS`. Columns to Z and rows to 25 can
//!   be named, so that a move beyond the edge is read, and refused by the rule. Small letters
//!   are forgiven.
//! - **The contest's coordinates** are `x y`, both from 0, the rows counted from the top: see
//!   [`from_contest`] and [`to_contest`].
//! - **Setup**: `size`, 5 to 19 (9), and `turns`, both players' together, 1 to 1000 (80).
//! - **Position text**: the rows from the top, joined by `/`, of `B`, `W` and `.`; the side to
//!   move, `B` or `W`; the turns played and all turns; what Black and what White captured; and
//!   the point that ko forbids to the side to move, or `-`. Black is the first player.
//!   `.BW../BW.W./.BW../...../..... B 8/80 0-1 C4`
//!   Read is only what can be: chains with a liberty, no more stones than the turns bring, the
//!   side whose turn it is, and a ko where one stone could be taken back.
//!
//! ```
//! use kifu::contract::{FailureKind, Game, Setup, replay};
//! use kifu::games::atari_go::AtariGo;
//!
//! let mut setup = Setup::default();
//! setup.set("size", "5");
//! // White's B4 took the stone on C4, which may not take back at once.
//! let moves = "B5 C5 A4 D4 B3 C3 C4 B4 C4";
//! let (replay, position) = replay::<AtariGo>(&setup, moves, [false; 2])?;
//! assert_eq!(
//!     AtariGo::write_position(&position),
//!     ".BW../BW.W./.BW../...../..... B 8/80 0-1 C4"
//! );
//! let failure = replay.failure.expect("the last move is illegal");
//! assert!(matches!(failure.kind, FailureKind::Illegal { rule: "ko", .. }));
//! // The contest's spelling needs the size, which the setup knows.
//! assert_eq!(AtariGo::respell(&setup, "2 1"), Some("C4".to_owned()));
//! # Ok::<(), kifu::contract::SetupError>(())
//! ```

mod board;
mod chains;
mod contest;
pub mod engine;
mod explain;
mod input;
mod moves;
mod position_text;
mod scene;
mod text_board;
mod violation;

pub use board::Position;
pub use contest::{from_contest, to_contest};
pub use moves::{Move, Point};
pub use violation::Violation;

use crate::contract::scene::{LastStep, Role, Scene, SceneItem, SceneOptions};
use crate::contract::{
    ChanceOf, Fault, Game, InputSpec, InputState, MoveEvent, MoveInput, MoveOf, ParseError, Parsed,
    Protocol, RankingKey, ScoreChange, Setup, SetupError, Sgf, StepOf, TextStyle,
};
use crate::search::{Clock, Engine, HasEngine};

/// The rule book of Atari Go.
#[derive(Clone, Copy, Debug)]
pub struct AtariGo;

impl Game for AtariGo {
    type Position = Position;

    const ID: &'static str = "atari-go";
    const NAME: &'static str = "Atari Go";
    const CONTEST: &'static str = "CodinGame";
    const SIDES: [&'static str; 2] = ["Black", "White"];
    const SETUP: &'static [(&'static str, &'static str)] = &[
        ("size", "rows and columns, 5 to 19 (9)"),
        ("turns", "turns of both players together, 1 to 1000 (80)"),
    ];
    const RANKED_BY: &'static [RankingKey] = &[RankingKey::Wins];
    const CODINGAME_IDS: &'static [u32] = &[631, 617];
    const SGF: Option<&'static Sgf> = Some(&contest::SGF);
    const REFEREE_WORDS: &'static [(&'static str, Fault)] = contest::FAULT_PHRASES;
    const HAND: InputSpec = InputSpec {
        buttons: &[("PASS", "Pass")],
        ..InputSpec::SQUARES_ONLY
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        let turns = setup.number("turns", 80, 1..=1000)?;
        Ok(Position::new(board_size(setup)?.into(), turns))
    }

    #[inline]
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        moves::parse_canonical(token)
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        moves::parse(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        if let Some(mv) = step.mv {
            moves::write_move(mv, out);
        }
    }

    fn respell(setup: &Setup, raw: &str) -> Option<String> {
        if !contest::is_coordinate_pair(raw) {
            return None;
        }
        let mv = from_contest(raw, board_size(setup).ok()?).ok()?;
        Some(mv.to_string())
    }

    fn contest_spelling(setup: &Setup, token: &str) -> Option<String> {
        let mv = moves::parse_canonical(token.as_bytes())?.mv?;
        Some(to_contest(mv, board_size(setup).ok()?))
    }

    fn shown_move(_view: &str, words: &str) -> Option<String> {
        contest::shown_move(words)
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

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.and_then(|mv| input::score_change(before, mv))
            .into_iter()
            .collect()
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        explain::reasons(before, played, better)
    }

    fn gtp(setup: &Setup) -> Option<Vec<String>> {
        let size = board_size(setup).ok()?;
        let commands = [format!("boardsize {size}"), "clear_board".to_owned()];
        Some(commands.into_iter().chain(["komi 0".to_owned()]).collect())
    }

    fn protocol(setup: &Setup) -> Box<dyn Protocol> {
        Box::new(contest::AtariGoDialogue::new(setup))
    }
}

fn board_size(setup: &Setup) -> Result<u8, SetupError> {
    let size = setup.number("size", 9, 5..=19)?;
    Ok(u8::try_from(size).expect("at most 19"))
}

impl HasEngine for AtariGo {
    const CLOCK: Clock = Clock::turn(1000, 100);
    const CALIBRATION: &'static str = include_str!("engine/calibration.ron");

    fn new_engine(memory_mb: usize) -> Box<dyn Engine<Self>> {
        Box::new(engine::AtariGoEngine::new(memory_mb))
    }

    fn progress(position: &Position) -> f64 {
        f64::from(position.turns_played()) / f64::from(position.total_turns().max(1))
    }
}
