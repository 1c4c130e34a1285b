//! The command `kifu rejudge`, which asks a bot for its moves in recorded games.

use super::bot_spec::BotSpec;
use super::{args, suite};
use crate::Status;
use crate::common::progress::Progress;
use crate::common::select_game::collect_selected_games;
use crate::common::text::{one_line, printable, proven_word};
use crate::terminal::StdoutWriter;
use kifu_core::contract::Player;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::files::{GameLocation, Origin};
use kifu_logs::formats::{CheckedGame, to_json};
use kifu_study::arena::{
    AskMethod, BotKnowledge, Contestant, NotAskedReason, RejudgeOutcome, RejudgedPosition, rejudge,
};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{LineValue, SearchLimit};
use kifu_study::suite::MoveJudge;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The number of engine nodes for judging a move that differs.
const DEFAULT_NODES: u64 = 2000;
/// The memory of the engine, in megabytes.
const ENGINE_MB: usize = 64;

/// The totals over all positions.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct RejudgeTotals {
    /// The number of positions.
    positions: u32,
    /// The number of answers that are the recorded move.
    same: u32,
    /// The number of better answers.
    better: u32,
    /// The number of other answers of about equal value.
    equal: u32,
    /// The number of worse answers.
    worse: u32,
    /// The number of positions in which the bot failed.
    fails: u32,
    /// The number of positions in which the bot was not asked.
    not_asked: u32,
    /// The number of positions of `not_asked` in which the bot had played another move before and
    /// could not be led back.
    not_asked_after_other_move: u32,
    /// The number of positions of `not_asked` in which the record does not hold what the bot would
    /// have to be sent.
    not_asked_without_view: u32,
    /// The number of positions asked in each way, by its name.
    asked_by: BTreeMap<&'static str, u32>,
}

/// Runs the command.
pub(crate) fn run(args: &args::RejudgeArgs, status: &mut Status) -> Result<(), Failure> {
    if let Some(suite) = &args.suite.file {
        return suite::run(args, suite, status);
    }
    let entrant = BotSpec::asked(&args.cmd, args.proto.as_deref(), args.clock)?;
    let selection = args.filter.selection()?;
    let seats = selection.clone().unwrap_or_default();
    let work = move |checked: CheckedGame, _: &Origin, _: &GameLocation| {
        (seats.players(&checked).unwrap_or_default(), checked.record)
    };
    let options = args.reading.read_options();
    let games = collect_selected_games((&args.paths, selection), options, 1, status, work)?;
    let mut asked = RejudgeRun {
        args,
        contestant: entrant,
        out: StdoutWriter::new(),
        totals: RejudgeTotals::default(),
        progress: Progress::start("game", args.quiet),
        judge: MoveJudge::new(
            Some(SearchLimit::Nodes(args.nodes.unwrap_or(DEFAULT_NODES))),
            ENGINE_MB,
        ),
        game_count: 0,
        known: BTreeMap::new(),
    };
    let seats = games.iter().map(|(_, (seats, _))| seats.len());
    asked.progress.set_total(seats.sum::<usize>() as u64);
    for (location, (seats, record)) in &games {
        asked.rejudge_game(location, record, seats)?;
    }
    asked.finish(status)
}

/// The state of a run over all games.
struct RejudgeRun<'a> {
    args: &'a args::RejudgeArgs,
    contestant: Contestant,
    out: StdoutWriter,
    totals: RejudgeTotals,
    progress: Progress,
    judge: MoveJudge,
    game_count: u32,
    /// The ways in which the bot can be led, by game.
    known: BTreeMap<&'static str, BotKnowledge>,
}

