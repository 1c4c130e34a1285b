//! `gtp`: sessions of programs that speak the Go Text Protocol, and logs that name the side before
//! each move.
//!
//! ```text
//! file    = *(line LF)
//! line    = [id] command / answer / move / result / board row / other
//! command = "play" side move / "genmove" side / "boardsize" n / "clear_board" / "undo" / other
//! answer  = ("=" / "?") [id] [text]
//! move    = [number ("." / ":")] side [":"] move      `1: B c5c6`, `W: E5v`
//! result  = ["winner" ":"] side ("wins" / "won")
//! side    = the name of a side of the game, or its first letter
//! ```
//!
//! **What begins a game**: `clear_board` or `boardsize` below a move, and the number 1 at the start
//! of a line. **What ends one**: a result, a refused move, `resign`, the end of the text.
//! **Behind what is not sure** nothing is played: a number that does not fit, a side that is not to
//! move, a `genmove` without an answer, a board that is not the position. The moves behind it are
//! kept and not judged. Lines of any other kind are skipped; one finding counts them.

mod lines;
mod session;

use super::{Format, ParsedGame, ReadContext, UNLIKELY, first_line_span, non_blank_lines};
use kifu_core::findings::{Code, Finding, SourceText};
use lines::{SessionLine, SessionLineReader};
use session::SessionGames;

/// The number of lines from which the format is recognised.
const MAX_LINES_SAMPLED: usize = 200;

/// Sessions of GTP, and moves with their sides.
pub(super) struct GtpFormat;

impl Format for GtpFormat {
    fn id(&self) -> &'static str {
        "gtp"
    }
    fn description(&self) -> &'static str {
        "sessions of Go Text Protocol programs, and moves with the side before each"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["gtp", "log", "txt"]
    }
    fn sniff(&self, start: &str, context: &ReadContext<'_>) -> u8 {
        let reader = SessionLineReader::new(context);
        let (mut moves, mut others) = (0, 0);
        let mut is_of_go = false;
        for (_, line) in non_blank_lines(start).take(MAX_LINES_SAMPLED) {
            match reader.read(line, 0) {
                SessionLine::Play { .. } | SessionLine::Genmove { .. } => moves += 1,
                SessionLine::Move { is_readable, .. } => moves += usize::from(is_readable),
                SessionLine::Other => others += 1,
                _ => {}
            }
            is_of_go |= is_command_of_go(line);
        }
        // Boards and evaluations fill most of some logs.
        match moves {
            0 => 0,
            1 if others > 1 => 0,
            _ if 4 * moves < others => 0,
            _ if is_of_go => UNLIKELY,
            _ => 70,
        }
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let reader = SessionLineReader::new(context);
        let mut sessions = SessionGames::new(source, context);
        let mut has_games = false;
        let mut add = |parsed| {
            has_games = true;
            out(parsed);
        };
        let text = source.text();
        for (start, line) in non_blank_lines(text) {
            sessions.add(
                reader.read(line, start),
                start..start + line.trim_end().len(),
                &mut add,
            );
        }
        sessions.finish(&mut add);
        if !has_games {
            let message = "expected moves with the side before each, found none";
            let finding = Finding::new(Code::NoGame, message);
            let location = source.location(first_line_span(text));
            out(ParsedGame::unreadable(finding.at(location)));
        }
    }
}

/// The starts of commands that sessions of Go have, but none of the games here.
const COMMANDS_OF_GO: [&str; 14] = [
    "boardsize 13",
    "boardsize 19",
    "komi",
    "fixed_handicap",
    "place_free_handicap",
    "set_free_handicap",
    "set_position",
    "loadsgf",
    "printsgf",
    "final_score",
    "final_status_list",
    "reg_genmove",
    "kata-",
    "kgs-",
];

/// Reports whether a line is a command of Go: many projects have sessions of Go for their tests.
fn is_command_of_go(line: &str) -> bool {
    let command = line.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
    let mut known = COMMANDS_OF_GO.iter();
    known.any(|known| command.starts_with(known))
}
