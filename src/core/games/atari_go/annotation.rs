//! Annotations of moves: a ring around the point of a stone.

use super::board::Position;
use super::moves::Move;
use super::scene::{STONE_RADIUS, SceneBuilder, stone_tone};
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, SceneOptions};

/// Draws a stone as a ring; a stone to recommend is translucent inside it.
pub(super) fn annotate(
    before: &Position,
    mv: Move,
    style: AnnotationStyle,
    options: SceneOptions,
) -> MoveAnnotation {
    let mut builder = SceneBuilder::new(before, options);
    let Move::Stone(point) = mv else {
        let center = builder.draw_pass(before.to_move(), style.stroke(0.08));
        return MoveAnnotation::new(builder.scene, center.offset(1.2, -0.3));
    };
    let center = builder.scene.area().nearest(builder.center(point), 0.55);
    if before.stone(point).is_none() && !style.dashed {
        let tone = stone_tone(before.to_move());
        builder
            .scene
            .disc(center, STONE_RADIUS * 0.9, Role::Ghost(tone));
    }
    builder
        .scene
        .annotation_ring(center, STONE_RADIUS * 0.9, 0.11, style);
    MoveAnnotation::new(builder.scene, center.offset(0.36, -0.36))
}
