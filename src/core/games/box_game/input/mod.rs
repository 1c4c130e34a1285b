//! Moves entered by hand: the cell where a tile is held, its orientation, and the tile itself if
//! a chance event is due.

mod preview;

pub(super) use preview::preview;

use super::board::{Position, Stage};
use super::explain::{describe_changes, score_changes};
use super::moves::{COLUMNS, Cell, Move, Orientation, ROWS, cell_from_id};
use super::scene::visible_colors;
use super::tile::Tile;
use super::violation::Violation;
use super::{BoxGame, notation};
use crate::contract::{Game, Input, InputState, MoveInput, ParseError, Rules as _, Step, StepOf};
use crate::scene::{AnnotationStyle, MoveAnnotation, Role, Scene, SceneItem, SceneOptions};

/// The index of the dot by which a tile is held: the third in the first of its two lines.
const HELD_DOT_INDEX: u8 = 2;

impl Input for BoxGame {
    /// Returns the token, the preview and the prompt for the current input.
    fn interpret_input(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> InputState {
        if position.is_over() {
            return InputState {
                prompt: "No tile fits any more".to_owned(),
                ..InputState::default()
            };
        }
        let drawn = input.chance.map(parse_tile).transpose();
        let bad_tile = drawn.as_ref().err().map(|bad| format!("not a tile: {bad}"));
        let tile = position.tile_in_hand().or(drawn.ok().flatten());
        if position.stage == Stage::Start {
            return start_tile_input(position, tile, bad_tile, options);
        }
        let orientation = orientation_of(input);
        let placement_at =
            |id: &str| cell_from_id(id).map(|dot| placement_held_at(dot, orientation));
        let violation_of = |placement: &Move| position.board.check(*placement).err();
        let picked = input
            .picked
            .iter()
            .rev()
            .find_map(|id| placement_at(id).map(|placement| (id, placement)));
        let hovered = input.hover.and_then(placement_at);
        let legal = picked.filter(|(_, placement)| violation_of(placement).is_none());
        let Some(tried) = legal
            .map(|(_, placement)| placement)
            .or(hovered)
            .or(picked.map(|(_, placement)| placement))
        else {
            return InputState {
                prompt: initial_prompt(position, tile),
                violation: bad_tile,
                ..InputState::default()
            };
        };
        let broken_rule = violation_of(&tried);
        let role = match broken_rule {
            None => Role::Preview,
            Some(_) => Role::Bad,
        };
        let drawn_tile = tile.filter(|_| position.tile_in_hand().is_none());
        let step = Step {
            chance: drawn_tile,
            mv: Some(tried),
        };
        InputState {
            token: legal.and(tile).map(|_| token_text(step)),
            next: Vec::new(),
            picked: legal.iter().map(|(id, _)| (*id).clone()).collect(),
            overlay: preview(position, step, role, options),
            prompt: prompt(position, tried, tile, broken_rule.is_some(), options),
            violation: broken_rule
                .map(|rule: Violation| rule.to_string())
                .or(bad_tile),
        }
    }

    fn preview(
        position: &Position,
        step: &StepOf<Self>,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        preview(position, *step, role, options)
    }

    fn annotate_step(
        before: &Position,
        step: &StepOf<Self>,
        style: AnnotationStyle,
        options: SceneOptions,
    ) -> Option<MoveAnnotation> {
        super::annotation::annotate(before, *step, style, options)
    }

    fn piece_in_hand(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> Option<Scene> {
        let drawn = input.chance.and_then(|tile| parse_tile(tile).ok());
        let tile = position.tile_in_hand().or(drawn);
        let tile = tile.filter(|_| position.stage != Stage::Start && !position.is_over())?;
        Some(preview::tile_in_hand(
            position,
            tile,
            orientation_of(input),
            options,
        ))
    }

    fn describe_square(position: &Position, square: &str, options: SceneOptions) -> Option<String> {
        super::explain::describe_square(position, square, options)
    }
}

/// Returns the orientation of a tile that was turned so many times.
fn orientation_of(input: &MoveInput<'_>) -> Orientation {
    match input.rotation % BoxGame::INFO.input.rotations {
        0 => Orientation::Horizontal,
        _ => Orientation::Vertical,
    }
}

/// Returns the state of the input for the start tile, whose placement is fixed.
fn start_tile_input(
    position: &Position,
    tile: Option<Tile>,
    bad_tile: Option<String>,
    options: SceneOptions,
) -> InputState {
    let step = Step {
        chance: tile,
        mv: Some(Move::START),
    };
    if position.draws_first_tile() {
        return InputState {
            token: tile.map(|_| token_text(step)),
            prompt: match tile {
                None => "Deal the first tile: type six digits or press Random".to_owned(),
                Some(tile) => format!("{tile} is the first tile"),
            },
            violation: bad_tile,
            ..InputState::default()
        };
    }
    InputState {
        token: tile.map(|_| token_text(step)),
        overlay: preview(position, step, Role::Preview, options),
        prompt: match tile {
            None => "Deal the start tile: type six digits or press Random".to_owned(),
            Some(tile) => format!("{tile} starts at {}", Move::START),
        },
        violation: bad_tile,
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

/// Returns the placement of a tile held at a cell, moved back onto the board if it reaches over
/// the edge.
fn placement_held_at(cell: Cell, orientation: Orientation) -> Move {
    let (rows, columns) = orientation.size();
    let (up, left) = match orientation {
        Orientation::Horizontal => (0, HELD_DOT_INDEX),
        Orientation::Vertical => (HELD_DOT_INDEX, 0),
    };
    let row = cell.row.saturating_sub(up).min(ROWS - rows);
    let column = cell.column.saturating_sub(left).min(COLUMNS - columns);
    Move::new(row, column, orientation).unwrap_or(Move::START)
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
    options: SceneOptions,
) -> String {
    if refused {
        return format!("{placement}: not allowed");
    }
    let step = Step {
        chance: tile,
        mv: Some(placement),
    };
    let known = visible_colors(position, options);
    let mut all = score_changes(position, step);
    all.retain(|change| known[change.player.index()].is_some());
    match (tile, describe_changes(&all)) {
        (None, _) => format!("{placement}: which tile?"),
        (Some(_), None) => format!("{placement}: no square changes"),
        (Some(_), Some(effect)) => format!("{placement}: {effect}"),
    }
}
