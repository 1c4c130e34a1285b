//! The printing of a game on the terminal: the board and the details of a ply.

use super::super::args::ShowArgs;
use super::terminal::{self, StdoutWriter};
use crate::common::text::{one_line, printable, result_text};
use kifu_core::contract::{Faults, TextStyle, Turn};
use kifu_core::games::{DynGame, DynState};
use kifu_core::record::{Attempt, Ending, GameResult, PlayerInfo, Record};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// A printer of games, with its style.
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
        checked: &CheckedGame,
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
        for ply in 0..=*plies.end() {
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
            if number == checked.ply_count {
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

/// Returns a text on how the game ended.
fn ending_text(game: &dyn DynGame, checked: &CheckedGame, state: &dyn DynState) -> String {
    let mut text = String::new();
    if let Some(attempt) = &checked.record.attempt {
        text.push_str(&attempt_text(game, checked.ply_count + 1, attempt));
    }
    match &checked.record.result {
        Some(result) if result.how != Ending::Unterminated => {
            let how = result.how.as_str();
            let _ = writeln!(text, "{how}{}", result_text(result, game));
        }
        _ => text.push_str(&status_text(game, state)),
    }
    text
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
    text.push('\n');
    text
}
