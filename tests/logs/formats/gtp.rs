//! Sessions of GTP, and moves with the side before each.

use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text, detect_log};

fn games(text: &str) -> Vec<CheckedGame> {
    check_text(text, by_id("gtp"), &ReadContext::default())
}

/// Returns the moves and the codes of the errors and warnings of a session with one game.
fn read(text: &str) -> (String, String) {
    let [game] = &games(text)[..] else {
        panic!("one game: {text}");
    };
    let findings = game.findings.iter();
    let codes: Vec<String> = findings
        .map(|finding| finding.code.to_string())
        .filter(|code| !["K308", "K208"].contains(&code.as_str()))
        .collect();
    (game.record.moves.clone(), codes.join(" "))
}

#[test]
fn session_with_ids_answers_and_undo_is_read() {
    let text = "1 boardsize 9\n=1\n\n2 clear_board\n=2\n\n3 play b E5\n=3\n\n\
                4 genmove w\n=4 D4\n\n5 undo\n=5\n\n6 play w C3\n=6\n\n";
    assert_eq!(read(text), ("E5 C3".to_owned(), String::new()));
}

#[test]
fn nothing_behind_a_refused_move_is_played() {
    let text = "boardsize 9\n=\n\nplay b E5\n=\n\nplay w E5\n? illegal move\n\nplay w D4\n=\n\n";
    assert_eq!(read(text), ("E5".to_owned(), "K225".to_owned()));
}

#[test]
fn cleared_board_begins_another_game() {
    let text = "boardsize 9\n=\n\nplay b E5\n=\n\nclear_board\n=\n\nplay b D4\n=\n\n";
    let moves: Vec<String> = games(text)
        .into_iter()
        .map(|game| game.record.moves)
        .collect();
    assert_eq!(moves, ["E5", "D4"]);
}

#[test]
fn numbered_moves_with_sides_are_read_between_evaluations() {
    let text = "0.43, 11436\n1: W c6c5\n0.41, 9000\n2: B b6a6\n";
    let (moves, codes) = read(text);
    assert_eq!((moves.as_str(), codes.as_str()), ("c6c5 b6a6", "K116"));
}

#[test]
fn side_out_of_turn_stops_the_game() {
    for (text, moves) in [
        ("B E5\nB D4\nW C3\n", "E5"),
        ("W E5\nB D4\n", ""),
        ("1: B E5\n3: B D4\n", "E5"),
    ] {
        let (read, codes) = read(text);
        assert_eq!(read, moves, "{text}");
        assert!(
            codes.contains("K207") || codes.contains("K134"),
            "{text}: {codes}"
        );
    }
}

#[test]
fn sessions_of_go_in_folders_are_no_logs() {
    let is_log = |text| detect_log(text, &ReadContext::default()).is_some();
    for text in [
        "boardsize 9\nclear_board\nkomi 7.5\nplay b e5\ngenmove w\n",
        "boardsize 19\nclear_board\nplay b q16\nplay w d4\n",
        "1 boardsize 7\n2 kata-set-rules chinese\n3 play b d4\n4 genmove w\n",
    ] {
        assert!(!is_log(text), "{text}");
    }
    assert!(is_log("boardsize 9\nclear_board\nplay b e5\nplay w d4\n"));
}
