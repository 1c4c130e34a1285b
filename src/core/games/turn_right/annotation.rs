//! Annotations of moves: the line of a circuit, or the ring of a stone.

use super::board::Position;
use super::moves::Move;
use super::scene::{STONE_RADIUS, SceneBuilder, stone_tone};
use super::square::Square;
use crate::scene::{AnnotationStyle, MoveAnnotation, Point, Role, SceneOptions, Stroke};

/// Draws a circuit as a line with arrow heads from its start, or a stone as a ring.
///
/// A dashed circuit is wider and without arrow heads, so that a solid one drawn over it is visible
/// on common squares.
pub(super) fn annotate(
    before: &Position,
    mv: Move,
    style: AnnotationStyle,
    options: SceneOptions,
) -> Option<MoveAnnotation> {
    let mut builder = SceneBuilder::new(before, options);
    match mv {
        Move::Place(square) => {
            let center = builder.center(square);
            if before.stone(square).is_none() && !style.dashed {
                let tone = stone_tone(before.to_move());
                builder
                    .scene
                    .disc(center, STONE_RADIUS * 0.9, Role::Ghost(tone));
            }
            builder
                .scene
                .annotation_ring(center, STONE_RADIUS, 0.1, style);
            let anchor = center.offset(0.3, -0.3);
            Some(MoveAnnotation::new(builder.scene, anchor))
        }
        Move::Circuit(circuit) => {
            let path: Vec<Square> = circuit.path().collect();
            let corners = circuit.corner_squares().chain([circuit.start()]);
            let points: Vec<Point> = corners.map(|square| builder.center(square)).collect();
            let width = if style.dashed { 0.2 } else { 0.09 };
            builder
                .scene
                .line(points.clone(), Stroke::new(Role::Halo, width + 0.08));
            builder.scene.line(points.clone(), style.stroke(width));
            if !style.dashed {
                builder.draw_direction(&path, style.role);
            }
            // Both circuits may begin on the same square.
            let down = if style.dashed { 0.27 } else { -0.27 };
            let anchor = points.first()?.offset(-0.27, down);
            Some(MoveAnnotation::new(builder.scene, anchor))
        }
        Move::InvalidCircuit(_) => None,
    }
}

impl SceneBuilder<'_> {
    /// Draws an arrow head on every second step of a path.
    fn draw_direction(&mut self, path: &[Square], role: Role) {
        for pair in path.windows(2).step_by(2) {
            let [from, to] = [pair[0], pair[1]].map(|square| self.center(square));
            for (role, grown) in [(Role::Halo, 0.05), (role, 0.0)] {
                let (foot, tip) = (
                    from.lerp(to, 0.38 - grown * 0.6),
                    from.lerp(to, 0.64 + grown * 1.4),
                );
                self.scene.arrow_head(foot, tip, 0.14 + grown, role);
            }
        }
    }
}
