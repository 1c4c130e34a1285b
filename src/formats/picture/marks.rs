//! A record's marks on the board.

use crate::record::{Mark, MarkKind};
use crate::scene::{Point, Role, Scene, SceneItem, SceneRect, Stroke, point_at};

/// What marks look like on a board: drawn over it, in its units. A mark that names no spot of the
/// board is left out.
pub fn mark_items<'a>(board: &Scene, marks: impl IntoIterator<Item = &'a Mark>) -> Vec<SceneItem> {
    let mut sheet = Scene::new(board.size.x, board.size.y, board.badges.clone());
    for mark in marks {
        draw_mark(&mut sheet, board, mark);
    }
    sheet.items
}

fn draw_mark(sheet: &mut Scene, board: &Scene, mark: &Mark) {
    let Some(area) = board.hit_area(&mark.at).map(|spot| spot.area) else {
        return;
    };
    let size = area.width.min(area.height);
    let (center, half) = (area.center(), size * 0.3);
    let strokes = [(Role::Halo, 0.16), (Role::Preview, 0.09)]
        .map(|(role, width)| Stroke::new(role, width * size));
    match mark.kind {
        MarkKind::Arrow => {
            if let Some(to) = board.hit_area(&mark.to).map(|spot| spot.area.center()) {
                sheet.arrow(center, to, size * 0.11, Role::Preview);
            }
        }
        MarkKind::Text => {
            let shown: String = mark.text.chars().take(3).collect();
            sheet.disc(center, half * 1.1, Role::Halo);
            sheet.label(center, half * 1.2, Role::Preview, shown);
            sheet.embolden();
        }
        kind => {
            for stroke in strokes {
                draw_mark_shape(sheet, kind, center, half, stroke);
            }
        }
    }
}

fn draw_mark_shape(sheet: &mut Scene, kind: MarkKind, center: Point, half: f32, stroke: Stroke) {
    match kind {
        MarkKind::Cross => sheet.cross(center, half, stroke),
        MarkKind::Triangle => sheet.line(triangle(center, half), stroke),
        MarkKind::Square => sheet.frame(SceneRect::around(center, half), 0.0, stroke),
        MarkKind::Circle | MarkKind::Arrow | MarkKind::Text => sheet.ring(center, half, stroke),
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
