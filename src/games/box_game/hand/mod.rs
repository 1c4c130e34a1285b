//! Moves made by hand: the spot where a tile is held, its direction, and the tile itself where
//! luck is due.

mod changes;
mod preview;

pub(super) use changes::{about, changes, happening};
pub(super) use preview::preview;

use super::BoxGame;
use super::moves::{COLUMNS, Direction, Dot, Placement, ROWS};
use super::notation;
use super::position::{Position, Stage};
use super::refusal::Broken;
use super::scene::shown;
use super::tile::Tile;
use crate::contract::scene::{Role, SceneOptions};
use crate::contract::{Game, InputState, MoveInput, ParseError, Position as _, Step};

/// By which of its dots a tile is held: the third in the first of its two lines.
const HELD: u8 = 2;

pub(super) fn enter(position: &Position, picks: &MoveInput<'_>, view: SceneOptions) -> InputState {
    if position.is_over() {
        return InputState {
            prompt: "no tile has room".to_owned(),
            ..InputState::default()
        };
    }
    let deal = picks.chance.map(read_tile).transpose();
    let bad_tile = deal.as_ref().err().map(|bad| format!("no tile: {bad}"));
    let tile = position.hand().or(deal.ok().flatten());
    if position.stage == Stage::Start {
        return start(position, tile, bad_tile, view);
    }
    let direction = match picks.rotation % BoxGame::HAND.rotations {
        0 => Direction::Horizontal,
        _ => Direction::Vertical,
    };
    let place = |id: &str| spot(id).map(|dot| held_at(dot, direction));
    let refused = |placement: &Placement| position.board.check(*placement).err();
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
            prompt: asking(position, tile),
            violation: bad_tile,
            ..InputState::default()
        };
    };
    let trouble = refused(&tried);
    let role = match trouble {
        None => Role::Preview,
        Some(_) => Role::Bad,
    };
    let luck = tile.filter(|_| position.hand().is_none());
    let step = Step {
        chance: luck,
        mv: Some(tried),
    };
    InputState {
        token: legal.and(tile).map(|_| written(step)),
        next: Vec::new(),
        picked: legal.iter().map(|(id, _)| (*id).clone()).collect(),
        overlay: preview(position, step, role, view),
        prompt: words(position, tried, tile, trouble.is_some(), view),
        violation: trouble
            .map(|broken: Broken| broken.to_string())
            .or(bad_tile),
    }
}

/// The start tile is luck's alone and lies where it must.
fn start(
    position: &Position,
    tile: Option<Tile>,
    trouble: Option<String>,
    view: SceneOptions,
) -> InputState {
    let step = Step {
        chance: tile,
        mv: Some(Placement::START),
    };
    InputState {
        token: tile.map(|_| written(step)),
        overlay: preview(position, step, Role::Preview, view),
        prompt: match tile {
            None => "the start tile is due: its six digits".to_owned(),
            Some(tile) => format!("{tile} starts at {}", Placement::START),
        },
        violation: trouble,
        ..InputState::default()
    }
}

fn written(step: Step<Placement, Tile>) -> String {
    let mut token = String::new();
    notation::write(step, &mut token);
    token
}

fn read_tile(text: &str) -> Result<Tile, ParseError> {
    let tile = notation::tile(text.as_bytes(), 0)?;
    match text.len() {
        6 => Ok(tile),
        _ => Err(ParseError::new(text.as_bytes(), 6, "the end")),
    }
}

fn spot(id: &str) -> Option<Dot> {
    let &[row, column] = id.as_bytes() else {
        return None;
    };
    let dot = Dot {
        row: row.wrapping_sub(b'A'),
        column: column.wrapping_sub(b'a'),
    };
    (dot.row < ROWS && dot.column < COLUMNS).then_some(dot)
}

/// The place of a tile held at a spot, brought back onto the board.
fn held_at(dot: Dot, direction: Direction) -> Placement {
    let (rows, columns) = direction.size();
    let (up, left) = match direction {
        Direction::Horizontal => (0, HELD),
        Direction::Vertical => (HELD, 0),
    };
    let row = dot.row.saturating_sub(up).min(ROWS - rows);
    let column = dot.column.saturating_sub(left).min(COLUMNS - columns);
    Placement::new(row, column, direction).unwrap_or(Placement::START)
}

fn asking(position: &Position, tile: Option<Tile>) -> String {
    let side = BoxGame::SIDES[position.to_move().index()];
    match tile {
        None => format!("{side}: a tile is due, its six digits; then a place"),
        Some(tile) => format!("{side}: choose a place for {tile}"),
    }
}

fn words(
    position: &Position,
    placement: Placement,
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
    let known = shown(position, view);
    let mut all = changes(position, step);
    all.retain(|change| known[change.player.index()].is_some());
    match (tile, changes::said(&all)) {
        (None, _) => format!("{placement}: which tile?"),
        (Some(_), None) => format!("{placement} changes no square"),
        (Some(_), Some(effect)) => format!("{placement}: {effect}"),
    }
}
