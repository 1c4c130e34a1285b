//! The command `kifu publish`, which writes games and events as HTML pages.

pub(super) mod args;
mod folder;
mod output_folders;
mod read;
mod write;

use super::{Status, terminal};
use annotate_snippets::Level;
use args::PublishArgs;
use kifu_core::findings::Finding;
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_logs::files;
use kifu_study::arena::DEFAULT_LUCK_NODES;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::pages::{GamePageLinks, game_page};
use kifu_study::review::{
    self, Budget, ReviewPlan, ReviewedGame, SearchLimit, Thresholds, is_reviewed,
};
use output_folders::OutputFolders;
use read::{ReadGame, read_games};
use std::sync::atomic::AtomicBool;
use write::PageWriter;

/// The random seed of a review.
const REVIEW_SEED: u64 = 1;
/// The memory of an engine that reviews, in megabytes.
const REVIEW_MEMORY_MB: usize = 64;

/// Runs the command.
pub(super) fn run(args: &PublishArgs, status: &mut Status) -> Result<(), Failure> {
    let is_folder = is_folder(args)?;
    files::install_signal_handlers();
    // Games may take long to read and to review.
    let folders = if is_folder {
        OutputFolders::new(&args.out)?
    } else {
        if args.out.as_os_str() != "-" {
            write::try_write(&args.out)?;
        }
        OutputFolders::default()
    };
    // A page of one game has no standings.
    let luck_nodes = is_folder.then_some(DEFAULT_LUCK_NODES);
    let games = read_games(args, luck_nodes, status)?;
    if is_folder {
        if games.0.is_empty() {
            return Err(no_games());
        }
        folders.keep();
        return folder::publish(args, games, status);
    }
    let (mut games, _) = games;
    match games.len() {
        1 => {}
        0 => return Err(no_games()),
        found => {
            let message = format!("expected one game for a page, found {found}");
            let hint = "give a folder that ends in `/`, or one game";
            return Err(Failure::usage(message).hint(hint));
        }
    }
    let read = games.remove(0);
    let Some(game) = read.game else {
        return Err(unknown_game(&read));
    };
    let published = PublishedGame::new(read, game, args)?;
    if let Some(failed) = published
        .findings
        .iter()
        .find(|finding| finding.ply.is_none())
        && *status == Status::Findings
    {
        terminal::print_message(Level::WARNING, &failed.message, None);
    }
    let page = published.page(&GamePageLinks::default())?;
    let mut writer = PageWriter::new(args.force);
    writer.write(&args.out, &page)?;
    if !args.quiet && args.out.as_os_str() != "-" {
        let size = page.len().div_ceil(1000);
        let message = format!("wrote {} ({size} kB)", args.out.display());
        terminal::print_message(Level::NOTE, &message, None);
    }
    writer.finish();
    Ok(())
}

/// Reports whether the output is a folder.
fn is_folder(args: &PublishArgs) -> Result<bool, Failure> {
    let out = &args.out;
    let name = out.as_os_str().as_encoded_bytes();
    if out.is_dir() || name.ends_with(b"/") || name.ends_with(b"\\") {
        return Ok(true);
    }
    let extension = out.extension().unwrap_or_default().to_ascii_lowercase();
    if name == b"-" || extension == "html" || extension == "htm" {
        return Ok(false);
    }
    let message = format!(
        "expected a page that ends in .html or a folder that ends in `/`, found `{}`",
        out.display()
    );
    Err(Failure::usage(message).hint("one game is a page, several games are a folder"))
}

fn no_games() -> Failure {
    let hint = "give records or other logs (see `kifu formats`)";
    Failure::new(FailureKind::Input, "expected games to publish, found none").hint(hint)
}

/// Returns the failure of a game that has no page.
fn unknown_game(read: &ReadGame) -> Failure {
    let first = read.checked.findings.first();
    let why = first.map_or("the game is not known", |finding| &finding.message);
    let message = format!("{}: {why}", read.location);
    Failure::new(FailureKind::Input, message).hint("run `kifu validate` for details")
}

/// A game that is ready to be published.
struct PublishedGame {
    reviewed: ReviewedGame,
    findings: Vec<Finding>,
}

impl PublishedGame {
    /// Judges a game, after its review if that is asked for and was not made before.
    fn new(
        read: ReadGame,
        game: &'static dyn DynGame,
        args: &PublishArgs,
    ) -> Result<Self, Failure> {
        let ReadGame {
            location, checked, ..
        } = read;
        let (mut record, plies) = (checked.record, checked.ply_count);
        if let Some(nodes) = args.review
            && !is_reviewed(&record, game, plies)?
        {
            review_game(&mut record, game, plies, nodes, args.thresholds)?;
        }
        Ok(Self {
            reviewed: ReviewedGame::new(location, game, record, plies, &args.thresholds)?,
            findings: checked.findings,
        })
    }

    /// Returns the page of the game.
    fn page(&self, links: &GamePageLinks) -> Result<String, Failure> {
        Ok(game_page(&self.reviewed, &self.findings, links)?)
    }
}

/// Reviews a game with a number of nodes per position, so that the pages are the same every time.
fn review_game(
    record: &mut Record,
    game: &dyn DynGame,
    plies: u32,
    nodes: u64,
    thresholds: Thresholds,
) -> Result<(), Failure> {
    let budget = Budget::first_pass(SearchLimit::Nodes(nodes), REVIEW_SEED);
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
        &mut |_, _| {},
    )?)
}
