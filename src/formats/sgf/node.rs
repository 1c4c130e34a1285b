//! The content of one node.

use super::property_values::{parse_seconds_as_ms, parse_simple_text, parse_text, split_compose};
use super::syntax::{SgfProperty, SgfTree, raw_values};
use crate::contract::{Setup, SgfSpec};
use crate::record::{Glyph, Mark, MarkKind};
use std::ops::Range;

/// The maximum number of marks in a game; a hostile list of rectangles could have billions.
const MAX_MARKS: usize = 100_000;

/// A move, with the colour given by the property's name.
#[derive(Clone, Debug)]
pub(super) struct SgfMove<'a> {
    pub is_black: bool,
    pub value: &'a str,
    pub span: Range<usize>,
}

/// The properties of one node, sorted by their meaning.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeContent<'a> {
    pub moves: Vec<SgfMove<'a>>,
    pub comment: String,
    pub glyph: Option<Glyph>,
    pub marks: Vec<Mark>,
    /// The milliseconds used.
    pub time_used_ms: Option<u64>,
    /// The milliseconds left, each with whether they are Black's.
    pub times_left_ms: Vec<(bool, u64)>,
    /// kifu's own keys with their values.
    pub kifu_keys: Vec<(String, String)>,
    /// A property that sets up stones or the player to move.
    pub setup: Option<SgfProperty>,
    /// The other properties, which the reader interprets or keeps.
    pub other_properties: Vec<SgfProperty>,
    /// Values that make no sense: the message, and the span.
    pub bad_values: Vec<(String, Range<usize>)>,
}

impl NodeContent<'_> {
    /// Returns the value of one of kifu's own keys.
    pub fn kifu_key(&self, name: &str) -> Option<&str> {
        let found = self.kifu_keys.iter().find(|(key, _)| key == name)?;
        Some(&found.1)
    }
}

/// A reader for the nodes of one game.
pub(super) struct NodeReader<'a, 't> {
    pub text: &'a str,
    pub tree: &'t SgfTree,
    pub sgf: &'static SgfSpec,
    pub setup: Setup,
    mark_count: usize,
}

impl<'a, 't> NodeReader<'a, 't> {
    pub fn new(text: &'a str, tree: &'t SgfTree, sgf: &'static SgfSpec, setup: Setup) -> Self {
        Self {
            text,
            tree,
            sgf,
            setup,
            mark_count: 0,
        }
    }

    /// Returns the name of a property, without the lower-case letters of old versions.
    pub fn ident(&self, property: &SgfProperty) -> String {
        let name = &self.text[property.ident.clone()];
        let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
        if capitals.is_empty() {
            // Some programs write the whole name in lower case.
            return name.to_ascii_uppercase();
        }
        capitals
    }

