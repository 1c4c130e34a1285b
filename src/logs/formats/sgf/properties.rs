//! SGF properties: their values, those that are known, and the entries of kifu's own `KF`.

use crate::formats::statuses::parse_fault;
use kifu_core::contract::{Player, Winner};
use kifu_core::record::Record;
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

// The properties of FF\[4\] for which the record has no field, so that only unknown ones are
// reported.

/// The known properties in alphabetical order, including those of older versions of the format.
pub const KNOWN_PROPERTIES: &[&str] = &[
    "AB", "AE", "AN", "AP", "AS", "AW", "BL", "BR", "BS", "BT", "CH", "CP", "DD", "DM", "EL", "EX",
    "FG", "GB", "GC", "GN", "GW", "HA", "HO", "ID", "IP", "IY", "KM", "KO", "L", "LN", "LT", "M",
    "MN", "N", "OB", "OM", "ON", "OP", "OT", "OV", "OW", "PC", "PL", "PM", "RG", "RU", "SC", "SE",
    "SI", "SL", "SO", "ST", "SU", "TB", "TC", "TM", "TW", "UC", "US", "V", "VW", "WL", "WR", "WS",
    "WT",
];

/// Reports whether any version of the format has this property.
pub(super) fn is_known_property(ident: &str) -> bool {
    KNOWN_PROPERTIES.binary_search(&ident).is_ok()
}

// kifu's own keys, the entries of the property `KF`.

/// The keys of nodes; all others belong to the root.
pub(super) const NODE_KEYS: &[&str] = &[
    "at",
    "attempt",
    "by",
    "glyph",
    "message",
    "player",
    "raw",
    "reason",
    "rest",
    "rule",
    "stderr",
    "variation",
];

/// Stores the value of one of the root's keys in the record.
///
/// # Errors
/// Returns what was expected if the value makes no sense.
pub(super) fn apply_root_key(
    record: &mut Record,
    key: &str,
    value: &str,
) -> Result<(), &'static str> {
    let player = match key.as_bytes().last() {
        Some(b'2') => Player::Second,
        _ => Player::First,
    };
    match key {
        "id" => value.clone_into(&mut record.source.id),
        "table" => value.clone_into(&mut record.event.table),
        "rules" => record.rules = value.parse().map_err(|_| "a version of the rules")?,
        "author1" | "author2" => value.clone_into(&mut record.player_mut(player).author),
        "version1" | "version2" => value.clone_into(&mut record.player_mut(player).version),
        "time1" | "time2" => {
            let ms = value.parse().map_err(|_| "milliseconds")?;
            record.player_mut(player).time_ms = Some(ms);
        }
        "scores" | "points" | "game_points" => {
            let pair = parse_pair(value).ok_or("two numbers")?;
            let reported = record.reported.get_or_insert_default();
            match key {
                "scores" => reported.scores = Some(pair),
                "points" => reported.points = Some(pair),
                _ => reported.game_points = Some(pair),
            }
        }
        "status1" | "status2" => {
            let reported = record.reported.get_or_insert_default();
            let status = reported.status.get_or_insert_default();
            let word = match player {
                Player::First => &mut status.0,
                Player::Second => &mut status.1,
            };
            value.clone_into(word);
        }
        "result" => value.clone_into(&mut record.reported.get_or_insert_default().text),
        "fault1" | "fault2" => {
            let fault = parse_fault(value).ok_or("a fault, as `timeout`")?;
            let reported = record.reported.get_or_insert_default();
            reported.faults.insert(player, fault);
        }
        _ if key.starts_with("setup.") => {}
        _ => keep(record, key, value),
    }
    Ok(())
}

/// Keeps the value of a key that belongs to no field of the record.
fn keep(record: &mut Record, key: &str, value: &str) {
    let key = key
        .strip_prefix("ext.")
        .map_or_else(|| format!("sgf.KF.{key}"), str::to_owned);
    // The value that the tree itself has for the same key comes after it.
    record.ext.entry(key).or_default().insert_str(0, value);
}

fn parse_pair(value: &str) -> Option<(i32, i32)> {
    let (first, second) = value.split_once(' ')?;
    Some((first.parse().ok()?, second.parse().ok()?))
}
