//! Moves in an array of a program, as one copies it from a page's script or a console.
//!
//! ```text
//! array   = [name] [console] body [";"]
//!         / [name] "{" quoted *("," quoted) "}"  of C++ and Java
//!         / "{" `"moves"` ":" body "}"
//! name    = [word] word "="                      `const moves =`, `moves =`
//! console = ["Array"] "(" count ")" / "Array"    as consoles print it: `(4) ['E5v', ...]`
//! body    = open element *("," element) [","] close
//! element = move / quoted move / open number "," number close
//! ```

use std::ops::Range;

/// The moves of an array.
#[derive(Debug, PartialEq, Eq)]
pub struct MoveArray {
    /// The spans of the words, in bytes of the text given.
    pub words: Vec<Range<usize>>,
    /// The number of elements.
    pub len: usize,
    /// The number of elements that the console states, with its span.
    pub stated: Option<(usize, Range<usize>)>,
}

/// Reports whether a text may be an array, of which the end may be missing.
pub fn begins_array(text: &str) -> bool {
    let body = without_name(text);
    body.strip_prefix("Array")
        .unwrap_or(body)
        .starts_with(['[', '(', '{', ' '])
        && body.contains(['[', '(', '{'])
}

/// Returns what is assigned to a variable, or the whole text if it is no assignment.
fn without_name(text: &str) -> &str {
    let Some((name, value)) = text.split_once('=') else {
        return text;
    };
    let is_word = |word: &str| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
        word.starts_with(|c: char| c.is_ascii_alphabetic() || "_$".contains(c))
            && word.chars().all(is_part)
    };
    let words = name.split_whitespace();
    let is_name = (1..=2).contains(&words.clone().count()) && words.into_iter().all(is_word);
    let is_assignment = is_name && !value.starts_with('=');
    if is_assignment {
        value.trim_start()
    } else {
        text
    }
}

/// Parses the array that fills a text; `None` if it is none, or if one of its elements is missing
/// or no word.
pub fn parse(text: &str) -> Option<MoveArray> {
    let mut body = without_name(text.trim()).trim_end_matches(';').trim_end();
    let offset = |part: &str| part.as_ptr() as usize - text.as_ptr() as usize;
    let mut stated = None;
    if let Some(rest) = body.strip_prefix("Array") {
        body = rest.trim_start();
    }
    let of_braces = body
        .strip_prefix('{')
        .and_then(|rest| rest.strip_suffix('}'));
    if let Some(quoted) = of_braces.filter(|rest| rest.trim_start().starts_with(['"', '\'']))
        && !quoted.contains(':')
    {
        body = quoted;
    } else if let Some(rest) = body.strip_prefix('{') {
        let rest = rest.strip_suffix('}')?.trim();
        let rest = ["\"moves\"", "'moves'", "moves"]
            .iter()
            .find_map(|key| rest.strip_prefix(key))?;
        body = rest.trim_start().strip_prefix(':')?.trim();
    } else if let Some((count, rest)) = body.strip_prefix('(').and_then(|rest| rest.split_once(')'))
        && let Ok(number) = count.parse()
        && rest.trim_start().starts_with('[')
    {
        let start = offset(count);
        stated = Some((number, start..start + count.len()));
        body = rest.trim();
    }
    let inside = if of_braces.is_some_and(|inside| inside == body) {
        body
    } else {
        enclosed(body)?
    };
    let mut words = Vec::new();
    let mut len = 0;
    let mut rest = inside.trim();
    while !rest.is_empty() {
        let (element, after) = next_element(rest)?;
        let found: Vec<&str> = match enclosed(element) {
            // A pair of coordinates.
            Some(pair) => {
                let numbers: Vec<&str> = pair.split(',').map(str::trim).collect();
                let is_pair =
                    numbers.len() == 2 && numbers.iter().all(|n| n.parse::<i32>().is_ok());
                is_pair.then_some(numbers)?
            }
            None => unquoted(element)?.split_whitespace().collect(),
        };
        if found.is_empty() || found.len() > 2 {
            return None;
        }
        words.extend(
            found
                .iter()
                .map(|word| offset(word)..offset(word) + word.len()),
        );
        len += 1;
        rest = after;
    }
    Some(MoveArray { words, len, stated })
}

/// Returns the text between the brackets that enclose the whole of another.
fn enclosed(text: &str) -> Option<&str> {
    let close = match text.chars().next()? {
        '[' => ']',
        '(' => ')',
        _ => return None,
    };
    text[1..].strip_suffix(close)
}

/// Splits the first element of a list from the others.
fn next_element(list: &str) -> Option<(&str, &str)> {
    let (mut depth, mut quote) = (0, None);
    for (at, c) in list.char_indices() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            ('"' | '\'' | '`', None) => quote = Some(c),
            ('[' | '(', None) => depth += 1,
            (']' | ')', None) => depth -= 1,
            (',', None) if depth == 0 => {
                return Some((list[..at].trim(), list[at + 1..].trim_start()));
            }
            _ => {}
        }
        if depth < 0 {
            return None;
        }
    }
    (depth == 0 && quote.is_none()).then_some((list.trim(), ""))
}

/// Returns an element without its quotes, which it has in pairs or not at all.
fn unquoted(element: &str) -> Option<&str> {
    let quote = |c: char| matches!(c, '"' | '\'' | '`');
    let Some(open) = element.chars().next().filter(|c| quote(*c)) else {
        let is_word = !element.contains(|c: char| quote(c) || "[](){}:".contains(c));
        return (is_word && element != "null").then_some(element);
    };
    let inside = element[1..].strip_suffix(open)?;
    (!inside.contains(|c: char| quote(c) || "[](){}".contains(c))).then_some(inside)
}
