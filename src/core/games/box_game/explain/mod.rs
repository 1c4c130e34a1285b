//! Explanations of moves by the rules alone: their effects, and why one is worse than another.

mod reasons;

use super::BoxGame;
use super::board::Position;
use super::colors::Color;
use super::draw::visible_colors;
use super::moves::{Cell, Move, cell_from_id};
use super::score::squares_of_color;
use super::tile::Tile;
use crate::contract::{Explain, Game, MoveEvent, Player, ScoreChange, Step, StepOf};
use crate::scene::SceneOptions;

impl Explain for BoxGame {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, *step)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        score_changes(before, *step)
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons::reasons(before, played, better)
    }
}

// The effects of a tile: the squares of the secret colours that it makes and breaks.

/// Returns the position with the step's tile on the board, whether or not the step is legal.
///
/// A step without a tile or a placement leaves the board unchanged.
pub(super) fn after_step(before: &Position, step: Step<Move, Tile>) -> Position {
    let mut after = *before;
    if before.draws_first_tile() {
        return after;
    }
    if let (Some(tile), Some(placement)) = (step.chance.or(before.tile_in_hand()), step.mv) {
        after.board.lay(tile, placement);
    }
    after
}

/// Returns the squares whose four corners show a colour, each as its upper left cell and its
/// points (its side less one).
pub(super) fn squares(position: &Position, color: Color) -> Vec<(Cell, u8)> {
    squares_of_color(position.rows(), color).collect()
}

/// Returns the four corners of a square, row by row.
pub(super) fn corners((corner, side): (Cell, u8)) -> [Cell; 4] {
    [(0, 0), (0, side), (side, 0), (side, side)].map(|(down, right)| Cell {
        row: corner.row + down,
        column: corner.column + right,
    })
}

/// Returns the squares that a step makes and breaks, for each known colour.
pub(super) fn score_changes(before: &Position, step: Step<Move, Tile>) -> Vec<ScoreChange> {
    let after = after_step(before, step);
    let mut changes = Vec::new();
    for (player, color) in Player::ALL.into_iter().zip(before.colors().0) {
        let Some(color) = color else { continue };
        let [old, new] = [before, &after].map(|position| squares(position, color));
        let made = new.iter().filter(|square| !old.contains(square));
        let broken = old.iter().filter(|square| !new.contains(square));
        let all = made
            .map(|square| (true, square))
            .chain(broken.map(|square| (false, square)));
        changes.extend(all.map(|(made, square)| score_change(player, color, made, *square)));
    }
    changes
}

fn score_change(player: Player, color: Color, made: bool, square: (Cell, u8)) -> ScoreChange {
    let cells = corners(square).map(|dot| dot.to_string());
    let side = square.1 + 1;
    ScoreChange {
        player,
        gained: made,
        points: i32::from(square.1),
        description: format!("{} {side}x{side}: {}", color.name(), cells.join(" ")),
        squares: cells.into(),
    }
}

/// Returns the event of a step that makes a square; `None` if it makes none.
pub(super) fn move_event(before: &Position, step: Step<Move, Tile>) -> Option<MoveEvent> {
    let changes = score_changes(before, step);
    let makes = changes.iter().any(|change| change.gained);
    let description = describe_changes(&changes)?;
    makes.then_some(MoveEvent {
        kind: "square",
        description,
    })
}

/// Describes changes of the score, as `First: makes 2 squares (+5), breaks 1 (-1); Second: ...`.
///
/// Returns `None` if nothing changes.
pub(super) fn describe_changes(changes: &[ScoreChange]) -> Option<String> {
    let describe = |player: Player| {
        let count_and_points = |made: bool| {
            let which = changes
                .iter()
                .filter(|change| change.player == player && change.gained == made);
            which.fold((0, 0), |(count, points), change| {
                (count + 1, points + change.points)
            })
        };
        let squares = |count: i32| if count == 1 { "square" } else { "squares" };
        let words = match (count_and_points(true), count_and_points(false)) {
            ((0, _), (0, _)) => return None,
            ((made, won), (0, _)) => format!("makes {made} {} (+{won})", squares(made)),
            ((0, _), (broken, lost)) => {
                format!("breaks {broken} {} (\u{2212}{lost})", squares(broken))
            }
            ((made, won), (broken, lost)) => format!(
                "makes {made} {} (+{won}), breaks {broken} (\u{2212}{lost})",
                squares(made)
            ),
        };
        Some(format!("{}: {words}", BoxGame::INFO.sides[player.index()]))
    };
    let words: Vec<String> = Player::ALL.into_iter().filter_map(describe).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// Describes the squares of the visible colours that have a corner at a cell, the largest first.
///
/// Returns `None` if the cell shows none of these colours.
pub(super) fn describe_square(
    position: &Position,
    cell_id: &str,
    options: SceneOptions,
) -> Option<String> {
    let cell = cell_from_id(cell_id)?;
    let color = position.color_at(cell)?;
    let mut text = Vec::new();
    for (player, secret) in Player::ALL
        .into_iter()
        .zip(visible_colors(position, options))
    {
        if secret != Some(color) {
            continue;
        }
        let mut here = squares(position, color);
        here.retain(|square| corners(*square).contains(&cell));
        here.sort_by_key(|(_, side)| std::cmp::Reverse(*side));
        let points: u32 = here.iter().map(|(_, side)| u32::from(*side)).sum();
        let list: Vec<String> = here
            .iter()
            .map(|square| {
                let names = corners(*square).map(|cell| cell.to_string());
                format!("{} ({})", names.join(" "), square.1)
            })
            .collect();
        let side = BoxGame::INFO.sides[player.index()];
        text.push(match here.len() {
            0 => format!("{side}'s colour, corner of no square"),
            1 => format!("{side}: corner of a square, points {points}: {}", list[0]),
            count => format!(
                "{side}: corner of {count} squares, points {points}: {}",
                list.join(", ")
            ),
        });
    }
    (!text.is_empty()).then(|| text.join("; "))
}
