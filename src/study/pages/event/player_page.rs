//! The page of a player: results, strength by phase, time habits, faults, luck and games.

use super::Event;
use super::event_game::EventGame;
use super::game_table::{self, EventLinks};
use super::list_pages::MAX_GAMES_OF_TABLE;
use super::player_totals::{EventPlayerTotals, ResultCounts};
use crate::pages::frame::{PageScript, render_page};
use crate::pages::text::{count_text, signed_percent, time_text, with_minus_sign};
use crate::scout::PlySums;
use kifu_core::record::Ending;
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};

impl Event<'_> {
    /// Returns the page of a player, which is in a folder next to the index.
    pub fn player_page(&self, name: &str) -> String {
        let links = EventLinks {
            event: self,
            base: "../",
        };
        let games: Vec<&EventGame> = self.games_of(name).collect();
        let totals = EventPlayerTotals::new(name, &games);
        let body = html! {
            header {
                nav.pages aria-label="Pages" { a href="../index.html" { "All games" } }
                h1 { (name) }
                p.muted { (self.title) }
            }
            main {
                (self.figures(name, &games, &totals))
                (results(&links, &totals))
                (strength(&totals))
                (time(&totals))
                (faults(&totals))
                h2 { "Games" }
                @if games.len() > MAX_GAMES_OF_TABLE {
                    p.muted {
                        "The first " (MAX_GAMES_OF_TABLE) " of " (games.len()) " games; the "
                        a href="../index.html#games" { "lists of all games" } " have the others."
                    }
                }
                (game_table::render(&links, &games[..games.len().min(MAX_GAMES_OF_TABLE)], false))
            }
        };
        let title = format!("{name}, {}", self.title);
        render_page(&title, CssPalette::default(), PageScript::Event, &body)
    }

    /// Returns the main figures of a player.
    fn figures(&self, name: &str, games: &[&EventGame], totals: &EventPlayerTotals<'_>) -> Markup {
        let mut figures = vec![(games.len().to_string(), "games".to_owned())];
        let [won, drawn, lost] = totals.all.wdl;
        figures.push((
            format!("{won} – {drawn} – {lost}"),
            "won, drawn, lost".to_owned(),
        ));
        let share = totals.all.share();
        figures.extend(share.map(|share| (format!("{:.0} %", 100.0 * share), "score".to_owned())));
        for (nth, sheet) in self.sheets.iter().enumerate() {
            let rows = &sheet.standings.rows;
            let Some(at) = self.row(nth, name) else {
                continue;
            };
            let rating = sheet.standings.ratings.rating(at);
            let elo = format!("{:+.0} ± {:.0}", rating.elo, rating.error_95);
            // A player of several games has a rank in each.
            let of_game = |name: &str| match self.sheets.len() {
                1 => name.to_owned(),
                _ => format!("{name}, {}", sheet.title),
            };
            figures.push((rows[at].rank.to_string(), of_game("rank")));
            figures.push((with_minus_sign(&elo), of_game("Elo")));
            figures.push((rows[at].points.to_string(), of_game("contest points")));
        }
        if totals.luck.1 > 0 {
            let mean = totals.luck.0 / f64::from(totals.luck.1);
            figures.push((signed_percent(totals.luck.0), "luck".to_owned()));
            let mean = format!("{:+.1} %", 100.0 * mean);
            figures.push((with_minus_sign(&mean), "luck per game".to_owned()));
        }
        html! {
            ul.facts { @for (figure, name) in &figures { li { b { (figure) } span { (name) } } } }
        }
    }
}

