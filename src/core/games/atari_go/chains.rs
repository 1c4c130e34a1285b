//! Stones, chains and liberties, updated incrementally with each move.
//!
//! Each cell stores its colour and its chain. A chain is identified by one of its cells, at whose
//! index its counts are stored, and its stones form a ring. A liberty is counted once for every
//! stone that touches it ("pseudo-liberties"): this count is easy to maintain and is 0 exactly when
//! the true count is. Empty cells and the edge are separate chains, whose counts are never
//! read, so that the four neighbours of a stone can be handled alike, without a branch.

use crate::contract::Player;

/// The distance from one row of cells to the next: 19 points and one edge cell, which serves as the
/// right edge of its row and as the left edge of the row above.
const STRIDE: u8 = 20;
/// The offsets from a cell to its four neighbours, followed by those to itself.
static NEIGHBOUR_OFFSETS: [i16; 8] = [-(STRIDE as i16), -1, 1, STRIDE as i16, 0, 0, 0, 0];

/// The lower bits of a tag, which hold the chain.
const CHAIN_MASK: u16 = 0x1ff;
/// The number of cells stored.
///
/// 19 rows with the edge below and above are 420 cells; storing as many as a chain's bits can
/// address makes bounds checks unnecessary, which is worth the 700 bytes.
const CELL_COUNT: usize = CHAIN_MASK as usize + 1;
/// The upper bits of a tag, which hold a stone's colour, [`EMPTY`] or [`EDGE`].
const COLOR_MASK: u16 = 0xc000;
const EMPTY: u16 = 0;
const EDGE: u16 = COLOR_MASK;

/// Returns the colour bits of a player's stones.
const fn color_bits(owner: Player) -> u16 {
    match owner {
        Player::First => 0x4000,
        Player::Second => 0x8000,
    }
}

/// A cell of a [`Grid`]; cell 0 belongs to the edge on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridCell(u16);

impl GridCell {
    /// An edge cell that means "none".
    pub(super) const NONE: Self = Self(0);

    /// Creates the cell in column `x` from the left and row `y` from the bottom, both below 19.
    #[inline]
    pub(super) const fn new(x: u8, y: u8) -> Self {
        Self((y as u16 + 1) * STRIDE as u16 + x as u16)
    }

    /// Returns the column, counted from the left from 0.
    pub(super) const fn x(self) -> u8 {
        (self.0 % STRIDE as u16).to_le_bytes()[0]
    }

    /// Returns the row, counted from the bottom from 0.
    pub(super) const fn y(self) -> u8 {
        (self.0 / STRIDE as u16).to_le_bytes()[0] - 1
    }

    /// Returns the four cells that share a side with this one, which is a point of the board.
    #[inline]
    fn neighbours(self) -> [Self; 4] {
        [0, 1, 2, 3].map(|n| self.neighbour(n))
    }

    /// Returns one of the four [`neighbours`](Self::neighbours); the cell itself if `n` exceeds 3.
    #[inline]
    fn neighbour(self, n: u32) -> Self {
        Self(
            self.0
                .wrapping_add_signed(NEIGHBOUR_OFFSETS[n as usize & 7]),
        )
    }

    #[inline]
    const fn index(self) -> usize {
        (self.0 & CHAIN_MASK) as usize
    }
}

/// Returns a mask of the neighbours whose tags satisfy a predicate, bit `n` for the `n`th.
#[inline]
fn neighbour_mask(tags: [u16; 4], is_so: impl Fn(u16) -> bool) -> u32 {
    let bit = |at: usize| u32::from(is_so(tags[at])) << at;
    bit(0) | bit(1) | bit(2) | bit(3)
}

/// The cells of a board with their stones and chains.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// The colour and chain of each cell.
    tags: [u16; CELL_COUNT],
    /// The next stone in the ring of each stone's chain.
    next_in_ring: [u16; CELL_COUNT],
    /// The pseudo-liberties of each chain, at the cell that identifies it.
    pseudo_liberties: [u16; CELL_COUNT],
    /// The number of stones of each chain, at the cell that identifies it.
    stone_counts: [u16; CELL_COUNT],
}

impl Grid {
    /// Creates an empty board of `size` by `size` points.
    pub(super) fn empty(size: u8) -> Self {
        let mut tags = [EDGE; CELL_COUNT];
        for (at, tag) in (0..).zip(&mut tags) {
            *tag |= at;
        }
        for y in 0..size {
            let row = GridCell::new(0, y).index();
            for tag in &mut tags[row..row + usize::from(size)] {
                *tag &= CHAIN_MASK;
            }
        }
        Self {
            tags,
            next_in_ring: [0; CELL_COUNT],
            pseudo_liberties: [0; CELL_COUNT],
            stone_counts: [0; CELL_COUNT],
        }
    }

