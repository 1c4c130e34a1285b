//! The search for comments in a record, which a save would remove.

use kifu_app::jobs::save::comments::has_comments;

#[test]
fn comments_are_found_but_not_in_strings() {
    for text in [
        "// a\n()",
        "(a: 1 /* b */)",
        "(a: \"x\\\"\", // b\n)",
        "(a: r#\"\"\"#/**/)",
    ] {
        assert!(has_comments(text.as_bytes()), "{text}");
    }
    for text in [
        "(a: \"http://x\")",
        "(a: \"x\\\" // y\")",
        "(a: r\"// \\\", b: 1)",
        "(a: r#\"\" // \"#)",
        "(bar: \"//\")",
        "(a: 1 / 2)",
        "\"",
        "r#\"",
        "\"\\",
    ] {
        assert!(!has_comments(text.as_bytes()), "{text}");
    }
}
