//! The output of `kifu review`: where reviewed games are saved, and how an interrupted review is
//! continued.
//!
//! Games are appended to a journal, one per line. If OUT exists and is to be overwritten, the
//! journal is `OUT.part`, which replaces OUT when the review is complete: OUT may be the input, and
//! an interruption or a full disk must not cost what was there.

use super::args::ReviewArgs;
use super::jobs::{ReviewJob, plan};
use crate::common::out_file::{ReplacementGuard, is_device};
use crate::common::progress::Interruption;
use crate::terminal;
use annotate_snippets::Level;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::record::{Record, write_ron};
use kifu_logs::files::{
    CheckpointFile, Journal, JournalPlace, JournalReader, OutputError, WritePlan,
};
use kifu_logs::formats::{CheckedGame, ReadContext};
use kifu_logs::{files, formats};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The hint for an existing file that does not fit the review.
const RESUME_HINT: &str = "--resume needs the same files in the same order as before";

/// The file of a single game, which is saved while it is reviewed.
pub(super) type SharedCheckpoints = Arc<Mutex<CheckpointFile>>;

/// The output of a review.
pub(super) struct ReviewOutput<'a> {
    args: &'a ReviewArgs,
    destination: ReviewDestination,
    earlier: EarlierGames,
}

enum ReviewDestination {
    Discard,
    /// A file of one game.
    File(SharedCheckpoints),
    /// A file with one game per line, and its path; `is_part` if it replaces OUT when it is complete.
    Journal {
        journal: Box<Journal>,
        path: PathBuf,
        is_part: bool,
    },
}

/// The games that an earlier run has saved, to be taken over.
enum EarlierGames {
    None,
    /// The game of a file of one game, perhaps reviewed in part.
    One(PathBuf, Box<CheckedGame>),
    /// The games of a journal, each reviewed to its end.
    Journal {
        reader: JournalReader<File>,
        path: PathBuf,
        left: usize,
    },
}

impl<'a> ReviewOutput<'a> {
    /// Claims and opens the output, before any game is read.
    pub fn open(plan: &mut WritePlan, args: &'a ReviewArgs) -> Result<Self, Failure> {
        let mut output = Self {
            args,
            destination: ReviewDestination::Discard,
            earlier: EarlierGames::None,
        };
        let Some(out) = &args.out else {
            return Ok(output);
        };
        if out.as_os_str() == "-" || is_device(out) {
            let message = format!("expected a file to save to, found `{}`", out.display());
            return Err(Failure::usage(message).hint("give a name that ends in .ron or .ronl"));
        }
        if is_ronl(out) {
            output.open_journal(plan, out)?;
            return Ok(output);
        }
        let is_resumed = args.resume && out.exists();
        if is_resumed {
            output.earlier = EarlierGames::One(out.clone(), Box::new(read_single_game(out)?));
        }
        let file = plan.checkpoints(out, args.force || is_resumed)?;
        output.destination = ReviewDestination::File(Arc::new(Mutex::new(file)));
        Ok(output)
    }

    fn open_journal(&mut self, plan: &mut WritePlan, out: &Path) -> Result<(), Failure> {
        let has_part = files::part_path(out).exists();
        if !self.args.resume && has_part {
            put_part_aside(plan, out)?;
        }
        let is_part = if self.args.resume {
            has_part
        } else {
            self.args.force && out.exists()
        };
        let place = match (is_part, self.args.resume) {
            (true, _) => plan.part_journal(out)?,
            // What is continued holds the games that are read, if it is an input.
            (false, true) => plan.journal_of_games(out)?,
            (false, false) => plan.journal(out)?,
        };
        let path = place.path().to_owned();
        let journal = if self.args.resume {
            self.resume_journal(place)?
        } else {
            place.create()?
        };
        self.destination = ReviewDestination::Journal {
            journal: Box::new(journal),
            path,
            is_part,
        };
        Ok(())
    }

