//! A board for the search: sets of points in words of 128 bits, chains with their liberties.
//!
//! A chain is named after one of its stones, where the set of its stones and the set of its
//! liberties stand. Which stones have a single liberty left is kept as a set, too, so that every
//! legal move is known from a handful of shifts.

use super::geometry::{
    BoardGeometry, MAX_BOARD_SIZE, POINT_CAPACITY, PointSet, has_several, lowest, points,
};
use crate::contract::Player;
use crate::games::atari_go::{Move, Point, Position};

/// Number of a pass, which is no point.
pub const PASS: usize = POINT_CAPACITY - 1;

/// Each point alone. A look is quicker than a shift of 128 bits.
static POINT_BITS: [PointSet; POINT_CAPACITY] = {
    let mut bits = [0; POINT_CAPACITY];
    let mut at = 0;
    while at < POINT_CAPACITY {
        bits[at] = 1 << at;
        at += 1;
    }
    bits
};

/// A position.
#[derive(Clone, Debug)]
pub struct GoBoard {
    geometry: &'static BoardGeometry,
    /// Both players' stones.
    stones: [PointSet; 2],
    empty: PointSet,
    /// Both players' stones whose chains have one liberty.
    atari: [PointSet; 2],
    /// After which stone a stone's chain is named.
    chain_ids: [u8; POINT_CAPACITY],
    /// Of each name.
    chains: [Chain; POINT_CAPACITY],
    /// The empty points in any order, and where each stands in it.
    empty_list: [u8; POINT_CAPACITY],
    empty_index: [u8; POINT_CAPACITY],
    empty_count: usize,
    /// Where the player to move may not play because of ko.
    ko: PointSet,
    captures: [u16; 2],
    mover: usize,
    /// Plies left.
    plies_left: u16,
}

/// A chain.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    stones: PointSet,
    liberties: PointSet,
}

impl Chain {
    /// Becomes one with another.
    #[inline]
    const fn merge(&mut self, other: Self) {
        self.stones |= other.stones;
        self.liberties |= other.liberties;
    }

    /// Its stones if it has one liberty, or none. (Without a branch: nobody guesses which.)
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
    /// A position of the rules; `None` if its board is larger than 11x11.
    pub fn from_position(position: &Position) -> Option<Self> {
        let size = usize::from(position.size());
        let shape = BoardGeometry::for_size(size).filter(|_| size <= MAX_BOARD_SIZE)?;
        let mut board = Self::empty(shape, position.total_turns() - position.turns_played());
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

    fn empty(shape: &'static BoardGeometry, left: u16) -> Self {
        let mut board = Self {
            geometry: shape,
            stones: [0; 2],
            empty: shape.all_points,
            atari: [0; 2],
            chain_ids: [to_u8(PASS); POINT_CAPACITY],
            chains: [Chain::default(); POINT_CAPACITY],
            empty_list: [0; POINT_CAPACITY],
            empty_index: [0; POINT_CAPACITY],
            empty_count: shape.size * shape.size,
            ko: 0,
            captures: [0; 2],
            mover: 0,
            plies_left: left,
        };
        for at in 0..board.empty_count {
            board.empty_list[at] = to_u8(at);
            board.empty_index[at] = to_u8(at);
        }
        board
    }

    /// Its shape.
    #[inline]
    pub const fn geometry(&self) -> &'static BoardGeometry {
        self.geometry
    }

    /// The number of the player to move.
    #[inline]
    pub const fn mover(&self) -> usize {
        self.mover
    }

    /// Plies left.
    #[inline]
    pub const fn plies_left(&self) -> u16 {
        self.plies_left
    }

    /// A player's stones.
    #[inline]
    pub const fn stones(&self, player: usize) -> PointSet {
        self.stones[player & 1]
    }

    /// A player's stones in atari: their chains have one liberty.
    #[inline]
    pub const fn atari(&self, player: usize) -> PointSet {
        self.atari[player & 1]
    }

