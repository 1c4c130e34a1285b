/// How a value that was found stands to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exactly,
    AtLeast,
    AtMost,
}

/// What was found out about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableEntry<M> {
    pub key: u64,
    pub value: f32,
    pub bound: Bound,
    /// How many plies deep; if nothing was guessed, as deep as there are.
    pub depth: u32,
    /// Whether luck dealt on the way.
    pub luck: bool,
    pub best: Option<M>,
}

/// The depth of a value in which nothing is guessed.
pub(super) const DEPTH_EXACT: u32 = u32::MAX;

/// Positions that were searched, by their keys. Of two in the same place the later one stays,
/// unless the earlier is known to the end.
pub(super) struct TranspositionTable<M> {
    entries: Vec<Option<TableEntry<M>>>,
    most: usize,
}

impl<M: Copy> TranspositionTable<M> {
    pub fn new(memory_mb: usize) -> Self {
        let bytes = memory_mb.clamp(1, 1 << 16) << 20;
        let most = (bytes / size_of::<Option<TableEntry<M>>>()).max(2);
        Self {
            entries: Vec::new(),
            // A power of two, of which a part of the key is the place.
            most: 1 << most.ilog2(),
        }
    }

    fn place(&self, key: u64) -> usize {
        usize::try_from(key & (self.entries.len() as u64 - 1)).unwrap_or(0)
    }

    pub fn get(&self, key: u64) -> Option<&TableEntry<M>> {
        if self.entries.is_empty() {
            return None;
        }
        self.entries[self.place(key)]
            .as_ref()
            .filter(|entry| entry.key == key)
    }

    pub fn put(&mut self, entry: TableEntry<M>) {
        if self.entries.is_empty() {
            self.entries.resize(self.most, None);
        }
        let place = self.place(entry.key);
        let there = &mut self.entries[place];
        let keeps = there.as_ref().is_some_and(|there| {
            there.key != entry.key && there.depth == DEPTH_EXACT && entry.depth <= 1
        });
        if !keeps {
            *there = Some(entry);
        }
    }
}
