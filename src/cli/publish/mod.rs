//! The command `kifu publish`, which writes games and events as HTML pages.

mod folder;
mod game_spool;
mod manifest;
mod viewer;

use crate::arena::standings::{CountedGame, StandingsCounter, counted_game};
use crate::common::game_filter::{GameFilterArgs, is_selected};
use crate::common::out_file::{ByteOutput, names_folder};
use crate::common::progress::{GameInWork, Progress};
use crate::common::report::{CliReport, ReportingSink, read_logs};
use crate::common::shared_args::{EXIT_STATUS_HELP, PatternArgs, ReadArgs};
use crate::common::text::pluralize;
use crate::{Status, terminal};
use annotate_snippets::Level;
use clap::Args as ArgsOf;
use game_spool::{GamePlace, GameText};
use kifu_core::findings::Finding;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::bot_output::annotate;
use kifu_logs::files;
use kifu_logs::files::{
    GameLocation, Origin, OutputError, OutputFolder, PlannedFolder, WritePlan, file_stem_of_game,
    walk_inputs,
};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::pages::{GamePageLinks, game_page};
use kifu_study::review;
use kifu_study::review::{
    BotHistory, ReviewBudget, ReviewPlan, ReviewedGame, SearchLimit, Thresholds, is_reviewed,
};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use viewer::read_viewer;

/// The random seed of a review.
const REVIEW_SEED: u64 = 1;
/// The memory of an engine that reviews, in megabytes.
const REVIEW_MEMORY_MB: usize = 64;

/// Runs the command.
pub(super) fn run(args: &PublishArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    publish(args, status)
}

/// Publishes the games of a file for the window, which has its own way to end.
#[cfg(feature = "app")]
pub(super) fn publish_file(
    input: &std::path::Path,
    out: &std::path::Path,
    force: bool,
) -> Result<(), Failure> {
    let args = PublishArgs {
        paths: vec![input.to_owned()],
        out: out.to_owned(),
        reading: ReadArgs::new(None, None),
        bots: PatternArgs::default(),
        title: None,
        review: None,
        luck_adjusted: false,
        viewer: None,
        thresholds: Thresholds::default(),
        jobs: 0,
        force,
        quiet: true,
        filter: GameFilterArgs::default(),
    };
    publish(&args, &mut Status::default())
}

fn publish(args: &PublishArgs, status: &mut Status) -> Result<(), Failure> {
    let is_folder = is_folder(args)?;
    if args.viewer.is_some() && !is_folder {
        let message = format!(
            "`--viewer`: expected a folder for the pages, found the page `{}`",
            args.out.display()
        );
        let hint = "give a folder to `--output`; the window is copied into it";
        return Err(Failure::usage(message).hint(hint));
    }
    let viewer_files = match &args.viewer {
        Some(folder) => read_viewer(folder.as_deref())?,
        None => Vec::new(),
    };
    // Games may take long to read and to review.
    let mut plan = WritePlan::new(&args.paths);
    let destination = if is_folder {
        PublishOutput::Folder(folder::plan_folder(&mut plan, args)?)
    } else {
        // A page that is there already is known only when it is made.
        let is_old = args.out.is_file();
        PublishOutput::Page(
            ByteOutput::new(&mut plan, &args.out, args.force || is_old)?,
            is_old,
        )
    };
    match destination {
        PublishOutput::Folder(folder) => folder::publish(args, &viewer_files, &folder, status),
        PublishOutput::Page(output, is_old) => publish_page(args, output, is_old, status),
    }
}

/// Writes the page of one game.
fn publish_page(
    args: &PublishArgs,
    output: ByteOutput,
    is_old: bool,
    status: &mut Status,
) -> Result<(), Failure> {
    let (mut first, mut found) = (None, 0_usize);
    let keep = &mut |place, read| {
        found += 1;
        first.get_or_insert((place, read));
        Ok(())
    };
    // A page of one game has no standings.
    read_games(args, None, keep, status)?;
    let (place, read): (GamePlace, GameToPublish) = first.ok_or_else(no_games)?;
    if found > 1 {
        let message = format!("expected one game for a page, found {found}");
        let hint = "give a folder, or one game";
        return Err(Failure::usage(message).hint(hint));
    }
    let (mut record, findings) = read.text.parse()?;
    let Some(game) = read.game else {
        return Err(unknown_game(&place, &findings));
    };
    let progress = Progress::start("game", args.quiet);
    review_if_asked(&mut record, game, read.plies, args, &progress.start_game())?;
    progress.clear();
    let thresholds = &args.thresholds;
    let reviewed = ReviewedGame::new(place.text(), game, record, read.plies, thresholds)?;
    let reviewed = reviewed.with_bot_reports(args.bots.patterns());
    let mut history = BotHistory::default();
    history.add(&reviewed.record, &reviewed.bot_reports, &reviewed.judged);
    let reviewed = reviewed.with_diagnoses(&history.models());
    let failed = findings.iter().find(|finding| finding.ply.is_none());
    if let Some(failed) = failed
        && *status == Status::Findings
    {
        terminal::print_message(Level::WARNING, &failed.message, None);
    }
    let page = game_page(&reviewed, &findings, &GamePageLinks::default())?;
    if !is_old || !folder::is_there(&args.out, page.as_bytes()) {
        if is_old && !args.force {
            let path = args.out.clone();
            return Err(OutputError::Exists { path }.into());
        }
        output.write(page.as_bytes())?;
    }
    if !args.quiet && args.out.as_os_str() != "-" {
        let size = page.len().div_ceil(1000);
        let message = format!("wrote {} ({size} kB)", args.out.display());
        terminal::print_message(Level::NOTE, &message, None);
    }
    Ok(())
}

