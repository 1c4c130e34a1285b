//! Boards that were looked at, in a table that forgets: many circuits lead to the same board.

const SLOTS: usize = 1 << 14;

/// The table.
pub(super) struct Seen {
    boards: Vec<u64>,
}

impl Seen {
    pub fn new() -> Self {
        Self {
            boards: vec![0; SLOTS],
        }
    }

    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.boards.fill(0);
    }

    /// Whether a board was not looked at yet, as far as the table remembers; from now on it was.
    #[inline]
    pub fn is_new(&mut self, own: u64) -> bool {
        let slot = (own.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50) as usize % SLOTS;
        std::mem::replace(&mut self.boards[slot], own) != own
    }
}
