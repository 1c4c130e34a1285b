//! What a tile does: squares of the secret colours made and broken.

use super::super::BoxGame;
use super::super::board::Position;
use super::super::colors::Color;
use super::super::moves::{Cell, Move, cell_from_id};
use super::super::scene::visible_colors;
use super::super::score::squares_of_color;
use super::super::tile::Tile;
use crate::contract::{Game, MoveEvent, Player, ScoreChange, Step};
use crate::scene::SceneOptions;

/// The board after a step, whether it was allowed or not; the same board without a tile.
pub(in super::super) fn after_step(before: &Position, step: Step<Move, Tile>) -> Position {
    let mut after = *before;
    if let (Some(tile), Some(placement)) = (step.chance.or(before.tile_in_hand()), step.mv) {
        after.board.lay(tile, placement);
    }
    after
}

/// The squares whose four corners show a colour: upper left dot, and side less one.
pub(in super::super) fn squares(position: &Position, color: Color) -> Vec<(Cell, u8)> {
    squares_of_color(position.rows(), color).collect()
}

/// The four corners, row by row.
pub(in super::super) fn corners((dot, side): (Cell, u8)) -> [Cell; 4] {
    [(0, 0), (0, side), (side, 0), (side, side)].map(|(down, right)| Cell {
        row: dot.row + down,
        column: dot.column + right,
    })
}

pub(in super::super) fn score_changes(
    before: &Position,
    step: Step<Move, Tile>,
) -> Vec<ScoreChange> {
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
    let spots = corners(square).map(|dot| dot.to_string());
    let side = square.1 + 1;
    ScoreChange {
        player,
        gained: made,
        points: i32::from(square.1),
        description: format!("{} {side}x{side}: {}", color.name(), spots.join(" ")),
        squares: spots.into(),
    }
}

pub(in super::super) fn move_event(before: &Position, step: Step<Move, Tile>) -> Option<MoveEvent> {
    let changes = score_changes(before, step);
    let makes = changes.iter().any(|change| change.gained);
    let words = describe_changes(&changes)?;
    makes.then_some(MoveEvent {
        kind: "square",
        description: words,
    })
}

/// `First makes 2 squares (+5), breaks 1 (-1); Second ...`; `None` where nothing changes.
pub(in super::super) fn describe_changes(changes: &[ScoreChange]) -> Option<String> {
    let of = |player: Player| {
        let of = |made: bool| {
            let which = changes
                .iter()
                .filter(|change| change.player == player && change.gained == made);
            which.fold((0, 0), |(count, points), change| {
                (count + 1, points + change.points)
            })
        };
        let squares = |count: i32| if count == 1 { "square" } else { "squares" };
        let words = match (of(true), of(false)) {
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
    let words: Vec<String> = Player::ALL.into_iter().filter_map(of).collect();
    (!words.is_empty()).then(|| words.join("; "))
}

/// The squares of the shown colours that have a corner here, the largest first.
pub(in super::super) fn describe_square(
    position: &Position,
    spot: &str,
    view: SceneOptions,
) -> Option<String> {
    let dot = cell_from_id(spot)?;
    let color = position.color_at(dot)?;
    let mut text = Vec::new();
    for (player, secret) in Player::ALL.into_iter().zip(visible_colors(position, view)) {
        if secret != Some(color) {
            continue;
        }
        let mut here = squares(position, color);
        here.retain(|square| corners(*square).contains(&dot));
        here.sort_by_key(|(_, side)| std::cmp::Reverse(*side));
        let points: u32 = here.iter().map(|(_, side)| u32::from(*side)).sum();
        let list: Vec<String> = here
            .iter()
            .map(|square| {
                let names = corners(*square).map(|dot| dot.to_string());
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
