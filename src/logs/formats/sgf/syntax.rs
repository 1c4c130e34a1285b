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
//! White space may occur between any two of these. What breaks the grammar and still has only one
//! meaning is read, and reported as a [`SgfFlaw`]: a first node of a tree without its `;`, a tree
//! without a node, a node after a variation. The parser is a loop with its own stack, so that
//! deep nesting cannot overflow the call stack.

use kifu_core::findings::Code;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, multispace0};
use nom::sequence::{preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// The maximum depth of variations; some programs open one at every move of a game.
pub const MAX_DEPTH: usize = 4096;
/// The maximum number of nodes and of properties; no game has as many.
pub(super) const MAX_NODES: usize = 1 << 20;
const MAX_PROPERTIES: usize = 1 << 22;
/// The maximum number of flaws that are reported in a tree.
const MAX_FLAWS: usize = 50;

/// A node; the first child of a node directly follows it.
#[derive(Clone, Debug)]
pub struct SgfNode {
    /// The index of the parent; `None` for the root.
    pub parent: Option<usize>,
    properties: Range<usize>,
    /// The offset of the node in the text.
    pub at: usize,
    /// The offset at which its properties end.
    pub end: usize,
    /// The number of brackets that are open there.
    pub depth: usize,
}

/// A property, by its spans in the text.
#[derive(Clone, Debug)]
pub struct SgfProperty {
    /// The span of the name.
    pub ident: Range<usize>,
    /// The span from the first `[` to the last `]`.
    pub values: Range<usize>,
}

impl SgfProperty {
    /// Returns the span of the whole property.
    pub const fn span(&self) -> Range<usize> {
        self.ident.start..self.values.end
    }
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

/// A breach of the grammar whose meaning is clear.
#[derive(Clone, Debug)]
pub struct SgfFlaw {
    /// The span in the text.
    pub span: Range<usize>,
    /// The text `expected ..., found ...` of the finding.
    pub message: &'static str,
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
    /// The flaws that were read as they were meant.
    pub flaws: Vec<SgfFlaw>,
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
        // For each open bracket the node before it, and the number of nodes before it.
        let mut open_nodes: Vec<(Option<usize>, usize)> = Vec::new();
        let mut last = None;
        let mut is_after_variation = false;
        let mut offset = start;
        let (code, expected) = loop {
            offset = skip_blanks(text, offset);
            let mut node = None;
            match text.as_bytes().get(offset) {
                None => break (Code::Truncated, "`)`"),
                Some(b'(') if open_nodes.len() == MAX_DEPTH => {
                    break (Code::TooDeep, "variations nested less deeply");
                }
                Some(b'(') => {
                    open_nodes.push((last, tree.nodes.len()));
                    is_after_variation = false;
                    let next = skip_blanks(text, offset + 1);
                    if starts_property(&text[next..]) {
                        let message = "expected `;` before the first property, found none";
                        tree.add_flaw(next..next + 1, message);
                        node = Some((next, next));
                    }
                }
                Some(b')') => {
                    let before = open_nodes.pop();
                    if before.is_some_and(|(_, count)| count == tree.nodes.len()) {
                        tree.add_flaw(offset..offset + 1, "expected a node after `(`, found `)`");
                    }
                    last = before.and_then(|(node, _)| node);
                    is_after_variation = true;
                    if open_nodes.is_empty() {
                        tree.end = offset + 1;
                        return tree;
                    }
                }
                Some(b';') => {
                    if std::mem::take(&mut is_after_variation) {
                        let message = "expected `(` or `)` after a variation, found `;`; read as \
                                       another variation";
                        tree.add_flaw(offset..offset + 1, message);
                    }
                    node = Some((offset, offset + 1));
                }
                Some(_) => break (Code::Syntax, "`;`, `(`, `)` or a property"),
            }
            offset += 1;
            let Some((node_at, from)) = node else {
                continue;
            };
            if tree.nodes.len() == MAX_NODES {
                break (Code::TooLarge, "fewer nodes");
            }
            let properties = tree.properties.len();
            let error;
            (offset, error) = tree.parse_properties(text, from);
            tree.nodes.push(SgfNode {
                parent: last,
                properties: properties..tree.properties.len(),
                at: node_at,
                end: tree.properties[properties..]
                    .last()
                    .map_or(from, |last| last.values.end),
                depth: open_nodes.len(),
            });
            last = Some(tree.nodes.len() - 1);
            if let Some(error) = error {
                break error;
            }
        };
        tree.end = offset;
        tree.error = Some(SgfSyntaxError {
            code,
            at: offset,
            expected,
        });
        tree
    }

    fn add_flaw(&mut self, span: Range<usize>, message: &'static str) {
        if self.flaws.len() < MAX_FLAWS {
            self.flaws.push(SgfFlaw { span, message });
        }
    }

    /// Returns the index after the last node below a node, which all follow it.
    pub fn subtree_end(&self, node: usize) -> usize {
        let below = |at: &usize| self.nodes[*at].parent >= Some(node);
        node + 1 + (node + 1..self.nodes.len()).take_while(below).count()
    }

    /// Returns the text of all that is below a node, with the `)` that it lacks.
    pub fn text_below(&self, text: &str, node: usize) -> String {
        let last = &self.nodes[self.subtree_end(node) - 1];
        let from = self.nodes[node].end;
        let mut below = text[from..last.end.max(from)].trim().to_owned();
        let open = last.depth.saturating_sub(self.nodes[node].depth);
        below.push_str(&")".repeat(open));
        below
    }

    /// Parses properties from byte `from` on.
    ///
    /// Returns where they end, or the offset and the kind of an error in them.
    fn parse_properties(
        &mut self,
        text: &str,
        from: usize,
    ) -> (usize, Option<(Code, &'static str)>) {
        let mut end = from;
        loop {
            let next = skip_blanks(text, end);
            let rest = &text[next..];
            if !rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                return (end, None);
            }
            if self.properties.len() == MAX_PROPERTIES {
                return (next, Some((Code::TooLarge, "fewer properties")));
            }
            let Ok((after, name)) = ident(rest) else {
                return (next, None);
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
                Err((to, code, expected)) => return (to, Some((code, expected))),
            }
        }
    }
}

/// Reports whether a text starts with a property: a name and a `[`.
pub(super) fn starts_property(text: &str) -> bool {
    ident(text).is_ok_and(|(rest, _)| rest.starts_with('['))
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
    let mut offset = 0;
    while let Some(found) = memchr::memchr2(b']', b'\\', &bytes[offset..]) {
        offset += found;
        if bytes[offset] == b']' {
            return Ok((&text[offset..], &text[..offset]));
        }
        offset += 1 + text[offset + 1..].chars().next().map_or(0, char::len_utf8);
    }
    Ok((&text[text.len()..], text))
}

/// Returns the raw values of a property, as spans without brackets.
pub fn raw_values(text: &str, values: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let mut offset = values.start;
    std::iter::from_fn(move || {
        offset = skip_blanks(text, offset);
        if offset >= values.end {
            return None;
        }
        let (rest, inner) = value(&text[offset..values.end]).ok()?;
        let start = offset + 1;
        offset = values.end - rest.len();
        Some(start..start + inner.len())
    })
}

/// Reports whether a text is `1*value` and nothing else.
pub(super) fn is_value_list(text: &str) -> bool {
    values(text, 0) == Ok(text.len())
}

/// Reports whether a text is a list of whole trees and nothing else.
pub(super) fn is_tree_list(text: &str) -> bool {
    let mut offset = 0;
    while offset < text.len() {
        let tree = SgfTree::parse(text, offset);
        if !text[offset..].starts_with('(') || tree.error.is_some() {
            return false;
        }
        offset = tree.end;
    }
    !text.is_empty()
}
