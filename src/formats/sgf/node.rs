//! What one node says.

use super::syntax::{Property, Tree, raw_values};
use super::text::{compose, milliseconds, simple, text};
use crate::contract::{Setup, Sgf};
use crate::record::{Glyph, Mark, MarkKind};
use std::ops::Range;

/// Marks of one game; a hostile list of rectangles could have billions.
const MOST_MARKS: usize = 100_000;

/// A move: whose it is by its name, and its value.
#[derive(Clone, Debug)]
pub(super) struct Move<'a> {
    pub black: bool,
    pub value: &'a str,
    pub span: Range<usize>,
}

/// The properties of one node, sorted by what they say.
#[derive(Clone, Debug, Default)]
pub(super) struct Content<'a> {
    pub moves: Vec<Move<'a>>,
    pub comment: String,
    pub glyph: Option<Glyph>,
    pub marks: Vec<Mark>,
    /// Milliseconds used.
    pub time: Option<u64>,
    /// Milliseconds left, Black's (`true`) or White's.
    pub left: Vec<(bool, u64)>,
    /// kifu's own keys with their texts.
    pub keyed: Vec<(String, String)>,
    /// Properties that put stones or say who moves.
    pub setup: Option<Property>,
    /// All others, which the reader looks at or keeps.
    pub others: Vec<Property>,
    /// Values that make no sense: what was expected, and where.
    pub bad: Vec<(String, Range<usize>)>,
}

impl Content<'_> {
    /// The text of a key of kifu's own.
    pub fn key(&self, name: &str) -> Option<&str> {
        let found = self.keyed.iter().find(|(key, _)| key == name)?;
        Some(&found.1)
    }
}

/// Reads nodes of one game.
pub(super) struct Nodes<'a, 't> {
    pub text: &'a str,
    pub tree: &'t Tree,
    pub sgf: &'static Sgf,
    pub setup: Setup,
    marks: usize,
}

impl<'a, 't> Nodes<'a, 't> {
    pub fn new(text: &'a str, tree: &'t Tree, sgf: &'static Sgf, setup: Setup) -> Self {
        Self {
            text,
            tree,
            sgf,
            setup,
            marks: 0,
        }
    }

    /// The name of a property, without the small letters that old versions have.
    pub fn ident(&self, property: &Property) -> String {
        let name = &self.text[property.ident.clone()];
        let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
        if capitals.is_empty() {
            // Some programs write all of it small.
            return name.to_ascii_uppercase();
        }
        capitals
    }

