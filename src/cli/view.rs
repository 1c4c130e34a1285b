//! The command `kifu view`, or `kifu` without a command: the app.

use super::args::ViewArgs;
use kifu_app::{AppOptions, WindowError};
use kifu_study::failure::{Failure, FailureKind};

pub(super) fn run(args: ViewArgs) -> Result<(), Failure> {
    let options = AppOptions {
        paths: args.paths,
        follow: args.follow,
        ply: args.ply,
        is_engine_on: args.engine,
        has_frame_report: args.frame_report,
        ..AppOptions::default()
    };
    kifu_app::run(options).map_err(|WindowError { message, hint }| {
        Failure::new(FailureKind::Usage, message).hint(hint)
    })
}
