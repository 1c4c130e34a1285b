//! The lists of the games of a large event: a table of all games would take a browser seconds.

use super::Event;
use super::event_game::EventGame;
use super::game_table::{self, EventLinks};
use crate::pages::frame::{PageScript, render_page};
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// The maximum number of games in a table.
pub(super) const MAX_GAMES_OF_TABLE: usize = 1000;

impl Event<'_> {
    /// Returns the number of pages with lists of games; 0 if the index has all games.
    pub fn list_count(&self) -> usize {
        match self.games.len() {
            0..=MAX_GAMES_OF_TABLE => 0,
            count => count.div_ceil(MAX_GAMES_OF_TABLE),
        }
    }

    /// Returns the path of a list, from 0, in the folder of the index.
    pub fn list_path(nth: usize) -> String {
        format!("lists/{}.html", nth + 1)
    }

    /// Returns the page of a list, from 0, which is in a folder next to the index.
    pub fn list_page(&self, nth: usize) -> String {
        let links = EventLinks {
            event: self,
            base: "../",
        };
        let games: Vec<&EventGame> = self.games_of_list(nth).iter().collect();
        let neighbours = [nth.checked_sub(1), Some(nth + 1)];
        let [previous, next] = neighbours.map(|nth| nth.filter(|nth| *nth < self.list_count()));
        let title = format!("Games {}", self.list_range(nth));
        let body = html! {
            header {
                nav.pages aria-label="Pages" {
                    a href="../index.html" { "All games" }
                    @if let Some(previous) = previous {
                        " " a href={ (previous + 1) ".html" } rel="prev" { "Previous" }
                    }
                    @if let Some(next) = next {
                        " " a href={ (next + 1) ".html" } rel="next" { "Next" }
                    }
                }
                h1 { (title) }
                p.muted { (self.title) }
            }
            main { (game_table::render(&links, &games, true)) }
        };
        let title = format!("{title}, {}", self.title);
        render_page(&title, CssPalette::default(), PageScript::Event, &body)
    }

    /// Returns the links to all lists, for the index.
    pub(super) fn list_links(&self) -> Markup {
        html! {
            p.muted {
                "In the order of the logs; a player's page has the games of that player."
            }
            form.list-search hidden="" {
                div.filters {
                    label { "Player" input type="search" data-key="player"; }
                    @if self.games.iter().any(|game| !game.round.is_empty()) {
                        label { "Round" input type="search" data-key="round"; }
                    }
                    output.muted {}
                }
            }
            ul #game-lists {
                @for nth in 0..self.list_count() {
                    li data-players=(self.texts_of_list(nth, |game| &game.names))
                        data-rounds=(self.texts_of_list(nth, |game| std::slice::from_ref(&game.round))) {
                        a href=(Self::list_path(nth)) { "Games " (self.list_range(nth)) }
                        @if let Some(rounds) = self.rounds_of_list(nth) {
                            " " span.muted { (rounds) }
                        }
                    }
                }
            }
        }
    }

    /// Returns the different texts that the games of a list have, for the search: each on a line.
    fn texts_of_list(&self, nth: usize, texts: fn(&EventGame) -> &[String]) -> String {
        let games = self.games_of_list(nth).iter();
        let all: BTreeSet<&str> = games.flat_map(texts).map(String::as_str).collect();
        let all: Vec<&str> = all.into_iter().collect();
        all.join("\n")
    }

    fn games_of_list(&self, nth: usize) -> &[EventGame] {
        let mut lists = self.games.chunks(MAX_GAMES_OF_TABLE);
        lists.nth(nth).unwrap_or_default()
    }

    /// Returns the numbers of the first and the last game of a list: `1001 – 2000`.
    fn list_range(&self, nth: usize) -> String {
        let first = nth * MAX_GAMES_OF_TABLE;
        format!("{} – {}", first + 1, first + self.games_of_list(nth).len())
    }

    /// Returns the rounds of the first and the last game of a list, if they are known.
    fn rounds_of_list(&self, nth: usize) -> Option<String> {
        let games = self.games_of_list(nth);
        let (first, last) = (&games.first()?.round, &games.last()?.round);
        match (first.is_empty() && last.is_empty(), first == last) {
            (true, _) => None,
            (false, true) => Some(format!("round {first}")),
            (false, false) => Some(format!("rounds {first} to {last}")),
        }
    }
}
