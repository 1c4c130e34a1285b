//! The page of a scouting report: what a player does in many games, each number with its games.

use super::frame::{PageScript, render_page};
use super::text::{count_text, time_text, with_minus_sign};
use crate::scout::{
    ScoutClaims, ScoutMean, ScoutOpening, ScoutReport, ScoutResults, ScoutSecret, ScoutShare,
    ScoutTime,
};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::formats::CssPalette;
use maud::{Markup, html};

/// The maximum number of rows of a table that are not folded.
const MAX_ROWS: usize = 12;
/// The maximum number of rows of a table, with those that are folded.
const MAX_FOLDED_ROWS: usize = 500;

/// The titles of columns with text, which is aligned to the left.
const TEXT_TITLES: [&str; 3] = ["Games", "Opponent", "Decided by"];

/// Returns the page of the reports on a player, one for each game that was played.
pub fn scout_page(reports: &[ScoutReport]) -> String {
    let player = reports.first().map_or("", |report| report.player.as_str());
    let body = html! {
        header {
            h1 { (player) }
            p.muted {
                "Each number names its games. ± and ranges are those of 95 %: Wilson's for shares, and \
                 for means with games as the independent observations."
            }
        }
        main { @for report in reports { (section(report)) } }
    };
    let title = format!("{player}: scouting report");
    render_page(&title, CssPalette::default(), PageScript::Event, &body)
}

fn section(report: &ScoutReport) -> Markup {
    let name = by_id(CATALOGUE, &report.game).map_or(report.game.as_str(), |game| game.name());
    html! {
        article {
            h2 { (name) }
            (figures(report))
            h3 { "Results" }
            (results_table("Side", report.seats.iter()))
            h3 { "Opponents" }
            (results_table("Against", report.opponents.iter()))
            (openings(&report.openings))
            (phases(report))
            @if let Some(time) = &report.time { (time_habits(time)) }
            (faults(report))
            (losses(report))
            @if let Some(secret) = &report.secret { (secret_guesses(secret)) }
            @if let Some(claims) = &report.claims { (claims_of_wins(claims)) }
        }
    }
}

fn figures(report: &ScoutReport) -> Markup {
    let all = &report.all;
    html! {
        ul.facts {
            li { b { (report.games) } span { "games" } }
            li { b { (report.reviewed) } span { "reviewed" } }
            li { b { (all.won) " – " (all.drawn) " – " (all.lost) } span { "won, drawn, lost" } }
            @if let Some(score) = &all.score { li { b { (share(score)) } span { "score" } } }
        }
        @if report.repeated > 0 {
            p.muted { (count_text(report.repeated as usize, "game")) " came again and counts once." }
        }
    }
}

/// Returns a share with its interval.
fn share(share: &ScoutShare) -> String {
    format!(
        "{:.0} % ({:.0} – {:.0})",
        100.0 * share.share,
        100.0 * share.low,
        100.0 * share.high
    )
}

fn mean(mean: Option<&ScoutMean>, unit: f64, suffix: &str) -> String {
    mean.map_or_else(String::new, |mean| {
        let error = mean
            .error
            .map_or_else(String::new, |error| format!(" ± {:.2}", unit * error));
        with_minus_sign(&format!("{:.2}{error}{suffix}", unit * mean.mean))
    })
}

/// Returns a folded list of games; nothing if there are none.
fn games(label: &str, games: &[String]) -> Markup {
    match games {
        [] => Markup::default(),
        games => html! {
            details { summary { (label) } p.muted { (games.join(", ")) } }
        },
    }
}

fn results_table<'r>(title: &str, rows: impl Iterator<Item = &'r ScoutResults>) -> Markup {
    let rows: Vec<Markup> = rows
        .map(|row| {
            html! { tr {
                td.name { (row.name) }
                (result_cells(row))
            } }
        })
        .collect();
    table(&[title, "Won", "Drawn", "Lost", "Score", "Games"], &rows)
}

