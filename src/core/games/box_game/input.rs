//! Moves entered by hand: the cell where a tile is held, its orientation, and the tile itself if
//! a chance event is due; and previews of moves.

use super::BoxGame;
use super::board::{BoxStage, Position};
use super::colors::Color;
use super::draw::{SceneBuilder, dot_colors, visible_colors};
use super::explain::{after_step, describe_changes, score_changes, squares};
use super::moves::{self, COLUMNS, Cell, Move, Orientation, ROWS, cell_from_id};
use super::result::Violation;
use super::tile::Tile;
use crate::contract::{
    Game, Input, InputState, MoveInput, ParseError, Player, Rules as _, Step, StepOf,
};
use crate::scene::{Role, Scene, SceneItem, SceneOptions, SceneRect, Stroke};

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
        if position.stage == BoxStage::Start {
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

    fn piece_in_hand(
        position: &Position,
        input: &MoveInput<'_>,
        options: SceneOptions,
    ) -> Option<Scene> {
        let drawn = input.chance.and_then(|tile| parse_tile(tile).ok());
        let tile = position.tile_in_hand().or(drawn);
        let tile = tile.filter(|_| position.stage != BoxStage::Start && !position.is_over())?;
        Some(tile_in_hand(position, tile, orientation_of(input), options))
    }
}

/// Returns the orientation of the tile after its rotations.
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
    moves::write(step, &mut token);
    token
}

fn parse_tile(text: &str) -> Result<Tile, ParseError> {
    let tile = moves::parse_tile(text.as_bytes(), 0)?;
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
    let visible = visible_colors(position, options);
    let mut all = score_changes(position, step);
    all.retain(|change| visible[change.player.index()].is_some());
    match (tile, describe_changes(&all)) {
        (None, _) => format!("{placement}: which tile?"),
        (Some(_), None) => format!("{placement}: no square changes"),
        (Some(_), Some(effect)) => format!("{placement}: {effect}"),
    }
}

// The preview of a move: the tile at its placement, and the squares that it makes and breaks.

/// Draws a tile in a dashed frame, with the squares that it makes and breaks.
///
/// An unknown tile is blank. An illegal one is crossed out, with crosses on the dots that it must
/// not cover. A tile that reaches over the edge is cut off there.
fn preview(
    position: &Position,
    step: Step<Move, Tile>,
    role: Role,
    options: SceneOptions,
) -> Vec<SceneItem> {
    if position.draws_first_tile() {
        return Vec::new();
    }
    let mut builder = SceneBuilder::new(position, options);
    let tile = step.chance.or(position.tile_in_hand());
    // A tile alone has no placement, unless it is the start tile.
    let start_tile = tile.filter(|_| position.tile_in_hand().is_none());
    let Some(placement) = step.mv.or(start_tile.map(|_| Move::START)) else {
        return Vec::new();
    };
    builder.draw_tile(tile, placement, role == Role::Bad);
    if role == Role::Bad {
        builder.draw_illegal_tile(placement);
    } else {
        for player in Player::ALL {
            if let Some(color) = builder.secrets[player.index()] {
                builder.draw_changed_squares(player, color, step);
            }
        }
        let frame = builder.tile_frame(placement);
        for stroke in [Stroke::new(Role::Halo, 0.3), Stroke::dashed(role, 0.18)] {
            builder.scene.frame(frame, 0.25, stroke);
        }
    }
    builder.scene.items
}

/// Draws a tile alone, in the middle of a square picture.
fn tile_in_hand(
    position: &Position,
    tile: Tile,
    orientation: Orientation,
    options: SceneOptions,
) -> Scene {
    /// The side of the picture, in cells: the longer side of a tile and a margin.
    const SIDE: f32 = 6.4;
    let mut builder = SceneBuilder::new(position, options);
    let (rows, columns) = orientation.size();
    let size = (f32::from(columns), f32::from(rows));
    let corner = ((SIDE - size.0) / 2.0, (SIDE - size.1) / 2.0);
    let around = SceneRect::new(corner.0, corner.1, size.0, size.1);
    builder.scene.fill(around.expanded(0.15), 0.25, Role::Board);
    for (index, color) in (0u8..).zip(dot_colors(tile, orientation)) {
        let (row, column) = (f32::from(index / columns), f32::from(index % columns));
        let area = SceneRect::new(corner.0 + column, corner.1 + row, 1.0, 1.0);
        builder.draw_cell(area, color);
    }
    let mut scene = Scene::new(SIDE, SIDE, builder.scene.badges.clone());
    scene.items = builder.scene.items;
    scene.label = format!("tile {tile}");
    scene
}

