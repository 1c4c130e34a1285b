//! The text of reports in older pages.
//!
//! ```text
//! report = *(side / result / fault / plies / anything)
//! side   = ("White" / "Black") ":" author ["(#" number program ")"]
//! result = "Result:" words                  see `result_text::parse_result`
//! fault  = "The" ("white" / "black") "player has been disqualified:" reason
//! plies  = 1*(number "." move)
//! ```

use crate::contract::{Fault, Player};
use crate::formats::result_text::{self, ParsedResult};
use crate::record::PlayerInfo;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till1, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0};
use nom::combinator::rest;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// The names of the sides in a report.
const SIDES: [&str; 2] = ["White", "Black"];

/// A parsed report of one game.
#[derive(Debug, Default)]
pub(super) struct PageReport<'a> {
    pub whole: Range<usize>,
    pub players: [Option<PlayerInfo>; 2],
    pub stated_result: Option<ParsedResult>,
    pub result_span: Option<Range<usize>>,
    /// The text of a result that makes no sense.
    pub bad_result: Option<&'a str>,
    /// The report's own lines about the end of the game.
    pub result_lines: Vec<&'a str>,
    pub moves: Vec<(&'a str, Range<usize>)>,
}

impl PageReport<'_> {
    fn is_empty(&self) -> bool {
        self.moves.is_empty()
            && self.stated_result.is_none()
            && self.players.iter().all(Option::is_none)
    }
}

/// Returns the reports in a text; a second line for the first side starts the next report.
pub(super) fn reports(text: &str) -> Vec<PageReport<'_>> {
    let mut reports = Vec::new();
    let mut report = PageReport::default();
    for (start, line) in crate::formats::non_blank_lines(text) {
        let line = line.trim_end();
        let starts_next =
            matches!(side(line), Ok((_, (Player::First, _)))) && report.players[0].is_some();
        if starts_next {
            reports.push(std::mem::take(&mut report));
        }
        let was_empty = report.is_empty();
        read_line(&mut report, line, start);
        if was_empty {
            report.whole = start..start + line.len();
        }
    }
    reports.push(report);
    reports.retain(|report| !report.moves.is_empty() || report.stated_result.is_some());
    reports
}

fn read_line<'a>(report: &mut PageReport<'a>, line: &'a str, start: usize) {
    let span = |part: &str| {
        let at = start + (part.as_ptr() as usize - line.as_ptr() as usize);
        at..at + part.len()
    };
    if let Ok((_, (player, person))) = side(line) {
        report.players[player.index()] = Some(person);
    } else if let Ok((_, result)) = result(line) {
        match result_text::parse_result(result, SIDES) {
            Some(stated) => {
                let faults = report.stated_result.take().map(|stated| stated.faults);
                let stated = report.stated_result.insert(stated);
                for (player, fault) in faults.unwrap_or_default() {
                    stated.faults.entry(player).or_insert(fault);
                }
            }
            None => report.bad_result = Some(result),
        }
        report.result_span = Some(span(result));
        report.result_lines.push(result);
    } else if let Ok((_, player)) = disqualified(line) {
        let stated = report.stated_result.get_or_insert_default();
        stated.faults.entry(player).or_insert(Fault::Illegal);
        report.result_lines.push(line.trim());
    } else {
        let mut plies = Vec::new();
        let mut left = line;
        while let Ok((after, ply)) = ply(left) {
            plies.push((ply, span(ply)));
            left = after;
        }
        // A line consists of plies only, or holds none.
        if left.trim().is_empty() {
            report.moves.append(&mut plies);
        }
    }
}

/// Reports whether a text is a report rather than a plain move list, which may have headers too.
pub(super) fn is_report(text: &str) -> bool {
    let is_typical = |line: &str| match side(line) {
        Ok((_, (_, person))) => !person.version.is_empty(),
        Err(_) => disqualified(line).is_ok(),
    };
    crate::formats::non_blank_lines(text)
        .take(200)
        .any(|(_, line)| is_typical(line))
}

/// Parses `side = ("White" / "Black") ":" author ["(#" number program ")"]`.
fn side(line: &str) -> IResult<&str, (Player, PlayerInfo)> {
    let word = alt((
        tag_no_case(SIDES[0]).map(|_| Player::First),
        tag_no_case(SIDES[1]).map(|_| Player::Second),
    ));
    let (name, player) = delimited(space0, word, (space0, char(':'), space0)).parse(line)?;
    let program = |text| -> IResult<&str, (&str, &str)> {
        preceded(tag("(#"), (digit1, preceded(space0, rest))).parse(text)
    };
    let mut person = PlayerInfo {
        name: name.trim().to_owned(),
        ..PlayerInfo::default()
    };
    if let Some(at) = name.rfind("(#")
        && let Ok((_, (number, program))) = program(&name[at..])
    {
        name[..at].trim().clone_into(&mut person.author);
        let program = program.trim();
        program
            .strip_suffix(')')
            .unwrap_or(program)
            .trim()
            .clone_into(&mut person.name);
        number.clone_into(&mut person.version);
    }
    Ok(("", (player, person)))
}

/// Parses `result = "Result:" words`.
fn result(line: &str) -> IResult<&str, &str> {
    let head = (space0, tag_no_case("result"), space0, char(':'), space0);
    preceded(head, rest.map(str::trim)).parse(line)
}

/// Parses `fault = "The" side "player has been disqualified" ...`.
fn disqualified(line: &str) -> IResult<&str, Player> {
    let side = alt((
        tag_no_case("white").map(|_| Player::First),
        tag_no_case("black").map(|_| Player::Second),
    ));
    let head = terminated(preceded((space0, tag_no_case("the ")), side), space0);
    terminated(head, tag_no_case("player has been disqualified")).parse(line)
}

/// Parses `ply = number "." move`.
fn ply(text: &str) -> IResult<&str, &str> {
    let number = (
        multispace0,
        take_while1(|c: char| c.is_ascii_digit()),
        char('.'),
        space0,
    );
    preceded(number, take_till1(char::is_whitespace)).parse(text)
}
