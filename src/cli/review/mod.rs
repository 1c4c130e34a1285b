//! The command `kifu review`, which finds the mistakes in games.

pub(super) mod args;
mod export_suite;
mod extra_sections;
mod filter;
mod jobs;
pub(super) mod json;
mod output;
pub(super) mod players;
mod review_job;
mod text;
mod verify;

use super::Status;
use super::line_filter::is_stdout;
use super::terminal::StdoutWriter;
use args::{GroupBy, ReportFormat, ReviewArgs};
use kifu_logs::files::{self, AtomicFile};
use kifu_study::failure::Failure;
use kifu_study::pages::ReviewPage;
use kifu_study::review::ReviewedGame;

/// Runs the command.
pub(super) fn run(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    if args.verify {
        return verify::run(args, status);
    }
    if is_stdout(args.out.as_deref()) {
        return filter::run(args, status);
    }
    let suite = args.suite.as_deref();
    let mut suite = suite
        .map(|path| AtomicFile::new(path, args.force))
        .transpose()?;
    let mut out = StdoutWriter::new();
    let mut players = players::PlayerSummaries::default();
    let mut page = ReviewPage::default();
    let mut gap = "";
    jobs::run_all(args, status, &mut |job| {
        let (location, game) = (job.location, job.game);
        let reviewed = ReviewedGame::new(location, game, job.record, job.plies, &args.thresholds)?;
        if let Some(suite) = &mut suite {
            for position in export_suite::suite_positions(&reviewed, &args.thresholds)? {
                suite.write(position.to_json_line().as_bytes())?;
            }
        }
        match (args.by, args.report()) {
            (Some(GroupBy::Player), _) => players.add(&reviewed),
            (None, ReportFormat::Text) => {
                out.print(gap)?;
                out.print(&text::render(&reviewed))?;
                gap = "\n";
            }
            (None, ReportFormat::Json) => out.print(&json::to_line(&reviewed))?,
            (None, ReportFormat::Html) => page.add(&reviewed)?,
            (None, ReportFormat::None) => {}
        }
        // A reader of the output need not wait for the next game.
        out.flush()
    })?;
    if let Some(suite) = suite {
        suite.finish()?;
    }
    if args.by.is_some() {
        out.print(&players.render(args.report()))?;
    } else if args.report() == ReportFormat::Html {
        out.print(&page.render())?;
    }
    out.flush()
}
