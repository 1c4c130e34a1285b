//! The information on a page apart from the game itself.
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

use crate::formats::ParsedGame;
use crate::formats::statuses::{StatusWords, parse_result, shorten};
use kifu_core::contract::Player;
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{Catalogue, DynGame, by_id};
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
enum PageTextKind {
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
struct PageText {
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
fn page_texts(html: &str) -> Vec<PageText> {
    let mut texts = Vec::new();
    for (label, kind, markup) in LABELS {
        let mut offset = 0;
        while let Some(found) = memchr::memmem::find(&html.as_bytes()[offset..], label.as_bytes()) {
            let start = offset + found;
            offset = start + label.len();
            let after = &html[offset..];
            let part = match markup {
                Markup::Bold => bold_text(after),
                Markup::Row => cell_text(&html[..start], after),
                Markup::Log => log_text(after),
                Markup::Heading => heading_text(after),
            };
            let Some(part) = part else { continue };
            let start = part.as_ptr() as usize - html.as_ptr() as usize;
            offset = start + part.len();
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
            let word = text.as_bytes().get(at + 1..at + 1 + tag.len());
            word.is_some_and(|word| word.eq_ignore_ascii_case(tag.as_bytes()))
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

/// Returns the preformatted text below the heading of the log; if the page ends within the text,
/// returns the text so far.
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
fn game_id_of_saved_page(text: &str) -> Option<&str> {
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

// The assignment of a page's texts to its games.

/// The texts of a page that belong to one game.
#[derive(Debug, Default)]
pub(super) struct GameTexts {
    id: String,
    texts: Vec<PageText>,
    /// The findings about texts of no game.
    findings: Vec<Finding>,
}

/// Assigns the texts of a page to its games, in order.
///
/// There must be as many texts of a kind as games; those of other kinds belong to no game. `page` is
/// the text of the page with its comments.
pub(super) fn assign_texts(
    page: &str,
    source: &SourceText<'_>,
    game_count: usize,
) -> Vec<GameTexts> {
    let mut games: Vec<GameTexts> = (0..game_count).map(|_| GameTexts::default()).collect();
    if let ([game], Some(id)) = (&mut *games, game_id_of_saved_page(page)) {
        id.clone_into(&mut game.id);
    }
    let texts = page_texts(source.text());
    for kind_texts in texts.chunk_by(|one, next| one.kind == next.kind) {
        if kind_texts.len() == game_count {
            for (game, text) in games.iter_mut().zip(kind_texts) {
                game.texts.push(text.clone());
            }
        } else if let (Some(first), Some(text)) = (games.first_mut(), kind_texts.first()) {
            let message = format!(
                "expected one `{}` for each of {game_count} games, found {}",
                text.label(),
                kind_texts.len()
            );
            let location = source.location(text.span.clone());
            let finding = Finding::new(Code::UnassignedText, message).at(location);
            first.findings.push(finding);
        }
    }
    games
}

impl GameTexts {
    /// Adds the texts to the game: its result, its id, and in `ext` what has no field.
    pub fn apply(self, parsed: &mut ParsedGame, source: &SourceText<'_>, catalogue: Catalogue) {
        if !self.id.is_empty() {
            parsed.record.source.id = self.id;
        }
        parsed.findings.extend(self.findings);
        let text_of = |kind| self.texts.iter().find(|text| text.kind == kind);
        let words = text_of(PageTextKind::Message);
        let result = text_of(PageTextKind::Result);
        apply_result(parsed, words, result, source, catalogue);
        for text in &self.texts {
            if let PageTextKind::Labelled(label) = text.kind {
                let ext = &mut parsed.record.ext;
                ext.insert(label.to_owned(), text.text.clone());
            }
        }
    }
}

/// Stores the jury's words and the points as the result that the page reports.
fn apply_result(
    parsed: &mut ParsedGame,
    words: Option<&PageText>,
    result: Option<&PageText>,
    source: &SourceText<'_>,
    catalogue: Catalogue,
) {
    let Some(shown) = result.or(words) else {
        return;
    };
    let game = by_id(catalogue, &parsed.record.game);
    let sides = game.map_or(["White", "Black"], <dyn DynGame>::sides);
    let stated = result.map(|text| parse_result(&text.text, sides));
    if let (Some(text), Some(None)) = (result, &stated) {
        let message = format!(
            "expected a result such as `210 - 90`, found `{}`",
            shorten(&text.text)
        );
        let location = source.location(text.span.clone());
        let finding = Finding::new(Code::BadValue, message).at(location);
        parsed.findings.push(finding);
    }
    let stated = stated.flatten().unwrap_or_default();
    let [first, second] = Player::ALL.map(|player| {
        let points = stated.points.map(|(first, second)| [first, second]);
        points.map(|points| points[player.index()])
    });
    let status = StatusWords::new(words.map_or("", |text| &text.text));
    for finding in status.report(&mut parsed.record, game, [first, second]) {
        let span = words.map_or(shown.span.clone(), |text| text.span.clone());
        parsed.findings.push(finding.at(source.location(span)));
    }
    if let Some(reported) = &mut parsed.record.reported {
        let pair = reported.winner.zip(stated.winner);
        if let Some((said, counted)) = pair.filter(|(said, counted)| said != counted) {
            let message = format!(
                "expected the same winner in message and result, found {said:?} and {counted:?}"
            );
            let location = source.location(shown.span.clone());
            let finding = Finding::new(Code::StatusDisagrees, message).at(location);
            parsed.findings.push(finding);
        }
        reported.winner = reported.winner.or(stated.winner);
        for (player, fault) in stated.faults {
            reported.faults.entry(player).or_insert(fault);
        }
    }
    parsed.game_spans.result = Some(shown.span.clone());
}
