//! The pages of an event: an index with standings, and a page for each player.

mod event_game;
mod game_table;
mod highlights;
mod index_page;
mod page_file;
mod player_page;
mod player_totals;
mod standings_tables;

pub use event_game::EventGame;
pub use page_file::PageFile;
pub use standings_tables::{LuckSheet, StandingsSheet, standings_page};

use std::collections::BTreeMap;

/// The games of an event with the standings, from which its pages are made.
pub struct Event<'a> {
    /// The title of the event.
    pub title: String,
    /// The games that have a page, in the order in which they were read.
    pub games: Vec<EventGame>,
    /// The standings of each game that was played.
    pub sheets: Vec<StandingsSheet<'a>>,
    /// The page of each player, by name.
    pub player_files: BTreeMap<String, PageFile>,
}

impl Event<'_> {
    /// Returns the games in which a player took part.
    fn games_of<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e EventGame> {
        let is_own = move |game: &&EventGame| game.names.iter().any(|known| known == name);
        self.games.iter().filter(is_own)
    }

    /// Returns the Elo rating of a player in the games of one kind.
    fn rating(&self, game_id: &str, name: &str) -> Option<f64> {
        let sheet = self.sheets.iter().find(|sheet| sheet.id == game_id)?;
        let row = sheet
            .standings
            .rows
            .iter()
            .position(|row| row.name == name)?;
        Some(sheet.standings.ratings.rating(row).elo)
    }
}
