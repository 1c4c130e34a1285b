//! The frame of all HTML pages: each page is one file that opens anywhere and loads nothing else.
//!
//! Pages are built from [`Markup`], which escapes every text that is put into it. A content
//! security policy forbids a page whatever it does not need, should a text ever get through.

use crate::cli::common::text::printable;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// The style sheet that all pages share.
const BASE_STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;margin:1.5em auto;max-width:70em;padding:0 1em;\
color-scheme:light dark}
table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}
th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid #8884}
th.name,td.name{text-align:left;overflow-wrap:anywhere}
tr:hover{background:#8882}
";

/// Returns a page with a style sheet of its own, and a script unless that is empty.
///
/// The script is constant: no text of a log may go into it.
pub(in crate::cli) fn render_page(
    title: &str,
    style: &str,
    script: &'static str,
    body: &Markup,
) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(security_policy(script));
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                // Browsers take the text of a style sheet as it stands, entities and all.
                style { (PreEscaped(BASE_STYLE)) (PreEscaped(style)) }
            }
            body {
                (body)
                @if !script.is_empty() {
                    script { (PreEscaped(script)) }
                }
            }
        }
    };
    let mut text = without_forbidden_characters(&page.into_string());
    text.push('\n');
    text
}

/// Returns the content security policy of a page: its own styles, this script and nothing else.
fn security_policy(script: &str) -> String {
    let mut policy =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
            .to_owned();
    if !script.is_empty() {
        let hash = base64(&Sha256::digest(script.as_bytes()));
        policy.push_str(&format!("; script-src 'sha256-{hash}'"));
    }
    policy
}

/// Returns bytes in base64 (RFC 4648), in which a policy names a script.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let byte = |at: usize| usize::from(part.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            text.push(if digit <= part.len() {
                char::from(DIGITS[bits >> (18 - 6 * digit) & 63])
            } else {
                '='
            });
        }
    }
    text
}

/// Replaces the characters that HTML does not allow, and those that change the writing direction.
///
/// It runs over the whole page because markup escapes only characters that have a meaning in HTML.
fn without_forbidden_characters(page: &str) -> String {
    printable(page).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
