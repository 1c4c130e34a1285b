//! The index of an event: standings, cross table, highlights, and all games with filters.

use super::event_game::EventGame;
use super::game_table::{self, EventLinks};
use super::standings_tables::{folded_id, folded_tables, standings_table};
use super::{Event, StandingsSheet, highlights};
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
        let highlights = highlights::of_event(&links);
        let body = html! {
            header {
                h1 { (self.title) }
                (self.section_links(!highlights.is_empty()))
                (self.figures_of_event())
            }
            main {
                @for (nth, sheet) in (1..).zip(&self.sheets) {
                    @let link = |name: &str| links.player(name);
                    @let id = folded_id("standings", nth);
                    section aria-labelledby=(id) {
                        h2 id=(id) { (self.standings_title(sheet)) }
                        p.muted { (sheet.heading) }
                        (standings_table(sheet.standings, &link))
                        (folded_tables(sheet, nth, &link))
                    }
                }
                (highlights::render(&highlights))
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

    /// Returns the title of standings, with the game only if the event's title does not say it.
    fn standings_title(&self, sheet: &StandingsSheet<'_>) -> String {
        match self.sheets.len() {
            1 if self.title == sheet.title => "Standings".to_owned(),
            _ => format!("Standings: {}", sheet.title),
        }
    }

    /// Returns the links to the sections of the index.
    fn section_links(&self, has_highlights: bool) -> Markup {
        let mut sections = Vec::new();
        for (nth, sheet) in (1..).zip(&self.sheets) {
            sections.push((folded_id("standings", nth), self.standings_title(sheet)));
        }
        if has_highlights {
            sections.push(("highlights".to_owned(), "Highlights".to_owned()));
        }
        if !self.games.is_empty() {
            sections.push(("games".to_owned(), "Games".to_owned()));
        }
        // With several tables each standings section has its own.
        if let [sheet] = &self.sheets[..] {
            let cross_table = ("cross-table", "Cross table", sheet.has_cross_table());
            let luck = ("without-luck", "Without luck", sheet.luck.is_some());
            for (id, title, is_there) in [cross_table, luck] {
                if is_there {
                    sections.push((id.to_owned(), title.to_owned()));
                }
            }
        }
        html! {
            nav.pages aria-label="Sections" {
                @for (id, title) in sections { a href={ "#" (id) } { (title) } }
            }
        }
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