/// The output of the command.
enum PublishOutput {
    Folder(PlannedFolder),
    /// The page of one game, and whether a file is there.
    Page(ByteOutput, bool),
}

/// Reports whether the output is a folder.
fn is_folder(args: &PublishArgs) -> Result<bool, Failure> {
    let out = &args.out;
    let extension = out.extension().unwrap_or_default().to_ascii_lowercase();
    if out.as_os_str() == "-" {
        return Ok(false);
    }
    if names_folder(out) {
        return Ok(true);
    }
    if extension == "html" || extension == "htm" {
        return Ok(false);
    }
    let message = format!(
        "expected a page that ends in .html or a folder, found `{}`",
        out.display()
    );
    Err(Failure::usage(message).hint("a folder whose name has a dot ends in `/`"))
}

fn no_games() -> Failure {
    let hint = "give records or other logs (see `kifu formats`)";
    Failure::new(FailureKind::Input, "expected games to publish, found none").hint(hint)
}

/// Returns the failure of a game that has no page.
fn unknown_game(place: &GamePlace, findings: &[Finding]) -> Failure {
    let first = findings.first();
    let why = first.map_or("the game is not known", |finding| &finding.message);
    let message = format!("{}: {why}", place.text());
    Failure::new(FailureKind::Input, message).hint("run `kifu validate` for details")
}

/// Reviews a game if that is asked for and was not done before, and reports whether it did.
fn review_if_asked(
    record: &mut Record,
    game: &'static dyn DynGame,
    plies: u32,
    args: &PublishArgs,
    in_work: &GameInWork,
) -> Result<bool, Failure> {
    let Some(nodes) = args.review else {
        return Ok(false);
    };
    if is_reviewed(record, game, plies)? {
        return Ok(false);
    }
    review_game(record, game, plies, (nodes, args.thresholds), in_work)?;
    Ok(true)
}

/// Reviews a game with a number of nodes per position, so that the pages are the same every time.
fn review_game(
    record: &mut Record,
    game: &dyn DynGame,
    plies: u32,
    (nodes, thresholds): (u64, Thresholds),
    in_work: &GameInWork,
) -> Result<(), Failure> {
    let budget = ReviewBudget::first_pass(SearchLimit::Nodes(nodes), REVIEW_SEED);
    let plan = ReviewPlan {
        thresholds,
        ..ReviewPlan::new(budget)
    };
    let stop = AtomicBool::new(false);
    let engines = (1, REVIEW_MEMORY_MB);
    Ok(review::review(
        record,
        game,
        plies,
        plan,
        engines,
        &stop,
        &mut |_, reviewed| in_work.set_plies(reviewed.done, reviewed.total),
    )?)
}

// The arguments of `kifu publish`.

/// The arguments of `kifu publish`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(crate) struct PublishArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Page of one game (`.html`, or `-` for standard output), or a folder
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    #[command(flatten)]
    pub reading: ReadArgs,
    #[command(flatten)]
    pub bots: PatternArgs,
    /// Title of the event [default: from the games]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Review the games that are not reviewed yet, with N search nodes per position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub review: Option<u64>,
    /// Add the standings without luck, for games of chance, as in `kifu standings`; for a game of Box
    /// that takes longer than its page
    #[arg(long)]
    pub luck_adjusted: bool,
    /// Copy the window for browsers next to the pages, and add a link to it on each game's page that
    /// opens the game there at the ply shown
    ///
    /// FOLDER is what the release has as `kifu-web` [default: `kifu-web` next to the program, or
    /// `../share/kifu/web`]. The pages are complete without it. The window itself opens only from a
    /// web server, not from a file.
    #[arg(long, value_name = "FOLDER", num_args = 0..=1, require_equals = true)]
    #[expect(clippy::option_option, reason = "it is given without a folder, too")]
    pub viewer: Option<Option<PathBuf>>,
    /// Win-probability loss (%) for ?!, ?, ?? (inaccuracy, mistake, blunder)
    #[arg(long, value_name = "I,M,B", default_value = "5,10,15")]
    pub thresholds: Thresholds,
    /// Games to publish at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    /// Make and overwrite all pages; without it a page that kifu has made is replaced if it changes,
    /// and any other file is an error
    ///
    /// A folder has a list of the pages that kifu has made in it, `.kifu-pages.json`. A game's page is
    /// made again only if the game, its review or its neighbours have changed.
    #[arg(long, short)]
    pub force: bool,
    /// Do not report what was written, and do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

