//! Moves made by hand: a square for a stone; for a circuit its corners, one after the other.

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
use crate::contract::{Game, InputState, MoveInput, Rules as _};
use crate::contract::{Input, StepOf};
use crate::scene::SceneItem;
use crate::scene::{Role, SceneOptions};

impl Input for TurnRight {
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

pub(super) fn interpret_input(
    position: &Position,
    picks: &MoveInput<'_>,
    view: SceneOptions,
) -> InputState {
    let spots: Vec<Square> = picks
        .picked
        .iter()
        .filter_map(|id| square_from_id(id))
        .collect();
    let over = picks.hover.and_then(square_from_id);
    if position.is_over() {
        return InputState {
            prompt: Violation::GameOver.to_string(),
            violation: spots.first().map(|_| Violation::GameOver.to_string()),
            ..InputState::default()
        };
    }
    if position.stones_placed() < STONE_COUNT {
        stone_input(position, spots.last().copied(), over, view)
    } else {
        circuit_input(position, &spots, over, view)
    }
}

fn stone_input(
    position: &Position,
    picked: Option<Square>,
    over: Option<Square>,
    view: SceneOptions,
) -> InputState {
    let side = TurnRight::INFO.sides[position.to_move().index()];
    let check = |square: Square| position.check(&Move::Place(square));
    let legal = picked.filter(|square| check(*square).is_ok());
    // A square that is taken says so by itself, as long as nobody picks it.
    let over = over.filter(|square| Some(*square) == picked || check(*square).is_ok());
    let free = || squares_in(position.free_squares()).map(|square| square.to_string());
    let Some(tried) = legal.or(over).or(picked) else {
        return InputState {
            next: free().collect(),
            prompt: format!("{side}: choose a square for a stone"),
            ..InputState::default()
        };
    };
    let trouble = check(tried).err();
    let (role, words) = match trouble {
        None => (Role::Preview, describe_effect(position, Move::Place(tried))),
        Some(_) => (Role::Bad, "not allowed".to_owned()),
    };
    InputState {
        token: legal.map(|square| square.to_string()),
        next: free().filter(|_| legal.is_none()).collect(),
        picked: legal.iter().map(Square::to_string).collect(),
        overlay: preview(position, Move::Place(tried), role, view),
        prompt: format!("{tried}: {words}"),
        violation: trouble.map(|broken| broken.to_string()),
    }
}

fn circuit_input(
    position: &Position,
    spots: &[Square],
    over: Option<Square>,
    view: SceneOptions,
) -> InputState {
    let route = spots.iter().fold(CircuitDraft::default(), |route, square| {
        route.pick(position, *square)
    });
    // On the way so far the pointer only rests, but for the square where it started.
    let over = over.filter(|square| !route.is_closed() && route.leads_to(*square));
    let tried = match over {
        Some(square) => route.clone().pick(position, square),
        None => route.clone(),
    };
    let token = route.closing(position).ok();
    let mut pen = SceneBuilder::new(position, view);
    pen.draw_draft(&route, &tried, over);
    InputState {
        token: token.map(|closing| closing.circuit.to_string()),
        next: route
            .next_corners(position)
            .iter()
            .map(Square::to_string)
            .collect(),
        picked: route.corners().iter().map(Square::to_string).collect(),
        overlay: pen.scene.items,
        prompt: circuit_prompt(position, &tried),
        violation: tried.violation().map(Violation::to_string),
    }
}

fn circuit_prompt(position: &Position, route: &CircuitDraft) -> String {
    let side = TurnRight::INFO.sides[position.to_move().index()];
    let most = circuit_draft::max_corners(position);
    if let Ok(closing) = route.closing(position) {
        let effect = describe_effect(position, Move::Circuit(closing.circuit));
        let turned = if closing.is_clockwise {
            ""
        } else {
            "; the stones move clockwise"
        };
        return format!("{}: {effect}{turned}", closing.circuit);
    }
    match route.corners() {
        [] => format!("{side}: click the first corner (up to {most})"),
        corners => {
            let names: Vec<String> = corners.iter().map(Square::to_string).collect();
            format!(
                "{}-…: click the next corner (up to {most})",
                names.join("-")
            )
        }
    }
}

fn describe_effect(position: &Position, mv: Move) -> String {
    move_event(position, mv).map_or_else(
        || match score_changes(position, mv)
            .iter()
            .filter(|change| !change.gained)
            .count()
        {
            0 => "no square changes".to_owned(),
            1 => "breaks 1 square".to_owned(),
            broken => format!("breaks {broken} squares"),
        },
        |happening| happening.description,
    )
}
