//! The standings, the cross table and the table without luck.

use crate::arena::{Standings, StandingsRow, points_of_games};
use crate::pages::frame::{PageScript, render_page};
use crate::pages::text::with_minus_sign;
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};

/// The maximum number of bots whose cross table is shown.
const MAX_CROSS_TABLE_BOTS: usize = 60;
/// The number of rows of the standings that are shown at first.
const TOP_ROWS: usize = 10;
/// The number of rows of the standings from which on the others are folded.
const MIN_FOLDED_ROWS: usize = 13;

/// The standings of the games of one kind.
pub struct StandingsSheet<'a> {
    /// The id of the game that was played; empty if it is not known.
    pub id: &'a str,
    /// The name of the game.
    pub title: &'a str,
    /// The number of games and the ranking criteria.
    pub heading: String,
    /// The standings.
    pub standings: &'a Standings,
    /// The table without luck, if the game has luck.
    pub luck: Option<LuckSheet>,
}

impl StandingsSheet<'_> {
    /// Reports whether there are enough bots for a cross table.
    pub(super) const fn has_cross_table(&self) -> bool {
        self.standings.rows.len() >= 3
    }
}

/// The standings without luck.
pub struct LuckSheet {
    /// How it was measured, and how much narrower the errors get.
    pub method: String,
    /// The titles of the columns; the second is that of the names, the third that of the ranks with
    /// luck.
    pub head: Vec<String>,
    /// The cells of each bot, the best bot first.
    pub rows: Vec<Vec<String>>,
}

impl LuckSheet {
    /// Returns the sentence on the ranking with equal luck.
    fn summary(&self) -> String {
        let names: Vec<&str> = self.rows.iter().map(|row| row[1].as_str()).collect();
        if self.rows.iter().all(|row| row[0] == row[2]) {
            return "With equal luck the ranking would be the same.".to_owned();
        }
        let shown = names.len().min(TOP_ROWS);
        let rest = if shown < names.len() { ", …" } else { "." };
        format!(
            "With equal luck the ranking would be: {}{rest}",
            names[..shown].join(", ")
        )
    }
}