    fn resume_journal(&mut self, place: JournalPlace) -> Result<Journal, Failure> {
        let path = place.path().to_owned();
        let mut left = 0;
        let (journal, torn) = place.resume(|_, _| {
            left += 1;
            Ok::<_, Failure>(())
        })?;
        if torn {
            let message = format!(
                "the last line of `{}` was incomplete and was moved to `{0}.torn`",
                path.display()
            );
            terminal::print_message(Level::NOTE, &message, None);
        }
        let reader = JournalReader::open(&path)?;
        self.earlier = EarlierGames::Journal { reader, path, left };
        Ok(journal)
    }

    /// Checks that the output can hold this number of games, or more.
    ///
    /// # Errors
    /// Returns an error if it is the file of one game, and there are others.
    pub fn check_game_count(&self, game_count: usize) -> Result<(), Failure> {
        if matches!(self.destination, ReviewDestination::File(_)) && game_count != 1 {
            let out = self.args.out.as_deref().unwrap_or(Path::new(""));
            let message = format!("expected one game for `{}`, found more", out.display());
            return Err(Failure::usage(message).hint("use a file name that ends in .ronl"));
        }
        Ok(())
    }

    /// Returns what is left of the review if a signal ends it.
    pub fn interruption(&self) -> Interruption {
        match &self.destination {
            ReviewDestination::Discard => {
                Interruption::Hint("a review with -o FILE.ronl can be continued by --resume")
            }
            ReviewDestination::File(_) => Interruption::Hint(
                "the file has what was reviewed; the same command with --resume goes on",
            ),
            ReviewDestination::Journal { path, .. } => Interruption::Resumable {
                path: path.clone(),
                has_force: self.args.force,
            },
        }
    }

    /// Returns the file of a single game, which is complete only at the end.
    pub fn checkpoints(&self) -> Option<SharedCheckpoints> {
        match &self.destination {
            ReviewDestination::File(file) => Some(file.clone()),
            ReviewDestination::Discard | ReviewDestination::Journal { .. } => None,
        }
    }

    /// Takes over the saved game of an earlier run, if there is one for this job.
    pub fn take_over(&mut self, job: &mut ReviewJob) -> Result<(), Failure> {
        match std::mem::replace(&mut self.earlier, EarlierGames::None) {
            EarlierGames::One(path, game) => {
                let place = path.display().to_string();
                take_over_game(job, *game, &place)
            }
            EarlierGames::Journal {
                mut reader,
                path,
                left,
            } if left > 0 => {
                let Some((line, game)) = reader.next_game()? else {
                    return Ok(());
                };
                let place = format!("{}:{line}", path.display());
                take_over_game(job, game, &place)?;
                if !review::is_reviewed(&job.record, job.game, job.plies)? {
                    let message = format!("expected a reviewed game in `{place}`, found none");
                    let hint = "give another OUT, or use --force to replace this one";
                    return Err(Failure::new(FailureKind::Input, message).hint(hint));
                }
                let plan = plan(self.args, job.plies);
                if !review::is_complete(&job.record, job.game, job.plies, plan)? {
                    let message =
                        format!("the game in `{place}` was reviewed with another budget or seed");
                    let hint = "--resume needs the options of the interrupted review, and the same \
                                version of kifu";
                    return Err(Failure::new(FailureKind::Input, message).hint(hint));
                }
                job.is_done = true;
                let left = left - 1;
                self.earlier = EarlierGames::Journal { reader, path, left };
                Ok(())
            }
            EarlierGames::None | EarlierGames::Journal { .. } => Ok(()),
        }
    }

    /// Saves a reviewed game.
    pub fn save(&mut self, record: &Record) -> Result<(), Failure> {
        match &mut self.destination {
            ReviewDestination::Discard => Ok(()),
            ReviewDestination::File(file) => save_checkpoint(file, record),
            ReviewDestination::Journal {
                journal,
                path,
                is_part,
            } => {
                let saved = journal.append_soon_synced(record);
                saved.map_err(|error| keep_hint(error, *is_part, path))
            }
        }
    }

