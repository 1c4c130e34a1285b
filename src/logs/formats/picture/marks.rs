//! A record's marks, drawn on the board.

use kifu_core::record::{Mark, MarkKind};
use kifu_core::scene::{Point, Role, Scene, SceneItem, SceneRect, Stroke, point_at};

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
