//! `kifu analyze`.

mod json;
mod report;
mod suite;

use super::Status;
use super::args::Named;
use super::engine_args::Analyze;
use super::one;
use super::terminal::{self, Out};
use crate::contract::{Player, Setup, Turn};
use crate::files::{Failure, FailureKind};
use crate::findings::{Finding, Severity};
use crate::formats::{self, CheckedGame, ReadContext};
use crate::games::{CATALOGUE, DynEngine, DynGame, DynState, by_id};
use crate::review;
use crate::search::{Limits, SearchRequest, SearchResult};
use std::time::{Duration, Instant};

/// A position to think about.
struct Place {
    table: Box<dyn DynState>,
    /// How many plies led to it; `None` if nobody knows.
    ply: Option<u32>,
    /// The move that was made in it.
    played: Option<String>,
}

/// What was found.
struct Found<'a> {
    place: &'a Place,
    report: SearchResult<String>,
    took: Duration,
}

impl Found<'_> {
    /// The player for whom the values are.
    fn to_act(&self) -> Player {
        self.place.table.mover().unwrap_or(Player::First)
    }
}

/// Runs the command.
pub(super) fn run(args: &Analyze, status: &mut Status) -> Result<(), Failure> {
    if let Some(path) = &args.suite {
        return suite::run(args, path);
    }
    let (book, places, plies) = asked(args, status)?;
    let mut mind = book.engine(args.means.get());
    let mut out = Out::new();
    let style = report::Style::new(book, plies, args.all);
    if !args.json {
        out.print(&style.heading(&mind.name()))?;
    }
    for place in &places {
        let found = think(args, mind.as_mut(), place)?;
        let text = if args.json {
            json::line(&found)
        } else {
            style.found(&found)
        };
        out.print(&text)?;
        // Whoever reads along need not wait for the next position.
        out.flush()?;
    }
    Ok(())
}

/// The game, the positions, and how many plies the game has, if there is one.
type Asked = (&'static dyn DynGame, Vec<Place>, Option<u32>);

fn asked(args: &Analyze, status: &mut Status) -> Result<Asked, Failure> {
    if let (Some(text), Some(Named(book))) = (&args.position, args.reading.game) {
        return Ok((book, vec![position(book, text)?], None));
    }
    if let (Some(moves), Some(Named(book))) = (&args.moves, args.reading.game)
        && moves.trim().is_empty()
        && matches!(args.ply, None | Some(0 | -1))
    {
        return Ok((book, vec![start(book)?], Some(0)));
    }
    let checked = game(args, status)?;
    let Some(book) = by_id(CATALOGUE, &checked.record.game) else {
        let message = "expected moves of a game, found none that is known";
        return Err(Failure::new(FailureKind::Input, message));
    };
    let places = places(args, book, &checked)?;
    Ok((book, places, Some(checked.ply_count)))
}

fn think<'a>(
    args: &Analyze,
    mind: &mut dyn DynEngine,
    place: &'a Place,
) -> Result<Found<'a>, Failure> {
    let start = Instant::now();
    let elapsed = || start.elapsed();
    let limits = match args.nodes {
        Some(nodes) => Limits::nodes(nodes),
        None => Limits::time(args.time, &elapsed),
    };
    let request = SearchRequest {
        forced: place.played.clone(),
        ..SearchRequest::new(limits)
            .lines(args.lines as usize)
            .seed(args.seed)
    };
    let report = mind.analyze(&place.table.position(), &request, &mut |_| {});
    let report = report.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
    Ok(Found {
        place,
        report,
        took: start.elapsed(),
    })
}

/// Where a game begins that has no moves yet.
fn start(book: &dyn DynGame) -> Result<Place, Failure> {
    let table = book.start(&Setup::default());
    let table = table.map_err(|bad| Failure::new(FailureKind::Internal, bad.to_string()))?;
    Ok(Place {
        table,
        ply: Some(0),
        played: None,
    })
}

/// A position given as text.
fn position(book: &dyn DynGame, text: &str) -> Result<Place, Failure> {
    let table = book.parse_position(text).map_err(|bad| {
        let column = text[..text.floor_char_boundary(bad.at)].chars().count() + 1;
        let failure = Failure::usage(format!("position text, column {column}: {bad}"));
        match bad.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })?;
    Ok(Place {
        table,
        ply: None,
        played: None,
    })
}

/// The game of the file or of the moves; what is wrong with it is told.
fn game(args: &Analyze, status: &mut Status) -> Result<CheckedGame, Failure> {
    let (name, checked) = match (&args.file, &args.moves) {
        (Some(file), _) => {
            let (origin, checked) = one::find(file, args.game_index, args.reading)?;
            (origin.display_name.clone(), checked)
        }
        (None, moves) => {
            let context = ReadContext {
                game: args.reading.told().game,
                ..ReadContext::default()
            };
            let text = moves.as_deref().unwrap_or_default();
            let mut all = formats::check_text(text, formats::by_id("moves"), &context);
            if all.is_empty() {
                return Err(Failure::usage("expected moves, found none"));
            }
            ("--moves".to_owned(), all.swap_remove(0))
        }
    };
    let is_bad = |finding: &&Finding| finding.severity() == Severity::Error;
    if let Some(bad) = checked.findings.iter().find(is_bad) {
        *status = Status::Findings;
        let words = format!("{name}: {}", bad.message);
        let hint = "the legal part of the game is analysed; `kifu validate` tells more";
        terminal::tell_message(annotate_snippets::Level::WARNING, &words, Some(hint));
    }
    Ok(checked)
}

/// The positions of a game that the user wants.
fn places(
    args: &Analyze,
    book: &dyn DynGame,
    checked: &CheckedGame,
) -> Result<Vec<Place>, Failure> {
    let mut all = walk(book, checked)?;
    let last = i64::from(checked.ply_count);
    let open = |place: &Place| place.table.turn() != Turn::Over;
    match args.ply {
        _ if args.all => {
            all.retain(open);
            Ok(all)
        }
        Some(ply) => {
            let wanted = if ply < 0 { last + 1 + ply } else { ply };
            match usize::try_from(wanted) {
                Ok(index) if index < all.len() => Ok(vec![all.swap_remove(index)]),
                _ => {
                    let message = format!("expected a ply from 0 to {last}, found {ply}");
                    let hint = format!("from the end: -1 to -{}", last + 1);
                    Err(Failure::usage(message).hint(hint))
                }
            }
        }
        None => {
            let found = all.into_iter().rev().find(open);
            found.map(|place| vec![place]).ok_or_else(|| {
                Failure::usage("the game is over before its first ply: nothing to think about")
            })
        }
    }
}

/// The position after every ply, with what luck dealt for the next one.
fn walk(book: &dyn DynGame, checked: &CheckedGame) -> Result<Vec<Place>, Failure> {
    let places = review::positions(book, &checked.record, checked.ply_count)?;
    let place = |place: review::ReviewPosition| Place {
        table: place.state,
        ply: Some(place.ply),
        played: place.played,
    };
    Ok(places.into_iter().map(place).collect())
}
