//! The contest's side of the game: its coordinates, the dialogue with a bot, the referee's texts
//! in replays, and SGF.

mod coordinates;
mod dialogue;
mod referee_text;
mod sgf;

use super::{AtariGo, board_size};
use crate::contract::{Contest, Protocol, Setup};
pub(super) use coordinates::is_coordinate_pair;
pub use coordinates::{from_contest, to_contest};
use dialogue::AtariGoDialogue;
pub(super) use referee_text::{FAULT_PHRASES, shown_move};
pub(super) use sgf::SGF;

impl Contest for AtariGo {
    fn protocol(setup: &Setup) -> Box<dyn Protocol> {
        Box::new(AtariGoDialogue::new(setup))
    }

    fn respell(setup: &Setup, raw: &str) -> Option<String> {
        if !is_coordinate_pair(raw) {
            return None;
        }
        let mv = from_contest(raw, board_size(setup).ok()?).ok()?;
        Some(mv.to_string())
    }

    fn contest_spelling(setup: &Setup, token: &str) -> Option<String> {
        let mv = super::notation::parse_canonical(token.as_bytes())?.mv?;
        Some(to_contest(mv, board_size(setup).ok()?))
    }

    fn shown_move(_view: &str, words: &str) -> Option<String> {
        shown_move(words)
    }

    fn gtp(setup: &Setup) -> Option<Vec<String>> {
        let size = board_size(setup).ok()?;
        // Captures decide the game, so that a program need not know what komi is.
        Some(vec![format!("boardsize {size}"), "clear_board".to_owned()])
    }
}
