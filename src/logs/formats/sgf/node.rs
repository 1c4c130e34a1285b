//! The content of one node.

use super::properties::{
    parse_seconds_as_ms, parse_simple_text, parse_text, rectangle_points, split_compose,
};
use super::syntax::{SgfProperty, SgfTree, raw_values};
use crate::formats::append_line;
use crate::formats::statuses::shorten;
use kifu_core::contract::{Setup, SgfSpec};
use kifu_core::findings::Code;
use kifu_core::record::{Glyph, Mark, MarkKind};
use std::collections::HashSet;
use std::ops::Range;

/// The maximum number of marks in a game; a hostile list of rectangles could have billions.
const MAX_MARKS: usize = 100_000;

/// The properties with one value that are not kept unchanged, in alphabetical order.
const SINGLE_VALUED: &[&str] = &[
    "B", "BM", "C", "CA", "DO", "DT", "EV", "FF", "GM", "IT", "KT", "PB", "PW", "RE", "RO", "SZ",
    "TE", "W",
];

/// The properties that may occur several times in a node (`KF`), or whose repetition is reported
/// for the game as a whole.
const MAY_REPEAT: &[&str] = &[
    "KF", "PB", "PW", "EV", "RO", "DT", "RE", "FF", "GM", "SZ", "CA",
];

/// A move, with the colour given by the property's name.
#[derive(Clone, Debug)]
pub(super) struct SgfMove<'a> {
    pub is_black: bool,
    pub value: &'a str,
    pub span: Range<usize>,
}

/// A property that plays or sets up, in the order of the text.
#[derive(Clone, Debug)]
pub(super) enum SgfStep<'a> {
    /// A move.
    Move(SgfMove<'a>),
    /// Stones or the player to move, by the property's name.
    Setup(String, SgfProperty),
}

impl SgfStep<'_> {
    /// Returns the span of the whole property.
    pub fn span(&self) -> Range<usize> {
        match self {
            Self::Move(mv) => mv.span.clone(),
            Self::Setup(_, property) => property.span(),
        }
    }
}

/// One of kifu's own keys, with its value and its span.
#[derive(Clone, Debug)]
pub(super) struct KifuKey {
    pub key: String,
    pub value: String,
    pub span: Range<usize>,
}

/// A problem of a node: the kind of finding, the message, and the span.
pub(super) type NodeIssue = (Code, String, Range<usize>);

/// The properties of one node, sorted by their meaning.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeContent<'a> {
    pub steps: Vec<SgfStep<'a>>,
    pub comment: String,
    pub glyph: Option<Glyph>,
    pub marks: Vec<Mark>,
    /// The milliseconds used.
    pub time_used_ms: Option<u64>,
    /// The milliseconds left, each with whether they are Black's.
    pub times_left_ms: Vec<(bool, u64)>,
    /// kifu's own keys.
    pub kifu_keys: Vec<KifuKey>,
    /// The other properties, which the reader interprets or keeps.
    pub other_properties: Vec<SgfProperty>,
    /// The text of values next to the one that counts.
    pub surplus: Vec<String>,
    /// Values that make no sense, and repeated ones.
    pub issues: Vec<NodeIssue>,
}

