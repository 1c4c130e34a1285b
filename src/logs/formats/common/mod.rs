//! Helpers that several formats share: decoding, the game under construction, result texts.

pub(in crate::formats) mod decode;
pub mod field_spans;
pub(in crate::formats) mod game_builder;
pub(in crate::formats) mod har;
pub(in crate::formats) mod headers;
pub mod json_doc;
pub(in crate::formats) mod json_error;
mod mhtml;
pub(in crate::formats) mod parsed_game;
pub mod quoting;
pub(in crate::formats) mod statuses;
pub(in crate::formats) mod writer;
