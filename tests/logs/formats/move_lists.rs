//! Move lists as people write them.

use kifu_core::contract::Winner;
use kifu_core::games::CATALOGUE;
use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text, write_all};

fn read(text: &str) -> Vec<CheckedGame> {
    check_text(text, None, &ReadContext::default())
}

/// Returns the moves of each game.
fn moves(text: &str) -> Vec<String> {
    let games = read(text).into_iter();
    games.map(|game| game.record.moves).collect()
}

/// Returns the findings that are more than notes, with their places.
fn findings(text: &str) -> Vec<String> {
    let games = read(text);
    let findings = games.iter().flat_map(|game| &game.findings);
    let findings =
        findings.filter(|finding| finding.severity() > kifu_core::findings::Severity::Note);
    findings
        .map(|finding| {
            let place = finding.location.as_ref().expect("a place");
            format!("{}@{}:{}", finding.code, place.line, place.column)
        })
        .collect()
}

#[test]
fn numbers_of_plies_and_pairs_that_fit_are_read() {
    for text in [
        "1. E5v 2. A2h 3. B3h",
        "1. E5v A2h 2. B3h",
        "1. E5v 1... A2h 2. B3h",
        "1. E5v 1. .. A2h 2.B3h",
        "0: E5v 1: A2h 2: B3h",
        "E5v 2. A2h 3. B3h",
        "1. E5v A2h B3h 4. C4v",
    ] {
        let text = format!("{text}\n");
        assert!(findings(&text).is_empty(), "{text}");
    }
    assert_eq!(findings("1... E5v\n"), ["K134@1:1", "K212@1:1"]);
    let tile = "colors: 4 1\nHh564231h\n1. Hn264531h\n";
    assert!(findings(tile).is_empty());
    assert_eq!(moves("1:4 4 2:3 3"), ["E5 D6"]);
}

#[test]
fn numbers_that_do_not_fit_stop_the_game() {
    for (text, read, place) in [
        ("1. E5v\n2. A2h\n4. C4v\n", "E5v A2h", "K134@3:1"),
        ("1. E5v 2. A2h 1. B3h 2. C4v", "E5v A2h", "K134@1:15"),
        ("1. E5v 3. B3h 2. A2h", "E5v", "K134@1:8"),
        ("1. E5v 2. 3. B3h", "E5v", "K134@1:11"),
        ("1. E5v 2. A2h 2. A2h", "E5v A2h", "K134@1:15"),
        (
            "1. E5v A2h 2. B3h C4v 4. E5h",
            "E5v A2h B3h C4v",
            "K134@1:23",
        ),
        ("1. E5v A2h 3. B3h C4v", "E5v A2h", "K134@1:12"),
        ("1. E5v 2. B3h C4v 3. E5h C1v", "E5v", "K134@1:8"),
        ("1. E5v A2h 2. .. B3h", "E5v A2h", "K134@1:12"),
        ("7. E5v 8. A2h", "", "K134@1:1"),
    ] {
        assert_eq!(moves(text), [read], "{text}");
        assert_eq!(findings(text)[0], place, "{text}");
    }
    assert_eq!(
        moves("1. E5v\n2. A2h\n1. B3h\n2. C4v\n"),
        ["E5v A2h", "B3h C4v"]
    );
    assert_eq!(findings("1. E5v\n2. A2h\n1. B3h\n2. C4v\n"), ["K121@3:1"]);
}

#[test]
fn numbers_of_a_part_fit_below_a_position() {
    let text = "game: clobber\nposition: wb/bw w\n17. a2b2 b1a1\n";
    let found = findings(text);
    assert!(
        found.iter().all(|finding| !finding.starts_with("K134")),
        "{found:?}"
    );
    let text = "game: clobber\nposition: wbwb/bwbw b\n17... a1b1\n18. c1d1\n";
    assert!(
        !findings(text)
            .iter()
            .any(|finding| finding.starts_with("K134"))
    );
}

