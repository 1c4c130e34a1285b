//! Why a move was worse: what circuits score, what the best answer scores, 3x3 squares; and of
//! stones, where squares can still come to be.

use super::super::TurnRight;
use super::super::board::{Position, STONE_COUNT};
use super::super::circuit::Circuit;
use super::super::engine;
use super::super::moves::Move;
use super::super::scene::squares_in;
use super::super::square::Square;
use crate::contract::{Game, Player, Position as _, Rules as _};

/// A circuit of more corners is named by its first one.
const MAX_SPELLED_CORNERS: u32 = 8;

/// The reasons, the weightiest first.
pub(in super::super) fn reasons(
    before: &Position,
    played: &[Move],
    better: &[Move],
) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let look = MoveComparison {
        before,
        better: *better,
        played: *played,
        after_played: before.after(played),
        after_better: before.after(better),
    };
    let all = if before.stones_placed() < STONE_COUNT {
        look.stone_reasons()
    } else {
        look.circuit_reasons()
    };
    all.into_iter().flatten().collect()
}

fn side_name(player: Player) -> &'static str {
    TurnRight::INFO.sides[player.index()]
}

/// A circuit, short.
fn short_name(circuit: Circuit) -> String {
    if circuit.corners() <= MAX_SPELLED_CORNERS {
        circuit.to_string()
    } else {
        let start = circuit.start();
        format!("a circuit of {} corners from {start}", circuit.corners())
    }
}

/// The two moves, and what each leads to.
struct MoveComparison<'a> {
    before: &'a Position,
    played: Move,
    better: Move,
    after_played: Position,
    after_better: Position,
}

