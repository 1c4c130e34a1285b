//! Input of a move with the pointer: a segment, with or without a claim of the win.

use super::Zuniq;
use super::board::Position;
use super::cells::Cells;
use super::draw::SceneBuilder;
use super::moves::{Move, Segment, segment_from_id};
use super::result::Violation;
use crate::contract::{Game, Input, InputState, MoveInput, OnePick, Rules as _};
use crate::scene::{Role, SceneItem, SceneOptions, SceneRect, Stroke};

/// The distance of a zone's outline from its edge, in cells.
const INSET: f32 = 0.13;

impl Input for Zuniq {
    fn interpret_input(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> InputState {
        let as_move = |segment| Move {
            segment,
            claims_win: input.modifier,
        };
        let picked = input.picked.iter().rev().find_map(|id| segment_from_id(id));
        let pick = OnePick::<Self> {
            position,
            picked: picked.map(as_move),
            hovered: input.hover.and_then(segment_from_id).map(as_move),
            is_obvious: |violation| {
                matches!(
                    violation,
                    Violation::AlreadyDrawn(_) | Violation::GameOver(_)
                )
            },
            square_id: |mv| mv.segment.to_string(),
        };
        let describe = |tried: Option<Move>| match tried {
            Some(mv) => describe_move(position, mv),
            None => prompt(position, input.modifier),
        };
        pick.state(describe, options)
    }

    /// Draws a segment with the zone that it closes.
    ///
    /// An illegal segment is dashed and crossed out, with the zone that it would close and the zone
    /// that already has this size.
    fn preview_move(
        position: &Position,
        mv: Move,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        let mut builder = SceneBuilder::new(position, options);
        let ends = builder.segment_ends(mv.segment);
        let zone = position.zone_closed_by(mv.segment);
        if role == Role::Bad {
            if let Some(zone) = zone {
                builder.draw_illegal_zone(zone);
            }
            builder
                .scene
                .haloed_line(ends, Stroke::dashed(Role::Bad, 0.12));
            builder
                .scene
                .refusal_cross(ends[0].lerp(ends[1], 0.5), 0.15);
            return builder.scene.items;
        }
        if let Some(zone) = zone {
            builder.draw_preview_zone(zone);
            builder.draw_zone_outline(zone, Stroke::dashed(role, 0.06));
        }
        builder.scene.haloed_line(ends, Stroke::new(role, 0.15));
        for end in ends {
            builder.scene.disc(end, 0.1, Role::OnBoard);
        }
        if mv.claims_win {
            builder.draw_claim(mv.segment, role);
        }
        builder.scene.items
    }
}

fn prompt(position: &Position, claim: bool) -> String {
    let side = Zuniq::INFO.sides[position.to_move().index()];
    match (position.is_over(), claim) {
        (true, _) => format!("{side} has no move left"),
        (false, false) => format!("{side}: choose a segment"),
        (false, true) => format!("{side} claims the win: choose a segment"),
    }
}

fn describe_move(position: &Position, mv: Move) -> String {
    if position.check(&mv).is_err() {
        return format!("{}: not allowed", mv.segment);
    }
    let claim = match (mv.claims_win, position.repeats_claim(&mv)) {
        (false, _) => "",
        (true, false) => ", claims the win",
        (true, true) => ", claims the win again (no effect)",
    };
    match position.zone_closed_by(mv.segment) {
        None => format!("{}: closes no zone{claim}", mv.segment),
        Some(zone) => format!(
            "{}: closes a zone of size {}: {zone}{claim}",
            mv.segment,
            zone.size()
        ),
    }
}

impl SceneBuilder<'_> {
    /// Fills the zone that would be closed, leaving out the segments around and in it.
    fn draw_preview_zone(&mut self, zone: Cells) {
        let size = u8::try_from(zone.size()).unwrap_or(u8::MAX);
        for (row, column) in zone.iter() {
            let margin = |segment: Option<Segment>, other: bool| {
                let drawn = segment.is_some_and(|segment| self.position.is_drawn(segment));
                if drawn || !other { 0.09 } else { 0.0 }
            };
            let above = row
                .checked_sub(1)
                .is_some_and(|row| zone.contains(row, column));
            let before = column
                .checked_sub(1)
                .is_some_and(|column| zone.contains(row, column));
            let top = margin(Segment::horizontal(row, column), above);
            let bottom = margin(
                Segment::horizontal(row + 1, column),
                zone.contains(row + 1, column),
            );
            let left = margin(Segment::vertical(row, column), before);
            let right = margin(
                Segment::vertical(row, column + 1),
                zone.contains(row, column + 1),
            );
            let corner = self.dot_point(row, column).offset(left, top);
            let cell = SceneRect::new(corner.x, corner.y, 1.0 - left - right, 1.0 - top - bottom);
            self.scene.fill(cell, 0.0, Role::Zone(size));
        }
        for (row, column) in zone.iter() {
            for (down, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let dot = self.dot_point(row + down, column + right);
                self.scene.disc(dot, 0.1, Role::OnBoard);
            }
        }
        let center = self.zone_label_point(zone);
        self.scene
            .label(center, 0.5, Role::OnZone(size), size.to_string());
        self.scene.embolden();
    }