    /// Reports whether a point is empty.
    #[inline]
    pub(super) const fn is_empty(&self, cell: GridCell) -> bool {
        self.tags[cell.index()] & COLOR_MASK == EMPTY
    }

    /// Returns the owner of the stone on a point.
    pub(super) fn owner(&self, cell: GridCell) -> Option<Player> {
        let color = self.tags[cell.index()] & COLOR_MASK;
        Player::ALL
            .into_iter()
            .find(|owner| color_bits(*owner) == color)
    }

    /// Returns the stones of each player in a row, the leftmost point in the lowest bit.
    pub(super) fn row_stones(&self, y: u8, size: u8) -> [u64; 2] {
        let start = GridCell::new(0, y).index();
        let tags = &self.tags[start..start + usize::from(size)];
        Player::ALL.map(|owner| {
            let is_own = |tag: &u16| u64::from(tag & COLOR_MASK == color_bits(owner));
            let bits = tags.iter().enumerate();
            bits.fold(0, |bits, (x, tag)| bits | is_own(tag) << x)
        })
    }

    /// Reports whether a stone of `owner` on an empty point would have a liberty or capture
    /// something.
    #[inline]
    pub(super) fn is_not_suicide(&self, cell: GridCell, owner: Player) -> bool {
        let tags = cell.neighbours().map(|near| self.tags[near.index()]);
        // No `any`, here and below: which neighbour it is cannot be predicted, and a mispredicted
        // branch costs more than examining all four.
        neighbour_mask(tags, |tag| tag & COLOR_MASK == EMPTY) != 0
            || self.is_saved_by_neighbours(tags, owner)
    }

    /// Reports whether a neighbouring chain gives a stone a liberty: an own chain with another
    /// liberty, or an enemy chain that is captured.
    fn is_saved_by_neighbours(&self, tags: [u16; 4], owner: Player) -> bool {
        let fits = |tag: u16| {
            // The number of times the chain touches the point is the number of pseudo-liberties
            // that it loses.
            let touches = neighbour_mask(tags, |near| near == tag).count_ones();
            let left = u32::from(self.pseudo_liberties[usize::from(tag & CHAIN_MASK)]) != touches;
            let is_own = tag & COLOR_MASK == color_bits(owner);
            tag & COLOR_MASK != EDGE && is_own == left
        };
        neighbour_mask(tags, fits) != 0
    }

    /// Places a stone on an empty point, removes enemy chains without liberties and returns the
    /// number of stones captured.
    #[inline]
    pub(super) fn play(&mut self, cell: GridCell, owner: Player) -> u16 {
        if self.place_stone(cell, owner) {
            self.capture_around(cell, owner.opponent())
        } else {
            0
        }
    }

    /// Places a stone on an empty point and reports whether an adjacent enemy chain has no liberty
    /// left.
    #[inline]
    pub(super) fn place_stone(&mut self, cell: GridCell, owner: Player) -> bool {
        let tags = cell.neighbours().map(|near| self.tags[near.index()]);
        let mut open = 0;
        for tag in tags {
            open += u16::from(tag & COLOR_MASK == EMPTY);
            let count = &mut self.pseudo_liberties[usize::from(tag & CHAIN_MASK)];
            *count = count.wrapping_sub(1);
        }
        let enemy = color_bits(owner.opponent());
        let dead = |tag: u16| {
            let not_enemy = (tag & COLOR_MASK) ^ enemy;
            not_enemy | self.pseudo_liberties[usize::from(tag & CHAIN_MASK)] == 0
        };
        let takes = neighbour_mask(tags, dead) != 0;

        let color = color_bits(owner);
        let mut friends = neighbour_mask(tags, |tag| tag & COLOR_MASK == color);
        self.tags[cell.index()] = color | cell.0;
        self.next_in_ring[cell.index()] = cell.0;
        self.pseudo_liberties[cell.index()] = 0;
        self.stone_counts[cell.index()] = 0;
        // Without an own neighbour the stone joins itself, again to avoid a branch.
        self.add_to_chain(cell, cell.neighbour((friends | 16).trailing_zeros()), open);
        friends &= friends.wrapping_sub(1);
        while friends != 0 {
            self.merge_chains(cell, cell.neighbour(friends.trailing_zeros()));
            friends &= friends - 1;
        }
        takes
    }

