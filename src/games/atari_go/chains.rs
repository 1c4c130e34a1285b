//! Stones, their chains and their liberties, kept up to date move by move.
//!
//! A cell knows its colour and its chain; a chain is named after one of its cells, where its
//! counts stand, and its stones form a ring. Liberties are counted once for every stone that
//! touches them ("pseudo-liberties"): the count is easy to keep and 0 exactly when the true one
//! is. An empty cell and the edge count as chains of their own, whose counts nobody reads, so
//! that a stone's four neighbours are treated alike, without a branch.

use crate::contract::Player;

/// From one row of cells to the next: 19 points and one cell of edge, which serves as the right
/// edge of its row and as the left edge of the row above.
const STRIDE: u8 = 20;
/// From a cell to its four neighbours, and to itself.
static STEPS: [i16; 8] = [-(STRIDE as i16), -1, 1, STRIDE as i16, 0, 0, 0, 0];

/// The lower bits of a tag: the chain.
const CHAIN: u16 = 0x1ff;
/// 19 rows and the edge below and above are 420 cells; with as many as the bits of a chain can
/// name no index needs to be checked, which is worth the 700 bytes.
const CELLS: usize = CHAIN as usize + 1;
/// The upper bits of a tag: what lies there.
const COLOR: u16 = 0xc000;
const EMPTY: u16 = 0;
const EDGE: u16 = COLOR;

const fn stone_of(owner: Player) -> u16 {
    match owner {
        Player::First => 0x4000,
        Player::Second => 0x8000,
    }
}

/// A cell of a [`Grid`]; number 0 is edge on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u16);

impl Cell {
    /// A cell of the edge, to stand for "none".
    pub(super) const NONE: Self = Self(0);

    /// Column from the left, row from the bottom, both from 0 and below 19.
    #[inline]
    pub(super) const fn new(x: u8, y: u8) -> Self {
        Self((y as u16 + 1) * STRIDE as u16 + x as u16)
    }

    /// Column from the left, from 0.
    pub(super) const fn x(self) -> u8 {
        (self.0 % STRIDE as u16).to_le_bytes()[0]
    }

    /// Row from the bottom, from 0.
    pub(super) const fn y(self) -> u8 {
        (self.0 / STRIDE as u16).to_le_bytes()[0] - 1
    }

    /// The cells that share a side with this one, which is a point of the board.
    #[inline]
    fn around(self) -> [Self; 4] {
        [0, 1, 2, 3].map(|n| self.neighbour(n))
    }

    /// One of the four cells [`around`](Self::around) this one; beyond 3, itself.
    #[inline]
    fn neighbour(self, n: u32) -> Self {
        Self(self.0.wrapping_add_signed(STEPS[n as usize & 7]))
    }

    #[inline]
    const fn at(self) -> usize {
        (self.0 & CHAIN) as usize
    }
}

/// Which of the four neighbours' tags are so: bit `n` for the `n`th.
#[inline]
fn fold(tags: [u16; 4], is_so: impl Fn(u16) -> bool) -> u32 {
    let bit = |at: usize| u32::from(is_so(tags[at])) << at;
    bit(0) | bit(1) | bit(2) | bit(3)
}

/// The cells of a board.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Colour and chain.
    tags: [u16; CELLS],
    /// The next stone of the chain's ring.
    next: [u16; CELLS],
    /// Pseudo-liberties, at the cell after which a chain is named.
    liberties: [u16; CELLS],
    /// Stones, at the same cell.
    stones: [u16; CELLS],
}

impl Grid {
    /// The empty board of `size` times `size` points.
    pub(super) fn empty(size: u8) -> Self {
        let mut tags = [EDGE; CELLS];
        for (at, tag) in (0..).zip(&mut tags) {
            *tag |= at;
        }
        for y in 0..size {
            let row = Cell::new(0, y).at();
            for tag in &mut tags[row..row + usize::from(size)] {
                *tag &= CHAIN;
            }
        }
        Self {
            tags,
            next: [0; CELLS],
            liberties: [0; CELLS],
            stones: [0; CELLS],
        }
    }

    /// Whether a point is empty.
    #[inline]
    pub(super) const fn is_empty(&self, cell: Cell) -> bool {
        self.tags[cell.at()] & COLOR == EMPTY
    }

    /// Whose stone stands on a point.
    pub(super) fn owner(&self, cell: Cell) -> Option<Player> {
        let color = self.tags[cell.at()] & COLOR;
        Player::ALL
            .into_iter()
            .find(|owner| stone_of(*owner) == color)
    }

    /// Whether `owner`'s stone on an empty point would have a liberty, or take something.
    #[inline]
    pub(super) fn fits(&self, cell: Cell, owner: Player) -> bool {
        let tags = cell.around().map(|near| self.tags[near.at()]);
        // No `any`, here and below: which neighbour it is cannot be foreseen, and a processor
        // that guesses wrong loses more time than looking at all four takes.
        fold(tags, |tag| tag & COLOR == EMPTY) != 0 || self.fits_between(tags, owner)
    }

    fn fits_between(&self, tags: [u16; 4], owner: Player) -> bool {
        let fits = |tag: u16| {
            // How often the chain touches the point, and so how many pseudo-liberties it loses.
            let touches = fold(tags, |near| near == tag).count_ones();
            let left = u32::from(self.liberties[usize::from(tag & CHAIN)]) != touches;
            let own = tag & COLOR == stone_of(owner);
            tag & COLOR != EDGE && own == left
        };
        fold(tags, fits) != 0
    }

