//! The independent regions of the board and their winners.

use crate::contract::{Game, Player, Position as _, Rules as _};
use crate::games::clobber::{Clobber, Position, Square};
use std::collections::HashMap;
use std::fmt;

/// The largest number of stones of a region whose winner is searched.
const MAX_SOLVED_STONES: usize = 9;
/// The largest number of squares that are named one by one.
pub(super) const MAX_NAMED_SQUARES: usize = 6;

pub(super) fn side_name(player: Player) -> &'static str {
    Clobber::INFO.sides[player.index()]
}

/// The winner of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RegionWinner {
    /// A player wins, whoever moves first.
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
pub(super) struct Region {
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
pub(super) struct PositionRegions {
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
            let own = position.stone(square);
            if stones.iter().all(|square| position.stone(*square) == own) {
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

pub(super) fn squares(position: &Position) -> impl Iterator<Item = Square> + use<> {
    let (width, height) = (position.width(), position.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Square::new(x, y)))
}

/// Returns all stones connected with the stone on a square, row by row from a1.
fn connected(position: &Position, from: Square) -> Vec<Square> {
    let mut found = vec![from];
    let mut next = 0;
    while let Some(square) = found.get(next).copied() {
        let more = squares(position)
            .filter(|near| near.touches(square) && position.stone(*near).is_some());
        let more: Vec<Square> = more.filter(|near| !found.contains(near)).collect();
        found.extend(more);
        next += 1;
    }
    found.sort_by_key(|square| (square.y(), square.x()));
    found
}

/// Returns the winner of the game that consists of these stones alone.
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
