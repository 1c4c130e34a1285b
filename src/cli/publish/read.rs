//! The reading of the games to publish.

use super::args::PublishArgs;
use crate::arena::standings::{CountedGame, StandingsCounter, counted_game};
use crate::common::text::pluralize;
use crate::{Status, terminal};
use annotate_snippets::Level;
use kifu_core::findings::{Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files::{
    GameLocation, InputProblem, Origin, OutputFolder, Pipeline, Sink, file_stem_of_game,
    walk_inputs,
};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::Failure;
use std::sync::Arc;

/// A game that was read.
pub(super) struct ReadGame {
    /// The file, and the index in the file.
    pub location: String,
    /// The start of the name of its page.
    pub stem: String,
    pub checked: CheckedGame,
    /// The game that was played; `None` if it is not known or cannot start, so that it has no page.
    pub game: Option<&'static dyn DynGame>,
}

/// The games that were read, also as the standings count them.
pub(super) type ReadGames = (Vec<ReadGame>, StandingsCounter);

/// Reads all games, but for the pages of an earlier run below the output folder.
///
/// With nodes for each draw the luck of the games is measured for the standings.
pub(super) fn read_games(
    args: &PublishArgs,
    luck_nodes: Option<u64>,
    status: &mut Status,
) -> Result<ReadGames, Failure> {
    let mut sink = ReadSink {
        games: Vec::new(),
        counter: StandingsCounter::new(luck_nodes),
        status,
    };
    let output = OutputFolder::new(&args.paths, &args.out);
    let mut left_out = 0_usize;
    let inputs = walk_inputs(&args.paths).filter(|input| {
        let own = output.contains(input);
        left_out += usize::from(own);
        !own
    });
    let options = args.reading.read_options();
    let jobs = usize::from(args.jobs);
    let work =
        move |checked, origin: &Origin, _: &GameLocation| read_game(checked, origin, luck_nodes);
    Pipeline::new(options, jobs, &mut sink, work).run(inputs)?;
    if left_out > 0 && !args.quiet {
        let message = format!(
            "`{}` is in an input folder; skipped {} in it",
            args.out.display(),
            pluralize(left_out, "file")
        );
        terminal::print_message(Level::NOTE, &message, None);
    }
    Ok((sink.games, sink.counter))
}

fn read_game(
    mut checked: CheckedGame,
    origin: &Origin,
    luck_nodes: Option<u64>,
) -> (ReadGame, CountedGame) {
    let source = &mut checked.record.source;
    if !checked.is_native && source.file.is_empty() {
        source.file.clone_from(&origin.file_name);
    }
    let record = &checked.record;
    let game = by_id(CATALOGUE, &record.game).filter(|game| game.start(&record.setup).is_ok());
    let counted = counted_game(&checked, origin, luck_nodes);
    let read = ReadGame {
        location: String::new(),
        stem: file_stem_of_game(record, origin),
        game,
        checked,
    };
    (read, counted)
}

/// A sink that keeps all games, and reports those that have errors.
struct ReadSink<'a> {
    games: Vec<ReadGame>,
    counter: StandingsCounter,
    status: &'a mut Status,
}

impl Sink for ReadSink<'_> {
    type Item = (ReadGame, CountedGame);
    type Error = Failure;

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        (mut game, counted): (ReadGame, CountedGame),
    ) -> Result<(), Failure> {
        game.location = format!("{}:{index}", origin.display_name);
        let is_error = |finding: &&Finding| finding.severity() == Severity::Error;
        if game
            .checked
            .findings
            .iter()
            .any(|finding| is_error(&finding))
        {
            self.status.raise(Status::Findings);
        }
        self.counter.add(&origin.display_name, counted);
        self.games.push(game);
        Ok(())
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        self.status.raise(terminal::print_read_problem(problem));
        Ok(())
    }
}
