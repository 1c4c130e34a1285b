//! The texts of `CodinGame`'s referee in replays.

use crate::contract::Fault;
use nom::bytes::complete::{tag, take_till};
use nom::character::complete::{char, i32};
use nom::sequence::{delimited, preceded, separated_pair};
use nom::{IResult, Parser};

/// The phrases with which the referee reports faults.
///
/// `Position doesn't exist: 9 9` repeats x instead of naming y. A timeout is reported as all
/// referees do, and a crash counts as a timeout.
pub(in super::super) const FAULT_PHRASES: &[(&str, Fault)] = &[
    ("Position is not empty", Fault::Illegal),
    ("Position doesn't exist", Fault::Illegal),
    ("Suicidal move", Fault::Illegal),
    ("Ko-Rule violation", Fault::Illegal),
    ("Wrong output!", Fault::Illegal),
    ("Invalid action!", Fault::Illegal),
    (" timeout!", Fault::Timeout),
];

/// Returns the move that the referee reports for a turn, `-1 -1` being a PASS.
///
/// A replay without the bots' outputs contains these reports, too.
pub(in super::super) fn shown_move(words: &str) -> Option<String> {
    let (_, (x, y)) = words
        .lines()
        .find_map(|line| parse_played_point(line).ok())?;
    Some(match (x, y) {
        (-1, -1) => "PASS".to_owned(),
        _ => format!("{x} {y}"),
    })
}

/// Parses the point from the report of a move.
///
/// `played = "Player " player " played (" x " " y ")"`
fn parse_played_point(line: &str) -> IResult<&str, (i32, i32)> {
    let pair = separated_pair(i32, char(' '), i32);
    preceded(
        (tag("Player "), take_till(|c| c == ' '), tag(" played ")),
        delimited(char('('), pair, char(')')),
    )
    .parse(line)
}
