//! The board of the search: point sets in words of 128 bits, with chains and their liberties.
//!
//! A chain is identified by one of its stones, at whose index the sets of its stones and liberties
//! are stored. The stones with a single liberty form a set, too, so that all legal moves follow
//! from a handful of shifts.

use super::geometry::{
    BoardGeometry, MAX_BOARD_SIZE, POINT_CAPACITY, PointSet, has_several, lowest, points,
};
use crate::contract::Player;
use crate::games::atari_go::{Move, Point, Position};

/// The number that represents a pass instead of a point.
pub const PASS: usize = POINT_CAPACITY - 1;

/// The set of each single point; a table lookup is faster than a shift of 128 bits.
static POINT_BITS: [PointSet; POINT_CAPACITY] = {
    let mut bits = [0; POINT_CAPACITY];
    let mut point = 0;
    while point < POINT_CAPACITY {
        bits[point] = 1 << point;
        point += 1;
    }
    bits
};

/// A position of the search on a board of up to 11x11 points.
#[derive(Clone, Debug)]
pub struct GoBoard {
    geometry: &'static BoardGeometry,
    /// The stones of each player.
    stones: [PointSet; 2],
    empty: PointSet,
    /// The stones of each player whose chains have one liberty.
    atari: [PointSet; 2],
    /// The id of the chain of each stone.
    chain_ids: [u8; POINT_CAPACITY],
    /// The chains by id.
    chains: [Chain; POINT_CAPACITY],
    /// The empty points, in no particular order.
    empty_list: [u8; POINT_CAPACITY],
    /// The index of each empty point in `empty_list`.
    empty_index: [u8; POINT_CAPACITY],
    empty_count: usize,
    /// The point that ko forbids to the player to move, or none.
    ko: PointSet,
    captures: [u16; 2],
    /// The player to move: 0 for the first player, 1 for the second.
    mover: usize,
    /// The number of plies left.
    plies_left: u16,
}

/// A chain: connected stones of one colour and their liberties.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    stones: PointSet,
    liberties: PointSet,
}

impl Chain {
    /// Merges another chain into this one.
    #[inline]
    const fn merge(&mut self, other: Self) {
        self.stones |= other.stones;
        self.liberties |= other.liberties;
    }

    /// Returns the chain's stones if it has at most one liberty, and otherwise the empty set.
    // Without a branch, because it could not be predicted.
    #[inline]
    const fn stones_in_atari(self) -> PointSet {
        if has_several(self.liberties) {
            0
        } else {
            self.stones
        }
    }
}

impl GoBoard {
    /// Converts a position of the rules; `None` if its board is larger than 11x11.
    pub fn from_position(position: &Position) -> Option<Self> {
        let size = usize::from(position.size());
        let geometry = BoardGeometry::for_size(size).filter(|_| size <= MAX_BOARD_SIZE)?;
        let mut board = Self::empty(geometry, position.total_turns() - position.turns_played());
        for point in position.points() {
            if let Some(owner) = position.stone(point) {
                board.mover = owner.index();
                board.place_stone(point_number(size, point));
            }
        }
        board.captures = position.captures();
        board.mover = position.to_move().index();
        board.ko = position
            .ko()
            .map_or(0, |point| 1 << point_number(size, point));
        Some(board)
    }

    /// Creates an empty board.
    fn empty(geometry: &'static BoardGeometry, plies_left: u16) -> Self {
        let mut board = Self {
            geometry,
            stones: [0; 2],
            empty: geometry.all_points,
            atari: [0; 2],
            chain_ids: [to_u8(PASS); POINT_CAPACITY],
            chains: [Chain::default(); POINT_CAPACITY],
            empty_list: [0; POINT_CAPACITY],
            empty_index: [0; POINT_CAPACITY],
            empty_count: geometry.size * geometry.size,
            ko: 0,
            captures: [0; 2],
            mover: 0,
            plies_left,
        };
        for at in 0..board.empty_count {
            board.empty_list[at] = to_u8(at);
            board.empty_index[at] = to_u8(at);
        }
        board
    }

