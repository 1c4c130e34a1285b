//! A board for the search: sets of points in words of 128 bits, chains with their liberties.
//!
//! A chain is named after one of its stones, where the set of its stones and the set of its
//! liberties stand. Which stones have a single liberty left is kept as a set, too, so that every
//! legal move is known from a handful of shifts.

use super::shape::{LARGEST, POINTS, Set, Shape, is_many, lowest, points};
use crate::contract::Player;
use crate::games::atari_go::{Move, Point, Position};

/// Number of a pass, which is no point.
pub const PASS: usize = POINTS - 1;

/// Each point alone. A look is quicker than a shift of 128 bits.
static BITS: [Set; POINTS] = {
    let mut bits = [0; POINTS];
    let mut at = 0;
    while at < POINTS {
        bits[at] = 1 << at;
        at += 1;
    }
    bits
};

/// A position.
#[derive(Clone, Debug)]
pub struct Board {
    shape: &'static Shape,
    /// Both players' stones.
    stones: [Set; 2],
    empty: Set,
    /// Both players' stones whose chains have one liberty.
    atari: [Set; 2],
    /// After which stone a stone's chain is named.
    names: [u8; POINTS],
    /// Of each name.
    chains: [Chain; POINTS],
    /// The empty points in any order, and where each stands in it.
    list: [u8; POINTS],
    places: [u8; POINTS],
    count: usize,
    /// Where the player to move may not play because of ko.
    ko: Set,
    captures: [u16; 2],
    mover: usize,
    /// Plies left.
    left: u16,
}

/// A chain.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    stones: Set,
    liberties: Set,
}

impl Chain {
    /// Becomes one with another.
    #[inline]
    const fn join(&mut self, other: Self) {
        self.stones |= other.stones;
        self.liberties |= other.liberties;
    }

    /// Its stones if it has one liberty, or none. (Without a branch: nobody guesses which.)
    #[inline]
    const fn weak(self) -> Set {
        if is_many(self.liberties) {
            0
        } else {
            self.stones
        }
    }
}

impl Board {
    /// A position of the rules; `None` if its board is larger than 11x11.
    pub fn of(position: &Position) -> Option<Self> {
        let size = usize::from(position.size());
        let shape = Shape::of(size).filter(|_| size <= LARGEST)?;
        let mut board = Self::empty(shape, position.turns() - position.played());
        for point in position.points() {
            if let Some(owner) = position.stone(point) {
                board.mover = owner.index();
                board.put(number(size, point));
            }
        }
        board.captures = position.captures();
        board.mover = position.to_move().index();
        board.ko = position.ko().map_or(0, |point| 1 << number(size, point));
        Some(board)
    }

    fn empty(shape: &'static Shape, left: u16) -> Self {
        let mut board = Self {
            shape,
            stones: [0; 2],
            empty: shape.all,
            atari: [0; 2],
            names: [byte(PASS); POINTS],
            chains: [Chain::default(); POINTS],
            list: [0; POINTS],
            places: [0; POINTS],
            count: shape.size * shape.size,
            ko: 0,
            captures: [0; 2],
            mover: 0,
            left,
        };
        for at in 0..board.count {
            board.list[at] = byte(at);
            board.places[at] = byte(at);
        }
        board
    }

