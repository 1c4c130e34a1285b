//! The command `kifu match`, which plays a match between bots.

use super::super::terminal::{StdoutWriter, print_message, print_stderr};
use super::match_progress::{MatchProgress, sprt_text};
use super::{args, match_config, standings_table};
use crate::common::out_file::is_device;
use crate::common::text::{one_line, pluralize, printable};
use annotate_snippets::Level;
use kifu_logs::files::{Journal, JournalError, LateJournal};
use kifu_study::arena::{ContestantKind, GameScore, Match, SUPPORTS_MEMORY_LIMIT, Standings};
use kifu_study::failure::{Failure, FailureKind};
use std::collections::BTreeMap;
use std::path::Path;

/// Runs the command.
pub(crate) fn run(args: &args::MatchArgs) -> Result<(), Failure> {
    check_output(&args.output)?;
    let (made, sprt) = match_config::build_match(args)?;
    warn_if_memory_unlimited(&made);
    let is_there = args.output.symlink_metadata().is_ok();
    let (mut journal, done) = if args.resume && is_there {
        let (journal, done) = resume(&args.output, &made)?;
        (LateJournal::Open(journal), done)
    } else {
        (LateJournal::prepare(&args.output)?, Vec::new())
    };
    let ranked_by = made.rules.game.info().ranked_by;
    let before = done.len();
    let names = made.names();
    let mut live = MatchProgress::new(
        ranked_by,
        names.clone(),
        made.plan.game_count(),
        sprt.as_ref(),
        args.quiet,
    );
    let played = made.run(&mut journal, done, &mut live);
    live.clear();
    for finding in &live.referee_findings {
        let hint = "this is a bug in kifu, not in the bots: please report it with the record";
        print_message(Level::WARNING, finding, Some(hint));
    }
    let scores = played?;
    let standings = Standings::new(&scores, ranked_by);
    let mut text = standings_table::standings_text(&standings, usize::MAX);
    text.push_str(&standings_table::cross_table_text(&standings));
    text.push_str(&standings_table::pairs_text(&standings));
    if let Some(sprt) = &sprt {
        text.push_str(&sprt_text(sprt, &scores, &names));
    }
    let mut out = StdoutWriter::new();
    out.print(&printable(&text))?;
    out.flush()?;
    if !args.quiet {
        let games = scores.len() - before;
        print_stderr(&format!(
            "{} written to {}\n",
            pluralize(games, "game"),
            one_line(&args.output.display().to_string())
        ));
    }
    Ok(())
}

/// Checks that the output is a file, which alone can be continued after an interruption.
fn check_output(output: &Path) -> Result<(), Failure> {
    if output.as_os_str() == "-" || is_device(output) {
        let message = format!(
            "expected a file for the games, found `{}`",
            output.display()
        );
        return Err(Failure::usage(message).hint("give a file name that ends in .ronl"));
    }
    Ok(())
}

fn warn_if_memory_unlimited(made: &Match) {
    let limited = |kind: &ContestantKind| match kind {
        ContestantKind::Contest(start) | ContestantKind::Gtp(start) => {
            start.memory_limit_mb.is_some()
        }
        ContestantKind::Builtin { .. } | ContestantKind::Engine(_) | ContestantKind::Person(_) => {
            false
        }
    };
    if !SUPPORTS_MEMORY_LIMIT
        && made
            .contestants
            .iter()
            .any(|entrant| limited(&entrant.kind))
    {
        let hint = "they work only on Linux";
        print_message(
            Level::WARNING,
            "memory limits are not supported on this system",
            Some(hint),
        );
    }
}

/// Opens the file of an interrupted match, and returns it with the scores of the games in it.
fn resume(path: &Path, made: &Match) -> Result<(Journal, Vec<GameScore>), Failure> {
    let mut done: BTreeMap<u32, GameScore> = BTreeMap::new();
    let mut order = Vec::new();
    let total = made.plan.game_count();
    let (journal, torn) = Journal::resume(path, |line, game| {
        if let Some(error) = JournalError::of_invalid_game(path, line, &game) {
            return Err(error.into());
        }
        let record = game.record;
        let wrong = |what: &str| {
            let message = format!("`{}:{line}`: {what}", path.display());
            Failure::new(FailureKind::Input, message)
        };
        let id = record.ext.get("arena.match").map_or("", String::as_str);
        if id != made.rules.fingerprint {
            return Err(wrong("expected a game of this match, found one of another match")
                .hint("resume with the same game, bots, seed and openings; for a new match give another output file"));
        }
        let score = GameScore::from_record(&record);
        let index = score
            .index
            .ok_or_else(|| wrong("expected the number of the game, found none"))?;
        if index < total {
            order.push(index);
        }
        match done.insert(index, score) {
            None => Ok(()),
            Some(_) => Err(wrong(&format!(
                "expected each game once, found game {index} again"
            ))),
        }
    })?;
    if torn {
        let message = format!("the last record of `{}` is incomplete", path.display());
        let hint = format!(
            "it was moved to `{}.torn`, and its game is played again",
            path.display()
        );
        print_message(Level::WARNING, &message, Some(&hint));
    }
    let scores = order.iter().filter_map(|index| done.remove(index));
    Ok((journal, scores.collect()))
}
