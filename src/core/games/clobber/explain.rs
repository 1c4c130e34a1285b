//! Explanations of moves: what a stone can take, and why a move was worse than another.

use super::Clobber;
use super::board::Position;
use super::engine::solver::ClobberSolver;
use super::engine::stones::Stones;
use super::moves::{Move, Square, square_from_id};
use crate::contract::{Explain, Game, Player, Position as _, Rules as _};
use crate::scene::SceneOptions;
use crate::search::{Limits, SearchBudget};
use std::collections::HashMap;
use std::fmt;

impl Explain for Clobber {
    fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
        reasons(before, played, better)
    }

    /// Describes the adjacent stones that the stone on a square can take or be taken by.
    fn describe_square(position: &Position, id: &str, _options: SceneOptions) -> Option<String> {
        let square = square_from_id(position, id)?;
        let owner = position.stone(square)?;
        let mut beside = Vec::new();
        for y in square.y().saturating_sub(1)..=square.y() + 1 {
            for x in square.x().saturating_sub(1)..=square.x() + 1 {
                beside.push(Square::new(x, y));
            }
        }
        beside
            .retain(|near| near.touches(square) && position.stone(*near) == Some(owner.opponent()));
        Some(match &beside[..] {
            [] => "no enemy stone beside it".to_owned(),
            beside => format!("can capture or be captured: {}", join_squares(beside)),
        })
    }
}

// Descriptions of the stones that a stone can capture.

/// Joins the names of squares with commas.
pub(super) fn join_squares(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(", ")
}

// Reasons why a move was worse than another, from the regions of the board and their winners.
//
// A *region* (a "group" in the texts) is a connected group of stones; regions never touch again.
// A region of one colour is dead. In every other region White wins, Black wins, the first mover
// wins or the second mover wins; for small regions this is found by trying all moves.

/// The largest number of positions that the solver searches for one answer.
const MAX_SOLVER_NODES: u64 = 1500;
/// The largest number of live stones for which the solver is asked.
const MAX_SOLVER_STONES: usize = 34;
/// The memory of the solver, in bytes.
const SOLVER_BYTES: usize = 4 << 20;

/// Returns the reasons why a line was worse than another, the most important first.
fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let comparison = MoveComparison {
        mover: before.to_move(),
        played: *played,
        better: *better,
        before: PositionRegions::of(*before),
        after_played: PositionRegions::of(before.after(played)),
        after_better: PositionRegions::of(before.after(better)),
    };
    let telling = [
        comparison.no_answer(),
        comparison.refuted(),
        comparison.wasted(),
        comparison.hands_over(),
        comparison.misses(),
        comparison.isolates(),
        comparison.spares(),
        comparison.splits(),
    ];
    let telling: Vec<String> = telling.into_iter().flatten().collect();
    if !telling.is_empty() {
        return telling;
    }
    // Counts explain little, and nothing next to a group and its winner.
    let counts = [
        comparison.exposes(),
        comparison.active(),
        comparison.loose(comparison.mover),
        comparison.moves_left(),
        comparison.loose(comparison.mover.opponent()),
    ];
    counts.into_iter().flatten().collect()
}

/// Two moves from a position, and the positions after them.
struct MoveComparison {
    mover: Player,
    played: Move,
    better: Move,
    before: PositionRegions,
    after_played: PositionRegions,
    after_better: PositionRegions,
}

fn move_text(mv: Move) -> String {
    format!("{}{}", mv.from, mv.to)
}

fn stones_phrase(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.len() {
        1 => format!("the stone on {}", names[0]),
        _ => format!("the stones on {}", names.join(" ")),
    }
}

