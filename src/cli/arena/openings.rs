//! The openings in a file: the moves of the games in it.

use kifu_core::contract::{Faults, Setup};
use kifu_core::games::{self, DynGame};
use kifu_logs::files::{Input, InputProblem, Origin, Pipeline, ReadOptions, Sink};
use kifu_study::failure::{Failure, FailureKind};
use std::path::Path;
use std::sync::Arc;

/// The hint for an opening that cannot be used.
const VALIDATE_HINT: &str = "run `kifu validate` on the file for details";

/// A sink that collects the moves of each game.
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
    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        if let InputProblem::Unreadable(error) = problem {
            self.failure.get_or_insert(error.into());
        }
        Ok(())
    }
}

/// Reads the openings of a file in any format that kifu reads. Each must be legal, and its game not
/// over.
pub(super) fn read(
    path: &Path,
    game: &'static dyn DynGame,
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
    let options = ReadOptions {
        format: None,
        game: Some(game),
    };
    let work = |checked: kifu_logs::formats::CheckedGame,
                _: &Origin,
                _: &kifu_logs::files::GameLocation| {
        let record = &checked.record;
        let tokens = record.tokens().map(str::to_owned);
        // A game with a failed move is not used at all.
        let tokens = tokens.filter(|_| record.attempt.is_none());
        (record.game.clone(), tokens.collect())
    };
    Pipeline::new(options, 1, &mut gather, work).run([Ok(input)].into_iter())?;
    if let Some(failure) = gather.failure {
        return Err(failure);
    }
    let mut openings = Vec::new();
    for (nth, (game_id, tokens)) in gather.games.into_iter().enumerate() {
        let place = format!("opening {} of `{}`", nth + 1, path.display());
        if game_id != game.id() {
            let found = match games::by_id(games::CATALOGUE, &game_id) {
                Some(other) => format!("a game of {}", other.name()),
                None => "a game that could not be read".to_owned(),
            };
            let message = format!("{place}: expected a game of {}, found {found}", game.name());
            return Err(Failure::new(FailureKind::Input, message).hint(VALIDATE_HINT));
        }
        let replay = game.replay(setup, &tokens.join(" "), Faults::NONE);
        let replay = replay.map_err(|error| Failure::usage(error.to_string()))?;
        if replay.failure.is_some() || replay.is_over || tokens.is_empty() {
            let message = format!("{place}: expected legal moves that do not end the game");
            return Err(Failure::new(FailureKind::Input, message).hint(VALIDATE_HINT));
        }
        openings.push(tokens);
    }
    Ok(openings)
}
