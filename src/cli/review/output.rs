//! The output of `kifu review`: where reviewed games are saved, and how an interrupted review is
//! continued.
//!
//! Games are appended to a journal, one per line. If OUT exists and is to be overwritten, the
//! journal is `OUT.part`, which replaces OUT when the review is complete: OUT may be the input, and
//! an interruption or a full disk must not cost what was there.

use super::ReviewedGame;
use super::args::ReviewArgs;
use super::jobs::ReviewJob;
use crate::common::out_file::{ReplacementGuard, is_device};
use crate::suite_file::SuitePosition;
use crate::terminal;
use annotate_snippets::Level;
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::record::{Record, write_ron};
use kifu_logs::files::{AtomicFile, Journal, JournalReader};
use kifu_logs::formats::{CheckedGame, ReadContext};
use kifu_logs::{files, formats};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review;
use kifu_study::review::{GamePhase, JudgedPly, ReviewPosition, Thresholds, positions, rounded};
use std::fs::File;
use std::path::{Path, PathBuf};

/// The hint for an existing file that does not fit the review.
const RESUME_HINT: &str = "--resume needs the same files in the same order as before";

/// The output of a review.
pub(super) struct ReviewOutput<'a> {
    destination: ReviewDestination<'a>,
    earlier: EarlierGames,
}