    fn values(&self, property: &Property) -> impl Iterator<Item = Range<usize>> + use<'a> {
        raw_values(self.text, property.values.clone())
    }

    /// The first value of a property.
    pub fn value(&self, property: &Property) -> &'a str {
        let first = self.values(property).next();
        first.map_or("", |span| &self.text[span])
    }

    /// The first value of the property of a node with this name.
    pub fn find(&self, node: usize, name: &str) -> Option<(&'a str, Range<usize>)> {
        let mut properties = self.tree.properties(node).iter();
        let property = properties.find(|property| self.ident(property) == name)?;
        Some((self.value(property), property.values.clone()))
    }

    /// The moves of a node alone.
    pub fn moves(&self, node: usize) -> Vec<Move<'a>> {
        let mut moves = Vec::new();
        for property in self.tree.properties(node) {
            self.take_move(&self.ident(property), property, &mut moves);
        }
        moves
    }

    fn take_move(&self, ident: &str, property: &Property, moves: &mut Vec<Move<'a>>) -> bool {
        let found = matches!(ident, "B" | "W");
        if found {
            let span = self.values(property).next().unwrap_or_default();
            moves.push(Move {
                black: ident == "B",
                value: self.text[span.clone()].trim(),
                span: property.ident.start..property.values.end,
            });
        }
        found
    }

    /// All that a node says.
    pub fn read(&mut self, node: usize) -> Content<'a> {
        let mut content = Content::default();
        for property in self.tree.properties(node) {
            let ident = self.ident(property);
            if self.take_move(&ident, property, &mut content.moves) {
                continue;
            }
            let raw = self.value(property);
            let strong = raw.trim() == "2";
            match &*ident {
                "C" => add_line(&mut content.comment, &text(raw)),
                "TE" if strong => content.glyph = Some(Glyph::Brilliant),
                "TE" => content.glyph = Some(Glyph::Good),
                "IT" => content.glyph = Some(Glyph::Interesting),
                "DO" => content.glyph = Some(Glyph::Inaccuracy),
                "BM" if strong => content.glyph = Some(Glyph::Blunder),
                "BM" => content.glyph = Some(Glyph::Mistake),
                "CR" => self.marks(MarkKind::Circle, property, &mut content),
                "MA" => self.marks(MarkKind::Cross, property, &mut content),
                "TR" => self.marks(MarkKind::Triangle, property, &mut content),
                "SQ" => self.marks(MarkKind::Square, property, &mut content),
                "AR" => self.marks(MarkKind::Arrow, property, &mut content),
                "LB" => self.marks(MarkKind::Text, property, &mut content),
                "AB" | "AW" | "AE" | "PL" => content.setup = Some(property.clone()),
                "KT" => match raw.trim().parse() {
                    Ok(ms) => content.time = Some(ms),
                    Err(_) => bad(&mut content, "milliseconds", raw, property),
                },
                "KF" => self.keys(property, &mut content),
                "BL" | "WL" => {
                    let ms = milliseconds(raw);
                    content.left.extend(ms.map(|ms| (ident == "BL", ms)));
                    content.others.push(property.clone());
                }
                _ => content.others.push(property.clone()),
            }
        }
        content
    }

    /// Where the root tells parameters of the setup.
    pub fn setup_keys(&self) -> Vec<(String, Range<usize>)> {
        let properties = self.tree.properties(0).iter();
        let keyed = properties.filter(|property| self.ident(property) == "KF");
        keyed
            .flat_map(|property| self.values(property))
            .filter_map(|span| {
                let (key, _) = compose(&self.text[span.clone()])?;
                Some((text(key).strip_prefix("setup.")?.to_owned(), span))
            })
            .collect()
    }

    fn keys(&self, property: &Property, content: &mut Content<'_>) {
        for span in self.values(property) {
            let raw = &self.text[span];
            match compose(raw) {
                Some((key, value)) => content.keyed.push((text(key), text(value))),
                None => bad(content, "`key:text`", raw, property),
            }
        }
    }

    fn marks(&mut self, kind: MarkKind, property: &Property, content: &mut Content<'_>) {
        for span in self.values(property) {
            let raw = &self.text[span];
            let (at, rest) = match compose(raw) {
                Some((at, rest)) => (at.trim(), Some(rest)),
                None => (raw.trim(), None),
            };
            let mark = |at: String, to: String, text: String| Mark { kind, at, to, text };
            let empty = String::new;
            let before = content.marks.len();
            match (kind, rest, self.point(at)) {
                (MarkKind::Text, Some(label), Some(at)) => {
                    content.marks.push(mark(at, empty(), simple(label)));
                }
                (MarkKind::Arrow, Some(to), Some(at)) => {
                    let to = self.point(to.trim());
                    content.marks.extend(to.map(|to| mark(at, to, empty())));
                }
                (MarkKind::Text | MarkKind::Arrow, ..) | (_, _, None) => {}
                (_, None, Some(at)) => content.marks.push(mark(at, empty(), empty())),
                (_, Some(to), Some(_)) => {
                    let points = rectangle(at, to.trim());
                    let room = MOST_MARKS.saturating_sub(self.marks);
                    let points = points.filter_map(|point| self.point(&point)).take(room);
                    let marks = points.map(|at| mark(at, empty(), empty()));
                    content.marks.extend(marks);
                }
            }
            if content.marks.len() == before {
                bad(content, "points of the board", raw, property);
            }
            self.marks += content.marks.len() - before;
            if self.marks >= MOST_MARKS {
                return;
            }
        }
    }

    /// The game's name of a point.
    fn point(&self, value: &str) -> Option<String> {
        (!value.is_empty())
            .then(|| (self.sgf.token)(&self.setup, value))
            .flatten()
    }
}

/// A compressed list of points: all in the rectangle between two corners.
fn rectangle(from: &str, to: &str) -> impl Iterator<Item = String> {
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

fn bad(content: &mut Content<'_>, expected: &str, raw: &str, property: &Property) {
    let shown = super::super::words::shorten(raw);
    let message = format!("expected {expected}, found `{shown}`");
    content.bad.push((message, property.values.clone()));
}

/// Adds a text as a line of its own.
pub(super) fn add_line(to: &mut String, line: &str) {
    if !to.is_empty() && !line.is_empty() {
        to.push('\n');
    }
    to.push_str(line);
}
