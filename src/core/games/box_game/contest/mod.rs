//! The contest's side of Box: the dialogue with the jury and the secret colours in its files.

mod dialogue;

use super::BoxGame;
use crate::contract::{Contest, Protocol, Setup, SetupError};
use dialogue::BoxDialogue;

impl Contest for BoxGame {
    fn protocol(_setup: &Setup) -> Box<dyn Protocol> {
        Box::<BoxDialogue>::default()
    }

    fn setup_from_extras(extras: &[&str]) -> Result<Setup, SetupError> {
        super::setup::from_extras(extras)
    }

    fn extras(setup: &Setup) -> Vec<String> {
        super::setup::extras(setup)
    }

    fn draw_lots(setup: &mut Setup, below: &mut dyn FnMut(u32) -> u32) {
        super::setup::draw_lots(setup, below);
    }
}