    /// Puts a stone on an empty point and takes off the enemy's chains that have no liberty left;
    /// says how many stones that were.
    #[inline]
    pub(super) fn play(&mut self, cell: Cell, owner: Player) -> u16 {
        if self.put(cell, owner) {
            self.take_around(cell, owner.opponent())
        } else {
            0
        }
    }

    /// Puts a stone on an empty point; says whether a chain of the other colour beside it is now
    /// without liberties.
    #[inline]
    pub(super) fn put(&mut self, cell: Cell, owner: Player) -> bool {
        let tags = cell.around().map(|near| self.tags[near.at()]);
        let mut open = 0;
        for tag in tags {
            open += u16::from(tag & COLOR == EMPTY);
            let count = &mut self.liberties[usize::from(tag & CHAIN)];
            *count = count.wrapping_sub(1);
        }
        let enemy = stone_of(owner.opponent());
        let dead = |tag: u16| {
            let not_enemy = (tag & COLOR) ^ enemy;
            not_enemy | self.liberties[usize::from(tag & CHAIN)] == 0
        };
        let takes = fold(tags, dead) != 0;

        let own = stone_of(owner);
        let mut friends = fold(tags, |tag| tag & COLOR == own);
        self.tags[cell.at()] = own | cell.0;
        self.next[cell.at()] = cell.0;
        self.liberties[cell.at()] = 0;
        self.stones[cell.at()] = 0;
        // Without a friend the stone joins itself, again to save a guess.
        self.add(cell, cell.neighbour((friends | 16).trailing_zeros()), open);
        friends &= friends.wrapping_sub(1);
        while friends != 0 {
            self.join(cell, cell.neighbour(friends.trailing_zeros()));
            friends &= friends - 1;
        }
        takes
    }

    /// Adds a stone with `open` empty points around it to the chain of a neighbour.
    #[inline]
    fn add(&mut self, cell: Cell, friend: Cell, open: u16) {
        let tag = self.tags[friend.at()];
        let chain = usize::from(tag & CHAIN);
        self.tags[cell.at()] = tag;
        self.next[cell.at()] = self.next[friend.at()];
        self.next[friend.at()] = cell.0;
        self.liberties[chain] += open;
        self.stones[chain] += 1;
    }

    /// Makes one chain of the chains of two stones of one colour: the smaller takes the name of
    /// the larger.
    #[inline]
    fn join(&mut self, one: Cell, other: Cell) {
        let chain = |cell: Cell| usize::from(self.tags[cell.at()] & CHAIN);
        let (mut small, mut large) = (chain(one), chain(other));
        if small == large {
            return;
        }
        if self.stones[small] > self.stones[large] {
            std::mem::swap(&mut small, &mut large);
        }
        let tag = self.tags[large];
        let mut at = small;
        loop {
            self.tags[at] = tag;
            at = usize::from(self.next[at] & CHAIN);
            if at == small {
                break;
            }
        }
        // Exchanging the successors of a stone each makes one ring of two.
        self.next.swap(small, large);
        self.liberties[large] += self.liberties[small];
        self.stones[large] += self.stones[small];
    }

    fn take_around(&mut self, cell: Cell, enemy: Player) -> u16 {
        let mut taken = 0;
        for near in cell.around() {
            // Read anew for each neighbour: two of them may belong to one chain.
            let tag = self.tags[near.at()];
            let chain = usize::from(tag & CHAIN);
            if tag & COLOR == stone_of(enemy) && self.liberties[chain] == 0 {
                taken += self.stones[chain];
                self.take(Cell(tag & CHAIN));
            }
        }
        taken
    }

    /// Takes a chain off the board.
    fn take(&mut self, chain: Cell) {
        let mut cell = chain;
        loop {
            self.tags[cell.at()] = EMPTY | cell.0;
            for near in cell.around() {
                let tag = self.tags[near.at()];
                let count = &mut self.liberties[usize::from(tag & CHAIN)];
                *count = count.wrapping_add(1);
            }
            cell = Cell(self.next[cell.at()]);
            if cell == chain {
                return;
            }
        }
    }

    /// The stones of the chain that stands on a point, beginning with this one; just the point
    /// if it is empty.
    pub(super) fn chain(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let mut at = Some(cell);
        std::iter::from_fn(move || {
            let stone = at?;
            let next = Cell(self.next[stone.at()]);
            at = (!self.is_empty(stone) && next != cell).then_some(next);
            Some(stone)
        })
    }

    /// Whether the chain that stands on a point has a liberty.
    pub(super) fn breathes(&self, cell: Cell) -> bool {
        self.liberties[usize::from(self.tags[cell.at()] & CHAIN)] > 0
    }

    /// The empty points beside a point.
    pub(super) fn open_around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let around = cell.around().into_iter();
        around.filter(|near| self.is_empty(*near))
    }

    /// If the chain on a point is one stone with one liberty: that liberty.
    #[inline]
    pub(super) fn lone_in_atari(&self, cell: Cell) -> Option<Cell> {
        // For a single stone pseudo-liberties are liberties.
        let lone = self.tags[cell.at()] & CHAIN == cell.0 && self.stones[cell.at()] == 1;
        (lone && self.liberties[cell.at()] == 1)
            .then(|| self.open_around(cell).next())
            .flatten()
    }

    /// The points beside a point on which somebody's stone stands.
    pub(super) fn stones_around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        let around = cell.around().into_iter();
        around.filter(|near| !matches!(self.tags[near.at()] & COLOR, EMPTY | EDGE))
    }
}
