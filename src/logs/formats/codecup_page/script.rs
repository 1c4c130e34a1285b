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

use super::dead_parts::DeadParts;
use crate::formats::game_builder::MAX_TOKENS;
use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, multispace0};
use nom::combinator::recognize;
use nom::multi::fold_many0;
use nom::sequence::{delimited, pair};
use nom::{IResult, Parser};
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

/// The maximum number of lists that are kept at a time; a page has a few.
const MAX_LISTS: usize = 16;

/// A constructor call that holds a game.
#[derive(Debug)]
pub(super) struct ConstructorCall<'a> {
    /// The class, such as `Box`.
    pub class: &'a str,
    pub span: Range<usize>,
    pub names: ScriptList<'a>,
    pub moves: ScriptList<'a>,
    /// The variable given instead of the moves, if no list has that name, or a list that another
    /// game of the page uses.
    pub missing_list: Option<&'a str>,
    /// Whether another game of the page uses the list of moves.
    pub is_list_used: bool,
    /// The first quote in a name that is not escaped.
    pub unescaped_quote: Option<Range<usize>>,
    pub extras: ScriptList<'a>,
    /// The first place at which a script makes another list of the moves or of the rest.
    pub changed_at: Option<Range<usize>>,
    /// The offset at which the call stops making sense.
    pub broken_at: Option<usize>,
}

/// The scripts of a page.
#[derive(Debug, Default)]
pub(super) struct PageScripts<'a> {
    /// The calls that hold a game, in order.
    pub calls: Vec<ConstructorCall<'a>>,
    /// The lists that are assigned to variables and that no call uses.
    pub unused_lists: Vec<ScriptList<'a>>,
}

/// A list that is assigned to a variable, and its user.
struct ListVariable<'a> {
    name: &'a str,
    list: ScriptList<'a>,
    /// The names of the players whose game has these moves.
    used_by: Option<[Cow<'a, str>; 2]>,
}

/// Returns the calls of a page that hold a game, in order; none of those in strings.
///
/// `is_game` reports whether a class is a game: the names in such a call may be broken.
pub(super) fn find_calls<'a>(
    text: &'a str,
    dead: &DeadParts,
    is_game: &dyn Fn(&str) -> bool,
) -> PageScripts<'a> {
    let mut scripts = PageScripts::default();
    let mut variables: Vec<ListVariable<'a>> = Vec::new();
    let changes = ListChanges::new(text);
    let mut offset = 0;
    while let Some(found) = memchr::memchr(b'[', &text.as_bytes()[offset..]) {
        let open = offset + found;
        let before = text[offset..open].trim_end();
        offset = open + 1;
        if dead.is_in_string(open) {
            continue;
        }
        if let Some(name) = before
            .strip_suffix('=')
            .map(last_word)
            .filter(|name| !name.is_empty())
        {
            let list = list(text, open);
            if list.is_complete {
                offset = list.end;
            }
            // A page has a few lists; those of a hostile one are not all kept.
            let replaced = variables.extract_if(.., |known| known.name == name);
            scripts.retire(replaced.collect());
            let excess = variables.split_off(variables.len().min(MAX_LISTS));
            scripts.retire(excess);
            variables.push(ListVariable {
                name,
                list,
                used_by: None,
            });
        } else if let Some((class, start)) = before
            .strip_suffix('(')
            .and_then(|head| constructor_of(head, text))
            && let Some(call) = call(
                text,
                class,
                start..open,
                is_game(class),
                &mut variables,
                &changes,
            )
        {
            offset = call.span.end;
            scripts.calls.push(call);
        }
    }
    scripts.retire(variables);
    scripts
}

