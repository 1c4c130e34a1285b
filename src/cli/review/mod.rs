//! `kifu review`.

pub(super) mod args;
mod games;
mod html;
mod json;
mod players;
mod rest;
mod suite;
mod text;
mod verify;

use super::Status;
use super::suite::Problem;
use super::terminal::{self, Out};
use crate::contract::Player;
use crate::files::{self, AtomicFile, Failure, FailureKind, Journal};
use crate::games::DynGame;
use crate::record::{Record, read_ron, write_ron};
use crate::review::{
    self, JudgedPly, KeyMoment, PlayerClaims, PlayerFailure, PlayerSummary, Thresholds, TimeUse,
};
use annotate_snippets::Level;
use args::{By, Form, Review};
use games::Game;
use std::path::Path;

/// A reviewed game.
struct Reviewed {
    name: String,
    book: &'static dyn DynGame,
    record: Record,
    /// Its legal plies.
    plies: u32,
    judged: Vec<JudgedPly>,
    cards: [PlayerSummary; 2],
    moments: Vec<KeyMoment>,
    claims: Option<[PlayerClaims; 2]>,
    times: Option<[TimeUse; 2]>,
    failed: Vec<PlayerFailure>,
}

impl Reviewed {
    fn of(game: Game, thresholds: &Thresholds) -> Result<Self, Failure> {
        let Game {
            name,
            book,
            record,
            plies,
            ..
        } = game;
        let judged = review::judged_plies(&record, book, plies, thresholds)?;
        Ok(Self {
            cards: review::player_summaries(&judged),
            moments: review::key_moments(&judged, plies),
            claims: review::claims(&record, &judged),
            times: review::time_use(&record, book, plies, &judged)?,
            failed: review::player_failures(&record, book, plies)?,
            name,
            book,
            record,
            plies,
            judged,
        })
    }

    fn player(&self, player: Player) -> &str {
        let name = self.record.player(player).name.as_str();
        if name.is_empty() {
            self.book.sides()[player.index()]
        } else {
            name
        }
    }
}

/// Runs the command.
pub(super) fn run(args: &Review, status: &mut Status) -> Result<(), Failure> {
    files::install_signal_handlers();
    let games = games::read(args, status)?;
    if args.verify {
        return verify::run(args, games, status);
    }
    if let Some(place) = &args.suite {
        files::check_output_path(place, args.force)?;
    }
    let (games, mut keeper) = Keeper::open(args, games)?;
    let mut out = Out::new();
    let mut players = players::Players::default();
    let mut page = html::Page::default();
    let mut problems = String::new();
    let mut gap = "";
    games::review(args, games, &mut |game, fresh| {
        if fresh {
            keeper.keep(&game.record)?;
        }
        let reviewed = Reviewed::of(game, &args.thresholds)?;
        if args.suite.is_some() {
            let all = suite::problems(&reviewed, &args.thresholds)?;
            problems.extend(all.iter().map(Problem::text));
        }
        match (args.by, args.report) {
            (Some(By::Player), _) => players.add(&reviewed),
            (None, Form::Text) => {
                out.print(gap)?;
                out.print(&text::report(&reviewed))?;
                gap = "\n";
            }
            (None, Form::Json) => out.print(&json::line(&reviewed))?,
            (None, Form::Html) => page.add(&reviewed)?,
            (None, Form::None) => {}
        }
        // Whoever reads along need not wait for the next game.
        out.flush()
    })?;
    if let Some(place) = &args.suite {
        let mut file = AtomicFile::new(place, args.force)?;
        file.write(problems.as_bytes())?;
        file.finish()?;
    }
    if args.by.is_some() {
        out.print(&players.text(args.report))?;
    } else if args.report == Form::Html {
        out.print(&page.text())?;
    }
    out.flush()
}

/// Where the games are kept.
enum Keeper<'a> {
    Nowhere,
    /// One game, in a file of its own.
    File(&'a Path),
    /// All of them, line by line.
    Lines(Journal),
}

impl<'a> Keeper<'a> {
    /// With the games that are left to do, and those done before in front of them.
    fn open(args: &'a Review, mut games: Vec<Game>) -> Result<(Vec<Game>, Self), Failure> {
        let Some(out) = &args.out else {
            return Ok((games, Self::Nowhere));
        };
        let lines = is_lines(out);
        if !lines && games.len() != 1 {
            let message = format!(
                "expected one game for `{}`, found {}",
                out.display(),
                games.len()
            );
            return Err(Failure::usage(message).hint("name a file that ends in .ronl"));
        }
        if !lines {
            if args.resume && out.exists() {
                let text = std::fs::read_to_string(out);
                let text = text.map_err(|error| Failure::cannot_read(&out.display(), &error))?;
                let record = read_ron(&text);
                let record =
                    record.map_err(|bad| Failure::new(FailureKind::Input, bad.to_string()))?;
                games[0].go_on_with(record, out)?;
            } else {
                files::check_output_path(out, args.force)?;
            }
            return Ok((games, Self::File(out)));
        }
        if !args.resume {
            if args.force && out.is_file() {
                std::fs::remove_file(out).map_err(|error| Failure::cannot_write(out, &error))?;
            }
            return Ok((games, Self::Lines(Journal::create(out)?)));
        }
        let mut at = 0;
        let (journal, torn) = Journal::resume(out, |line, record| {
            let Some(game) = games.get_mut(at) else {
                let message = format!("`{}:{line}` is of no game that was read", out.display());
                return Err(Failure::new(FailureKind::Input, message).hint(OTHER));
            };
            at += 1;
            game.done = true;
            game.go_on_with(record, out)
        })?;
        if torn {
            let message = format!(
                "the last line of `{}` was torn and lies in `{0}.torn`",
                out.display()
            );
            terminal::tell_message(Level::NOTE, &message, None);
        }
        Ok((games, Self::Lines(journal)))
    }

    fn keep(&mut self, record: &Record) -> Result<(), Failure> {
        match self {
            Self::Nowhere => Ok(()),
            Self::Lines(journal) => journal.append(record),
            Self::File(path) => write(path, record),
        }
    }
}

/// What to do about a file that does not fit.
const OTHER: &str = "--resume wants the same files in the same order as before";

/// Whether a file holds records line by line.
fn is_lines(out: &Path) -> bool {
    out.extension().is_some_and(|extension| extension == "ronl")
}

/// Writes a record in the place of what an earlier moment of the same review wrote.
fn write(out: &Path, record: &Record) -> Result<(), Failure> {
    let mut file = AtomicFile::new(out, true)?;
    file.write(write_ron(record).as_bytes())?;
    file.finish()
}
