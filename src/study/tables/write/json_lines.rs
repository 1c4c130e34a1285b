//! Rows as JSON, one object a line; a missing value is `null`.

use crate::tables::column::TableRow;
use kifu_logs::formats::to_json;

/// Returns the line of a row.
pub(super) fn line<R: TableRow>(row: &R) -> String {
    to_json(row) + "\n"
}