    /// Adds a stone with `open` empty neighbours to the chain of a neighbour.
    #[inline]
    fn add_to_chain(&mut self, cell: GridCell, friend: GridCell, open: u16) {
        let tag = self.tags[friend.index()];
        let chain = usize::from(tag & CHAIN_MASK);
        self.tags[cell.index()] = tag;
        self.next_in_ring[cell.index()] = self.next_in_ring[friend.index()];
        self.next_in_ring[friend.index()] = cell.0;
        self.pseudo_liberties[chain] += open;
        self.stone_counts[chain] += 1;
    }

    /// Merges the chains of two stones of one colour; the larger chain keeps its identity.
    #[inline]
    fn merge_chains(&mut self, one: GridCell, other: GridCell) {
        let chain = |cell: GridCell| usize::from(self.tags[cell.index()] & CHAIN_MASK);
        let (mut small, mut large) = (chain(one), chain(other));
        if small == large {
            return;
        }
        if self.stone_counts[small] > self.stone_counts[large] {
            std::mem::swap(&mut small, &mut large);
        }
        let tag = self.tags[large];
        let mut cell_index = small;
        loop {
            self.tags[cell_index] = tag;
            cell_index = usize::from(self.next_in_ring[cell_index] & CHAIN_MASK);
            if cell_index == small {
                break;
            }
        }
        // Swapping the successors of one stone of each ring joins the two rings.
        self.next_in_ring.swap(small, large);
        self.pseudo_liberties[large] += self.pseudo_liberties[small];
        self.stone_counts[large] += self.stone_counts[small];
    }

    /// Removes the enemy chains around a stone that have no liberties and counts their stones.
    fn capture_around(&mut self, cell: GridCell, enemy: Player) -> u16 {
        let mut taken = 0;
        for near in cell.neighbours() {
            // The tag is read again for each neighbour because two may belong to one chain.
            let tag = self.tags[near.index()];
            let chain = usize::from(tag & CHAIN_MASK);
            if tag & COLOR_MASK == color_bits(enemy) && self.pseudo_liberties[chain] == 0 {
                taken += self.stone_counts[chain];
                self.remove_chain(GridCell(tag & CHAIN_MASK));
            }
        }
        taken
    }

    /// Removes a chain from the board.
    fn remove_chain(&mut self, chain: GridCell) {
        let mut cell = chain;
        loop {
            self.tags[cell.index()] = EMPTY | cell.0;
            for near in cell.neighbours() {
                let tag = self.tags[near.index()];
                let count = &mut self.pseudo_liberties[usize::from(tag & CHAIN_MASK)];
                *count = count.wrapping_add(1);
            }
            cell = GridCell(self.next_in_ring[cell.index()]);
            if cell == chain {
                return;
            }
        }
    }

    /// Returns the stones of the chain on a point, beginning with this one; only the point itself
    /// if it is empty.
    pub(super) fn chain(&self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let mut next_stone = Some(cell);
        std::iter::from_fn(move || {
            let stone = next_stone?;
            let next = GridCell(self.next_in_ring[stone.index()]);
            next_stone = (!self.is_empty(stone) && next != cell).then_some(next);
            Some(stone)
        })
    }

    /// Reports whether the chain on a point has a liberty.
    pub(super) fn has_liberty(&self, cell: GridCell) -> bool {
        self.pseudo_liberties[usize::from(self.tags[cell.index()] & CHAIN_MASK)] > 0
    }

    /// Returns the empty neighbours of a point.
    pub(super) fn empty_neighbours(&self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let around = cell.neighbours().into_iter();
        around.filter(|near| self.is_empty(*near))
    }

    /// Returns the liberty of a chain that is one stone with one liberty; `None` for any other.
    #[inline]
    pub(super) fn lone_stone_liberty(&self, cell: GridCell) -> Option<GridCell> {
        // The pseudo-liberties of a single stone are its liberties.
        let lone =
            self.tags[cell.index()] & CHAIN_MASK == cell.0 && self.stone_counts[cell.index()] == 1;
        (lone && self.pseudo_liberties[cell.index()] == 1)
            .then(|| self.empty_neighbours(cell).next())
            .flatten()
    }

    /// Returns the neighbours of a point that hold a stone.
    pub(super) fn occupied_neighbours(&self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let around = cell.neighbours().into_iter();
        around.filter(|near| !matches!(self.tags[near.index()] & COLOR_MASK, EMPTY | EDGE))
    }
}