impl MoveComparison {
    fn opponent(&self) -> &'static str {
        side_name(self.mover.opponent())
    }

    /// Gives the reason that the better move would have ended the game.
    fn no_answer(&self) -> Option<String> {
        let ends = self.after_better.position.is_over() && !self.after_played.position.is_over();
        ends.then(|| {
            let better = move_text(self.better);
            format!(
                "{better} leaves {} without a move and wins.",
                self.opponent()
            )
        })
    }

    /// Gives the reason that some answers are proven to win.
    fn refuted(&self) -> Option<String> {
        if self.after_played.live_stones() > MAX_SOLVER_STONES {
            return None;
        }
        let mut wins = Vec::new();
        let mut answers = 0;
        let mut solver = Prover::new();
        let position = &self.after_played.position;
        position.legal_moves(&mut |mv| {
            answers += 1;
            if solver.wins(&position.after(&mv)) == Some(false) {
                wins.push(mv);
            }
        });
        let first = move_text(*wins.first()?);
        let (played, opponent) = (move_text(self.played), self.opponent());
        Some(match wins.len() {
            count if count == answers => format!("After {played} {opponent} wins with any reply."),
            1 => format!("After {played} {opponent} wins with {first}, the only winning reply."),
            2 => format!("After {played} {opponent} wins with {first} (or with one other reply)."),
            count => format!(
                "After {played} {opponent} wins with {first} (or with {} other replies).",
                count - 1
            ),
        })
    }

    /// Gives the reason that the mover had already won the region played in.
    fn wasted(&self) -> Option<String> {
        let region = self.before.region_of(self.played.from)?;
        let elsewhere = !region.squares.contains(&self.better.from);
        let is_won = region.winner == Some(RegionWinner::Always(self.mover));
        (is_won && elsewhere).then(|| {
            format!(
                "{} had already won {region}, so {} there was not needed.",
                side_name(self.mover),
                move_text(self.played)
            )
        })
    }

    /// Gives the reason that the move creates a region that the opponent wins.
    fn hands_over(&self) -> Option<String> {
        let theirs = Some(RegionWinner::Always(self.mover.opponent()));
        let mut new = self.after_played.new_since(&self.before);
        let region = new.find(|region| region.winner == theirs)?;
        Some(format!(
            "{} leaves {region}, where {} wins whoever moves first.",
            move_text(self.played),
            self.opponent()
        ))
    }

    /// Gives the reason that only the better move creates a region that the mover wins.
    fn misses(&self) -> Option<String> {
        let own_win = Some(RegionWinner::Always(self.mover));
        let is_ours = |state: &PositionRegions| {
            let mut new = state.new_since(&self.before);
            new.find(|region| region.winner == own_win).cloned()
        };
        if is_ours(&self.after_played).is_some() {
            return None;
        }
        let region = is_ours(&self.after_better)?;
        let better = move_text(self.better);
        Some(format!(
            "{better} would leave {region}, where {} wins whoever moves first.",
            side_name(self.mover)
        ))
    }

    /// Gives the reason that the move isolates the mover's own stones.
    fn isolates(&self) -> Option<String> {
        let played_dead = self.after_played.died_since(&self.before, self.mover);
        let better_dead = self.after_better.died_since(&self.before, self.mover);
        (played_dead.len() > better_dead.len() && played_dead.len() <= MAX_NAMED_SQUARES).then(
            || {
                let them = if played_dead.len() == 1 { "it" } else { "them" };
                format!(
                    "{} takes {} out of the game: no enemy stone can reach {them}.",
                    move_text(self.played),
                    stones_phrase(&played_dead)
                )
            },
        )
    }

    /// Gives the reason that the better move would have isolated enemy stones.
    fn spares(&self) -> Option<String> {
        let enemy = self.mover.opponent();
        let played_dead = self.after_played.died_since(&self.before, enemy);
        let better_dead = self.after_better.died_since(&self.before, enemy);
        (better_dead.len() > played_dead.len() && better_dead.len() <= MAX_NAMED_SQUARES).then(
            || {
                let better = move_text(self.better);
                format!(
                    "{better} would take {}'s {} out of the game.",
                    side_name(enemy),
                    stones_phrase(&better_dead).trim_start_matches("the ")
                )
            },
        )
    }

    /// Gives the reason that one of the moves splits a region.
    fn splits(&self) -> Option<String> {
        let new: Vec<&Region> = self.after_played.new_since(&self.before).collect();
        let sizes = |regions: &[&Region]| {
            let sizes: Vec<String> = regions
                .iter()
                .map(|region| region.squares.len().to_string())
                .collect();
            sizes.join(" and ")
        };
        let small = new.iter().find_map(|region| Some((region, region.winner?)));
        match small {
            Some((region, winner)) => {
                let played = move_text(self.played);
                Some(format!("{played} leaves {region}, where {winner}."))
            }
            None if new.len() > 1 => Some(format!(
                "{} splits a group into groups of {} stones.",
                move_text(self.played),
                sizes(&new)
            )),
            None => {
                let other: Vec<&Region> = self.after_better.new_since(&self.before).collect();
                let winner = other
                    .iter()
                    .find_map(|region| Some((region, region.winner?)));
                let better = move_text(self.better);
                match winner {
                    Some((region, winner)) => {
                        Some(format!("{better} would leave {region}, where {winner}."))
                    }
                    None if other.len() > 1 => Some(format!(
                        "{better} would split a group into groups of {} stones.",
                        sizes(&other)
                    )),
                    None => None,
                }
            }
        }
    }

    /// Gives the reason that more enemy stones can take the moved stone.
    fn exposes(&self) -> Option<String> {
        let takers = |state: &PositionRegions, mv: Move| {
            let enemy = Some(self.mover.opponent());
            let near = squares(&state.position).filter(|near| near.touches(mv.to));
            near.filter(|near| state.position.stone(*near) == enemy)
                .count()
        };
        let played_takers = takers(&self.after_played, self.played);
        let better_takers = takers(&self.after_better, self.better);
        let stones = if played_takers == 1 {
            "stone"
        } else {
            "stones"
        };
        let than = match better_takers {
            0 => "by none".to_owned(),
            better_takers => format!("only by {better_takers}"),
        };
        (played_takers > better_takers).then(|| {
            format!(
                "On {} {played_takers} enemy {stones} can take the moved stone; on {} it could be \
                 taken {than}.",
                self.played.to, self.better.to
            )
        })
    }

    /// Gives the reason that the mover is left with fewer active stones in comparison.
    fn active(&self) -> Option<String> {
        let enemy = self.mover.opponent();
        let lead = |state: &PositionRegions| {
            let [own, others] = [self.mover, enemy].map(|player| state.active_stones(player));
            (own, others)
        };
        let (own, other) = (lead(&self.after_played), lead(&self.after_better));
        let worse = |(a, b): (usize, usize), (c, d): (usize, usize)| a + d < c + b;
        worse(own, other).then(|| {
            format!(
                "After {} {} has {} stones that can capture and {} has {}; after {} it would be {} \
                 and {}.",
                move_text(self.played),
                side_name(self.mover),
                own.0,
                side_name(enemy),
                own.1,
                move_text(self.better),
                other.0,
                other.1
            )
        })
    }

    /// Gives the reason that the mover has more loose stones, or the opponent has fewer.
    ///
    /// A loose stone touches a single other stone and may soon be out of the game.
    fn loose(&self, owner: Player) -> Option<String> {
        let [own, other] =
            [&self.after_played, &self.after_better].map(|state| state.loose_stones(owner));
        let worse = if owner == self.mover {
            own > other
        } else {
            own < other
        };
        worse.then(|| {
            format!(
                "{} leaves {own} {} {} with a single neighbour, easily cut off; {} would leave {}.",
                move_text(self.played),
                side_name(owner),
                if own == 1 { "stone" } else { "stones" },
                move_text(self.better),
                if other == 0 {
                    "none".to_owned()
                } else {
                    other.to_string()
                }
            )
        })
    }

    /// Gives the reason that the number of moves left differs; it is the same for both sides.
    fn moves_left(&self) -> Option<String> {
        let [own, other] =
            [&self.after_played, &self.after_better].map(|state| state.position.count_moves());
        (own != other).then(|| {
            format!(
                "{} leaves each side {own} moves; {} would leave {other}.",
                move_text(self.played),
                move_text(self.better)
            )
        })
    }
}

