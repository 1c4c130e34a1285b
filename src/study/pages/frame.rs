//! The frame of all pages: one style sheet, the theme, the content security policy.
//!
//! Pages are built from [`Markup`], which escapes every text that is put into it. A content
//! security policy forbids a page everything that it does not need, should a text ever get through.

use kifu_core::contract::replace_unprintable;
use kifu_core::scene::{Palette, Role};
use kifu_logs::formats::CssPalette;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// The style sheet of all pages.
const STYLE: &str = include_str!("style.css");

/// The script of a page; the page is complete without it, but for the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageScript {
    /// The switch between light and dark, and the keys that go from one key moment to the next.
    Report,
    /// The board that is stepped through.
    Game,
    /// The same with a link to the window in a browser, which leads to the ply shown.
    GameWithViewer,
    /// Tables that are sorted and filtered.
    Event,
}

impl PageScript {
    /// Returns the style sheet of the pages that have this script, after [`STYLE`].
    const fn style(self) -> &'static str {
        match self {
            Self::Report | Self::Game | Self::GameWithViewer => "",
            Self::Event => include_str!("event.css"),
        }
    }

    /// Returns the text of the script. It is constant: no text of a log may go into it.
    const fn text(self) -> &'static str {
        match self {
            Self::Report => concat!(include_str!("theme.js"), include_str!("report.js")),
            Self::Game => concat!(include_str!("theme.js"), include_str!("game.js")),
            Self::GameWithViewer => concat!(
                include_str!("theme.js"),
                include_str!("game.js"),
                include_str!("viewer_link.js")
            ),
            Self::Event => concat!(include_str!("theme.js"), include_str!("event.js")),
        }
    }
}

/// The colours of the style sheet, as roles.
const STYLE_ROLES: [Role; 11] = [
    Role::Page,
    Role::Text,
    Role::Muted,
    Role::Good,
    Role::Bad,
    Role::Inaccuracy,
    Role::Mistake,
    Role::Blunder,
    Role::Preview,
    Role::Side(0),
    Role::Side(1),
];

/// The colours of the style sheet that no picture has, for a light page.
const LIGHT_SURFACES: &str =
    "--surface:#f5f6f8ff;--line:#d5dae0ff;--hover:#e8edf3ff;--edge:#00000033;";
/// The colours of the style sheet that no picture has, for a dark page.
const DARK_SURFACES: &str =
    "--surface:#1f2227ff;--line:#383d45ff;--hover:#2b3038ff;--edge:#ffffff33;";

/// Returns a page in one file, which loads nothing else.
///
/// `colors` are those of the pictures on the page.
pub fn render_page(
    title: &str,
    mut colors: CssPalette,
    script: PageScript,
    body: &Markup,
) -> String {
    let text = squeezed(script.text());
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(security_policy(&text));
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "kifu " (env!("CARGO_PKG_VERSION")) };
                meta name="referrer" content="no-referrer";
                title { (title) }
                // Browsers take the text of a style sheet as it is, entities and all.
                style { (PreEscaped(color_rules(&mut colors))) (PreEscaped(STYLE)) (PreEscaped(script.style())) }
            }
            body {
                button #theme type="button" hidden="" title="Light or dark" { "Light or dark" }
                (body)
                script { (PreEscaped(text)) }
            }
        }
    };
    let mut text = without_forbidden_characters(&page.into_string());
    text.push('\n');
    text
}

/// Returns a script without its comments and indentation. Each comment has its own line, and no
/// text of a script goes over the end of a line.
fn squeezed(script: &str) -> String {
    let lines = script.lines().map(str::trim_start);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with("//"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns rules that give the colours their values: as the reader's system has it, or as the
/// switch of the page says. Paper is light.
fn color_rules(colors: &mut CssPalette) -> String {
    for role in STYLE_ROLES {
        colors.css_variable(role);
    }
    let light = colors.css_declarations(Palette::LIGHT);
    let dark = colors.css_declarations(Palette::DARK);
    format!(
        ":root{{color-scheme:light;{LIGHT_SURFACES}{light}}}\n\
         @media screen and (prefers-color-scheme: dark){{:root:not([data-theme=light])\
         {{color-scheme:dark;{DARK_SURFACES}{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{color-scheme:dark;{DARK_SURFACES}{dark}}}}}\n"
    )
}

/// Returns the content security policy of a page: its own styles, this script and nothing else.
fn security_policy(script: &str) -> String {
    let hash = base64(&Sha256::digest(script.as_bytes()));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
         script-src 'sha256-{hash}'"
    )
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

/// Replaces the characters that HTML does not allow, those that change the writing direction, and
/// invisible ones.
///
/// It runs over the whole page because markup escapes only characters that have a meaning in HTML.
fn without_forbidden_characters(page: &str) -> String {
    let page = replace_unprintable(page, &['\n', '\t']);
    // A search for one character is much faster than one for either.
    if page.contains('\u{fffe}') || page.contains('\u{ffff}') {
        return page.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    }
    page.into_owned()
}
