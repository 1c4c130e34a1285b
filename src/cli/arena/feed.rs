//! The command `kifu feed`, which writes what a bot read in a recorded game, or asks a bot there.

use super::args::FeedArgs;
use super::bot_spec::BotSpec;
use crate::common::select_game::by_index_or_only;
use crate::common::text::{one_line, pluralize, printable};
use crate::terminal::{self, StdoutWriter};
use crate::{Status, show};
use annotate_snippets::Level;
use kifu_core::contract::Player;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::files::WritePlan;
use kifu_study::arena::{
    AskMethod, BotKnowledge, RecordedTurn, RejudgeOutcome, RejudgedPosition, recorded_input,
    rejudge,
};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{ReviewPosition, positions};
use kifu_study::selection::is_player;
use std::collections::BTreeSet;

/// Runs the command.
pub(crate) fn run(args: &FeedArgs, status: &mut Status) -> Result<(), Failure> {
    let mut plan = WritePlan::new([&args.file]);
    if let Some(out) = args.file_output() {
        plan.check(out, args.force)?;
    }
    let (origin, checked) = by_index_or_only(&args.file, args.game_index, args.reading)?;
    show::print_findings(&checked, &origin.display_name);
    let record = &checked.record;
    let game = by_id(CATALOGUE, &record.game).ok_or_else(|| {
        Failure::new(
            FailureKind::Input,
            "expected a game that kifu knows, found another",
        )
    })?;
    let player = match &args.player {
        Some(name) => Some(named_player(record, name)?),
        None => None,
    };
    let input = recorded_input(game, record, player, args.ply)?;
    if input.lacks_chance {
        let message = format!(
            "warning: the log does not say what was dealt at ply {}; the last line is missing\n",
            input.turn.ply
        );
        terminal::print_stderr(&message);
    }
    match args.file_output() {
        Some(out) => {
            let mut file = plan.file(out, args.force)?;
            file.write(input.text.as_bytes())?;
            file.finish()?;
            let text = written_text(game, record, (input.turn, checked.ply_count))?;
            terminal::print_message(Level::NOTE, &text, None);
        }
        None if args.cmd.is_none() || args.output.is_some() => {
            let mut out = StdoutWriter::new();
            out.print(&input.text)?;
            out.flush()?;
        }
        None => {}
    }
    match &args.cmd {
        Some(command) => ask_bot(args, command, game, record, input.turn, status),
        None => Ok(()),
    }
}

/// Returns whose input was written, and how many turns it has: the one in question is the last.
fn written_text(
    game: &'static dyn DynGame,
    record: &Record,
    (turn, plies): (RecordedTurn, u32),
) -> Result<String, Failure> {
    let places = positions(game, record, plies)?;
    let is_own = |place: &&ReviewPosition| place.state.mover() == Some(turn.player);
    let own = places.iter().take_while(|place| place.ply < turn.ply);
    let turns = pluralize(own.filter(is_own).count(), "turn");
    let side = game.sides()[turn.player.index()];
    Ok(format!(
        "written for {side}: {turns}, the last at ply {}",
        turn.ply
    ))
}

/// Returns the player who is meant by a name.
fn named_player(record: &Record, name: &str) -> Result<Player, Failure> {
    let mut players = Player::ALL.into_iter();
    let meant = players.find(|player| is_player(record, *player, name));
    meant.ok_or_else(|| {
        let (first, second) = (&record.players.0.name, &record.players.1.name);
        let message = format!(
            "expected a player of the game ({}, {}, `first` or `second`), found {}",
            one_line(first),
            one_line(second),
            one_line(name)
        );
        Failure::usage(message)
    })
}

/// Asks a bot in the turns of the player up to this one, several times if wanted, and prints its
/// answers next to those of the record.
fn ask_bot(
    args: &FeedArgs,
    command: &str,
    game: &'static dyn DynGame,
    record: &Record,
    turn: RecordedTurn,
    status: &mut Status,
) -> Result<(), Failure> {
    let contestant = BotSpec::asked(command, args.proto.as_deref(), args.clock)?;
    let mut runs = Vec::new();
    let mut known = BotKnowledge::default();
    for _ in 0..args.repeat.get() {
        let mut answers = rejudge(
            game,
            &contestant,
            record,
            turn.player,
            args.grace_period,
            &mut known,
            &mut |_, _| {},
        )?;
        answers.retain(|answer| answer.ply <= turn.ply);
        runs.push(answers);
    }
    let mut out = StdoutWriter::new();
    let mut is_same = true;
    for (at, position) in runs[0].iter().enumerate() {
        let answers: Vec<&RejudgedPosition> = runs.iter().filter_map(|run| run.get(at)).collect();
        is_same &= answers
            .iter()
            .all(|one| one.outcome == RejudgeOutcome::Same);
        let recorded = position.recorded_move.as_deref().unwrap_or("no move");
        let text = format!(
            "ply {}: {recorded}, {}",
            position.ply,
            answers_text(&answers)
        );
        out.print(&printable(&format!("{}\n", one_line(&text))))?;
    }
    if args.repeat.get() > 1 {
        let differs =
            |one: &&RejudgedPosition, other: &RejudgedPosition| one.outcome != other.outcome;
        let first = runs[0].iter().enumerate().find(|(at, one)| {
            let others = runs[1..].iter().filter_map(|run| run.get(*at));
            others.into_iter().any(|other| differs(one, other))
        });
        let count = runs.len();
        out.print(&match first {
            None => format!("the same answers in all {count} runs\n"),
            Some((_, position)) => format!(
                "not deterministic: the answers of {count} runs differ from ply {} on\n",
                position.ply
            ),
        })?;
    }
    let methods = runs.iter().flatten().filter_map(|answer| answer.method);
    let ways: BTreeSet<&str> = methods.map(AskMethod::name).collect();
    if !ways.is_empty() {
        let ways: Vec<&str> = ways.into_iter().collect();
        out.print(&format!("asked by: {}\n", ways.join(", ")))?;
    }
    if !is_same {
        status.raise(Status::Findings);
    }
    out.flush()
}

/// Returns the answers of all runs in words: `same`, `b3 instead`, `failed: ...`; of several runs
/// with the number of each.
fn answers_text(answers: &[&RejudgedPosition]) -> String {
    let mut kinds: Vec<(String, usize)> = Vec::new();
    for one in answers {
        let text = match &one.outcome {
            RejudgeOutcome::Same => "same".to_owned(),
            RejudgeOutcome::Differs(mv) => format!("different: {mv}"),
            RejudgeOutcome::Fails(reason) => format!("failed: {reason}"),
            RejudgeOutcome::NotAsked(reason) => format!("not asked: {reason}"),
        };
        match kinds.iter_mut().find(|(known, _)| *known == text) {
            Some((_, count)) => *count += 1,
            None => kinds.push((text, 1)),
        }
    }
    if let [(text, _)] = &*kinds {
        return text.clone();
    }
    let parts: Vec<String> = kinds
        .iter()
        .map(|(text, count)| format!("{count} times {text}"))
        .collect();
    parts.join(", ")
}
