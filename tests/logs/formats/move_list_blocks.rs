//! The blocks of a text with lists of moves, one for each game.

use kifu_core::contract::Setup;
use kifu_core::games::CATALOGUE;
use kifu_core::record::{Attempt, Record};
use kifu_logs::formats::moves::blocks::{MoveListBlock, MoveListBlocks};
use kifu_logs::formats::{ReadContext, by_id, check_text, write_all};

fn words(text: &str) -> Vec<Vec<&str>> {
    let games = MoveListBlocks::new(text, CATALOGUE);
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
    let blocks: Vec<MoveListBlock> = MoveListBlocks::new(text, CATALOGUE).collect();
    let counts: Vec<_> = blocks
        .iter()
        .map(|block| (block.headers.len(), block.lines.len()))
        .collect();
    assert_eq!(counts, [(1, 1), (1, 1), (1, 0), (0, 1)]);
    assert_eq!(blocks[0].header("white"), Some("A"));
}

/// Returns games of one kind: whole, just begun, ended by a failed move, and without moves.
fn games_of(id: &str) -> Vec<Record> {
    let tokens = crate::common::random_game_of(id, &Setup::default(), 3);
    let record = |length: usize, raw: &str| {
        let mut record = Record {
            game: id.to_owned(),
            moves: tokens[..length].join(" "),
            ..Record::default()
        };
        record.players.0.name = format!("A: {length}");
        record.attempt = (!raw.is_empty()).then(|| Attempt {
            raw: raw.to_owned(),
            ..Attempt::default()
        });
        let text = write_all(by_id("ronl").unwrap(), &[record], CATALOGUE).unwrap();
        let mut games = check_text(&text, by_id("ronl"), &ReadContext::default());
        games.remove(0).record
    };
    vec![
        record(tokens.len(), ""),
        record(4, ""),
        record(4, "zz"),
        record(3, "no move: of any game"),
        record(0, ""),
        record(tokens.len(), ""),
    ]
}

#[test]
fn lists_and_boards_are_cut_between_games_only() {
    for game in CATALOGUE {
        for id in ["moves", "txt"] {
            let format = by_id(id).unwrap();
            let games = games_of(game.id());
            let text = write_all(format, &games, CATALOGUE).unwrap();
            let read = |text: &str| {
                let games = check_text(text, Some(format), &ReadContext::default());
                games
                    .into_iter()
                    .map(|game| game.record.moves)
                    .collect::<Vec<_>>()
            };
            let whole = read(&text);
            assert_eq!(whole.len(), games.len(), "{text}");
            let mut cuts = std::collections::BTreeSet::new();
            let ends = text.match_indices('\n').map(|(at, _)| at + 1);
            for cut in ends.filter_map(|end| format.split_point(&text.as_bytes()[..end])) {
                cuts.insert(cut);
            }
            // Before all games but the first.
            assert!(cuts.len() >= games.len() - 1, "{id}: {cuts:?}\n{text}");
            for cut in cuts.into_iter().filter(|cut| *cut < text.len()) {
                let (before, after) = text.split_at(cut);
                let mut parts = read(before);
                parts.extend(read(after));
                assert_eq!(parts, whole, "{id} cut here:\n{after}");
            }
        }
    }
}

#[test]
fn list_is_not_cut_below_headers_and_comments() {
    let format = by_id("moves").unwrap();
    let cut = |text: &str| format.split_point(text.as_bytes());
    assert_eq!(cut("game: zuniq\n\n"), None);
    assert_eq!(cut("game: zuniq\n# c\n\n"), None);
    assert_eq!(cut("# c\n\n"), None);
    assert_eq!(cut("# c\n---\n"), None);
    assert_eq!(cut("E5v\n\n# of the next game\n\n"), Some(5));
    assert_eq!(cut("E5v\n# c: d\n\n"), Some(12));
    assert_eq!(cut("1:E5v 2:A2h\r\n\r\n"), Some(15));
    assert_eq!(cut("game: zuniq\n---\nE5v"), Some(16));
    assert_eq!(cut("game: zuniq\nattempt: x\n\n"), None);
    assert_eq!(cut("E5v\nattempt: x\n\n"), Some(16));
}
