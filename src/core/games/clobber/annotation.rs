//! Annotations of moves: an arrow from the stone to the one that it takes.

use super::board::Position;
use super::moves::Move;
use super::scene::SceneBuilder;
use crate::scene::{AnnotationStyle, MoveAnnotation, SceneOptions};

/// Draws a move as an arrow, with its badge at the corner of the square it leads to.
pub(super) fn annotate(
    before: &Position,
    mv: Move,
    style: AnnotationStyle,
    options: SceneOptions,
) -> MoveAnnotation {
    let mut builder = SceneBuilder::new(before, options);
    let area = builder.scene.area();
    let [from, to] = [mv.from, mv.to].map(|square| area.nearest(builder.center(square), 0.3));
    builder
        .scene
        .annotation_arrow(from, from.lerp(to, 1.04), 0.14, style);
    // Two stones may take the same one.
    let down = if style.dashed { 0.32 } else { -0.32 };
    MoveAnnotation::new(builder.scene, to.offset(0.32, down))
}
