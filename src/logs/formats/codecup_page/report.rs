//! The text of reports in older pages.
//!
//! ```text
//! report = *(side / result / fault / plies / game-points / field / anything)
//! side   = ("White" / "Black") ":" [LF] author ["(#" number program ")"]
//! result = "Result:" words                  see `statuses::parse_result`
//! fault  = "The" ("white" / "black") "player has been disqualified:" reason
//! plies  = 1*(number "." move)
//! game-points = "Game pts:" number number   the first number has one digit
//! field  = ("Game" / "Status" / key) ":" words
//! ```
//!
//! The archive of the contest names both players again above the moves, on separate lines,
//! and may state the result in game points.

use crate::formats::statuses;
use crate::formats::statuses::ParsedResult;
use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::{Code, Finding};
use kifu_core::record::{PlayerInfo, Record, ReportedResult};
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_till1, take_while1};
use nom::character::complete::{char, digit1, multispace0, space0};
use nom::combinator::{rest, verify};
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// The maximum number of other fields that are kept of a report.
const MAX_FIELDS: usize = 50;

/// The names of the sides in a report.
const SIDES: [&str; 2] = ["White", "Black"];

/// A parsed report of one game.
#[derive(Debug, Default)]
pub(super) struct PageReport<'a> {
    pub whole: Range<usize>,
    pub players: [Option<PlayerInfo>; 2],
    pub stated_result: Option<ParsedResult>,
    pub game_points: Option<(i32, i32)>,
    pub result_span: Option<Range<usize>>,
    /// The report's own lines about the end of the game.
    pub result_lines: Vec<&'a str>,
    /// The contest's number of the game.
    pub id: &'a str,
    /// Other fields: key and words.
    pub fields: Vec<(&'a str, &'a str)>,
    pub moves: Vec<(&'a str, Range<usize>)>,
    /// The findings about the text, with their spans.
    pub findings: Vec<(Finding, Range<usize>)>,
    /// Whether a line with the name of a result is in this report.
    has_result_line: bool,
    /// The player whose name is on the next line.
    awaits_name: Option<Player>,
    /// Whether a wrong number of a move was reported.
    is_misnumbered: bool,
}

impl PageReport<'_> {
    fn is_empty(&self) -> bool {
        self.moves.is_empty()
            && self.stated_result.is_none()
            && self.players.iter().all(Option::is_none)
    }

    /// Stores the result that a report states.
    ///
    /// If the result is the same pair as the game points, it counts those and not points.
    pub fn store_result(&self, record: &mut Record) {
        let stated = self.stated_result.clone().map(ReportedResult::from);
        let is_reported = stated.is_some() || self.game_points.is_some();
        if !is_reported && self.result_lines.is_empty() {
            return;
        }
        let mut reported = stated.unwrap_or_default();
        if let Some(points) = self.game_points {
            reported.points = reported.points.filter(|pair| *pair != points);
            reported.game_points = Some(points);
            let winner = Winner::of([points.0, points.1]);
            reported.winner = reported.winner.or(Some(winner));
        }
        reported.text = self.result_lines.join("\n");
        record.reported = Some(reported);
    }

    /// Reports whether the first side is named, and something else is in the report.
    fn is_begun(&self) -> bool {
        let [first, second] = &self.players;
        let has_more = second.is_some() || !self.moves.is_empty() || self.stated_result.is_some();
        first.is_some() && has_more
    }

    /// Reports whether these lines are the second heading and the moves of the report before.
    fn continues(&self, before: &Self) -> bool {
        let agree = |(own, known): (&Option<PlayerInfo>, &Option<PlayerInfo>)| match (own, known) {
            (Some(own), Some(known)) => {
                own.name.is_empty() || own.name == known.name || own.name == known.author
            }
            (_, None) | (None, _) => true,
        };
        before.moves.is_empty()
            && !self.has_result_line
            && self.players.iter().zip(&before.players).all(agree)
    }

    /// Appends the lines that continue this report.
    fn append(&mut self, mut more: Self) {
        self.moves.append(&mut more.moves);
        self.findings.append(&mut more.findings);
        self.fields.append(&mut more.fields);
        self.result_lines.append(&mut more.result_lines);
        self.game_points = self.game_points.or(more.game_points);
        if let Some(later) = more.stated_result {
            let stated = self.stated_result.get_or_insert_default();
            for (player, fault) in later.faults {
                stated.faults.entry(player).or_insert(fault);
            }
        }
    }
}