fn results(links: &EventLinks<'_>, totals: &EventPlayerTotals<'_>) -> Markup {
    let row = |name: Markup, counts: &ResultCounts| {
        html! {
            tr {
                td.name { (name) }
                @for count in counts.wdl { td { (count) } }
                td { (counts.share().map(|share| format!("{:.0} %", 100.0 * share)).unwrap_or_default()) }
            }
        }
    };
    html! {
        h2 { "Results" }
        div.wide {
            table.sortable {
                thead { tr {
                    th.name scope="col" { "Against" }
                    @for title in ["Won", "Drawn", "Lost", "Score"] { th scope="col" { (title) } }
                } }
                tbody {
                    @for (opponent, counts) in &totals.by_opponent {
                        (row(links.player_name(opponent), counts))
                    }
                    (row(html! { "as first player" }, &totals.by_seat[0]))
                    (row(html! { "as second player" }, &totals.by_seat[1]))
                }
            }
        }
    }
}

/// Returns the table of the strength by phase; nothing if no game was reviewed.
fn strength(totals: &EventPlayerTotals<'_>) -> Markup {
    if totals.plies.judged == 0 {
        return Markup::default();
    }
    let row = |name: &str, sums: &PlySums| {
        let plies = f64::from(sums.judged.max(1));
        html! {
            tr {
                th scope="row" { (name) }
                td { (sums.judged) }
                td { (format_args!("{:.1}", sums.accuracy / plies)) }
                @for count in sums.bad { td { (count) } }
                td { (format_args!("{:.2} %", 100.0 * sums.loss / plies)) }
            }
        }
    };
    html! {
        h2 { "Strength by phase" }
        p.muted { "By the review. Given away: the mean win probability that a move gave away." }
        div.wide {
            table {
                thead { tr {
                    th scope="col" {}
                    @for title in ["Plies", "Accuracy", "?!", "?", "??", "Given away a move"] {
                        th scope="col" { (title) }
                    }
                } }
                tbody {
                    @for (phase, sums) in &totals.phases { (row(&phase.to_string(), sums)) }
                    (row("whole game", &totals.plies))
                }
            }
        }
    }
}

/// Returns the table of the time by phase; nothing if no times are known.
fn time(totals: &EventPlayerTotals<'_>) -> Markup {
    if totals.plies.timed == 0 && totals.game_times_ms.is_empty() {
        return Markup::default();
    }
    let row = |name: &str, sums: &PlySums| {
        let mean = sums.time_ms / u64::from(sums.timed.max(1));
        let share = percent_of(sums.time_ms, totals.plies.time_ms);
        html! {
            tr {
                th scope="row" { (name) }
                td { (sums.timed) }
                td { (time_text(mean)) }
                td { (time_text(sums.longest_ms.into())) }
                td { (share) }
            }
        }
    };
    let times = &totals.game_times_ms;
    let count = times.len() as u64;
    html! {
        h2 { "Time" }
        @if let [longest, ..] = times[..] {
            p {
                "Mean of a game " (time_text(times.iter().sum::<u64>() / count.max(1)))
                ", longest " (time_text(longest)) " (" (count_text(times.len(), "game")) ")."
            }
        }
        @if totals.plies.timed > 0 {
            div.wide {
                table {
                    thead { tr {
                        th scope="col" {}
                        @for title in ["Plies", "Mean", "Longest", "Share"] { th scope="col" { (title) } }
                    } }
                    tbody {
                        @for (phase, sums) in &totals.phases { (row(&phase.to_string(), sums)) }
                        (row("whole game", &totals.plies))
                    }
                }
            }
        }
    }
}

/// Returns a part of a time in percent.
fn percent_of(part: u64, whole: u64) -> String {
    match (100 * part).checked_div(whole) {
        Some(percent) => format!("{percent} %"),
        None => String::new(),
    }
}

fn faults(totals: &EventPlayerTotals<'_>) -> Markup {
    let [right, wrong] = totals.claims;
    html! {
        @if !totals.faults.is_empty() {
            h2 { "Faults" }
            ul {
                @for (fault, count) in &totals.faults {
                    li { (Ending::from(*fault).words()) ": " (count) }
                }
            }
        }
        @if right + wrong > 0 {
            h2 { "Claims of a win" }
            p { (right) " right, " (wrong) " wrong" }
        }
    }
}
