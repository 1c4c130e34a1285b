//! Moves made by hand: a segment, and whether the win is claimed with it.

use super::Zuniq;
use super::board::Position;
use super::cells::Cells;
use super::moves::{Move, Segment};
use super::notation::segment_from_id;
use super::scene::SceneBuilder;
use super::violation::Violation;
use crate::contract::{Game, Input, InputState, MoveInput, Rules as _, StepOf};
use crate::scene::{Role, SceneItem, SceneOptions, SceneRect, Stroke};

impl Input for Zuniq {
    fn interpret_input(
        position: &Position,
        picks: &MoveInput<'_>,
        view: SceneOptions,
    ) -> InputState {
        interpret_input(position, picks, view)
    }

    fn preview(
        position: &Position,
        step: &StepOf<Self>,
        role: Role,
        view: SceneOptions,
    ) -> Vec<SceneItem> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| preview(position, mv, role, view))
    }

    fn describe_square(position: &Position, spot: &str, _view: SceneOptions) -> Option<String> {
        super::explain::describe_square(position, spot)
    }
}

/// How far inside of a zone's edge its line runs.
const INSET: f32 = 0.13;

pub(super) fn interpret_input(
    position: &Position,
    picks: &MoveInput<'_>,
    view: SceneOptions,
) -> InputState {
    let meant = |segment| Move {
        segment,
        claims_win: picks.modifier,
    };
    let refused = |mv: &Move| position.check(mv).err();
    let picked = picks.picked.iter().rev().find_map(|id| segment_from_id(id));
    let picked = picked.map(meant);
    // A segment that is drawn says so by itself, as long as nobody picks it.
    let quiet = |mv: &Move| {
        matches!(
            refused(mv),
            Some(Violation::AlreadyDrawn(_) | Violation::GameOver(_))
        )
    };
    let over = picks.hover.and_then(segment_from_id).map(meant);
    let over = over.filter(|mv| Some(*mv) == picked || !quiet(mv));
    let legal = picked.filter(|mv| refused(mv).is_none());
    let Some(tried) = legal.or(over).or(picked) else {
        return InputState {
            next: legal_squares(position),
            prompt: prompt(position, picks.modifier),
            ..InputState::default()
        };
    };
    let trouble = refused(&tried);
    let role = match trouble {
        None => Role::Preview,
        Some(_) => Role::Bad,
    };
    InputState {
        token: legal.map(|mv| mv.to_string()),
        next: legal.map_or_else(|| legal_squares(position), |_| Vec::new()),
        picked: legal.iter().map(|mv| mv.segment.to_string()).collect(),
        overlay: preview(position, tried, role, view),
        prompt: describe_move(position, tried),
        violation: trouble.map(|broken| broken.to_string()),
    }
}

fn legal_squares(position: &Position) -> Vec<String> {
    let mut next = Vec::new();
    position.legal_moves(&mut |mv| next.push(mv.segment.to_string()));
    next
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

/// The segment with the zone that it closes; a refused one is dashed and crossed out, with the
/// zone that it would close and the one that has this size.
pub(super) fn preview(
    position: &Position,
    mv: Move,
    role: Role,
    view: SceneOptions,
) -> Vec<SceneItem> {
    let mut pen = SceneBuilder::new(position, view);
    let ends = pen.segment_ends(mv.segment);
    let zone = position.zone_closed_by(mv.segment);
    if role == Role::Bad {
        if let Some(zone) = zone {
            pen.draw_illegal_zone(zone);
        }
        pen.scene.haloed_line(ends, Stroke::dashed(Role::Bad, 0.12));
        pen.scene.refusal_cross(ends[0].lerp(ends[1], 0.5), 0.15);
        return pen.scene.items;
    }
    if let Some(zone) = zone {
        pen.draw_preview_zone(zone);
        pen.draw_zone_outline(zone, Stroke::dashed(role, 0.06));
    }
    pen.scene.haloed_line(ends, Stroke::new(role, 0.15));
    for end in ends {
        pen.scene.disc(end, 0.1, Role::OnBoard);
    }
    if mv.claims_win {
        pen.draw_claim(mv.segment, role);
    }
    pen.scene.items
}

impl SceneBuilder<'_> {
    /// The zone that would be closed, up to the segments round it and in it.
    fn draw_preview_zone(&mut self, zone: Cells) {
        let size = u8::try_from(zone.size()).unwrap_or(u8::MAX);
        for (row, column) in zone.iter() {
            let wall = |segment: Option<Segment>, other: bool| {
                let drawn = segment.is_some_and(|segment| self.position.is_drawn(segment));
                if drawn || !other { 0.09 } else { 0.0 }
            };
            let above = row
                .checked_sub(1)
                .is_some_and(|row| zone.contains(row, column));
            let before = column
                .checked_sub(1)
                .is_some_and(|column| zone.contains(row, column));
            let top = wall(Segment::horizontal(row, column), above);
            let bottom = wall(
                Segment::horizontal(row + 1, column),
                zone.contains(row + 1, column),
            );
            let left = wall(Segment::vertical(row, column), before);
            let right = wall(
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

    /// Lines round a zone, a little inside of its edge.
    fn draw_zone_outline(&mut self, zone: Cells, stroke: Stroke) {
        for (row, column) in zone.iter() {
            let center = self.dot_point(row, column).offset(0.5, 0.5);
            let within = |[x, y]: [i8; 2]| {
                let row = row.checked_add_signed(y);
                let column = column.checked_add_signed(x);
                row.zip(column)
                    .is_some_and(|(row, column)| zone.contains(row, column))
            };
            // The way out over each side, and the way along it.
            for (out, along) in [
                ([0, -1], [1, 0]),
                ([1, 0], [0, 1]),
                ([0, 1], [1, 0]),
                ([-1, 0], [0, 1]),
            ] {
                if within(out) {
                    continue;
                }
                let ends = [-1, 1].map(|way: i8| {
                    let along = along.map(|step: i8| step * way);
                    let beyond = [out[0] + along[0], out[1] + along[1]];
                    // The next cell goes on, turns away, or is none of the zone.
                    let reach = match (within(along), within(beyond)) {
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

    /// A zone that may not be closed, and the one whose size it has.
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

    /// The sign of a claim beside a segment.
    fn draw_claim(&mut self, segment: Segment, role: Role) {
        let [from, to] = self.segment_ends(segment);
        let center = from.lerp(to, 0.5);
        self.scene.disc(center, 0.2, Role::Halo);
        self.scene.disc(center, 0.17, role);
        self.scene.label(center, 0.27, role.on(), "!");
        self.scene.embolden();
    }
}
