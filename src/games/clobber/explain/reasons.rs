//! Why a move was worse: the parts into which the board falls, who wins them, and which stones
//! are out of the game.
//!
//! Stones that touch are a *part*; parts never meet again. One of one colour is dead. In each of
//! the others White wins whoever begins, or Black does, or who begins, or who does not: for small
//! ones that is found by trying all that can be played in them.

use super::super::board::Position;
use super::super::engine::solver::ClobberSolver;
use super::super::engine::stones::Stones;
use super::super::moves::{Move, Square};
use super::regions::{
    MAX_NAMED_SQUARES, PositionRegions, Region, RegionWinner, side_name, squares,
};
use crate::contract::{Player, Position as _, Rules as _};
use crate::search::{Limits, SearchBudget};

/// Positions that the solver may look at for one answer.
const MAX_SOLVER_NODES: u64 = 1500;
/// Of up to so many stones that can still move the solver is asked.
const MAX_SOLVER_STONES: usize = 34;
/// What the solver may take.
const SOLVER_BYTES: usize = 4 << 20;

/// The reasons, the weightiest first.
pub(super) fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let look = MoveComparison {
        mover: before.to_move(),
        played: *played,
        better: *better,
        before: PositionRegions::of(*before),
        after_played: PositionRegions::of(before.after(played)),
        after_better: PositionRegions::of(before.after(better)),
    };
    let all = [
        look.no_answer(),
        look.refuted(),
        look.wasted(),
        look.hands_over(),
        look.misses(),
        look.isolates(),
        look.spares(),
        look.splits(),
        look.exposes(),
        look.active(),
        look.loose(look.mover),
        look.loose(look.mover.opponent()),
        look.moves_left(),
    ];
    all.into_iter().flatten().collect()
}