/// Solvers for both board sizes, with a small budget.
struct Prover {
    small: ClobberSolver<u64>,
    large: ClobberSolver<u128>,
}

impl Prover {
    fn new() -> Self {
        Self {
            small: ClobberSolver::new(SOLVER_BYTES),
            large: ClobberSolver::new(SOLVER_BYTES),
        }
    }

    /// Reports whether the player to move wins; `None` if that is not proven within the budget.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let mut budget = SearchBudget::new(Limits::nodes(MAX_SOLVER_NODES));
        match Stones::<u64>::from_position(position) {
            Some(stones) => self.small.solve(stones, MAX_SOLVER_NODES, &mut budget),
            None => self.large.solve(
                Stones::<u128>::from_position(position)?,
                MAX_SOLVER_NODES,
                &mut budget,
            ),
        }
    }
}

// The independent regions of the board and their winners.

/// The largest number of stones of a region whose winner is searched.
const MAX_SOLVED_STONES: usize = 9;
/// The largest number of squares that are named one by one.
const MAX_NAMED_SQUARES: usize = 6;

fn side_name(player: Player) -> &'static str {
    Clobber::INFO.sides[player.index()]
}

/// The winner of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RegionWinner {
    /// A player wins, no matter who moves first.
    Always(Player),
    /// The player who moves first wins.
    FirstMover,
    /// The player who moves second wins.
    SecondMover,
}

impl fmt::Display for RegionWinner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always(player) => write!(f, "{} wins whoever moves first", side_name(*player)),
            Self::FirstMover => f.write_str("whoever moves first wins"),
            Self::SecondMover => f.write_str("whoever moves first loses"),
        }
    }
}

/// A connected group of stones that contains both colours.
#[derive(Clone, Debug, PartialEq)]
struct Region {
    pub squares: Vec<Square>,
    /// The winner, known for small regions only.
    pub winner: Option<RegionWinner>,
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.squares.iter().map(Square::to_string).collect();
        if names.len() <= MAX_NAMED_SQUARES {
            write!(f, "the group {}", names.join(" "))
        } else {
            write!(f, "the group of {} stones around {}", names.len(), names[0])
        }
    }
}

