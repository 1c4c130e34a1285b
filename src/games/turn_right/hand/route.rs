//! A circuit in the making: corners picked one after the other.

use super::super::board::Position;
use super::super::circuit::Circuit;
use super::super::moves::Move;
use super::super::refusal::Broken;
use super::super::square::{Square, Way};
use super::super::tangle::{Flaw, trace};
use crate::contract::Position as _;

/// The corners so far, each in the row or column of the one before, no square passed twice.
#[derive(Clone, Debug, Default)]
pub(super) struct Route {
    corners: Vec<Square>,
    closed: bool,
    trouble: Option<Broken>,
}

/// How a route comes back to its start.
pub(super) struct Closing {
    pub circuit: Circuit,
    /// The corner on the way back, if it is not straight.
    pub knee: Option<Square>,
    /// It was picked in the direction in which the stones move.
    pub clockwise: bool,
}

/// How many corners the next circuit may have.
pub(super) fn most_corners(position: &Position) -> usize {
    Circuit::most_corners(position.turn_number()) as usize
}

impl Route {
    pub(super) fn corners(&self) -> &[Square] {
        &self.corners
    }

    /// The person has come back to the start.
    pub(super) const fn is_closed(&self) -> bool {
        self.closed
    }

    pub(super) const fn trouble(&self) -> Option<&Broken> {
        self.trouble.as_ref()
    }

    /// The squares passed, from the first corner to the last.
    pub(super) fn path(&self) -> Vec<Square> {
        let mut path: Vec<Square> = self.corners.first().copied().into_iter().collect();
        for pair in self.corners.windows(2) {
            path.extend(run(pair[0], pair[1]));
        }
        path
    }

    /// Whether a square is a way on, or the way back to the start.
    pub(super) fn leads_to(&self, square: Square) -> bool {
        let back = self.corners.len() > 2 && self.corners.first() == Some(&square);
        !self.corners.is_empty() && (back || !self.path().contains(&square))
    }

    /// One more square. The first corner or, where the circuit could end, the last closes it; a
    /// square of the path takes back what came after it; one that is not in line is reached round
    /// a corner, to the right if the circuit turns right so far.
    pub(super) fn pick(mut self, position: &Position, square: Square) -> Self {
        self.trouble = None;
        if self.closed {
            self = Self::default();
        }
        let (Some(&first), Some(&last)) = (self.corners.first(), self.corners.last()) else {
            self.corners.push(square);
            return self;
        };
        if square == first && self.corners.len() > 2 || square == last {
            return match self.closing(position) {
                Ok(_) => Self {
                    closed: true,
                    ..self
                },
                Err(_) if square == last => self.cut(square),
                Err(trouble) => Self {
                    trouble: Some(trouble),
                    ..self
                },
            };
        }
        if self.path().contains(&square) {
            return self.cut(square);
        }
        let longer = self.longer(square);
        match longer {
            Ok(longer) if longer.corners.len() > most_corners(position) + 2 => Self {
                trouble: Some(longer.too_many(position)),
                ..self
            },
            Ok(longer) => longer,
            Err(trouble) => Self {
                trouble: Some(trouble),
                ..self
            },
        }
    }

    fn too_many(&self, position: &Position) -> Broken {
        let corners = u32::try_from(self.corners.len() - 2).unwrap_or(u32::MAX);
        Broken::TooManyCorners(corners, position.acting(), position.turn_number())
    }

