//! Explanations from the rules alone: the effects of a move, and why it is worse than another.

use super::board::{Position, STONE_COUNT};
use super::circuit::Circuit;
use super::draw::squares_in;
use super::moves::Move;
use super::square::{Square, square_from_id};
use super::{TurnRight, engine};
use crate::contract::{
    Explain, Game, MoveEvent, Player, Position as _, Rules as _, ScoreChange, StepOf,
};
use crate::scene::SceneOptions;

impl Explain for TurnRight {
    fn move_event(before: &Position, step: &StepOf<Self>) -> Option<MoveEvent> {
        move_event(before, step.mv?)
    }

    fn score_changes(before: &Position, step: &StepOf<Self>) -> Vec<ScoreChange> {
        let mv = step.mv;
        mv.map_or_else(Vec::new, |mv| score_changes(before, mv))
    }

    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons(before, played, better)
    }

    /// Describes the 2x2 and 3x3 squares to which the stone on a square belongs, if it belongs to any.
    fn describe_square(
        position: &Position,
        square_id: &str,
        _options: SceneOptions,
    ) -> Option<String> {
        let square = square_from_id(square_id)?;
        let owner = position.stone(square)?;
        let [twos, threes] = position.square_corners(owner);
        let around = |set: u64, side: u8| -> Vec<String> {
            let holds = |corner: &Square| {
                (corner.x()..corner.x() + side).contains(&square.x())
                    && (corner.y()..corner.y() + side).contains(&square.y())
            };
            squares_in(set)
                .filter(holds)
                .map(|corner| corner.to_string())
                .collect()
        };
        let (twos, threes) = (around(twos, 2), around(threes, 3));
        let points = match twos.len() {
            0 => return None,
            1 => "a 2x2 square, 1 point".to_owned(),
            count => format!("{count} 2x2 squares, {count} points"),
        };
        let mut text = format!("in {points}: {}", twos.join(" "));
        if !threes.is_empty() {
            text.push_str(&format!("; in the 3x3 at {}", threes.join(" ")));
        }
        Some(text)
    }
}

// The effects of a move: the 2x2 and 3x3 squares that it makes and breaks.

/// Returns the 2x2 and 3x3 squares that a legal move makes or breaks.
///
/// A 2x2 square scores a point each time the board is counted; a 3x3 square has no points.
pub(super) fn score_changes(before: &Position, mv: Move) -> Vec<ScoreChange> {
    let mut after = *before;
    after.apply(&mv);
    let mut changes = Vec::new();
    for player in Player::ALL {
        let [old, new] = [before, &after].map(|position| position.square_corners(player));
        for (kind, side) in [2u8, 3].into_iter().enumerate() {
            let (old, new) = (old[kind], new[kind]);
            for (made, set) in [(true, new & !old), (false, old & !new)] {
                changes.extend(squares_in(set).map(|corner| ScoreChange {
                    player,
                    gained: made,
                    points: i32::from(side == 2),
                    description: format!("{side}x{side} at {corner}"),
                    squares: block(corner, side),
                }));
            }
        }
    }
    changes
}

/// Returns the names of the squares of a block, given its lower left square.
fn block(corner: Square, side: u8) -> Vec<String> {
    let columns = 0..side;
    columns
        .flat_map(|x| (0..side).map(move |y| (x, y)))
        .map(|(x, y)| Square::new(corner.x() + x, corner.y() + y).to_string())
        .collect()
}

/// Returns the notable event of a legal move, if there is one: a 3x3 square that wins, or 2x2
/// squares made.
pub(super) fn move_event(before: &Position, mv: Move) -> Option<MoveEvent> {
    let changes = score_changes(before, mv);
    let mut after = *before;
    after.apply(&mv);
    if let Some(winner) = after.winner_by_3x3() {
        let corners = after.square_corners(winner)[1];
        let at: Vec<String> = squares_in(corners)
            .map(|corner| corner.to_string())
            .collect();
        let winner = TurnRight::INFO.sides[winner.index()];
        return Some(MoveEvent {
            kind: "three",
            description: format!("3x3 at {}: {winner} wins", at.join(" ")),
        });
    }
    let mover = before.to_move();
    let count = |player: Player, made: bool| {
        let counts = |change: &&ScoreChange| {
            change.player == player && change.gained == made && change.points > 0
        };
        changes.iter().filter(counts).count()
    };
    let [own, opponents] =
        [mover, mover.opponent()].map(|player| [true, false].map(|made| count(player, made)));
    if own[0] + opponents[0] == 0 {
        return None;
    }
    let mut description = describe_counts(own).unwrap_or_default();
    if let Some(opponents) = describe_counts(opponents) {
        let side = TurnRight::INFO.sides[mover.opponent().index()];
        let comma = if description.is_empty() { "" } else { "; " };
        description.push_str(&format!("{comma}for {side} {opponents}"));
    }
    Some(MoveEvent {
        kind: "square",
        description,
    })
}