    /// The empty points.
    #[inline]
    pub const fn empty_points(&self) -> PointSet {
        self.empty
    }

    /// How many points are empty.
    #[inline]
    pub const fn empty_count(&self) -> usize {
        self.empty_count
    }

    /// One of the empty points, below [`count`](Self::count).
    #[inline]
    pub const fn nth_empty(&self, nth: usize) -> usize {
        self.empty_list[nth & (POINT_CAPACITY - 1)] as usize & (POINT_CAPACITY - 1)
    }

    /// Where the player to move may not play because of ko.
    #[inline]
    pub const fn ko(&self) -> PointSet {
        self.ko
    }

    /// Stones captured by each player.
    #[inline]
    pub const fn captures(&self) -> [u16; 2] {
        self.captures
    }

    /// Stones captured by the first player more than by the second.
    #[inline]
    pub fn capture_lead(&self) -> i32 {
        i32::from(self.captures[0]) - i32::from(self.captures[1])
    }

    /// The stones of the chain on a point, which is not empty.
    #[inline]
    pub const fn chain(&self, point: usize) -> PointSet {
        self.chains[self.chain_ids[point & (POINT_CAPACITY - 1)] as usize & (POINT_CAPACITY - 1)]
            .stones
    }

    /// The liberties of the chain on a point, which is not empty.
    #[inline]
    pub const fn liberties(&self, point: usize) -> PointSet {
        self.chains[self.chain_id(point)].liberties
    }

    #[inline]
    const fn chain_id(&self, point: usize) -> usize {
        self.chain_ids[point & (POINT_CAPACITY - 1)] as usize & (POINT_CAPACITY - 1)
    }

    /// How the game ends if it ends like this, for the first player: captures, and without any
    /// the stones.
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

    /// The points where the mover may put a stone.
    #[inline]
    pub const fn legal_points(&self) -> PointSet {
        let own = self.stones[self.mover & 1] & !self.atari[self.mover & 1];
        let open = self
            .geometry
            .neighbours_of(self.empty | own | self.atari[(1 - self.mover) & 1]);
        open & self.empty & !self.ko
    }

    /// Whether the mover may put a stone on an empty point.
    #[inline]
    pub const fn is_legal(&self, point: usize) -> bool {
        let own = self.stones[self.mover & 1] & !self.atari[self.mover & 1];
        let open = self.empty | own | self.atari[(1 - self.mover) & 1];
        self.geometry.neighbours[point & (POINT_CAPACITY - 1)] & open != 0
            && self.ko & POINT_BITS[point & (POINT_CAPACITY - 1)] == 0
    }

    /// Passes.
    #[inline]
    pub const fn pass(&mut self) {
        self.ko = 0;
        self.plies_left = self.plies_left.saturating_sub(1);
        self.mover = (1 - self.mover) & 1;
    }

    /// A legal stone, or [`PASS`]; says what it takes.
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

