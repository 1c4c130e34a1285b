//! Helpers that several formats share: decoding, the game under construction, result texts.

pub mod csv_text;
pub(in crate::formats) mod decode;
pub(in crate::formats) mod encoding_labels;
pub mod field_spans;
pub(in crate::formats) mod game_builder;
pub(in crate::formats) mod headers;
pub(in crate::formats) mod json_error;
pub mod json_text;
pub(in crate::formats) mod parsed_game;
pub(in crate::formats) mod result_text;
pub(in crate::formats) mod statuses;
pub(in crate::formats) mod writer;
