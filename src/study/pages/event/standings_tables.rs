//! The standings and the cross table.

use crate::arena::{Standings, StandingsRow, points_of_games};
use crate::pages::frame::{PageScript, render_page};
use crate::pages::text::with_minus_sign;
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};

/// The maximum number of bots whose cross table is shown.
const MAX_CROSS_TABLE_BOTS: usize = 60;

/// The standings of the games of one kind.
pub struct StandingsSheet<'a> {
    /// The id of the game that was played; empty if it is not known.
    pub id: &'a str,
    /// The name of the game.
    pub title: &'a str,
    /// The heading: the number of games and the ranking criteria.
    pub heading: String,
    /// The standings.
    pub standings: &'a Standings,
    /// The table without luck, if the game has luck.
    pub luck: Option<LuckSheet>,
}

/// The standings without luck.
pub struct LuckSheet {
    /// What was measured, and how much narrower the errors get.
    pub heading: String,
    /// The titles of the columns; the second is that of the names.
    pub head: Vec<String>,
    /// The cells of each bot, the best bot first.
    pub rows: Vec<Vec<String>>,
}

/// Returns a page with the standings alone.
pub fn standings_page(sheets: &[StandingsSheet<'_>]) -> String {
    let no_links = |_: &str| None;
    let body = html! {
        @for sheet in sheets {
            h1 { (sheet.title) }
            p { (sheet.heading) }
            (standings_table(sheet.standings, &no_links))
            (cross_table(sheet.standings, &no_links))
            (luck_table(sheet.luck.as_ref(), &no_links))
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

/// Returns the table of the standings.
pub(super) fn standings_table(standings: &Standings, link: &PlayerLink<'_>) -> Markup {
    let game_points = standings.has_game_points;
    let mut head = vec!["Rank", "Bot", "Games", "Won", "Drawn", "Lost", "Points"];
    if game_points {
        head.push("Game points");
    }
    head.extend(["Elo", "±", "Faults"]);
    html! {
        div.wide {
            table.sortable {
                thead {
                    tr {
                        @for (column, title) in head.iter().enumerate() {
                            th scope="col" class=[(column == 1).then_some("name")] { (title) }
                        }
                    }
                }
                tbody {
                    @for (at, bot) in standings.rows.iter().enumerate() {
                        (standings_row(standings, at, bot, link))
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
    link: &PlayerLink<'_>,
) -> Markup {
    let rating = standings.ratings.rating(at);
    html! {
        tr {
            td { (bot.rank) }
            td.name { (player_name(&bot.name, link)) }
            td { (bot.games_played()) }
            @for count in bot.wdl { td { (count) } }
            td { (bot.points) }
            @if standings.has_game_points { td { (bot.game_points) } }
            td { (with_minus_sign(&format!("{:+.0}", rating.elo))) }
            td { (format_args!("{:.0}", rating.error_95)) }
            td { (bot.faults_text()) }
        }
    }
}

/// Returns the cross table: the points of each bot against each other one, ½ for a draw.
pub(super) fn cross_table(standings: &Standings, link: &PlayerLink<'_>) -> Markup {
    let bots = &standings.rows;
    if bots.len() < 3 {
        return Markup::default();
    }
    if bots.len() > MAX_CROSS_TABLE_BOTS {
        return html! {
            p.muted { "No cross table: more than " (MAX_CROSS_TABLE_BOTS) " bots." }
        };
    }
    html! {
        h2 { "Cross table" }
        p.muted { "Games won against the bot of each column, a draw counting half, of all games." }
        div.wide {
            table.cross {
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

/// Returns the table without luck; nothing if there is none.
pub(super) fn luck_table(sheet: Option<&LuckSheet>, link: &PlayerLink<'_>) -> Markup {
    let Some(sheet) = sheet else {
        return Markup::default();
    };
    html! {
        h2 { "Without luck" }
        p.muted { (sheet.heading) }
        div.wide {
            table.sortable {
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