    fn value_spans(&self, property: &SgfProperty) -> impl Iterator<Item = Range<usize>> + use<'a> {
        raw_values(self.text, property.values.clone())
    }

    /// Returns the first value of a property.
    pub fn first_value(&self, property: &SgfProperty) -> &'a str {
        let first = self.value_spans(property).next();
        first.map_or("", |span| &self.text[span])
    }

    /// Returns the first value and the span of the property with this name in a node.
    pub fn find_property(&self, node: usize, name: &str) -> Option<(&'a str, Range<usize>)> {
        let mut properties = self.tree.properties(node).iter();
        let property = properties.find(|property| self.ident(property) == name)?;
        Some((self.first_value(property), property.values.clone()))
    }

    /// Returns only the moves of a node.
    pub fn moves(&self, node: usize) -> Vec<SgfMove<'a>> {
        let mut moves = Vec::new();
        for property in self.tree.properties(node) {
            self.read_move(&self.ident(property), property, &mut moves);
        }
        moves
    }

    fn read_move(&self, ident: &str, property: &SgfProperty, moves: &mut Vec<SgfMove<'a>>) -> bool {
        let found = matches!(ident, "B" | "W");
        if found {
            let span = self.value_spans(property).next().unwrap_or_default();
            moves.push(SgfMove {
                is_black: ident == "B",
                value: self.text[span.clone()].trim(),
                span: property.ident.start..property.values.end,
            });
        }
        found
    }

    /// Reads all properties of a node.
    pub fn read_node(&mut self, node: usize) -> NodeContent<'a> {
        let mut content = NodeContent::default();
        for property in self.tree.properties(node) {
            let ident = self.ident(property);
            if self.read_move(&ident, property, &mut content.moves) {
                continue;
            }
            let raw = self.first_value(property);
            let is_emphasized = raw.trim() == "2";
            match &*ident {
                "C" => add_line(&mut content.comment, &parse_text(raw)),
                "TE" if is_emphasized => content.glyph = Some(Glyph::Brilliant),
                "TE" => content.glyph = Some(Glyph::Good),
                "IT" => content.glyph = Some(Glyph::Interesting),
                "DO" => content.glyph = Some(Glyph::Inaccuracy),
                "BM" if is_emphasized => content.glyph = Some(Glyph::Blunder),
                "BM" => content.glyph = Some(Glyph::Mistake),
                "CR" => self.read_marks(MarkKind::Circle, property, &mut content),
                "MA" => self.read_marks(MarkKind::Cross, property, &mut content),
                "TR" => self.read_marks(MarkKind::Triangle, property, &mut content),
                "SQ" => self.read_marks(MarkKind::Square, property, &mut content),
                "AR" => self.read_marks(MarkKind::Arrow, property, &mut content),
                "LB" => self.read_marks(MarkKind::Text, property, &mut content),
                "AB" | "AW" | "AE" | "PL" => content.setup = Some(property.clone()),
                "KT" => match raw.trim().parse() {
                    Ok(ms) => content.time_used_ms = Some(ms),
                    Err(_) => add_bad_value(&mut content, "milliseconds", raw, property),
                },
                "KF" => self.read_kifu_keys(property, &mut content),
                "BL" | "WL" => {
                    let ms = parse_seconds_as_ms(raw);
                    content
                        .times_left_ms
                        .extend(ms.map(|ms| (ident == "BL", ms)));
                    content.other_properties.push(property.clone());
                }
                _ => content.other_properties.push(property.clone()),
            }
        }
        content
    }

    /// Returns the setup parameters in the root, with their spans.
    pub fn setup_keys(&self) -> Vec<(String, Range<usize>)> {
        let properties = self.tree.properties(0).iter();
        let keyed = properties.filter(|property| self.ident(property) == "KF");
        keyed
            .flat_map(|property| self.value_spans(property))
            .filter_map(|span| {
                let (key, _) = split_compose(&self.text[span.clone()])?;
                Some((parse_text(key).strip_prefix("setup.")?.to_owned(), span))
            })
            .collect()
    }

    fn read_kifu_keys(&self, property: &SgfProperty, content: &mut NodeContent<'_>) {
        for span in self.value_spans(property) {
            let raw = &self.text[span];
            match split_compose(raw) {
                Some((key, value)) => content.kifu_keys.push((parse_text(key), parse_text(value))),
                None => add_bad_value(content, "`key:text`", raw, property),
            }
        }
    }

    fn read_marks(
        &mut self,
        kind: MarkKind,
        property: &SgfProperty,
        content: &mut NodeContent<'_>,
    ) {
        for span in self.value_spans(property) {
            let raw = &self.text[span];
            let (at, rest) = match split_compose(raw) {
                Some((at, rest)) => (at.trim(), Some(rest)),
                None => (raw.trim(), None),
            };
            let mark = |at: String, to: String, text: String| Mark { kind, at, to, text };
            let empty = String::new;
            let before = content.marks.len();
            match (kind, rest, self.point_name(at)) {
                (MarkKind::Text, Some(label), Some(at)) => {
                    content
                        .marks
                        .push(mark(at, empty(), parse_simple_text(label)));
                }
                (MarkKind::Arrow, Some(to), Some(at)) => {
                    let to = self.point_name(to.trim());
                    content.marks.extend(to.map(|to| mark(at, to, empty())));
                }
                (MarkKind::Text | MarkKind::Arrow, ..) | (_, _, None) => {}
                (_, None, Some(at)) => content.marks.push(mark(at, empty(), empty())),
                (_, Some(to), Some(_)) => {
                    let points = rectangle_points(at, to.trim());
                    let capacity = MAX_MARKS.saturating_sub(self.mark_count);
                    let points = points
                        .filter_map(|point| self.point_name(&point))
                        .take(capacity);
                    let marks = points.map(|at| mark(at, empty(), empty()));
                    content.marks.extend(marks);
                }
            }
            if content.marks.len() == before {
                add_bad_value(content, "points of the board", raw, property);
            }
            self.mark_count += content.marks.len() - before;
            if self.mark_count >= MAX_MARKS {
                return;
            }
        }
    }

    /// Returns the game's name for a point.
    fn point_name(&self, value: &str) -> Option<String> {
        (!value.is_empty())
            .then(|| (self.sgf.token)(&self.setup, value))
            .flatten()
    }
}

/// Expands a compressed list of points: the rectangle between two corners.
fn rectangle_points(from: &str, to: &str) -> impl Iterator<Item = String> {
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

fn add_bad_value(content: &mut NodeContent<'_>, expected: &str, raw: &str, property: &SgfProperty) {
    let shown = super::super::result_text::shorten(raw);
    let message = format!("expected {expected}, found `{shown}`");
    content.bad_values.push((message, property.values.clone()));
}

/// Appends a text as a line of its own.
pub(super) fn add_line(to: &mut String, line: &str) {
    if !to.is_empty() && !line.is_empty() {
        to.push('\n');
    }
    to.push_str(line);
}