    /// Back to a square of the path; from the last corner, to the one before.
    fn cut(mut self, square: Square) -> Self {
        if self.corners.last() == Some(&square) {
            self.corners.pop();
            return self;
        }
        let mut kept = Vec::new();
        for corner in &self.corners {
            if let Some(last) = kept.last()
                && run(*last, *corner).any(|passed| passed == square)
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

    /// The route with one square more, straight or round a corner.
    fn longer(&self, square: Square) -> Result<Self, Broken> {
        let last = self.corners[self.corners.len() - 1];
        if last.toward(square).is_some() {
            return self.straight(square);
        }
        let [one, other] = self.knees(last, square);
        let round = |knee: Square| self.straight(knee)?.straight(square);
        round(one).or_else(|first| round(other).map_err(|_| first))
    }

    fn straight(&self, square: Square) -> Result<Self, Broken> {
        let mut corners = self.corners.clone();
        let last = corners[corners.len() - 1];
        let path = self.path();
        if let Some(met) = run(last, square).find(|met| path.contains(met)) {
            let turns_back = path.len() > 1 && met == path[path.len() - 2];
            return Err(Broken::Flawed(if turns_back {
                Flaw::TurnsBack(last)
            } else if met == square {
                Flaw::Twice(met)
            } else {
                Flaw::Crosses(met)
            }));
        }
        if let [.., before, middle] = corners[..]
            && before.toward(middle) == middle.toward(square)
        {
            corners.pop();
        }
        corners.push(square);
        Ok(Self {
            corners,
            ..Self::default()
        })
    }

    /// The two corners between squares that are not in line: first the one at which the way turns
    /// as the route does so far.
    fn knees(&self, from: Square, to: Square) -> [Square; 2] {
        let knees = [Square::new(from.x(), to.y()), Square::new(to.x(), from.y())];
        let turns_right = |knee: Square| from.toward(knee).map(Way::right) == knee.toward(to);
        if turns_right(knees[0]) == self.turns_right() {
            knees
        } else {
            [knees[1], knees[0]]
        }
    }

    fn turns_right(&self) -> bool {
        let turns = self.corners.windows(3).map(|three| {
            let [into, out] = [three[0].toward(three[1]), three[1].toward(three[2])];
            if into.map(Way::right) == out { 1 } else { -1 }
        });
        turns.sum::<i32>() >= 0
    }

    /// The circuit that comes of it on the shortest way back to the start.
    pub(super) fn closing(&self, position: &Position) -> Result<Closing, Broken> {
        let [first, .., last] = self.corners[..] else {
            let flaw = self.corners.first().copied().unwrap_or(Square::new(0, 0));
            return Err(Broken::Flawed(Flaw::TurnsBack(flaw)));
        };
        if last.toward(first).is_some() {
            return self.closing_by(position, None);
        }
        let [one, other] = self.knees(last, first);
        self.closing_by(position, Some(one))
            .or_else(|broken| self.closing_by(position, Some(other)).map_err(|_| broken))
    }

    fn closing_by(&self, position: &Position, knee: Option<Square>) -> Result<Closing, Broken> {
        let corners = self.corners.iter().copied().chain(knee);
        let traced = trace(corners).map_err(Broken::Flawed)?;
        position.check(&Move::Circuit(traced.circuit))?;
        Ok(Closing {
            circuit: traced.circuit,
            knee,
            clockwise: traced.clockwise,
        })
    }

    /// The squares in line that can be the next corner, and the first if the circuit can end.
    pub(super) fn next(&self, position: &Position) -> Vec<Square> {
        let Some(&last) = self.corners.last() else {
            return Square::all().collect();
        };
        if self.closed {
            return Vec::new();
        }
        let most = most_corners(position) + 2;
        let fits = |square: Square| {
            last.toward(square).is_some()
                && self
                    .straight(square)
                    .is_ok_and(|longer| longer.corners.len() <= most)
        };
        let ends = self.corners.len() > 2 && self.closing(position).is_ok();
        let first = self.corners.first().copied().filter(|_| ends);
        let on = Square::all().filter(|square| fits(*square));
        first.into_iter().chain(on).collect()
    }
}

/// The squares after one, up to another in its row or column.
pub(super) fn run(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let way = from.toward(to);
    let next = move |at: &Square| (*at != to).then(|| way.map(|way| at.step(way))).flatten();
    std::iter::successors(Some(from), next).skip(1)
}
