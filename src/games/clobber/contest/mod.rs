//! What only the contest needs: the dialogue with a bot, and the referee's words in replays.

mod dialogue;
mod referee_text;

pub(super) use dialogue::ClobberDialogue;
pub(super) use referee_text::{FAULT_PHRASES, shown_move};
