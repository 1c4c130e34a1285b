//! The blocks of a text with lists of moves, one for each game.

use kifu_logs::formats::moves::blocks::{MoveListBlock, MoveListBlocks};

fn words(text: &str) -> Vec<Vec<&str>> {
    let games = MoveListBlocks::new(text);
    games
        .map(|block| block.words(text).map(|span| &text[span]).collect())
        .collect()
}

#[test]
fn move_list_words_are_separated_by_blanks_commas_and_semicolons() {
    assert_eq!(
        words("1. b1a1, b2a2;d1c1 # d2\n12:h1h2\n"),
        [["b1a1", "b2a2", "d1c1", "h1h2"]]
    );
    assert_eq!(words("4 4;3 3\nPASS\n"), [["4", "4", "3", "3", "PASS"]]);
}

#[test]
fn blank_lines_separate_games_but_not_headers_from_moves() {
    let text =
        "white: A\r\n\r\nb1a1\r\n\r\n---\r\n# x\r\nb1a1\nwhite: B\n-----\nevent: E\n---\nb1a1";
    let blocks: Vec<MoveListBlock> = MoveListBlocks::new(text).collect();
    let counts: Vec<_> = blocks
        .iter()
        .map(|block| (block.headers.len(), block.lines.len()))
        .collect();
    assert_eq!(counts, [(1, 1), (1, 1), (1, 0), (0, 1)]);
    assert_eq!(blocks[0].header("white"), Some("A"));
}
