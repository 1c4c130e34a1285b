//! Moves entered by hand: a square for a stone, or the corners of a circuit one after another; and
//! previews of moves.

use super::TurnRight;
use super::board::{Position, STONE_COUNT};
use super::circuit::{Circuit, InvalidCircuit, PathFlaw, trace_path};
use super::draw::{STONE_RADIUS, SceneBuilder, squares_in, stone_tone};
use super::explain::{move_event, score_changes};
use super::moves::Move;
use super::result::Violation;
use super::square::{Direction, Square, square_from_id};
use crate::contract::{Game, Input, InputState, MoveInput, OnePick, Player, Rules as _};
use crate::scene::{Point, Role, SceneItem, SceneOptions, SceneRect, Stroke};

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

    /// Draws a stone or a circuit with the squares that it makes and breaks.
    ///
    /// An illegal circuit is dashed, with a cross at the first violation.
    fn preview_move(
        position: &Position,
        mv: Move,
        role: Role,
        options: SceneOptions,
    ) -> Vec<SceneItem> {
        let mut builder = SceneBuilder::new(position, options);
        match (mv, role) {
            (Move::Place(square), Role::Bad) => builder.draw_illegal_stone(square),
            (Move::Place(square), role) => {
                builder.draw_changed_squares(mv);
                let tone = stone_tone(position.to_move());
                builder
                    .scene
                    .ghost(builder.center(square), STONE_RADIUS, tone, role);
            }
            (Move::Circuit(circuit), Role::Bad) => builder.draw_illegal_circuit(circuit),
            (Move::Circuit(circuit), role) => {
                builder.draw_changed_squares(mv);
                let path: Vec<Square> = circuit.path().collect();
                let points = builder.closed_line(&path);
                builder.scene.haloed_line(points, Stroke::new(role, 0.1));
                builder.draw_rotation(circuit, role);
            }
            (Move::InvalidCircuit(invalid), _) => builder.draw_invalid_circuit(invalid),
        }
        builder.scene.items
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
    let pick = OnePick::<TurnRight> {
        position,
        picked: picked.map(Move::Place),
        hovered: hovered.map(Move::Place),
        // The pointer over an occupied square is not an error until the square is picked.
        is_obvious: |_| true,
        square_id: Move::to_string,
    };
    let prompt = |tried: Option<Move>| match tried {
        None => format!("{side}: choose a square for a stone"),
        Some(mv) if position.check(&mv).is_ok() => {
            format!("{mv}: {}", describe_effect(position, mv))
        }
        Some(mv) => format!("{mv}: not allowed"),
    };
    pick.state(prompt, options)
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
    let max_corners = max_corners(position);
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

// A circuit being entered: its corners, picked one after another.

/// The corners picked so far, each in the row or column of the one before; no square of the path
/// is visited twice.
#[derive(Clone, Debug, Default)]
struct CircuitDraft {
    corners: Vec<Square>,
    /// Whether the user has closed the circuit.
    is_closed: bool,
    /// The rule that the last pick breaks; the pick itself was not added.
    violation: Option<Violation>,
}

/// The circuit that results from closing a draft on the shortest way back to its start.
struct DraftClosing {
    /// The circuit.
    pub circuit: Circuit,
    /// The corner on the way back, unless it is straight.
    pub extra_corner: Option<Square>,
    /// Whether the corners were picked in the direction in which the stones move.
    pub is_clockwise: bool,
}

/// Returns the largest number of corners of the next circuit.
fn max_corners(position: &Position) -> usize {
    Circuit::max_corners(position.circuit_number()) as usize
}

impl CircuitDraft {
    /// Returns the corners picked so far.
    fn corners(&self) -> &[Square] {
        &self.corners
    }

    /// Reports whether the user has closed the circuit.
    const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the rule that the last pick breaks.
    const fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// Returns the squares of the path from the first corner to the last.
    fn path(&self) -> Vec<Square> {
        let mut path: Vec<Square> = self.corners.first().copied().into_iter().collect();
        for pair in self.corners.windows(2) {
            path.extend(squares_between(pair[0], pair[1]));
        }
        path
    }

    /// Reports whether a square can continue the path or is the start to return to.
    fn leads_to(&self, square: Square) -> bool {
        let back = self.corners.len() > 2 && self.corners.first() == Some(&square);
        !self.corners.is_empty() && (back || !self.path().contains(&square))
    }

    /// Returns the draft after picking one more square.
    ///
    /// The first corner closes the circuit, and so does the last where the circuit could end. A
    /// square of the path takes back what came after it. A square that is not in line is reached
    /// round a corner, to the right if the circuit turns right so far.
    fn pick(mut self, position: &Position, square: Square) -> Self {
        self.violation = None;
        if self.is_closed {
            self = Self::default();
        }
        let (Some(&first), Some(&last)) = (self.corners.first(), self.corners.last()) else {
            self.corners.push(square);
            return self;
        };
        if square == first && self.corners.len() > 2 || square == last {
            return match self.closing(position) {
                Ok(_) => Self {
                    is_closed: true,
                    ..self
                },
                Err(_) if square == last => self.cut_back_to(square),
                Err(violation) => Self {
                    violation: Some(violation),
                    ..self
                },
            };
        }
        if self.path().contains(&square) {
            return self.cut_back_to(square);
        }
        let extended = self.extended_to(square);
        match extended {
            Ok(extended) if extended.corners.len() > max_corners(position) + 2 => Self {
                violation: Some(extended.too_many_corners(position)),
                ..self
            },
            Ok(extended) => extended,
            Err(violation) => Self {
                violation: Some(violation),
                ..self
            },
        }
    }

    /// Returns the violation of a draft that is too long to close within the limit.
    fn too_many_corners(&self, position: &Position) -> Violation {
        let corners = u32::try_from(self.corners.len() - 2).unwrap_or(u32::MAX);
        Violation::TooManyCorners(corners, position.to_move(), position.circuit_number())
    }

    /// Cuts the draft back to a square of the path, or from the last corner to the one before.
    fn cut_back_to(mut self, square: Square) -> Self {
        if self.corners.last() == Some(&square) {
            self.corners.pop();
            return self;
        }
        let mut kept = Vec::new();
        for corner in &self.corners {
            if let Some(last) = kept.last()
                && squares_between(*last, *corner).any(|passed| passed == square)
            {
                break;
            }
            kept.push(*corner);
            if *corner == square {
                break;
            }
        }
        if kept.last() != Some(&square) {
            kept.push(square);
        }
        self.corners = kept;
        self
    }

    /// Returns the draft extended to one more square, straight or round a corner.
    fn extended_to(&self, square: Square) -> Result<Self, Violation> {
        let last = self.corners[self.corners.len() - 1];
        if last.direction_to(square).is_some() {
            return self.extended_straight_to(square);
        }
        let [one, other] = self.elbow_corners(last, square);
        let round = |elbow: Square| {
            self.extended_straight_to(elbow)?
                .extended_straight_to(square)
        };
        round(one).or_else(|first| round(other).map_err(|_| first))
    }

    /// Returns the draft extended to a square in line with its last corner.
    fn extended_straight_to(&self, square: Square) -> Result<Self, Violation> {
        let mut corners = self.corners.clone();
        let last = corners[corners.len() - 1];
        let path = self.path();
        if let Some(met) = squares_between(last, square).find(|met| path.contains(met)) {
            let turns_back = path.len() > 1 && met == path[path.len() - 2];
            return Err(Violation::InvalidPath(if turns_back {
                PathFlaw::TurnsBack(last)
            } else if met == square {
                PathFlaw::VisitsTwice(met)
            } else {
                PathFlaw::Crosses(met)
            }));
        }
        if let [.., before, middle] = corners[..]
            && before.direction_to(middle) == middle.direction_to(square)
        {
            corners.pop();
        }
        corners.push(square);
        Ok(Self {
            corners,
            ..Self::default()
        })
    }

    /// Returns the two possible corners between squares that are not in line, first the one that
    /// turns as the draft does so far.
    fn elbow_corners(&self, from: Square, to: Square) -> [Square; 2] {
        let elbows = [Square::new(from.x(), to.y()), Square::new(to.x(), from.y())];
        let turns_right = |elbow: Square| {
            from.direction_to(elbow).map(Direction::turned_right) == elbow.direction_to(to)
        };
        if turns_right(elbows[0]) == self.turns_right() {
            elbows
        } else {
            [elbows[1], elbows[0]]
        }
    }

    /// Reports whether the draft so far turns right at least as often as left.
    fn turns_right(&self) -> bool {
        let turns = self.corners.windows(3).map(|three| {
            let [into, out] = [
                three[0].direction_to(three[1]),
                three[1].direction_to(three[2]),
            ];
            if into.map(Direction::turned_right) == out {
                1
            } else {
                -1
            }
        });
        turns.sum::<i32>() >= 0
    }

    /// Closes the draft on the shortest way back to the start.
    ///
    /// Returns an error if the result is not a legal circuit.
    fn closing(&self, position: &Position) -> Result<DraftClosing, Violation> {
        let [first, .., last] = self.corners[..] else {
            let flaw = self.corners.first().copied().unwrap_or(Square::new(0, 0));
            return Err(Violation::InvalidPath(PathFlaw::TurnsBack(flaw)));
        };
        if last.direction_to(first).is_some() {
            return self.closing_by(position, None);
        }
        let [one, other] = self.elbow_corners(last, first);
        self.closing_by(position, Some(one)).or_else(|violation| {
            self.closing_by(position, Some(other))
                .map_err(|_| violation)
        })
    }

    /// Closes the draft straight or round one corner.
    fn closing_by(
        &self,
        position: &Position,
        elbow: Option<Square>,
    ) -> Result<DraftClosing, Violation> {
        let corners = self.corners.iter().copied().chain(elbow);
        let traced = trace_path(corners).map_err(Violation::InvalidPath)?;
        position.check(&Move::Circuit(traced.circuit))?;
        Ok(DraftClosing {
            circuit: traced.circuit,
            extra_corner: elbow,
            is_clockwise: traced.is_clockwise,
        })
    }

    /// Returns the squares in line that can be the next corner, and the first corner if the circuit
    /// can close.
    fn next_corners(&self, position: &Position) -> Vec<Square> {
        let Some(&last) = self.corners.last() else {
            return Square::all().collect();
        };
        if self.is_closed {
            return Vec::new();
        }
        let limit = max_corners(position) + 2;
        let fits = |square: Square| {
            last.direction_to(square).is_some()
                && self
                    .extended_straight_to(square)
                    .is_ok_and(|extended| extended.corners.len() <= limit)
        };
        let can_close = self.corners.len() > 2 && self.closing(position).is_ok();
        let first = self.corners.first().copied().filter(|_| can_close);
        let further = Square::all().filter(|square| fits(*square));
        first.into_iter().chain(further).collect()
    }
}

/// Returns the squares after one up to and including another in its row or column.
fn squares_between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let direction = from.direction_to(to);
    let next = move |at: &Square| {
        (*at != to)
            .then(|| direction.map(|direction| at.neighbour(direction)))
            .flatten()
    };
    std::iter::successors(Some(from), next).skip(1)
}

