//! Why a move was worse: what circuits score, what the best answer scores, 3x3 squares; and of
//! stones, where squares can still come to be.

use super::TurnRight;
use super::board::{Position, STONES};
use super::brain;
use super::circuit::Circuit;
use super::moves::Move;
use super::scene::in_set;
use super::square::Square;
use crate::contract::{Game, Player, Position as _};

/// A circuit of more corners is named by its first one.
const SPELLED: u32 = 8;

/// The reasons, the weightiest first.
pub(super) fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let look = Look {
        before,
        better: *better,
        played: *played,
        after: before.after(played),
        other: before.after(better),
    };
    let all = if before.placed() < STONES {
        look.placed()
    } else {
        look.turned()
    };
    all.into_iter().flatten().collect()
}

fn side(player: Player) -> &'static str {
    TurnRight::SIDES[player.index()]
}

/// A circuit, short.
fn named(circuit: Circuit) -> String {
    if circuit.corners() <= SPELLED {
        circuit.to_string()
    } else {
        let start = circuit.start();
        format!("a circuit of {} corners from {start}", circuit.corners())
    }
}

/// The two moves, and what each leads to.
struct Look<'a> {
    before: &'a Position,
    played: Move,
    better: Move,
    after: Position,
    other: Position,
}

impl Look<'_> {
    fn me(&self) -> Player {
        self.before.acting()
    }

    fn enemy(&self) -> Player {
        self.me().opponent()
    }

    fn better(&self) -> String {
        match self.better {
            Move::Circuit(circuit) => named(circuit),
            mv => mv.to_string(),
        }
    }

    fn turned(&self) -> Vec<Option<String>> {
        vec![
            self.gives_three(),
            self.misses_three(),
            self.lets_three(),
            self.lets_unparried(),
            self.scores(),
            self.answer(),
            self.own_next(),
        ]
    }

    /// The circuit completes a 3x3 square of the opponent's.
    fn gives_three(&self) -> Option<String> {
        let enemy = self.enemy();
        (self.after.three() == Some(enemy))
            .then(|| format!("completes a 3x3 square for {}, who wins", side(enemy)))
    }

    fn misses_three(&self) -> Option<String> {
        let me = Some(self.me());
        (self.other.three() == me && self.after.three() != me)
            .then(|| format!("misses a 3x3 square, which wins: {}", self.better()))
    }

    /// The opponent has a circuit that completes a 3x3 square.
    fn lets_three(&self) -> Option<String> {
        let circuit = winning(&self.after)?;
        let safe = self.other.is_over() || winning(&self.other).is_none();
        let enemy = side(self.enemy());
        let words = format!(
            "{enemy} can win at once by a 3x3 square: {}",
            named(circuit)
        );
        safe.then_some(words)
    }

    /// The opponent has a circuit after which no answer parries a 3x3 square.
    fn lets_unparried(&self) -> Option<String> {
        let circuit = unparried(&self.after)?;
        let enemy = side(self.enemy());
        unparried(&self.other).is_none().then(|| {
            format!(
                "{enemy} wins by a 3x3 square that no answer parries: {}",
                named(circuit)
            )
        })
    }

    /// What the circuits score at once.
    fn scores(&self) -> Option<String> {
        let [own, other] = [&self.after, &self.other].map(|after| self.won(after));
        (own[0] - own[1] < other[0] - other[1]).then(|| {
            format!(
                "scores {} and gives {}, {} scores {} and gives {}",
                own[0],
                own[1],
                self.better(),
                other[0],
                other[1]
            )
        })
    }

    /// Points that the move brings the mover and the other.
    fn won(&self, after: &Position) -> [i32; 2] {
        [self.me(), self.enemy()].map(|player| {
            let [old, new] = [self.before, after].map(Position::points);
            i32::from(new[player.index()]) - i32::from(old[player.index()])
        })
    }

    /// The answer that gains most at once.
    fn answer(&self) -> Option<String> {
        let (circuit, own) = best_gain(&self.after)?;
        let other = best_gain(&self.other).map(|(_, gain)| gain);
        other.is_none_or(|other| own > other).then(|| {
            let enemy = side(self.enemy());
            let than = other.map_or_else(String::new, |other| {
                format!("; after {} at most {other:+}", self.better())
            });
            format!("{enemy} gains {own:+} by {}{than}", named(circuit))
        })
    }

    /// What the mover could gain there if it were to act again.
    fn own_next(&self) -> Option<String> {
        let gain = |position: &Position| {
            let number = usize::from(self.before.turn_number()) + 1;
            (!position.is_over()).then(|| brain::most(position, self.me(), number))
        };
        let (own, other) = (gain(&self.after)?, gain(&self.other)?);
        (own < other).then(|| {
            format!(
                "prepares less: the best circuit there would gain {own:+}, after {} {other:+}",
                self.better()
            )
        })
    }

    fn placed(&self) -> Vec<Option<String>> {
        vec![
            self.first_circuit(),
            self.blocks(),
            self.builds(),
            self.fewer_places(self.me()),
            self.fewer_places(self.enemy()),
            self.threes(),
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
            (full.placed() == STONES).then_some(full)
        };
        let (own, other) = (full(&self.after)?, full(&self.other)?);
        let ((circuit, own), (_, other)) = (best_gain(&own)?, best_gain(&other)?);
        let black = Player::Second;
        let worse = if self.me() == black {
            own < other
        } else {
            own > other
        };
        worse.then(|| {
            format!(
                "{}'s first circuit gains {own:+} ({}), after {} {other:+}",
                side(black),
                named(circuit),
                self.better()
            )
        })
    }

    /// The better stone stands where the opponent has three of four.
    fn blocks(&self) -> Option<String> {
        let taken = |mv: Move| {
            windows_of(mv)
                .filter(|four| self.stones(*four) == [0, 3])
                .count()
        };
        let [own, other] = [self.played, self.better].map(taken);
        (own < other).then(|| {
            let places = if other == 1 { "place" } else { "places" };
            format!(
                "{} takes {other} {places} for a 2x2 square where {} has three stones",
                self.better(),
                side(self.enemy())
            )
        })
    }

    /// The better stone completes or prepares squares.
    fn builds(&self) -> Option<String> {
        let built = |mv: Move, stones: u32| {
            let fours = windows_of(mv).filter(|four| self.stones(*four) == [stones, 0]);
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
                    self.better()
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
            let open = windows().filter(|four| four & others == 0);
            open.filter(|four| (four & own).count_ones() >= 2).count()
        };
        let [own, other] = [&self.after, &self.other].map(places);
        let me = player == self.me();
        (if me { own < other } else { own > other }).then(|| {
            format!(
                "leaves {} {own} open places for 2x2 squares with two stones in them, {} leaves \
                 {other}",
                side(player),
                self.better()
            )
        })
    }

    /// The better stone stands in more places for a 3x3 square: free of the opponent's stones, so
    /// that it may be one's own, or free of own ones, so that it is none of the opponent's now.
    fn threes(&self) -> Option<String> {
        let places = |mv: Move| {
            let all = nines_of(mv).map(|nine| self.stones(nine));
            all.filter(|[own, others]| *own == 0 || *others == 0)
                .count()
        };
        let [own, other] = [self.played, self.better].map(places);
        (own < other).then(|| {
            format!(
                "stands in {own} places where one player alone may still get a 3x3 square, {} in \
                 {other}",
                self.better()
            )
        })
    }

    /// How many own stones are beside the stone.
    fn neighbours(&self) -> Option<String> {
        let beside = |mv: Move| {
            let near = windows_of(mv).fold(0, |all, four| all | four);
            (near & self.before.stones_of(self.me())).count_ones()
        };
        let [own, other] = [self.played, self.better].map(beside);
        (own < other).then(|| {
            format!(
                "has {own} own stones around it, {} has {other}",
                self.better()
            )
        })
    }

    /// How many stones of the mover and of the other lie in a set of squares.
    fn stones(&self, squares: u64) -> [u32; 2] {
        [self.me(), self.enemy()]
            .map(|player| (self.before.stones_of(player) & squares).count_ones())
    }
}

