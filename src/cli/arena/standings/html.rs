//! Standings as a page that opens anywhere.

use super::super::table;
use super::Sheet;
use html_escape::encode_text;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
<meta name=\"viewport\" content=\"width=device-width\">\n<title>Standings</title>\n<style>\n\
body{font:16px/1.4 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;\
color-scheme:light dark}\n\
table{border-collapse:collapse;margin:1em 0;font-variant-numeric:tabular-nums}\n\
th,td{padding:.2em .7em;text-align:right;border-bottom:1px solid #8884}\n\
th.name,td.name{text-align:left}\ntr:hover{background:#8882}\n</style>\n";

/// The page.
pub(super) fn page(sheets: &[Sheet]) -> String {
    let mut text = HEAD.to_owned();
    for sheet in sheets {
        text.push_str(&format!("<h1>{}</h1>\n", encode_text(&sheet.title)));
        text.push_str(&format!("<p>{}</p>\n", encode_text(&sheet.heading())));
        text.push_str(&standings(sheet));
        text.push_str(&cross(sheet));
    }
    text
}

fn row(cells: &[String], tag: &str) -> String {
    let mut text = String::from("<tr>");
    for (at, cell) in cells.iter().enumerate() {
        let class = if at == 1 { " class=\"name\"" } else { "" };
        text.push_str(&format!("<{tag}{class}>{}</{tag}>", encode_text(cell)));
    }
    text.push_str("</tr>\n");
    text
}

fn standings(sheet: &Sheet) -> String {
    let game_points = sheet.standings.has_game_points;
    let mut head = vec!["", "Bot", "Games", "Won", "Drawn", "Lost", "Points"];
    if game_points {
        head.push("Game points");
    }
    head.extend(["Elo", "±", "Faults"]);
    let head: Vec<String> = head.into_iter().map(str::to_owned).collect();
    let mut text = format!("<table>\n{}", row(&head, "th"));
    for (at, bot) in sheet.standings.rows.iter().enumerate() {
        let rating = sheet.standings.ratings.of(at);
        let mut cells = vec![
            bot.rank.to_string(),
            bot.name.clone(),
            bot.played().to_string(),
        ];
        cells.extend(bot.games.iter().map(u32::to_string));
        cells.push(bot.points.to_string());
        if game_points {
            cells.push(bot.game_points.to_string());
        }
        cells.extend([
            format!("{:+.0}", rating.elo),
            format!("{:.0}", rating.error),
            table::faults(bot),
        ]);
        text.push_str(&row(&cells, "td"));
    }
    text.push_str("</table>\n");
    text
}

/// Points of each against each, a draw for half a one.
fn cross(sheet: &Sheet) -> String {
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
            sheet.standings.cross[at]
                .iter()
                .map(|games| table::share(*games)),
        );
        text.push_str(&row(&cells, "td"));
    }
    text.push_str("</table>\n");
    text
}