    /// Returns the geometry of the board.
    #[inline]
    pub const fn geometry(&self) -> &'static BoardGeometry {
        self.geometry
    }

    /// Returns the player to move: 0 for the first player, 1 for the second.
    #[inline]
    pub const fn mover(&self) -> usize {
        self.mover
    }

    /// Returns the number of plies left.
    #[inline]
    pub const fn plies_left(&self) -> u16 {
        self.plies_left
    }

    /// Returns a player's stones.
    #[inline]
    pub const fn stones(&self, player: usize) -> PointSet {
        self.stones[player & 1]
    }

    /// Returns a player's stones in atari, whose chains have one liberty.
    #[inline]
    pub const fn atari(&self, player: usize) -> PointSet {
        self.atari[player & 1]
    }

    /// Returns the empty points.
    #[inline]
    pub const fn empty_points(&self) -> PointSet {
        self.empty
    }

    /// Returns the number of empty points.
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// Returns the `nth` empty point, in no particular order; `nth` is below
    /// [`empty_count`](Self::empty_count).
    #[inline]
    pub const fn nth_empty(&self, nth: usize) -> usize {
        self.empty_list[nth & (POINT_CAPACITY - 1)] as usize & (POINT_CAPACITY - 1)
    }

    /// Returns the point that ko forbids to the player to move, as a set of at most one point.
    #[inline]
    pub const fn ko(&self) -> PointSet {
        self.ko
    }

    /// Returns the number of stones that each player has captured.
    #[inline]
    pub const fn captures(&self) -> [u16; 2] {
        self.captures
    }

    /// Returns the number of stones captured by the first player minus that of the second.
    #[inline]
    pub fn capture_lead(&self) -> i32 {
        i32::from(self.captures[0]) - i32::from(self.captures[1])
    }

    /// Returns the stones of the chain on a point, which must not be empty.
    #[inline]
    pub const fn chain(&self, point: usize) -> PointSet {
        self.chains[self.chain_ids[point & (POINT_CAPACITY - 1)] as usize & (POINT_CAPACITY - 1)]
            .stones
    }

    /// Returns the liberties of the chain on a point, which must not be empty.
    #[inline]
    pub const fn liberties(&self, point: usize) -> PointSet {
        self.chains[self.chain_id(point)].liberties
    }

    #[inline]
    const fn chain_id(&self, point: usize) -> usize {
        self.chain_ids[point & (POINT_CAPACITY - 1)] as usize & (POINT_CAPACITY - 1)
    }

    /// Returns the result for the first player (-1, 0 or 1) if the game ends in this position.
    ///
    /// Captures decide; if there are none, the number of stones on the board does.
    #[inline]
    pub fn result(&self) -> i32 {
        let score = if self.captures == [0; 2] {
            let [first, second] = self.stones.map(PointSet::count_ones);
            first.cast_signed() - second.cast_signed()
        } else {
            self.capture_lead()
        };
        score.signum()
    }

    /// Returns the points where the player to move may place a stone.
    #[inline]
    pub const fn legal_points(&self) -> PointSet {
        let safe_stones = self.stones[self.mover & 1] & !self.atari[self.mover & 1];
        let open = self
            .geometry
            .neighbours_of(self.empty | safe_stones | self.atari[(1 - self.mover) & 1]);
        open & self.empty & !self.ko
    }

    /// Reports whether the player to move may place a stone on an empty point.
    #[inline]
    pub const fn is_legal(&self, point: usize) -> bool {
        let safe_stones = self.stones[self.mover & 1] & !self.atari[self.mover & 1];
        let open = self.empty | safe_stones | self.atari[(1 - self.mover) & 1];
        self.geometry.neighbours[point & (POINT_CAPACITY - 1)] & open != 0
            && self.ko & POINT_BITS[point & (POINT_CAPACITY - 1)] == 0
    }

    /// Passes the turn.
    #[inline]
    pub const fn pass(&mut self) {
        self.ko = 0;
        self.plies_left = self.plies_left.saturating_sub(1);
        self.mover = (1 - self.mover) & 1;
    }

    /// Plays a legal stone or [`PASS`] and returns the captured stones.
    #[inline]
    pub fn play(&mut self, point: usize) -> PointSet {
        let mut taken = 0;
        self.ko = 0;
        if point != PASS {
            taken = self.place_stone(point);
            if taken != 0 {
                self.remove_stones(taken);
                let chain = self.chains[self.chain_id(point)];
                if chain.stones == 1 << point && chain.liberties == taken && !has_several(taken) {
                    self.ko = taken;
                }
            }
        }
        self.plies_left = self.plies_left.saturating_sub(1);
        self.mover = (1 - self.mover) & 1;
        taken
    }

    /// Places a stone of the player to move on an empty point and returns the enemy stones that are
    /// left without a liberty.
    #[inline]
    fn place_stone(&mut self, point: usize) -> PointSet {
        let point = point & (POINT_CAPACITY - 1);
        let (us, them) = (self.mover & 1, (1 - self.mover) & 1);
        let (stone, near) = (POINT_BITS[point], self.geometry.neighbours[point]);
        self.remove_from_empty(point);
        self.empty &= !stone;
        let mut chain = Chain {
            stones: stone,
            liberties: near & self.empty,
        };
        let taken = self.remove_liberty(stone, near & self.stones[them], them);
        let mut friends = near & self.stones[us];
        self.stones[us] |= stone;
        let first = self.first_chain_id(friends);
        let id = if friends == 0 { point } else { first };
        chain.merge(self.chains[first]);
        friends &= !chain.stones;
        while friends != 0 {
            let other = self.chains[self.chain_id(lowest(friends))];
            friends &= !other.stones;
            self.relabel(other.stones, id);
            chain.merge(other);
        }
        chain.liberties &= !stone;
        self.chain_ids[point] = to_u8(id);
        self.chains[id] = chain;
        self.atari[us] = self.atari[us] & !chain.stones | chain.stones_in_atari();
        taken
    }

    /// Removes a liberty from the chains on the points of a set and returns the stones that had no
    /// other.
    #[inline]
    fn remove_liberty(&mut self, stone: PointSet, mut foes: PointSet, them: usize) -> PointSet {
        let mut taken = 0;
        loop {
            let id = self.first_chain_id(foes);
            let mut chain = self.chains[id];
            foes &= !chain.stones;
            chain.liberties &= !stone;
            self.chains[id].liberties = chain.liberties;
            // Chains without liberties are marked, too, but they leave the board with their mark.
            self.atari[them] |= chain.stones_in_atari();
            taken |= if chain.liberties == 0 {
                chain.stones
            } else {
                0
            };
            if foes == 0 {
                return taken;
            }
        }
    }

    /// Returns the id of the first chain of a set of stones; for the empty set [`PASS`], the id of
    /// an empty chain.
    // Processing the empty chain is faster than a mispredicted branch.
    #[inline]
    const fn first_chain_id(&self, stones: PointSet) -> usize {
        self.chain_id(if stones == 0 { PASS } else { lowest(stones) })
    }

    /// Assigns stones to another chain.
    fn relabel(&mut self, mut stones: PointSet, id: usize) {
        while stones != 0 {
            self.chain_ids[lowest(stones)] = to_u8(id);
            stones &= stones.wrapping_sub(1);
        }
    }

    /// Removes captured enemy stones, which are whole chains, from the board.
    fn remove_stones(&mut self, taken: PointSet) {
        let (us, them) = (self.mover & 1, (1 - self.mover) & 1);
        self.stones[them] &= !taken;
        self.atari[them] &= !taken;
        self.empty |= taken;
        let mut stones = taken;
        while stones != 0 {
            let point = lowest(stones);
            stones &= stones.wrapping_sub(1);
            self.captures[us] += 1;
            self.empty_index[point] = to_u8(self.empty_count);
            self.empty_list[self.empty_count & (POINT_CAPACITY - 1)] = to_u8(point);
            self.empty_count += 1;
            let mut friends = self.geometry.neighbours[point] & self.stones[us];
            while friends != 0 {
                let id = self.chain_id(lowest(friends));
                friends &= friends.wrapping_sub(1);
                self.chains[id].liberties |= 1 << point;
            }
        }
        let mut freed = self.geometry.neighbours_of(taken) & self.atari[us];
        while freed != 0 {
            let chain = self.chains[self.chain_id(lowest(freed))];
            freed &= !chain.stones;
            if has_several(chain.liberties) {
                self.atari[us] &= !chain.stones;
            }
        }
    }

    /// Removes a point from the list of empty points.
    #[inline]
    fn remove_from_empty(&mut self, point: usize) {
        self.empty_count = self.empty_count.wrapping_sub(1) & (POINT_CAPACITY - 1);
        let index = self.empty_index[point] as usize & (POINT_CAPACITY - 1);
        let last = self.empty_list[self.empty_count];
        self.empty_list[index] = last;
        self.empty_index[last as usize & (POINT_CAPACITY - 1)] = to_u8(index);
    }

    /// Returns the liberties that a stone of the player to move on an empty point would have with
    /// its chain, not counting those gained by captures.
    #[inline]
    pub fn liberties_after(&self, point: usize) -> PointSet {
        let near = self.geometry.neighbours[point & (POINT_CAPACITY - 1)];
        let mut liberties = near & self.empty;
        let mut friends = near & self.stones[self.mover & 1];
        while friends != 0 {
            let chain = self.chains[self.chain_id(lowest(friends))];
            friends &= !chain.stones;
            liberties |= chain.liberties;
        }
        liberties & !(1 << point)
    }

    /// Reports whether an empty point is a player's eye: surrounded by their stones, with not too
    /// many enemy stones on the diagonals.
    #[inline]
    pub fn is_eye(&self, point: usize, player: usize) -> bool {
        let point = point & (POINT_CAPACITY - 1);
        if self.geometry.neighbours[point] & !self.stones[player & 1] != 0 {
            return false;
        }
        let foes = self.geometry.diagonals[point] & self.stones[(1 - player) & 1];
        foes == 0 || (!has_several(foes) && self.geometry.edge_points & (1 << point) == 0)
    }

    /// Converts a point or [`PASS`] to a move of the rules.
    pub fn move_of(&self, point: usize) -> Move {
        let (x, y) = (point % self.geometry.size, point / self.geometry.size);
        match Point::new(to_u8(x), to_u8(y)) {
            Some(at) if point != PASS => Move::Stone(at),
            _ => Move::Pass,
        }
    }

    /// Converts a move of the rules to a point or [`PASS`]; `None` off the board.
    pub fn number_of(&self, mv: Move) -> Option<usize> {
        let size = self.geometry.size;
        match mv {
            Move::Pass => Some(PASS),
            Move::Stone(point) if usize::from(point.x().max(point.y())) < size => {
                Some(point_number(size, point))
            }
            Move::Stone(_) => None,
        }
    }

    /// Returns the player to move as the rules' type.
    pub const fn player_to_move(&self) -> Player {
        if self.mover == 0 {
            Player::First
        } else {
            Player::Second
        }
    }

    /// Returns the stones of each chain of a player.
    pub fn chains(&self, player: usize) -> impl Iterator<Item = PointSet> {
        let mut rest = self.stones[player & 1];
        std::iter::from_fn(move || {
            let chain = (rest != 0).then(|| self.chain(lowest(rest)))?;
            rest &= !chain;
            Some(chain)
        })
    }

    /// Reports whether two boards hold the same position; the ids of their chains may differ.
    pub fn is_same_state(&self, other: &Self) -> bool {
        let state = |board: &Self| {
            let rest = (board.ko, board.captures, board.mover, board.plies_left);
            (board.stones, board.empty, board.atari, rest)
        };
        let liberties = |board: &Self| {
            let stones = points(board.stones[0] | board.stones[1]);
            stones.map(|at| board.liberties(at)).collect::<Vec<_>>()
        };
        state(self) == state(other) && liberties(self) == liberties(other)
    }
}

/// Converts a number below 256, such as that of a point.
#[inline]
pub(super) const fn to_u8(number: usize) -> u8 {
    number as u8
}

/// Returns the number of a point, its bit in a [`PointSet`].
fn point_number(size: usize, point: Point) -> usize {
    usize::from(point.y()) * size + usize::from(point.x())
}
