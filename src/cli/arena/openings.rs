//! Openings from a file: the games in it, as far as they go.

use crate::contract::{Faults, Setup};
use crate::failure::{Failure, FailureKind};
use crate::files::{Input, InputProblem, Origin, Pipeline, ReadOptions, Sink};
use crate::games::{self, DynGame};
use std::path::Path;
use std::sync::Arc;

/// Said where an opening cannot be used.
const VALIDATE_HINT: &str = "run `kifu validate` on the file for details";

/// Gathers the moves of each game.
struct OpeningSink {
    games: Vec<(String, Vec<String>)>,
    failure: Option<Failure>,
}

impl Sink for OpeningSink {
    type Item = (String, Vec<String>);
    type Error = Failure;

    fn on_game(&mut self, _: &Arc<Origin>, _: usize, game: Self::Item) -> Result<(), Failure> {
        self.games.push(game);
        Ok(())
    }
    fn on_problem(&mut self, trouble: InputProblem) -> Result<(), Failure> {
        if let InputProblem::Unreadable(error) = trouble {
            self.failure.get_or_insert(error.into());
        }
        Ok(())
    }
}

/// The openings in a file, in any format that kifu reads; each must be legal and not over.
pub(super) fn read(
    path: &Path,
    book: &'static dyn DynGame,
    setup: &Setup,
) -> Result<Vec<Vec<String>>, Failure> {
    let input = Input::File {
        path: path.to_owned(),
        is_explicit: true,
    };
    let mut gather = OpeningSink {
        games: Vec::new(),
        failure: None,
    };
    let told = ReadOptions {
        format: None,
        game: Some(book),
    };
    let work =
        |checked: crate::formats::CheckedGame, _: &Origin, _: &crate::files::GameLocation| {
            let record = &checked.record;
            let tokens = record.tokens().map(str::to_owned);
            // Of a game with a move that is refused nothing is taken.
            let tokens = tokens.filter(|_| record.attempt.is_none());
            (record.game.clone(), tokens.collect())
        };
    Pipeline::new(told, 1, &mut gather, work).run([Ok(input)].into_iter())?;
    if let Some(failure) = gather.failure {
        return Err(failure);
    }
    let mut openings = Vec::new();
    for (nth, (game, tokens)) in gather.games.into_iter().enumerate() {
        let place = format!("opening {} of `{}`", nth + 1, path.display());
        if game != book.id() {
            let found = match games::by_id(games::CATALOGUE, &game) {
                Some(other) => format!("a game of {}", other.name()),
                None => "a game that could not be read".to_owned(),
            };
            let message = format!("{place}: expected a game of {}, found {found}", book.name());
            return Err(Failure::new(FailureKind::Input, message).hint(VALIDATE_HINT));
        }
        let replay = book.replay(setup, &tokens.join(" "), Faults::NONE);
        let replay = replay.map_err(|error| Failure::usage(error.to_string()))?;
        if replay.failure.is_some() || replay.is_over || tokens.is_empty() {
            let message = format!("{place}: expected legal moves that do not end the game");
            return Err(Failure::new(FailureKind::Input, message).hint(VALIDATE_HINT));
        }
        openings.push(tokens);
    }
    Ok(openings)
}
