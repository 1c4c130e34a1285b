//! `kifu view`, and `kifu` alone: the app.

use super::args::ViewArgs;
use crate::app::{NoWindow, Options};
use crate::files::{Failure, FailureKind};

pub(super) fn run(args: ViewArgs) -> Result<(), Failure> {
    let options = Options {
        paths: args.paths,
        ply: args.ply,
        engine: args.engine,
        report: args.frame_report,
        ..Options::default()
    };
    crate::app::run(options)
        .map_err(|NoWindow { message, hint }| Failure::new(FailureKind::Usage, message).hint(hint))
}