/// Returns the cells of results after the name.
fn result_cells(row: &ScoutResults) -> Markup {
    html! {
        td { (row.won) }
        td { (row.drawn) }
        td { (row.lost) }
        td { (row.score.as_ref().map(share).unwrap_or_default()) }
        td.name {
            (games("won", &row.won_games))
            (games("drawn", &row.drawn_games))
            (games("lost", &row.lost_games))
        }
    }
}

/// Returns a table whose later rows are folded.
fn table(titles: &[&str], rows: &[Markup]) -> Markup {
    let part = |rows: &[Markup]| {
        html! {
            div.wide { table {
                thead { tr {
                    th.name scope="col" { (titles[0]) }
                    @for title in &titles[1..] {
                        @let class = TEXT_TITLES.contains(title).then_some("name");
                        th scope="col" class=[class] { (title) }
                    }
                } }
                tbody { @for row in rows { (row) } }
            } }
        }
    };
    let (shown, folded) = rows.split_at(rows.len().min(MAX_ROWS));
    html! {
        (part(shown))
        @if !folded.is_empty() {
            details {
                summary { (folded.len()) " more" }
                (part(&folded[..folded.len().min(MAX_FOLDED_ROWS)]))
            }
        }
    }
}

fn openings(openings: &[ScoutOpening]) -> Markup {
    let row = |opening: &ScoutOpening| {
        html! { tr {
            td.name { (opening.side) ": " (opening.results.name) }
            (result_cells(&opening.results))
        } }
    };
    let rows: Vec<Markup> = openings.iter().map(row).collect();
    html! {
        @if !rows.is_empty() {
            h3 { "Openings" }
            p.muted { "The first four plies; images and other orders of the moves are one." }
            (table(&["Opening", "Won", "Drawn", "Lost", "Score", "Games"], &rows))
        }
    }
}

fn phases(report: &ScoutReport) -> Markup {
    if report.phases.is_empty() {
        return html! { h3 { "Losses by phase" } p { "No game was reviewed." } };
    }
    let has_points = report.phases.iter().any(|phase| phase.points.is_some());
    let rows: Vec<Markup> = report
        .phases
        .iter()
        .map(|phase| {
            html! { tr {
                td.name { (phase.phase) }
                td { (phase.moves) }
                td { (mean(phase.loss.as_ref(), 100.0, " %")) }
                @if has_points { td { (mean(phase.points.as_ref(), 1.0, "")) } }
                @for count in phase.bad { td { (count) } }
                td.name { (games("worst", &phase.worst_games)) }
            } }
        })
        .collect();
    let mut titles = vec!["Phase", "Moves", "Given away a move"];
    if has_points {
        titles.push("Points a move");
    }
    titles.extend(["?!", "?", "??", "Games"]);
    html! {
        h3 { "Losses by phase" }
        p.muted { "Thirds of the plies, by the reviews." }
        (table(&titles, &rows))
    }
}

/// Returns a mean time with its error.
fn mean_time(mean: Option<&ScoutMean>) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "times are not negative"
    )]
    let time = |ms: f64| time_text(ms.round() as u64);
    mean.map_or_else(String::new, |mean| match mean.error {
        Some(error) => format!("{} ± {}", time(mean.mean), time(error)),
        None => time(mean.mean),
    })
}

