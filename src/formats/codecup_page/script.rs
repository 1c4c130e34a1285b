//! The scripts of a page, with calls such as `new Box(["A", "B"], ["Hh564231h"], [4, 1])`.
//!
//! ```text
//! page    = *(variable / call / anything)
//! variable= name "=" list
//! call    = "new" name "(" list "," (list / name) ["," list] ")"
//! list    = "[" [item *("," item)] "]"
//! item    = string / word
//! string  = DQUOTE *(any / "\" any) DQUOTE / "'" *(any / "\" any) "'"      on one line
//! ```

use super::escape::unescape;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, multispace0};
use nom::combinator::recognize;
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::ops::Range;

/// An item of a list.
#[derive(Clone, Debug)]
pub(super) struct ScriptItem<'a> {
    /// The text, with escapes decoded.
    pub text: Cow<'a, str>,
    /// The span of the text, without quotes.
    pub span: Range<usize>,
    pub is_string: bool,
}

/// A list, as far as it could be parsed.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptList<'a> {
    pub items: Vec<ScriptItem<'a>>,
    /// The end of the list, or the offset at which it stops making sense.
    pub end: usize,
    pub is_complete: bool,
}

/// A constructor call that holds a game.
#[derive(Debug)]
pub(super) struct ConstructorCall<'a> {
    /// The class, such as `Box`.
    pub class: &'a str,
    pub span: Range<usize>,
    pub names: ScriptList<'a>,
    pub moves: ScriptList<'a>,
    /// The variable given instead of the moves, if no list has that name.
    pub missing_list: Option<&'a str>,
    pub extras: ScriptList<'a>,
    /// The offset at which the call stops making sense.
    pub broken_at: Option<usize>,
}

/// Returns the calls of a page that hold a game, in order.
pub(super) fn find_calls(text: &str) -> Vec<ConstructorCall<'_>> {
    let mut calls = Vec::new();
    let mut variables: Vec<(&str, Option<ScriptList<'_>>)> = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'[', &text.as_bytes()[at..]) {
        let open = at + found;
        let before = text[at..open].trim_end();
        at = open + 1;
        if let Some(name) = before
            .strip_suffix('=')
            .map(last_word)
            .filter(|name| !name.is_empty())
        {
            let list = list(text, open);
            if list.is_complete {
                at = list.end;
            }
            variables.retain(|(known, _)| *known != name);
            // A page has a few lists; those of a hostile one are not all kept.
            variables.truncate(16);
            variables.push((name, Some(list)));
        } else if let Some((class, start)) = before
            .strip_suffix('(')
            .and_then(|head| constructor_of(head, text))
            && let Some(call) = call(text, class, start..open, &mut variables)
        {
            at = call.span.end;
            calls.push(call);
        }
    }
    calls
}

/// Returns the name at the end of a text.
fn last_word(text: &str) -> &str {
    let text = text.trim_end();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    &text[text.trim_end_matches(is_part).len()..]
}

/// Returns the class and the start of `new Class` at the end of a text.
fn constructor_of<'a>(head: &'a str, text: &str) -> Option<(&'a str, usize)> {
    let class = last_word(head);
    let head = head.trim_end();
    let before = head[..head.len() - class.len()].trim_end();
    let is_new = last_word(before) == "new" && !class.is_empty();
    let offset = before.as_ptr() as usize - text.as_ptr() as usize;
    is_new.then(|| (class, offset + before.len() - 3))
}

/// Parses `call = list "," (list / name) ["," list] ")"`.
///
/// Returns `None` if the call does not hold a game: such a call starts with two names.
fn call<'a>(
    text: &'a str,
    class: &'a str,
    head: Range<usize>,
    variables: &mut [(&'a str, Option<ScriptList<'a>>)],
) -> Option<ConstructorCall<'a>> {
    let names = list(text, head.end);
    if !names.is_complete
        || names.items.len() != 2
        || !names.items.iter().all(|item| item.is_string)
    {
        return None;
    }
    let mut at = comma(text, names.end)?;
    let mut call = ConstructorCall {
        class,
        span: head.start..at,
        names,
        moves: ScriptList::default(),
        missing_list: None,
        extras: ScriptList::default(),
        broken_at: None,
    };
    if text[at..].starts_with('[') {
        call.moves = list(text, at);
        at = call.moves.end;
        call.broken_at = (!call.moves.is_complete).then_some(at);
    } else {
        let (rest, name) = name(&text[at..]).ok()?;
        match variables.iter_mut().find(|(known, _)| *known == name) {
            // A second use of a list is the same game again.
            Some((_, list)) => call.moves = list.take()?,
            None => call.missing_list = Some(name),
        }
        at = text.len() - rest.len();
    }
    if call.broken_at.is_none()
        && let Some(next) = comma(text, at).filter(|next| text[*next..].starts_with('['))
    {
        call.extras = list(text, next);
        at = call.extras.end;
        call.broken_at = (!call.extras.is_complete).then_some(at);
    }
    call.span.end = at;
    Some(call)
}

/// Returns the offset after a comma and the white space around it.
fn comma(text: &str, at: usize) -> Option<usize> {
    let parsed: IResult<&str, char> =
        delimited(multispace0, char(','), multispace0).parse(&text[at..]);
    parsed.ok().map(|(rest, _)| text.len() - rest.len())
}

/// Parses `name = 1*(letter / digit / "_" / "$")`.
fn name(text: &str) -> IResult<&str, &str> {
    take_while1(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$').parse(text)
}

/// Parses `list = "[" [item *("," item)] "]"`, as far as it makes sense.
fn list(text: &str, open: usize) -> ScriptList<'_> {
    let mut list = ScriptList {
        items: Vec::new(),
        end: open + 1,
        is_complete: false,
    };
    let offset = |rest: &str| text.len() - rest.len();
    let space = |at: usize| {
        let blank: IResult<&str, &str> = multispace0(&text[at..]);
        blank.map_or(at, |(rest, _)| offset(rest))
    };
    loop {
        list.end = space(list.end);
        let rest = &text[list.end..];
        if let Some(after) = rest.strip_prefix(']') {
            list.end = offset(after);
            list.is_complete = true;
            return list;
        }
        let Ok((after, (raw, is_string))) = item(rest) else {
            return list;
        };
        let start = offset(after) - raw.len() - usize::from(is_string);
        list.items.push(ScriptItem {
            text: if is_string { unescape(raw) } else { raw.into() },
            span: start..start + raw.len(),
            is_string,
        });
        list.end = space(offset(after));
        let rest = &text[list.end..];
        match rest.strip_prefix(',') {
            Some(after) => list.end = offset(after),
            None if rest.starts_with(']') => {}
            None => return list,
        }
    }
}

/// Parses `item = string / word`; returns it without quotes, and whether it had quotes.
fn item(text: &str) -> IResult<&str, (&str, bool)> {
    let word = take_while1(|c: char| c.is_alphanumeric() || "_$.-+!".contains(c));
    alt((
        string('"').map(|raw| (raw, true)),
        string('\'').map(|raw| (raw, true)),
        word.map(|raw| (raw, false)),
    ))
    .parse(text)
}

/// Parses `string = quote *(any / "\" any) quote`, on one line.
fn string<'a>(
    quote: char,
) -> impl Parser<&'a str, Output = &'a str, Error = nom::error::Error<&'a str>> {
    let plain = take_while1(move |c: char| c != quote && c != '\\' && c != '\n');
    let escape = recognize(pair(char('\\'), anychar));
    let inside = recognize(fold_many0(alt((plain, escape)), || (), |(), _| ()));
    delimited(char(quote), inside, char(quote))
}
