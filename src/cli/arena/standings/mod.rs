//! The command `kifu standings`, which ranks bots from game records.

pub(crate) mod export;
mod left_out;
mod luck;
mod read;

use super::super::Status;
use super::super::terminal::{self, StdoutWriter};
use super::{args, standings_table};
use crate::common::text::{one_line, pluralize, printable, table_name, words_text};
use annotate_snippets::Level;
use kifu_core::contract::RankingKey;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_study::arena::{AdjustedGame, AdjustedStandings, Standings, StandingsBuilder};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::pages::StandingsSheet;
use kifu_study::review::WordTotals;
use left_out::{LeftOutGames, LeftOutJson};
use luck::LuckTable;
use read::StandingsGames;
pub(crate) use read::{CountedGame, StandingsCounter, counted_game};
use std::collections::BTreeMap;

/// The standings of one game.
pub(crate) struct GameStandings {
    /// The name of the game.
    title: String,
    /// The id of the game; empty if unknown.
    id: String,
    ranked_by: &'static [RankingKey],
    standings: Standings,
    left_out: Vec<LeftOutJson>,
    /// The table without luck, if it is asked for and the game has luck.
    luck: Option<LuckTable>,
    /// The totals of the words of each bot, by name, if the logs have words.
    words: BTreeMap<String, WordTotals>,
}

impl GameStandings {
    fn new(id: &str, table: StandingsBuilder, left_out: &LeftOutGames) -> Self {
        let game = by_id(CATALOGUE, id);
        let ranked_by = game.map_or(&[RankingKey::Points][..], |game| game.info().ranked_by);
        Self {
            title: game.map_or("results", |game| game.name()).to_owned(),
            id: id.to_owned(),
            ranked_by,
            standings: table.finish(ranked_by),
            left_out: left_out::to_json(left_out, id),
            luck: None,
            words: BTreeMap::new(),
        }
    }

    /// Takes the tables of all games, and creates the standings of each.
    fn take_from(games: &mut StandingsGames) -> Vec<Self> {
        let tables = std::mem::take(&mut games.tables).into_iter();
        let sheets = tables.map(|(id, table)| {
            let mut sheet = Self::new(&id, table, &games.left_out);
            sheet.words = games.words.remove(&id).unwrap_or_default();
            if let Some((nodes, games)) = games.luck_nodes.zip(games.adjusted.get(&id)) {
                sheet.add_luck(games, nodes);
            }
            sheet
        });
        sheets.collect()
    }

    /// Adds the table without luck.
    fn add_luck(&mut self, games: &[AdjustedGame], nodes: u64) {
        let standings = AdjustedStandings::new(games, self.ranked_by);
        self.luck = LuckTable::new(&self.id, standings, nodes);
    }

    /// Returns the id of the game; empty if unknown.
    #[cfg(feature = "mcp")]
    pub(crate) fn id(&self) -> &str {
        &self.id
    }

    /// Returns the rank of a bot in the plain table.
    fn rank_of(&self, name: &str) -> Option<usize> {
        let mut rows = self.standings.rows.iter();
        rows.find(|row| row.name == name).map(|row| row.rank)
    }

    /// Returns the number of games and the ranking criteria.
    fn heading(&self) -> String {
        let words = self.ranked_by.iter().map(|tally| match tally {
            RankingKey::Wins => "games won",
            RankingKey::Points => "points",
            RankingKey::GamePoints => "game points",
        });
        let order = words.collect::<Vec<_>>().join(", then ");
        let games = pluralize(self.standings.game_count, "game");
        format!("{games}, ranked by {order}")
    }

    /// Returns the standings for a page.
    pub(crate) fn sheet(&self) -> StandingsSheet<'_> {
        StandingsSheet {
            id: &self.id,
            title: &self.title,
            heading: self.heading(),
            standings: &self.standings,
            luck: self.luck.as_ref().map(|luck| luck.sheet(self)),
        }
    }

    /// Returns the tables as text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}, {}\n", self.title, self.heading());
        text.push_str(&standings_table::standings_text(
            &self.standings,
            usize::MAX,
        ));
        text.push_str(&standings_table::cross_table_text(&self.standings));
        text.push_str(&standings_table::pairs_text(&self.standings));
        if let Some(luck) = &self.luck {
            text.push_str(&luck.text(self));
        }
        if !self.words.is_empty() {
            text.push_str("\nSaid and true (± standard error, 95 % intervals)\n");
        }
        for (name, words) in &self.words {
            text.push_str(&format!("  {}\n", one_line(&table_name(name))));
            text.push_str(&words_text(words));
        }
        text
    }
}

/// Returns the standings of games that were counted, one for each game that was played, and
/// reports the games that do not count.
///
/// `default_game` is the game of result tables that do not name it.
pub(crate) fn standings_of(
    counter: StandingsCounter,
    default_game: Option<&'static dyn DynGame>,
    status: &mut Status,
) -> Vec<GameStandings> {
    let mut games = counter.finish(default_game);
    left_out::report(&games.left_out, status);
    GameStandings::take_from(&mut games)
}

/// Runs the command.
pub(crate) fn run(args: &args::StandingsArgs, status: &mut Status) -> Result<(), Failure> {
    let mut games = read::read(args, status)?;
    left_out::report(&games.left_out, status);
    let mut sheets = GameStandings::take_from(&mut games);
    if sheets.is_empty() {
        let message = "expected games with results, found none";
        let hint =
            "give match records, a contest's result tables, or other logs (see `kifu formats`)";
        return Err(Failure::new(FailureKind::Input, message).hint(hint));
    }
    if args.luck_adjusted && sheets.iter().all(|sheet| sheet.luck.is_none()) {
        let hint = "luck is measured in games with chance events (Box), from their moves";
        terminal::print_message(Level::NOTE, "found no game with luck", Some(hint));
    }
    let text = if args.json {
        add_missing_games(&mut sheets, &games.left_out);
        export::json(&sheets)
    } else if args.csv {
        export::csv(&sheets)
    } else if args.html {
        export::html_page(&sheets)
    } else {
        let texts: Vec<String> = sheets.iter().map(GameStandings::text).collect();
        printable(&texts.join("\n"))
    };
    let mut out = StdoutWriter::new();
    if args.csv {
        out.print_data(&text)?;
    } else {
        out.print(&text)?;
    }
    out.flush()
}

/// Adds a table without rows for each game of which all logs are left out.
fn add_missing_games(sheets: &mut Vec<GameStandings>, left_out: &LeftOutGames) {
    for game in left_out.games() {
        if sheets.iter().all(|sheet| sheet.id != game) {
            sheets.push(GameStandings::new(
                game,
                StandingsBuilder::default(),
                left_out,
            ));
        }
    }
}
