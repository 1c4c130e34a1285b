//! The CodeCup contest: the dialogue between the jury and a bot.

mod dialogue;

use super::Zuniq;
use crate::contract::{Contest, Protocol, Setup};
use dialogue::ZuniqDialogue;

impl Contest for Zuniq {
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<ZuniqDialogue>::default()
    }
}
