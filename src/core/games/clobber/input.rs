//! Input of a move with the pointer: one of the player's stones, then the adjacent stone to take.

use super::Clobber;
use super::board::Position;
use super::draw::{STONE_RADIUS, SceneBuilder};
use super::explain::join_squares;
use super::moves::{self, Move, Square, square_from_id};
use super::result::Violation;
use crate::contract::{Game, Input, InputState, MoveInput, Rules as _};
use crate::scene::{Role, SceneItem, SceneOptions, SceneRect, Stroke};

/// The part of a move that is selected so far.
#[derive(Clone, Copy, Default)]
struct MoveSelection {
    from: Option<Square>,
    to: Option<Square>,
    violation: Option<Violation>,
}

impl Input for Clobber {
    fn interpret_input(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> InputState {
        let squares = input
            .picked
            .iter()
            .filter_map(|id| square_from_id(position, id));
        let selection = squares.fold(MoveSelection::default(), |selection, square| {
            selection.pick(position, square)
        });
        let hovered = selection.to.is_none().then_some(input.hover).flatten();
        let hovered = hovered.and_then(|id| square_from_id(position, id));
        // The square under the pointer is tried if the stone could go there; one of the player's own
        // stones would start a new selection.
        let is_own = |square: &Square| position.stone(*square) == Some(position.to_move());
        let is_adjacent =
            |square: &Square| selection.from.is_some_and(|from| from.touches(*square));
        let tried = match hovered.filter(|square| is_adjacent(square) && !is_own(square)) {
            Some(square) => selection.pick(position, square),
            None => selection,
        };
        let target = hovered.filter(|square| Some(*square) != selection.from);
        InputState {
            token: selection.token(),
            next: selection
                .next(position)
                .iter()
                .map(Square::to_string)
                .collect(),
            picked: [selection.from, selection.to]
                .into_iter()
                .flatten()
                .map(|square| square.to_string())
                .collect(),
            overlay: overlay(position, tried, target, options),
            prompt: prompt(position, tried),
            violation: tried.violation.map(|violation| violation.to_string()),
        }
    }

    /// Draws a move as an arrow, or as a crossed-out arrow if it is illegal.
    ///
    /// Squares off the board are drawn at its edge.
    fn preview_move(
        position: &Position,
        mv: Move,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        let mut builder = SceneBuilder::new(position, options);
        builder.draw_move(mv, role);
        builder.scene.items
    }
}

impl MoveSelection {
    fn pick(self, position: &Position, square: Square) -> Self {
        let from = self.from.filter(|_| self.to.is_none());
        let is_own = position.stone(square) == Some(position.to_move());
        match from {
            // Picking the selected stone again deselects it.
            Some(from) if from == square => Self::default(),
            _ if is_own => Self {
                from: Some(square),
                ..Self::default()
            },
            Some(from) => {
                let violation = position.check(&Move { from, to: square }).err();
                Self {
                    from: Some(from),
                    to: violation.is_none().then_some(square),
                    violation,
                }
            }
            None => Self {
                violation: Some(match position.stone(square) {
                    None => Violation::Empty(square),
                    Some(_) => Violation::NotYours(square),
                }),
                ..Self::default()
            },
        }
    }

    fn token(self) -> Option<String> {
        let (from, to) = (self.from?, self.to?);
        let mut token = String::new();
        moves::write(Move { from, to }, &mut token);
        Some(token)
    }

    fn next(self, position: &Position) -> Vec<Square> {
        match (self.from, self.to) {
            (_, Some(_)) => Vec::new(),
            (Some(from), None) => targets(position, from),
            (None, None) => {
                let mut stones = Vec::new();
                position.legal_moves(&mut |mv| stones.push(mv.from));
                stones.dedup();
                stones
            }
        }
    }
}

/// Returns the squares of the stones that the stone on a square can take.
fn targets(position: &Position, from: Square) -> Vec<Square> {
    let mut targets = Vec::new();
    position.legal_moves(&mut |mv| {
        if mv.from == from {
            targets.push(mv.to);
        }
    });
    targets
}

fn prompt(position: &Position, selection: MoveSelection) -> String {
    let side = Clobber::INFO.sides[position.to_move().index()];
    match (selection.from, selection.to) {
        _ if position.is_over() => format!("{side} has no move left"),
        (None, _) => format!("{side}: choose a stone to move"),
        (Some(from), Some(to)) => format!("{from} takes {to}"),
        (Some(from), None) => match &targets(position, from)[..] {
            [] => format!("{from}: no enemy stone beside it"),
            targets => format!(
                "{from}: choose the stone to take ({})",
                join_squares(targets)
            ),
        },
    }
}

/// Draws the selection: a ring around the selected stone, or an arrow from it to its target.
fn overlay(
    position: &Position,
    selection: MoveSelection,
    target: Option<Square>,
    options: SceneOptions,
) -> Vec<SceneItem> {
    let mut builder = SceneBuilder::new(position, options);
    let Some(from) = selection.from else {
        return Vec::new();
    };
    match (selection.to, selection.violation, target) {
        (Some(to), ..) => builder.draw_move(Move { from, to }, Role::Preview),
        (None, Some(_), Some(to)) => builder.draw_move(Move { from, to }, Role::Bad),
        _ => {
            let ring = Stroke::new(Role::Halo, 0.17);
            let center = builder.center(from);
            builder.scene.ring(center, STONE_RADIUS + 0.02, ring);
            let ring = Stroke::new(Role::Preview, 0.1);
            builder.scene.ring(center, STONE_RADIUS + 0.02, ring);
        }
    }
    builder.scene.items
}

impl SceneBuilder<'_> {
    fn draw_move(&mut self, mv: Move, role: Role) {
        let SceneRect { width, .. } = self.scene.area();
        let reach = 0.3_f32.min(width / 4.0);
        let area = self.scene.area();
        let [from, to] = [mv.from, mv.to].map(|square| area.nearest(self.center(square), reach));
        if role == Role::Bad {
            self.scene.ring(from, 0.25, Stroke::dashed(Role::Bad, 0.07));
            self.scene.refused_arrow(from, to, 0.1);
            return;
        }
        let from_rect = self.square_rect(mv.from).expanded(-0.04);
        if area.contains(from_rect.expanded(0.03)) {
            self.scene.fill(from_rect, 0.1, Role::Aim);
            self.scene.frame(from_rect, 0.1, Stroke::new(role, 0.06));
        }
        self.scene
            .arrow(from.lerp(to, 0.04), from.lerp(to, 0.98), 0.12, role);
    }
}
