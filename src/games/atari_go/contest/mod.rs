//! What only the contest needs: its coordinates, the dialogue with a bot, the referee's words in
//! replays, and SGF.

mod coordinates;
mod dialogue;
mod referee_text;
mod sgf;

pub(super) use coordinates::is_coordinate_pair;
pub use coordinates::{from_contest, to_contest};
pub(super) use dialogue::AtariGoDialogue;
pub(super) use referee_text::{FAULT_PHRASES, shown_move};
pub(super) use sgf::SGF;