#[test]
fn heading_that_is_repeated_begins_a_game() {
    let heading = "game: zuniq\nwhite: A\nblack: B\nresult: 100 - 0 (BLACK CRASH)\n";
    for gap in ["\n", "", "# c\n\n", "\u{a0}\n"] {
        let games = read(&format!("{heading}{gap}game: zuniq\nwhite: C\nE5v A2h\n"));
        assert_eq!(games.len(), 2, "{gap:?}");
        assert_eq!(games[0].record.players.0.name, "A");
        assert_eq!(games[0].record.moves, "");
        assert_eq!(games[1].record.players.0.name, "C");
        assert!(games[1].record.reported.is_none());
    }
    let games = read("white: A\nE5v A2h\nwhite: C\nblack: D\nB3h C4v\n");
    let names: Vec<&str> = games
        .iter()
        .map(|game| &*game.record.players.0.name)
        .collect();
    assert_eq!(names, ["A", "C"]);
    let games = read("E5v A2h\nblack: D\nB3h C4v\n");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].record.players.1.name, "");
    // Below the moves, headers describe the game above.
    let games = read("E5v A2h\nwhite: A\nresult: 0 - 1 (WHITE CRASH)\n");
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].record.players.0.name, "A");
}

#[test]
fn name_that_is_given_twice_is_reported() {
    let text = "game: zuniq\nwhite: A\nwhite: B\nE5v\n";
    assert_eq!(findings(text), ["K122@3:8"]);
    assert_eq!(findings("game: zuniq\ngame: clobber\nE5v\n"), ["K122@2:7"]);
}

#[test]
fn comments_that_are_no_board_are_kept() {
    let text =
        "game: zuniq\n# 7. Halbfinale\nE5v A2h\n#    indented\n# refused: B3h\nB3h\n# 4. Platz\n";
    let notes = &read(text)[0].record.notes;
    assert_eq!(notes[&0].comment, "7. Halbfinale");
    assert_eq!(notes[&2].comment, "indented\nrefused: B3h");
    assert_eq!(notes[&3].comment, "4. Platz");
}

#[test]
fn result_word_is_compared_with_the_header() {
    for (word, winner) in [
        ("1-0", Winner::First),
        ("0-1", Winner::Second),
        ("1/2-1/2", Winner::Draw),
        ("½-½", Winner::Draw),
        ("0–1", Winner::Second),
    ] {
        let games = read(&format!("game: zuniq\nE5v A2h {word}\n"));
        assert_eq!(games[0].record.moves, "E5v A2h");
        assert_eq!(
            games[0].record.reported.as_ref().unwrap().winner,
            Some(winner)
        );
    }
    let same = "game: zuniq\nresult: 0 - 1 (WHITE CRASH)\nE5v A2h 0-1\n";
    assert!(!findings(same).iter().any(|found| found.starts_with("K309")));
    let other = "game: zuniq\nresult: 0 - 1 (WHITE CRASH)\nE5v A2h 1-0\n";
    assert!(findings(other).contains(&"K309@3:9".to_owned()));
    let open = "game: zuniq\nresult: 0 - 1 (WHITE CRASH)\nE5v A2h *\n";
    assert!(findings(open).contains(&"K309@3:9".to_owned()));
    assert!(findings("game: zuniq\nE5v A2h *\n").is_empty());
    assert_eq!(findings("game: zuniq\nE5v * A2h\n")[0], "K105@2:7");
    assert_eq!(moves("game: zuniq\nE5v 0-1\nA2h\n"), ["E5v", "A2h"]);
}

#[test]
fn double_spaced_moves_are_one_game() {
    for text in [
        "game: zuniq\nE5v\n\nA2h\n\nB3h\n",
        "E5v\r\n\r\nA2h\r\n\r\nB3h\r\n",
        "1. E5v\n\n2. A2h\n\n3. B3h\n",
        "1. E5v A2h\n\n2. B3h\n",
        "E5v # c\n\nA2h\n\u{a0}\n\nB3h\n",
    ] {
        assert_eq!(moves(text), ["E5v A2h B3h"], "{text}");
        assert_eq!(findings(text).len(), 1, "{text}");
        assert!(findings(text)[0].starts_with("K121"));
    }
    assert_eq!(moves("game: atari-go\n4 4\n\n3 3\n"), ["E5 D6"]);
    // Two games, for the second does not go on in the first.
    assert_eq!(moves("game: zuniq\nE5v\n\nE5v\n"), ["E5v", "E5v"]);
    let apart = "game: zuniq\nE5v A2h\n\nB3h C4v\n";
    assert_eq!(moves(apart), ["E5v A2h", "B3h C4v"]);
    assert_eq!(findings(apart), ["K121@4:1"]);
}

