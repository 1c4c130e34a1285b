//! The command `kifu review`, which finds the mistakes in games.

pub(super) mod args;
mod jobs;
mod output;
pub(super) mod players;
pub(super) mod report;
mod suite;

use crate::common::bot_models::collect_bot_models;
use crate::common::engine_bot::{EngineBot, EngineBotPlace};
use crate::common::text::pluralize;
use crate::line_filter::{LineFilter, LineOutcome, is_stdout, without_panic};
use crate::terminal::StdoutWriter;
use crate::{Status, terminal};
use annotate_snippets::Level;
use args::{ReportFormat, ReviewArgs};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::bot_output::annotate;
use kifu_logs::files;
use kifu_logs::files::WritePlan;
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::pages::ReviewPage;
use kifu_study::review;
use kifu_study::review::{BotModel, BotModels, KeyMoment, MIN_FIT_GAMES, ReviewedGame};
use report::MomentAnswer;
use std::sync::atomic::AtomicBool;
use suite::SuiteOutput;

/// Runs the command.
pub(super) fn run(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    check_bot_has_a_report(args)?;
    if let (true, Some(suite)) = (args.verify, &args.suite) {
        return suite::verify(args, suite, status);
    }
    if args.verify {
        return jobs::verify_reviews(args, status);
    }
    if is_stdout(args.out.as_deref()) {
        return review_lines(args, status);
    }
    let mut plan = WritePlan::new(&args.paths);
    let open_suite = |path| SuiteOutput::open(&mut plan, path, args);
    let mut suite = args.suite.as_deref().map(open_suite).transpose()?;
    let mut out = StdoutWriter::new();
    // Whoever closes the report ends the report alone, if there is other work.
    let has_other_output = suite.is_some() || args.out.is_some();
    let mut is_report_closed = false;
    let mut players = players::PlayerSummaries::default();
    let bot_models = bot_models(args);
    let mut page = ReviewPage::default();
    let mut gap = "";
    let mut has_failed = false;
    let mut bot = args.bot.bot()?;
    let result = jobs::run_all(args, &mut plan, status, &mut |job| {
        if let Some(failure) = job.failure {
            let message = format!("{}: {failure}", job.location);
            terminal::print_message(Level::WARNING, &message, failure.hint.as_deref());
            has_failed = true;
            return Ok(());
        }
        let prints_nothing = is_report_closed || args.report() == ReportFormat::None;
        if suite.is_none() && args.by.is_none() && prints_nothing {
            return Ok(());
        }
        let judge = if args.by.is_some() || prints_nothing {
            ReviewedGame::without_reasons
        } else {
            ReviewedGame::new
        };
        let (location, game) = (job.location, job.game);
        let reviewed = judge(location, game, job.record, job.plies, &args.thresholds)?;
        let reviewed = reviewed.with_bot_reports(args.bots.patterns());
        let reviewed = reviewed.with_diagnoses(&bot_models);
        if let Some(suite) = &mut suite {
            suite.add(&reviewed, args)?;
        }
        if args.by.is_some() {
            players.add(&reviewed);
            return Ok(());
        }
        if args.report() == ReportFormat::Html {
            if page.is_full() && !has_other_output {
                return Err(page_is_full(&page));
            }
            return page.add(&reviewed).map_err(Failure::from);
        }
        let answers = match &mut bot {
            Some(bot) if !is_report_closed => ask_bot(bot, &reviewed),
            _ => Vec::new(),
        };
        let text = match args.report() {
            _ if is_report_closed => return Ok(()),
            ReportFormat::Text => gap.to_owned() + &report::render(&reviewed, &answers),
            ReportFormat::Json => report::to_line(&reviewed, &answers),
            ReportFormat::Html | ReportFormat::None => return Ok(()),
        };
        if args.report() == ReportFormat::Text {
            gap = "\n";
        }
        // A reader of the output need not wait for the next game.
        let printed = out.print(&text).and_then(|()| out.flush());
        match printed {
            Err(failure) if failure.kind == FailureKind::BrokenPipe && has_other_output => {
                is_report_closed = true;
                Ok(())
            }
            printed => printed,
        }
    });
    if page.is_full() && result.is_err() {
        // What was reviewed so far is printed.
        out.print(&std::mem::take(&mut page).render())?;
        out.flush()?;
    }
    result?;
    if has_failed {
        status.raise(Status::Error);
    }
    if let Some(suite) = suite {
        suite.finish()?;
    }
    if args.by.is_some() {
        out.print(&players.render(args.report(), &bot_models))?;
    } else if args.report() == ReportFormat::Html {
        if page.is_full() {
            terminal::print_failure(&page_is_full(&page));
            status.raise(Status::Error);
        }
        out.print(&page.render())?;
    }
    note_games_without_end(&bot_models);
    out.flush()
}