/// Describes the numbers of squares made and broken; `None` if both are 0.
fn describe_counts([made, broken]: [usize; 2]) -> Option<String> {
    let squares = |count: usize| if count == 1 { "square" } else { "squares" };
    match (made, broken) {
        (0, 0) => None,
        (made, 0) => Some(format!("makes {made} {}", squares(made))),
        (0, broken) => Some(format!("breaks {broken} {}", squares(broken))),
        (made, broken) => Some(format!("makes {made} {}, breaks {broken}", squares(made))),
    }
}

// Reasons why a move was worse than another.
//
// For circuits: 3x3 squares, points, the best answer, and the next circuit. For stones: the places
// where 2x2 and 3x3 squares are still possible.

/// The largest number of corners of a circuit that is spelled in full; a longer one is described by
/// its number of corners and its start.
const MAX_SPELLED_CORNERS: u32 = 8;

/// Returns the reasons why the move played was worse, the most important first.
///
/// Only the first moves of the two lines are compared.
fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let comparison = MoveComparison {
        before,
        better: *better,
        played: *played,
        after_played: before.after(played),
        after_better: before.after(better),
    };
    let all = if before.stones_placed() < STONE_COUNT {
        comparison.stone_reasons()
    } else {
        comparison.circuit_reasons()
    };
    all.into_iter().flatten().collect()
}

/// Returns the name of a player's side.
fn side_name(player: Player) -> &'static str {
    TurnRight::INFO.sides[player.index()]
}

/// Returns a short name for a circuit.
fn short_name(circuit: Circuit) -> String {
    if circuit.corners() <= MAX_SPELLED_CORNERS {
        circuit.to_string()
    } else {
        let start = circuit.start();
        format!("a circuit of {} corners from {start}", circuit.corners())
    }
}

/// Formats what the other move does in comparison: `blocks none`, `blocks only 2`.
fn only(count: usize, verb: &str) -> String {
    match count {
        0 => format!("{verb} none"),
        count => format!("{verb} only {count}"),
    }
}

