//! The information on a page beside the game itself.

use crate::record::Record;
use nom::bytes::complete::{tag, take_while};
use nom::character::complete::multispace0;
use nom::combinator::opt;
use nom::{IResult, Parser};

/// Reads the id of the game, and what only the logged-in owner of a program sees.
pub(super) fn read_page_info(text: &str) -> Record {
    let mut page_info = Record::default();
    if let Some(id) = game_id_of_saved_page(text) {
        id.clone_into(&mut page_info.source.id);
    }
    for label in ["Player messages", "Total time used"] {
        let words = labelled(text, label).map(plain_text);
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            page_info.ext.insert(label.to_owned(), words);
        }
    }
    page_info
}

/// Returns the part of a page's HTML that a bold label introduces: `<b>label</b> text`, up to the
/// next bold label or the end of the block.
fn labelled<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    let at = memchr::memmem::find(text.as_bytes(), label.as_bytes())? + label.len();
    let (rest, ()) = label_end(&text[at..]).ok()?;
    let ends = ["<b>", "</td", "</p>", "</div", "<script", "</body"];
    let end = ends
        .iter()
        .filter_map(|end| memchr::memmem::find(rest.as_bytes(), end.as_bytes()))
        .min();
    Some(&rest[..end.unwrap_or(rest.len())])
}

/// Parses `label-end = *":" ["</b>"] *blank`.
fn label_end(text: &str) -> IResult<&str, ()> {
    let colon = take_while(|c: char| c == ':');
    (colon, opt(tag("</b>")), multispace0)
        .map(|_| ())
        .parse(text)
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
fn plain_text(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some((before, tag)) = rest.split_once('<') {
        text.push_str(before);
        let (name, after) = tag.split_once('>').unwrap_or((tag, ""));
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
    html_escape::decode_html_entities(text.trim()).into_owned()
}