impl<'a> PageScripts<'a> {
    /// Keeps those of the lists, which no later call can use, that no call has used.
    fn retire(&mut self, lists: Vec<ListVariable<'a>>) {
        let unused = lists.into_iter().filter(|list| list.used_by.is_none());
        let room = MAX_LISTS.saturating_sub(self.unused_lists.len());
        self.unused_lists
            .extend(unused.map(|variable| variable.list).take(room));
    }
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
    is_game: bool,
    variables: &mut [ListVariable<'a>],
    changes: &ListChanges<'_>,
) -> Option<ConstructorCall<'a>> {
    let mut names = list(text, head.end);
    let is_pair = |names: &ScriptList<'_>| {
        let is_all = names.items.iter().all(|item| item.is_string);
        names.is_complete && names.items.len() == 2 && is_all
    };
    let mut unescaped_quote = None;
    if !is_pair(&names) {
        let lenient = unescaped_names(text, head.end);
        match lenient.filter(|_| !names.is_complete) {
            Some(read) => {
                names = read.names;
                unescaped_quote = Some(read.quote);
            }
            None if is_game => return Some(broken_call(class, head, names)),
            None => return None,
        }
    }
    let Some(mut at) = comma(text, names.end) else {
        return is_game.then(|| broken_call(class, head, names));
    };
    let mut call = ConstructorCall {
        span: head.start..at,
        unescaped_quote,
        ..empty_call(class, names)
    };
    let (mut broken_list, mut variable_name) = (None, None);
    if text[at..].starts_with('[') {
        call.moves = list(text, at);
        at = call.moves.end;
        call.broken_at = (!call.moves.is_complete).then_some(at);
    } else {
        let Ok((rest, name)) = name(&text[at..]) else {
            call.broken_at = Some(at);
            return is_game.then_some(call);
        };
        at = text.len() - rest.len();
        let players = [0, 1].map(|player| call.names.items[player].text.clone());
        match variables.iter_mut().find(|known| known.name == name) {
            None => call.missing_list = Some(name),
            Some(ListVariable {
                used_by: Some(users),
                ..
            }) => {
                // A second use by the same players is the same game again.
                if *users == players {
                    return None;
                }
                call.missing_list = Some(name);
                call.is_list_used = true;
            }
            Some(variable) => {
                call.moves = std::mem::take(&mut variable.list);
                broken_list = (!call.moves.is_complete).then_some(call.moves.end);
                variable.used_by = Some(players);
                variable_name = Some(name);
            }
        }
    }
    if call.broken_at.is_none()
        && let Some(next) = comma(text, at).filter(|next| text[*next..].starts_with('['))
    {
        call.extras = list(text, next);
        at = call.extras.end;
        call.broken_at = (!call.extras.is_complete).then_some(at);
    }
    call.broken_at = broken_list.or(call.broken_at);
    call.span.end = at;
    if call.broken_at.is_none() && call.missing_list.is_none() {
        let change = |list: &ScriptList<'_>| changes.of_list(list.end);
        let of_extras = change(&call.extras).filter(|_| call.extras.is_complete);
        let of_variable =
            variable_name.and_then(|name| changes.of_variable(name, call.moves.end, &call.span));
        call.changed_at = change(&call.moves).or(of_variable).or(of_extras);
    }
    Some(call)
}

/// Returns the call of a game whose names cannot be read.
fn broken_call<'a>(
    class: &'a str,
    head: Range<usize>,
    names: ScriptList<'a>,
) -> ConstructorCall<'a> {
    let end = names.end;
    ConstructorCall {
        span: head.start..end,
        broken_at: Some(end),
        ..empty_call(class, names)
    }
}

