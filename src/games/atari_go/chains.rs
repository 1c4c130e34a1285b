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
static NEIGHBOUR_OFFSETS: [i16; 8] = [-(STRIDE as i16), -1, 1, STRIDE as i16, 0, 0, 0, 0];

/// The lower bits of a tag: the chain.
const CHAIN_MASK: u16 = 0x1ff;
/// 19 rows and the edge below and above are 420 cells; with as many as the bits of a chain can
/// name no index needs to be checked, which is worth the 700 bytes.
const CELL_COUNT: usize = CHAIN_MASK as usize + 1;
/// The upper bits of a tag: what lies there.
const COLOR_MASK: u16 = 0xc000;
const EMPTY: u16 = 0;
const EDGE: u16 = COLOR_MASK;

const fn color_bits(owner: Player) -> u16 {
    match owner {
        Player::First => 0x4000,
        Player::Second => 0x8000,
    }
}

/// A cell of a [`Grid`]; number 0 is edge on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GridCell(u16);

impl GridCell {
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
    fn neighbours(self) -> [Self; 4] {
        [0, 1, 2, 3].map(|n| self.neighbour(n))
    }

    /// One of the four cells [`around`](Self::around) this one; beyond 3, itself.
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

/// Which of the four neighbours' tags are so: bit `n` for the `n`th.
#[inline]
fn neighbour_mask(tags: [u16; 4], is_so: impl Fn(u16) -> bool) -> u32 {
    let bit = |at: usize| u32::from(is_so(tags[at])) << at;
    bit(0) | bit(1) | bit(2) | bit(3)
}

/// The cells of a board.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    /// Colour and chain.
    tags: [u16; CELL_COUNT],
    /// The next stone of the chain's ring.
    next_in_ring: [u16; CELL_COUNT],
    /// Pseudo-liberties, at the cell after which a chain is named.
    pseudo_liberties: [u16; CELL_COUNT],
    /// Stones, at the same cell.
    stone_counts: [u16; CELL_COUNT],
}

impl Grid {
    /// The empty board of `size` times `size` points.
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

    /// Whether a point is empty.
    #[inline]
    pub(super) const fn is_empty(&self, cell: GridCell) -> bool {
        self.tags[cell.index()] & COLOR_MASK == EMPTY
    }

    /// Whose stone stands on a point.
    pub(super) fn owner(&self, cell: GridCell) -> Option<Player> {
        let color = self.tags[cell.index()] & COLOR_MASK;
        Player::ALL
            .into_iter()
            .find(|owner| color_bits(*owner) == color)
    }

    /// Whether `owner`'s stone on an empty point would have a liberty, or take something.
    #[inline]
    pub(super) fn is_not_suicide(&self, cell: GridCell, owner: Player) -> bool {
        let tags = cell.neighbours().map(|near| self.tags[near.index()]);
        // No `any`, here and below: which neighbour it is cannot be foreseen, and a processor
        // that guesses wrong loses more time than looking at all four takes.
        neighbour_mask(tags, |tag| tag & COLOR_MASK == EMPTY) != 0
            || self.is_saved_by_neighbours(tags, owner)
    }

    fn is_saved_by_neighbours(&self, tags: [u16; 4], owner: Player) -> bool {
        let fits = |tag: u16| {
            // How often the chain touches the point, and so how many pseudo-liberties it loses.
            let touches = neighbour_mask(tags, |near| near == tag).count_ones();
            let left = u32::from(self.pseudo_liberties[usize::from(tag & CHAIN_MASK)]) != touches;
            let own = tag & COLOR_MASK == color_bits(owner);
            tag & COLOR_MASK != EDGE && own == left
        };
        neighbour_mask(tags, fits) != 0
    }

    /// Puts a stone on an empty point and takes off the enemy's chains that have no liberty left;
    /// says how many stones that were.
    #[inline]
    pub(super) fn play(&mut self, cell: GridCell, owner: Player) -> u16 {
        if self.place_stone(cell, owner) {
            self.capture_around(cell, owner.opponent())
        } else {
            0
        }
    }

