//! The properties that SGF defines, and their values.

use kifu_logs::formats::sgf::properties::{
    KNOWN_PROPERTIES, SgfResult, WinReason, parse_result, parse_simple_text, parse_text,
    split_compose, write_escaped,
};

#[test]
fn sgf_escapes_and_soft_line_breaks_are_undone() {
    assert_eq!(parse_text("a\\]b\\\\c\\\nd\\\r\ne\r\nf\\:"), "a]b\\cde\nf:");
    assert_eq!(parse_simple_text(" a\n b\t"), "a  b");
    assert_eq!(split_compose("a\\:b:c:d"), Some(("a\\:b", "c:d")));
    for odd in ["\\", "]", ":", "a\\:]\\\\", "x\ny"] {
        let mut out = String::new();
        write_escaped(odd, true, &mut out);
        assert_eq!(
            (parse_text(&out).as_str(), split_compose(&out)),
            (odd, None)
        );
    }
}

#[test]
fn sgf_results_of_every_form_are_parsed() {
    assert_eq!(
        parse_result("B+3"),
        Some(SgfResult::Won(true, WinReason::Margin(3.0)))
    );
    assert_eq!(
        parse_result("W+Resign"),
        Some(SgfResult::Won(false, WinReason::Resignation))
    );
    assert_eq!(
        parse_result("B+T"),
        Some(SgfResult::Won(true, WinReason::Time))
    );
    assert_eq!(
        parse_result("W+"),
        Some(SgfResult::Won(false, WinReason::NotStated))
    );
    assert_eq!(parse_result("0"), Some(SgfResult::Draw));
    assert_eq!(parse_result("Void"), Some(SgfResult::Unknown));
    assert_eq!(parse_result("B won"), None);
}

#[test]
fn known_sgf_properties_are_sorted() {
    assert!(KNOWN_PROPERTIES.is_sorted());
}
