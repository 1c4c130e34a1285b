//! The page of a player: results, strength by phase, time habits, faults, luck and games.

use super::Event;
use super::event_game::EventGame;
use super::game_table::{self, EventLinks};
use super::list_pages::MAX_GAMES_OF_TABLE;
use super::player_totals::{EventPlayerTotals, ResultCounts};
use crate::pages::frame::{PageScript, render_page};
use crate::pages::graphs::{coordinates, decimal, number_chart};
use crate::pages::text::{count_text, signed_percent, time_text, with_minus_sign};
use crate::review::{BotModel, percent_text};
use crate::scout::PlySums;
use kifu_core::record::Ending;
use kifu_logs::bot_output::NumberProfile;
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};
use std::collections::BTreeMap;

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
                (bot_numbers(name, &games))
                @if let Some(model) = self.bot_models.and_then(|models| models.get(name)) {
                    (reliability(model))
                }
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

/// Returns the graphs of the numbers that the player's bot reported, over all games.
fn bot_numbers(name: &str, games: &[&EventGame]) -> Markup {
    let mut profiles: BTreeMap<&str, NumberProfile> = BTreeMap::new();
    for game in games {
        let seats = game.names.iter().zip(&game.bot_numbers);
        for (_, numbers) in seats.filter(|(seat, _)| *seat == name) {
            for (number, series) in numbers {
                let profile = profiles.entry(number).or_default();
                profile.add(series.iter().copied());
            }
        }
    }
    if profiles.is_empty() {
        return Markup::default();
    }
    let chart = |number: &str, profile: &NumberProfile| {
        let ranges: Vec<_> = profile.ranges().collect();
        let plies = ranges.last().map_or(0, |(ply, _)| *ply);
        let mean = ranges
            .iter()
            .map(|(ply, range)| (*ply, range.mean))
            .collect();
        let band: Vec<_> = ranges
            .iter()
            .map(|(ply, it)| (*ply, it.least, it.most))
            .collect();
        number_chart(number, plies, &[("score1", mean)], &band)
    };
    html! {
        h2 { "Reported by the bot" }
        p.muted { "By ply over all games: the line is the mean, the area is between the least and the most." }
        @for (nth, (number, profile)) in profiles.iter().enumerate() {
            details open[nth == 0] {
                summary { (number) }
                figure { (chart(number, profile)) }
            }
        }
    }
}

/// The width and height of a reliability diagram, in SVG units.
const DIAGRAM_SIZE: f64 = 240.0;
/// The space for the labels of a reliability diagram, in SVG units.
const DIAGRAM_EDGE: f64 = 40.0;

/// Returns the reliability diagram of the bot's own value; nothing if it is not known.
fn reliability(model: &BotModel) -> Markup {
    let Some(reliability) = &model.reliability else {
        return Markup::default();
    };
    let x_at = |share: f64| DIAGRAM_EDGE + DIAGRAM_SIZE * share;
    let y_at = |share: f64| DIAGRAM_EDGE / 2.0 + DIAGRAM_SIZE * (1.0 - share);
    let (left, right, top, bottom) = (x_at(0.0), x_at(1.0), y_at(1.0), y_at(0.0));
    let points = reliability
        .bins
        .iter()
        .map(|bin| (x_at(bin.claimed), y_at(bin.outcome)));
    let points: Vec<(f64, f64)> = points.collect();
    html! {
        h3 { "Does its " (model.value_name) " mean what it says?" }
        p.muted {
            "Fitted to " (model.game_count) " games, and tried on games that were left out: Brier score "
            (format_args!("{:.3}", reliability.brier)) " ("
            (format_args!("{:.3}", reliability.brier_of_mean)) " for the mean), calibration error "
            (format_args!("{:.1} %", 100.0 * reliability.error))
            ". The line would be on the diagonal if every claim came true as often as it says."
        }
        figure {
            svg.graph xmlns="http://www.w3.org/2000/svg" style="max-width: 24rem"
                viewBox={ "0 0 " (DIAGRAM_SIZE + 1.5 * DIAGRAM_EDGE) " " (DIAGRAM_SIZE + 1.5 * DIAGRAM_EDGE) }
                role="img" aria-label="Outcome by claimed win probability" {
                path.axis d={ "M" (left) " " (bottom) "H" (right) "M" (left) " " (bottom) "V" (top)
                    "M" (left) " " (bottom) "L" (right) " " (top) } {}
                text x=(left) y=(bottom + 18.0) { "claimed 0 %" }
                text x=(right) y=(bottom + 18.0) text-anchor="end" { "100 %" }
                text x=(left - 4.0) y=(top + 4.0) text-anchor="end" { "won" }
                polyline.score1 points=(coordinates(&points)) {}
                @for (bin, (x, y)) in reliability.bins.iter().zip(&points) {
                    circle.mark.side1 cx=(decimal(*x)) cy=(decimal(*y)) r="4" {
                        title {
                            (percent_text(bin.claimed)) " claimed, " (percent_text(bin.outcome))
                            " won, " (bin.count) " plies"
                        }
                    }
                }
            }
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
