//! The frame of a graph over the plies of a game: axes, labels, and the line of the current ply.

use maud::{Markup, html};

/// The width of the labels left of a graph, in SVG units, as all lengths here.
pub(super) const LEFT: f64 = 54.0;
/// The width of the graph proper.
pub(super) const WIDTH: f64 = 700.0;
/// The height above a graph.
pub(super) const TOP: f64 = 10.0;
const RIGHT: f64 = 14.0;
/// The height of the strip below a graph with the numbers of the plies.
const BOTTOM: f64 = 24.0;

/// A graph over the plies of a game.
pub(super) struct Chart<'a> {
    /// The name of the graph.
    pub label: &'a str,
    /// The number of plies.
    pub plies: u32,
    /// The height of the graph proper.
    pub height: f64,
    /// The labels at the left: a height from the top, and a text.
    pub axes: Vec<(f64, String)>,
}

impl Chart<'_> {
    /// Returns the horizontal position of the board after `plies` plies.
    pub fn x_at(&self, plies: u32) -> f64 {
        LEFT + WIDTH * f64::from(plies) / f64::from(self.plies.max(1))
    }

    /// Returns the graph with its content.
    ///
    /// The script of a game's page finds the ply of a click by the attributes `data-`.
    pub fn render(&self, content: &Markup) -> Markup {
        let (width, height) = (LEFT + WIDTH + RIGHT, TOP + self.height + BOTTOM);
        let (left, right) = (LEFT, LEFT + WIDTH);
        html! {
            svg.graph xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (width) " " (height) }
                role="group" aria-label=(self.label)
                data-left=(left) data-right=(right) data-plies=(self.plies) {
                @for (y, text) in &self.axes {
                    path.axis d={ "M" (LEFT) " " (decimal(*y)) "H" (right) } {}
                    text x=(LEFT - 6.0) y=(decimal(y + 4.0)) text-anchor="end" { (text) }
                }
                @for ply in (0..=self.plies).step_by(label_step(self.plies)) {
                    text x=(decimal(self.x_at(ply))) y=(TOP + self.height + 18.0)
                        text-anchor="middle" { (ply) }
                }
                (content)
                path.cursor d={ "M0 " (TOP) "v" (self.height) } {}
            }
        }
    }
}

/// Returns the distance between the plies whose numbers are written.
fn label_step(plies: u32) -> usize {
    let step = match plies {
        0..=12 => 2,
        13..=45 => 5,
        46..=120 => 10,
        _ => plies.div_ceil(100) * 10,
    };
    step as usize
}

/// Formats a length with at most one decimal.
pub(super) fn decimal(length: f64) -> String {
    let text = format!("{length:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Formats points as the coordinates of a line.
pub(super) fn coordinates(points: &[(f64, f64)]) -> String {
    let all = points
        .iter()
        .map(|(x, y)| format!("{},{}", decimal(*x), decimal(*y)));
    all.collect::<Vec<_>>().join(" ")
}