/// Whether a circuit is to be made.
fn is_due(position: &Position) -> bool {
    position.placed() == STONES && !position.is_over()
}

/// The circuit with which the player to act gains most at once, and how much; `None` if it is not
/// to make one.
fn best_gain(position: &Position) -> Option<(Circuit, i32)> {
    is_due(position).then(|| brain::best_gain(position))
}

/// A circuit with which the player to act wins by a 3x3 square.
fn winning(position: &Position) -> Option<Circuit> {
    is_due(position).then(|| brain::winning(position))?
}

/// A circuit after which no answer parries a 3x3 square of the player to act, if one is found.
fn unparried(position: &Position) -> Option<Circuit> {
    is_due(position).then(|| brain::unparried(position))?
}

/// All places for a 2x2 square, each as the set of its four squares.
fn windows() -> impl Iterator<Item = u64> {
    in_set(super::circuit::CELLS.into()).map(|corner| corner.bit() * 0b1100_0011)
}

/// Those that hold the square of a placed stone.
fn windows_of(mv: Move) -> impl Iterator<Item = u64> {
    windows().filter(move |four| holds(*four, mv))
}

/// The places for a 3x3 square that hold the square of a placed stone, each as the set of its
/// nine squares.
fn nines_of(mv: Move) -> impl Iterator<Item = u64> {
    const NINE: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;
    let places = (0..4).flat_map(|x| (0..4).map(move |y| Square::new(x, y).bit() * NINE));
    places.filter(move |nine| holds(*nine, mv))
}

fn holds(squares: u64, mv: Move) -> bool {
    match mv {
        Move::Place(square) => square.is_in(squares),
        Move::Circuit(_) | Move::Tangle(_) => false,
    }
}