/// Says how the values of bots can be known whose games have neither a result nor a review, as logs of
/// one side have none.
fn note_games_without_end(models: &BotModels) {
    let lack_ends = |model: &BotModel| {
        model.game_count < MIN_FIT_GAMES && model.game_count + model.open_games >= MIN_FIT_GAMES
    };
    if models.iter().any(|(_, model)| lack_ends(model)) {
        let message = "what the bots' values mean is not known: too few of their games have a \
                       result or a review";
        let hint =
            "keep the review (-o FILE), and review FILE with --skip-reviewed: then it is known";
        terminal::print_message(Level::NOTE, message, Some(hint));
    }
}

/// Returns what the values of the bots mean, if a report says it.
fn bot_models(args: &ReviewArgs) -> BotModels {
    if args.by.is_none() && args.report() == ReportFormat::None {
        return BotModels::default();
    }
    let (options, jobs) = (args.reading.read_options(), usize::from(args.jobs));
    collect_bot_models(&args.paths, options, jobs, &args.bots, args.thresholds)
}

/// Refuses a bot whose answers no report would show.
fn check_bot_has_a_report(args: &ReviewArgs) -> Result<(), Failure> {
    if args.bot.engine_cmd.is_none() {
        return Ok(());
    }
    let found = match args.report() {
        _ if args.verify => "--verify",
        _ if args.by.is_some() => "--by",
        ReportFormat::Html => "--report html",
        ReportFormat::None => "--report none",
        ReportFormat::Text | ReportFormat::Json => return Ok(()),
    };
    let message = format!("expected a report as text or JSON with --engine-cmd, found {found}");
    Err(Failure::usage(message).hint("the bot's moves are printed at each mistake"))
}

/// Asks the bot of `--engine-cmd` at the key moments of a game.
fn ask_bot(bot: &mut EngineBot, reviewed: &ReviewedGame) -> Vec<MomentAnswer> {
    let mut asker = bot.asker(reviewed.game);
    let ask = |moment: &KeyMoment| {
        let plies = moment.ply.saturating_sub(1);
        let place = EngineBotPlace::in_record(reviewed.game, &reviewed.record, plies);
        Some(MomentAnswer {
            ply: moment.ply,
            answer: asker.ask(&place)?,
        })
    };
    reviewed.moments.iter().filter_map(ask).collect()
}

/// Returns the failure of a report that has more games than fit on a page.
fn page_is_full(page: &ReviewPage) -> Failure {
    let message = format!(
        "expected a report of at most 16 MiB, found more; {} are on the page",
        pluralize(page.game_count(), "game")
    );
    Failure::usage(message).hint(
        "keep the review with -o, and make a page for each game: kifu publish REVIEWED -o FOLDER/",
    )
}

// `kifu review - -o -`: the review as a filter of records, one a line.

/// Reviews the game of each line.
fn review_lines(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    check_args(args)?;
    let filter = LineFilter {
        paths: &args.paths,
        reading: args.reading,
        shard: args.shard,
        jobs: args.jobs.into(),
        strict: false,
        disabled_codes: Vec::new(),
        quiet: false,
        is_slow: true,
        selection: args.filter.selection()?,
    };
    let args = args.clone();
    filter.run(status, move |game| {
        without_panic(|| review_game(&args, game))
    })
}

/// Refuses options that make no sense where the records themselves go to standard output.
fn check_args(args: &ReviewArgs) -> Result<(), Failure> {
    let other_output = match args {
        ReviewArgs { by: Some(_), .. } => Some("--by"),
        ReviewArgs { suite: Some(_), .. } => Some("--suite"),
        ReviewArgs { resume: true, .. } => Some("--resume"),
        ReviewArgs { force: true, .. } => Some("--force"),
        ReviewArgs {
            report: Some(report),
            ..
        } if *report != ReportFormat::None => Some("--report"),
        _ if args.bot.engine_cmd.is_some() => Some("--engine-cmd"),
        _ => None,
    };
    match other_output {
        None => Ok(()),
        Some(option) => {
            let message = format!("expected `-o -` without {option}, found both");
            let hint = "the records go to standard output; save them, and report on the file";
            Err(Failure::usage(message).hint(hint))
        }
    }
}

/// Reviews the legal part of a game; one that cannot start stays as it is.
fn review_game(args: &ReviewArgs, mut checked: CheckedGame) -> LineOutcome {
    annotate(&mut checked.record, args.bots.patterns());
    let game = by_id(CATALOGUE, &checked.record.game)
        .filter(|game| game.start(&checked.record.setup).is_ok());
    let Some(game) = game else {
        return LineOutcome::Unchanged;
    };
    let plan = jobs::plan(args, checked.ply_count);
    let (mut record, plies) = (checked.record, checked.ply_count);
    if args.skip_reviewed {
        match review::is_complete(&record, game, plies, plan) {
            Ok(true) => return LineOutcome::Unchanged,
            Ok(false) => {}
            Err(error) => return LineOutcome::Failed(error.into()),
        }
    }
    let stop = AtomicBool::new(false);
    let memory = usize::try_from(args.memory).unwrap_or(64);
    let keep = &mut |_: &_, _| {};
    match review::review(&mut record, game, plies, plan, (1, memory), &stop, keep) {
        Ok(()) => LineOutcome::Record(Box::new(record)),
        Err(error) => LineOutcome::Failed(error.into()),
    }
}