/// Returns a call with these names and nothing else.
fn empty_call<'a>(class: &'a str, names: ScriptList<'a>) -> ConstructorCall<'a> {
    ConstructorCall {
        class,
        span: 0..0,
        names,
        moves: ScriptList::default(),
        missing_list: None,
        is_list_used: false,
        unescaped_quote: None,
        extras: ScriptList::default(),
        changed_at: None,
        broken_at: None,
    }
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
        // A longer list is reported as one that is not closed.
        let next = Some(rest).filter(|_| list.items.len() <= MAX_TOKENS);
        let Some(Ok((after, (raw, is_string)))) = next.map(item) else {
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

// The lists in a page's scripts.

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

// The two names of a constructor call, also where a template did not escape them.

/// The maximum number of bytes in which the end of the names is looked for.
const MAX_NAME_BYTES: usize = 4000;

/// Names with unescaped quotes, and the span of the first such quote.
struct UnescapedNames<'a> {
    pub names: ScriptList<'a>,
    pub quote: Range<usize>,
}

/// Reads `['Bob O'Hara', 'Ann']`: a name ends at a quote before a comma and another quote, or
/// before the bracket.
///
/// Returns `None` if this does not give exactly two names on one line.
fn unescaped_names(text: &str, open: usize) -> Option<UnescapedNames<'_>> {
    let window = &text[open + 1..];
    let window = &window[..window.floor_char_boundary(MAX_NAME_BYTES)];
    let line = window.split('\n').next().unwrap_or_default();
    let mut names = ScriptList::default();
    let mut quote_in_name = None;
    let mut offset = 0;
    for is_last in [false, true] {
        offset += line[offset..].len() - line[offset..].trim_start().len();
        let quote = line[offset..]
            .chars()
            .next()
            .filter(|c| "\"'".contains(*c))?;
        offset += 1;
        let start = offset;
        let end = start + name_end(&line[start..], quote, is_last)?;
        let raw = &line[start..end];
        if let Some(found) = unescaped_quote(raw, quote) {
            let quote_offset = open + 1 + start + found;
            quote_in_name.get_or_insert(quote_offset..quote_offset + 1);
        }
        names.items.push(ScriptItem {
            text: unescape(raw),
            span: open + 1 + start..open + 1 + end,
            is_string: true,
        });
        offset = end + 1;
        offset += line[offset..].find(if is_last { ']' } else { ',' })? + 1;
    }
    names.end = open + 1 + offset;
    names.is_complete = true;
    let quote = quote_in_name?;
    Some(UnescapedNames { names, quote })
}

/// Returns the offset of the quote that ends a name.
fn name_end(rest: &str, quote: char, is_last: bool) -> Option<usize> {
    let ends = |at: &usize| {
        let after = rest[at + 1..].trim_start();
        if is_last {
            let after = after.strip_prefix(']').map(str::trim_start);
            return after.is_some_and(|after| after.starts_with([',', ')']));
        }
        let next = after.strip_prefix(',').map(str::trim_start);
        next.is_some_and(|next| next.starts_with(['"', '\'']))
    };
    let mut quotes = rest.match_indices(quote).map(|(at, _)| at);
    quotes.find(ends)
}

/// Returns the offset of a quote in a name that no backslash escapes.
fn unescaped_quote(raw: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    raw.char_indices().find_map(|(at, c)| {
        let unescaped = (c == quote && !is_escaped).then_some(at);
        is_escaped = c == '\\' && !is_escaped;
        unescaped
    })
}

// Places in a page's scripts at which a list becomes another one: `moves.push("A2h")`.
//
// Scripts are not run, so the moves of a list that changes are not known.

/// The methods of a list that change it.
const MUTATORS: [&str; 9] = [
    "copyWithin",
    "fill",
    "pop",
    "push",
    "reverse",
    "shift",
    "sort",
    "splice",
    "unshift",
];

/// The changes of variables in a page, looked for when first asked.
struct ListChanges<'a> {
    text: &'a str,
    /// The places of changes, in order, by the name of the variable.
    by_name: OnceCell<HashMap<&'a str, Vec<usize>>>,
}

impl<'a> ListChanges<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            by_name: OnceCell::new(),
        }
    }

    /// Returns the first change of a variable after the offset of its definition, but for what
    /// is in `call`, which uses it.
    pub fn of_variable(
        &self,
        name: &str,
        after: usize,
        call: &Range<usize>,
    ) -> Option<Range<usize>> {
        let by_name = self.by_name.get_or_init(|| changes(self.text));
        let places = by_name.get(name)?;
        let first = places.partition_point(|at| *at < after);
        let place = places[first..].iter().find(|place| !call.contains(place))?;
        Some(*place..place + name.len())
    }

    /// Returns the place at which an expression goes on after a list: `["A2h"].concat(more)`.
    pub fn of_list(&self, end: usize) -> Option<Range<usize>> {
        let rest = &self.text[end..];
        let next = rest.trim_start();
        let offset = self.text.len() - next.len();
        // Text on another line may be a separate statement.
        let is_same_line = !rest[..rest.len() - next.len()].contains('\n');
        let goes_on = next.starts_with(['.', '+', '?', '&', '|'])
            || is_same_line && next.starts_with(['[', '(']);
        goes_on.then_some(offset..offset + 1)
    }
}

