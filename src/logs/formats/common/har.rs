//! Recordings of what a browser received while a page was open (HAR 1.2), which its developer tools
//! save.
//!
//! ```text
//! file     = {"log": {"entries": [entry ...], ...}}
//! entry    = {"response": {"content": content, ...}, ...}
//! content  = {"text": body, "encoding": "base64", ...}     the encoding may be missing
//! ```
//!
//! Of all this the bodies with games are read. Requests, cookies and headers, in which session
//! handles and tokens are, never are.

use super::mhtml::from_base64;
use serde::Deserialize;
use std::borrow::Cow;

/// The kinds of bodies with games: the characters that they may begin with, a text in them, and their
/// name. Only bodies of one kind are read together, the first one in this order.
const KINDS: [(&str, &str, &str); 4] = [
    ("{[", "\"frames\"", "replays"),
    ("[{", "\"playerAgentId\"", "lists of battles"),
    ("{[", "\"open_spiel_", "episodes"),
    ("<", "<html", "pages"),
];

/// The bodies of a recording that have games, as one text.
pub(super) struct HarBodies {
    pub text: Vec<u8>,
    /// The note on the bodies that were read.
    pub message: String,
}

/// Reports whether a text begins as a recording of a browser.
///
/// ```
/// use kifu_logs::formats::is_har;
///
/// assert!(is_har(b"{\"log\": {\"version\": \"1.2\", \"entries\": []}}"));
/// assert!(!is_har(b"{\"log\": [1, 2]}"));
/// ```
pub fn is_har(start: &[u8]) -> bool {
    let mut rest = start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start);
    for token in [&b"{"[..], b"\"log\"", b":", b"{"] {
        let Some(after) = rest.trim_ascii_start().strip_prefix(token) else {
            return false;
        };
        rest = after;
    }
    true
}

/// Returns the bodies with games of a recording; `None` if there are none, or for any other text.
pub(super) fn bodies(bytes: &[u8]) -> Option<HarBodies> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let har: Har<'_> = is_har(bytes).then(|| serde_json::from_slice(bytes).ok())??;
    let entries = har.log.entries;
    let bodies: Vec<Cow<'_, str>> = entries.into_iter().filter_map(HarEntry::body).collect();
    let (chosen, what) = KINDS.into_iter().find_map(|(starts, mark, what)| {
        let has_games = |body: &&Cow<'_, str>| {
            body.trim_start().starts_with(|c| starts.contains(c)) && body.contains(mark)
        };
        let chosen: Vec<_> = bodies.iter().filter(has_games).collect();
        (!chosen.is_empty()).then_some((chosen, what))
    })?;
    let mut text = Vec::new();
    for body in &chosen {
        text.extend_from_slice(body.trim().as_bytes());
        text.push(b'\n');
    }
    let message = format!(
        "found {} with {what} among the {} texts that a browser received (HAR); lines are those of \
         these texts, one after the other",
        chosen.len(),
        bodies.len()
    );
    Some(HarBodies { text, message })
}

#[derive(Deserialize)]
struct Har<'a> {
    #[serde(borrow)]
    log: HarLog<'a>,
}

#[derive(Deserialize)]
struct HarLog<'a> {
    #[serde(borrow)]
    entries: Vec<HarEntry<'a>>,
}

#[derive(Deserialize)]
struct HarEntry<'a> {
    #[serde(borrow, default)]
    response: HarResponse<'a>,
}

#[derive(Deserialize, Default)]
struct HarResponse<'a> {
    #[serde(borrow, default)]
    content: HarContent<'a>,
}

#[derive(Deserialize, Default)]
struct HarContent<'a> {
    #[serde(borrow, default)]
    text: Cow<'a, str>,
    #[serde(borrow, default)]
    encoding: Cow<'a, str>,
}

impl<'a> HarEntry<'a> {
    /// Returns the body of the answer; `None` if it is empty or no text.
    fn body(self) -> Option<Cow<'a, str>> {
        let HarContent { text, encoding } = self.response.content;
        let body = if encoding == "base64" {
            String::from_utf8(from_base64(text.as_bytes())).ok()?.into()
        } else {
            text
        };
        (!body.is_empty()).then_some(body)
    }
}
