//! The reading of all games into an explorer.

use super::super::progress::Progress;
use super::super::{Status, terminal};
use super::ExploreArgs;
use crate::reading_args::ById;
use kifu_logs::files::{InputProblem, Origin, Pipeline, ReadOptions, Sink, walk_inputs};
use kifu_study::explore::{Explorer, GameTrace};
use kifu_study::failure::{Failure, FailureKind};
use std::sync::Arc;

/// Reads the games of all paths.
///
/// # Errors
/// Returns an error if none of them has a legal move.
pub(super) fn read(args: &ExploreArgs, status: &mut Status) -> Result<Explorer, Failure> {
    let options = ReadOptions {
        format: args.from.map(|ById(format)| format),
        game: None,
    };
    let wanted = args.game.map(|ById(game)| game.id());
    let mut sink = ExplorerSink {
        explorer: Explorer::default(),
        game_count: 0,
        progress: Progress::for_paths(&args.paths),
        status,
    };
    Pipeline::new(options, 0, &mut sink, move |checked, _, _| {
        if wanted.is_some_and(|wanted| wanted != checked.record.game) {
            return None;
        }
        let trace = GameTrace::new(&checked)?;
        let (first, second) = checked.record.players;
        Some((trace, [first.name, second.name]))
    })
    .run(walk_inputs(&args.paths))?;
    sink.progress.clear();
    if sink.explorer.position_count() == 0 {
        let of_game = args.game.map(|ById(game)| format!(" of {}", game.name()));
        let message = format!(
            "expected games{} with moves, found none",
            of_game.unwrap_or_default()
        );
        let hint = "`kifu validate` tells what is wrong with the logs";
        return Err(Failure::new(FailureKind::Input, message).hint(hint));
    }
    sink.explorer.shrink_to_fit();
    Ok(sink.explorer)
}

/// A sink that adds all games to an explorer.
struct ExplorerSink<'a> {
    explorer: Explorer,
    game_count: u32,
    progress: Progress,
    status: &'a mut Status,
}

impl Sink for ExplorerSink<'_> {
    type Item = Option<(GameTrace, [String; 2])>;
    type Error = Failure;

    fn on_game(&mut self, _: &Arc<Origin>, _: usize, game: Self::Item) -> Result<(), Failure> {
        if let Some((trace, [first, second])) = game {
            self.explorer
                .add(&trace, self.game_count, [&first, &second]);
            self.game_count = self.game_count.saturating_add(1);
        }
        Ok(())
    }

    fn on_progress(&mut self, bytes: usize, games: usize) -> Result<(), Failure> {
        self.progress.add(bytes, games);
        Ok(())
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        self.status.raise(terminal::print_read_problem(problem));
        Ok(())
    }
}