// The reading of the games to publish.

/// A game that was read.
struct GameToPublish {
    /// The start of the name of its page.
    pub stem: String,
    /// The game that was played; `None` if it is not known or cannot start, so that it has no page.
    pub game: Option<&'static dyn DynGame>,
    /// The number of legal plies.
    pub plies: u32,
    has_errors: bool,
    pub text: GameText,
}

/// A function that takes each game that is read, in order.
type GameReceiver<'a> = dyn FnMut(GamePlace, GameToPublish) -> Result<(), Failure> + 'a;

/// Reads all games, but for the pages of an earlier run below the output folder, and returns what
/// the standings count of them.
///
/// With nodes for each draw the luck of the games is measured for the standings.
fn read_games(
    args: &PublishArgs,
    luck_nodes: Option<u64>,
    receiver: &mut GameReceiver<'_>,
    status: &mut Status,
) -> Result<StandingsCounter, Failure> {
    let selection = args.filter.selection()?;
    let progress = Progress::of_reading(&args.paths, args.quiet);
    if luck_nodes.is_some() {
        progress.count_ahead(&args.paths, args.reading.read_options(), {
            let selection = selection.clone();
            move |game| is_selected(selection.as_deref(), game)
        });
    }
    let mut sink = ReadSink {
        receiver,
        counter: StandingsCounter::new(luck_nodes),
        report: CliReport::new(status)
            .with_progress(progress.of_sink(luck_nodes.is_some()))
            .with_selection(selection),
    };
    let output = OutputFolder::new(&args.paths, &args.out);
    let mut left_out = 0_usize;
    let inputs = walk_inputs(&args.paths).filter(|input| {
        let is_output = output.contains(input);
        left_out += usize::from(is_output);
        !is_output
    });
    let options = args.reading.read_options();
    let jobs = usize::from(args.jobs);
    let bots = args.bots.clone();
    let in_work = progress.clone();
    let work = move |mut checked: CheckedGame, origin: &Origin, _: &GameLocation| {
        let _in_work = luck_nodes.map(|_| in_work.start_game());
        annotate(&mut checked.record, bots.patterns());
        read_game(checked, origin, luck_nodes)
    };
    read_logs(options, jobs, &mut sink, inputs, work)?;
    progress.clear();
    if left_out > 0 && !args.quiet {
        let message = format!(
            "`{}` is in an input folder; skipped {} in it",
            args.out.display(),
            pluralize(left_out, "file")
        );
        terminal::print_message(Level::NOTE, &message, None);
    }
    Ok(sink.counter)
}

fn read_game(
    mut checked: CheckedGame,
    origin: &Origin,
    luck_nodes: Option<u64>,
) -> (GameToPublish, CountedGame) {
    let source = &mut checked.record.source;
    if !checked.is_native && source.file.is_empty() {
        source.file.clone_from(&origin.file_name);
    }
    let record = &checked.record;
    let game = by_id(CATALOGUE, &record.game).filter(|game| game.start(&record.setup).is_ok());
    let counted = counted_game(&checked, origin, luck_nodes);
    let read = GameToPublish {
        stem: file_stem_of_game(record, origin),
        game,
        plies: checked.ply_count,
        has_errors: !checked.is_valid(),
        text: GameText::new(record, &checked.findings),
    };
    (read, counted)
}

/// A sink that passes all games on, and reports those that have errors.
struct ReadSink<'r, 'a> {
    receiver: &'r mut GameReceiver<'r>,
    counter: StandingsCounter,
    report: CliReport<'a>,
}

impl<'a> ReportingSink<'a> for ReadSink<'_, 'a> {
    type Item = (GameToPublish, CountedGame);

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        (game, counted): (GameToPublish, CountedGame),
    ) -> Result<(), Failure> {
        if game.has_errors {
            self.report.status.raise(Status::Findings);
        }
        self.counter.add(&origin.display_name, counted);
        (self.receiver)(GamePlace(Arc::clone(origin), index), game)
    }
}
