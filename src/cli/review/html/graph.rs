//! The graphs of the review page: the first player's win probability, and luck apart from it.

use super::{GameSection, percent};
use crate::contract::Player;
use crate::record::Glyph;
use crate::review::JudgedPly;
use maud::{Markup, html};

const LEFT: f64 = 54.0;
const WIDTH: f64 = 700.0;
const TOP: f64 = 10.0;
const HEIGHT: f64 = 180.0;
const RIGHT: f64 = 14.0;
/// The height of the strip below a graph with the numbers of the plies, in SVG units.
const BOTTOM: f64 = 24.0;
/// The maximum height of a bar of the luck graph in either direction, in SVG units.
const HALF_BAR_HEIGHT: f64 = 45.0;

/// Returns both graphs with their captions, as far as there is something to draw.
pub(super) fn render(part: &GameSection<'_>) -> Markup {
    let game = part.game;
    if game.judged.len() < 2 {
        return Markup::default();
    }
    let [first, second] = game.game.sides();
    html! {
        h3 { "Win probability of " (first) }
        figure {
            (chances_graph(part))
            figcaption {
                "Before each ply, for " (first) "; proven results are 0 and 100 %. Key moments \
                 are marked: a disc for " (first) ", a square for " (second) "."
            }
        }
        @if game.judged.iter().any(|ply| ply.evaluation.luck.is_some()) {
            h3 { "Luck" }
            figure {
                (luck_graph(part))
                figcaption {
                    "The luck of each deal, above the line if it favoured " (first) ": the value \
                     of the best move with it minus the expected value. Luck is not part of \
                     either player's loss."
                }
            }
        }
    }
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

/// Returns a graph.
fn graph(label: &str, height: f64, content: &Markup) -> Markup {
    let width = LEFT + WIDTH + RIGHT;
    html! {
        svg.graph xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
            role="group" aria-label=(label) { (content) }
    }
}

/// Returns a horizontal line across a graph, with its label.
fn axis(y: f64, label: &str) -> Markup {
    html! {
        path.axis d={ "M" (LEFT) " " (y) "H" (LEFT + WIDTH) } {}
        text x=(LEFT - 6.0) y=(y + 4.0) text-anchor="end" { (label) }
    }
}

/// Returns the graph of the first player's win probability.
fn chances_graph(part: &GameSection<'_>) -> Markup {
    let game = part.game;
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
    let content = html! {
        @for (chance, label) in [(1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %")] {
            (axis(y_at(chance), label))
        }
        (ply_labels(game.plies, TOP + HEIGHT + 18.0))
        polyline.line points=(line.join(" ")) {}
        @for (ply, (x, y)) in game.judged.iter().zip(&points) {
            @if part.is_key_moment(ply.ply) { (moment_mark(part, ply, *x, *y)) }
        }
    };
    let height = TOP + HEIGHT + BOTTOM;
    graph("Win probability before each ply", height, &content)
}

/// Returns the mark of a key moment, with a link to its section.
fn moment_mark(part: &GameSection<'_>, ply: &JudgedPly, x: f64, y: f64) -> Markup {
    let side = part.game.game.sides()[ply.player.index()];
    let glyph = ply.judgement.class.glyph().map_or("", Glyph::symbol);
    html! {
        a href={ "#" (part.moment_anchor(ply.ply)) } {
            title {
                "Ply " (ply.ply) ", " (side) " " (ply.token) (glyph) ": "
                (percent(-ply.judgement.loss))
            }
            @match ply.player {
                Player::First => circle.mark.side1 cx=(decimal(x)) cy=(decimal(y)) r="6" {},
                Player::Second => rect.mark.side2
                    x=(decimal(x - 5.5)) y=(decimal(y - 5.5)) width="11" height="11" {},
            }
        }
    }
}

/// Returns the numbers of some plies below a graph.
fn ply_labels(plies: u32, y: f64) -> Markup {
    let step = match plies {
        0..=12 => 2,
        13..=45 => 5,
        46..=120 => 10,
        _ => plies.div_ceil(100) * 10,
    };
    html! {
        @for ply in (0..=plies).step_by(step as usize) {
            text x=(decimal(x_at(ply, plies))) y=(y) text-anchor="middle" { (ply) }
        }
    }
}

/// Returns the graph of luck, with a bar per ply.
fn luck_graph(part: &GameSection<'_>) -> Markup {
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
    let width = (WIDTH / f64::from(game.plies.max(1)) * 0.6).min(16.0);
    let content = html! {
        @for (y, share) in [(TOP, most), (middle, 0.0), (middle + HALF_BAR_HEIGHT, -most)] {
            (axis(y, &percent(share)))
        }
        (ply_labels(game.plies, middle + HALF_BAR_HEIGHT + 18.0))
        @for (ply, win) in each {
            (luck_bar(ply, win, x_at(ply, game.plies) - width, width, most))
        }
    };
    let height = TOP + 2.0 * HALF_BAR_HEIGHT + BOTTOM;
    graph("Luck of each ply", height, &content)
}

/// Returns the bar of a ply's luck, above the middle line if it favoured the first player.
fn luck_bar(ply: u32, win: f64, x: f64, width: f64, most: f64) -> Markup {
    let middle = TOP + HALF_BAR_HEIGHT;
    let height = HALF_BAR_HEIGHT * win.abs() / most;
    let (y, class) = if win < 0.0 {
        (middle, "side2")
    } else {
        (middle - height, "side1")
    };
    html! {
        rect class=(class) x=(decimal(x)) y=(decimal(y)) width=(decimal(width))
            height=(decimal(height)) { title { "Ply " (ply) ": " (percent(win)) } }
    }
}

/// Formats a length with one decimal.
fn decimal(length: f64) -> String {
    format!("{length:.1}")
}
