//! The command `kifu show`, which draws the board of a game or a position.

use crate::args::ShowArgs;
use crate::common::report::DiagnosticPrinter;
use crate::common::select_game::position_or_start;
use crate::common::shared_args::ById;
use crate::common::text::{one_line, printable, result_text};
use crate::terminal::StdoutWriter;
use crate::{Status, select_game, terminal};
use kifu_core::contract::{Faults, TextStyle, Turn};
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, DynGame, DynState, by_id};
use kifu_core::record::{Attempt, Ending, GameResult, PlayerInfo, Record};
use kifu_logs::bot_output::{PlyReport, bot_reports};
use kifu_logs::formats::{CheckedGame, PictureSequence};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{PlayerFailure, Thresholds, player_failures, record_headline};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Runs the command.
pub(super) fn run(args: &ShowArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let picture = GamePrinter::new(args);
    let text = args.position.as_deref().filter(|text| !text.is_empty());
    match (&args.file, args.reading.game, text) {
        (Some(file), _, None) => show_game(args, file, &picture, &mut out, status)?,
        // `--position FILE`: the flag comes before the file.
        (None, None, Some(file)) => {
            show_game(args, &PathBuf::from(file), &picture, &mut out, status)?;
        }
        (None, Some(ById(game)), text) => show_position(args, game, text, &picture, &mut out)?,
        (Some(_), _, Some(_)) => {
            let message = "expected a file or a position text, found both";
            let hint = "to print the position of a game in a file, put `--position` last";
            return Err(Failure::usage(message).hint(hint));
        }
        (None, None, None) => {
            let message = "expected a file, or --game and a position text, found neither";
            return Err(Failure::usage(message));
        }
    }
    out.flush()
}

/// Shows a position given as text, or the first position of a game.
fn show_position(
    args: &ShowArgs,
    game: &dyn DynGame,
    text: Option<&str>,
    picture: &GamePrinter,
    out: &mut StdoutWriter,
) -> Result<(), Failure> {
    let state = position_or_start(game, text)?;
    if args.position.is_some() && text.is_none() {
        return out.print(&format!("{}\n", state.position()));
    }
    out.print(&picture.state_text(game, state.as_ref()))
}

/// Shows a game of a file.
fn show_game(
    args: &ShowArgs,
    file: &Path,
    picture: &GamePrinter,
    out: &mut StdoutWriter,
    status: &mut Status,
) -> Result<(), Failure> {
    let (origin, checked) = select_game::selected_by_index(
        (file, args.filter.selection()?),
        args.game_index,
        args.reading,
    )?;
    print_findings(&checked, &origin.display_name);
    if !checked.is_valid() {
        *status = Status::Findings;
    }
    let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
        return Ok(());
    };
    // A failure after the last move has no other position.
    let last = match PictureSequence::new(&checked.record, game) {
        Some(sequence) if args.position.is_none() => sequence.last_stop(),
        _ => checked.ply_count,
    };
    let ply = absolute_ply(args.ply.unwrap_or(-1), last)?;
    let (ply, last) = (i64::from(ply), i64::from(last));
    let plies = if args.all { 0..=last } else { ply..=ply };
    let reports = bot_reports(&checked.record, args.bots.patterns());
    let shown = (&checked, reports.as_slice());
    picture.print_game(game, shown, plies, args.position.is_some(), out)
}

/// Prints the errors and warnings of a game on standard error.
pub(super) fn print_findings(checked: &CheckedGame, file: &str) {
    let mut printer = DiagnosticPrinter::new(terminal::stderr_renderer());
    for finding in &checked.findings {
        let severity = finding.severity();
        if severity > Severity::Note
            && let Some(text) = printer.render(finding, severity, file)
        {
            terminal::print_stderr(&text);
        }
    }
}

/// Converts a ply that may be counted from the end.
pub(super) fn absolute_ply(ply: i64, last: u32) -> Result<u32, Failure> {
    let end = i64::from(last);
    let counted = if ply < 0 { end + 1 + ply } else { ply };
    let absolute = u32::try_from(counted)
        .ok()
        .filter(|absolute| *absolute <= last);
    absolute.ok_or_else(|| {
        let message = format!("expected a ply from 0 to {last}, found {ply}");
        Failure::usage(message).hint(format!("counted from the end: -1 to -{}", end + 1))
    })
}

// The printing of a game on the terminal: the board and the details of a ply.

/// A printer of games, with its style.
struct GamePrinter {
    style: TextStyle,
}

impl GamePrinter {
    pub fn new(args: &ShowArgs) -> Self {
        let unicode = args.unicode || terminal::unicode_stdout();
        Self {
            style: TextStyle {
                unicode: unicode && !args.ascii,
                color: terminal::colored_stdout(),
            },
        }
    }

