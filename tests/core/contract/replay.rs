//! The tokens of a list of moves.

use kifu_core::contract::replay::tokens;

#[test]
fn replay_tokens_equal_those_of_a_plain_split() {
    let text = "a bb\tccc\r\n dddddddd eeeeeeeee\u{a0}é\u{7f} 0123456789abcdef0123456  x";
    for from in 0..text.len() {
        let text = &text.as_bytes()[from..];
        let found: Vec<&[u8]> = tokens(text).map(|span| &text[span]).collect();
        let expected = text
            .split(|byte| *byte <= b' ')
            .filter(|word| !word.is_empty());
        assert_eq!(found, expected.collect::<Vec<_>>());
    }
}
