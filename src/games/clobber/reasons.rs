//! Why a move was worse: the parts into which the board falls, who wins them, and which stones
//! are out of the game.
//!
//! Stones that touch are a *part*; parts never meet again. One of one colour is dead. In each of
//! the others White wins whoever begins, or Black does, or who begins, or who does not: for small
//! ones that is found by trying all that can be played in them.

use super::Clobber;
use super::board::Position;
use super::brain::solver::Solver;
use super::brain::stones::Stones;
use super::moves::{Move, Square};
use crate::contract::{Game, Player, Position as _};
use crate::search::{Limits, Watch};
use std::collections::HashMap;
use std::fmt;

/// Parts of so many stones are played out.
const SMALL: usize = 9;
/// So many squares of a part are named.
const NAMED: usize = 6;
/// Positions that the solver may look at for one answer.
const SOLVE: u64 = 1500;
/// Of up to so many stones that can still move the solver is asked.
const SOLVE_FROM: usize = 34;
/// What the solver may take.
const SOLVER_BYTES: usize = 4 << 20;

/// The reasons, the weightiest first.
pub(super) fn reasons(before: &Position, played: &[Move], better: &[Move]) -> Vec<String> {
    let (Some(played), Some(better)) = (played.first(), better.first()) else {
        return Vec::new();
    };
    let look = Look {
        mover: before.to_move(),
        played: *played,
        better: *better,
        before: State::of(*before),
        after: State::of(made(before, *played)),
        other: State::of(made(before, *better)),
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
        look.moves_left(),
    ];
    all.into_iter().flatten().collect()
}

fn made(before: &Position, mv: Move) -> Position {
    let mut after = *before;
    after.apply(&mv);
    after
}

/// Who wins a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// A player, whoever begins.
    Always(Player),
    /// Who begins.
    Beginner,
    /// Who does not.
    Other,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Always(player) => write!(f, "{} wins whoever begins", side(*player)),
            Self::Beginner => f.write_str("whoever begins wins"),
            Self::Other => f.write_str("whoever begins loses"),
        }
    }
}

/// Stones that touch, and both colours among them.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    squares: Vec<Square>,
    /// Of small ones.
    class: Option<Class>,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.squares.iter().map(Square::to_string).collect();
        if names.len() <= NAMED {
            f.write_str(&names.join(" "))
        } else {
            write!(f, "the {} stones round {}", names.len(), names[0])
        }
    }
}

/// A position and what it falls into.
struct State {
    position: Position,
    parts: Vec<Part>,
    /// Stones that can neither move nor be taken any more.
    dead: Vec<Square>,
}

impl State {
    fn of(position: Position) -> Self {
        let (mut parts, mut dead) = (Vec::new(), Vec::new());
        let mut seen: Vec<Square> = Vec::new();
        for square in squares(&position) {
            if position.stone(square).is_none() || seen.contains(&square) {
                continue;
            }
            let all = connected(&position, square);
            seen.extend(&all);
            let own = position.stone(square);
            if all.iter().all(|square| position.stone(*square) == own) {
                dead.extend(all);
            } else {
                let class = (all.len() <= SMALL).then(|| class(&position, &all));
                parts.push(Part {
                    squares: all,
                    class,
                });
            }
        }
        Self {
            position,
            parts,
            dead,
        }
    }

    /// The part in which a stone stands.
    fn part_of(&self, square: Square) -> Option<&Part> {
        self.parts
            .iter()
            .find(|part| part.squares.contains(&square))
    }

    /// The parts that an earlier position did not have.
    fn new_since<'s>(&'s self, before: &'s Self) -> impl Iterator<Item = &'s Part> {
        let is_new = |part: &&Part| before.parts.iter().all(|known| known != *part);
        self.parts.iter().filter(is_new)
    }

    /// A player's stones that died since.
    fn died_since(&self, before: &Self, owner: Player) -> Vec<Square> {
        let own = self.dead.iter().copied();
        own.filter(|square| {
            self.position.stone(*square) == Some(owner) && !before.dead.contains(square)
        })
        .collect()
    }

    /// How many of a player's stones have an enemy beside them.
    fn active(&self, owner: Player) -> usize {
        let position = &self.position;
        let all = squares(position).filter(|square| position.stone(*square) == Some(owner));
        let enemy = Some(owner.opponent());
        let meets = |square: &Square| {
            let mut near = squares(position).filter(|near| near.touches(*square));
            near.any(|near| position.stone(near) == enemy)
        };
        all.filter(meets).count()
    }

