//! The lists in a page's scripts.

use std::borrow::Cow;
use std::ops::Range;

/// An item of a list.
#[derive(Clone, Debug)]
pub(super) struct ScriptItem<'a> {
    /// The text, with escapes decoded.
    pub text: Cow<'a, str>,
    /// The span of the text, without quotes.
    pub span: Range<usize>,
    pub is_string: bool,
}

/// A list, as far as it could be parsed.
#[derive(Clone, Debug, Default)]
pub(super) struct ScriptList<'a> {
    pub items: Vec<ScriptItem<'a>>,
    /// The end of the list, or the offset at which it stops making sense.
    pub end: usize,
    pub is_complete: bool,
}
