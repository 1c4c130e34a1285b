//! The command `kifu standings`, which ranks bots from game records.

mod export;
mod html;
mod read;

use super::super::Status;
use super::super::terminal::StdoutWriter;
use super::{args, standings_table};
use crate::arena::{GameScore, Standings};
use crate::cli::common::text::printable;
use crate::contract::RankingKey;
use crate::failure::{Failure, FailureKind};
use crate::games::{CATALOGUE, by_id};

/// The standings of one game.
pub(super) struct GameStandings {
    /// The name of the game.
    title: String,
    /// The id of the game; empty if unknown.
    id: String,
    ranked_by: &'static [RankingKey],
    scores: Vec<GameScore>,
    standings: Standings,
}

impl GameStandings {
    fn new(id: &str, scores: Vec<GameScore>) -> Self {
        let game = by_id(CATALOGUE, id);
        let ranked_by = game.map_or(&[RankingKey::Points][..], |game| game.info().ranked_by);
        Self {
            title: game.map_or("results", |game| game.name()).to_owned(),
            id: id.to_owned(),
            ranked_by,
            standings: Standings::new(&scores, ranked_by),
            scores,
        }
    }

    /// Returns the heading: the game and the ranking criteria.
    fn heading(&self) -> String {
        let words = self.ranked_by.iter().map(|tally| match tally {
            RankingKey::Wins => "games won",
            RankingKey::Points => "points",
            RankingKey::GamePoints => "game points",
        });
        let order = words.collect::<Vec<_>>().join(", then ");
        let games = self.scores.len();
        format!("{}, {games} games, ranked by {order}", self.title)
    }

    fn text(&self) -> String {
        let mut text = self.heading();
        text.push('\n');
        text.push_str(&standings_table::standings_text(
            &self.standings,
            usize::MAX,
        ));
        text.push_str(&standings_table::cross_table_text(&self.standings));
        text.push_str(&standings_table::pairs_text(&self.scores, &self.standings));
        text
    }
}

/// Runs the command.
pub(in crate::cli) fn run(args: &args::StandingsArgs, status: &mut Status) -> Result<(), Failure> {
    let games = read::read(args, status)?;
    let sheets = games
        .into_iter()
        .map(|(id, scores)| GameStandings::new(&id, scores));
    let sheets: Vec<GameStandings> = sheets.collect();
    if sheets.is_empty() {
        let message = "expected games with results, found none";
        let hint =
            "give match records, a contest's result tables, or other logs (see `kifu formats`)";
        return Err(Failure::new(FailureKind::Input, message).hint(hint));
    }
    let text = if args.json {
        export::json(&sheets)
    } else if args.csv {
        export::csv(&sheets)
    } else if args.html {
        html::page(&sheets)
    } else {
        let texts: Vec<String> = sheets.iter().map(GameStandings::text).collect();
        printable(&texts.join("\n"))
    };
    let mut out = StdoutWriter::new();
    out.print(&text)?;
    out.flush()
}
