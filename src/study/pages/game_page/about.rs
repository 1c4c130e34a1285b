//! The details of a game other than its moves: event, players, source, findings.

use crate::review::ReviewedGame;
use kifu_core::contract::Player;
use kifu_core::findings::{Finding, Severity};
use maud::{Markup, html};

/// Returns the section on the game.
pub(super) fn render(game: &ReviewedGame) -> Markup {
    let record = &game.record;
    let event = &record.event;
    let mut rows: Vec<(&str, String)> = vec![
        ("Game", game.game.name().to_owned()),
        ("Contest", game.game.info().contest.to_owned()),
        ("Event", event.name.clone()),
        ("Stage", event.table.clone()),
        ("Round", event.round.clone()),
        ("Date", event.date.clone()),
    ];
    for player in Player::ALL {
        let info = record.player(player);
        let by = |word: &str, text: &str| match text {
            "" => String::new(),
            text => format!(", {word} {text}"),
        };
        let details = format!("{}{}", by("by", &info.author), by("version", &info.version));
        rows.push((
            game.game.sides()[player.index()],
            format!("{}{details}", game.player_name(player)),
        ));
    }
    let setup: Vec<String> = record
        .setup
        .0
        .iter()
        .map(|(key, value)| format!("{key} {value}"))
        .collect();
    rows.push(("Setup", setup.join(", ")));
    rows.push(("Source", record.source.file.clone()));
    rows.push(("Number of the game", record.source.id.clone()));
    if let Some(reported) = &record.reported {
        rows.push(("Result in the log", reported.text.clone()));
        if let Some((first, second)) = &reported.status {
            rows.push(("Status in the log", format!("{first}, {second}")));
        }
    }
    if !game.judged.is_empty() {
        rows.push(("Review", crate::review::engine_text(game)));
    }
    html! {
        section aria-labelledby="about" {
            h2 #about { "About this game" }
            dl.about {
                @for (name, text) in &rows {
                    @if !text.is_empty() { dt { (name) } dd { (text) } }
                }
            }
            details {
                summary { "Moves as text" }
                pre.wrapped { (record.moves) }
            }
        }
    }
}

/// Returns the section on the findings; nothing if there are none.
pub(super) fn findings(game: &ReviewedGame, findings: &[Finding]) -> Markup {
    html! {
        @if !findings.is_empty() {
            section aria-labelledby="findings" {
                h2 #findings { "Findings" }
                ul.findings {
                    @for finding in findings { (finding_item(game, finding)) }
                }
            }
        }
    }
}

fn finding_item(game: &ReviewedGame, finding: &Finding) -> Markup {
    let severity = match finding.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let ply = finding.ply.filter(|ply| *ply <= game.plies);
    html! {
        li class=(severity) {
            b { (severity) " " (finding.code.to_string()) } " "
            @if let Some(ply) = ply { a href={ "#" (ply) } { "ply " (ply) } ": " }
            (finding.message)
            @if let Some(hint) = &finding.hint { span.muted { " · " (hint) } }
        }
    }
}
