//! The frame of all HTML pages: each page is one file that opens anywhere and loads nothing else.
//!
//! Pages are built from [`Markup`], which escapes every text that is put into it.

use crate::cli::common::text::printable;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet that all pages share.
const BASE_STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;margin:1.5em auto;max-width:70em;padding:0 1em;\
color-scheme:light dark}
table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}
th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid #8884}
th.name,td.name{text-align:left}
tr:hover{background:#8882}
";

/// Returns a page with a style sheet of its own.
pub(in crate::cli) fn render_page(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                // Browsers take the text of a style sheet as it stands, entities and all.
                style { (PreEscaped(BASE_STYLE)) (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    let mut text = without_forbidden_characters(&page.into_string());
    text.push('\n');
    text
}

/// Replaces the characters that HTML does not allow, and those that change the writing direction.
///
/// It runs over the whole page because markup escapes only characters that have a meaning in HTML.
fn without_forbidden_characters(page: &str) -> String {
    printable(page).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}
