//! The command `kifu scout`, which reports what a player does in many games.

mod text;

use crate::common::game_filter::GameFilterArgs;
use crate::common::out_file::ByteOutput;
use crate::common::progress::Progress;
use crate::common::report::{CliReport, ReportingSink, read_logs};
use crate::common::shared_args::ReadArgs;
use crate::common::text::pluralize;
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use annotate_snippets::Level;
use clap::Args as ArgsOf;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::files::{self, GameLocation, Origin, WritePlan};
use kifu_logs::formats::{CheckedGame, to_json};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::pages::scout_page;
use kifu_study::review::{PositionsError, Thresholds};
use kifu_study::scout::{Scout, ScoutedGame};
use std::path::PathBuf;
use std::sync::Arc;

const SCOUT_HELP: &str = "\
The report has results, opponents, openings, what was given away by phase of the game, time, faults,
what decided the lost games, and where a game has them secrets and claims of a win. Each number names
its games: by the contest's number, or as FILE:INDEX. Losses, deciding moves and claims come from
reviews in the records; `kifu review IN -o OUT` makes them.

  kifu scout mybot match.ronl --opponent boss
  kifu scout \"Ada Lovelace\" reviewed.ronl -o ada.html

Exit status: 0 the report was printed, 2 wrong usage, no game of the player was found, or something
could not be read or written.";

/// The arguments of `kifu scout`.
#[derive(ArgsOf)]
#[command(after_help = SCOUT_HELP)]
pub(crate) struct ScoutArgs {
    /// Player to report on: a name, or `first`, `second` or a side such as `White` where no one has
    /// that name
    #[arg(value_name = "NAME")]
    pub name: String,
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Page to write (`.html`), instead of a report on standard output
    #[arg(long, short, value_name = "PAGE", conflicts_with = "json")]
    pub output: Option<PathBuf>,
    /// Overwrite an existing page
    #[arg(long, short, requires = "output")]
    pub force: bool,
    /// Print one JSON object per kind of game, one per line
    #[arg(long)]
    pub json: bool,
    /// Win-probability loss (%) for ?!, ?, ?? (inaccuracy, mistake, blunder)
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    /// Games to read at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Only games against this player
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &ScoutArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    let mut plan = WritePlan::new(&args.paths);
    let page = args.output.as_deref();
    let page = page
        .map(|path| ByteOutput::new(&mut plan, path, args.force))
        .transpose()?;
    let filter = GameFilterArgs::of_players(&args.name, args.opponent.as_deref());
    let mut sink = ScoutSink {
        scout: Scout::default(),
        unknown_count: 0,
        report: CliReport::new(status)
            .with_progress(Progress::of_reading(&args.paths, args.quiet))
            .with_selection(filter.selection()?),
    };
    let (name, thresholds) = (args.name.clone(), args.thresholds);
    let work = move |checked: CheckedGame, _: &Origin, _: &GameLocation| {
        let is_known = by_id(CATALOGUE, &checked.record.game).is_some();
        is_known.then(|| ScoutedGame::of_player(&checked, &name, &thresholds))
    };
    let options = args.reading.read_options();
    let inputs = files::walk_inputs(&args.paths);
    read_logs(options, usize::from(args.jobs), &mut sink, inputs, work)?;
    sink.report.clear_progress();
    if sink.unknown_count > 0 {
        let message = format!(
            "left out {} of no known game",
            pluralize(sink.unknown_count, "game")
        );
        let hint = "name the game of results without moves with --game";
        terminal::print_message(Level::NOTE, &message, Some(hint));
    }
    let reports = sink.scout.reports(&args.name);
    if reports.is_empty() {
        let message = "expected games of a known game, found none";
        return Err(Failure::new(FailureKind::Input, message));
    }
    if let Some(page) = page {
        return page.write(scout_page(&reports).as_bytes());
    }
    let mut out = StdoutWriter::new();
    for (nth, report) in reports.iter().enumerate() {
        if args.json {
            out.print_data(&format!("{}\n", to_json(report)))?;
        } else {
            let gap = if nth > 0 { "\n" } else { "" };
            out.print(&format!("{gap}{}", text::report_text(report)))?;
        }
    }
    out.flush()
}

/// A sink that collects the games of a player.
struct ScoutSink<'a> {
    scout: Scout,
    /// The number of games of no known kind.
    unknown_count: usize,
    report: CliReport<'a>,
}

impl<'a> ReportingSink<'a> for ScoutSink<'a> {
    type Item = Option<Result<Vec<ScoutedGame>, PositionsError>>;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: Self::Item,
    ) -> Result<(), Failure> {
        let Some(games) = game else {
            self.unknown_count += 1;
            return Ok(());
        };
        for game in games? {
            let location = format!("{}:{index}", origin.display_name);
            self.scout.add(game.at(location));
        }
        Ok(())
    }
}
