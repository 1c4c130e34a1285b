//! Moves made by hand: the spot where a tile is held, its direction, and the tile itself where
//! luck is due.

mod preview;

pub(super) use preview::preview;

use super::BoxGame;
use super::board::{Position, Stage};
use super::explain::{describe_changes, score_changes};
use super::moves::{COLUMNS, Cell, Move, Orientation, ROWS, cell_from_id};
use super::notation;
use super::scene::visible_colors;
use super::tile::Tile;
use super::violation::Violation;
use crate::contract::{Game, InputState, MoveInput, ParseError, Rules as _, Step};
use crate::contract::{Input, StepOf};
use crate::scene::SceneItem;
use crate::scene::{Role, SceneOptions};

impl Input for BoxGame {
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
        preview(position, *step, role, view)
    }

    fn describe_square(position: &Position, spot: &str, view: SceneOptions) -> Option<String> {
        super::explain::describe_square(position, spot, view)
    }
}

/// By which of its dots a tile is held: the third in the first of its two lines.
const HELD_DOT_INDEX: u8 = 2;

pub(super) fn interpret_input(
    position: &Position,
    picks: &MoveInput<'_>,
    view: SceneOptions,
) -> InputState {
    if position.is_over() {
        return InputState {
            prompt: "No tile fits any more".to_owned(),
            ..InputState::default()
        };
    }
    let deal = picks.chance.map(parse_tile).transpose();
    let bad_tile = deal.as_ref().err().map(|bad| format!("not a tile: {bad}"));
    let tile = position.tile_in_hand().or(deal.ok().flatten());
    if position.stage == Stage::Start {
        return start_tile_input(position, tile, bad_tile, view);
    }
    let direction = match picks.rotation % BoxGame::INFO.input.rotations {
        0 => Orientation::Horizontal,
        _ => Orientation::Vertical,
    };
    let place = |id: &str| cell_from_id(id).map(|dot| placement_held_at(dot, direction));
    let refused = |placement: &Move| position.board.check(*placement).err();
    let picked = picks
        .picked
        .iter()
        .rev()
        .find_map(|id| place(id).map(|placement| (id, placement)));
    let over = picks.hover.and_then(place);
    let legal = picked.filter(|(_, placement)| refused(placement).is_none());
    let Some(tried) = legal
        .map(|(_, placement)| placement)
        .or(over)
        .or(picked.map(|(_, placement)| placement))
    else {
        return InputState {
            prompt: initial_prompt(position, tile),
            violation: bad_tile,
            ..InputState::default()
        };
    };
    let trouble = refused(&tried);
    let role = match trouble {
        None => Role::Preview,
        Some(_) => Role::Bad,
    };
    let luck = tile.filter(|_| position.tile_in_hand().is_none());
    let step = Step {
        chance: luck,
        mv: Some(tried),
    };
    InputState {
        token: legal.and(tile).map(|_| token_text(step)),
        next: Vec::new(),
        picked: legal.iter().map(|(id, _)| (*id).clone()).collect(),
        overlay: preview(position, step, role, view),
        prompt: prompt(position, tried, tile, trouble.is_some(), view),
        violation: trouble
            .map(|broken: Violation| broken.to_string())
            .or(bad_tile),
    }
}

/// The start tile is luck's alone and lies where it must.
fn start_tile_input(
    position: &Position,
    tile: Option<Tile>,
    trouble: Option<String>,
    view: SceneOptions,
) -> InputState {
    let step = Step {
        chance: tile,
        mv: Some(Move::START),
    };
    InputState {
        token: tile.map(|_| token_text(step)),
        overlay: preview(position, step, Role::Preview, view),
        prompt: match tile {
            None => "Deal the start tile: type six digits or press Random".to_owned(),
            Some(tile) => format!("{tile} starts at {}", Move::START),
        },
        violation: trouble,
        ..InputState::default()
    }
}

fn token_text(step: Step<Move, Tile>) -> String {
    let mut token = String::new();
    notation::write(step, &mut token);
    token
}

fn parse_tile(text: &str) -> Result<Tile, ParseError> {
    let tile = notation::parse_tile(text.as_bytes(), 0)?;
    match text.len() {
        6 => Ok(tile),
        _ => Err(ParseError::new(text.as_bytes(), 6, "the end")),
    }
}

/// The place of a tile held at a spot, brought back onto the board.
fn placement_held_at(dot: Cell, direction: Orientation) -> Move {
    let (rows, columns) = direction.size();
    let (up, left) = match direction {
        Orientation::Horizontal => (0, HELD_DOT_INDEX),
        Orientation::Vertical => (HELD_DOT_INDEX, 0),
    };
    let row = dot.row.saturating_sub(up).min(ROWS - rows);
    let column = dot.column.saturating_sub(left).min(COLUMNS - columns);
    Move::new(row, column, direction).unwrap_or(Move::START)
}

fn initial_prompt(position: &Position, tile: Option<Tile>) -> String {
    let side = BoxGame::INFO.sides[position.to_move().index()];
    match tile {
        None => format!("{side}: deal a tile (six digits or Random), then choose a place"),
        Some(tile) => format!("{side}: choose a place for {tile}"),
    }
}

fn prompt(
    position: &Position,
    placement: Move,
    tile: Option<Tile>,
    refused: bool,
    view: SceneOptions,
) -> String {
    if refused {
        return format!("{placement}: not allowed");
    }
    let step = Step {
        chance: tile,
        mv: Some(placement),
    };
    let known = visible_colors(position, view);
    let mut all = score_changes(position, step);
    all.retain(|change| known[change.player.index()].is_some());
    match (tile, describe_changes(&all)) {
        (None, _) => format!("{placement}: which tile?"),
        (Some(_), None) => format!("{placement}: no square changes"),
        (Some(_), Some(effect)) => format!("{placement}: {effect}"),
    }
}
