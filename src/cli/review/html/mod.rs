//! The report of a review as an HTML page.
//!
//! The page is one file that loads nothing else; it is readable without a script, in light and dark,
//! on paper and on a phone. Texts from logs are escaped.

mod assets;
mod cards;
mod graph;
mod moments;
mod moves;

use super::{ReviewedGame, text};
use crate::cli::html_page::{self, escaped};
use crate::contract::Player;
use crate::failure::Failure;
use crate::formats::CssPalette;
use crate::scene::{Palette, Role};

/// A page that is being built.
#[derive(Default)]
pub(super) struct ReviewPage {
    colors: CssPalette,
    /// The entries of the table of contents.
    toc_entries: Vec<String>,
    body: String,
}

impl ReviewPage {
    /// Adds a game.
    pub fn add(&mut self, game: &ReviewedGame) -> Result<(), Failure> {
        let nth = self.toc_entries.len() + 1;
        let [first, second] = Player::ALL.map(|player| escaped(&text::player_label(game, player)));
        let title = format!("{first} – {second}");
        let about = escaped(&text::game_and_result(game));
        self.toc_entries.push(format!(
            "<li><a href=\"#g{nth}\">{title}</a> <span class=\"muted\">{about}; {}</span></li>\n",
            moment_count_text(game)
        ));
        let mut part = GameSection {
            colors: &mut self.colors,
            game,
            id: format!("g{nth}"),
        };
        let sections = [
            cards::render(game),
            graph::render(&part),
            part.render_moments()?,
            moves::render(&part),
        ];
        self.body.push_str(&format!(
            "<article id=\"g{nth}\">\n<h2>{title}</h2>\n<p>{about}<br/>\
             <span class=\"muted\">{}</span></p>\n",
            escaped(&text::location_and_engine(game)).replace('\n', "<br/>")
        ));
        self.body.extend(sections);
        self.body.push_str("</article>\n");
        Ok(())
    }

    /// Returns the complete page.
    pub fn render(mut self) -> String {
        for role in [
            Role::Page,
            Role::Text,
            Role::Muted,
            Role::Good,
            Role::Bad,
            Role::LastMove,
            Role::Preview,
            Role::Side(0),
            Role::Side(1),
        ] {
            self.colors.css_variable(role);
        }
        let style = format!(
            ":root{{{}}}\n@media screen and (prefers-color-scheme: dark){{:root{{{}}}}}\n{}",
            self.colors.css_declarations(Palette::LIGHT),
            self.colors.css_declarations(Palette::DARK),
            assets::STYLE
        );
        let mut page = html_page::page_start("Review", &style);
        let count = self.toc_entries.len();
        if count == 1 {
            page.push_str("<header><h1>Review</h1></header>\n");
        } else {
            page.push_str(&format!(
                "<header><h1>Review of {count} games</h1></header>\n\
                 <nav aria-label=\"Games\">\n<ol>\n{}</ol>\n</nav>\n",
                self.toc_entries.concat()
            ));
        }
        page.push_str(&format!("<main>\n{}</main>\n", self.body));
        page.push_str(assets::SCRIPT);
        page.push_str(html_page::PAGE_END);
        page
    }
}

/// Returns the number of key moments as text.
fn moment_count_text(game: &ReviewedGame) -> String {
    match game.moments.len() {
        0 => "no key moments".to_owned(),
        1 => "1 key moment".to_owned(),
        count => format!("{count} key moments"),
    }
}

/// The section of a game on the page.
struct GameSection<'a> {
    colors: &'a mut CssPalette,
    game: &'a ReviewedGame,
    /// The id of the section, the prefix of all ids in it.
    id: String,
}

impl GameSection<'_> {
    /// Returns the anchor of a key moment.
    fn moment_anchor(&self, ply: u32) -> String {
        format!("{}-p{ply}", self.id)
    }

    /// Reports whether a ply is a key moment.
    fn is_key_moment(&self, ply: u32) -> bool {
        self.game.moments.iter().any(|moment| moment.ply == ply)
    }
}

/// Formats a share with its sign in percent, with a true minus sign: `+12 %`.
fn percent(share: f64) -> String {
    with_minus_sign(&format!("{:+.0} %", 100.0 * share))
}

fn with_minus_sign(text: &str) -> String {
    match text {
        "-0 %" | "+0 %" => "0 %".to_owned(),
        _ => text.replace('-', "−"),
    }
}
