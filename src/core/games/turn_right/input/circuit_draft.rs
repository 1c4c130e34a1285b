//! A circuit being entered: its corners, picked one after another.

use super::super::board::Position;
use super::super::circuit::Circuit;
use super::super::invalid_circuit::{PathFlaw, trace_path};
use super::super::moves::Move;
use super::super::square::{Direction, Square};
use super::super::violation::Violation;
use crate::contract::Rules as _;

/// The corners picked so far, each in the row or column of the one before; no square of the path
/// is visited twice.
#[derive(Clone, Debug, Default)]
pub(super) struct CircuitDraft {
    corners: Vec<Square>,
    /// Whether the user has closed the circuit.
    is_closed: bool,
    /// The rule that the last pick breaks; the pick itself was not added.
    violation: Option<Violation>,
}

/// The circuit that results from closing a draft on the shortest way back to its start.
pub(super) struct DraftClosing {
    /// The circuit.
    pub circuit: Circuit,
    /// The corner on the way back, unless it is straight.
    pub extra_corner: Option<Square>,
    /// Whether the corners were picked in the direction in which the stones move.
    pub is_clockwise: bool,
}

/// Returns the largest number of corners of the next circuit.
pub(super) fn max_corners(position: &Position) -> usize {
    Circuit::max_corners(position.circuit_number()) as usize
}

impl CircuitDraft {
    /// Returns the corners picked so far.
    pub(super) fn corners(&self) -> &[Square] {
        &self.corners
    }

    /// Reports whether the user has closed the circuit.
    pub(super) const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the rule that the last pick breaks.
    pub(super) const fn violation(&self) -> Option<&Violation> {
        self.violation.as_ref()
    }

    /// Returns the squares of the path from the first corner to the last.
    pub(super) fn path(&self) -> Vec<Square> {
        let mut path: Vec<Square> = self.corners.first().copied().into_iter().collect();
        for pair in self.corners.windows(2) {
            path.extend(squares_between(pair[0], pair[1]));
        }
        path
    }

    /// Reports whether a square can continue the path or is the start to return to.
    pub(super) fn leads_to(&self, square: Square) -> bool {
        let back = self.corners.len() > 2 && self.corners.first() == Some(&square);
        !self.corners.is_empty() && (back || !self.path().contains(&square))
    }

    /// Returns the draft after picking one more square.
    ///
    /// The first corner closes the circuit, and so does the last where the circuit could end. A
    /// square of the path takes back what came after it. A square that is not in line is reached
    /// round a corner, to the right if the circuit turns right so far.
    pub(super) fn pick(mut self, position: &Position, square: Square) -> Self {
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
    pub(super) fn closing(&self, position: &Position) -> Result<DraftClosing, Violation> {
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
    pub(super) fn next_corners(&self, position: &Position) -> Vec<Square> {
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
pub(super) fn squares_between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let direction = from.direction_to(to);
    let next = move |at: &Square| {
        (*at != to)
            .then(|| direction.map(|direction| at.neighbour(direction)))
            .flatten()
    };
    std::iter::successors(Some(from), next).skip(1)
}
