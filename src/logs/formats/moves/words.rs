//! The words of a line of moves: moves, numbers before moves, and result words.

use crate::formats::game_builder::is_word_separator;
use kifu_core::contract::Winner;
use nom::bytes::complete::{take_till1, take_while};
use nom::{IResult, Parser};
use std::ops::Range;

/// A word of a line of moves; spans are offsets in the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListItem {
    /// A move, or a part of one.
    Move(Range<usize>),
    /// A number before a move.
    Number(MoveNumber),
    /// The result with which a list ends.
    Result(Range<usize>, ListResult),
}

/// A number before a move, such as `12.`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveNumber {
    /// The span of the number with its punctuation.
    pub span: Range<usize>,
    /// The number.
    pub value: u32,
    /// Whether dots replace the first player's move of this number: `12...`, `12. ..`.
    pub is_continued: bool,
}

/// The meaning of a result word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListResult {
    /// The game is not finished: `*`.
    Open,
    /// A player won, or the game is a draw.
    Ended(Winner),
}

/// Returns the items of a line without its comment, which starts at byte `start` of the text.
///
/// A `|` or `-` between every two moves separates them.
pub fn items(line: &str, start: usize) -> impl Iterator<Item = ListItem> {
    let separator = separator(line);
    let mut rest = line;
    std::iter::from_fn(move || {
        loop {
            let (after, _) = gap(rest).ok()?;
            let (after, item) = item(after).ok()?;
            let at = start + line.len() - after.len();
            rest = after;
            let span = |length: usize| at - length..at;
            return Some(match item {
                Item::Word(word) if Some(word) == separator => continue,
                Item::Word(word) => match result_word(word) {
                    Some(result) => ListItem::Result(span(word.len()), result),
                    None => ListItem::Move(span(word.len())),
                },
                Item::Number {
                    text,
                    value,
                    is_continued,
                } => ListItem::Number(MoveNumber {
                    span: span(text.len()),
                    value,
                    is_continued,
                }),
            });
        }
    })
}

/// Returns the word that is between every two words of a line.
fn separator(line: &str) -> Option<&'static str> {
    let (separator, _) = [("|", " | "), ("-", " - ")]
        .into_iter()
        .find(|(_, in_line)| line.contains(in_line))?;
    let words = line
        .split(is_word_separator)
        .filter(|word| !word.is_empty());
    let is_alternating = words
        .enumerate()
        .all(|(index, word)| (index % 2 == 1) == (word == separator));
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    let has_numbers = separator == "-" && line.split(is_word_separator).any(is_number);
    (is_alternating && !has_numbers).then_some(separator)
}

/// Returns the meaning of a word that ends a list.
fn result_word(word: &str) -> Option<ListResult> {
    Some(match word {
        "*" => ListResult::Open,
        "1-0" | "1–0" => ListResult::Ended(Winner::First),
        "0-1" | "0–1" => ListResult::Ended(Winner::Second),
        "1/2-1/2" | "1/2–1/2" | "½-½" | "½–½" | "0.5-0.5" => {
            ListResult::Ended(Winner::Draw)
        }
        _ => return None,
    })
}

enum Item<'a> {
    Word(&'a str),
    Number {
        text: &'a str,
        value: u32,
        is_continued: bool,
    },
}

fn gap(text: &str) -> IResult<&str, &str> {
    take_while(is_word_separator).parse(text)
}

/// Parses `item = move-number / word`.
fn item(text: &str) -> IResult<&str, Item<'_>> {
    match number(text) {
        Some((rest, item)) => Ok((rest, item)),
        None => take_till1(is_word_separator).map(Item::Word).parse(text),
    }
}

/// Parses `move-number = 1*6digit (":" / 1*("." / "…") [blanks dots])`.
///
/// A number with a fraction or a time is none: no digit follows the points, and at most one the
/// colon (`1:4 4`).
fn number(text: &str) -> Option<(&str, Item<'_>)> {
    let after_digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &text[..text.len() - after_digits.len()];
    if digits.len() > 6 {
        return None;
    }
    let value = digits.parse().ok()?;
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let (rest, is_continued) = if let Some(rest) = after_digits.strip_prefix(':') {
        let is_time = rest.len() > 1 && rest.as_bytes()[..2].iter().all(is_digit);
        (!is_time).then_some((rest, false))?
    } else {
        let rest = after_digits.trim_start_matches(['.', '…']);
        let points = &after_digits[..after_digits.len() - rest.len()];
        if !matches!(points, "." | ".." | "..." | "…")
            || rest.as_bytes().first().is_some_and(is_digit)
        {
            return None;
        }
        let later = rest.trim_start();
        let after_dots = later.trim_start_matches(['.', '…']);
        let has_dots = points == "." && later.len() > after_dots.len() + 1;
        if has_dots && after_dots.chars().next().is_none_or(is_word_separator) {
            (after_dots, true)
        } else {
            (rest, points != ".")
        }
    };
    let text = &text[..text.len() - rest.len()];
    let number = Item::Number {
        text,
        value,
        is_continued,
    };
    Some((rest, number))
}
