//! The command `kifu play`: a bot that speaks the protocol of its contest, or UGI if the first line is
//! `ugi`.

use crate::common::shared_args::PlayArgs;
use crate::terminal::StdoutWriter;
use kifu_core::contract::printable;
use kifu_study::arena::{BuiltinBot, BuiltinConfig, UGI_START, UgiEngine, UgiReply};
use kifu_study::failure::{Failure, FailureKind};
use std::io::{BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

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
    let mut input = BufReader::new(std::io::stdin());
    let mut number = 0_u64;
    while let Some(line) = next_line(&mut input, number + 1)? {
        number += 1;
        if number == 1 && line.trim() == UGI_START {
            return run_ugi(UgiEngine::new(game, &config), input);
        }
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

/// Answers the lines of a UGI session, of which the first, `ugi`, is read.
fn run_ugi(mut engine: UgiEngine, input: impl BufRead + Send + 'static) -> Result<(), Failure> {
    let (sender, lines) = mpsc::channel();
    // Lines are read while a search runs, because `stop` and `quit` end it.
    std::thread::spawn(move || read_ugi_lines(input, &sender));
    let mut out = StdoutWriter::new();
    let first = Ok((UGI_START.to_owned(), Arc::default()));
    for message in std::iter::once(first).chain(lines) {
        let (line, stop) = message?;
        match engine.on_line(&line, &stop) {
            UgiReply::Lines(answer) => {
                for text in answer {
                    out.print(&format!("{text}\n"))?;
                }
                out.flush()?;
            }
            UgiReply::Quit => break,
        }
    }
    Ok(())
}

/// A line of a UGI session, with the flag that ends the search that it starts.
type UgiLine = Result<(String, Arc<AtomicBool>), Failure>;

/// Sends the lines of a UGI session on until its end.
fn read_ugi_lines(mut input: impl BufRead, sender: &mpsc::Sender<UgiLine>) {
    let mut stop: Arc<AtomicBool> = Arc::default();
    let mut is_infinite = false;
    let mut number = 1;
    loop {
        number += 1;
        let line = match next_line(&mut input, number) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(failure) => {
                let _ = sender.send(Err(failure));
                break;
            }
        };
        let mut words = line.split_whitespace();
        match words.next() {
            Some("go") => {
                stop = Arc::default();
                is_infinite = words.any(|word| word == "infinite");
            }
            Some("stop" | "quit") => stop.store(true, Ordering::Relaxed),
            _ => {}
        }
        if sender.send(Ok((line, Arc::clone(&stop)))).is_err() {
            return;
        }
    }
    // A limited search is answered although its input has ended.
    if is_infinite {
        stop.store(true, Ordering::Relaxed);
    }
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
