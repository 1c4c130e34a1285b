//! Atari Go (`CodinGame`): Go in which only captures count, played for a fixed number of turns.
//!
//! Stones are placed on the points of a board, and chains without liberties are captured, as in
//! Go. A move is checked in this order: on the board, on an empty point, not suicide (after
//! captured stones are removed), not ko. *Ko* forbids a stone that restores the board as it was
//! before the opponent's last move, if that move was a stone; longer repetitions are allowed, and
//! so is retaking after a PASS. The game always lasts all its turns. More captures win; if neither
//! player has captured anything, the player with more stones on the board wins 1-0. A player who
//! commits a fault scores -1 and loses, while the opponent keeps their captures.
//!
//! - **Moves** are points as Go programs write them, such as `E5`: a letter without I for the
//!   column from the left and a number for the row from the bottom; or `PASS`. Columns up to Z and
//!   rows up to 25 can be named, so that a move beyond the edge can be parsed and then rejected by
//!   the rule. Lowercase letters are accepted with a note.
//! - **The contest's coordinates** are `x y`, both from 0, with rows counted from the top: see
//!   [`from_contest`] and [`to_contest`].
//! - **Setup**: `size`, 5 to 19 (default 9), and `turns`, of both players together, 1 to 1000
//!   (default 80); or `position`, a position text, which has both.
//! - **Position text**: the rows of `B`, `W` and `.` from the top, joined by `/`; the side to
//!   move, `B` or `W`; the turns played and the total number of turns; the captures of Black and
//!   of White; and the point that ko forbids to the side to move, or `-`. Black is the first
//!   player. Example: `.BW../BW.W./.BW../...../..... B 8/80 0-1 C4`.
//!   Only possible positions are accepted: every chain has a liberty, there are no more stones
//!   than the turns allow, the side to move matches the turns played, and one stone could be taken
//!   back at the ko point.
//!
//! ```
//! use kifu_core::contract::{Faults, Game, MoveError, Setup, replay};
//! use kifu_core::games::atari_go::AtariGo;
//!
//! let mut setup = Setup::default();
//! setup.set("size", "5");
//! // White's B4 took the stone on C4, which may not take back at once.
//! let moves = "B5 C5 A4 D4 B3 C3 C4 B4 C4";
//! let (replay, position) = replay::<AtariGo>(&setup, moves, Faults::NONE)?;
//! assert_eq!(
//!     AtariGo::write_position(&position),
//!     ".BW../BW.W./.BW../...../..... B 8/80 0-1 C4"
//! );
//! let failure = replay.failure.expect("the last move is illegal");
//! assert!(matches!(failure.kind, MoveError::Illegal { rule: "ko", .. }));
//! // The contest's spelling needs the size, which the setup knows.
//! let spelling = AtariGo::INFO.spelling.expect("coordinates such as `2 1`");
//! assert_eq!((spelling.to_token)(&setup, "2 1"), Some("C4".to_owned()));
//! # Ok::<(), kifu_core::contract::SetupError>(())
//! ```

mod board;
mod chains;
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
pub use contest::{from_contest, to_contest};
pub use moves::{Move, Point};
pub use result::Violation;

use crate::contract::{
    ChanceOf, Game, GameInfo, InputSpec, MoveOf, ParseError, Parsed, RankingKey, Setup, SetupError,
    StepOf,
};

/// The game of Atari Go: its setup, notation and rules.
#[derive(Clone, Copy, Debug)]
pub struct AtariGo;

impl Game for AtariGo {
    type Position = Position;

    const INFO: &'static GameInfo = &GameInfo {
        source: include_str!("mod.rs"),
        setup_keys: &[
            ("size", "rows and columns, 5 to 19 (9)"),
            ("turns", "turns of both players together, 1 to 1000 (80)"),
            ("position", "a position text to start from"),
        ],
        ranked_by: &[RankingKey::Wins],
        codingame_ids: &[631, 617],
        referee_words: contest::FAULT_PHRASES,
        shown_move: Some(contest::shown_move),
        spelling: Some(&contest::SPELLING),
        gtp: Some(contest::gtp),
        sgf: Some(&contest::SGF),
        input: InputSpec {
            buttons: &[("PASS", "Pass")],
            ..InputSpec::SQUARES_ONLY
        },
        ..GameInfo::new("atari-go", "Atari Go", "CodinGame", ["Black", "White"])
    };

    fn start(setup: &Setup) -> Result<Position, SetupError> {
        let Some(position) = setup.position(position_text::parse).transpose()? else {
            let turns = setup.number("turns", 80, 1..=1000)?;
            return Ok(Position::new(board_size(setup)?.into(), turns));
        };
        // The keys may repeat the values of the position, but not contradict them.
        let numbers = [
            ("size", u32::from(position.size()), 5..=19),
            ("turns", position.total_turns().into(), 1..=1000),
        ];
        for (key, own, range) in numbers {
            let found = setup.number(key, own, range)?;
            if found != own {
                return Err(SetupError {
                    key: key.to_owned(),
                    expected: format!("that of the position, {own}"),
                    found: found.to_string(),
                });
            }
        }
        Ok(position)
    }

    fn parse(token: &[u8]) -> Result<Parsed<MoveOf<Self>, ChanceOf<Self>>, ParseError> {
        moves::parse(token)
    }

    #[inline]
    fn parse_canonical(token: &[u8]) -> Option<StepOf<Self>> {
        moves::parse_canonical(token)
    }

    fn write(step: &StepOf<Self>, out: &mut String) {
        if let Some(mv) = step.mv {
            moves::write_move(mv, out);
        }
    }

    fn parse_position(text: &str) -> Result<Position, ParseError> {
        position_text::parse(text)
    }

    fn write_position(position: &Position) -> String {
        position_text::write(position)
    }
}

/// Returns the board size that a setup asks for: that of its position, or else 9 by default.
fn board_size(setup: &Setup) -> Result<u8, SetupError> {
    let position = setup.position(position_text::parse).transpose()?;
    let default = position.map_or(9, |position| position.size().into());
    let size = setup.number("size", default, 5..=19)?;
    Ok(u8::try_from(size).expect("at most 19"))
}
