//! The models of bots by all games that a command reads, collected before it works on them.

use super::shared_args::PatternArgs;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::bot_output::bot_reports;
use kifu_logs::files::{
    InputProblem, Origin, Pipeline, ReadOptions, ReaderPanicked, Sink, walk_inputs,
};
use kifu_logs::formats::CheckedGame;
use kifu_study::review::{BotHistory, BotModels, Thresholds, judged_plies_without_reasons};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Returns the models of the bots in the games below some paths; none if standard input is among
/// them, which can be read only once. Problems are reported when the games are read for the work.
pub(crate) fn collect_bot_models(
    paths: &[PathBuf],
    options: ReadOptions,
    jobs: usize,
    bots: &PatternArgs,
    thresholds: Thresholds,
) -> BotModels {
    let mut sink = HistorySink(BotHistory::default());
    if paths.iter().all(|path| path != Path::new("-")) {
        let bots = bots.clone();
        let history = move |game: CheckedGame, _: &Origin, _: &_| history(&game, &bots, thresholds);
        // A reader that panics does so again in the work.
        let _ = Pipeline::new(options, jobs, &mut sink, history).run(walk_inputs(paths));
    }
    sink.0.models()
}

/// Returns what the bots reported in one game.
fn history(checked: &CheckedGame, bots: &PatternArgs, thresholds: Thresholds) -> BotHistory {
    let record = &checked.record;
    let reports = bot_reports(record, bots.patterns());
    let mut history = BotHistory::default();
    let game = by_id(CATALOGUE, &record.game).filter(|_| !reports.is_empty());
    if let Some(game) = game {
        let judged = if record.is_reviewed() {
            judged_plies_without_reasons(record, game, checked.ply_count, &thresholds)
        } else {
            Ok(Vec::new())
        };
        history.add(record, &reports, &judged.unwrap_or_default());
    }
    history
}

/// A sink that collects what bots reported.
struct HistorySink(BotHistory);

/// The end of collecting.
struct CollectingEnded;

impl From<ReaderPanicked> for CollectingEnded {
    fn from(_: ReaderPanicked) -> Self {
        Self
    }
}

impl Sink for HistorySink {
    type Item = BotHistory;
    type Error = CollectingEnded;

    fn on_game(
        &mut self,
        _: &Arc<Origin>,
        _: usize,
        history: BotHistory,
    ) -> Result<(), CollectingEnded> {
        self.0.merge(history);
        Ok(())
    }

    fn on_problem(&mut self, _: InputProblem) -> Result<(), CollectingEnded> {
        Ok(())
    }
}
