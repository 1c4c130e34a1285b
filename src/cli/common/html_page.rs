//! The frame of all HTML pages: each page is one file that opens anywhere and loads nothing else.

use crate::cli::common::text::printable;
use html_escape::encode_double_quoted_attribute;

/// The end of a page.
pub(crate) const PAGE_END: &str = "</body>\n</html>\n";

/// The style sheet that all pages share.
const BASE_STYLE: &str = "\
body{font:16px/1.45 system-ui,sans-serif;margin:1.5em auto;max-width:70em;padding:0 1em;\
color-scheme:light dark}
table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}
th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid #8884}
th.name,td.name{text-align:left}
tr:hover{background:#8882}
";

/// Returns the beginning of a page, up to its body.
pub(crate) fn page_start(title: &str, style: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{BASE_STYLE}{style}</style>\n</head>\n<body>\n"
    )
}

/// Escapes a text from a log, for use between tags or in a quoted attribute.
pub(crate) fn escaped(text: &str) -> String {
    // HTML does not allow these two characters.
    let text = printable(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    encode_double_quoted_attribute(&text).into_owned()
}