    fn alive(&self) -> usize {
        self.parts.iter().map(|part| part.squares.len()).sum()
    }
}

/// Two moves, and what each leads to.
struct Look {
    mover: Player,
    played: Move,
    better: Move,
    before: State,
    after: State,
    other: State,
}

fn side(player: Player) -> &'static str {
    Clobber::SIDES[player.index()]
}

fn written(mv: Move) -> String {
    format!("{}{}", mv.from, mv.to)
}

fn stones(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    match names.len() {
        1 => format!("the stone on {}", names[0]),
        _ => format!("the stones on {}", names.join(" ")),
    }
}

impl Look {
    fn opponent(&self) -> &'static str {
        side(self.mover.opponent())
    }

    /// The mover had the last move but one: the better one was the last.
    fn no_answer(&self) -> Option<String> {
        let ends = self.other.position.is_over() && !self.after.position.is_over();
        ends.then(|| {
            let better = written(self.better);
            format!("{better} leaves {} no move at all", self.opponent())
        })
    }

    /// The answers that are proven to win.
    fn refuted(&self) -> Option<String> {
        if self.after.alive() > SOLVE_FROM {
            return None;
        }
        let mut wins = Vec::new();
        let mut answers = 0;
        let mut prover = Prover::new();
        let position = &self.after.position;
        position.moves(&mut |mv| {
            answers += 1;
            if prover.wins(&made(position, mv)) == Some(false) {
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
                    written(*first)
                ));
            }
            2 => {
                return Some(format!(
                    "{} wins by {} or one move more",
                    self.opponent(),
                    written(*first)
                ));
            }
            _ => "",
        };
        Some(match more {
            "" => format!(
                "{} wins by {} or {} moves more",
                self.opponent(),
                written(*first),
                wins.len() - 1
            ),
            more => format!("{} wins by {more}", self.opponent()),
        })
    }

    /// A move in a part that was the mover's already.
    fn wasted(&self) -> Option<String> {
        let part = self.before.part_of(self.played.from)?;
        let elsewhere = !part.squares.contains(&self.better.from);
        let own = part.class == Some(Class::Always(self.mover));
        (own && elsewhere).then(|| {
            format!(
                "plays in {part}, which {} won already whoever began",
                side(self.mover)
            )
        })
    }

    /// Parts that the move makes, and that are the opponent's.
    fn hands_over(&self) -> Option<String> {
        let theirs = Some(Class::Always(self.mover.opponent()));
        let mut new = self.after.new_since(&self.before);
        let part = new.find(|part| part.class == theirs)?;
        Some(format!(
            "leaves {part}, where {} wins whoever begins",
            self.opponent()
        ))
    }

    /// Parts that the better move makes, and that are the mover's.
    fn misses(&self) -> Option<String> {
        let own = Some(Class::Always(self.mover));
        let is_ours = |state: &State| {
            let mut new = state.new_since(&self.before);
            new.find(|part| part.class == own).cloned()
        };
        if is_ours(&self.after).is_some() {
            return None;
        }
        let part = is_ours(&self.other)?;
        let better = written(self.better);
        Some(format!(
            "{better} makes {part} a part where {} wins whoever begins",
            side(self.mover)
        ))
    }

    /// Own stones that the move takes out of the game.
    fn isolates(&self) -> Option<String> {
        let own = self.after.died_since(&self.before, self.mover);
        let other = self.other.died_since(&self.before, self.mover);
        (own.len() > other.len() && own.len() <= NAMED).then(|| {
            format!(
                "takes {} out of the game: no enemy is in reach",
                stones(&own)
            )
        })
    }

    /// Enemy stones that the better move takes out of the game.
    fn spares(&self) -> Option<String> {
        let enemy = self.mover.opponent();
        let own = self.after.died_since(&self.before, enemy);
        let other = self.other.died_since(&self.before, enemy);
        (other.len() > own.len() && other.len() <= NAMED).then(|| {
            let better = written(self.better);
            format!(
                "{better} takes {}'s {} out of the game",
                side(enemy),
                stones(&other).trim_start_matches("the ")
            )
        })
    }

    /// The parts into which the move splits one.
    fn splits(&self) -> Option<String> {
        let new: Vec<&Part> = self.after.new_since(&self.before).collect();
        let sizes = |parts: &[&Part]| {
            let sizes: Vec<String> = parts
                .iter()
                .map(|part| part.squares.len().to_string())
                .collect();
            sizes.join(" and ")
        };
        let small = new.iter().find_map(|part| Some((part, part.class?)));
        match small {
            Some((part, class)) => Some(format!("makes {part} a part in which {class}")),
            None if new.len() > 1 => Some(format!("splits a part into parts of {}", sizes(&new))),
            None => {
                let other: Vec<&Part> = self.other.new_since(&self.before).collect();
                let class = other.iter().find_map(|part| Some((part, part.class?)));
                let better = written(self.better);
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
        let takers = |state: &State, mv: Move| {
            let enemy = Some(self.mover.opponent());
            let near = squares(&state.position).filter(|near| near.touches(mv.to));
            near.filter(|near| state.position.stone(*near) == enemy)
                .count()
        };
        let own = takers(&self.after, self.played);
        let other = takers(&self.other, self.better);
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
        let lead = |state: &State| {
            let [own, others] = [self.mover, enemy].map(|player| state.active(player));
            (own, others)
        };
        let (own, other) = (lead(&self.after), lead(&self.other));
        let worse = |(a, b): (usize, usize), (c, d): (usize, usize)| a + d < c + b;
        worse(own, other).then(|| {
            format!(
                "of {}'s stones {} touch an enemy, of {}'s {}; after {} {} and {}",
                side(self.mover),
                own.0,
                side(enemy),
                own.1,
                written(self.better),
                other.0,
                other.1
            )
        })
    }

    /// How many moves both leave; either side has as many as the other.
    fn moves_left(&self) -> Option<String> {
        let [own, other] = [&self.after, &self.other].map(|state| state.position.count_moves());
        (own != other).then(|| {
            format!(
                "leaves each side {own} moves, {} would leave {other}",
                written(self.better)
            )
        })
    }
}

fn squares(position: &Position) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (position.width(), position.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

/// The stones that hang together with one.
fn connected(position: &Position, from: Square) -> Vec<Square> {
    let mut found = vec![from];
    let mut at = 0;
    while let Some(square) = found.get(at).copied() {
        let more = squares(position)
            .filter(|near| near.touches(square) && position.stone(*near).is_some());
        let more: Vec<Square> = more.filter(|near| !found.contains(near)).collect();
        found.extend(more);
        at += 1;
    }
    found.sort_by_key(|square| (square.y(), square.x()));
    found
}

/// Who wins if only these stones are played on.
fn class(position: &Position, stones: &[Square]) -> Class {
    let mut known = HashMap::new();
    let [white, black] = Player::ALL.map(|begins| {
        let mut alone = Position::empty(position.width(), position.height(), begins);
        for square in stones {
            if let Some(owner) = position.stone(*square) {
                alone.put(*square, owner);
            }
        }
        begins_and_wins(&alone, &mut known)
    });
    match (white, black) {
        (true, true) => Class::Beginner,
        (false, false) => Class::Other,
        (true, false) => Class::Always(Player::First),
        (false, true) => Class::Always(Player::Second),
    }
}

fn begins_and_wins(position: &Position, known: &mut HashMap<u64, bool>) -> bool {
    let key = position.key();
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let mut moves = Vec::new();
    position.moves(&mut |mv| moves.push(mv));
    let wins = moves
        .iter()
        .any(|mv| !begins_and_wins(&made(position, *mv), known));
    known.insert(key, wins);
    wins
}

/// Says who wins where that is proven soon.
struct Prover {
    small: Solver<u64>,
    large: Solver<u128>,
}

impl Prover {
    fn new() -> Self {
        Self {
            small: Solver::new(SOLVER_BYTES),
            large: Solver::new(SOLVER_BYTES),
        }
    }

    /// Whether the player to move wins.
    fn wins(&mut self, position: &Position) -> Option<bool> {
        let mut watch = Watch::new(Limits::nodes(SOLVE));
        match Stones::<u64>::of(position) {
            Some(stones) => self.small.solve(stones, SOLVE, &mut watch),
            None => self
                .large
                .solve(Stones::<u128>::of(position)?, SOLVE, &mut watch),
        }
    }
}
