//! The parts into which the board falls, and who wins them.

use crate::contract::{Game, Player, Position as _};
use crate::games::clobber::{Clobber, Position, Square};
use std::collections::HashMap;
use std::fmt;

/// Parts of so many stones are played out.
const SMALL: usize = 9;
/// So many squares of a part are named.
pub(super) const NAMED: usize = 6;

pub(super) fn side(player: Player) -> &'static str {
    Clobber::SIDES[player.index()]
}

/// Who wins a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
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
pub(super) struct Part {
    pub squares: Vec<Square>,
    /// Of small ones.
    pub class: Option<Class>,
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
pub(super) struct State {
    pub position: Position,
    pub parts: Vec<Part>,
    /// Stones that can neither move nor be taken any more.
    pub dead: Vec<Square>,
}

impl State {
    pub fn of(position: Position) -> Self {
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
    pub fn part_of(&self, square: Square) -> Option<&Part> {
        self.parts
            .iter()
            .find(|part| part.squares.contains(&square))
    }

    /// The parts that an earlier position did not have.
    pub fn new_since<'s>(&'s self, before: &'s Self) -> impl Iterator<Item = &'s Part> {
        let is_new = |part: &&Part| before.parts.iter().all(|known| known != *part);
        self.parts.iter().filter(is_new)
    }

    /// A player's stones that died since.
    pub fn died_since(&self, before: &Self, owner: Player) -> Vec<Square> {
        let own = self.dead.iter().copied();
        own.filter(|square| {
            self.position.stone(*square) == Some(owner) && !before.dead.contains(square)
        })
        .collect()
    }

    /// How many of a player's stones have an enemy beside them.
    pub fn active(&self, owner: Player) -> usize {
        let position = &self.position;
        let all = squares(position).filter(|square| position.stone(*square) == Some(owner));
        let enemy = Some(owner.opponent());
        let meets = |square: &Square| {
            let mut near = squares(position).filter(|near| near.touches(*square));
            near.any(|near| position.stone(near) == enemy)
        };
        all.filter(meets).count()
    }

    /// How many of a player's stones touch a single stone.
    pub fn loose(&self, owner: Player) -> usize {
        let position = &self.position;
        let all = squares(position).filter(|square| position.stone(*square) == Some(owner));
        let touched = |square: &Square| {
            let near = squares(position).filter(|near| near.touches(*square));
            near.filter(|near| position.stone(*near).is_some()).count()
        };
        all.filter(|square| touched(square) == 1).count()
    }

    pub fn alive(&self) -> usize {
        self.parts.iter().map(|part| part.squares.len()).sum()
    }
}

pub(super) fn squares(position: &Position) -> impl Iterator<Item = Square> + use<> {
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
    position.legal_moves(&mut |mv| moves.push(mv));
    let wins = moves
        .iter()
        .any(|mv| !begins_and_wins(&position.after(mv), known));
    known.insert(key, wins);
    wins
}
