//! Commands that print reference text: explanations, formats, games, JSON schemas, completions, the
//! manual.

pub(super) mod explain;
pub(super) mod listing;
pub(super) mod manual;
pub(super) mod schema;