/// Returns a page with the standings alone.
pub fn standings_page(sheets: &[StandingsSheet<'_>]) -> String {
    let no_links = |_: &str| None;
    let body = html! {
        @for (nth, sheet) in (1..).zip(sheets) {
            h1 { (sheet.title) }
            p { (sheet.heading) }
            (standings_table(sheet.standings, &no_links))
            (folded_tables(sheet, nth, &no_links))
        }
    };
    render_page("Standings", CssPalette::default(), PageScript::Event, &body)
}

/// A function that returns the page of a player.
type PlayerLink<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// Returns the name of a player, as a link if the player has a page.
fn player_name(name: &str, link: &PlayerLink<'_>) -> Markup {
    html! {
        @match link(name) {
            Some(page) => a href=(page) { (name) },
            None => (name),
        }
    }
}

/// Returns the table of the standings. On a narrow page it has the deciding columns only.
pub(super) fn standings_table(standings: &Standings, link: &PlayerLink<'_>) -> Markup {
    let game_points = standings.has_game_points;
    let is_long = standings.rows.len() >= MIN_FOLDED_ROWS;
    let mut rows = standings.rows.iter();
    let has_faults = rows.any(|row| !row.faults_text().is_empty());
    html! {
        div.wide {
            table.sortable.standings data-top=[is_long.then_some(TOP_ROWS)] {
                thead {
                    tr {
                        th scope="col" { "Rank" }
                        th.name scope="col" { "Bot" }
                        @for title in ["Games", "Won", "Drawn", "Lost"] {
                            th.more scope="col" { (title) }
                        }
                        th scope="col" { "Points" }
                        th.brief scope="col" { "W–D–L" }
                        @if game_points { th.more scope="col" { "Game points" } }
                        @for title in ["Elo", "±"] { th.more scope="col" { (title) } }
                        @if has_faults { th.more scope="col" { "Faults" } }
                    }
                }
                tbody {
                    @for (at, bot) in standings.rows.iter().enumerate() {
                        (standings_row(standings, at, bot, has_faults, link))
                    }
                }
            }
        }
    }
}

fn standings_row(
    standings: &Standings,
    at: usize,
    bot: &StandingsRow,
    has_faults: bool,
    link: &PlayerLink<'_>,
) -> Markup {
    let rating = standings.ratings.rating(at);
    let [won, drawn, lost] = bot.wdl;
    html! {
        tr {
            td { (bot.rank) }
            td.name { (player_name(&bot.name, link)) }
            td.more { (bot.games_played()) }
            @for count in bot.wdl { td.more { (count) } }
            td { (bot.points) }
            td.brief { (won) "–" (drawn) "–" (lost) }
            @if standings.has_game_points { td.more { (bot.game_points) } }
            td.more { (with_minus_sign(&format!("{:+.0}", rating.elo))) }
            td.more { (format_args!("{:.0}", rating.error_95)) }
            @if has_faults { td.more { (bot.faults_text()) } }
        }
    }
}

/// Returns the id of a folded table of the `nth` standings, from 1.
pub(super) fn folded_id(table: &str, nth: usize) -> String {
    match nth {
        1 => table.to_owned(),
        _ => format!("{table}-{nth}"),
    }
}

/// Returns the tables for those who want to know more, folded: the cross table, and the standings
/// without luck, whose result is a sentence above it.
pub(super) fn folded_tables(
    sheet: &StandingsSheet<'_>,
    nth: usize,
    link: &PlayerLink<'_>,
) -> Markup {
    html! {
        @if sheet.has_cross_table() {
            details.fold id=(folded_id("cross-table", nth)) {
                summary { "Cross table" }
                (cross_table(sheet.standings, link))
            }
        }
        @if let Some(luck) = &sheet.luck {
            p { (luck.summary()) }
            details.fold id=(folded_id("without-luck", nth)) {
                summary { "Without luck" }
                (luck_table(luck, link))
                p.muted { (luck.method) }
            }
        }
    }
}

/// Returns the cross table: the points of each bot against each other one, ½ for a draw.
fn cross_table(standings: &Standings, link: &PlayerLink<'_>) -> Markup {
    let bots = &standings.rows;
    if bots.len() > MAX_CROSS_TABLE_BOTS {
        return html! {
            p.muted { "No cross table: more than " (MAX_CROSS_TABLE_BOTS) " bots." }
        };
    }
    let cells = standings.crosstable.iter().flatten();
    let longest = cells.filter_map(|games| Some(points_of_games(*games)?.chars().count()));
    let longest = longest.max().unwrap_or(0);
    // In halves of a letter's height, so that the columns fit on paper.
    let width = bots.len() * (longest + 1) + 2 * 15;
    html! {
        p.muted { "Games won against the bot of each column, a draw counting half, of all games." }
        div.wide {
            table.cross style={ "--width:" (width) } {
                thead {
                    tr {
                        th scope="col" {}
                        th.name scope="col" { "Bot" }
                        @for (nth, bot) in (1..).zip(bots) { th scope="col" title=(bot.name) { (nth) } }
                    }
                }
                tbody {
                    @for (at, bot) in bots.iter().enumerate() {
                        tr {
                            td { (at + 1) }
                            td.name { (player_name(&bot.name, link)) }
                            @for (column, games) in standings.crosstable[at].iter().enumerate() {
                                td class=[(column == at).then_some("self")] {
                                    (points_of_games(*games).unwrap_or_default())
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Returns the table without luck.
fn luck_table(sheet: &LuckSheet, link: &PlayerLink<'_>) -> Markup {
    html! {
        div.wide {
            table.sortable.luck {
                thead {
                    tr {
                        @for (column, title) in sheet.head.iter().enumerate() {
                            th scope="col" class=[(column == 1).then_some("name")] { (title) }
                        }
                    }
                }
                tbody {
                    @for row in &sheet.rows {
                        tr {
                            @for (column, cell) in row.iter().enumerate() {
                                @if column == 1 {
                                    td.name { (player_name(cell, link)) }
                                } @else {
                                    td { (with_minus_sign(cell)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
