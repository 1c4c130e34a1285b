//! The string interner of the library.

use kifu_app::library::interner::{StringId, StringInterner};

#[test]
fn collation_ranks_sort_texts_naturally() {
    let mut interner = StringInterner::default();
    let order = ["1", "02", "10", "alpha", "Beta 9", "beta 10", "gamma", ""];
    let column: Vec<StringId> = order
        .iter()
        .rev()
        .map(|text| interner.intern(text))
        .collect();
    let ranks = interner.collation_ranks(&column);
    let mut sorted = column;
    sorted.sort_by_key(|id| ranks[id.index()]);
    let texts: Vec<&str> = sorted.iter().map(|id| interner.text(*id)).collect();
    assert_eq!(texts, order);
}

#[test]
fn equal_texts_get_the_same_id() {
    let mut interner = StringInterner::default();
    assert_eq!(interner.intern("a"), interner.intern("a"));
    assert_ne!(interner.intern("a"), interner.intern("b"));
    assert_eq!(interner.get("b"), Some(interner.intern("b")));
    assert_eq!(interner.get("c"), None);
}
