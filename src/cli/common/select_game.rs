//! The games of files in memory: all of them, or one that is selected by its index; and positions
//! given as text.

use super::game_filter::{LeftOutGame, SelectionTally};
use super::report::{CliReport, ReportingSink, read_logs};
use super::shared_args::ReadArgs;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::contract::Setup;
use kifu_core::games::{DynGame, DynState};
use kifu_logs::files::{ChunkReader, GameLocation, LogInput, Origin, ReadOptions, walk_inputs};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::selection::GameSelection;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads the game with this index (from 0, from the end if negative, the first one if `None`) of a
/// file, or of standard input if the path is `-`.
///
/// # Errors
/// Returns an error if there is no such game or the file cannot be read.
pub(crate) fn by_index(
    file: &Path,
    index: Option<i64>,
    reading: ReadArgs,
) -> Result<(Arc<Origin>, CheckedGame), Failure> {
    selected_by_index((file, None), index, reading)
}

/// Reads the game with this index among the selected ones, as [`by_index`] does among all.
///
/// # Errors
/// Returns an error if there is no such game, if none is selected, or if the file cannot be read.
pub(crate) fn selected_by_index(
    (file, selection): (&Path, Option<Arc<GameSelection>>),
    index: Option<i64>,
    reading: ReadArgs,
) -> Result<(Arc<Origin>, CheckedGame), Failure> {
    let wanted = index.unwrap_or(0);
    let mut tally = selection.map(SelectionTally::new);
    let (origin, mut parts) = open(file, reading)?;
    let mut kept = VecDeque::new();
    let mut count = 0_i64;
    let failed = |error| Failure::cannot_read(&origin.display_name, error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        part.for_each_game(&mut |checked, _| {
            if let Some(tally) = &mut tally {
                match LeftOutGame::check(&tally.selection, &checked) {
                    Ok(players) if players.is_empty() => {}
                    Ok(_) => tally.add_selected(),
                    Err(game) => return tally.add_left_out(game),
                }
            }
            if count == wanted || wanted < 0 {
                kept.push_back(checked);
            }
            if wanted < 0 && kept.len() as u64 > wanted.unsigned_abs() {
                kept.pop_front();
            }
            count += 1;
        });
        if wanted >= 0 && count > wanted && tally.is_none() {
            break;
        }
    }
    if let Some(tally) = tally {
        tally.finish()?;
    }
    let is_found = kept.len() as u64 >= if wanted < 0 { wanted.unsigned_abs() } else { 1 };
    match kept.pop_front().filter(|_| is_found) {
        Some(checked) => {
            if index.is_none() && count > 1 {
                let hint = "use --game-index 1 for the next one, -1 for the last";
                terminal::print_message(Level::NOTE, "the file contains more games", Some(hint));
            }
            Ok((origin, checked))
        }
        None if count == 0 => Err(no_game(&origin)),
        None => {
            let last = count - 1;
            let message = format!("expected a game index from 0 to {last}, found {wanted}");
            Err(Failure::usage(message).hint(format!("counted from the end: -1 to -{count}")))
        }
    }
}

/// Reads the only game of a file, or the one with this index.
///
/// # Errors
/// Returns an error if there is no such game, if there are several and no index is given, or if the
/// file cannot be read.
pub(crate) fn by_index_or_only(
    file: &Path,
    index: Option<i64>,
    reading: ReadArgs,
) -> Result<(Arc<Origin>, CheckedGame), Failure> {
    if index.is_some() {
        return by_index(file, index, reading);
    }
    let (origin, mut parts) = open(file, reading)?;
    let failed = |error| Failure::cannot_read(&origin.display_name, error);
    let mut only = None;
    let mut count = 0_u32;
    while let Some(part) = parts.next_part().map_err(failed)? {
        part.for_each_game(&mut |checked, _| {
            count = count.saturating_add(1);
            only.get_or_insert(checked);
        });
        if count > 1 {
            let name = &origin.display_name;
            let message = format!("expected one game, found several in `{name}`");
            let hint = "choose one with --game-index, from 0; -1 is the last";
            return Err(Failure::usage(message).hint(hint));
        }
    }
    let only = only.ok_or_else(|| no_game(&origin))?;
    Ok((origin, only))
}

