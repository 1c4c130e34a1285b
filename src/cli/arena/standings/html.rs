//! The standings as an HTML page.

use super::super::standings_table;
use super::GameStandings;
use crate::arena::MAX_CROSS_TABLE_BOTS;
use crate::cli::html_page;
use maud::{Markup, html};

/// Returns the page.
pub(super) fn page(sheets: &[GameStandings]) -> String {
    let body = html! {
        @for sheet in sheets {
            h1 { (sheet.title) }
            p { (sheet.heading()) }
            (standings(sheet))
            (cross(sheet))
        }
    };
    html_page::render_page("Standings", "", "", &body)
}

/// Returns a table.
fn table(head: &[String], rows: &[Vec<String>]) -> Markup {
    html! {
        table {
            tr {
                @for (column, cell) in head.iter().enumerate() {
                    th class=[class(column)] { (cell) }
                }
            }
            @for row in rows {
                tr {
                    @for (column, cell) in row.iter().enumerate() {
                        td class=[class(column)] { (cell) }
                    }
                }
            }
        }
    }
}

/// Returns the class of the cells of a column.
fn class(column: usize) -> Option<&'static str> {
    (column == 1).then_some("name")
}

/// Returns the table of the standings.
fn standings(sheet: &GameStandings) -> Markup {
    let game_points = sheet.standings.has_game_points;
    let mut head = vec!["", "Bot", "Games", "Won", "Drawn", "Lost", "Points"];
    if game_points {
        head.push("Game points");
    }
    head.extend(["Elo", "±", "Faults"]);
    let head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    let mut rows = Vec::new();
    for (at, bot) in sheet.standings.rows.iter().enumerate() {
        let rating = sheet.standings.ratings.rating(at);
        let mut cells = vec![
            bot.rank.to_string(),
            bot.name.clone(),
            bot.games_played().to_string(),
        ];
        cells.extend(bot.wdl.iter().map(u32::to_string));
        cells.push(bot.points.to_string());
        if game_points {
            cells.push(bot.game_points.to_string());
        }
        cells.extend([
            format!("{:+.0}", rating.elo),
            format!("{:.0}", rating.error_95),
            standings_table::faults_text(bot),
        ]);
        rows.push(cells);
    }
    table(&head, &rows)
}

/// Returns the cross table: the points of each bot against each other one, ½ for a draw.
fn cross(sheet: &GameStandings) -> Markup {
    let bots = &sheet.standings.rows;
    if bots.len() < 3 || bots.len() > MAX_CROSS_TABLE_BOTS {
        return Markup::default();
    }
    let mut head = vec![String::new(), "Bot".to_owned()];
    head.extend((1..=bots.len()).map(|nth| nth.to_string()));
    let mut rows = Vec::new();
    for (at, bot) in bots.iter().enumerate() {
        let mut cells = vec![(at + 1).to_string(), bot.name.clone()];
        cells.extend(
            sheet.standings.crosstable[at]
                .iter()
                .map(|games| standings_table::points_of_games(*games)),
        );
        rows.push(cells);
    }
    html! {
        h2 { "Cross table" }
        (table(&head, &rows))
    }
}