    /// Completes the output; what is there is replaced only if nothing would be missing.
    pub fn finish(self, guard: &ReplacementGuard<'_>) -> Result<(), Failure> {
        if let EarlierGames::Journal { path, left, .. } = &self.earlier
            && *left > 0
        {
            let message = format!(
                "the last games of `{}` ({left}) match none of the games that were read",
                path.display()
            );
            return Err(Failure::new(FailureKind::Input, message).hint(RESUME_HINT));
        }
        let ReviewDestination::Journal {
            journal,
            path,
            is_part,
        } = self.destination
        else {
            return Ok(());
        };
        if is_part {
            guard.check().map_err(|failure| {
                failure.hint(format!("the reviewed games are in `{}`", path.display()))
            })?;
        }
        journal
            .finish()
            .map_err(|error| keep_hint(error, is_part, &path))
    }
}

/// Adds to an error of a journal `OUT.part` where the games are.
fn keep_hint(error: OutputError, is_part: bool, path: &Path) -> Failure {
    // A journal that was removed has its games elsewhere, which the error says.
    if !is_part || matches!(error, OutputError::Replaced { .. }) {
        return error.into();
    }
    let is_complete_elsewhere =
        matches!(&error, OutputError::Changed { path: changed } if changed != path);
    let next = if is_complete_elsewhere {
        "rename it, or continue with --resume"
    } else {
        "continue with --resume"
    };
    let hint = format!(
        "OUT is as it was; the games reviewed so far are in `{}`: {next}",
        path.display()
    );
    Failure::from(error).hint(hint)
}

/// Moves the journal of an interrupted review aside, so that it is neither lost nor taken for that of
/// this one.
fn put_part_aside(plan: &WritePlan, out: &Path) -> Result<(), Failure> {
    if let Some(aside) = plan.put_part_aside(out)? {
        let message = format!(
            "the games of an interrupted review were moved to `{}`",
            aside.display()
        );
        let hint = "to go on with it, move it back and use --resume";
        terminal::print_message(Level::NOTE, &message, Some(hint));
    }
    Ok(())
}

/// Takes over the saved record of an earlier review of the same game.
///
/// Also refuses a record that has an error which the game did not have when it was read.
fn take_over_game(job: &mut ReviewJob, game: CheckedGame, place: &str) -> Result<(), Failure> {
    let (saved, read) = (&game.record, &job.record);
    let is_same = saved.game == read.game
        && saved.setup == read.setup
        && saved.tokens().eq(read.tokens())
        && saved.attempt.is_some() == read.attempt.is_some();
    if !is_same {
        let message = format!(
            "`{place}` does not hold the same game as `{}`",
            job.location
        );
        return Err(Failure::new(FailureKind::Input, message).hint(RESUME_HINT));
    }
    if let Some(error) = new_error(&game.findings, &job.error_codes) {
        let message = format!(
            "expected a valid game in `{place}`, found an error: {}: {}",
            error.code, error.message
        );
        return Err(Failure::new(FailureKind::Input, message).hint(format!(
            "the file was changed; run `kifu validate` on it, or review `{}` anew",
            job.location
        )));
    }
    job.record = game.record;
    Ok(())
}

/// Returns the first error with a code that is not among `known`.
fn new_error<'f>(findings: &'f [Finding], known: &[Code]) -> Option<&'f Finding> {
    let is_new = |finding: &&Finding| {
        finding.severity() == Severity::Error && !known.contains(&finding.code)
    };
    findings.iter().find(is_new)
}

/// Reads the file of a single game.
fn read_single_game(path: &Path) -> Result<CheckedGame, Failure> {
    let text = files::read_text(path)?;
    let games = formats::check_text(&text, formats::by_id("ron"), &ReadContext::default());
    let game = games.into_iter().next();
    let unreadable = |message: &str| {
        let message = format!("expected a record in `{}`: {message}", path.display());
        Failure::new(FailureKind::Input, message)
    };
    let game = game.ok_or_else(|| unreadable("it is empty"))?;
    if game.record.game.is_empty() {
        let first = game.findings.first();
        return Err(unreadable(first.map_or("", |found| &found.message)));
    }
    Ok(game)
}

/// Reports whether a file holds one record per line.
fn is_ronl(out: &Path) -> bool {
    out.extension().is_some_and(|extension| extension == "ronl")
}

/// Saves a record, replacing the version that this review wrote before.
pub(super) fn save_checkpoint(
    file: &Mutex<CheckpointFile>,
    record: &Record,
) -> Result<(), Failure> {
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(file.save(write_ron(record).as_bytes())?)
}
