//! Moves entered by a user: a point, or the button for PASS.

use super::AtariGo;
use super::board::Position;
use super::draw::{STONE_RADIUS, SceneBuilder, stone_tone};
use super::explain::{captured_points, pluralize};
use super::moves::{Move, Point, move_from_id};
use super::result::Violation;
use crate::contract::{Game, Input, InputState, MoveInput, OnePick, Rules as _};
use crate::scene::{Role, SceneItem, SceneOptions, Stroke};

impl Input for AtariGo {
    /// Interprets the squares that the user has picked and the one under the pointer.
    fn interpret_input(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> InputState {
        let picked = input
            .picked
            .iter()
            .rev()
            .find_map(|id| move_from_id(position, id));
        let pick = OnePick::<Self> {
            position,
            picked,
            hovered: input.hover.and_then(|id| move_from_id(position, id)),
            is_obvious: |violation| {
                matches!(
                    violation,
                    Violation::Occupied { .. } | Violation::GameOver(_)
                )
            },
            square_id: Move::to_string,
        };
        pick.state(|tried| prompt(position, tried), options)
    }

    /// Draws a move that has not been played: a translucent stone with crosses on those it captures.
    ///
    /// An illegal stone is crossed out, and the stones that make it illegal are marked. A point beyond
    /// the edge is drawn at the edge.
    fn preview_move(
        position: &Position,
        mv: Move,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        let mut builder = SceneBuilder::new(position, options);
        match (mv, role) {
            (Move::Stone(point), Role::Bad) => builder.draw_illegal_stone(point),
            (Move::Stone(point), role) => builder.draw_preview_stone(point, role),
            (Move::Pass, Role::Bad) => {
                let edge = Stroke::dashed(Role::Bad, 0.08);
                let center = builder.draw_pass(position.to_move(), edge);
                builder.scene.refusal_cross(center.offset(-1.06, 0.0), 0.14);
            }
            (Move::Pass, role) => {
                builder.draw_pass(position.to_move(), Stroke::dashed(role, 0.08));
            }
        }
        builder.scene.items
    }
}

/// Returns the line that says what to do, or what the tried move does.
fn prompt(position: &Position, tried: Option<Move>) -> String {
    let side = AtariGo::INFO.sides[position.to_move().index()];
    let Some(mv) = tried else {
        return if position.is_over() {
            "All turns are played".to_owned()
        } else {
            format!("{side}: choose a point, or PASS")
        };
    };
    let Move::Stone(point) = mv else {
        return format!("{side} passes");
    };
    if position.check(&mv).is_err() {
        return format!("{point}: not allowed");
    }
    let taken = captured_points(position, mv);
    let mut after = position.clone();
    after.apply(&mv);
    let liberties = pluralize(
        usize::try_from(after.liberty_count(point)).unwrap_or(0),
        "liberty",
        "liberties",
    );
    match taken.len() {
        0 => format!("{point}: {liberties}"),
        number => format!(
            "{point} takes {}, {liberties}",
            pluralize(number, "stone", "stones")
        ),
    }
}

impl SceneBuilder<'_> {
    /// Draws a translucent stone with crosses on the stones that it captures.
    fn draw_preview_stone(&mut self, point: Point, role: Role) {
        let position = self.position;
        let mv = Move::Stone(point);
        if position.check(&mv).is_ok() {
            for taken in captured_points(position, mv) {
                let center = self.center(taken);
                self.scene.cross(center, 0.2, Stroke::new(Role::Halo, 0.17));
                self.scene.cross(center, 0.2, Stroke::new(role, 0.1));
            }
        }
        let center = self.scene.area().nearest(self.center(point), 0.55);
        self.scene
            .ghost(center, STONE_RADIUS, stone_tone(position.to_move()), role);
    }

    /// Draws a crossed-out stone and marks the stones that make it illegal.
    fn draw_illegal_stone(&mut self, point: Point) {
        let position = self.position;
        let center = self.scene.area().nearest(self.center(point), 0.55);
        match position.check(&Move::Stone(point)) {
            // The point already shows a stone.
            Err(Violation::Occupied { .. }) => {}
            Err(Violation::Ko { taken, .. }) => {
                self.draw_ghost(center);
                let taken = self.center(taken);
                self.scene
                    .ring(taken, 0.27, Stroke::dashed(Role::Bad, 0.08));
            }
            Err(Violation::Suicide { .. }) => {
                self.draw_ghost(center);
                self.mark_suicide_chain(point);
            }
            _ => self.draw_ghost(center),
        }
        self.scene.refusal_cross(center, 0.26);
    }

    /// Draws a translucent stone of the player to move.
    fn draw_ghost(&mut self, center: crate::scene::Point) {
        let tone = stone_tone(self.position.to_move());
        self.scene.ghost(center, STONE_RADIUS, tone, Role::Bad);
    }

    /// Marks the player's own stones that a stone on this point would leave without a liberty.
    fn mark_suicide_chain(&mut self, point: Point) {
        let position = self.position;
        let is_own = |near: &Point| position.stone(*near) == Some(position.to_move());
        let mut chain: Vec<Point> = Vec::new();
        for near in position
            .points()
            .filter(|near| are_adjacent(*near, point))
            .filter(is_own)
        {
            chain.extend(position.chain(near));
        }
        for stone in chain {
            let center = self.center(stone);
            self.scene
                .ring(center, 0.27, Stroke::dashed(Role::Bad, 0.08));
        }
    }
}

/// Reports whether two points share a side.
fn are_adjacent(one: Point, other: Point) -> bool {
    one.x().abs_diff(other.x()) + one.y().abs_diff(other.y()) == 1
}
