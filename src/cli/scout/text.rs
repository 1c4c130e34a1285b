//! The report on a player as text.

use crate::common::text::{one_line, pluralize, printable, table_name};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_study::scout::{
    ScoutClaims, ScoutMean, ScoutReport, ScoutResults, ScoutSecret, ScoutShare, ScoutTime,
    games_text,
};
use std::fmt::Write;

/// The maximum number of openings and of lost games of a kind that are listed.
const MAX_LISTED: usize = 8;

/// Returns the report as text.
pub(super) fn report_text(report: &ScoutReport) -> String {
    let game = by_id(CATALOGUE, &report.game).map_or(report.game.as_str(), |game| game.name());
    let mut text = format!(
        "{} in {game}: {}, {} reviewed\n",
        one_line(&report.player),
        pluralize(report.games as usize, "game"),
        report.reviewed
    );
    if report.repeated > 0 {
        let games = pluralize(report.repeated as usize, "game");
        let _ = writeln!(text, "({games} came again and counts once)");
    }
    text.push_str("\nresults\n");
    add_results(&mut text, "all", &report.all);
    for seat in report.seats.iter().filter(|seat| seat.games() > 0) {
        add_results(&mut text, &format!("as {}", seat.name), seat);
    }
    text.push_str("\nopponents\n");
    for opponent in &report.opponents {
        add_results(&mut text, &opponent.name, opponent);
    }
    if !report.openings.is_empty() {
        text.push_str("\nopenings: the first four plies, images and other orders are one\n");
        for opening in report.openings.iter().take(MAX_LISTED) {
            let name = format!("{}: {}", opening.side, opening.results.name);
            add_results(&mut text, &name, &opening.results);
        }
        let more = report.openings.len().saturating_sub(MAX_LISTED);
        if more > 0 {
            let _ = writeln!(text, "  and {more} more (--json has all)");
        }
    }
    add_phases(&mut text, report);
    if let Some(time) = &report.time {
        add_time(&mut text, time);
    }
    text.push_str("\nfaults\n");
    if report.faults.is_empty() {
        text.push_str("  none\n");
    }
    for fault in &report.faults {
        let share = share_text(fault.share.as_ref());
        let games = games_text(&fault.games);
        let _ = writeln!(
            text,
            "  {} {}{share}  [{games}]",
            fault.fault,
            fault.games.len()
        );
    }
    add_losses(&mut text, report);
    if let Some(secret) = &report.secret {
        add_secret(&mut text, secret);
    }
    if let Some(claims) = &report.claims {
        add_claims(&mut text, claims);
    }
    printable(&text)
}

/// Returns a share with its interval, after two blanks; empty if there is none.
fn share_text(share: Option<&ScoutShare>) -> String {
    share.map_or_else(String::new, |share| {
        format!(
            "  {:.0} % ({:.0} to {:.0})",
            100.0 * share.share,
            100.0 * share.low,
            100.0 * share.high
        )
    })
}

fn mean_text(mean: Option<&ScoutMean>, unit: f64) -> String {
    mean.map_or_else(String::new, |mean| {
        let error = mean
            .error
            .map_or_else(String::new, |error| format!(" ± {:.2}", unit * error));
        format!("{:.2}{error}", unit * mean.mean)
    })
}

fn add_results(text: &mut String, name: &str, results: &ScoutResults) {
    let [won, drawn, lost] = [results.won, results.drawn, results.lost];
    let unknown = match results.unknown {
        0 => String::new(),
        count => format!(", {count} without a result"),
    };
    let share = share_text(results.score.as_ref());
    let _ = writeln!(
        text,
        "  {:<36} {won}-{drawn}-{lost}{unknown}{share}",
        table_name(name)
    );
    let lists = [
        ("won", &results.won_games),
        ("drawn", &results.drawn_games),
        ("lost", &results.lost_games),
    ];
    for (word, games) in lists.into_iter().filter(|(_, games)| !games.is_empty()) {
        let _ = writeln!(text, "    {word}: {}", one_line(&games_text(games)));
    }
}

fn add_phases(text: &mut String, report: &ScoutReport) {
    text.push_str("\ngiven away by a move, by phase (thirds of the plies)\n");
    if report.phases.is_empty() {
        text.push_str("  no game was reviewed: kifu review IN -o OUT\n");
    }
    for phase in &report.phases {
        let points = match &phase.points {
            Some(points) => format!(", points {}", mean_text(Some(points), 1.0)),
            None => String::new(),
        };
        let [inaccuracies, mistakes, blunders] = phase.bad;
        let _ = writeln!(
            text,
            "  {:<8} {} %{points}; {}: {inaccuracies} ?!, {mistakes} ?, {blunders} ??  [worst: {}]",
            phase.phase.to_string(),
            mean_text(phase.loss.as_ref(), 100.0),
            pluralize(phase.moves as usize, "move"),
            one_line(&games_text(&phase.worst_games)),
        );
    }
}