    /// Draws the outline of a zone, slightly inside its edge.
    pub(super) fn draw_zone_outline(&mut self, zone: Cells, stroke: Stroke) {
        for (row, column) in zone.iter() {
            let center = self.dot_point(row, column).offset(0.5, 0.5);
            let is_inside = |[x, y]: [i8; 2]| {
                let row = row.checked_add_signed(y);
                let column = column.checked_add_signed(x);
                row.zip(column)
                    .is_some_and(|(row, column)| zone.contains(row, column))
            };
            // The direction across each side of the cell, and the direction along it.
            for (out, along) in [
                ([0, -1], [1, 0]),
                ([1, 0], [0, 1]),
                ([0, 1], [1, 0]),
                ([-1, 0], [0, 1]),
            ] {
                if is_inside(out) {
                    continue;
                }
                let ends = [-1, 1].map(|way: i8| {
                    let along = along.map(|step: i8| step * way);
                    let beyond = [out[0] + along[0], out[1] + along[1]];
                    // The outline goes straight on, turns outwards, or turns inwards.
                    let reach = match (is_inside(along), is_inside(beyond)) {
                        (true, false) => 0.5,
                        (true, true) => 0.5 + INSET,
                        (false, _) => 0.5 - INSET,
                    };
                    let [x, y] = [0, 1].map(|axis: usize| {
                        f32::from(out[axis]) * (0.5 - INSET) + f32::from(along[axis]) * reach
                    });
                    center.offset(x, y)
                });
                self.scene.line(ends, stroke);
            }
        }
    }

    /// Marks a zone that may not be closed, and the existing zone of the same size.
    fn draw_illegal_zone(&mut self, zone: Cells) {
        self.draw_zone_outline(zone, Stroke::dashed(Role::Bad, 0.05));
        let center = self.zone_label_point(zone);
        self.scene.disc(center, 0.3, Role::Halo);
        let size = zone.size();
        self.scene.label(center, 0.42, Role::Bad, size.to_string());
        self.scene.embolden();
        let same = self.position.zones().find(|first| first.size() == size);
        if let Some(first) = same {
            let center = self.zone_label_point(first);
            self.scene.ring(center, 0.33, Stroke::new(Role::Halo, 0.13));
            self.scene.ring(center, 0.33, Stroke::new(Role::Bad, 0.08));
        }
    }

    /// Draws the sign of a claim on a segment.
    fn draw_claim(&mut self, segment: Segment, role: Role) {
        let [from, to] = self.segment_ends(segment);
        let center = from.lerp(to, 0.5);
        self.scene.disc(center, 0.2, Role::Halo);
        self.scene.disc(center, 0.17, role);
        self.scene.label(center, 0.27, role.on(), "!");
        self.scene.embolden();
    }
}