#[test]
fn byte_order_mark_of_a_joined_file_is_skipped() {
    let text = "game: zuniq\nE5v A2h\n\n\u{feff}game: zuniq\nB3h C4v\n";
    assert_eq!(moves(text), ["E5v A2h", "B3h C4v"]);
    assert_eq!(findings(text), ["K104@4:1"]);
    let line = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v\")\n";
    let json = "{\"kifu\":2,\"game\":\"zuniq\",\"players\":[{},{}],\"moves\":\"E5v\"}\n";
    for line in [line, json] {
        let text = format!("{line}\u{feff}{line}");
        assert_eq!(moves(&text), ["E5v", "E5v"]);
        assert_eq!(findings(&text), ["K104@2:1"]);
    }
}

#[test]
fn game_is_the_one_that_reads_most_words() {
    let games = read("c3 g7 c7 g3 e5 e6 d5 f5\n");
    assert_eq!(games[0].record.game, "atari-go");
    assert_eq!(games[0].ply_count, 8);
    let games = read("a1 b1 c1 d1 e1 f1 a2 b2 c2 d2 e2 f2 g7 h8 a9\n");
    assert_eq!(games[0].record.game, "atari-go");
    assert_eq!(read("c4 d4 c3 d3 c5 d5\n")[0].record.game, "turn-right");
}

#[test]
fn moves_in_arrays_are_read() {
    for text in [
        "[\"E5v\", \"A2h\"]",
        "[E5v, A2h]",
        "(2) ['E5v', 'A2h']",
        "{\"moves\":[\"E5v\",\"A2h\"]}",
        "{moves: ['E5v', 'A2h']}",
        "('E5v', 'A2h',)",
        "[\n  \"E5v\",\n  \"A2h\",\n];\n",
        "const moves = [\"E5v\", \"A2h\"];",
        "moves = ('E5v', 'A2h')",
        "game.moves = [\n 'E5v',\n 'A2h'\n]",
        "Array(2) [ \"E5v\", \"A2h\" ]",
        "Array [ \"E5v\", \"A2h\" ]",
        "{\"E5v\", \"A2h\"};",
        "E5v | A2h",
        "E5v - A2h",
    ] {
        assert_eq!(moves(text), ["E5v A2h"], "{text}");
        assert!(findings(text).is_empty(), "{text}");
    }
    assert_eq!(moves("[(4, 4), (3, 3)]"), ["E5 D6"]);
    assert_eq!(moves("[[4,4],[3,3]]"), ["E5 D6"]);
    assert_eq!(findings("(4) ['E5v', 'A2h']"), ["K134@1:2"]);
    for text in [
        "[\"E5v\",,\"A2h\"]",
        "[\"E5v\", null, \"A2h\"]",
        "[ 'E5v', 'A2h', ... 100 more items ]",
        "Array(3) [ \"E5v\", \"A2h\" ]",
        "moves == [\"E5v\", \"A2h\"]",
        "{\"E5v\": \"A2h\"}",
        "[\"E5v\", \"A2h\"",
        "[[4,4],[3]]",
        "[\"E5v\", \"A2h\"] [\"B3h\"]",
        "E5v | | A2h",
    ] {
        let context = ReadContext::default();
        for game in check_text(text, by_id("moves"), &context) {
            assert!(!game.is_valid(), "{text}");
        }
    }
}

#[test]
fn unjudged_moves_with_a_colon_are_not_written_as_headers() {
    let games = read("game: box\ncolors: s\n, game: x");
    let record = &games[0].record;
    assert_eq!(record.moves, "game: x");
    let format = by_id("moves").unwrap();
    let text = write_all(format, std::slice::from_ref(record), CATALOGUE).unwrap();
    let again = check_text(&text, Some(format), &ReadContext::default());
    assert_eq!(again.len(), 1, "{text}");
    assert_eq!(again[0].record.moves, record.moves, "{text}");
}
