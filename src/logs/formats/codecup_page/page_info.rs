//! The information on a page beside the game itself.
//!
//! ```text
//! page  = *(bold / row / log / heading / anything)
//! bold  = "<b>" ("Player messages" / "Total time used") ":" "</b>" words
//! row   = ("<th" / "<td") *any ">" ("Message" / "Result") ":" cell-end "<td" *any ">" words
//! log   = "Log Messages</h3>" "<pre>" words "</pre>"
//! heading = "<h3>" words "</h3>"            words other than `Log Messages`
//! ```
//!
//! Rows, log and heading are those of the game pages of the jury's home kit.

use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_while, take_while1};
use nom::character::complete::{char, multispace0};
use nom::combinator::opt;
use nom::multi::many0_count;
use nom::{IResult, Parser};
use std::ops::Range;

/// The number of bytes in which the tag around a label, or the end of a heading, is looked for.
const MAX_TAG_BYTES: usize = 1000;

/// The kind of a text on a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PageTextKind {
    /// The status words of both players.
    Message,
    /// The points of both players.
    Result,
    /// A text that is kept under its label.
    Labelled(&'static str),
}

/// The labels of the texts that a page shows, each with its kind and the way it is marked.
const LABELS: [(&str, PageTextKind, Markup); 6] = [
    ("Message", PageTextKind::Message, Markup::Row),
    ("Result", PageTextKind::Result, Markup::Row),
    (
        "Player messages",
        PageTextKind::Labelled("Player messages"),
        Markup::Bold,
    ),
    (
        "Total time used",
        PageTextKind::Labelled("Total time used"),
        Markup::Bold,
    ),
    (
        "Log Messages",
        PageTextKind::Labelled("Log Messages"),
        Markup::Log,
    ),
    ("<h3>", PageTextKind::Labelled("Heading"), Markup::Heading),
];

/// The way in which a text is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Markup {
    /// A bold label before the text.
    Bold,
    /// A cell with the label before the cell with the text.
    Row,
    /// A heading before preformatted text.
    Log,
    /// The text of a heading.
    Heading,
}

/// A text on a page, with its span in the HTML.
#[derive(Clone, Debug)]
pub(super) struct PageText {
    pub kind: PageTextKind,
    pub text: String,
    pub span: Range<usize>,
}

impl PageText {
    /// Returns the label of the text, for a message.
    pub fn label(&self) -> &'static str {
        match self.kind {
            PageTextKind::Message => "Message",
            PageTextKind::Result => "Result",
            PageTextKind::Labelled(label) => label,
        }
    }
}

/// Returns the texts of a page that are not empty, by kind and then in order.
pub(super) fn page_texts(html: &str) -> Vec<PageText> {
    let mut texts = Vec::new();
    for (label, kind, markup) in LABELS {
        let mut at = 0;
        while let Some(found) = memchr::memmem::find(&html.as_bytes()[at..], label.as_bytes()) {
            let start = at + found;
            at = start + label.len();
            let after = &html[at..];
            let part = match markup {
                Markup::Bold => bold_text(after),
                Markup::Row => cell_text(&html[..start], after),
                Markup::Log => log_text(after),
                Markup::Heading => heading_text(after),
            };
            let Some(part) = part else { continue };
            let start = part.as_ptr() as usize - html.as_ptr() as usize;
            at = start + part.len();
            let text = plain_text(part);
            if !text.is_empty() {
                let span = start..start + part.trim_end().len();
                texts.push(PageText { kind, text, span });
            }
        }
    }
    texts
}

/// Returns the part of a text before the first tag that starts with one of these words.
fn before_tag<'a>(text: &'a str, tags: &[&str]) -> &'a str {
    let is_end = |at: &usize| {
        tags.iter().any(|tag| {
            let found = text.as_bytes().get(at + 1..at + 1 + tag.len());
            found.is_some_and(|found| found.eq_ignore_ascii_case(tag.as_bytes()))
        })
    };
    let end = memchr::memchr_iter(b'<', text.as_bytes()).find(is_end);
    &text[..end.unwrap_or(text.len())]
}