    /// Returns a position without a game as text.
    pub fn state_text(&self, game: &dyn DynGame, state: &dyn DynState) -> String {
        let title = format!("{} ({})\n\n", game.name(), game.info().contest);
        let status = status_text(game, state);
        format!("{title}{}\n{status}", state.text_board(self.style))
    }

    /// Prints the game after each of these plies.
    pub fn print_game(
        &self,
        game: &dyn DynGame,
        (checked, reports): (&CheckedGame, &[PlyReport]),
        plies: RangeInclusive<i64>,
        position: bool,
        out: &mut StdoutWriter,
    ) -> Result<(), Failure> {
        let record = &checked.record;
        let setup = |error| Failure::new(FailureKind::Input, format!("{error}"));
        let mut state = game.start(&record.setup).map_err(setup)?;
        let mut tokens = record.tokens();
        let mut last = None;
        for token in tokens.by_ref().take(game.info().lead_in) {
            play_token(state.as_mut(), token)?;
        }
        if !position {
            out.print(&printable(&heading(game, record)))?;
        }
        let last_move = i64::from(checked.ply_count);
        let failures = player_failures(record, game, checked.ply_count).unwrap_or_default();
        for ply in 0..=*plies.end() {
            if ply > last_move {
                let failed = failure_text(game, checked, state.as_ref());
                let own = report_text(reports, checked.ply_count + 1);
                let failed = printable(&(own + &failed));
                let text = format!("\n{}\n{failed}", state.text_board(self.style));
                out.print(&text)?;
                break;
            }
            if ply > 0 {
                let Some(token) = tokens.next() else { break };
                let side = state.mover().map(|player| game.sides()[player.index()]);
                last = Some(format!("{} {token}", side.unwrap_or("chance")));
                play_token(state.as_mut(), token)?;
            }
            if !plies.contains(&ply) {
                continue;
            }
            if position {
                out.print(&format!("{}\n", state.position()))?;
                continue;
            }
            let number = u32::try_from(ply).unwrap_or(u32::MAX);
            let mut text = format!("\n{}\n", state.text_board(self.style));
            let _ = write!(text, "ply {ply} of {}", checked.ply_count);
            if let Some(last) = &last {
                let _ = write!(text, ": {last}");
            }
            text.push_str(&printable(&ply_details(record, number)));
            text.push_str(&replaced_text(game, &failures, number));
            text.push_str(&printable(&report_text(reports, number)));
            let is_end = record.final_failure(state.mover()).is_none();
            if number == checked.ply_count && is_end {
                text.push_str(&printable(&ending_text(game, checked, state.as_ref())));
            } else {
                text.push_str(&status_text(game, state.as_ref()));
            }
            out.print(&text)?;
        }
        Ok(())
    }
}

/// Plays a token of a judged record.
fn play_token(state: &mut dyn DynState, token: &str) -> Result<(), Failure> {
    state.play(token).map_err(|error| {
        let message = format!("a judged record holds `{token}`, which is refused: {error}");
        Failure::new(FailureKind::Internal, message)
    })
}

/// Returns the heading: game, event and players.
fn heading(game: &dyn DynGame, record: &Record) -> String {
    let mut text = format!("{} ({})", game.name(), game.info().contest);
    let event = &record.event;
    let round = if event.round.is_empty() {
        String::new()
    } else {
        format!("round {}", event.round)
    };
    for part in [&event.name, &event.table, &round, &event.date] {
        if !part.is_empty() {
            let _ = write!(text, ", {}", one_line(part));
        }
    }
    if !record.source.id.is_empty() {
        let _ = write!(text, ", game {}", one_line(&record.source.id));
    }
    text.push('\n');
    let (first, second) = &record.players;
    for (side, person) in game.sides().iter().zip([first, second]) {
        let _ = writeln!(text, "{side}: {}", one_line(&person_text(person)));
    }
    text
}

/// Returns a player's name, version and author.
fn person_text(person: &PlayerInfo) -> String {
    let mut text = if person.name.is_empty() {
        "?".to_owned()
    } else {
        person.name.clone()
    };
    if !person.version.is_empty() {
        let _ = write!(text, " {}", person.version);
    }
    if !person.author.is_empty() {
        let _ = write!(text, " by {}", person.author);
    }
    text
}

/// Returns the details of a ply in the record.
fn ply_details(record: &Record, ply: u32) -> String {
    let mut text = String::new();
    if let Some(ms) = record.times_ms.get_ms(ply) {
        let _ = write!(text, ", {ms} ms");
    }
    let Some(note) = record.notes.get(&ply) else {
        text.push('\n');
        return text;
    };
    if let Some(by) = note.by {
        let _ = write!(text, ", {by}");
    }
    if let Some(raw) = &note.raw {
        let _ = write!(text, ", written `{}`", raw.escape_debug());
    }
    text.push('\n');
    for name in record.ply_number_names() {
        if let Some(number) = record.ply_numbers(name).get(ply) {
            let _ = writeln!(text, "  {}: {number}", one_line(name));
        }
    }
    let words = [
        ("message", &note.message),
        ("stderr", &note.stderr),
        ("comment", &note.comment),
    ];
    for (name, words) in words {
        for line in words.lines() {
            let _ = writeln!(text, "  {name}: {line}");
        }
    }
    text
}

