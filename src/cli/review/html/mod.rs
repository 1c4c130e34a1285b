//! The report as a page: one file that fetches nothing, reads without a script, in light and dark,
//! on paper and on a phone. What comes from logs is text there and nothing else.

mod cards;
mod graph;
mod look;
mod moments;
mod moves;

use super::{Reviewed, text};
use crate::cli::html::{self, escaped};
use crate::contract::Player;
use crate::contract::scene::{Palette, Role};
use crate::files::Failure;
use crate::formats::CssPalette;

/// A page in the making.
#[derive(Default)]
pub(super) struct Page {
    inks: CssPalette,
    /// The lines of the table of contents.
    contents: Vec<String>,
    body: String,
}

impl Page {
    /// One game more.
    pub fn add(&mut self, game: &Reviewed) -> Result<(), Failure> {
        let nth = self.contents.len() + 1;
        let [first, second] = Player::ALL.map(|player| escaped(&text::name(game, player)));
        let title = format!("{first} – {second}");
        let about = escaped(&text::about(game));
        self.contents.push(format!(
            "<li><a href=\"#g{nth}\">{title}</a> <span class=\"muted\">{about}; {}</span></li>\n",
            counted(game)
        ));
        let mut part = Part {
            inks: &mut self.inks,
            game,
            id: format!("g{nth}"),
        };
        let sections = [
            cards::of(game),
            graph::of(&part),
            part.moments()?,
            moves::of(&part),
        ];
        self.body.push_str(&format!(
            "<article id=\"g{nth}\">\n<h2>{title}</h2>\n<p>{about}<br/>\
             <span class=\"muted\">{}</span></p>\n",
            escaped(&text::source(game)).replace('\n', "<br/>")
        ));
        self.body.extend(sections);
        self.body.push_str("</article>\n");
        Ok(())
    }

    /// The whole page.
    pub fn text(mut self) -> String {
        for role in [
            Role::Page,
            Role::Text,
            Role::Muted,
            Role::Good,
            Role::Bad,
            Role::LastMove,
            Role::Preview,
            Role::Side(Player::First),
            Role::Side(Player::Second),
        ] {
            self.inks.css_variable(role);
        }
        let style = format!(
            ":root{{{}}}\n@media screen and (prefers-color-scheme: dark){{:root{{{}}}}}\n{}",
            self.inks.css_declarations(Palette::LIGHT),
            self.inks.css_declarations(Palette::DARK),
            look::STYLE
        );
        let mut page = html::head("Review", &style);
        let count = self.contents.len();
        if count == 1 {
            page.push_str("<header><h1>Review</h1></header>\n");
        } else {
            page.push_str(&format!(
                "<header><h1>Review of {count} games</h1></header>\n\
                 <nav aria-label=\"Games\">\n<ol>\n{}</ol>\n</nav>\n",
                self.contents.concat()
            ));
        }
        page.push_str(&format!("<main>\n{}</main>\n", self.body));
        page.push_str(look::SCRIPT);
        page.push_str(html::FOOT);
        page
    }
}

/// How many moments there are.
fn counted(game: &Reviewed) -> String {
    match game.moments.len() {
        0 => "nothing given away".to_owned(),
        1 => "1 key moment".to_owned(),
        count => format!("{count} key moments"),
    }
}

/// A game's part of the page.
struct Part<'a> {
    inks: &'a mut CssPalette,
    game: &'a Reviewed,
    /// The article's id, which begins all others in it.
    id: String,
}

impl Part<'_> {
    /// Where a key moment stands.
    fn place(&self, ply: u32) -> String {
        format!("{}-p{ply}", self.id)
    }

    /// Whether a ply is a key moment.
    fn is_key(&self, ply: u32) -> bool {
        self.game.moments.iter().any(|moment| moment.ply == ply)
    }
}

/// `+12 %`, with the sign of a minus.
fn percent(share: f64) -> String {
    signed(&format!("{:+.0} %", 100.0 * share))
}

fn signed(text: &str) -> String {
    match text {
        "-0 %" | "+0 %" => "0 %".to_owned(),
        _ => text.replace('-', "−"),
    }
}
