//! The command `kifu review`, which finds the mistakes in games.

pub(super) mod args;
mod export_suite;
mod extra_sections;
mod html;
mod jobs;
mod json;
mod players;
mod text;
mod verify;

use super::Status;
use super::suite_file::SuitePosition;
use super::terminal::{self, StdoutWriter};
use crate::contract::Player;
use crate::failure::{Failure, FailureKind};
use crate::files::{self, AtomicFile, Journal};
use crate::games::DynGame;
use crate::record::{Record, read_ron, write_ron};
use crate::review::{
    self, JudgedPly, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, Thresholds, TimeUse,
};
use annotate_snippets::Level;
use args::{GroupBy, ReportFormat, ReviewArgs};
use jobs::ReviewJob;
use std::path::Path;

/// A reviewed game.
struct ReviewedGame {
    location: String,
    game: &'static dyn DynGame,
    record: Record,
    /// The number of legal plies.
    plies: u32,
    judged: Vec<JudgedPly>,
    cards: [PlayerSummary; 2],
    moments: Vec<KeyMoment>,
    claims: Option<[PlayerClaims; 2]>,
    times: Option<[TimeUse; 2]>,
    failures: Vec<PlayerFailure>,
}

impl ReviewedGame {
    fn new(game: ReviewJob, thresholds: &Thresholds) -> Result<Self, Failure> {
        let ReviewJob {
            location: name,
            game,
            record,
            plies,
            ..
        } = game;
        let judged = review::judged_plies(&record, game, plies, thresholds)?;
        Ok(Self {
            cards: review::player_summaries(&judged),
            moments: review::key_moments(&judged, plies),
            claims: review::claims(&record, &judged),
            times: review::time_use(&record, game, plies, &judged)?,
            failures: review::player_failures(&record, game, plies)?,
            location: name,
            game,
            record,
            plies,
            judged,
        })
    }

    /// Returns the name of a player, or of their side if the name is unknown.
    fn player_name(&self, player: Player) -> &str {
        let name = self.record.player(player).name.as_str();
        if name.is_empty() {
            self.game.sides()[player.index()]
        } else {
            name
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &ReviewArgs, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    let games = jobs::read(args, status)?;
    if args.verify {
        return verify::run(args, games, status);
    }
    if let Some(place) = &args.suite {
        files::check_output_path(place, args.force)?;
    }
    let (games, mut keeper) = ReviewOutput::open(args, games)?;
    let mut out = StdoutWriter::new();
    let mut players = players::PlayerSummaries::default();
    let mut page = html::ReviewPage::default();
    let mut problems = String::new();
    let mut gap = "";
    jobs::run_all(args, games, &mut |game, fresh| {
        if fresh {
            keeper.save(&game.record)?;
        }
        let reviewed = ReviewedGame::new(game, &args.thresholds)?;
        if args.suite.is_some() {
            let all = export_suite::suite_positions(&reviewed, &args.thresholds)?;
            problems.extend(all.iter().map(SuitePosition::to_json_line));
        }
        match (args.by, args.report) {
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
    if let Some(place) = &args.suite {
        let mut file = AtomicFile::new(place, args.force)?;
        file.write(problems.as_bytes())?;
        file.finish()?;
    }
    if args.by.is_some() {
        out.print(&players.render(args.report))?;
    } else if args.report == ReportFormat::Html {
        out.print(&page.render())?;
    }
    out.flush()
}

/// The destination of the reviewed games.
enum ReviewOutput<'a> {
    Discard,
    /// A file of one game.
    File(&'a Path),
    /// A file with one game per line.
    Journal(Journal),
}

impl<'a> ReviewOutput<'a> {
    /// Opens the destination, and returns the games with those done before in front.
    fn open(
        args: &'a ReviewArgs,
        mut games: Vec<ReviewJob>,
    ) -> Result<(Vec<ReviewJob>, Self), Failure> {
        let Some(out) = &args.out else {
            return Ok((games, Self::Discard));
        };
        let lines = is_ronl(out);
        if !lines && games.len() != 1 {
            let message = format!(
                "expected one game for `{}`, found {}",
                out.display(),
                games.len()
            );
            return Err(Failure::usage(message).hint("use a file name that ends in .ronl"));
        }
        if !lines {
            if args.resume && out.exists() {
                let text = std::fs::read_to_string(out);
                let text = text.map_err(|error| Failure::cannot_read(out.display(), error))?;
                let record = read_ron(&text);
                let record =
                    record.map_err(|bad| Failure::new(FailureKind::Input, bad.to_string()))?;
                games[0].resume_from(record, out)?;
            } else {
                files::check_output_path(out, args.force)?;
            }
            return Ok((games, Self::File(out)));
        }
        if !args.resume {
            if args.force && out.is_file() {
                std::fs::remove_file(out).map_err(|error| Failure::cannot_write(out, error))?;
            }
            return Ok((games, Self::Journal(Journal::create(out)?)));
        }
        let mut at = 0;
        let (journal, torn) = Journal::resume(out, |line, record| {
            let Some(game) = games.get_mut(at) else {
                let message = format!(
                    "`{}:{line}` matches none of the games that were read",
                    out.display()
                );
                return Err(Failure::new(FailureKind::Input, message).hint(RESUME_HINT));
            };
            at += 1;
            game.is_done = true;
            game.resume_from(record, out)
        })?;
        if torn {
            let message = format!(
                "the last line of `{}` was incomplete and was moved to `{0}.torn`",
                out.display()
            );
            terminal::print_message(Level::NOTE, &message, None);
        }
        Ok((games, Self::Journal(journal)))
    }

    /// Writes a reviewed game to its destination.
    fn save(&mut self, record: &Record) -> Result<(), Failure> {
        match self {
            Self::Discard => Ok(()),
            Self::Journal(journal) => Ok(journal.append(record)?),
            Self::File(path) => write_record(path, record),
        }
    }
}

/// The hint for an existing file that does not fit the review.
const RESUME_HINT: &str = "--resume needs the same files in the same order as before";

/// Reports whether a file holds one record per line.
fn is_ronl(out: &Path) -> bool {
    out.extension().is_some_and(|extension| extension == "ronl")
}

/// Writes a record, replacing the file that this review wrote before.
fn write_record(out: &Path, record: &Record) -> Result<(), Failure> {
    let mut file = AtomicFile::new(out, true)?;
    file.write(write_ron(record).as_bytes())?;
    Ok(file.finish()?)
}
