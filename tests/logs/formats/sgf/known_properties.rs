//! The properties that SGF defines.

use kifu_logs::formats::sgf::known_properties::KNOWN_PROPERTIES;

#[test]
fn the_list_is_sorted() {
    assert!(KNOWN_PROPERTIES.is_sorted());
}