impl SceneBuilder<'_> {
    /// Draws the dots of a tile; an illegal tile leaves the dots below it visible.
    fn draw_tile(&mut self, tile: Option<Tile>, placement: Move, refused: bool) {
        let shown = tile.map(|tile| dot_colors(tile, placement.orientation()));
        for (index, cell) in placement.cells().enumerate() {
            let area = self.cell_rect(cell);
            if !self.board_rect.contains(area) || refused && self.position.color_at(cell).is_some()
            {
                continue;
            }
            self.scene.fill(area.expanded(-0.02), 0.0, Role::Board);
            match shown {
                Some(shown) => self.draw_cell(area.expanded(-0.06), shown[index]),
                None => self.scene.fill(area.expanded(-0.1), 0.2, Role::Aim),
            }
            if let Some(color) = self.position.color_at(cell) {
                self.draw_covered_corner(cell, color);
            }
        }
    }

    /// Returns the frame around a tile, as far as it is on the board.
    fn tile_frame(&self, placement: Move) -> SceneRect {
        // The margin shows the stroke on the edge of the board, half of which is outside.
        self.tile_rect(placement)
            .intersection(self.board_rect.expanded(0.14))
    }

    fn draw_illegal_tile(&mut self, placement: Move) {
        let frame = self.tile_frame(placement);
        for stroke in [Stroke::new(Role::Halo, 0.3), Stroke::dashed(Role::Bad, 0.2)] {
            self.scene.frame(frame, 0.25, stroke);
        }
        if let Err(Violation::CoversTooMany(_, covered)) = self.position.board.check(placement) {
            for (index, cell) in placement.cells().enumerate() {
                if covered >> index & 1 == 1 {
                    let center = self.cell_rect(cell).center();
                    self.scene.refusal_cross(center, 0.28);
                }
            }
            return;
        }
        // A cross over the whole tile.
        let center = frame.center();
        self.scene
            .refusal_cross(center, 0.7_f32.min(frame.width.min(frame.height) * 0.45));
    }

    /// Draws the squares that a player's colour gains and loses.
    fn draw_changed_squares(&mut self, player: Player, color: Color, step: Step<Move, Tile>) {
        let after = after_step(self.position, step);
        let [old, new] = [self.position, &after].map(|position| squares(position, color));
        let around = |builder: &Self, (cell, side): (Cell, u8)| {
            let corner = builder.cell_rect(cell);
            let side = f32::from(side) + 1.0;
            SceneRect::new(corner.x, corner.y, side, side)
        };
        for broken in old.iter().filter(|square| !new.contains(square)) {
            let around = around(self, *broken);
            self.scene
                .frame(around, 0.15, Stroke::new(Role::Halo, 0.26));
            self.scene
                .frame(around, 0.15, Stroke::dashed(Role::Bad, 0.14));
            self.draw_points(around, format!("\u{2212}{}", broken.1), Role::Bad);
        }
        for made in new.iter().filter(|square| !old.contains(square)) {
            let around = around(self, *made);
            self.draw_square(player, color, around);
            self.draw_points(around, format!("+{}", made.1), Role::Good);
        }
    }

    /// Draws the points of a square at its centre.
    fn draw_points(&mut self, square: SceneRect, text: String, role: Role) {
        let center = square.center();
        self.scene.disc(center, 0.56, Role::Halo);
        self.scene.disc(center, 0.5, role);
        self.scene.label(center, 0.44, Role::Page, text);
        self.scene.embolden();
    }
}