/// Returns the part of a page's HTML that follows a bold label, up to the next bold label or the
/// end of the block.
fn bold_text(after: &str) -> Option<&str> {
    let (rest, ()) = label_end(after).ok()?;
    let ends = ["b>", "/td", "/p>", "/div", "script", "/body"];
    Some(before_tag(rest, &ends))
}

/// Parses `label-end = *":" ["</b>"] *blank`.
fn label_end(text: &str) -> IResult<&str, ()> {
    let colon = take_while(|c: char| c == ':');
    (colon, opt(tag("</b>")), multispace0)
        .map(|_| ())
        .parse(text)
}

/// Returns the text of the cell that follows the cell with a label.
fn cell_text<'a>(before: &str, after: &'a str) -> Option<&'a str> {
    let before = before.trim_end().strip_suffix('>')?;
    let window = before.ceil_char_boundary(before.len().saturating_sub(MAX_TAG_BYTES));
    let before = &before[window..];
    let opening = &before[before.rfind('<')? + 1..];
    let is_cell = ["th", "td"].iter().any(|cell| {
        let start = opening.get(..2);
        start.is_some_and(|start| start.eq_ignore_ascii_case(cell))
    });
    let (rest, ()) = next_cell(after).ok().filter(|_| is_cell)?;
    Some(before_tag(rest, &["/td", "/tr", "/table"]))
}

/// Parses `":" cell-end "<td" *any ">"`, with blanks and no-break spaces between.
fn next_cell(text: &str) -> IResult<&str, ()> {
    let is_blank = |c: char| c.is_whitespace() || c == '\u{a0}';
    let gap = || many0_count(alt((tag("&nbsp;"), take_while1(is_blank))));
    let close = alt((tag_no_case("</th>"), tag_no_case("</td>")));
    let open = (tag_no_case("<td"), take_while(|c| c != '>'), char('>'));
    (char(':'), gap(), close, gap(), open)
        .map(|_| ())
        .parse(text)
}

/// Returns the preformatted text below the heading of the log; one that breaks off with the page
/// is kept as far as it goes.
fn log_text(after: &str) -> Option<&str> {
    let open = (tag_no_case("<pre"), take_while(|c| c != '>'), char('>'));
    let head: IResult<&str, _> = (tag_no_case("</h3>"), multispace0, open).parse(after);
    let (rest, _) = head.ok()?;
    Some(before_tag(rest, &["/pre"]))
}

/// Returns the text of a heading that is not the one of the log.
fn heading_text(after: &str) -> Option<&str> {
    let window = &after[..after.floor_char_boundary(MAX_TAG_BYTES)];
    let text = before_tag(window, &["/h3"]);
    let is_closed = text.len() < window.len();
    (is_closed && !text.trim_start().starts_with("Log Messages")).then_some(text)
}

/// Returns the number of the game from the comment that browsers put into a saved page.
pub(super) fn game_id_of_saved_page(text: &str) -> Option<&str> {
    let text = &text[..text.floor_char_boundary(4096)];
    let (_, after) = text.split_once("saved from url=")?;
    let (line, _) = after.split_once("-->").unwrap_or((after, ""));
    let (_, id) = line.split_once("ga=")?;
    let digits = id.find(|c: char| !c.is_ascii_digit()).unwrap_or(id.len());
    (digits > 0).then(|| &id[..digits])
}

/// Converts HTML to text: `<br>` becomes a line break, other tags are dropped, entities decoded.
///
/// A `<` that does not begin a tag is text, as a bot writes it.
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let is_tag = tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/' || c == '!');
        let Some((name, after)) = tag.split_once('>').filter(|_| is_tag) else {
            text.push('<');
            rest = tag;
            continue;
        };
        rest = after;
        let name = name.get(..2).unwrap_or_default();
        if name.eq_ignore_ascii_case("br") {
            text.push('\n');
            // The line break in the source after the tag means nothing.
            rest = after.trim_start_matches('\r');
            rest = rest.strip_prefix('\n').unwrap_or(rest);
        }
    }
    text.push_str(rest);
    let decoded = html_escape::decode_html_entities(&text);
    decoded.trim().to_owned()
}