/// Returns the reports in a text; a second line for the first side starts the next report, unless
/// it only repeats the names above the moves.
pub(super) fn reports(text: &str) -> Vec<PageReport<'_>> {
    let mut reports: Vec<PageReport<'_>> = Vec::new();
    let mut report = PageReport::default();
    for (start, line) in crate::formats::non_blank_lines(text) {
        let line = line.trim_end();
        let is_first_side = matches!(side(line), Ok((_, (Player::First, _))));
        if is_first_side && report.is_begun() {
            push_report(&mut reports, std::mem::take(&mut report));
        }
        let was_empty = report.is_empty();
        read_line(&mut report, line, start);
        if was_empty {
            report.whole = start..start + line.len();
        }
    }
    push_report(&mut reports, report);
    reports.retain(|report| {
        let is_named = report.players.iter().all(Option::is_some);
        !report.moves.is_empty() || report.stated_result.is_some() || is_named
    });
    reports
}

/// Adds a report, or appends it to the last one if it is the second heading of that.
fn push_report<'a>(reports: &mut Vec<PageReport<'a>>, report: PageReport<'a>) {
    match reports.last_mut() {
        Some(last) if report.continues(last) => last.append(report),
        _ => reports.push(report),
    }
}

fn read_line<'a>(report: &mut PageReport<'a>, line: &'a str, start: usize) {
    let span = |part: &str| {
        let offset = start + (part.as_ptr() as usize - line.as_ptr() as usize);
        offset..offset + part.len()
    };
    let awaits_name = report.awaits_name.take();
    if let Ok((_, (player, person))) = side(line) {
        if person.name.is_empty() {
            report.awaits_name = Some(player);
        }
        let first = report.players[player.index()].get_or_insert_with(|| person.clone());
        if *first != person && !person.name.is_empty() {
            let message = format!(
                "expected one name for {}, found `{}` and `{}`; the first counts",
                SIDES[player.index()],
                statuses::shorten(&first.name),
                statuses::shorten(&person.name)
            );
            let finding = Finding::new(Code::RepeatedEntry, message);
            report.findings.push((finding, span(line)));
        }
    } else if let Ok((_, result)) = result(line) {
        read_result(report, result, span(result));
    } else if let Ok((_, player)) = disqualified(line) {
        let stated = report.stated_result.get_or_insert_default();
        stated.faults.entry(player).or_insert(Fault::Illegal);
        let line = line.trim();
        if !report.result_lines.contains(&line) {
            report.result_lines.push(line);
        }
    } else if ply(line).is_ok() {
        read_plies(report, line, &span);
    } else if let Some(player) = awaits_name {
        let (_, person) = named(line.trim());
        report.players[player.index()] = Some(person);
    } else if let Ok((_, (key, words))) = field(line) {
        read_field(report, key, words, span(words));
    }
}

/// Reads the result that a report states.
fn read_result<'a>(report: &mut PageReport<'a>, text: &'a str, span: Range<usize>) {
    report.result_lines.push(text);
    let Some(mut stated) = statuses::parse_result(text, SIDES) else {
        let message = format!("expected a result such as `1 - 0`, found `{text}`");
        let finding = Finding::new(Code::BadValue, message);
        report.findings.push((finding, span.clone()));
        report.result_span.get_or_insert(span);
        return;
    };
    let before = report.stated_result.take().unwrap_or_default();
    if report.has_result_line && before != stated {
        let message = format!("expected one result of a game, found another, `{text}`");
        let finding = Finding::new(Code::StatusDisagrees, message);
        report.findings.push((finding, span.clone()));
    }
    report.has_result_line = true;
    for (player, fault) in before.faults {
        stated.faults.entry(player).or_insert(fault);
    }
    report.stated_result = Some(stated);
    report.result_span = Some(span);
}