    /// Its shape.
    #[inline]
    pub const fn shape(&self) -> &'static Shape {
        self.shape
    }

    /// The number of the player to move.
    #[inline]
    pub const fn mover(&self) -> usize {
        self.mover
    }

    /// Plies left.
    #[inline]
    pub const fn left(&self) -> u16 {
        self.left
    }

    /// A player's stones.
    #[inline]
    pub const fn stones(&self, player: usize) -> Set {
        self.stones[player & 1]
    }

    /// A player's stones in atari: their chains have one liberty.
    #[inline]
    pub const fn atari(&self, player: usize) -> Set {
        self.atari[player & 1]
    }

    /// The empty points.
    #[inline]
    pub const fn open(&self) -> Set {
        self.empty
    }

    /// How many points are empty.
    #[inline]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// One of the empty points, below [`count`](Self::count).
    #[inline]
    pub const fn nth(&self, nth: usize) -> usize {
        self.list[nth & (POINTS - 1)] as usize & (POINTS - 1)
    }

    /// Where the player to move may not play because of ko.
    #[inline]
    pub const fn ko(&self) -> Set {
        self.ko
    }

    /// Stones captured by each player.
    #[inline]
    pub const fn captures(&self) -> [u16; 2] {
        self.captures
    }

    /// Stones captured by the first player more than by the second.
    #[inline]
    pub fn lead(&self) -> i32 {
        i32::from(self.captures[0]) - i32::from(self.captures[1])
    }

    /// The stones of the chain on a point, which is not empty.
    #[inline]
    pub const fn chain(&self, point: usize) -> Set {
        self.chains[self.names[point & (POINTS - 1)] as usize & (POINTS - 1)].stones
    }

    /// The liberties of the chain on a point, which is not empty.
    #[inline]
    pub const fn liberties(&self, point: usize) -> Set {
        self.chains[self.name(point)].liberties
    }

    #[inline]
    const fn name(&self, point: usize) -> usize {
        self.names[point & (POINTS - 1)] as usize & (POINTS - 1)
    }

    /// How the game ends if it ends like this, for the first player: captures, and without any
    /// the stones.
    #[inline]
    pub fn result(&self) -> i32 {
        let score = if self.captures == [0; 2] {
            let [first, second] = self.stones.map(Set::count_ones);
            first.cast_signed() - second.cast_signed()
        } else {
            self.lead()
        };
        score.signum()
    }

    /// The points where the mover may put a stone.
    #[inline]
    pub const fn legal(&self) -> Set {
        let own = self.stones[self.mover & 1] & !self.atari[self.mover & 1];
        let open = self
            .shape
            .beside(self.empty | own | self.atari[(1 - self.mover) & 1]);
        open & self.empty & !self.ko
    }

    /// Whether the mover may put a stone on an empty point.
    #[inline]
    pub const fn is_legal(&self, point: usize) -> bool {
        let own = self.stones[self.mover & 1] & !self.atari[self.mover & 1];
        let open = self.empty | own | self.atari[(1 - self.mover) & 1];
        self.shape.near[point & (POINTS - 1)] & open != 0
            && self.ko & BITS[point & (POINTS - 1)] == 0
    }

    /// Passes.
    #[inline]
    pub const fn pass(&mut self) {
        self.ko = 0;
        self.left = self.left.saturating_sub(1);
        self.mover = (1 - self.mover) & 1;
    }

    /// A legal stone, or [`PASS`]; says what it takes.
    #[inline]
    pub fn play(&mut self, point: usize) -> Set {
        let mut taken = 0;
        self.ko = 0;
        if point != PASS {
            taken = self.put(point);
            if taken != 0 {
                self.take(taken);
                let chain = self.chains[self.name(point)];
                if chain.stones == 1 << point && chain.liberties == taken && !is_many(taken) {
                    self.ko = taken;
                }
            }
        }
        self.left = self.left.saturating_sub(1);
        self.mover = (1 - self.mover) & 1;
        taken
    }

    /// Puts a stone of the mover on an empty point; says which stones of the other have no liberty
    /// after it.
    #[inline]
    fn put(&mut self, point: usize) -> Set {
        let point = point & (POINTS - 1);
        let (us, them) = (self.mover & 1, (1 - self.mover) & 1);
        let (stone, near) = (BITS[point], self.shape.near[point]);
        self.fill(point);
        self.empty &= !stone;
        let mut chain = Chain {
            stones: stone,
            liberties: near & self.empty,
        };
        let taken = self.press(stone, near & self.stones[them], them);
        let mut own = near & self.stones[us];
        self.stones[us] |= stone;
        let first = self.name_in(own);
        let name = if own == 0 { point } else { first };
        chain.join(self.chains[first]);
        own &= !chain.stones;
        while own != 0 {
            let other = self.chains[self.name(lowest(own))];
            own &= !other.stones;
            self.rename(other.stones, name);
            chain.join(other);
        }
        chain.liberties &= !stone;
        self.names[point] = byte(name);
        self.chains[name] = chain;
        self.atari[us] = self.atari[us] & !chain.stones | chain.weak();
        taken
    }

    /// Takes a liberty from the chains on the points of a set; says which stones had no other.
    #[inline]
    fn press(&mut self, stone: Set, mut foes: Set, them: usize) -> Set {
        let mut taken = 0;
        loop {
            let name = self.name_in(foes);
            let mut chain = self.chains[name];
            foes &= !chain.stones;
            chain.liberties &= !stone;
            self.chains[name].liberties = chain.liberties;
            // Those without liberties leave the board, and their mark with them.
            self.atari[them] |= chain.weak();
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
    const fn name_in(&self, stones: Set) -> usize {
        self.name(if stones == 0 { PASS } else { lowest(stones) })
    }

    fn rename(&mut self, mut stones: Set, name: usize) {
        while stones != 0 {
            self.names[lowest(stones)] = byte(name);
            stones &= stones.wrapping_sub(1);
        }
    }

    /// Takes the other's chains, all their stones, off the board.
    fn take(&mut self, taken: Set) {
        let (us, them) = (self.mover & 1, (1 - self.mover) & 1);
        self.stones[them] &= !taken;
        self.atari[them] &= !taken;
        self.empty |= taken;
        let mut stones = taken;
        while stones != 0 {
            let point = lowest(stones);
            stones &= stones.wrapping_sub(1);
            self.captures[us] += 1;
            self.places[point] = byte(self.count);
            self.list[self.count & (POINTS - 1)] = byte(point);
            self.count += 1;
            let mut own = self.shape.near[point] & self.stones[us];
            while own != 0 {
                let name = self.name(lowest(own));
                own &= own.wrapping_sub(1);
                self.chains[name].liberties |= 1 << point;
            }
        }
        let mut freed = self.shape.beside(taken) & self.atari[us];
        while freed != 0 {
            let chain = self.chains[self.name(lowest(freed))];
            freed &= !chain.stones;
            if is_many(chain.liberties) {
                self.atari[us] &= !chain.stones;
            }
        }
    }

    /// A point is no longer empty.
    #[inline]
    fn fill(&mut self, point: usize) {
        self.count = self.count.wrapping_sub(1) & (POINTS - 1);
        let place = self.places[point] as usize & (POINTS - 1);
        let last = self.list[self.count];
        self.list[place] = last;
        self.places[last as usize & (POINTS - 1)] = byte(place);
    }

    /// The liberties that the mover's stone on an empty point would have with its chain, those not
    /// counted that it gains by what it takes.
    #[inline]
    pub fn liberties_after(&self, point: usize) -> Set {
        let near = self.shape.near[point & (POINTS - 1)];
        let mut liberties = near & self.empty;
        let mut own = near & self.stones[self.mover & 1];
        while own != 0 {
            let chain = self.chains[self.name(lowest(own))];
            own &= !chain.stones;
            liberties |= chain.liberties;
        }
        liberties & !(1 << point)
    }

    /// Whether an empty point is an eye of a player's: his stones all around, and not too many of
    /// the other's at the corners.
    #[inline]
    pub fn is_eye(&self, point: usize, player: usize) -> bool {
        let point = point & (POINTS - 1);
        if self.shape.near[point] & !self.stones[player & 1] != 0 {
            return false;
        }
        let foes = self.shape.diagonal[point] & self.stones[(1 - player) & 1];
        foes == 0 || (!is_many(foes) && self.shape.edge & (1 << point) == 0)
    }

    /// A move of the rules.
    pub fn to_move(&self, point: usize) -> Move {
        let (x, y) = (point % self.shape.size, point / self.shape.size);
        match Point::new(byte(x), byte(y)) {
            Some(at) if point != PASS => Move::Stone(at),
            _ => Move::Pass,
        }
    }

    /// The number of a move of the rules; `None` off the board.
    pub fn to_number(&self, mv: Move) -> Option<usize> {
        let size = self.shape.size;
        match mv {
            Move::Pass => Some(PASS),
            Move::Stone(point) if usize::from(point.x().max(point.y())) < size => {
                Some(number(size, point))
            }
            Move::Stone(_) => None,
        }
    }

    /// The player to move, as the rules name it.
    pub const fn player(&self) -> Player {
        if self.mover == 0 {
            Player::First
        } else {
            Player::Second
        }
    }

    /// The stones of every chain of a player.
    pub fn chains(&self, player: usize) -> impl Iterator<Item = Set> {
        let mut rest = self.stones[player & 1];
        std::iter::from_fn(move || {
            let chain = (rest != 0).then(|| self.chain(lowest(rest)))?;
            rest &= !chain;
            Some(chain)
        })
    }

    /// Whether two boards are the same, whatever their books say.
    pub fn is_same(&self, other: &Self) -> bool {
        let state = |board: &Self| {
            let rest = (board.ko, board.captures, board.mover, board.left);
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
pub(super) const fn byte(number: usize) -> u8 {
    number as u8
}

fn number(size: usize, point: Point) -> usize {
    usize::from(point.y()) * size + usize::from(point.x())
}
