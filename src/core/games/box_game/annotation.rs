//! Annotations of moves: the frame of a tile, and its dots if they are not on the board.

use super::board::Position;
use super::moves::Move;
use super::scene::{SceneBuilder, dot_colors};
use super::tile::Tile;
use crate::contract::Step;
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, SceneOptions, point_at};

/// Draws the frame of a tile. A tile to recommend shows its colours inside small discs, so that the
/// dots below them stay visible.
pub(super) fn annotate(
    before: &Position,
    step: Step<Move, Tile>,
    style: AnnotationStyle,
    options: SceneOptions,
) -> Option<MoveAnnotation> {
    let placement = step.mv?;
    let mut builder = SceneBuilder::new(before, options);
    let tile = step.chance.or(before.tile_in_hand());
    if let Some(tile) = tile.filter(|_| !style.dashed) {
        let colors = dot_colors(tile, placement.orientation());
        for (cell, color) in placement.cells().zip(colors) {
            let center = builder.cell_rect(cell).center();
            builder.scene.disc(center, 0.36, Role::Halo);
            builder.scene.disc(center, 0.29, Role::Ink(color.number()));
            builder
                .scene
                .label(center, 0.42, Role::OnInk(color.number()), color.to_string());
        }
    }
    let frame = builder
        .tile_rect(placement)
        .intersection(builder.board_rect.expanded(0.14));
    builder.scene.annotation_frame(frame, 0.25, 0.2, style);
    // Tiles across and down may share a corner.
    let corner = if style.dashed {
        point_at(frame.x, frame.y + frame.height)
    } else {
        point_at(frame.x + frame.width, frame.y)
    };
    Some(MoveAnnotation::new(builder.scene, corner))
}