/// A position split into its regions and dead stones.
struct PositionRegions {
    pub position: Position,
    pub regions: Vec<Region>,
    /// The stones that can no longer move or be taken.
    pub dead_stones: Vec<Square>,
}

impl PositionRegions {
    pub fn of(position: Position) -> Self {
        let (mut regions, mut dead_stones) = (Vec::new(), Vec::new());
        let mut seen: Vec<Square> = Vec::new();
        for square in squares(&position) {
            if position.stone(square).is_none() || seen.contains(&square) {
                continue;
            }
            let stones = connected(&position, square);
            seen.extend(&stones);
            let owner = position.stone(square);
            if stones.iter().all(|square| position.stone(*square) == owner) {
                dead_stones.extend(stones);
            } else {
                let winner =
                    (stones.len() <= MAX_SOLVED_STONES).then(|| region_winner(&position, &stones));
                regions.push(Region {
                    squares: stones,
                    winner,
                });
            }
        }
        Self {
            position,
            regions,
            dead_stones,
        }
    }

    /// Returns the region that contains a square.
    pub fn region_of(&self, square: Square) -> Option<&Region> {
        self.regions
            .iter()
            .find(|region| region.squares.contains(&square))
    }

    /// Returns the regions that an earlier position did not have.
    pub fn new_since<'s>(&'s self, before: &'s Self) -> impl Iterator<Item = &'s Region> {
        let is_new = |region: &&Region| before.regions.iter().all(|known| known != *region);
        self.regions.iter().filter(is_new)
    }

    /// Returns the stones of a player that have died since an earlier position.
    pub fn died_since(&self, before: &Self, owner: Player) -> Vec<Square> {
        let dead_stones = self.dead_stones.iter().copied();
        dead_stones
            .filter(|square| {
                self.position.stone(*square) == Some(owner) && !before.dead_stones.contains(square)
            })
            .collect()
    }

    /// Counts the stones of a player that touch an enemy stone.
    pub fn active_stones(&self, owner: Player) -> usize {
        let position = &self.position;
        let all = squares(position).filter(|square| position.stone(*square) == Some(owner));
        let enemy = Some(owner.opponent());
        let touches_enemy = |square: &Square| {
            let mut neighbours = squares(position).filter(|near| near.touches(*square));
            neighbours.any(|near| position.stone(near) == enemy)
        };
        all.filter(touches_enemy).count()
    }

    /// Counts the stones of a player that touch exactly one stone.
    pub fn loose_stones(&self, owner: Player) -> usize {
        let position = &self.position;
        let all = squares(position).filter(|square| position.stone(*square) == Some(owner));
        let neighbour_count = |square: &Square| {
            let near = squares(position).filter(|near| near.touches(*square));
            near.filter(|near| position.stone(*near).is_some()).count()
        };
        all.filter(|square| neighbour_count(square) == 1).count()
    }

    pub fn live_stones(&self) -> usize {
        self.regions.iter().map(|region| region.squares.len()).sum()
    }
}

fn squares(position: &Position) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (position.width(), position.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

/// Returns all stones connected with the stone on a square, row by row from a1.
fn connected(position: &Position, from: Square) -> Vec<Square> {
    let mut region = vec![from];
    let mut next = 0;
    while let Some(square) = region.get(next).copied() {
        let more = squares(position)
            .filter(|near| near.touches(square) && position.stone(*near).is_some());
        let more: Vec<Square> = more.filter(|near| !region.contains(near)).collect();
        region.extend(more);
        next += 1;
    }
    region.sort_by_key(|square| (square.y(), square.x()));
    region
}

/// Returns the winner of the game that consists of these stones alone.
fn region_winner(position: &Position, stones: &[Square]) -> RegionWinner {
    let mut results = HashMap::new();
    let [white, black] = Player::ALL.map(|begins| {
        let mut alone = Position::empty(position.width(), position.height(), begins);
        for square in stones {
            if let Some(owner) = position.stone(*square) {
                alone.place_stone(*square, owner);
            }
        }
        first_mover_wins(&alone, &mut results)
    });
    match (white, black) {
        (true, true) => RegionWinner::FirstMover,
        (false, false) => RegionWinner::SecondMover,
        (true, false) => RegionWinner::Always(Player::First),
        (false, true) => RegionWinner::Always(Player::Second),
    }
}

fn first_mover_wins(position: &Position, known: &mut HashMap<u64, bool>) -> bool {
    let key = position.key();
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut |mv| moves.push(mv));
    let wins = moves
        .iter()
        .any(|mv| !first_mover_wins(&position.after(mv), known));
    known.insert(key, wins);
    wins
}
