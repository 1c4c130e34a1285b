//! The `CodinGame` contest: the dialogue with a bot, and the referee's texts in replays.

mod dialogue;
mod referee_text;

use super::Clobber;
use crate::contract::{Contest, Protocol, Setup};
use dialogue::ClobberDialogue;
pub(super) use referee_text::{FAULT_PHRASES, shown_move};

impl Contest for Clobber {
    fn protocol(setup: &Setup) -> Box<dyn Protocol> {
        Box::new(ClobberDialogue::new(setup))
    }

    fn shown_move(view: &str, _words: &str) -> Option<String> {
        shown_move(view)
    }
}