/// Returns milliseconds as seconds.
fn seconds(mean: Option<&ScoutMean>) -> String {
    format!("{} s", mean_text(mean, 1e-3))
}

fn add_time(text: &mut String, time: &ScoutTime) {
    let games = pluralize(time.games as usize, "game");
    let _ = writeln!(
        text,
        "\ntime of a game {} ({games})",
        seconds(time.game_ms.as_ref())
    );
    for phase in &time.phases {
        let _ = writeln!(
            text,
            "  {:<8} {} a move, {:.0} % of the time",
            phase.phase.to_string(),
            seconds(phase.ms.as_ref()),
            100.0 * phase.share
        );
    }
    if !time.longest.is_empty() {
        let thoughts = time.longest.iter().map(|thought| {
            let seconds = f64::from(thought.ms) / 1e3;
            format!(
                "{seconds:.2} s (game {}, ply {})",
                one_line(&thought.game),
                thought.ply
            )
        });
        let thoughts = thoughts.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "  longest: {thoughts}");
    }
    let lists = [
        (
            "in time trouble, 90 % of the clock",
            &time.trouble,
            &time.trouble_games,
        ),
        ("over the clock", &time.over, &time.over_games),
    ];
    for (name, share, games) in lists {
        if let Some(share) = share {
            let share = share_text(Some(share));
            let _ = writeln!(text, "  {name}:{share}  [{}]", one_line(&games_text(games)));
        }
    }
}

fn add_losses(text: &mut String, report: &ScoutReport) {
    if !report.losses.is_empty() {
        text.push_str("\nwhat beats it\n");
    }
    for group in &report.losses {
        let by = group
            .decided_by
            .map_or("not known, for want of a review", |by| by.keyword());
        let lost = pluralize(group.games.len(), "lost game");
        let _ = writeln!(text, "  {by}: {lost}{}", share_text(group.share.as_ref()));
        for loss in group.games.iter().take(MAX_LISTED) {
            let line = format!("{} against {}: {}", loss.game, loss.opponent, loss.headline);
            let _ = writeln!(text, "    {}", one_line(line.trim_end_matches([':', ' '])));
        }
        let more = group.games.len().saturating_sub(MAX_LISTED);
        if more > 0 {
            let _ = writeln!(text, "    + {more} more");
        }
    }
}

fn add_secret(text: &mut String, secret: &ScoutSecret) {
    let games = pluralize(secret.games as usize, "game");
    let _ = writeln!(
        text,
        "\nthe secret, as kifu's engine guesses it from the moves ({games})"
    );
    let _ = writeln!(text, "  by chance  {:.0} %", 100.0 * secret.chance);
    for step in &secret.steps {
        let moves = pluralize(step.moves as usize, "move");
        let _ = writeln!(
            text,
            "  {moves:<9}{} right in {}, the truth has {:.0} %",
            share_text(step.right.as_ref()),
            pluralize(step.games as usize, "game"),
            100.0 * step.probability
        );
    }
    match secret.median_moves {
        Some(moves) => {
            let _ = writeln!(text, "  right from move {moves} on in half of the games");
        }
        None => text.push_str("  wrong at the end of most games\n"),
    }
    let early = one_line(&games_text(&secret.early_games));
    let _ = writeln!(
        text,
        "  known in the first half: {}  [{early}]",
        secret.early_games.len()
    );
    let hidden = one_line(&games_text(&secret.hidden_games));
    let _ = writeln!(
        text,
        "  not known at the end: {}  [{hidden}]",
        secret.hidden_games.len()
    );
}

fn add_claims(text: &mut String, claims: &ScoutClaims) {
    let _ = writeln!(
        text,
        "\nclaims of a win: {} right{}, {} wrong  [{}]",
        claims.right_games.len(),
        share_text(claims.right.as_ref()),
        claims.wrong_games.len(),
        one_line(&games_text(&claims.wrong_games)),
    );
    let _ = writeln!(
        text,
        "  held back: {}, cost {} points",
        claims.held.len(),
        claims.cost
    );
    for held in claims.held.iter().take(MAX_LISTED) {
        let claimed = held
            .claimed
            .map_or("never".to_owned(), |ply| format!("at ply {ply}"));
        let cost = held
            .cost
            .map_or_else(String::new, |cost| format!(", cost {cost}"));
        let game = one_line(&held.game);
        let _ = writeln!(
            text,
            "    {game}: proven at ply {}, claimed {claimed}{cost}",
            held.ply
        );
    }
}