/// Returns the scripts of a page, or all of a text that has no such elements.
fn scripts(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let (mut scripts, mut at) = (Vec::new(), 0);
    while let Some(start) = lower[at..].find("<script").map(|start| at + start) {
        let end = lower[start..].find("</script");
        at = end.map_or(text.len(), |end| start + end);
        scripts.push(start..at);
    }
    if scripts.is_empty() {
        scripts.push(0..text.len());
    }
    scripts
}

/// Returns the places at which variables are changed, by name.
fn changes(text: &str) -> HashMap<&str, Vec<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut changes: HashMap<&str, Vec<usize>> = HashMap::new();
    let scripts = scripts(text);
    for line in scripts.into_iter().flat_map(|script| text[script].lines()) {
        let offset = line.as_ptr() as usize - text.as_ptr() as usize;
        let mut position = 0;
        while let Some(start) = line[position..].find(is_part).map(|start| position + start) {
            let word = &line[start..];
            let word = &word[..word.find(|c| !is_part(c)).unwrap_or(word.len())];
            position = start + word.len();
            // The rest is a comment, but for an address such as `https://example.org`.
            let before = &line[..start];
            if before.trim_end().ends_with("//") && !before.ends_with("://") {
                break;
            }
            // The property of another object.
            if before.trim_end().ends_with('.') {
                continue;
            }
            if is_changed(&line[position..]) {
                changes.entry(word).or_default().push(offset + start);
            }
        }
    }
    changes
}

/// Reports whether a variable is changed by what follows its name.
fn is_changed(after: &str) -> bool {
    let after = after.trim_start();
    if let Some(member) = after.strip_prefix('.') {
        let member = member.trim_start();
        let is_called = |name: &str| {
            let rest = member.strip_prefix(name);
            rest.is_some_and(|rest| rest.trim_start().starts_with('('))
        };
        let length = member.strip_prefix("length");
        return MUTATORS.into_iter().any(is_called) || length.is_some_and(is_assigned);
    }
    let item = after.strip_prefix('[');
    match item.and_then(|item| item.split_once(']')) {
        Some((_, rest)) => is_assigned(rest),
        None => is_assigned(after),
    }
}

/// Reports whether an assignment follows that is not that of another list, which is read as such.
fn is_assigned(after: &str) -> bool {
    let after = after.trim_start();
    let after = after.strip_prefix(['+', '-']).unwrap_or(after);
    after
        .strip_prefix('=')
        .is_some_and(|value| !value.starts_with(['=', '>']) && !value.trim_start().starts_with('['))
}

// Escape sequences of JavaScript strings.

/// Replaces JavaScript's escape sequences by the characters that they mean.
fn unescape(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return raw.into();
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        let (next, c) = escape(after);
        text.push(c);
        rest = next;
    }
    text.push_str(rest);
    text.into()
}

/// Parses an escape sequence after its backslash: `n`, `t`, `u0041`, `x41`, ...
fn escape(text: &str) -> (&str, char) {
    let mut chars = text.chars();
    let c = match chars.next() {
        Some('n') => '\n',
        Some('r') => '\r',
        Some('t') => '\t',
        Some('u') => return unicode(chars.as_str()),
        Some('x') => match hex(chars.as_str(), 2) {
            Some((rest, code)) => return (rest, char::from_u32(code).unwrap_or('\u{fffd}')),
            None => 'x',
        },
        Some(c) => c,
        None => '\\',
    };
    (chars.as_str(), c)
}

/// Parses four hexadecimal digits, or two such escapes that form a surrogate pair.
fn unicode(text: &str) -> (&str, char) {
    let Some((rest, code)) = hex(text, 4) else {
        return (text, 'u');
    };
    if let Some(c) = char::from_u32(code) {
        return (rest, c);
    }
    let low = rest.strip_prefix("\\u").and_then(|rest| hex(rest, 4));
    match low {
        Some((rest, low @ 0xdc00..0xe000)) if code < 0xdc00 => {
            let code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            (rest, char::from_u32(code).unwrap_or('\u{fffd}'))
        }
        _ => (rest, '\u{fffd}'),
    }
}

fn hex(text: &str, digits: usize) -> Option<(&str, u32)> {
    let number = text.get(..digits)?;
    let is_hex = number.bytes().all(|byte| byte.is_ascii_hexdigit());
    let code = u32::from_str_radix(number, 16).ok().filter(|_| is_hex)?;
    Some((&text[digits..], code))
}