/// Returns the lines on the players who failed at a ply that the jury made for them.
fn replaced_text(game: &dyn DynGame, failures: &[PlayerFailure], ply: u32) -> String {
    let failed = failures.iter().filter(|failed| failed.ply == ply);
    let lines = failed.map(|failed| {
        let side = game.sides()[failed.player.index()];
        let how = Ending::from(failed.fault).words();
        format!("{side} failed: {how}, and the jury moved instead\n")
    });
    lines.collect()
}

/// Returns the line on what the bot reported of a ply; empty if it reported nothing.
fn report_text(reports: &[PlyReport], ply: u32) -> String {
    let Some(PlyReport { report, .. }) = reports.iter().find(|report| report.ply == ply) else {
        return String::new();
    };
    let mut words: Vec<String> = Vec::new();
    if !report.best.is_empty() {
        let line = Some(report.line.as_str()).filter(|line| !line.is_empty());
        words.push(format!("best {}", line.unwrap_or(&report.best)));
    }
    let numbers = report.numbers.iter();
    words.extend(numbers.map(|(name, number)| format!("{} {number}", one_line(name))));
    if words.is_empty() {
        return String::new();
    }
    format!("  reported: {}\n", words.join(", "))
}

/// Returns the score so far and the player to move.
fn status_text(game: &dyn DynGame, state: &dyn DynState) -> String {
    let outcome = state.outcome(Faults::NONE);
    let mut text = outcome.scores.map_or_else(String::new, |[first, second]| {
        let [white, black] = game.sides();
        format!("score: {white} {first}, {black} {second}\n")
    });
    match state.turn() {
        Turn::Over => {
            let result = GameResult::new(outcome, Ending::Finished, BTreeMap::new());
            let _ = writeln!(text, "game over{}", result_text(&result, game));
        }
        Turn::Chance => text.push_str("a random deal comes next\n"),
        Turn::Player(player) => {
            let _ = writeln!(text, "{} to move", game.sides()[player.index()]);
        }
    }
    text
}

/// Returns a text on the failure that ended the game, and on the result.
fn failure_text(game: &dyn DynGame, checked: &CheckedGame, state: &dyn DynState) -> String {
    let record = &checked.record;
    let ply = checked.ply_count + 1;
    let failure = record.final_failure(state.mover());
    let mut text = if let Some(attempt) = &record.attempt {
        attempt_text(game, ply, attempt)
    } else {
        let player = failure.and_then(|failure| failure.player);
        let side = player.map_or("chance", |player| game.sides()[player.index()]);
        let fault = failure.and_then(|failure| failure.fault);
        let how = fault.map_or("", |fault| Ending::from(fault).words());
        format!("ply {ply}: {side} failed: {how}")
    };
    text.push_str(&ply_details(record, ply));
    text.push_str(&ending_text(game, checked, state));
    text
}

/// Returns a text on how the game ended and what decided it.
fn ending_text(game: &dyn DynGame, checked: &CheckedGame, state: &dyn DynState) -> String {
    let mut text = String::new();
    match &checked.record.result {
        Some(result) if result.how != Ending::Unterminated => {
            let how = result.how.words();
            let _ = writeln!(text, "{how}{}", result_text(result, game));
        }
        _ => text.push_str(&status_text(game, state)),
    }
    text.push_str(&headline_text(game, checked));
    text
}

/// Returns the line on what decided a reviewed game; empty for others.
fn headline_text(game: &dyn DynGame, checked: &CheckedGame) -> String {
    let record = &checked.record;
    let plies = checked.ply_count;
    // A failure without a review has its own line.
    let headline = if record.is_reviewed() {
        record_headline(record, game, plies, &Thresholds::default())
    } else {
        Ok(None)
    };
    // The game was replayed before, so that there is no error.
    headline.ok().flatten().map_or_else(String::new, |line| {
        format!("{}\n", one_line(&line.sentence))
    })
}

/// Returns a text on the failed move.
fn attempt_text(game: &dyn DynGame, ply: u32, attempt: &Attempt) -> String {
    let side = attempt.player.map(|player| game.sides()[player.index()]);
    let raw: String = attempt.raw.chars().take(60).collect();
    let mut text = format!(
        "ply {ply}: {} tried `{}`",
        side.unwrap_or("chance"),
        raw.escape_debug()
    );
    if !attempt.reason.is_empty() {
        let _ = write!(text, ": {}", one_line(&attempt.reason));
    }
    text
}