/// The move played and the better one, with the position after each.
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

    fn opponent(&self) -> Player {
        self.mover().opponent()
    }

    fn better_name(&self) -> String {
        match self.better {
            Move::Circuit(circuit) => short_name(circuit),
            mv => mv.to_string(),
        }
    }

    /// Returns the name of the played move at the start of a sentence; its circuit need not be
    /// spelled, for the reader knows it.
    fn played_name(&self) -> String {
        match self.played {
            Move::Circuit(_) => "The circuit".to_owned(),
            mv => mv.to_string(),
        }
    }

    /// Returns the reasons for a circuit, `None` for each that does not apply.
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

    /// Checks whether the move played completes a 3x3 square of the opponent's.
    fn gives_3x3(&self) -> Option<String> {
        let opponent = self.opponent();
        (self.after_played.winner_by_3x3() == Some(opponent)).then(|| {
            format!(
                "{} completes a 3x3 square for {opponent}, who wins.",
                self.played_name(),
                opponent = side_name(opponent)
            )
        })
    }

    /// Checks whether only the better move completes a 3x3 square.
    fn misses_3x3(&self) -> Option<String> {
        let mover = Some(self.mover());
        (self.after_better.winner_by_3x3() == mover && self.after_played.winner_by_3x3() != mover)
            .then(|| format!("A 3x3 square would win: {}.", self.better_name()))
    }

    /// Checks whether only the move played lets the opponent complete a 3x3 square.
    fn allows_3x3(&self) -> Option<String> {
        let circuit = winning_circuit(&self.after_played)?;
        let safe = self.after_better.is_over() || winning_circuit(&self.after_better).is_none();
        let opponent = side_name(self.opponent());
        let reason = format!(
            "{opponent} can win at once with a 3x3 square: {}.",
            short_name(circuit)
        );
        safe.then_some(reason)
    }

    /// Checks whether only the move played leaves the opponent a circuit that threatens a 3x3
    /// square which no answer prevents.
    fn allows_unparried_3x3(&self) -> Option<String> {
        let circuit = unparried_circuit(&self.after_played)?;
        let opponent = side_name(self.opponent());
        unparried_circuit(&self.after_better).is_none().then(|| {
            format!(
                "{opponent} wins with a 3x3 square that no reply prevents: {}.",
                short_name(circuit)
            )
        })
    }

    /// Compares the points that the two circuits score at once.
    fn scores(&self) -> Option<String> {
        let [played, better] =
            [&self.after_played, &self.after_better].map(|after| self.points_gained(after));
        (played[0] - played[1] < better[0] - better[1]).then(|| {
            format!(
                "The circuit gains {:+} for {me} and {:+} for {other}; {} would gain {:+} and {:+}.",
                played[0],
                played[1],
                self.better_name(),
                better[0],
                better[1],
                me = side_name(self.mover()),
                other = side_name(self.opponent())
            )
        })
    }

    /// Returns the points that a move scores for the mover and for the opponent.
    fn points_gained(&self, after: &Position) -> [i32; 2] {
        [self.mover(), self.opponent()].map(|player| {
            let [old, new] = [self.before, after].map(Position::points);
            i32::from(new[player.index()]) - i32::from(old[player.index()])
        })
    }

    /// Compares the opponent's answers that gain most at once.
    fn answer(&self) -> Option<String> {
        let (circuit, played) = best_gain(&self.after_played)?;
        let better = best_gain(&self.after_better).map(|(_, gain)| gain);
        better.is_none_or(|better| played > better).then(|| {
            let opponent = side_name(self.opponent());
            let than = better.map_or_else(String::new, |better| {
                format!("; after {} at most {better:+}", self.better_name())
            });
            format!(
                "{opponent} can reply {} and gain {played:+}{than}.",
                short_name(circuit)
            )
        })
    }

    /// Compares the mover's best next circuits, as if the opponent passed.
    fn own_next(&self) -> Option<String> {
        let gain = |position: &Position| {
            let number = usize::from(self.before.circuit_number()) + 1;
            (!position.is_over()).then(|| engine::max_gain(position, self.mover(), number))
        };
        let (played, better) = (gain(&self.after_played)?, gain(&self.after_better)?);
        (played < better).then(|| {
            format!(
                "{} prepares less: {}'s own next circuit could gain {played:+}, after {} {better:+}.",
                self.played_name(),
                side_name(self.mover()),
                self.better_name()
            )
        })
    }

    /// Returns the reasons for a stone, `None` for each that does not apply.
    fn stone_reasons(&self) -> Vec<Option<String>> {
        vec![
            self.first_circuit(),
            self.blocks(),
            self.builds(),
            self.open_2x2_places(self.mover()),
            self.open_2x2_places(self.opponent()),
            self.open_3x3_places(),
            self.neighbouring_stones(),
        ]
    }

    /// Compares the gains of the first circuit if the board is full, counting the last stone.
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
                "{}'s first circuit can gain {own:+} ({}); after {} it would be {other:+}.",
                side_name(black),
                short_name(circuit),
                self.better_name()
            )
        })
    }

    /// Checks whether the better stone blocks more 2x2 squares of which the opponent has three
    /// stones.
    fn blocks(&self) -> Option<String> {
        let taken = |mv: Move| {
            windows_2x2_of(mv)
                .filter(|four| self.stones(*four) == [0, 3])
                .count()
        };
        let [played, better] = [self.played, self.better].map(taken);
        (played < better).then(|| {
            let squares = if better == 1 { "square" } else { "squares" };
            format!(
                "{} blocks {better} 2x2 {squares} of which {} has three stones; {} {}.",
                self.better_name(),
                side_name(self.opponent()),
                self.played_name(),
                only(played, "blocks")
            )
        })
    }

    /// Checks whether the better stone completes or prepares more 2x2 squares.
    fn builds(&self) -> Option<String> {
        let built = |mv: Move, stones: u32| {
            let fours = windows_2x2_of(mv).filter(|four| self.stones(*four) == [stones, 0]);
            fours.count()
        };
        for stones in [3, 2] {
            let [played, better] = [self.played, self.better].map(|mv| built(mv, stones));
            if played < better {
                let (better_name, played_name) = (self.better_name(), self.played_name());
                let squares = match better {
                    1 => "a 2x2 square".to_owned(),
                    count => format!("{count} squares of 2x2"),
                };
                return Some(if stones == 3 {
                    let instead = only(played, "completes");
                    format!("{better_name} completes {squares}; {played_name} {instead}.")
                } else {
                    let me = side_name(self.mover());
                    let instead = only(played, "does so in");
                    format!(
                        "{better_name} gives {me} three stones of {squares}; {played_name} {instead}."
                    )
                });
            }
        }
        None
    }

    /// Compares the places where a player can still get a 2x2 square and has two stones or more.
    fn open_2x2_places(&self, player: Player) -> Option<String> {
        let places = |position: &Position| {
            let stones = position.stones_of(player);
            let others = position.stones_of(player.opponent());
            let open = windows_2x2().filter(|four| four & others == 0);
            open.filter(|four| (four & stones).count_ones() >= 2)
                .count()
        };
        let [played, better] = [&self.after_played, &self.after_better].map(places);
        let is_mover = player == self.mover();
        (if is_mover {
            played < better
        } else {
            played > better
        })
        .then(|| {
            let verb = if is_mover { "keeps" } else { "would leave" };
            let only = if is_mover { "" } else { "only " };
            format!(
                "After {} {} can still complete {played} of the 2x2 squares in which it has two \
                 stones or more; {} {verb} {only}{better}.",
                self.played_name(),
                side_name(player),
                self.better_name()
            )
        })
    }

    /// Checks whether the better stone belongs to more places for a 3x3 square.
    ///
    /// Counted are the places without stones of the opponent's, where the mover can still get one,
    /// and those without stones of the mover's, where the opponent no longer can.
    fn open_3x3_places(&self) -> Option<String> {
        let places = |mv: Move| {
            let all = windows_3x3_of(mv).map(|nine| self.stones(nine));
            all.filter(|[own, others]| *own == 0 || *others == 0)
                .count()
        };
        let [played, better] = [self.played, self.better].map(places);
        (played < better).then(|| {
            format!(
                "{} helps {me} in, or keeps {other} out of, {better} possible 3x3 squares; {} \
                 only {played}.",
                self.better_name(),
                self.played_name(),
                me = side_name(self.mover()),
                other = side_name(self.opponent())
            )
        })
    }

    /// Compares the numbers of the mover's stones next to the two stones.
    fn neighbouring_stones(&self) -> Option<String> {
        let beside = |mv: Move| {
            let near = windows_2x2_of(mv).fold(0, |all, four| all | four);
            (near & self.before.stones_of(self.mover())).count_ones()
        };
        let [played, better] = [self.played, self.better].map(beside);
        (played < better).then(|| {
            format!(
                "{} stands beside {better} of {me}'s stones, where squares can grow; {} beside \
                 {instead}.",
                self.better_name(),
                self.played_name(),
                me = side_name(self.mover()),
                instead = if played == 0 {
                    "none".to_owned()
                } else {
                    format!("only {played}")
                }
            )
        })
    }

    /// Returns the numbers of stones of the mover and of the opponent in a set of squares.
    fn stones(&self, squares: u64) -> [u32; 2] {
        [self.mover(), self.opponent()]
            .map(|player| (self.before.stones_of(player) & squares).count_ones())
    }
}