    /// Puts a stone on an empty point; says whether a chain of the other colour beside it is now
    /// without liberties.
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

        let own = color_bits(owner);
        let mut friends = neighbour_mask(tags, |tag| tag & COLOR_MASK == own);
        self.tags[cell.index()] = own | cell.0;
        self.next_in_ring[cell.index()] = cell.0;
        self.pseudo_liberties[cell.index()] = 0;
        self.stone_counts[cell.index()] = 0;
        // Without a friend the stone joins itself, again to save a guess.
        self.add_to_chain(cell, cell.neighbour((friends | 16).trailing_zeros()), open);
        friends &= friends.wrapping_sub(1);
        while friends != 0 {
            self.merge_chains(cell, cell.neighbour(friends.trailing_zeros()));
            friends &= friends - 1;
        }
        takes
    }

    /// Adds a stone with `open` empty points around it to the chain of a neighbour.
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

    /// Makes one chain of the chains of two stones of one colour: the smaller takes the name of
    /// the larger.
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
        let mut at = small;
        loop {
            self.tags[at] = tag;
            at = usize::from(self.next_in_ring[at] & CHAIN_MASK);
            if at == small {
                break;
            }
        }
        // Exchanging the successors of a stone each makes one ring of two.
        self.next_in_ring.swap(small, large);
        self.pseudo_liberties[large] += self.pseudo_liberties[small];
        self.stone_counts[large] += self.stone_counts[small];
    }

    fn capture_around(&mut self, cell: GridCell, enemy: Player) -> u16 {
        let mut taken = 0;
        for near in cell.neighbours() {
            // Read anew for each neighbour: two of them may belong to one chain.
            let tag = self.tags[near.index()];
            let chain = usize::from(tag & CHAIN_MASK);
            if tag & COLOR_MASK == color_bits(enemy) && self.pseudo_liberties[chain] == 0 {
                taken += self.stone_counts[chain];
                self.remove_chain(GridCell(tag & CHAIN_MASK));
            }
        }
        taken
    }

    /// Takes a chain off the board.
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

    /// The stones of the chain that stands on a point, beginning with this one; just the point
    /// if it is empty.
    pub(super) fn chain(&self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let mut at = Some(cell);
        std::iter::from_fn(move || {
            let stone = at?;
            let next = GridCell(self.next_in_ring[stone.index()]);
            at = (!self.is_empty(stone) && next != cell).then_some(next);
            Some(stone)
        })
    }

    /// Whether the chain that stands on a point has a liberty.
    pub(super) fn has_liberty(&self, cell: GridCell) -> bool {
        self.pseudo_liberties[usize::from(self.tags[cell.index()] & CHAIN_MASK)] > 0
    }

    /// The empty points beside a point.
    pub(super) fn empty_neighbours(&self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let around = cell.neighbours().into_iter();
        around.filter(|near| self.is_empty(*near))
    }

    /// If the chain on a point is one stone with one liberty: that liberty.
    #[inline]
    pub(super) fn lone_stone_liberty(&self, cell: GridCell) -> Option<GridCell> {
        // For a single stone pseudo-liberties are liberties.
        let lone =
            self.tags[cell.index()] & CHAIN_MASK == cell.0 && self.stone_counts[cell.index()] == 1;
        (lone && self.pseudo_liberties[cell.index()] == 1)
            .then(|| self.empty_neighbours(cell).next())
            .flatten()
    }

    /// The points beside a point on which somebody's stone stands.
    pub(super) fn occupied_neighbours(&self, cell: GridCell) -> impl Iterator<Item = GridCell> {
        let around = cell.neighbours().into_iter();
        around.filter(|near| !matches!(self.tags[near.index()] & COLOR_MASK, EMPTY | EDGE))
    }
}