/// Opens a file, or standard input if the path is `-`.
fn open(file: &Path, reading: ReadArgs) -> Result<(Arc<Origin>, ChunkReader), Failure> {
    let input = if file.as_os_str() == "-" {
        LogInput::Stdin
    } else {
        LogInput::File {
            path: file.to_owned(),
            is_explicit: true,
        }
    };
    let origin = Arc::new(Origin::new(input));
    let parts = ChunkReader::new(origin.open()?, Arc::clone(&origin), reading.read_options());
    Ok((origin, parts))
}

fn no_game(origin: &Origin) -> Failure {
    let message = format!("expected a game in `{}`, found none", origin.display_name);
    Failure::new(FailureKind::Input, message)
}

// The collection of all games in memory, for commands with few games or that need all of them
// together.

/// Applies `work` to each game below these paths and returns the results in order, each with the
/// location of its game: the file, and the index in the file from 0.
///
/// The work is done by `jobs` threads (0 for one per core). Problems in reading are printed.
///
/// # Errors
///
/// Returns an error if a file cannot be read and the command cannot go on without it.
pub fn collect_games<T: Send + 'static>(
    paths: &[PathBuf],
    options: ReadOptions,
    jobs: usize,
    status: &mut Status,
    work: impl Fn(CheckedGame, &Origin, &GameLocation) -> T + Send + Sync + 'static,
) -> Result<Vec<(String, T)>, Failure> {
    collect_selected_games((paths, None), options, jobs, status, work)
}

/// Applies `work` to each game below these paths that is selected, as [`collect_games`] does to all.
///
/// # Errors
/// Returns an error if a file cannot be read and the command cannot go on without it, or if no game
/// is selected.
pub(crate) fn collect_selected_games<T: Send + 'static>(
    (paths, selection): (&[PathBuf], Option<Arc<GameSelection>>),
    options: ReadOptions,
    jobs: usize,
    status: &mut Status,
    work: impl Fn(CheckedGame, &Origin, &GameLocation) -> T + Send + Sync + 'static,
) -> Result<Vec<(String, T)>, Failure> {
    let mut sink = CollectSink {
        games: Vec::new(),
        report: CliReport::new(status).with_selection(selection),
    };
    read_logs(options, jobs, &mut sink, walk_inputs(paths), work)?;
    Ok(sink.games)
}

/// A sink that keeps the results of all games.
struct CollectSink<'a, T> {
    games: Vec<(String, T)>,
    report: CliReport<'a>,
}

impl<'a, T: Send + 'static> ReportingSink<'a> for CollectSink<'a, T> {
    type Item = T;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(&mut self, origin: &Arc<Origin>, index: usize, game: T) -> Result<(), Failure> {
        self.games
            .push((format!("{}:{index}", origin.display_name), game));
        Ok(())
    }
}

/// Parses a position text that a user gave.
///
/// # Errors
/// Returns an error with the column at which the text is wrong.
pub(crate) fn parse_position(game: &dyn DynGame, text: &str) -> Result<Box<dyn DynState>, Failure> {
    game.parse_position(text).map_err(|bad| {
        let column = text[..text.floor_char_boundary(bad.at)].chars().count() + 1;
        let failure = Failure::usage(format!("position text, column {column}: {bad}"));
        match bad.hint {
            Some(hint) => failure.hint(hint),
            None => failure,
        }
    })
}

/// Returns the position of a text, or the first position of a game if there is none.
///
/// # Errors
/// Returns an error with the column at which the text is wrong.
pub(crate) fn position_or_start(
    game: &dyn DynGame,
    text: Option<&str>,
) -> Result<Box<dyn DynState>, Failure> {
    match text {
        Some(text) => parse_position(game, text),
        None => game
            .start(&Setup::default())
            .map_err(|error| Failure::usage(error.to_string())),
    }
}
