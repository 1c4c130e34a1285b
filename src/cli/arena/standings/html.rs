//! The standings as an HTML page.

use super::super::standings_table;
use super::GameStandings;
use crate::cli::html_page::{self, escaped};

/// Returns the page.
pub(super) fn page(sheets: &[GameStandings]) -> String {
    let mut text = html_page::page_start("Standings", "");
    for sheet in sheets {
        text.push_str(&format!("<h1>{}</h1>\n", escaped(&sheet.title)));
        text.push_str(&format!("<p>{}</p>\n", escaped(&sheet.heading())));
        text.push_str(&standings(sheet));
        text.push_str(&cross(sheet));
    }
    text.push_str(html_page::PAGE_END);
    text
}

/// Returns a row of a table, with cells of a tag.
fn row(cells: &[String], tag: &str) -> String {
    let mut text = String::from("<tr>");
    for (at, cell) in cells.iter().enumerate() {
        let class = if at == 1 { " class=\"name\"" } else { "" };
        text.push_str(&format!("<{tag}{class}>{}</{tag}>", escaped(cell)));
    }
    text.push_str("</tr>\n");
    text
}

/// Returns the table of the standings.
fn standings(sheet: &GameStandings) -> String {
    let game_points = sheet.standings.has_game_points;
    let mut head = vec!["", "Bot", "Games", "Won", "Drawn", "Lost", "Points"];
    if game_points {
        head.push("Game points");
    }
    head.extend(["Elo", "±", "Faults"]);
    let head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    let mut text = format!("<table>\n{}", row(&head, "th"));
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
        text.push_str(&row(&cells, "td"));
    }
    text.push_str("</table>\n");
    text
}

/// Returns the cross table: the points of each bot against each other one, ½ for a draw.
fn cross(sheet: &GameStandings) -> String {
    let rows = &sheet.standings.rows;
    if rows.len() < 3 {
        return String::new();
    }
    let mut head = vec![String::new(), "Bot".to_owned()];
    head.extend((1..=rows.len()).map(|nth| nth.to_string()));
    let mut text = format!("<h2>Cross table</h2>\n<table>\n{}", row(&head, "th"));
    for (at, bot) in rows.iter().enumerate() {
        let mut cells = vec![(at + 1).to_string(), bot.name.clone()];
        cells.extend(
            sheet.standings.crosstable[at]
                .iter()
                .map(|games| standings_table::points_of_games(*games)),
        );
        text.push_str(&row(&cells, "td"));
    }
    text.push_str("</table>\n");
    text
}
