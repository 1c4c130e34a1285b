//! The applets in pages of 2006: `<param name="white" value="NAME">`.
//!
//! ```text
//! page  = *(param / anything)
//! param = "<param" *(1*blank attr) ["/"] ">"
//! attr  = name ["=" (DQUOTE *any DQUOTE / "'" *any "'" / 1*(any but blank and ">"))]
//! ```

use nom::branch::alt;
use nom::bytes::complete::{tag_no_case, take_till, take_while1};
use nom::character::complete::{char, multispace0, multispace1};
use nom::combinator::opt;
use nom::multi::fold_many0;
use nom::sequence::{delimited, preceded, terminated};
use nom::{IResult, Parser};
use std::ops::Range;

/// A parameter, with its value as written, entities included.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AppletParam<'a> {
    pub name: &'a str,
    pub value: &'a str,
}

/// The parameters of one applet.
#[derive(Debug, Default)]
pub(super) struct Applet<'a> {
    pub params: Vec<AppletParam<'a>>,
}

impl<'a> Applet<'a> {
    pub fn get(&self, name: &str) -> Option<&'a str> {
        let mut params = self.params.iter();
        params
            .find(|param| param.name.eq_ignore_ascii_case(name))
            .map(|param| param.value)
    }
}

/// Returns the applets of a page that have moves or a player; a repeated parameter starts the next
/// applet.
pub(super) fn applets(text: &str) -> Vec<Applet<'_>> {
    let mut applets = Vec::new();
    let mut applet = Applet::default();
    let mut offset = 0;
    while let Some(found) = memchr::memchr(b'<', &text.as_bytes()[offset..]) {
        offset += found;
        let Ok((rest, param)) = param(&text[offset..]) else {
            offset += 1;
            continue;
        };
        offset = text.len() - rest.len();
        if ["moves", "white", "black"]
            .iter()
            .any(|name| param.name.eq_ignore_ascii_case(name) && applet.get(name).is_some())
        {
            applets.push(std::mem::take(&mut applet));
        }
        applet.params.push(param);
    }
    applets.push(applet);
    let is_game = |applet: &Applet<'_>| applet.get("moves").is_some();
    if applets.iter().any(is_game) {
        // A game that lacks its moves is reported with the others.
        applets.retain(|applet| is_game(applet) || applet.get("white").is_some());
    } else {
        applets.clear();
    }
    applets
}

/// Returns the span of a part of a text; that of a parameter without a value is empty.
pub(super) fn span_within(text: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).checked_sub(text.as_ptr() as usize);
    let span = start.map_or(0..0, |start| start..start + part.len());
    if span.end <= text.len() { span } else { 0..0 }
}

/// Parses `param = "<param" *(1*blank attr) ["/"] ">"`.
fn param(text: &str) -> IResult<&str, AppletParam<'_>> {
    let attributes = fold_many0(
        preceded(multispace1, attribute),
        AppletParam::default,
        |mut param: AppletParam<'_>, (name, value)| {
            if name.eq_ignore_ascii_case("name") {
                param.name = value;
            } else if name.eq_ignore_ascii_case("value") {
                param.value = value;
            }
            param
        },
    );
    let close = (multispace0, opt(char('/')), char('>'));
    delimited(tag_no_case("<param"), attributes, close).parse(text)
}

/// Parses `attr = name ["=" value]`.
fn attribute(text: &str) -> IResult<&str, (&str, &str)> {
    let name = take_while1(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    let quoted = |quote| delimited(char(quote), take_till(move |c| c == quote), char(quote));
    let bare = take_while1(|c: char| !c.is_whitespace() && c != '>' && c != '"' && c != '\'');
    let value = alt((quoted('"'), quoted('\''), bare));
    let equals = terminated(preceded(multispace0, char('=')), multispace0);
    let (rest, (name, value)) = (name, opt(preceded(equals, value))).parse(text)?;
    Ok((rest, (name, value.unwrap_or_default())))
}
