//! The command `kifu play`: a bot that speaks the protocol of its contest.

use crate::common::shared_args::PlayArgs;
use crate::terminal::StdoutWriter;
use kifu_core::contract::printable;
use kifu_study::arena::{BuiltinBot, BuiltinConfig};
use kifu_study::failure::{Failure, FailureKind};
use std::io::{BufRead, Read};

/// The maximum length of a line in bytes: a line with the moves of a long game is not longer.
const MAX_LINE_BYTES: u64 = 64 << 10;

/// The maximum length of a message about a line in characters.
const MAX_MESSAGE_CHARS: usize = 400;

/// Runs the command.
pub(super) fn run(args: &PlayArgs) -> Result<(), Failure> {
    let game = args.game.0;
    let config = BuiltinConfig {
        level: args.level,
        clock: args.clock.unwrap_or(game.clock()),
        nodes: args.nodes,
        resources: args.resources.resources(),
        seed: args.seed,
    };
    let mut bot = BuiltinBot::new(game, &config);
    let mut out = StdoutWriter::new();
    let mut input = std::io::stdin().lock();
    let mut number = 0_u64;
    while let Some(line) = next_line(&mut input, number + 1)? {
        number += 1;
        let answer = bot
            .on_jury_line(&line)
            .map_err(|error| at_line(number, error.into()))?;
        if let Some(answer) = answer {
            out.print(&format!("{answer}\n"))?;
            out.flush()?;
            bot.on_answer_sent();
        }
        if bot.is_finished() {
            return Ok(());
        }
    }
    Ok(bot.on_input_end()?)
}

/// Adds the number of the input line to a failure.
fn at_line(line: u64, failure: Failure) -> Failure {
    Failure {
        message: format!(
            "standard input, line {line}: {}",
            printable(&failure.message, MAX_MESSAGE_CHARS)
        ),
        ..failure
    }
}

/// Reads the next line without its line ending; `None` at the end of the input.
fn next_line(input: &mut impl BufRead, number: u64) -> Result<Option<String>, Failure> {
    let mut bytes = Vec::new();
    let read = input
        .by_ref()
        .take(MAX_LINE_BYTES)
        .read_until(b'\n', &mut bytes);
    read.map_err(|error| Failure::cannot_read("standard input", error))?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        let message =
            format!("expected a line of at most {MAX_LINE_BYTES} bytes, found a longer one");
        return Err(at_line(number, Failure::new(FailureKind::Input, message)));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(text.trim_end_matches(['\n', '\r']).to_owned()))
}
