//! The pages of an event: an index with standings, and a page for each player.

mod event_game;
mod game_table;
mod highlights;
mod index_page;
mod list_pages;
mod player_page;
mod player_totals;
mod standings_tables;

use crate::review::BotModels;
pub use event_game::EventGame;
pub use standings_tables::{LuckSheet, StandingsSheet, standings_page};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

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
    /// The indices of the games of each player, by name.
    games_of_players: HashMap<String, Vec<usize>>,
    /// The row of each player in the standings of each sheet, by name.
    rows_of_players: Vec<HashMap<&'a str, usize>>,
    bot_models: Option<&'a BotModels>,
}

impl<'a> Event<'a> {
    /// Creates an event of these games, with the page of each player by name.
    pub fn new(
        title: String,
        games: Vec<EventGame>,
        sheets: Vec<StandingsSheet<'a>>,
        player_files: BTreeMap<String, PageFile>,
    ) -> Self {
        let mut games_of_players: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, game) in games.iter().enumerate() {
            let [one, two] = &game.names;
            for name in [Some(one), Some(two).filter(|two| *two != one)]
                .into_iter()
                .flatten()
            {
                games_of_players.entry(name.clone()).or_default().push(at);
            }
        }
        let rows_of_sheet = |sheet: &StandingsSheet<'a>| -> HashMap<&'a str, usize> {
            let rows = sheet.standings.rows.iter().enumerate();
            rows.map(|(at, row)| (row.name.as_str(), at)).collect()
        };
        Self {
            rows_of_players: sheets.iter().map(rows_of_sheet).collect(),
            title,
            games,
            sheets,
            player_files,
            games_of_players,
            bot_models: None,
        }
    }

    /// Returns the event with what is known of the players' bots.
    #[must_use]
    pub fn with_bot_models(self, models: &'a BotModels) -> Self {
        Self {
            bot_models: Some(models),
            ..self
        }
    }

    /// Returns the games in which a player took part.
    fn games_of(&self, name: &str) -> impl Iterator<Item = &EventGame> {
        let indices = self.games_of_players.get(name).into_iter().flatten();
        indices.map(|at| &self.games[*at])
    }

    /// Returns the Elo rating of a player in the games of one kind.
    fn rating(&self, game_id: &str, name: &str) -> Option<f64> {
        let sheet = self.sheets.iter().position(|sheet| sheet.id == game_id)?;
        let row = self.row(sheet, name)?;
        Some(self.sheets[sheet].standings.ratings.rating(row).elo)
    }

    /// Returns the row of a player in a sheet, by the index of the sheet.
    fn row(&self, sheet: usize, name: &str) -> Option<usize> {
        self.rows_of_players[sheet].get(name).copied()
    }
}

/// The path of a page relative to the folder of the index, with `/` between folder and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageFile {
    /// The path as the file system has it: `players/Ada.html`.
    pub path: String,
}

impl PageFile {
    /// Returns the path as a link from the index, in which all but plain characters are encoded.
    ///
    /// ```
    /// use kifu_study::pages::PageFile;
    ///
    /// let file = PageFile { path: "players/Zoë #1.html".to_owned() };
    /// assert_eq!(file.link(), "players/Zo%C3%AB%20%231.html");
    /// ```
    pub fn link(&self) -> String {
        let mut link = String::new();
        for byte in self.path.bytes() {
            if byte.is_ascii_alphanumeric() || b"-_./".contains(&byte) {
                link.push(char::from(byte));
            } else {
                // Writing to a String cannot fail.
                let _ = write!(link, "%{byte:02X}");
            }
        }
        link
    }
}
