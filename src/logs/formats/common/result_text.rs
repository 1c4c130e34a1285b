//! Results as text: `1 - 0`, `0 - 12 (WHITE ILLEGAL)`, and the status words of tables.

use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::record::{Record, ReportedResult};
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, i32, space0};
use nom::combinator::opt;
use nom::sequence::{delimited, separated_pair};
use nom::{IResult, Parser};
use std::collections::BTreeMap;

/// A result as the log states it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::formats) struct ParsedResult {
    pub winner: Option<Winner>,
    pub points: Option<(i32, i32)>,
    pub faults: BTreeMap<Player, Fault>,
}

impl From<ParsedResult> for ReportedResult {
    fn from(result: ParsedResult) -> Self {
        Self {
            winner: result.winner,
            points: result.points,
            faults: result.faults,
            ..Self::default()
        }
    }
}

impl ParsedResult {
    /// Returns the result of a record: the one that its log reports, so that a wrong one stays
    /// wrong, or else the one by the rules; with the faults of both.
    pub fn of_record(record: &Record) -> Self {
        let mut stated = Self::default();
        if let Some(result) = &record.result {
            stated.winner = result.winner;
            stated.points = result.points;
            stated.faults.clone_from(&result.faults);
        }
        if let Some(reported) = &record.reported {
            if reported.winner.is_some() || reported.points.is_some() {
                stated.winner = reported.winner;
                stated.points = reported.points;
            }
            for (player, fault) in &reported.faults {
                stated.faults.entry(*player).or_insert(*fault);
            }
        }
        stated
    }

    /// Formats the result as `points - points (SIDE FAULT)`, which [`parse_result`] reads.
    pub fn to_text(&self, sides: [&str; 2]) -> String {
        let mut text = match (self.points, self.winner) {
            (Some((first, second)), _) => format!("{first} - {second}"),
            (None, Some(Winner::First)) => "1 - 0".to_owned(),
            (None, Some(Winner::Second)) => "0 - 1".to_owned(),
            (None, Some(Winner::Draw)) => "draw".to_owned(),
            (None, None) => String::new(),
        };
        for (player, fault) in &self.faults {
            let side = sides[player.index()].to_uppercase();
            text.push_str(&format!(" ({side} {})", fault_word(*fault)));
        }
        text.trim_start().to_owned()
    }
}

/// Parses a result: `result = (number "-" number / "draw" / side) *("(" side fault ")")`.
///
/// `1 - 0` and `0 - 1` name only the winner; other numbers are points. The chess notation `1/2-1/2`
/// is a draw.
pub(in crate::formats) fn parse_result(text: &str, sides: [&str; 2]) -> Option<ParsedResult> {
    let mut result = ParsedResult::default();
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    if matches!(bare.as_str(), "1/2-1/2" | "½-½" | "0.5-0.5") {
        result.winner = Some(Winner::Draw);
        return Some(result);
    }
    let (mut rest, pair) = opt(numbers).parse(text.trim()).ok()?;
    match pair {
        Some(pair @ ((1, 0) | (0, 1))) => result.winner = Some(Winner::of([pair.0, pair.1])),
        Some(pair) => {
            result.winner = Some(Winner::of([pair.0, pair.1]));
            result.points = Some(pair);
        }
        None => {}
    }
    let mut last: Option<Player> = None;
    while let Ok((after, word)) = word(rest) {
        rest = after;
        let upper = word.to_ascii_uppercase();
        if upper == "DRAW" {
            result.winner = Some(Winner::Draw);
        } else if let Some(player) = parse_side(&upper, sides) {
            last = Some(player);
        } else if let (Some(player), Some(fault)) = (last, parse_fault(&upper)) {
            result.faults.insert(player, fault);
            last = None;
        } else if matches!(upper.as_str(), "WON" | "WINS" | "WIN") {
            result.winner = last.map(Winner::from);
        } else {
            return None;
        }
    }
    if pair.is_none() && result.winner.is_none() && result.faults.is_empty() {
        result.winner = Some(last?.into());
    }
    Some(result)
}

fn parse_side(upper: &str, sides: [&str; 2]) -> Option<Player> {
    let index = sides
        .iter()
        .position(|side| side.eq_ignore_ascii_case(upper));
    match (index, upper) {
        (Some(index), _) => Some(Player::ALL[index]),
        (None, "FIRST" | "PLAYER1" | "PLAYER_1") => Some(Player::First),
        (None, "SECOND" | "PLAYER2" | "PLAYER_2") => Some(Player::Second),
        (None, _) => None,
    }
}

fn numbers(text: &str) -> IResult<&str, (i32, i32)> {
    separated_pair(i32, delimited(space0, char('-'), space0), i32).parse(text)
}

fn word(text: &str) -> IResult<&str, &str> {
    let (text, _) = take_while(|c: char| c.is_whitespace() || "(),".contains(c)).parse(text)?;
    take_while1(|c: char| c.is_alphanumeric() || c == '_').parse(text)
}

/// Parses a contest's status word for a fault. The words are an open set.
pub(in crate::formats) fn parse_fault(word: &str) -> Option<Fault> {
    Some(match word.to_ascii_uppercase().as_str() {
        "ILLEGAL" | "INVALID" | "DISQUALIFIED" => Fault::Illegal,
        "TIMEOUT" | "TIME" | "OVERTIME" => Fault::Timeout,
        "CRASH" | "CRASHED" => Fault::Crash,
        "EXIT" | "EXITED" | "STOPPED" | "QUIT" => Fault::Exit,
        "JURY" => Fault::Jury,
        _ => return None,
    })
}

/// Returns the status word of a fault.
pub(in crate::formats) fn fault_word(fault: Fault) -> &'static str {
    match fault {
        Fault::Illegal => "ILLEGAL",
        Fault::Timeout => "TIMEOUT",
        Fault::Crash => "CRASH",
        Fault::Exit => "EXIT",
        Fault::Jury => "JURY",
    }
}

/// Puts a text on one line: line feeds and other control characters become blanks.
pub(in crate::formats) fn one_line(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars()
        .map(blank)
        .collect::<String>()
        .trim()
        .to_owned()
}

/// Returns the start of a text in printable form, for a message.
pub(in crate::formats) fn shorten(text: &str) -> String {
    kifu_core::contract::printable(text, 40)
}
