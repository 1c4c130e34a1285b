//! The syntax of SGF, FF\[4\]: trees of nodes of properties.
//!
//! ```text
//! collection = *(*not-"(" tree)
//! tree       = "(" 1*node *tree ")"
//! node       = ";" *property
//! property   = ident 1*value
//! ident      = 1*letter                 (lower-case letters, as in FF[3], are ignored)
//! value      = "[" *(char / "\" char) "]"
//! ```
//! White space may occur between any two of these. The parser is a loop with a stack of its own, so
//! that deep nesting cannot overflow the call stack.

use crate::findings::Code;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// The maximum depth of variations; some programs open one at every move of a game.
pub const MAX_DEPTH: usize = 4096;
/// The maximum number of nodes and of properties; no game has as many.
const MAX_NODES: usize = 1 << 20;
const MAX_PROPERTIES: usize = 1 << 22;

/// A node; the first child of a node directly follows it.
#[derive(Clone, Debug)]
pub struct SgfNode {
    /// The index of the parent; `None` for the root.
    pub parent: Option<usize>,
    properties: Range<usize>,
    /// The offset of the node in the text.
    pub at: usize,
}

/// A property, by its spans in the text.
#[derive(Clone, Debug)]
pub struct SgfProperty {
    /// The span of the name.
    pub ident: Range<usize>,
    /// The span from the first `[` to the last `]`.
    pub values: Range<usize>,
}

/// A syntax error in a tree.
#[derive(Clone, Debug)]
pub struct SgfSyntaxError {
    /// The kind of finding.
    pub code: Code,
    /// The offset in the text.
    pub at: usize,
    /// The expected syntax, as the message has it.
    pub expected: &'static str,
}

/// The tree of one game in the order of the text, as far as it could be parsed.
#[derive(Clone, Debug, Default)]
pub struct SgfTree {
    /// The nodes, each after its parent.
    pub nodes: Vec<SgfNode>,
    properties: Vec<SgfProperty>,
    /// The offset in the text at which the tree ends.
    pub end: usize,
    /// The error at which parsing stopped.
    pub error: Option<SgfSyntaxError>,
}

impl SgfTree {
    /// Returns the properties of a node.
    pub fn properties(&self, node: usize) -> &[SgfProperty] {
        match self.nodes.get(node) {
            Some(node) => &self.properties[node.properties.clone()],
            None => &[],
        }
    }

    /// Parses the tree that starts with the `(` at byte `start`.
    pub fn parse(text: &str, start: usize) -> Self {
        let mut tree = Self::default();
        let mut open_nodes: Vec<Option<usize>> = Vec::new();
        let mut last = None;
        let mut at = start;
        let (code, expected) = loop {
            at = skip_blanks(text, at);
            match text.as_bytes().get(at) {
                None => break (Code::Truncated, "`)`"),
                Some(b'(') if open_nodes.len() == MAX_DEPTH => {
                    break (Code::TooDeep, "variations nested less deeply");
                }
                Some(b'(') => open_nodes.push(last),
                Some(b')') => {
                    last = open_nodes.pop().flatten();
                    if open_nodes.is_empty() {
                        tree.end = at + 1;
                        return tree;
                    }
                }
                Some(b';') if tree.nodes.len() == MAX_NODES => {
                    break (Code::TooLarge, "fewer nodes");
                }
                Some(b';') => {
                    let error;
                    (at, error) = tree.parse_node(text, at, last);
                    last = Some(tree.nodes.len() - 1);
                    match error {
                        Some(error) => break error,
                        None => continue,
                    }
                }
                Some(_) => break (Code::Syntax, "`;`, `(`, `)` or a property"),
            }
            at += 1;
        };
        tree.end = at;
        tree.error = Some(SgfSyntaxError { code, at, expected });
        tree
    }

    /// Parses the node whose `;` is at byte `at`.
    ///
    /// Returns the end of the node, or the offset and the kind of an error in it.
    fn parse_node(
        &mut self,
        text: &str,
        at: usize,
        parent: Option<usize>,
    ) -> (usize, Option<(Code, &'static str)>) {
        let first = self.properties.len();
        let mut end = at + 1;
        let mut error = None;
        loop {
            let next = skip_blanks(text, end);
            let rest = &text[next..];
            if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                break;
            }
            end = next;
            if self.properties.len() == MAX_PROPERTIES {
                error = Some((Code::TooLarge, "fewer properties"));
                break;
            }
            let Ok((after, name)) = ident(rest) else {
                break;
            };
            let from = text.len() - after.len();
            match values(text, from) {
                Ok(to) => {
                    self.properties.push(SgfProperty {
                        ident: next..next + name.len(),
                        values: from..to,
                    });
                    end = to;
                }
                Err((to, code, expected)) => {
                    end = to;
                    error = Some((code, expected));
                    break;
                }
            }
        }
        self.nodes.push(SgfNode {
            parent,
            properties: first..self.properties.len(),
            at,
        });
        (end, error)
    }
}

fn skip_blanks(text: &str, at: usize) -> usize {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 12);
    let blanks = text.as_bytes()[at..].iter().take_while(|byte| blank(byte));
    at + blanks.count()
}

/// Parses `ident = 1*letter` and the white space after it.
fn ident(text: &str) -> IResult<&str, &str> {
    let name = take_while1(|c: char| c.is_ascii_alphabetic());
    terminated(name, multispace0).parse(text)
}

/// Parses `1*value` from byte `at` and returns the end of the last value.
fn values(text: &str, at: usize) -> Result<usize, (usize, Code, &'static str)> {
    let mut end = at;
    let mut next = at;
    loop {
        match value(&text[next..]) {
            Ok((rest, _)) => {
                end = text.len() - rest.len();
                next = skip_blanks(text, end);
            }
            Err(_) if text[next..].starts_with('[') => {
                return Err((next, Code::Truncated, "a `]` that ends this value"));
            }
            Err(_) if end > at => return Ok(end),
            Err(_) if at == text.len() => return Err((at, Code::Truncated, "a value in `[` `]`")),
            Err(_) => return Err((at, Code::Syntax, "a value in `[` `]`")),
        }
    }
}

/// Parses `value = "[" *(char / "\" char) "]"` without white space before it.
fn value(text: &str) -> IResult<&str, &str> {
    terminated(preceded(char('['), inside), char(']')).parse(text)
}

/// Parses `*(char / "\" char)` up to the first `]` without a `\` before it.
#[expect(clippy::unnecessary_wraps, reason = "a parser that may match nothing")]
fn inside(text: &str) -> IResult<&str, &str> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr::memchr2(b']', b'\\', &bytes[at..]) {
        at += found;
        if bytes[at] == b']' {
            return Ok((&text[at..], &text[..at]));
        }
        at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8);
    }
    Ok((&text[text.len()..], text))
}

/// Returns the raw values of a property, as spans without brackets.
pub fn raw_values(text: &str, values: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut at = values.start;
    std::iter::from_fn(move || {
        at = skip_blanks(text, at);
        if at >= values.end {
            return None;
        }
        let (rest, inner) = value(&text[at..values.end]).ok()?;
        let start = at + 1;
        at = values.end - rest.len();
        Some(start..start + inner.len())
    })
}

/// Reports whether a text is `1*value` and nothing else.
pub(super) fn is_value_list(text: &str) -> bool {
    values(text, 0) == Ok(text.len())
}
