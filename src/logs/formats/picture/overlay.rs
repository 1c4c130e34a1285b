//! The additions of a review to a picture: the evaluation bar, the glyph of a move, and the better
//! move.

use kifu_core::record::{Glyph, Mark, MarkKind};
use kifu_core::scene::{
    Anchor, Outline, Point, Role, Scene, SceneItem, SceneRect, Stroke, point_at,
};

/// The width of the evaluation bar.
const BAR_WIDTH: f32 = 12.0;
/// The height of the space at each end of the bar, for the number.
const BAR_END: f32 = 20.0;

/// The evaluation bar next to a board.
#[derive(Clone, Copy)]
pub(super) struct EvaluationBar {
    /// The win probability of the first player, 0 to 1, and whether it is proven; `None` leaves the
    /// bar empty.
    pub win_probability: Option<(f64, bool)>,
}

impl EvaluationBar {
    /// Draws the bar with its middle line at `x`, next to a board from `top` to `bottom`.
    ///
    /// The first player's share is at the bottom, as in the window.
    pub fn draw(self, page: &mut Scene, x: f32, [top, bottom]: [f32; 2]) {
        let bar = SceneRect::new(
            x - BAR_WIDTH / 2.0,
            top + BAR_END,
            BAR_WIDTH,
            bottom - top - 2.0 * BAR_END,
        );
        if let Some((first, is_proven)) = self.win_probability {
            fill_shares(page, bar, first);
            // The number is at the end of the player who is ahead.
            let (y, ahead) = if first >= 0.5 {
                (bottom - BAR_END / 2.0, first)
            } else {
                (top + BAR_END / 2.0, 1.0 - first)
            };
            let mut text = format!("{:.0}", 100.0 * ahead);
            if is_proven {
                text.push('!');
            }
            page.write(point_at(x, y), Anchor::Middle, 13.0, Role::Text, text);
        }
        // The outline keeps white apart from a white page and black from a dark one.
        let edge = Stroke::new(Role::Muted, 1.0);
        page.frame(bar, 0.0, edge);
        let half = bar.center();
        let ends = [-BAR_WIDTH / 2.0, BAR_WIDTH / 2.0].map(|aside| half.offset(aside, 0.0));
        page.line(ends, edge);
    }
}

/// Fills the shares of both players in a bar; `first` is that of the first player.
fn fill_shares(page: &mut Scene, bar: SceneRect, first: f64) {
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 1")]
    let share = first.clamp(0.0, 1.0) as f32;
    let middle = bar.height * (1.0 - share);
    let roles = [0, 1].map(|index| page.badges[index].role);
    let upper = SceneRect::new(bar.x, bar.y, bar.width, middle);
    let lower = SceneRect::new(bar.x, bar.y + middle, bar.width, bar.height - middle);
    for (area, role) in [(lower, roles[0]), (upper, roles[1])] {
        if area.height > 0.0 {
            page.fill(area, 0.0, role);
        }
    }
}

/// Draws the glyph of a move as a badge on its last square, or in the corner of what it draws.
pub(super) fn draw_glyph(board: &mut Scene, token: &str, drawn: &[SceneItem], glyph: Glyph) {
    let Some(corner) = glyph_corner(board, token, drawn) else {
        return;
    };
    // Squares of large boards are too small for a readable badge.
    let radius = (board.size.x.max(board.size.y) * 0.026).max(0.22);
    let role = glyph_role(glyph);
    let center = board.area().nearest(corner, radius);
    let halo = Stroke::new(Role::Halo, radius * 0.28);
    board.shape(Outline::Disc(center, radius), Some(role), Some(halo));
    board.label(center, radius * 1.35, role.on(), glyph.symbol());
    board.embolden();
}

/// Returns the upper right corner of the square that a move leads to.
fn glyph_corner(board: &Scene, token: &str, drawn: &[SceneItem]) -> Option<Point> {
    let named = board
        .hit_areas
        .iter()
        .filter(|hit_area| token.ends_with(&hit_area.id))
        .max_by_key(|hit_area| hit_area.id.len())
        .map(|hit_area| hit_area.area);
    let area = named.or_else(|| {
        let mut areas = drawn.iter().map(SceneItem::area);
        let first = areas.next()?;
        Some(areas.fold(first, SceneRect::union))
    })?;
    let inset = 0.12 * area.width.min(area.height).min(1.0);
    Some(point_at(area.x + area.width - inset, area.y + inset))
}

/// Returns the role that gives a glyph its colour.
const fn glyph_role(glyph: Glyph) -> Role {
    match glyph {
        Glyph::Brilliant | Glyph::Good => Role::Good,
        Glyph::Interesting => Role::Side(0),
        Glyph::Inaccuracy => Role::Inaccuracy,
        Glyph::Mistake => Role::Mistake,
        Glyph::Blunder => Role::Blunder,
    }
}

// A record's marks, drawn on the board.

/// Returns the drawing of marks, in the units of the board and to be drawn over it.
///
/// A mark that names no square of the board is left out.
pub fn mark_items<'a>(board: &Scene, marks: impl IntoIterator<Item = &'a Mark>) -> Vec<SceneItem> {
    let mut layer = Scene::new(board.size.x, board.size.y, board.badges.clone());
    for mark in marks {
        draw_mark(&mut layer, board, mark);
    }
    layer.items
}

fn draw_mark(layer: &mut Scene, board: &Scene, mark: &Mark) {
    let Some(area) = board.hit_area(&mark.at).map(|hit| hit.area) else {
        return;
    };
    let size = area.width.min(area.height);
    let (center, half) = (area.center(), size * 0.3);
    let color = mark.color.role();
    let strokes =
        [(Role::Halo, 0.16), (color, 0.09)].map(|(role, width)| Stroke::new(role, width * size));
    match mark.kind {
        MarkKind::Arrow => {
            if let Some(to) = board.hit_area(&mark.to).map(|hit| hit.area.center()) {
                layer.arrow(center, to, size * 0.11, color);
            }
        }
        MarkKind::Text => {
            let shown: String = mark.text.chars().take(3).collect();
            layer.disc(center, half * 1.1, Role::Halo);
            layer.label(center, half * 1.2, color, shown);
            layer.embolden();
        }
        kind => {
            for stroke in strokes {
                draw_mark_shape(layer, kind, center, half, stroke);
            }
        }
    }
}

fn draw_mark_shape(layer: &mut Scene, kind: MarkKind, center: Point, half: f32, stroke: Stroke) {
    match kind {
        MarkKind::Cross => layer.cross(center, half, stroke),
        MarkKind::Triangle => layer.line(triangle(center, half), stroke),
        MarkKind::Square => layer.frame(SceneRect::around(center, half), 0.0, stroke),
        MarkKind::Circle | MarkKind::Arrow | MarkKind::Text => layer.ring(center, half, stroke),
    }
}

fn triangle(center: Point, half: f32) -> [Point; 4] {
    let top = center.offset(0.0, -half);
    let foot = half * 0.7;
    [
        top,
        point_at(center.x + half, center.y + foot),
        point_at(center.x - half, center.y + foot),
        top,
    ]
}
