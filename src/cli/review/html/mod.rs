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
use crate::cli::html_page;
use crate::contract::Player;
use crate::failure::Failure;
use crate::formats::CssPalette;
use crate::scene::{Palette, Role};
use maud::{Markup, html};

/// A page that is being built.
#[derive(Default)]
pub(super) struct ReviewPage {
    colors: CssPalette,
    /// The entries of the table of contents.
    toc_entries: Vec<Markup>,
    /// The section of each game.
    sections: Vec<Markup>,
}

impl ReviewPage {
    /// Adds a game.
    pub fn add(&mut self, game: &ReviewedGame) -> Result<(), Failure> {
        let id = format!("g{}", self.sections.len() + 1);
        let [first, second] = Player::ALL.map(|player| text::player_label(game, player));
        let title = format!("{first} – {second}");
        let about = text::game_and_result(game);
        self.toc_entries.push(html! {
            li {
                a href={ "#" (id) } { (title) } " "
                span.muted { (about) "; " (moment_count_text(game)) }
            }
        });
        let mut part = GameSection {
            colors: &mut self.colors,
            game,
            id: id.clone(),
        };
        let moments = part.render_moments()?;
        self.sections.push(html! {
            article id=(id) {
                h2 { (title) }
                p {
                    (about) br;
                    span.muted {
                        @for line in text::location_and_engine(game).lines() { (line) br; }
                    }
                }
                (cards::render(game))
                (graph::render(&part))
                (moments)
                (moves::render(&part))
            }
        });
        Ok(())
    }

    /// Returns the complete page.
    pub fn render(mut self) -> String {
        let style = self.style();
        let count = self.sections.len();
        let body = html! {
            @if count == 1 {
                header { h1 { "Review" } }
            } @else {
                header { h1 { "Review of " (count) " games" } }
                nav aria-label="Games" {
                    ol { @for entry in &self.toc_entries { (entry) } }
                }
            }
            main { @for section in &self.sections { (section) } }
        };
        html_page::render_page("Review", &style, assets::SCRIPT, &body)
    }

    /// Returns the style sheet, with a variable for each colour of the page.
    fn style(&mut self) -> String {
        for role in [
            Role::Page,
            Role::Text,
            Role::Muted,
            Role::Good,
            Role::Inaccuracy,
            Role::Mistake,
            Role::Blunder,
            Role::Preview,
            Role::Side(0),
            Role::Side(1),
        ] {
            self.colors.css_variable(role);
        }
        format!(
            ":root{{{}}}\n@media screen and (prefers-color-scheme: dark){{:root{{{}}}}}\n{}",
            self.colors.css_declarations(Palette::LIGHT),
            self.colors.css_declarations(Palette::DARK),
            assets::STYLE
        )
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
