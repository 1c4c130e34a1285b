//! The names of players, each stored once.

use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The names of players by number.
#[derive(Debug, Default)]
pub(super) struct PlayerNames {
    numbers: FxHashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
}

impl PlayerNames {
    /// Returns the number of a name, adding it if it is new.
    pub fn intern(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        // More than four billion different names do not fit into memory.
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    /// Returns the number of a name, if anybody has it.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Returns a name by its number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", |name| name)
    }

    /// Returns the number of bytes in memory, nearly.
    pub fn memory(&self) -> usize {
        let each = size_of::<(Arc<str>, u32)>() + size_of::<Arc<str>>() + 16;
        self.names.iter().map(|name| name.len() + each).sum()
    }
}
