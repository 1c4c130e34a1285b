//! A lossy table of boards already searched, since many circuits lead to the same board.

use crate::contract::SPLITMIX64_INCREMENT;

/// The number of boards that the table can hold.
const SLOT_COUNT: usize = 1 << 14;

/// A lossy set of boards: a new board replaces the one in its slot.
pub(super) struct SeenBoards {
    boards: Vec<u64>,
}

impl SeenBoards {
    /// Creates an empty table.
    pub fn new() -> Self {
        Self {
            boards: vec![0; SLOT_COUNT],
        }
    }

    /// Removes all boards.
    pub fn clear(&mut self) {
        self.boards.fill(0);
    }

    /// Adds a board and reports whether it was new, as far as the table remembers.
    #[inline]
    pub fn insert(&mut self, own: u64) -> bool {
        let slot = (own.wrapping_mul(SPLITMIX64_INCREMENT) >> 50) as usize % SLOT_COUNT;
        std::mem::replace(&mut self.boards[slot], own) != own
    }
}
