//! Annotations of moves: a thick segment, with the zone that it closes.

use super::board::Position;
use super::moves::Move;
use super::scene::SceneBuilder;
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, SceneOptions, Stroke};

/// Draws a segment, and the outline of the zone that it closes.
pub(super) fn annotate(
    before: &Position,
    mv: Move,
    style: AnnotationStyle,
    options: SceneOptions,
) -> MoveAnnotation {
    let mut builder = SceneBuilder::new(before, options);
    let ends = builder.segment_ends(mv.segment);
    if let Some(zone) = before.zone_closed_by(mv.segment) {
        builder.draw_zone_outline(zone, style.stroke(0.05));
    }
    builder.scene.line(ends, Stroke::new(Role::Halo, 0.27));
    builder.scene.line(ends, style.stroke(0.16));
    for end in ends {
        builder.scene.disc(end, 0.1, Role::OnBoard);
    }
    let middle = ends[0].lerp(ends[1], 0.5);
    MoveAnnotation::new(builder.scene, middle)
}
