//! The contest side of Turn Right: the dialogue between the jury and a bot.

mod dialogue;

use super::TurnRight;
use crate::contract::{Contest, Protocol, Setup};
use dialogue::TurnRightDialogue;

impl Contest for TurnRight {
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<TurnRightDialogue>::default()
    }
}
