//! The JSON of replays: numbers, depth, and the repair of truncated texts.

use kifu_logs::formats::common::json_doc::{
    MAX_DEPTH, find_too_deep, parse_whole_number, repair_truncated,
};

#[test]
fn whole_numbers_are_parsed_in_several_spellings() {
    let read = ["1", "-1.0", "\"7\"", "1e2", "1.5", "null", "1e99", "{}"].map(parse_whole_number);
    let expected = [
        Some(1),
        Some(-1),
        Some(7),
        Some(100),
        None,
        None,
        None,
        None,
    ];
    assert_eq!(read, expected);
}

#[test]
fn truncated_json_is_closed_after_its_last_whole_value() {
    for (text, repaired) in [
        (r#"{"a": [1, 2, "x, y"#, r#"{"a": [1, 2]}"#),
        (r#"{"a": {"b": 1}, "c"#, r#"{"a": {"b": 1}}"#),
        (r#"[{"a": "\"]", "b": 1, "#, r#"[{"a": "\"]", "b": 1}]"#),
    ] {
        assert_eq!(
            repair_truncated(text, 0, text.len()).as_deref(),
            Some(repaired)
        );
    }
    assert_eq!(repair_truncated(r#"{"a"#, 0, 4), None);
}

#[test]
fn json_depth_is_counted_outside_strings() {
    let brackets = "[".repeat(MAX_DEPTH + 1);
    assert_eq!(find_too_deep(&brackets), Some(MAX_DEPTH));
    assert_eq!(find_too_deep(&format!("\"\\\"{brackets}\"")), None);
}
