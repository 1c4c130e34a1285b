//! The RON dialect of records.

use ron::Options;
use ron::extensions::Extensions;

/// The maximum depth of nested brackets; a record needs eleven.
const MAX_DEPTH: usize = 32;

/// Returns the RON dialect of records: optional values are written without `Some`.
pub(super) fn ron_options() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME)
        .with_recursion_limit(MAX_DEPTH)
}
