//! Commands that print reference text: explanations, formats, games, completions, the manual.

pub(super) mod explain;
pub(super) mod listing;
pub(super) mod manual;
