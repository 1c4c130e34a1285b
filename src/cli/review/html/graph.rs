//! The graphs of the review page: the first player's win probability, and luck apart from it.

use super::{GameSection, percent};
use crate::cli::html_page::escaped;
use crate::contract::Player;
use crate::record::Glyph;
use crate::review::JudgedPly;
use std::fmt::Write;

const LEFT: f64 = 54.0;
const WIDTH: f64 = 700.0;
const TOP: f64 = 10.0;
const HEIGHT: f64 = 180.0;
const RIGHT: f64 = 14.0;
/// The height of the strip below a graph with the numbers of the plies, in SVG units.
const BOTTOM: f64 = 24.0;
/// The maximum height of a bar of the luck graph in either direction, in SVG units.
const HALF_BAR_HEIGHT: f64 = 45.0;

/// Returns both graphs as SVG, as far as there is something to draw.
pub(super) fn render(part: &GameSection<'_>) -> String {
    let game = part.game;
    if game.judged.len() < 2 {
        return String::new();
    }
    let mut out = format!(
        "<h3>Win probability of {}</h3>\n<figure>\n{}<figcaption>Before each ply, for {0}; proven \
         results are 0 and 100 %. Key moments are marked: a disc for {0}, a square for {}.</figcaption>\n\
         </figure>\n",
        game.game.sides()[0],
        chances_graph(part),
        game.game.sides()[1],
    );
    if game.judged.iter().any(|ply| ply.evaluation.luck.is_some()) {
        out.push_str(&format!(
            "<h3>Luck</h3>\n<figure>\n{}<figcaption>The luck of each deal, above the line if it \
             favoured {}: the value of the best move with it minus the expected value. Luck is not \
             part of either player's loss.</figcaption>\n</figure>\n",
            luck_graph(part),
            game.game.sides()[0],
        ));
    }
    out
}

/// Converts the win probability of a ply's player to that of the first player.
fn first_player_win(ply: &JudgedPly, win: f64) -> f64 {
    match ply.player {
        Player::First => win,
        Player::Second => 1.0 - win,
    }
}

/// Returns the horizontal position of the board after `plies` of `all` plies.
fn x_at(plies: u32, all: u32) -> f64 {
    LEFT + WIDTH * f64::from(plies) / f64::from(all.max(1))
}

/// Returns the vertical position of a win probability.
fn y_at(chance: f64) -> f64 {
    TOP + HEIGHT * (1.0 - chance.clamp(0.0, 1.0))
}

/// Returns the opening tag of a graph.
fn open_svg(label: &str, height: f64) -> String {
    let width = LEFT + WIDTH + RIGHT;
    format!(
        "<svg class=\"graph\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         role=\"group\" aria-label=\"{}\">\n",
        escaped(label)
    )
}

/// Returns the graph of the first player's win probability.
fn chances_graph(part: &GameSection<'_>) -> String {
    let game = part.game;
    let mut out = open_svg("Win probability before each ply", TOP + HEIGHT + BOTTOM);
    for (chance, word) in [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")] {
        let (y, end) = (y_at(chance), LEFT + WIDTH);
        let _ = writeln!(
            out,
            "<path class=\"axis\" d=\"M{LEFT} {y}H{end}\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{word}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    ply_labels(&mut out, game.plies, TOP + HEIGHT + 18.0);
    let mut points: Vec<(f64, f64)> = Vec::new();
    for ply in &game.judged {
        let chance = first_player_win(ply, ply.evaluation.best.win);
        points.push((x_at(ply.ply - 1, game.plies), y_at(chance)));
    }
    if let Some(last) = game.judged.last() {
        let chance = first_player_win(last, last.evaluation.played.win);
        points.push((x_at(last.ply, game.plies), y_at(chance)));
    }
    let line: Vec<String> = points
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let _ = writeln!(
        out,
        "<polyline class=\"line\" points=\"{}\"/>",
        line.join(" ")
    );
    for (ply, (x, y)) in game.judged.iter().zip(&points) {
        if part.is_key_moment(ply.ply) {
            out.push_str(&moment_mark(part, ply, *x, *y));
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Returns the mark of a key moment, with a link to its section.
fn moment_mark(part: &GameSection<'_>, ply: &JudgedPly, x: f64, y: f64) -> String {
    let side = part.game.game.sides()[ply.player.index()];
    let glyph = ply.judgement.class.glyph().map_or("", Glyph::symbol);
    let shape = match ply.player {
        Player::First => {
            format!("<circle class=\"mark side1\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"6\"/>")
        }
        Player::Second => format!(
            "<rect class=\"mark side2\" x=\"{:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\"/>",
            x - 5.5,
            y - 5.5
        ),
    };
    format!(
        "<a href=\"#{}\"><title>Ply {}, {side} {}{glyph}: {}</title>{shape}</a>\n",
        part.moment_anchor(ply.ply),
        ply.ply,
        escaped(&ply.token),
        percent(-ply.judgement.loss)
    )
}

/// Appends the numbers of some plies below a graph.
fn ply_labels(out: &mut String, plies: u32, y: f64) {
    let step = match plies {
        0..=12 => 2,
        13..=45 => 5,
        46..=120 => 10,
        _ => plies.div_ceil(100) * 10,
    };
    for ply in (0..=plies).step_by(step as usize) {
        let x = x_at(ply, plies);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\">{ply}</text>"
        );
    }
}

/// Returns the graph of luck, with a bar per ply.
fn luck_graph(part: &GameSection<'_>) -> String {
    let game = part.game;
    let each = game.judged.iter().filter_map(|ply| {
        let win = ply.evaluation.luck?.win;
        let first = if ply.player == Player::First {
            win
        } else {
            -win
        };
        Some((ply.ply, first))
    });
    let each: Vec<(u32, f64)> = each.collect();
    let most = each.iter().map(|(_, win)| win.abs()).fold(0.02, f64::max);
    let middle = TOP + HALF_BAR_HEIGHT;
    let mut out = open_svg("Luck of each ply", TOP + 2.0 * HALF_BAR_HEIGHT + BOTTOM);
    for (y, share) in [
        (TOP, most),
        (middle, 0.0),
        (middle + HALF_BAR_HEIGHT, -most),
    ] {
        let _ = writeln!(
            out,
            "<path class=\"axis\" d=\"M{LEFT} {y}H{}\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{}</text>",
            LEFT + WIDTH,
            LEFT - 6.0,
            y + 4.0,
            percent(share)
        );
    }
    ply_labels(&mut out, game.plies, middle + HALF_BAR_HEIGHT + 18.0);
    let width = (WIDTH / f64::from(game.plies.max(1)) * 0.6).min(16.0);
    for (ply, win) in each {
        let (height, class) = (
            HALF_BAR_HEIGHT * win.abs() / most,
            if win < 0.0 { 2 } else { 1 },
        );
        let y = if win < 0.0 { middle } else { middle - height };
        let x = x_at(ply, game.plies) - width;
        let _ = writeln!(
            out,
            "<rect class=\"side{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\"><title>Ply {ply}: {}</title></rect>",
            percent(win)
        );
    }
    out.push_str("</svg>\n");
    out
}
