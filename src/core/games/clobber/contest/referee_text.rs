//! The texts of `CodinGame`'s referee and viewer in replays.

use crate::contract::{Fault, Spelling};
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{space1, u32};
use nom::{IResult, Parser};

/// The referee's phrases for faults.
pub(in super::super) const FAULT_PHRASES: &[(&str, Fault)] = &[
    ("made an invalid action", Fault::Illegal),
    ("did not output in time", Fault::Timeout),
    ("timeout.", Fault::Timeout),
];

/// Returns the move that the viewer shows, the only trace of the referee's move for `random`.
///
/// The viewer writes the move before the message, so of several texts that are moves the one with
/// the lowest entity number is the move.
pub(in super::super) fn shown_move(view: &str) -> Option<String> {
    let commands = view.split([';', '"', '\n']);
    let shown = commands
        .filter_map(|command| parse_text_command(command).ok())
        .map(|(_, shown)| shown)
        .filter(|(_, word)| is_move(word))
        .min_by_key(|(entity, _)| *entity)
        .map(|(_, word)| word.to_owned());
    shown.or_else(|| move_in_truncated_view(view))
}

fn is_move(word: &str) -> bool {
    let parsed_move = super::super::notation::parse(word.as_bytes());
    parsed_move.is_ok_and(|parsed| parsed.spelling == Spelling::Canonical)
}

/// Finds the move in a truncated view, of which only `T a5a4` is left.
fn move_in_truncated_view(view: &str) -> Option<String> {
    let mut words = view.split([' ', ';', '"', '\n']);
    while words.any(|word| word == "T") {
        let mut after = words.clone();
        if let Some(word) = after.next().filter(|word| is_move(word)) {
            return Some(word.to_owned());
        }
    }
    None
}

/// Parses a text command of the viewer and returns the entity number and the text shown,
/// `command = ["U"] entity " " time " T " word ...`.
fn parse_text_command(command: &str) -> IResult<&str, (u32, &str)> {
    let command = command.strip_prefix("\\nU").unwrap_or(command);
    let command = command.strip_prefix('U').unwrap_or(command);
    let (rest, entity) = u32.parse(command)?;
    let (rest, _) = (space1, take_till(|c| c == ' '), tag(" T ")).parse(rest)?;
    let (rest, word) = take_till(|c| c == ' ').parse(rest)?;
    Ok((rest, (entity, word)))
}
