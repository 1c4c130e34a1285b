//! Boards that were looked at, in a table that forgets: many circuits lead to the same board.

use crate::contract::SPLITMIX64_INCREMENT;

const SLOT_COUNT: usize = 1 << 14;

/// The table.
pub(super) struct SeenBoards {
    boards: Vec<u64>,
}

impl SeenBoards {
    pub fn new() -> Self {
        Self {
            boards: vec![0; SLOT_COUNT],
        }
    }

    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.boards.fill(0);
    }

    /// Whether a board was not looked at yet, as far as the table remembers; from now on it was.
    #[inline]
    pub fn insert(&mut self, own: u64) -> bool {
        let slot = (own.wrapping_mul(SPLITMIX64_INCREMENT) >> 50) as usize % SLOT_COUNT;
        std::mem::replace(&mut self.boards[slot], own) != own
    }
}
