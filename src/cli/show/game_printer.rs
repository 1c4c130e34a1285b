//! A game on the terminal: the board, and beside it what is known of the ply.

use super::super::args::ShowArgs;
use super::terminal::{self, StdoutWriter};
use crate::cli::common::text::{printable, result_text};
use crate::contract::{Faults, TextStyle, Turn};
use crate::failure::{Failure, FailureKind};
use crate::formats::CheckedGame;
use crate::games::{DynGame, DynState};
use crate::record::{Attempt, Ending, GameResult, PlayerInfo, Record};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// How a game is drawn.
pub(super) struct GamePrinter {
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

    /// A position that no game led to.
    pub fn state_text(&self, book: &dyn DynGame, table: &dyn DynState) -> String {
        let title = format!("{} ({})\n\n", book.name(), book.info().contest);
        let state = status_text(book, table);
        format!("{title}{}\n{state}", table.text_board(self.style))
    }

    /// The game after each of these plies.
    pub fn print_game(
        &self,
        book: &dyn DynGame,
        checked: &CheckedGame,
        plies: RangeInclusive<i64>,
        position: bool,
        out: &mut StdoutWriter,
    ) -> Result<(), Failure> {
        let record = &checked.record;
        let setup = |error| Failure::new(FailureKind::Input, format!("{error}"));
        let mut table = book.start(&record.setup).map_err(setup)?;
        let mut tokens = record.tokens();
        let mut last = None;
        for token in tokens.by_ref().take(book.info().lead_in) {
            play_token(table.as_mut(), token)?;
        }
        if !position {
            out.print(&printable(&heading(book, record)))?;
        }
        for ply in 0..=*plies.end() {
            if ply > 0 {
                let Some(token) = tokens.next() else { break };
                let side = table.mover().map(|player| book.sides()[player.index()]);
                last = Some(format!("{} {token}", side.unwrap_or("chance")));
                play_token(table.as_mut(), token)?;
            }
            if !plies.contains(&ply) {
                continue;
            }
            if position {
                out.print(&format!("{}\n", table.position()))?;
                continue;
            }
            let number = u32::try_from(ply).unwrap_or(u32::MAX);
            let mut text = format!("\n{}\n", table.text_board(self.style));
            let _ = write!(text, "ply {ply} of {}", checked.ply_count);
            if let Some(last) = &last {
                let _ = write!(text, ": {last}");
            }
            text.push_str(&printable(&ply_details(record, number)));
            if number == checked.ply_count {
                text.push_str(&printable(&ending_text(book, checked, table.as_ref())));
            } else {
                text.push_str(&status_text(book, table.as_ref()));
            }
            out.print(&text)?;
        }
        Ok(())
    }
}

fn play_token(table: &mut dyn DynState, token: &str) -> Result<(), Failure> {
    table.play(token).map_err(|mishap| {
        let message = format!("a judged record holds `{token}`, which is refused: {mishap}");
        Failure::new(FailureKind::Internal, message)
    })
}

/// Game, event and players.
fn heading(book: &dyn DynGame, record: &Record) -> String {
    let mut text = format!("{} ({})", book.name(), book.info().contest);
    let event = &record.event;
    let round = if event.round.is_empty() {
        String::new()
    } else {
        format!("round {}", event.round)
    };
    for part in [&event.name, &event.table, &round, &event.date] {
        if !part.is_empty() {
            let _ = write!(text, ", {part}");
        }
    }
    if !record.source.id.is_empty() {
        let _ = write!(text, ", game {}", record.source.id);
    }
    text.push('\n');
    let (first, second) = &record.players;
    for (side, person) in book.sides().iter().zip([first, second]) {
        let _ = writeln!(text, "{side}: {}", person_text(person));
    }
    text
}

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

/// What the record has on a ply.
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

/// Score so far and who is to act.
fn status_text(book: &dyn DynGame, table: &dyn DynState) -> String {
    let outcome = table.outcome(Faults::NONE);
    let mut text = outcome.scores.map_or_else(String::new, |[first, second]| {
        let [white, black] = book.sides();
        format!("score: {white} {first}, {black} {second}\n")
    });
    match table.turn() {
        Turn::Over => {
            let result = GameResult::new(outcome, Ending::Finished, BTreeMap::new());
            let _ = writeln!(text, "game over{}", result_text(&result, book));
        }
        Turn::Chance => text.push_str("a random deal comes next\n"),
        Turn::Player(player) => {
            let _ = writeln!(text, "{} to move", book.sides()[player.index()]);
        }
    }
    text
}

/// How the game ended.
fn ending_text(book: &dyn DynGame, checked: &CheckedGame, table: &dyn DynState) -> String {
    let mut text = String::new();
    if let Some(attempt) = &checked.record.attempt {
        text.push_str(&attempt_text(book, checked.ply_count + 1, attempt));
    }
    match &checked.record.result {
        Some(result) if result.how != Ending::Unterminated => {
            let how = result.how.as_str();
            let _ = writeln!(text, "{how}{}", result_text(result, book));
        }
        _ => text.push_str(&status_text(book, table)),
    }
    text
}

fn attempt_text(book: &dyn DynGame, ply: u32, attempt: &Attempt) -> String {
    let side = attempt.player.map(|player| book.sides()[player.index()]);
    let raw: String = attempt.raw.chars().take(60).collect();
    let mut text = format!(
        "ply {ply}: {} tried `{}`",
        side.unwrap_or("chance"),
        raw.escape_debug()
    );
    if !attempt.reason.is_empty() {
        let _ = write!(text, ": {}", attempt.reason);
    }
    text.push('\n');
    text
}
