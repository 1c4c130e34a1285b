//! `kifu view`, and `kifu` alone: the app.

use super::args::View;
use crate::app::{NoWindow, Options};
use crate::files::{Failure, Kind};

pub(super) fn run(args: View) -> Result<(), Failure> {
    let View { paths, ply } = args;
    crate::app::run(Options { paths, ply })
        .map_err(|NoWindow { message, hint }| Failure::new(Kind::Usage, message).hint(hint))
}
