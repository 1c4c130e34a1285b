//! The report for people.

use super::{Reviewed, rest};
use crate::cli::board::result_words;
use crate::cli::terminal::{bold, printable, shortened};
use crate::contract::Player;
use crate::record::Glyph;
use crate::review::{Card, Moment, Turning};
use std::fmt::Write;

/// So wide the moves that should have been played may be.
const PV_WIDTH: usize = 36;

/// The report of a game.
pub(super) fn report(game: &Reviewed) -> String {
    let mut text = heading(game);
    text.push_str(&cards(game));
    text.push_str(&moments(game));
    text.push_str(&rest::report(game));
    printable(&text)
}

fn heading(game: &Reviewed) -> String {
    let book = game.book;
    let names = Player::ALL.map(|player| {
        let (name, side) = (game.player(player), book.sides()[player.index()]);
        if name == side {
            side.to_owned()
        } else {
            format!("{name} ({side})")
        }
    });
    let mut text = format!(
        "{} ({}): {} - {}",
        book.name(),
        book.contest(),
        names[0],
        names[1]
    );
    if let Some(result) = &game.record.result {
        text.push_str(&result_words(result, book));
    }
    let _ = writeln!(text, "\n{}", game.name);
    match game.judged.last() {
        None => text.push_str("no ply to judge: nobody had a choice, or the game is empty\n"),
        Some(last) => {
            let (engine, all) = (&last.weighed.engine, game.judged.len());
            let budget = game.judged.iter().map(|ply| ply.weighed.budget.as_str());
            let budget = budget.min_by_key(|budget| budget.len()).unwrap_or_default();
            let _ = writeln!(
                text,
                "engine {engine}, {budget}; {all} of {} plies judged",
                game.plies
            );
        }
    }
    text
}

fn cards(game: &Reviewed) -> String {
    let [first, second] = &game.cards;
    let sides = game.book.sides();
    let mut text = format!("\n{:<22}{:>12}{:>12}\n", "", sides[0], sides[1]);
    let mut row = |name: &str, of: &dyn Fn(&Card) -> Option<String>| {
        let cells = [of(first), of(second)];
        if cells.iter().any(Option::is_some) {
            let [a, b] = cells.map(|cell| cell.unwrap_or_else(|| "-".to_owned()));
            let _ = writeln!(text, "{name:<22}{a:>12}{b:>12}");
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
    text
}

fn moments(game: &Reviewed) -> String {
    if game.moments.is_empty() {
        return String::from("\nNo ply gave anything away.\n");
    }
    let widest = game.moments.iter().map(|moment| moment.played.len()).max();
    let width = widest.unwrap_or(0).clamp(4, 24);
    let sides = game.book.sides();
    let head = format!(
        "{:>5}  {:<7}{:<width$}    {:>6}{:>8}  {:<PV_WIDTH$}\n",
        "ply", "player", "played", "win", "points", "better"
    );
    let mut text = format!("\n{}", bold(&head));
    for moment in &game.moments {
        let sign = moment.class.glyph().map_or("", Glyph::sign);
        let points = moment
            .points
            .map_or_else(|| "-".to_owned(), |points| format!("{:.1}", -points));
        let row = format!(
            "{:>5}  {:<7}{:<width$} {sign:<2} {:>6}{points:>8}  {:<PV_WIDTH$}  {}",
            moment.ply,
            sides[moment.player.index()],
            shortened(&moment.played, width, "…"),
            format!("{:.0} %", -100.0 * moment.loss),
            shortened(&moment.best.join(" "), PV_WIDTH, "…"),
            words(moment),
        );
        let _ = writeln!(text, "{}", row.trim_end());
        for reason in &moment.reasons {
            let _ = writeln!(text, "{:>9}{reason}", "");
        }
    }
    text
}

/// What kind of a moment it was.
fn words(moment: &Moment) -> String {
    let mut words = Vec::new();
    match moment.turning {
        Some(Turning::ThrewAwayWin) => words.push("threw away a proven win"),
        Some(Turning::MissedWin) => words.push("missed a proven win"),
        Some(Turning::LostMargin) => words.push("lost margin"),
        Some(Turning::AlreadyLost) => words.push("was lost already"),
        None if moment.proven => words.push("proven"),
        None => {}
    }
    match moment.punished {
        Some(true) => words.push("punished"),
        Some(false) => words.push("not punished"),
        None => {}
    }
    words.join(", ")
}