/// Reports whether the next move is a circuit.
fn is_circuit_due(position: &Position) -> bool {
    position.stones_placed() == STONE_COUNT && !position.is_over()
}

/// Returns the circuit with which the player to move gains most at once, and the gain in points;
/// `None` if the next move is not a circuit.
fn best_gain(position: &Position) -> Option<(Circuit, i32)> {
    is_circuit_due(position).then(|| engine::best_gain(position))
}

/// Returns a circuit with which the player to move wins by a 3x3 square.
fn winning_circuit(position: &Position) -> Option<Circuit> {
    is_circuit_due(position).then(|| engine::winning_circuit(position))?
}

/// Returns a circuit of the player to move that threatens a 3x3 square which no answer prevents, if
/// one is found.
fn unparried_circuit(position: &Position) -> Option<Circuit> {
    is_circuit_due(position).then(|| engine::unparried_circuit(position))?
}

/// Returns all places for a 2x2 square, each as the set of its four squares.
fn windows_2x2() -> impl Iterator<Item = u64> {
    squares_in(super::circuit::ALL_CELLS.into()).map(|corner| corner.bit() * 0b1100_0011)
}

/// Returns the places for a 2x2 square that contain the square of a placed stone.
fn windows_2x2_of(mv: Move) -> impl Iterator<Item = u64> {
    windows_2x2().filter(move |four| holds(*four, mv))
}

/// Returns the places for a 3x3 square that contain the square of a placed stone, each as the set
/// of its nine squares.
fn windows_3x3_of(mv: Move) -> impl Iterator<Item = u64> {
    const NINE: u64 = 0b111 | 0b111 << 6 | 0b111 << 12;
    let places = (0..4).flat_map(|x| (0..4).map(move |y| Square::new(x, y).bit() * NINE));
    places.filter(move |nine| holds(*nine, mv))
}

/// Reports whether a set contains the square of a placed stone.
fn holds(squares: u64, mv: Move) -> bool {
    match mv {
        Move::Place(square) => square.is_in(squares),
        Move::Circuit(_) | Move::InvalidCircuit(_) => false,
    }
}
