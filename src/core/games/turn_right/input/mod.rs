//! Moves entered by hand: a square for a stone, or the corners of a circuit one after another.

mod circuit_draft;
mod preview;

pub(super) use preview::preview;

use self::circuit_draft::CircuitDraft;
use super::TurnRight;
use super::board::{Position, STONE_COUNT};
use super::explain::{move_event, score_changes};
use super::moves::Move;
use super::scene::{SceneBuilder, squares_in};
use super::square::{Square, square_from_id};
use super::violation::Violation;
use crate::contract::{Game, Input, InputState, MoveInput, Rules as _, StepOf};
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, SceneItem, SceneOptions};

impl Input for TurnRight {
    /// Interprets the squares picked so far and the square under the pointer.
    fn interpret_input(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> InputState {
        let squares: Vec<Square> = input
            .picked
            .iter()
            .filter_map(|id| square_from_id(id))
            .collect();
        let hovered = input.hover.and_then(square_from_id);
        if position.is_over() {
            return InputState {
                prompt: Violation::GameOver.to_string(),
                violation: squares.first().map(|_| Violation::GameOver.to_string()),
                ..InputState::default()
            };
        }
        if position.stones_placed() < STONE_COUNT {
            stone_input(position, squares.last().copied(), hovered, options)
        } else {
            circuit_input(position, &squares, hovered, options)
        }
    }

    fn preview(
        position: &Position,
        step: &StepOf<Self>,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| preview(position, mv, role, options))
    }

    fn annotate_step(
        before: &Position,
        step: &StepOf<Self>,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        super::annotation::annotate(before, step.mv?, style, options)
    }

    fn describe_square(
        position: &Position,
        square_id: &str,
        _options: SceneOptions,
    ) -> Option<String> {
        super::explain::describe_square(position, square_id)
    }
}

/// Returns the input state in the first phase: the last picked square is the one for the stone.
fn stone_input(
    position: &Position,
    picked: Option<Square>,
    hovered: Option<Square>,
    options: SceneOptions,
) -> InputState {
    let side = TurnRight::INFO.sides[position.to_move().index()];
    let check = |square: Square| position.check(&Move::Place(square));
    let legal = picked.filter(|square| check(*square).is_ok());
    // The pointer over an occupied square is not an error until the square is picked.
    let hovered = hovered.filter(|square| Some(*square) == picked || check(*square).is_ok());
    let free = || squares_in(position.free_squares()).map(|square| square.to_string());
    let Some(tried) = legal.or(hovered).or(picked) else {
        return InputState {
            next: free().collect(),
            prompt: format!("{side}: choose a square for a stone"),
            ..InputState::default()
        };
    };
    let violation = check(tried).err();
    let (role, effect) = match violation {
        None => (Role::Preview, describe_effect(position, Move::Place(tried))),
        Some(_) => (Role::Bad, "not allowed".to_owned()),
    };
    InputState {
        token: legal.map(|square| square.to_string()),
        next: free().filter(|_| legal.is_none()).collect(),
        picked: legal.iter().map(Square::to_string).collect(),
        overlay: preview(position, Move::Place(tried), role, options),
        prompt: format!("{tried}: {effect}"),
        violation: violation.map(|violation| violation.to_string()),
    }
}

/// Returns the input state in the second phase, with the circuit drawn as far as it is picked.
fn circuit_input(
    position: &Position,
    picked: &[Square],
    hovered: Option<Square>,
    options: SceneOptions,
) -> InputState {
    let draft = picked
        .iter()
        .fold(CircuitDraft::default(), |draft, square| {
            draft.pick(position, *square)
        });
    // The pointer over the path so far previews nothing, except over the first corner.
    let hovered = hovered.filter(|square| !draft.is_closed() && draft.leads_to(*square));
    let tried = match hovered {
        Some(square) => draft.clone().pick(position, square),
        None => draft.clone(),
    };
    let token = draft.closing(position).ok();
    let mut builder = SceneBuilder::new(position, options);
    builder.draw_draft(&draft, &tried, hovered);
    InputState {
        token: token.map(|closing| closing.circuit.to_string()),
        next: draft
            .next_corners(position)
            .iter()
            .map(Square::to_string)
            .collect(),
        picked: draft.corners().iter().map(Square::to_string).collect(),
        overlay: builder.scene.items,
        prompt: circuit_prompt(position, &tried),
        violation: tried.violation().map(Violation::to_string),
    }
}

/// Returns the prompt for the next corner, or the effect of the circuit once it can close.
fn circuit_prompt(position: &Position, draft: &CircuitDraft) -> String {
    let side = TurnRight::INFO.sides[position.to_move().index()];
    let max_corners = circuit_draft::max_corners(position);
    if let Ok(closing) = draft.closing(position) {
        let effect = describe_effect(position, Move::Circuit(closing.circuit));
        let reversed = if closing.is_clockwise {
            ""
        } else {
            "; the stones move clockwise"
        };
        return format!("{}: {effect}{reversed}", closing.circuit);
    }
    match draft.corners() {
        [] => format!("{side}: click the first corner (up to {max_corners})"),
        corners => {
            let names: Vec<String> = corners.iter().map(Square::to_string).collect();
            format!(
                "{}-…: click the next corner (up to {max_corners})",
                names.join("-")
            )
        }
    }
}

/// Describes what a legal move makes or breaks.
fn describe_effect(position: &Position, mv: Move) -> String {
    move_event(position, mv).map_or_else(
        || match score_changes(position, mv)
            .iter()
            .filter(|change| !change.gained)
            .count()
        {
            0 => "no square changes".to_owned(),
            1 => "breaks 1 square".to_owned(),
            count => format!("breaks {count} squares"),
        },
        |event| event.description,
    )
}
