//! The contest's side of the game: its coordinates, the dialogue with a bot, the referee's texts
//! in replays, and SGF.

mod coordinates;
mod dialogue;
mod referee_text;
mod sgf;

use super::{AtariGo, board_size};
use crate::contract::{Contest, Game as _, Protocol, Setup};
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
        let mut commands = vec![format!("boardsize {size}"), "clear_board".to_owned()];
        if setup.get("position").is_some() {
            let position = AtariGo::start(setup).ok()?;
            // Every chain has a liberty in the end, so that none is captured on the way. GTP cannot
            // tell which point is forbidden by ko.
            let stones = position.points().filter_map(|point| {
                let color = ["black", "white"][position.stone(point)?.index()];
                Some(format!("play {color} {point}"))
            });
            commands.extend(stones);
        }
        Some(commands)
    }
}
