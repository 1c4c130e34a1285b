//! The syntax of SGF.

use kifu_core::findings::Code;
use kifu_logs::formats::sgf::syntax::{MAX_DEPTH, SgfTree, raw_values};

#[test]
fn sgf_nodes_are_in_text_order_with_their_parents() {
    let tree = SgfTree::parse(" (;A[](;B[b] [c\\]]\n;C[])(;D[]))x", 1);
    let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
    assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
    assert!(tree.error.is_none());
    let text = " (;A[](;B[b] [c\\]]\n;C[])(;D[]))x";
    let property = &tree.properties(1)[0];
    let values: Vec<_> = raw_values(text, property.values.clone())
        .map(|span| &text[span])
        .collect();
    assert_eq!(values, ["b", "c\\]"]);
    assert_eq!(&text[tree.end..], "x");
}

#[test]
fn sgf_syntax_errors_are_located() {
    let error = |text: &str| {
        let error = SgfTree::parse(text, 0).error.unwrap();
        (error.code, error.at)
    };
    assert_eq!(error("(;B[aa"), (Code::Truncated, 3));
    assert_eq!(error("(;B[aa]"), (Code::Truncated, 7));
    assert_eq!(error("(;B aa"), (Code::Syntax, 4));
    assert_eq!(error("(;B[aa]]"), (Code::Syntax, 7));
    assert_eq!(
        error(&"(;".repeat(MAX_DEPTH + 1)),
        (Code::TooDeep, 2 * MAX_DEPTH)
    );
}
