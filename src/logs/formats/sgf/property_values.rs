//! Parsing and formatting the values of SGF properties.

use kifu_core::contract::Winner;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case};
use nom::character::complete::{char, one_of, space0};
use nom::combinator::{all_consuming, opt};
use nom::number::complete::double;
use nom::sequence::{delimited, preceded};
use nom::{IResult, Parser};

/// Parses a `Text` value.
///
/// `\` keeps the next character as it is, but removes a line break together with itself; every line
/// break becomes a line feed.
pub fn parse_text(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw.chars().peekable();
    while let Some(c) = rest.next() {
        let (c, escaped) = match c {
            '\\' => match rest.next() {
                Some(next) => (next, true),
                None => break,
            },
            c => (c, false),
        };
        match c {
            '\r' | '\n' => {
                let other = if c == '\r' { '\n' } else { '\r' };
                rest.next_if_eq(&other);
                if !escaped {
                    out.push('\n');
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Parses a `SimpleText` value, which is a `Text` on one line.
pub fn parse_simple_text(raw: &str) -> String {
    parse_text(raw).replace(['\n', '\t'], " ").trim().to_owned()
}

/// Splits a `Compose` value at the first `:` without a `\` before it; the parts stay escaped.
pub fn split_compose(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|byte| {
        let here = byte == b':' && !escaped;
        escaped = byte == b'\\' && !escaped;
        here
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

/// Appends a text so that [`parse_text`] reads it back; in a `Compose` value colons are escaped
/// too.
pub fn write_escaped(text: &str, composed: bool, out: &mut String) {
    for c in text.chars() {
        if matches!(c, '\\' | ']') || (composed && c == ':') {
            out.push('\\');
        }
        out.push(c);
    }
}

/// A game's result according to `RE`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SgfResult {
    /// No result, or an unknown one.
    Unknown,
    /// A draw.
    Draw,
    /// A win, with whether it is Black's, and how it was won.
    Won(bool, WinReason),
}

/// The way in which a game was won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WinReason {
    /// The way is not stated.
    NotStated,
    /// A win by this margin.
    Margin(f64),
    /// A win because the opponent resigned.
    Resignation,
    /// A win because the opponent ran out of time.
    Time,
    /// A win because the opponent broke a rule or did not play on.
    Forfeit,
}

/// Parses the value of `RE`.
///
/// ```text
/// result = "0" / "Draw" / "Void" / "?" / ("B" / "W") "+" [margin / how]
/// how    = "R" / "Resign" / "T" / "Time" / "F" / "Forfeit"
/// ```
pub fn parse_result(raw: &str) -> Option<SgfResult> {
    let (_, result) = all_consuming(delimited(space0, result_parts, space0))
        .parse(raw)
        .ok()?;
    Some(result)
}

fn result_parts(text: &str) -> IResult<&str, SgfResult> {
    let how = alt((
        alt((tag_no_case("resign"), tag_no_case("r"))).map(|_| WinReason::Resignation),
        alt((tag_no_case("time"), tag_no_case("t"))).map(|_| WinReason::Time),
        alt((tag_no_case("forfeit"), tag_no_case("f"))).map(|_| WinReason::Forfeit),
        double.map(WinReason::Margin),
    ));
    let won = (one_of("BWbw"), preceded(char('+'), opt(how)));
    let won = won.map(|(side, by)| {
        SgfResult::Won(
            side.eq_ignore_ascii_case(&'b'),
            by.unwrap_or(WinReason::NotStated),
        )
    });
    let draw = alt((tag_no_case("draw"), tag_no_case("jigo"), tag("0")));
    let unknown = alt((tag_no_case("void"), tag("?")));
    alt((
        won,
        draw.map(|_| SgfResult::Draw),
        unknown.map(|_| SgfResult::Unknown),
    ))
    .parse(text)
}

/// Formats the value of `RE`: the winner with a margin or a letter.
pub(super) fn format_result(winner: Option<Winner>, black_first: bool, by: &str) -> String {
    match winner {
        None => "?".to_owned(),
        Some(Winner::Draw) => "0".to_owned(),
        Some(side) if (side == Winner::First) == black_first => format!("B+{by}"),
        Some(_) => format!("W+{by}"),
    }
}

/// Parses `Real` seconds as whole milliseconds.
pub(super) fn parse_seconds_as_ms(raw: &str) -> Option<u64> {
    let seconds: f64 = raw.trim().parse().ok()?;
    let ms = (seconds * 1000.0).round();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range check below excludes it"
    )]
    (0.0..1e15).contains(&ms).then_some(ms as u64)
}

/// Expands a compressed list of points: the rectangle between two corners.
pub(super) fn rectangle_points(from: &str, to: &str) -> impl Iterator<Item = String> {
    let corner = |text: &str| match text.as_bytes() {
        [x @ b'a'..=b'z', y @ b'a'..=b'z'] => Some((*x, *y)),
        _ => None,
    };
    let corners = corner(from).zip(corner(to));
    corners
        .into_iter()
        .flat_map(|((left, top), (right, bottom))| {
            (top..=bottom).flat_map(move |y| {
                (left..=right).map(move |x| format!("{}{}", char::from(x), char::from(y)))
            })
        })
}