// Previews of moves drawn over the board: the path of the stones and the squares that change.

impl SceneBuilder<'_> {
    /// Draws a circuit being entered: the picked part solid, and dashed what the square under the
    /// pointer and the way back would add.
    fn draw_draft(&mut self, picked: &CircuitDraft, tried: &CircuitDraft, hovered: Option<Square>) {
        let closing = tried.closing(self.position);
        if let Ok(closing) = &closing {
            self.draw_changed_squares(Move::Circuit(closing.circuit));
        }
        let path = tried.path();
        let ends = [tried.corners().last(), tried.corners().first()];
        if let (Ok(closing), [Some(last), Some(first)]) = (&closing, ends) {
            let back = [Some(*last), closing.extra_corner, Some(*first)];
            let back: Vec<Point> = back
                .into_iter()
                .flatten()
                .map(|square| self.center(square))
                .collect();
            let dashed = Stroke::dashed(Role::Preview, 0.08);
            let stroke = if tried.is_closed() {
                Stroke::new(Role::Preview, 0.1)
            } else {
                dashed
            };
            self.scene.haloed_line(back, stroke);
        }
        let picked = picked.path();
        let points = |builder: &Self, path: &[Square]| -> Vec<Point> {
            path.iter().map(|square| builder.center(*square)).collect()
        };
        let added = path
            .get(picked.len().saturating_sub(1)..)
            .unwrap_or_default();
        let (whole, added) = (points(self, &picked), points(self, added));
        self.scene
            .haloed_line(added, Stroke::dashed(Role::Preview, 0.1));
        self.scene
            .haloed_line(whole, Stroke::new(Role::Preview, 0.12));
        for corner in tried.corners().iter().filter(|_| closing.is_err()) {
            let center = self.center(*corner);
            self.scene.disc(center, 0.17, Role::Halo);
            self.scene.disc(center, 0.13, Role::Preview);
        }
        if let Ok(closing) = closing {
            self.draw_rotation(closing.circuit, Role::Preview);
            // Small, so that the stones that arrive there remain visible.
            for corner in tried.corners() {
                self.scene.disc(self.center(*corner), 0.1, Role::Preview);
            }
        }
        self.draw_illegal_segment(tried, hovered);
    }

    /// Draws the segment to the square under the pointer if it would be illegal.
    fn draw_illegal_segment(&mut self, tried: &CircuitDraft, hovered: Option<Square>) {
        let (Some(violation), Some(hovered), Some(last)) =
            (tried.violation(), hovered, tried.corners().last())
        else {
            return;
        };
        let ends = [self.center(*last), self.center(hovered)];
        if squares_between(*last, hovered).next().is_some() {
            self.scene.haloed_line(ends, Stroke::dashed(Role::Bad, 0.1));
        }
        let met = match violation {
            Violation::InvalidPath(
                PathFlaw::Crosses(met) | PathFlaw::VisitsTwice(met) | PathFlaw::TurnsBack(met),
            ) => *met,
            _ => hovered,
        };
        self.scene.refusal_cross(self.center(met), 0.22);
    }

    /// Returns the centres of the squares of a closed path, with the first again at the end.
    fn closed_line(&self, path: &[Square]) -> Vec<Point> {
        let closed = path.iter().chain(path.first());
        closed.map(|square| self.center(*square)).collect()
    }

    /// Draws arrow heads from square to square, and each stone that replaces one of the other
    /// player's.
    fn draw_rotation(&mut self, circuit: Circuit, role: Role) {
        let path: Vec<Square> = circuit.path().collect();
        for (nth, square) in path.iter().enumerate() {
            let next = path[(nth + 1) % path.len()];
            let [from, to] = [*square, next].map(|square| self.center(square));
            for (role, grown) in [(Role::Halo, 0.05), (role, 0.0)] {
                let (foot, tip) = (
                    from.lerp(to, 0.4 - grown * 0.6),
                    from.lerp(to, 0.64 + grown * 1.4),
                );
                self.scene.arrow_head(foot, tip, 0.15 + grown, role);
            }
            let [coming, lying] = [*square, next].map(|square| self.position.stone(square));
            if let Some(player) = coming.filter(|_| coming != lying) {
                self.scene.disc(to, 0.25, Role::Halo);
                self.scene.stone(to, 0.22, stone_tone(player));
            }
        }
    }

    /// Draws the 2x2 and 3x3 squares that a move makes and breaks, with a sign in their owner's
    /// colour.
    fn draw_changed_squares(&mut self, mv: Move) {
        let mut after = *self.position;
        after.apply(&mv);
        for player in Player::ALL {
            let [old, new] =
                [self.position, &after].map(|position| position.square_corners(player));
            for (kind, side) in [(1, 2.0), (0, 1.0)] {
                let (old, new) = (old[kind], new[kind]);
                for corner in squares_in(old & !new) {
                    self.draw_changed_square(corner, side, player, false);
                }
                for corner in squares_in(new & !old) {
                    self.draw_changed_square(corner, side, player, true);
                }
            }
        }
    }

    /// Draws a square that is made or broken; `side` is the distance from the centre of its first
    /// stone to that of its last, in squares.
    fn draw_changed_square(&mut self, corner: Square, side: f32, player: Player, made: bool) {
        let lower_left = self.center(corner);
        let block = SceneRect::new(lower_left.x, lower_left.y - side, side, side);
        let edge = block.expanded(if side > 1.5 { 0.44 } else { 0.3 });
        let width = if side > 1.5 { 0.1 } else { 0.06 };
        let stroke = if made {
            Stroke::new(Role::Good, width)
        } else {
            Stroke::dashed(Role::Bad, width)
        };
        self.scene
            .frame(edge, 0.3, Stroke::new(Role::Halo, width * 2.0));
        self.scene.frame(edge, 0.3, stroke);
        if side < 1.5 {
            let center = block.center();
            let tone = stone_tone(player);
            self.scene.stone(center, 0.17, tone);
            let sign = if made { "+" } else { "\u{2212}" };
            self.scene.label(center, 0.3, Role::OnStone(tone), sign);
            self.scene.embolden();
        }
    }

    /// Draws a stone that may not be placed on a square.
    fn draw_illegal_stone(&mut self, square: Square) {
        let center = self.center(square);
        if self.position.stone(square).is_none() {
            let tone = stone_tone(self.position.to_move());
            self.scene.ghost(center, STONE_RADIUS, tone, Role::Bad);
        }
        self.scene.refusal_cross(center, 0.22);
    }

    /// Draws a circuit that is illegal now: it has too many corners, which are numbered, or a stone
    /// is due.
    fn draw_illegal_circuit(&mut self, circuit: Circuit) {
        let path: Vec<Square> = circuit.path().collect();
        let points = self.closed_line(&path);
        self.scene
            .haloed_line(points, Stroke::dashed(Role::Bad, 0.1));
        if let Err(Violation::TooManyCorners(..)) = self.position.check(&Move::Circuit(circuit)) {
            self.draw_corner_numbers(circuit);
        } else {
            self.scene.refusal_cross(self.center(path[0]), 0.22);
        }
    }

    /// Numbers the corners of a circuit, those beyond the limit in the colour of errors.
    fn draw_corner_numbers(&mut self, circuit: Circuit) {
        let max_corners = max_corners(self.position);
        for (nth, corner) in (1..).zip(circuit.corner_squares()) {
            let center = self.center(corner);
            let role = if nth > max_corners {
                Role::Bad
            } else {
                Role::Text
            };
            self.scene.disc(center, 0.24, Role::Halo);
            self.scene.disc(center, 0.2, role);
            self.scene.label(center, 0.24, Role::Page, nth.to_string());
            self.scene.embolden();
        }
    }

    /// Draws a list of corners that is not a circuit.
    fn draw_invalid_circuit(&mut self, invalid: InvalidCircuit) {
        let corners: Vec<Square> = invalid.corners().collect();
        let points = self.closed_line(&corners);
        self.scene
            .haloed_line(points, Stroke::dashed(Role::Bad, 0.1));
        let failed = match trace_path(corners.iter().copied()) {
            Err(PathFlaw::TurnsBack(at) | PathFlaw::Crosses(at) | PathFlaw::VisitsTwice(at)) => at,
            // It runs counter-clockwise.
            Ok(_) => {
                for pair in corners.windows(2) {
                    let next = squares_between(pair[0], pair[1]).next().unwrap_or(pair[1]);
                    let [from, to] = [pair[0], next].map(|square| self.center(square));
                    let (foot, tip) = (from.lerp(to, 0.3), from.lerp(to, 0.7));
                    self.scene.arrow_head(foot, tip, 0.22, Role::Bad);
                }
                corners[0]
            }
        };
        self.scene.refusal_cross(self.center(failed), 0.22);
    }
}