fn time_habits(time: &ScoutTime) -> Markup {
    let rows: Vec<Markup> = time
        .phases
        .iter()
        .map(|phase| {
            html! { tr {
                td.name { (phase.phase) }
                td { (phase.moves) }
                td { (mean_time(phase.ms.as_ref())) }
                td { (format_args!("{:.0} %", 100.0 * phase.share)) }
            } }
        })
        .collect();
    html! {
        h3 { "Time" }
        p { "A game takes " (mean_time(time.game_ms.as_ref())) " (" (count_text(time.games as usize, "game")) ")." }
        @if !rows.is_empty() { (table(&["Phase", "Moves", "Time a move", "Share"], &rows)) }
        @if let Some(trouble) = &time.trouble {
            p { "In time trouble, 90 % of the contest's clock used: " (share(trouble)) "." }
            (games("games in time trouble", &time.trouble_games))
        }
        @if let Some(over) = &time.over {
            p { "Over the contest's clock: " (share(over)) "." }
            (games("games over the clock", &time.over_games))
        }
        @if !time.longest.is_empty() {
            p { "Longest thoughts:" }
            ul {
                @for thought in &time.longest {
                    li { (time_text(thought.ms.into())) ", ply " (thought.ply) ", game " (thought.game) }
                }
            }
        }
    }
}

fn faults(report: &ScoutReport) -> Markup {
    html! {
        h3 { "Faults" }
        @if report.faults.is_empty() { p { "None." } }
        @for fault in &report.faults {
            p {
                (fault.fault) ": " (fault.games.len())
                @if let Some(of_all) = &fault.share { ", " (share(of_all)) " of the games" }
            }
            (games("games", &fault.games))
        }
    }
}

fn losses(report: &ScoutReport) -> Markup {
    html! {
        @if !report.losses.is_empty() { h3 { "What beats it" } }
        @for group in &report.losses {
            h4 {
                (group.decided_by.map_or("not known, for want of a review", |by| by.keyword()))
                ": " (count_text(group.games.len(), "lost game"))
                @if let Some(of_all) = &group.share { ", " (share(of_all)) }
            }
            @let rows: Vec<Markup> = group.games.iter().map(|loss| html! { tr {
                td.name { (loss.game) }
                td.name { (loss.opponent) }
                td.name { (loss.headline) }
            } }).collect();
            (table(&["Game", "Opponent", "Decided by"], &rows))
        }
    }
}

fn secret_guesses(secret: &ScoutSecret) -> Markup {
    let rows: Vec<Markup> = secret
        .steps
        .iter()
        .map(|step| {
            html! { tr {
                td.name { (step.moves) }
                td { (step.games) }
                td { (step.right.as_ref().map(share).unwrap_or_default()) }
                td { (format_args!("{:.0} %", 100.0 * step.probability)) }
            } }
        })
        .collect();
    html! {
        h3 { "How soon the secret is known" }
        p {
            @match secret.median_moves {
                Some(moves) => { "In half of the games the guess is right from move " (moves) " on." }
                None => { "In most games the guess is wrong at the end." }
            }
            " Without any move it is right in " (format_args!("{:.0} %", 100.0 * secret.chance)) "."
        }
        p.muted {
            "The guess of kifu's own engine, as the opponent: Bayes' rule over all secrets, with a model \
             of how players of each secret choose among the legal moves."
        }
        (table(&["Own moves", "Games", "Right", "Probability of the truth"], &rows))
        (games("guessed in the first half", &secret.early_games))
        (games("not guessed", &secret.hidden_games))
    }
}

fn claims_of_wins(claims: &ScoutClaims) -> Markup {
    let rows: Vec<Markup> = claims
        .held
        .iter()
        .map(|held| {
            html! { tr {
                td.name { (held.game) }
                td { (held.ply) }
                td { (held.claimed.map_or_else(|| "never".to_owned(), |ply| ply.to_string())) }
                td { (held.cost.map_or_else(String::new, |cost| cost.to_string())) }
            } }
        })
        .collect();
    html! {
        h3 { "Claims of a win" }
        p {
            "Right claims: " (claims.right.as_ref().map_or_else(|| "none made".to_owned(), share))
            "; held back: " (claims.held.len()) ", which cost " (claims.cost) " points."
        }
        (games("right", &claims.right_games))
        (games("wrong", &claims.wrong_games))
        @if !rows.is_empty() { (table(&["Game", "Proven at ply", "Claimed at ply", "Points lost"], &rows)) }
    }
}