impl MoveComparison<'_> {
    fn mover(&self) -> Player {
        self.before.to_move()
    }

    fn enemy(&self) -> Player {
        self.mover().opponent()
    }

    fn better_name(&self) -> String {
        match self.better {
            Move::Circuit(circuit) => short_name(circuit),
            mv => mv.to_string(),
        }
    }

    fn circuit_reasons(&self) -> Vec<Option<String>> {
        vec![
            self.gives_3x3(),
            self.misses_3x3(),
            self.allows_3x3(),
            self.allows_unparried_3x3(),
            self.scores(),
            self.answer(),
            self.own_next(),
        ]
    }

    /// The circuit completes a 3x3 square of the opponent's.
    fn gives_3x3(&self) -> Option<String> {
        let enemy = self.enemy();
        (self.after_played.winner_by_3x3() == Some(enemy))
            .then(|| format!("completes a 3x3 square for {}, who wins", side_name(enemy)))
    }

    fn misses_3x3(&self) -> Option<String> {
        let me = Some(self.mover());
        (self.after_better.winner_by_3x3() == me && self.after_played.winner_by_3x3() != me)
            .then(|| format!("misses a 3x3 square, which wins: {}", self.better_name()))
    }

    /// The opponent has a circuit that completes a 3x3 square.
    fn allows_3x3(&self) -> Option<String> {
        let circuit = winning_circuit(&self.after_played)?;
        let safe = self.after_better.is_over() || winning_circuit(&self.after_better).is_none();
        let enemy = side_name(self.enemy());
        let words = format!(
            "{enemy} can win at once with a 3x3 square: {}",
            short_name(circuit)
        );
        safe.then_some(words)
    }

    /// The opponent has a circuit after which no answer parries a 3x3 square.
    fn allows_unparried_3x3(&self) -> Option<String> {
        let circuit = unparried_circuit(&self.after_played)?;
        let enemy = side_name(self.enemy());
        unparried_circuit(&self.after_better).is_none().then(|| {
            format!(
                "{enemy} wins with a 3x3 square that no reply prevents: {}",
                short_name(circuit)
            )
        })
    }

    /// What the circuits score at once.
    fn scores(&self) -> Option<String> {
        let [own, other] =
            [&self.after_played, &self.after_better].map(|after| self.points_gained(after));
        (own[0] - own[1] < other[0] - other[1]).then(|| {
            format!(
                "scores {} and gives {}, {} scores {} and gives {}",
                own[0],
                own[1],
                self.better_name(),
                other[0],
                other[1]
            )
        })
    }

    /// Points that the move brings the mover and the other.
    fn points_gained(&self, after: &Position) -> [i32; 2] {
        [self.mover(), self.enemy()].map(|player| {
            let [old, new] = [self.before, after].map(Position::points);
            i32::from(new[player.index()]) - i32::from(old[player.index()])
        })
    }

    /// The answer that gains most at once.
    fn answer(&self) -> Option<String> {
        let (circuit, own) = best_gain(&self.after_played)?;
        let other = best_gain(&self.after_better).map(|(_, gain)| gain);
        other.is_none_or(|other| own > other).then(|| {
            let enemy = side_name(self.enemy());
            let than = other.map_or_else(String::new, |other| {
                format!("; after {} at most {other:+}", self.better_name())
            });
            format!("{enemy} gains {own:+} by {}{than}", short_name(circuit))
        })
    }

    /// What the mover could gain there if it were to act again.
    fn own_next(&self) -> Option<String> {
        let gain = |position: &Position| {
            let number = usize::from(self.before.circuit_number()) + 1;
            (!position.is_over()).then(|| engine::max_gain(position, self.mover(), number))
        };
        let (own, other) = (gain(&self.after_played)?, gain(&self.after_better)?);
        (own < other).then(|| {
            format!(
                "prepares less: the best circuit there would gain {own:+}, after {} {other:+}",
                self.better_name()
            )
        })
    }

    fn stone_reasons(&self) -> Vec<Option<String>> {
        vec![
            self.first_circuit(),
            self.blocks(),
            self.builds(),
            self.fewer_places(self.mover()),
            self.fewer_places(self.enemy()),
            self.places_for_3x3(),
            self.neighbours(),
        ]
    }

    /// The board is full, or is with the last stone: what the first circuit gains.
    fn first_circuit(&self) -> Option<String> {
        let full = |position: &Position| {
            let mut full = *position;
            if let Some(last) = full.automatic_move() {
                full.apply(&last);
            }
            (full.stones_placed() == STONE_COUNT).then_some(full)
        };
        let (own, other) = (full(&self.after_played)?, full(&self.after_better)?);
        let ((circuit, own), (_, other)) = (best_gain(&own)?, best_gain(&other)?);
        let black = Player::Second;
        let worse = if self.mover() == black {
            own < other
        } else {
            own > other
        };
        worse.then(|| {
            format!(
                "{}'s first circuit gains {own:+} ({}), after {} {other:+}",
                side_name(black),
                short_name(circuit),
                self.better_name()
            )
        })
    }

    /// The better stone stands where the opponent has three of four.
    fn blocks(&self) -> Option<String> {
        let taken = |mv: Move| {
            windows_2x2_of(mv)
                .filter(|four| self.stones(*four) == [0, 3])
                .count()
        };
        let [own, other] = [self.played, self.better].map(taken);
        (own < other).then(|| {
            let places = if other == 1 { "place" } else { "places" };
            format!(
                "{} takes {other} {places} for a 2x2 square where {} has three stones",
                self.better_name(),
                side_name(self.enemy())
            )
        })
    }

    /// The better stone completes or prepares squares.
    fn builds(&self) -> Option<String> {
        let built = |mv: Move, stones: u32| {
            let fours = windows_2x2_of(mv).filter(|four| self.stones(*four) == [stones, 0]);
            fours.count()
        };
        for stones in [3, 2] {
            let [own, other] = [self.played, self.better].map(|mv| built(mv, stones));
            if own < other {
                let what = if stones == 3 {
                    "completes"
                } else {
                    "comes to three stones of"
                };
                let squares = if other == 1 { "square" } else { "squares" };
                return Some(format!(
                    "{} {what} {other} 2x2 {squares}, the move played {own}",
                    self.better_name()
                ));
            }
        }
        None
    }

    /// Places where a player may still get a 2x2 square, two stones or more being there.
    fn fewer_places(&self, player: Player) -> Option<String> {
        let places = |position: &Position| {
            let own = position.stones_of(player);
            let others = position.stones_of(player.opponent());
            let open = windows_2x2().filter(|four| four & others == 0);
            open.filter(|four| (four & own).count_ones() >= 2).count()
        };
        let [own, other] = [&self.after_played, &self.after_better].map(places);
        let me = player == self.mover();
        (if me { own < other } else { own > other }).then(|| {
            format!(
                "leaves {} {own} open places for 2x2 squares with two stones in them, {} leaves \
                 {other}",
                side_name(player),
                self.better_name()
            )
        })
    }

    /// The better stone stands in more places for a 3x3 square: free of the opponent's stones, so
    /// that it may be one's own, or free of own ones, so that it is none of the opponent's now.
    fn places_for_3x3(&self) -> Option<String> {
        let places = |mv: Move| {
            let all = windows_3x3_of(mv).map(|nine| self.stones(nine));
            all.filter(|[own, others]| *own == 0 || *others == 0)
                .count()
        };
        let [own, other] = [self.played, self.better].map(places);
        (own < other).then(|| {
            format!(
                "stands in {own} places where one player alone may still get a 3x3 square, {} in \
                 {other}",
                self.better_name()
            )
        })
    }

    /// How many own stones are beside the stone.
    fn neighbours(&self) -> Option<String> {
        let beside = |mv: Move| {
            let near = windows_2x2_of(mv).fold(0, |all, four| all | four);
            (near & self.before.stones_of(self.mover())).count_ones()
        };
        let [own, other] = [self.played, self.better].map(beside);
        (own < other).then(|| {
            format!(
                "has {own} of its own stones around it, {} has {other}",
                self.better_name()
            )
        })
    }

    /// How many stones of the mover and of the other lie in a set of squares.
    fn stones(&self, squares: u64) -> [u32; 2] {
        [self.mover(), self.enemy()]
            .map(|player| (self.before.stones_of(player) & squares).count_ones())
    }
}