/// A position with the bot's answer.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnswerJson<'a> {
    /// The location of the game: the file, and the index in the file.
    game: &'a str,
    /// The name of the bot's side.
    side: &'a str,
    /// The number of the ply, from 1.
    ply: u32,
    /// The recorded move; null if there is none.
    then: Option<&'a str>,
    /// The move of the bot; null if it failed or was not asked.
    now: Option<&'a str>,
    /// The comparison of the two moves.
    #[schemars(extend("enum" = ["same", "better", "about equal", "worse", "fails", "not asked"]))]
    verdict: &'a str,
    /// The reason why there is no answer.
    reason: Option<&'a str>,
    /// The way in which the bot was asked; null if it was not.
    #[schemars(extend("enum" = [
        "plays along", "shown the board", "line Opening", "UGI", "GTP", "run for each position",
        "internal engine", null
    ]))]
    asked_by: Option<&'a str>,
    /// The win probability of the recorded move, 0 to 1, if the moves differ.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    win_then: Option<f64>,
    /// The win probability of the bot's move, 0 to 1, if the moves differ.
    #[schemars(range(min = 0, max = 1), extend("x-unit" = "probability"))]
    win_now: Option<f64>,
    /// The position text.
    position: &'a str,
}

impl RejudgeRun<'_> {
    /// Asks the bot for the moves of these players in one game and prints the answers.
    fn rejudge_game(
        &mut self,
        location: &str,
        record: &Record,
        seats: &[Player],
    ) -> Result<(), Failure> {
        let Some(game) = by_id(CATALOGUE, &record.game) else {
            return Ok(());
        };
        for player in seats.iter().copied() {
            self.game_count += 1;
            let in_work = self.progress.start_game();
            let answered = rejudge(
                game,
                &self.contestant,
                record,
                player,
                self.args.grace_period,
                self.known.entry(game.id()).or_default(),
                &mut |done, total| in_work.set_plies(done, total),
            )?;
            let heading = format!(
                "{}, {} {}\n",
                one_line(location),
                game.sides()[player.index()],
                one_line(&record.player(player).name)
            );
            if !self.args.json {
                self.out.print(&printable(&heading))?;
            }
            let reason = answered.iter().find_map(|one| match &one.outcome {
                RejudgeOutcome::NotAsked(NotAskedReason::OtherMoveBefore) => None,
                RejudgeOutcome::NotAsked(reason) => Some(reason),
                _ => None,
            });
            if let (Some(reason), false) = (reason, self.args.json) {
                let text = one_line(&format!("  not asked: {reason}"));
                self.out.print(&printable(&format!("{text}\n")))?;
            }
            for one in &answered {
                self.print_answer(location, (game, player), one)?;
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// Prints the bot's answer in one position.
    fn print_answer(
        &mut self,
        location: &str,
        (game, player): (&'static dyn DynGame, Player),
        one: &RejudgedPosition,
    ) -> Result<(), Failure> {
        let side = game.sides()[player.index()];
        self.totals.positions += 1;
        if let Some(method) = one.method {
            *self.totals.asked_by.entry(method.name()).or_default() += 1;
        }
        match &one.outcome {
            RejudgeOutcome::NotAsked(reason) if reason.is_out_of_reach() => {
                self.totals.not_asked_after_other_move += 1;
            }
            RejudgeOutcome::NotAsked(_) => self.totals.not_asked_without_view += 1,
            _ => {}
        }
        let (now, reason) = match &one.outcome {
            RejudgeOutcome::Same => (one.recorded_move.as_deref(), None),
            RejudgeOutcome::Differs(now) => (Some(now.as_str()), None),
            RejudgeOutcome::Fails(why) => (None, Some(why.clone())),
            RejudgeOutcome::NotAsked(reason) => (None, Some(reason.to_string())),
        };
        let values = match &one.outcome {
            RejudgeOutcome::Differs(now) => self.move_values(game, one, now)?,
            _ => None,
        };
        let verdict = self.count_verdict(&one.outcome, values);
        if self.args.json {
            let line = AnswerJson {
                game: location,
                side,
                ply: one.ply,
                then: one.recorded_move.as_deref(),
                now,
                verdict,
                reason: reason.as_deref(),
                asked_by: one.method.map(AskMethod::name),
                win_then: values.map(|[then, _]| then.win),
                win_now: values.map(|[_, now]| now.win),
                position: &one.position,
            };
            let text = to_json(&line);
            return self.out.print(&format!("{text}\n"));
        }
        let then = one.recorded_move.as_deref().unwrap_or("no move");
        let text = match (&one.outcome, values) {
            (RejudgeOutcome::Same | RejudgeOutcome::NotAsked(_), _) => return Ok(()),
            (RejudgeOutcome::Fails(why), _) => {
                format!("  ply {}: was {then}, now none: {why}\n", one.ply)
            }
            (RejudgeOutcome::Differs(now), Some(values)) => {
                let [old, new] = values.map(value_text);
                format!(
                    "  ply {}: was {then} ({old}), now {now} ({new}): {verdict}\n",
                    one.ply
                )
            }
            (RejudgeOutcome::Differs(now), None) => {
                format!("  ply {}: was {then}, now {now}: {verdict}\n", one.ply)
            }
        };
        self.out.print(&format!("{}\n", one_line(text.trim_end())))
    }

    /// Counts an answer in the totals, and returns the verdict on it.
    fn count_verdict(
        &mut self,
        now: &RejudgeOutcome,
        values: Option<[LineValue; 2]>,
    ) -> &'static str {
        let total = &mut self.totals;
        let (count, word) = match (now, values) {
            (RejudgeOutcome::Same, _) => (&mut total.same, "same"),
            (RejudgeOutcome::NotAsked(_), _) => (&mut total.not_asked, "not asked"),
            (RejudgeOutcome::Fails(_), _) => (&mut total.fails, "fails"),
            (RejudgeOutcome::Differs(_), Some([old, new]))
                if new.win < old.win - self.args.margin =>
            {
                (&mut total.worse, "worse")
            }
            (RejudgeOutcome::Differs(_), Some([old, new]))
                if new.win <= old.win + self.args.margin =>
            {
                (&mut total.equal, "about equal")
            }
            (RejudgeOutcome::Differs(_), _) => (&mut total.better, "better"),
        };
        *count += 1;
        word
    }

    /// Returns the values of the recorded move and of the new one, each searched alone.
    fn move_values(
        &mut self,
        game: &'static dyn DynGame,
        one: &RejudgedPosition,
        now: &str,
    ) -> Result<Option<[LineValue; 2]>, Failure> {
        let Some(then) = &one.recorded_move else {
            return Ok(None);
        };
        let internal = |error: &dyn std::error::Error| Failure::internal(error.to_string());
        let state = game.parse_position(&one.position);
        let state = state.map_err(|error| internal(&error))?;
        let mut value = |token: &str| {
            let value = self.judge.value_of(game, state.as_ref(), token);
            value.map_err(|error| internal(&error))
        };
        Ok(Some([value(then)?, value(now)?]))
    }

    /// Prints the totals.
    fn finish(mut self, status: &mut Status) -> Result<(), Failure> {
        if self.game_count == 0 {
            let message = "expected games, found none";
            return Err(Failure::new(FailureKind::Input, message));
        }
        let total = &self.totals;
        if self.args.json {
            let text = to_json(total);
            self.out.print(&format!("{text}\n"))?;
        } else {
            let ways = total.asked_by.iter();
            let ways: Vec<String> = ways.map(|(way, count)| format!("{count} {way}")).collect();
            if !ways.is_empty() {
                self.out
                    .print(&format!("asked by: {}\n", ways.join(", ")))?;
            }
            let [other_move, no_view] = [
                total.not_asked_after_other_move,
                total.not_asked_without_view,
            ];
            if other_move + no_view > 0 {
                let text = format!(
                    "not asked: {other_move} after another move of the bot, {no_view} without what it would be sent\n"
                );
                self.out.print(&text)?;
            }
            let text = format!(
                "{} positions: {} same, {} better, {} about equal, {} worse, {} failed, {} not asked\n",
                total.positions,
                total.same,
                total.better,
                total.equal,
                total.worse,
                total.fails,
                total.not_asked
            );
            self.out.print(&text)?;
            if other_move > 0 {
                let words = "(After its first different move a bot is asked again only if it can be led, by a line `Opening` or UGI: the contest's protocol cannot give it moves of its own. `kifu check-bot --lead` tests that and prints the lines to add.)\n";
                self.out.print(words)?;
            }
        }
        if self.args.fail_on_regression && total.worse + total.fails > 0 {
            status.raise(Status::Findings);
        }
        self.out.flush()
    }
}

/// Returns the value of a move: a proven result, or an estimate in percent.
fn value_text(value: LineValue) -> String {
    match value.proven {
        Some(proven) => proven_word(proven).to_owned(),
        None => format!("{:.0} %", 100.0 * value.win),
    }
}