impl NodeContent<'_> {
    /// Returns the value of one of kifu's own keys.
    pub fn kifu_key(&self, name: &str) -> Option<&str> {
        let entry = self.kifu_keys.iter().find(|entry| entry.key == name)?;
        Some(&entry.value)
    }

    /// Reports whether the node has a move.
    pub fn has_move(&self) -> bool {
        self.steps
            .iter()
            .any(|step| matches!(step, SgfStep::Move(_)))
    }

    fn set_glyph(&mut self, glyph: Glyph, property: &SgfProperty, text: &str) {
        if self.glyph.is_some_and(|known| known != glyph) {
            let found = &text[property.span()];
            let message = format!(
                "expected one judgement of a move, found `{}` as well",
                shorten(found)
            );
            self.surplus.push(found.to_owned());
            self.issues
                .push((Code::RepeatedEntry, message, property.span()));
        } else {
            self.glyph = Some(glyph);
        }
    }

    /// Keeps the judgement of a move whose value cannot be one, and reports it.
    fn keep_judgement(&mut self, ident: &str, raw: &str, property: &SgfProperty, text: &str) {
        let expected = match ident {
            "TE" | "BM" => "`1` or `2`",
            _ => "no value",
        };
        let found = shorten(raw);
        let message = format!("expected {expected} in {ident}, found `{found}`; kept in `ext`");
        self.surplus.push(text[property.span()].to_owned());
        self.issues
            .push((Code::UnknownField, message, property.values.clone()));
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

    /// Returns the spans of the values of a property, without brackets.
    pub fn value_spans(
        &self,
        property: &SgfProperty,
    ) -> impl Iterator<Item = Range<usize>> + use<'a> {
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
    pub fn moves(&self, node: usize) -> impl Iterator<Item = SgfMove<'a>> {
        let properties = self.tree.properties(node).iter();
        properties.filter_map(|property| self.read_move(&self.ident(property), property))
    }

    fn read_move(&self, ident: &str, property: &SgfProperty) -> Option<SgfMove<'a>> {
        matches!(ident, "B" | "W").then(|| {
            let span = self.value_spans(property).next().unwrap_or_default();
            SgfMove {
                is_black: ident == "B",
                value: self.text[span].trim(),
                span: property.span(),
            }
        })
    }

    /// Reads all properties of a node.
    pub fn read_node(&mut self, node: usize) -> NodeContent<'a> {
        let mut content = NodeContent::default();
        let mut idents = HashSet::new();
        for property in self.tree.properties(node) {
            let ident = self.ident(property);
            self.check_values(&ident, property, &mut content);
            if !idents.insert(ident.clone()) && !MAY_REPEAT.contains(&ident.as_str()) {
                let message = format!("expected each property once in a node, found {ident} again");
                let issue = (Code::RepeatedEntry, message, property.ident.clone());
                content.issues.push(issue);
            }
            self.read_property(&ident, property, &mut content);
        }
        content
    }

    /// Reports values beyond the first of a property that has only one.
    fn check_values(&self, ident: &str, property: &SgfProperty, content: &mut NodeContent<'a>) {
        let more = self.value_spans(property).nth(1);
        let Some(more) = more.filter(|_| SINGLE_VALUED.binary_search(&ident).is_ok()) else {
            return;
        };
        // The bracket before the value is part of what is kept.
        let span = more.start - 1..property.values.end;
        let shown = shorten(&self.text[span.clone()]);
        let message = format!("expected one value of {ident}, found another one, `{shown}`");
        if ident != "C" {
            let surplus = format!("{ident}{}", &self.text[span.clone()]);
            content.surplus.push(surplus);
        }
        content.issues.push((Code::RepeatedEntry, message, span));
    }

    fn read_property(
        &mut self,
        ident: &str,
        property: &SgfProperty,
        content: &mut NodeContent<'a>,
    ) {
        let raw = self.first_value(property);
        let glyph = match (ident, raw.trim()) {
            ("TE", "" | "1") => Glyph::Good,
            ("TE", "2") => Glyph::Brilliant,
            // Without a value by the standard; some programs write one.
            ("IT", "" | "1") => Glyph::Interesting,
            ("DO", "" | "1") => Glyph::Inaccuracy,
            ("BM", "" | "1") => Glyph::Mistake,
            ("BM", "2") => Glyph::Blunder,
            ("TE" | "IT" | "DO" | "BM", _) => {
                return content.keep_judgement(ident, raw, property, self.text);
            }
            _ => return self.read_other(ident, raw, property, content),
        };
        content.set_glyph(glyph, property, self.text);
    }

    fn read_other(
        &mut self,
        ident: &str,
        raw: &str,
        property: &SgfProperty,
        content: &mut NodeContent<'a>,
    ) {
        let mark = match ident {
            "CR" => Some(MarkKind::Circle),
            "MA" => Some(MarkKind::Cross),
            "TR" => Some(MarkKind::Triangle),
            "SQ" => Some(MarkKind::Square),
            "AR" => Some(MarkKind::Arrow),
            "LB" => Some(MarkKind::Text),
            _ => None,
        };
        if let Some(kind) = mark {
            let mut values = self.value_spans(property);
            if values.all(|span| self.text[span].trim().is_empty()) {
                let message = format!("{ident} marks no points");
                let issue = (Code::SetupWithoutEffect, message, property.span());
                return content.issues.push(issue);
            }
            return self.read_marks(kind, property, content);
        }
        match ident {
            "B" | "W" => {
                let mv = self.read_move(ident, property);
                content.steps.extend(mv.map(SgfStep::Move));
            }
            "AB" | "AW" | "AE" | "PL" => {
                let setup = SgfStep::Setup(ident.to_owned(), property.clone());
                content.steps.push(setup);
            }
            "C" => {
                for span in self.value_spans(property) {
                    add_line(&mut content.comment, &parse_text(&self.text[span]));
                }
            }
            "KT" => match raw.trim().parse() {
                Ok(ms) if content.time_used_ms.is_none() => content.time_used_ms = Some(ms),
                Ok(_) => content.surplus.push(self.text[property.span()].to_owned()),
                Err(_) => add_bad_value(content, "milliseconds", raw, property),
            },
            "KF" => self.read_kifu_keys(property, content),
            "BL" | "WL" => {
                let ms = parse_seconds_as_ms(raw);
                let left = ms.map(|ms| (ident == "BL", ms));
                content.times_left_ms.extend(left);
                content.other_properties.push(property.clone());
            }
            _ => content.other_properties.push(property.clone()),
        }
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
            let raw = &self.text[span.clone()];
            match split_compose(raw) {
                Some((key, value)) => content.kifu_keys.push(KifuKey {
                    key: parse_text(key),
                    value: parse_text(value),
                    span,
                }),
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
            let mark = |at: String, to: String, text: String| Mark {
                text,
                ..Mark::new(kind, at, to)
            };
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
                    let capacity = MAX_MARKS.saturating_sub(self.mark_count);
                    let points: Vec<_> = rectangle_points(at, to.trim()).take(capacity).collect();
                    let names = points.iter().filter_map(|point| self.point_name(point));
                    let marks = names.map(|at| mark(at, empty(), empty()));
                    content.marks.extend(marks);
                    let named = content.marks.len() - before;
                    if (1..points.len()).contains(&named) {
                        add_bad_value(content, "points of the board", raw, property);
                    }
                }
            }
            if content.marks.len() == before {
                add_bad_value(content, "points of the board", raw, property);
            }
            self.mark_count += content.marks.len() - before;
            if self.mark_count >= MAX_MARKS {
                let message = format!("expected fewer than {MAX_MARKS} marks, found more");
                let issue = (Code::TooLarge, message, property.span());
                content.issues.push(issue);
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

fn add_bad_value(content: &mut NodeContent<'_>, expected: &str, raw: &str, property: &SgfProperty) {
    let message = format!("expected {expected}, found `{}`", shorten(raw));
    content
        .issues
        .push((Code::BadValue, message, property.values.clone()));
}

/// Appends a text as a separate line.
pub(super) fn add_line(to: &mut String, line: &str) {
    if !line.is_empty() {
        append_line(to, line);
    }
}