/// Reads a line of plies. What follows them on the line may be a move: it is an error.
fn read_plies<'a>(
    report: &mut PageReport<'a>,
    line: &'a str,
    span: &impl Fn(&str) -> Range<usize>,
) {
    let mut left = line;
    while let Ok((after, (number, mv))) = ply(left) {
        let due = report.moves.len() + 1;
        if number.parse() != Ok(due) && !report.is_misnumbered {
            report.is_misnumbered = true;
            let message = format!("expected move {due}, found one with the number {number}");
            let finding = Finding::new(Code::NumbersDisagree, message);
            report.findings.push((finding, span(number)));
        }
        report.moves.push((mv, span(mv)));
        left = after;
    }
    let rest = left.trim();
    if !rest.is_empty() {
        let message = format!(
            "expected moves with their numbers, found `{}`",
            statuses::shorten(rest)
        );
        let finding = Finding::new(Code::Syntax, message);
        report.findings.push((finding, span(rest)));
    }
}

/// Reads a field other than names and result.
fn read_field<'a>(report: &mut PageReport<'a>, key: &'a str, words: &'a str, span: Range<usize>) {
    match key.to_ascii_lowercase().as_str() {
        "game" if report.id.is_empty() => report.id = words,
        "game pts" => match game_points(words, report.stated_result.as_ref()) {
            Some(points) => {
                report.game_points = Some(points);
                report.result_span.get_or_insert(span);
            }
            None => report.fields.push((key, words)),
        },
        _ if report.fields.len() < MAX_FIELDS => report.fields.push((key, words)),
        _ => {}
    }
}

/// Parses the game points of both players, which the archive writes without a gap: `03` is 0 - 3.
///
/// Returns `None` if the text can be read in two ways and the result does not decide which is meant.
fn game_points(text: &str, stated: Option<&ParsedResult>) -> Option<(i32, i32)> {
    if let Some(pair) = statuses::parse_result(text, SIDES).and_then(|found| found.points) {
        return Some(pair);
    }
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let stated = stated.and_then(|stated| stated.points);
    if let Some((first, second)) = stated
        && text == format!("{first}{second}")
    {
        return stated;
    }
    let (first, second) = text.split_at_checked(1).filter(|_| text.len() == 2)?;
    Some((first.parse().ok()?, second.parse().ok()?))
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
    let (rest, person) = named(name);
    Ok((rest, (player, person)))
}

/// Parses `author ["(#" number program ")"]`; the name is the program's, or else the author's.
fn named(name: &str) -> (&str, PlayerInfo) {
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
    ("", person)
}

/// Parses `field = key ":" 1*blank words`, with a key of letters and blanks.
fn field(line: &str) -> IResult<&str, (&str, &str)> {
    let key = take_while1(|c: char| c.is_ascii_alphabetic() || c == ' ');
    let key = verify(key, |key: &str| {
        key.trim().len() <= 20 && key.trim().starts_with(|c: char| c.is_ascii_uppercase())
    });
    let words = verify(rest.map(str::trim), |words: &str| {
        // Script, style and links are no fields.
        !words.is_empty() && !words.contains(['{', '}', ';', '<', '>'])
    });
    let (rest, (key, words)) = (key.map(str::trim), preceded(char(':'), words)).parse(line)?;
    Ok((rest, (key, words)))
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
fn ply(text: &str) -> IResult<&str, (&str, &str)> {
    let digits = take_while1(|c: char| c.is_ascii_digit());
    let number = delimited(multispace0, digits, (char('.'), space0));
    (number, take_till1(char::is_whitespace)).parse(text)
}
