//! A record's marks on the board.

use crate::contract::scene::{Area, Point, Role, Scene, Stroke, at};
use crate::record::{Mark, MarkKind};

/// Draws a mark on the spot that it names; one that names none of the board is left out.
pub(super) fn draw(board: &mut Scene, mark: &Mark) {
    let Some(area) = board.spot(&mark.at).map(|spot| spot.area) else {
        return;
    };
    let size = area.width.min(area.height);
    let (center, half) = (area.center(), size * 0.3);
    let strokes = [(Role::Halo, 0.16), (Role::Preview, 0.09)]
        .map(|(role, width)| Stroke::new(role, width * size));
    match mark.kind {
        MarkKind::Arrow => {
            if let Some(to) = board.spot(&mark.to).map(|spot| spot.area.center()) {
                board.arrow(center, to, size * 0.11, Role::Preview);
            }
        }
        MarkKind::Text => {
            let shown: String = mark.text.chars().take(3).collect();
            board.disc(center, half * 1.1, Role::Halo);
            board.label(center, half * 1.2, Role::Preview, shown);
            board.embolden();
        }
        kind => {
            for stroke in strokes {
                sign(board, kind, center, half, stroke);
            }
        }
    }
}

fn sign(board: &mut Scene, kind: MarkKind, center: Point, half: f32, stroke: Stroke) {
    match kind {
        MarkKind::Cross => board.cross(center, half, stroke),
        MarkKind::Triangle => board.line(triangle(center, half), stroke),
        MarkKind::Square => board.frame(Area::around(center, half), 0.0, stroke),
        MarkKind::Circle | MarkKind::Arrow | MarkKind::Text => board.ring(center, half, stroke),
    }
}

fn triangle(center: Point, half: f32) -> [Point; 4] {
    let top = center.moved(0.0, -half);
    let foot = half * 0.7;
    [
        top,
        at(center.x + half, center.y + foot),
        at(center.x - half, center.y + foot),
        top,
    ]
}