/// Two moves, and what each leads to.
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

    /// The mover had the last move but one: the better one was the last.
    fn no_answer(&self) -> Option<String> {
        let ends = self.after_better.position.is_over() && !self.after_played.position.is_over();
        ends.then(|| {
            let better = move_text(self.better);
            format!("{better} leaves {} no move at all", self.opponent())
        })
    }

    /// The answers that are proven to win.
    fn refuted(&self) -> Option<String> {
        if self.after_played.live_stones() > MAX_SOLVER_STONES {
            return None;
        }
        let mut wins = Vec::new();
        let mut answers = 0;
        let mut prover = Prover::new();
        let position = &self.after_played.position;
        position.legal_moves(&mut |mv| {
            answers += 1;
            if prover.wins(&position.after(&mv)) == Some(false) {
                wins.push(mv);
            }
        });
        let first = wins.first()?;
        let more = match wins.len() {
            _ if wins.len() == answers => "any move",
            1 => {
                return Some(format!(
                    "{} wins by {} alone",
                    self.opponent(),
                    move_text(*first)
                ));
            }
            2 => {
                return Some(format!(
                    "{} wins by {} or one more move",
                    self.opponent(),
                    move_text(*first)
                ));
            }
            _ => "",
        };
        Some(match more {
            "" => format!(
                "{} wins by {} or {} more moves",
                self.opponent(),
                move_text(*first),
                wins.len() - 1
            ),
            more => format!("{} wins by {more}", self.opponent()),
        })
    }

    /// A move in a part that was the mover's already.
    fn wasted(&self) -> Option<String> {
        let part = self.before.region_of(self.played.from)?;
        let elsewhere = !part.squares.contains(&self.better.from);
        let own = part.winner == Some(RegionWinner::Always(self.mover));
        (own && elsewhere).then(|| {
            format!(
                "plays in {part}, which {} had already won",
                side_name(self.mover)
            )
        })
    }

    /// Parts that the move makes, and that are the opponent's.
    fn hands_over(&self) -> Option<String> {
        let theirs = Some(RegionWinner::Always(self.mover.opponent()));
        let mut new = self.after_played.new_since(&self.before);
        let part = new.find(|part| part.winner == theirs)?;
        Some(format!(
            "leaves {part}, where {} wins whoever moves first",
            self.opponent()
        ))
    }

    /// Parts that the better move makes, and that are the mover's.
    fn misses(&self) -> Option<String> {
        let own = Some(RegionWinner::Always(self.mover));
        let is_ours = |state: &PositionRegions| {
            let mut new = state.new_since(&self.before);
            new.find(|part| part.winner == own).cloned()
        };
        if is_ours(&self.after_played).is_some() {
            return None;
        }
        let part = is_ours(&self.after_better)?;
        let better = move_text(self.better);
        Some(format!(
            "{better} makes {part} a part where {} wins whoever moves first",
            side_name(self.mover)
        ))
    }

    /// Own stones that the move takes out of the game.
    fn isolates(&self) -> Option<String> {
        let own = self.after_played.died_since(&self.before, self.mover);
        let other = self.after_better.died_since(&self.before, self.mover);
        (own.len() > other.len() && own.len() <= MAX_NAMED_SQUARES).then(|| {
            format!(
                "takes {} out of the game: no enemy is in reach",
                stones_phrase(&own)
            )
        })
    }

    /// Enemy stones that the better move takes out of the game.
    fn spares(&self) -> Option<String> {
        let enemy = self.mover.opponent();
        let own = self.after_played.died_since(&self.before, enemy);
        let other = self.after_better.died_since(&self.before, enemy);
        (other.len() > own.len() && other.len() <= MAX_NAMED_SQUARES).then(|| {
            let better = move_text(self.better);
            format!(
                "{better} takes {}'s {} out of the game",
                side_name(enemy),
                stones_phrase(&other).trim_start_matches("the ")
            )
        })
    }

    /// The parts into which the move splits one.
    fn splits(&self) -> Option<String> {
        let new: Vec<&Region> = self.after_played.new_since(&self.before).collect();
        let sizes = |parts: &[&Region]| {
            let sizes: Vec<String> = parts
                .iter()
                .map(|part| part.squares.len().to_string())
                .collect();
            sizes.join(" and ")
        };
        let small = new.iter().find_map(|part| Some((part, part.winner?)));
        match small {
            Some((part, class)) => Some(format!("makes {part} a part in which {class}")),
            None if new.len() > 1 => Some(format!("splits a part into parts of {}", sizes(&new))),
            None => {
                let other: Vec<&Region> = self.after_better.new_since(&self.before).collect();
                let class = other.iter().find_map(|part| Some((part, part.winner?)));
                let better = move_text(self.better);
                match class {
                    Some((part, class)) => {
                        Some(format!("{better} makes {part} a part in which {class}"))
                    }
                    None if other.len() > 1 => Some(format!(
                        "{better} splits a part into parts of {}",
                        sizes(&other)
                    )),
                    None => None,
                }
            }
        }
    }

    /// By how many stones the moved one can be taken.
    fn exposes(&self) -> Option<String> {
        let takers = |state: &PositionRegions, mv: Move| {
            let enemy = Some(self.mover.opponent());
            let near = squares(&state.position).filter(|near| near.touches(mv.to));
            near.filter(|near| state.position.stone(*near) == enemy)
                .count()
        };
        let own = takers(&self.after_played, self.played);
        let other = takers(&self.after_better, self.better);
        let stones = if own == 1 { "stone" } else { "stones" };
        (own > other).then(|| {
            format!(
                "stands on {} where {own} {stones} can take it, on {} {other} could",
                self.played.to, self.better.to
            )
        })
    }

    /// How many stones of either side can still do something at once.
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
                "of {}'s stones {} touch an enemy, of {}'s {}; after {} {} and {}",
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

    /// Stones that soon may be out of the game: own ones too many, enemy ones too few.
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
                "{}'s stones that touch one stone only: {own}, after {} {other}",
                side_name(owner),
                move_text(self.better)
            )
        })
    }

    /// How many moves both leave; either side has as many as the other.
    fn moves_left(&self) -> Option<String> {
        let [own, other] =
            [&self.after_played, &self.after_better].map(|state| state.position.count_moves());
        (own != other).then(|| {
            format!(
                "leaves each side {own} moves, {} would leave {other}",
                move_text(self.better)
            )
        })
    }
}

/// Says who wins where that is proven soon.
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

    /// Whether the player to move wins.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let mut watch = SearchBudget::new(Limits::nodes(MAX_SOLVER_NODES));
        match Stones::<u64>::from_position(position) {
            Some(stones) => self.small.solve(stones, MAX_SOLVER_NODES, &mut watch),
            None => self.large.solve(
                Stones::<u128>::from_position(position)?,
                MAX_SOLVER_NODES,
                &mut watch,
            ),
        }
    }
}
