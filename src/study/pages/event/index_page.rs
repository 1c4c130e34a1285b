//! The index of an event: standings, cross table, highlights, and all games with filters.

use super::event_game::EventGame;
use super::game_table::{self, EventLinks};
use super::standings_tables::{cross_table, luck_table, standings_table};
use super::{Event, highlights};
use crate::pages::frame::{PageScript, render_page};
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};

impl Event<'_> {
    /// Returns the index, from which links lead to all other pages.
    pub fn index_page(&self) -> String {
        let links = EventLinks {
            event: self,
            base: "",
        };
        let games: Vec<&EventGame> = self.games.iter().collect();
        let body = html! {
            header {
                h1 { (self.title) }
                (self.figures_of_event())
            }
            main {
                @for sheet in &self.sheets {
                    @let link = |name: &str| links.player(name);
                    section {
                        h2 { "Standings: " (sheet.title) }
                        p.muted { (sheet.heading) }
                        (standings_table(sheet.standings, &link))
                        (cross_table(sheet.standings, &link))
                        (luck_table(sheet.luck.as_ref(), &link))
                    }
                }
                (highlights::render(&links))
                @if !games.is_empty() {
                    section aria-labelledby="games" {
                        h2 #games { "Games" }
                        @if self.list_count() == 0 {
                            (game_table::render(&links, &games, true))
                        } @else {
                            (self.list_links())
                        }
                    }
                }
            }
            footer { p.muted { "Made with kifu " (env!("CARGO_PKG_VERSION")) "." } }
        };
        render_page(&self.title, CssPalette::default(), PageScript::Event, &body)
    }

    fn figures_of_event(&self) -> Markup {
        let plies: u64 = self.games.iter().map(|game| u64::from(game.plies)).sum();
        let faults = self.games.iter().flat_map(|game| game.score.faults);
        let reviewed = self.games.iter().filter(|game| game.is_reviewed()).count();
        let mut figures = vec![
            (self.games.len(), "games"),
            (self.player_files.len(), "players"),
            (usize::try_from(plies).unwrap_or(usize::MAX), "plies"),
            (faults.flatten().count(), "faults"),
        ];
        if reviewed > 0 {
            figures.push((reviewed, "reviewed games"));
        }
        html! {
            ul.facts { @for (figure, name) in figures { li { b { (figure) } span { (name) } } } }
        }
    }
}
