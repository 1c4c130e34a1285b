//! The report of a review as text.

use super::{ReviewedGame, extra_sections};
use crate::cli::common::text::{one_line, printable, result_text, truncate_text};
use crate::cli::terminal::bold;
use crate::contract::Player;
use crate::record::Glyph;
use crate::review::{KeyMoment, PlayerSummary, TurningPoint};
use std::fmt::Write;

/// The maximum width of the better line, in characters.
const PV_WIDTH: usize = 36;

/// Returns the report of a game.
pub(super) fn render(game: &ReviewedGame) -> String {
    let mut text = heading(game);
    text.push_str(&cards_section(game));
    text.push_str(&moments_section(game));
    text.push_str(&extra_sections::render(game));
    printable(&text)
}

/// Returns the name and the side of a player: `Ada (White)`.
pub(super) fn player_label(game: &ReviewedGame, player: Player) -> String {
    let (name, side) = (game.player_name(player), game.game.sides()[player.index()]);
    if name == side {
        side.to_owned()
    } else {
        format!("{name} ({side})")
    }
}

/// Returns the line on the game and its result.
pub(super) fn game_and_result(game: &ReviewedGame) -> String {
    let mut text = format!("{} ({})", game.game.name(), game.game.info().contest);
    if let Some(result) = &game.record.result {
        text.push_str(&result_text(result, game.game));
    }
    text
}

/// Returns the heading of the report.
fn heading(game: &ReviewedGame) -> String {
    let dyn_game = game.game;
    let label = |player| one_line(&player_label(game, player));
    let [first, second] = Player::ALL.map(label);
    let mut text = format!(
        "{} ({}): {first} - {second}",
        dyn_game.name(),
        dyn_game.info().contest
    );
    if let Some(result) = &game.record.result {
        text.push_str(&result_text(result, dyn_game));
    }
    format!("{text}\n{}", location_and_engine(game))
}

/// Returns the line on the location of the game and the engine of the review.
pub(super) fn location_and_engine(game: &ReviewedGame) -> String {
    let mut text = format!("{}\n", one_line(&game.location));
    match game.judged.last() {
        None => text.push_str("no plies to judge: nobody had a choice, or the game is empty\n"),
        Some(last) => {
            let (engine, all) = (&last.evaluation.engine, game.judged.len());
            let budget = game.judged.iter().map(|ply| ply.evaluation.budget.as_str());
            let budget = budget.min_by_key(|budget| budget.len()).unwrap_or_default();
            let _ = writeln!(
                text,
                "engine {}, {}; {all} of {} plies judged",
                one_line(engine),
                one_line(budget),
                game.plies
            );
        }
    }
    text
}

/// Returns the section with the summaries of both players.
fn cards_section(game: &ReviewedGame) -> String {
    let sides = game.game.sides();
    let mut text = format!("\n{:<22}{:>12}{:>12}\n", "", sides[0], sides[1]);
    for (name, [first, second]) in card_rows(game) {
        let _ = writeln!(text, "{name:<22}{first:>12}{second:>12}");
    }
    text
}

/// Returns the rows of the summary table of both players.
pub(super) fn card_rows(game: &ReviewedGame) -> Vec<(&'static str, [String; 2])> {
    let mut rows = Vec::new();
    let mut row = |name: &'static str, of: &dyn Fn(&PlayerSummary) -> Option<String>| {
        let cells = game.cards.each_ref().map(of);
        if cells.iter().any(Option::is_some) {
            rows.push((
                name,
                cells.map(|cell| cell.unwrap_or_else(|| "-".to_owned())),
            ));
        }
    };
    let count = |number: usize| Some(number.to_string());
    row("accuracy", &|card| Some(format!("{:.1}", card.accuracy?)));
    row("only moves         !", &|card| count(card.only));
    row("inaccuracies      ?!", &|card| count(card.inaccuracies));
    row("mistakes           ?", &|card| count(card.mistakes));
    row("blunders          ??", &|card| count(card.blunders));
    row("wins given away", &|card| Some(format!("{:.2}", card.loss)));
    row("points given away", &|card| {
        Some(format!("{:.1}", card.points?))
    });
    row("luck, wins", &|card| Some(format!("{:+.2}", card.luck?)));
    row("luck, points", &|card| {
        Some(format!("{:+.1}", card.luck_points?))
    });
    rows
}

/// Returns the section with the key moments.
fn moments_section(game: &ReviewedGame) -> String {
    if game.moments.is_empty() {
        return String::from("\nNo mistakes found.\n");
    }
    let widest = game.moments.iter().map(|moment| moment.played.len()).max();
    let width = widest.unwrap_or(0).clamp(4, 24);
    let sides = game.game.sides();
    let head = format!(
        "{:>5}  {:<7}{:<width$}    {:>6}{:>8}  {:<PV_WIDTH$}\n",
        "ply", "player", "played", "win", "points", "better"
    );
    let mut text = format!("\n{}", bold(&head));
    for moment in &game.moments {
        let sign = moment.class.glyph().map_or("", Glyph::symbol);
        let points = moment
            .points
            .map_or_else(|| "-".to_owned(), |points| format!("{:.1}", -points));
        let row = format!(
            "{:>5}  {:<7}{:<width$} {sign:<2} {:>6}{points:>8}  {:<PV_WIDTH$}  {}",
            moment.ply,
            sides[moment.player.index()],
            truncate_text(&moment.played, width, "…"),
            format!("{:.0} %", -100.0 * moment.loss),
            truncate_text(&moment.best.join(" "), PV_WIDTH, "…"),
            moment_label(moment),
        );
        let _ = writeln!(text, "{}", one_line(row.trim_end()));
        for reason in &moment.reasons {
            let _ = writeln!(text, "{:>9}{}", "", one_line(reason));
        }
    }
    text
}

/// Returns the label of a key moment: its class and its turning point.
pub(super) fn moment_label(moment: &KeyMoment) -> String {
    let mut words = Vec::new();
    match moment.turning {
        Some(turning) => words.push(turning_text(turning).to_owned()),
        None if moment.proven => words.push("proven".to_owned()),
        None if moment.loss_error > 0.0 => {
            words.push(format!("±{:.0} %", 100.0 * moment.loss_error));
        }
        None => {}
    }
    match moment.punished {
        Some(true) => words.push("punished".to_owned()),
        Some(false) => words.push("not punished".to_owned()),
        None => {}
    }
    words.join(", ")
}

/// Returns the name of a kind of turning point.
pub(super) const fn turning_text(turning: TurningPoint) -> &'static str {
    match turning {
        TurningPoint::ThrewAwayWin => "threw away a proven win",
        TurningPoint::MissedWin => "missed a proven win",
        TurningPoint::LostMargin => "lost margin",
        TurningPoint::AlreadyLost => "already lost",
    }
}