    /// Puts a stone of the mover on an empty point; says which stones of the other have no liberty
    /// after it.
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
        let mut own = near & self.stones[us];
        self.stones[us] |= stone;
        let first = self.first_chain_id(own);
        let name = if own == 0 { point } else { first };
        chain.merge(self.chains[first]);
        own &= !chain.stones;
        while own != 0 {
            let other = self.chains[self.chain_id(lowest(own))];
            own &= !other.stones;
            self.relabel(other.stones, name);
            chain.merge(other);
        }
        chain.liberties &= !stone;
        self.chain_ids[point] = to_u8(name);
        self.chains[name] = chain;
        self.atari[us] = self.atari[us] & !chain.stones | chain.stones_in_atari();
        taken
    }

    /// Takes a liberty from the chains on the points of a set; says which stones had no other.
    #[inline]
    fn remove_liberty(&mut self, stone: PointSet, mut foes: PointSet, them: usize) -> PointSet {
        let mut taken = 0;
        loop {
            let name = self.first_chain_id(foes);
            let mut chain = self.chains[name];
            foes &= !chain.stones;
            chain.liberties &= !stone;
            self.chains[name].liberties = chain.liberties;
            // Those without liberties leave the board, and their mark with them.
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

    /// The name of the first chain of a set of stones; of none [`PASS`], the name of a chain that
    /// is empty. To go on with that one is quicker than to guess wrongly whether there is one.
    #[inline]
    const fn first_chain_id(&self, stones: PointSet) -> usize {
        self.chain_id(if stones == 0 { PASS } else { lowest(stones) })
    }

    fn relabel(&mut self, mut stones: PointSet, name: usize) {
        while stones != 0 {
            self.chain_ids[lowest(stones)] = to_u8(name);
            stones &= stones.wrapping_sub(1);
        }
    }

    /// Takes the other's chains, all their stones, off the board.
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
            let mut own = self.geometry.neighbours[point] & self.stones[us];
            while own != 0 {
                let name = self.chain_id(lowest(own));
                own &= own.wrapping_sub(1);
                self.chains[name].liberties |= 1 << point;
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

    /// A point is no longer empty.
    #[inline]
    fn remove_from_empty(&mut self, point: usize) {
        self.empty_count = self.empty_count.wrapping_sub(1) & (POINT_CAPACITY - 1);
        let place = self.empty_index[point] as usize & (POINT_CAPACITY - 1);
        let last = self.empty_list[self.empty_count];
        self.empty_list[place] = last;
        self.empty_index[last as usize & (POINT_CAPACITY - 1)] = to_u8(place);
    }

    /// The liberties that the mover's stone on an empty point would have with its chain, those not
    /// counted that it gains by what it takes.
    #[inline]
    pub fn liberties_after(&self, point: usize) -> PointSet {
        let near = self.geometry.neighbours[point & (POINT_CAPACITY - 1)];
        let mut liberties = near & self.empty;
        let mut own = near & self.stones[self.mover & 1];
        while own != 0 {
            let chain = self.chains[self.chain_id(lowest(own))];
            own &= !chain.stones;
            liberties |= chain.liberties;
        }
        liberties & !(1 << point)
    }

    /// Whether an empty point is an eye of a player's: his stones all around, and not too many of
    /// the other's at the corners.
    #[inline]
    pub fn is_eye(&self, point: usize, player: usize) -> bool {
        let point = point & (POINT_CAPACITY - 1);
        if self.geometry.neighbours[point] & !self.stones[player & 1] != 0 {
            return false;
        }
        let foes = self.geometry.diagonals[point] & self.stones[(1 - player) & 1];
        foes == 0 || (!has_several(foes) && self.geometry.edge_points & (1 << point) == 0)
    }

    /// A move of the rules.
    pub fn move_of(&self, point: usize) -> Move {
        let (x, y) = (point % self.geometry.size, point / self.geometry.size);
        match Point::new(to_u8(x), to_u8(y)) {
            Some(at) if point != PASS => Move::Stone(at),
            _ => Move::Pass,
        }
    }

    /// The number of a move of the rules; `None` off the board.
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

    /// The player to move, as the rules name it.
    pub const fn player_to_move(&self) -> Player {
        if self.mover == 0 {
            Player::First
        } else {
            Player::Second
        }
    }

    /// The stones of every chain of a player.
    pub fn chains(&self, player: usize) -> impl Iterator<Item = PointSet> {
        let mut rest = self.stones[player & 1];
        std::iter::from_fn(move || {
            let chain = (rest != 0).then(|| self.chain(lowest(rest)))?;
            rest &= !chain;
            Some(chain)
        })
    }

    /// Whether two boards are the same, whatever their books say.
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

#[inline]
pub(super) const fn to_u8(number: usize) -> u8 {
    number as u8
}

fn point_number(size: usize, point: Point) -> usize {
    usize::from(point.y()) * size + usize::from(point.x())
}
