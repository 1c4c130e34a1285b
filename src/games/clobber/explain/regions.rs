//! The parts into which the board falls, and who wins them.

use crate::contract::{Game, Player, Position as _, Rules as _};
use crate::games::clobber::{Clobber, Position, Square};
use std::collections::HashMap;
use std::fmt;

/// Parts of so many stones are played out.
const MAX_SOLVED_STONES: usize = 9;
/// So many squares of a part are named.
pub(super) const MAX_NAMED_SQUARES: usize = 6;

pub(super) fn side_name(player: Player) -> &'static str {
    Clobber::INFO.sides[player.index()]
}

/// Who wins a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegionWinner {
    /// A player, whoever begins.
    Always(Player),
    /// Who begins.
    FirstMover,
    /// Who does not.
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

/// Stones that touch, and both colours among them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Region {
    pub squares: Vec<Square>,
    /// Of small ones.
    pub winner: Option<RegionWinner>,
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.squares.iter().map(Square::to_string).collect();
        if names.len() <= MAX_NAMED_SQUARES {
            f.write_str(&names.join(" "))
        } else {
            write!(f, "the {} stones round {}", names.len(), names[0])
        }
    }
}

/// A position and what it falls into.
pub(super) struct PositionRegions {
    pub position: Position,
    pub regions: Vec<Region>,
    /// Stones that can neither move nor be taken any more.
    pub dead_stones: Vec<Square>,
}

impl PositionRegions {
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
                let class =
                    (all.len() <= MAX_SOLVED_STONES).then(|| region_winner(&position, &all));
                parts.push(Region {
                    squares: all,
                    winner: class,
                });
            }
        }
        Self {
            position,
            regions: parts,
            dead_stones: dead,
        }
    }

    /// The part in which a stone stands.
    pub fn region_of(&self, square: Square) -> Option<&Region> {
        self.regions
            .iter()
            .find(|part| part.squares.contains(&square))
    }

    /// The parts that an earlier position did not have.
    pub fn new_since<'s>(&'s self, before: &'s Self) -> impl Iterator<Item = &'s Region> {
        let is_new = |part: &&Region| before.regions.iter().all(|known| known != *part);
        self.regions.iter().filter(is_new)
    }

    /// A player's stones that died since.
    pub fn died_since(&self, before: &Self, owner: Player) -> Vec<Square> {
        let own = self.dead_stones.iter().copied();
        own.filter(|square| {
            self.position.stone(*square) == Some(owner) && !before.dead_stones.contains(square)
        })
        .collect()
    }

    /// How many of a player's stones have an enemy beside them.
    pub fn active_stones(&self, owner: Player) -> usize {
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
    pub fn loose_stones(&self, owner: Player) -> usize {
        let position = &self.position;
        let all = squares(position).filter(|square| position.stone(*square) == Some(owner));
        let touched = |square: &Square| {
            let near = squares(position).filter(|near| near.touches(*square));
            near.filter(|near| position.stone(*near).is_some()).count()
        };
        all.filter(|square| touched(square) == 1).count()
    }

    pub fn live_stones(&self) -> usize {
        self.regions.iter().map(|part| part.squares.len()).sum()
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
fn region_winner(position: &Position, stones: &[Square]) -> RegionWinner {
    let mut known = HashMap::new();
    let [white, black] = Player::ALL.map(|begins| {
        let mut alone = Position::empty(position.width(), position.height(), begins);
        for square in stones {
            if let Some(owner) = position.stone(*square) {
                alone.place_stone(*square, owner);
            }
        }
        first_mover_wins(&alone, &mut known)
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