enum ReviewDestination<'a> {
    Discard,
    /// A file of one game.
    File(&'a Path),
    /// A file with one game per line, and the path that it takes when it is complete.
    Journal {
        journal: Journal,
        path: PathBuf,
        replaces: Option<&'a Path>,
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
    /// Opens the output of a review of `game_count` games, or more.
    pub fn open(args: &'a ReviewArgs, game_count: usize) -> Result<Self, Failure> {
        let Some(out) = &args.out else {
            return Ok(Self::new(ReviewDestination::Discard));
        };
        if out.as_os_str() == "-" || is_device(out) {
            let message = format!("expected a file to save to, found `{}`", out.display());
            return Err(Failure::usage(message).hint("give a name that ends in .ron or .ronl"));
        }
        if is_ronl(out) {
            return Self::open_journal(args, out);
        }
        if game_count != 1 {
            let message = format!("expected one game for `{}`, found more", out.display());
            return Err(Failure::usage(message).hint("use a file name that ends in .ronl"));
        }
        let mut output = Self::new(ReviewDestination::File(out));
        if args.resume && out.exists() {
            output.earlier = EarlierGames::One(out.clone(), Box::new(read_single_game(out)?));
        } else {
            files::check_output_path(out, args.force)?;
        }
        Ok(output)
    }

    fn new(destination: ReviewDestination<'a>) -> Self {
        Self {
            destination,
            earlier: EarlierGames::None,
        }
    }

    fn open_journal(args: &ReviewArgs, out: &'a Path) -> Result<Self, Failure> {
        let part = part_path(out);
        if args.resume {
            return Self::resume_journal(out, part);
        }
        let (path, replaces) = if args.force && out.exists() {
            files::check_output_path(out, true)?;
            if part.exists() {
                // It is the rest of an interrupted review, and not that of a running one.
                files::check_output_path(&part, true)?;
                std::fs::remove_file(&part).map_err(|error| Failure::cannot_write(&part, error))?;
            }
            (part, Some(out))
        } else {
            (out.to_owned(), None)
        };
        Ok(Self::new(ReviewDestination::Journal {
            journal: Journal::create(&path)?,
            path,
            replaces,
        }))
    }

    fn resume_journal(out: &'a Path, part: PathBuf) -> Result<Self, Failure> {
        let (path, replaces) = if part.exists() {
            (part, Some(out))
        } else {
            (out.to_owned(), None)
        };
        let mut left = 0;
        let (journal, torn) = Journal::resume(&path, |_, _| {
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
        Ok(Self {
            earlier: EarlierGames::Journal {
                reader,
                path: path.clone(),
                left,
            },
            destination: ReviewDestination::Journal {
                journal,
                path,
                replaces,
            },
        })
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
                job.is_done = true;
                let left = left - 1;
                self.earlier = EarlierGames::Journal { reader, path, left };
                Ok(())
            }
            EarlierGames::None | EarlierGames::Journal { .. } => Ok(()),
        }
    }

    /// Returns the path to which a game is saved while it is reviewed: the file of a single game is
    /// complete only at the end.
    pub fn path_to_save_early(args: &ReviewArgs) -> Option<&Path> {
        args.out.as_deref().filter(|out| !is_ronl(out))
    }

    /// Saves a reviewed game.
    pub fn save(&mut self, record: &Record) -> Result<(), Failure> {
        match &mut self.destination {
            ReviewDestination::Discard => Ok(()),
            ReviewDestination::File(path) => write_record(path, record),
            ReviewDestination::Journal {
                journal,
                path,
                replaces,
            } => {
                let saved = journal.append_soon_synced(record).map_err(Failure::from);
                saved.map_err(|failure| match replaces {
                    Some(out) => failure.hint(format!(
                        "`{}` is as it was; the games reviewed so far are in `{}`, continue with \
                         --resume",
                        out.display(),
                        path.display()
                    )),
                    None => failure,
                })
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
        match self.destination {
            ReviewDestination::Journal {
                journal,
                replaces: Some(out),
                path,
            } => {
                guard.check().map_err(|failure| {
                    failure.hint(format!("the reviewed games are in `{}`", path.display()))
                })?;
                Ok(journal.finish_as(out)?)
            }
            ReviewDestination::Journal { journal, .. } => Ok(journal.finish()?),
            _ => Ok(()),
        }
    }
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

/// Returns the path of the journal of a review that is to replace `out`.
fn part_path(out: &Path) -> PathBuf {
    let mut name = out.to_owned().into_os_string();
    name.push(".part");
    name.into()
}

/// Reports whether a file holds one record per line.
fn is_ronl(out: &Path) -> bool {
    out.extension().is_some_and(|extension| extension == "ronl")
}

/// Writes a record, replacing the file that this review wrote before.
pub(super) fn write_record(out: &Path, record: &Record) -> Result<(), Failure> {
    let mut file = AtomicFile::new(out, true)?;
    file.write(write_ron(record).as_bytes())?;
    Ok(file.finish()?)
}

// The export of a test suite: positions in which a player went wrong and one move was clearly
// better.

/// Returns the suite positions of a game, in order: those with a bad move, in which the best move
/// beats the second one by at least an inaccuracy.
pub(super) fn suite_positions(
    game: &ReviewedGame,
    thresholds: &Thresholds,
) -> Result<Vec<SuitePosition>, Failure> {
    let is_problem = |ply: &&JudgedPly| is_suite_position(ply, thresholds.inaccuracy);
    let bad: Vec<&JudgedPly> = game.judged.iter().filter(is_problem).collect();
    if bad.is_empty() {
        return Ok(Vec::new());
    }
    let positions = positions(game.game, &game.record, game.plies)?;
    let position = |ply: &JudgedPly| {
        positions
            .iter()
            .find(|position| position.ply + 1 == ply.ply)
    };
    let all = bad
        .into_iter()
        .filter_map(|ply| suite_position(game, ply, position(ply)?));
    Ok(all.collect())
}

/// Reports whether a ply belongs in a suite: the move is bad, and the best move beats the second
/// one by at least `clear` in win probability.
fn is_suite_position(ply: &JudgedPly, clear: f64) -> bool {
    let best = ply.evaluation.best.win;
    let next = ply.evaluation.second_best;
    ply.judgement.class.is_bad() && next.is_none_or(|next| best - next.win >= clear)
}

/// Returns the suite position of a ply.
fn suite_position(
    game: &ReviewedGame,
    ply: &JudgedPly,
    position: &ReviewPosition,
) -> Option<SuitePosition> {
    Some(SuitePosition {
        game: game.game.id().to_owned(),
        position: position.state.position(),
        best: ply.evaluation.pv.first()?.clone(),
        line: ply.evaluation.pv.clone(),
        played: position.played.clone()?,
        loss: rounded(ply.judgement.loss),
        points: ply.judgement.points.map(rounded),
        class: ply.judgement.class,
        proven: ply.evaluation.best.proven,
        source: game.location.clone(),
        ply: ply.ply,
        phase: GamePhase::of_ply(ply.ply, game.plies),
        player: game.player_name(ply.player).to_owned(),
        opponent: game.player_name(ply.player.opponent()).to_owned(),
    })
}
