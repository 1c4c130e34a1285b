//! Rows of the library that were selected one by one.

use std::sync::Arc;

/// A named selection of rows.
#[derive(Clone, Debug, PartialEq)]
pub struct RowSelection {
    name: String,
    /// The numbers of the rows, in ascending order.
    rows: Arc<[u32]>,
}

impl RowSelection {
    /// Creates a selection with a name that a user can read.
    pub fn new(name: String, mut rows: Vec<u32>) -> Self {
        rows.sort_unstable();
        Self {
            name,
            rows: rows.into(),
        }
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Reports whether a row is selected.
    pub(super) fn contains(&self, row: usize) -> bool {
        u32::try_from(row).is_ok_and(|row| self.rows.binary_search(&row).is_ok())
    }
}