/// Whether a circuit is to be made.
fn is_circuit_due(position: &Position) -> bool {
    position.stones_placed() == STONE_COUNT && !position.is_over()
}

/// The circuit with which the player to act gains most at once, and how much; `None` if it is not
/// to make one.
fn best_gain(position: &Position) -> Option<(Circuit, i32)> {
    is_circuit_due(position).then(|| engine::best_gain(position))
}

/// A circuit with which the player to act wins by a 3x3 square.
fn winning_circuit(position: &Position) -> Option<Circuit> {
    is_circuit_due(position).then(|| engine::winning_circuit(position))?
}

/// A circuit after which no answer parries a 3x3 square of the player to act, if one is found.
fn unparried_circuit(position: &Position) -> Option<Circuit> {
    is_circuit_due(position).then(|| engine::unparried_circuit(position))?
}

/// All places for a 2x2 square, each as the set of its four squares.
fn windows_2x2() -> impl Iterator<Item = u64> {
    squares_in(super::super::circuit::ALL_CELLS.into()).map(|corner| corner.bit() * 0b1100_0011)
}

/// Those that hold the square of a placed stone.
fn windows_2x2_of(mv: Move) -> impl Iterator<Item = u64> {
    windows_2x2().filter(move |four| holds(*four, mv))
}

/// The places for a 3x3 square that hold the square of a placed stone, each as the set of its
/// nine squares.
fn windows_3x3_of(mv: Move) -> impl Iterator<Item = u64> {
    const NINE: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;
    let places = (0..4).flat_map(|x| (0..4).map(move |y| Square::new(x, y).bit() * NINE));
    places.filter(move |nine| holds(*nine, mv))
}

fn holds(squares: u64, mv: Move) -> bool {
    match mv {
        Move::Place(square) => square.is_in(squares),
        Move::Circuit(_) | Move::InvalidCircuit(_) => false,
    }
}
