//! Rows as JSON, one object a line; a missing value is `null`.

use crate::formats::to_json;
use crate::tables::column::TableRow;

/// Returns the line of a row.
pub(super) fn line<R: TableRow>(row: &R) -> String {
    to_json(row) + "\n"
}
