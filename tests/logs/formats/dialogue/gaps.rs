//! Dialogues with a place where a move may be missing.

use super::{all, codes, one};
use kifu_core::findings::Code;
use kifu_core::record::AttemptRule;
use kifu_logs::formats::CheckedGame;

/// Checks that a game has these moves, then a gap that is shown at this line, and these words
/// behind it.
fn assert_gap(text: &str, moves: &str, line: u32, rest: &str) -> CheckedGame {
    let game = one(text);
    assert_eq!(game.record.moves, moves, "{text}");
    let attempt = game.record.attempt.as_ref();
    let attempt = attempt.unwrap_or_else(|| panic!("no gap: {text}"));
    assert_eq!(attempt.rule, AttemptRule::NotLogged, "{text}");
    assert_eq!(attempt.rest, rest, "{text}");
    let is_shown = game.findings.iter().any(|finding| {
        let place = finding.location.as_ref().map(|place| place.line);
        finding.code == Code::UnexpectedLine && place == Some(line)
    });
    assert!(is_shown, "{text}: {:?}", game.findings);
    assert!(!game.is_valid(), "{text}");
    game
}

#[test]
fn nothing_behind_a_damaged_log_line_is_played() {
    for torn in [
        "IO RCVD [A2h",
        "IO RCVD A2h]",
        "IO RCVD[A2h]",
        "IO RCV [A2h]",
        "IO RCVD",
        "IO R",
        "CVD [A2h]",
        "D [A2h]",
        "TIME 3IO RCVD [A2h]",
        "io rcvd [A2h]",
        "IO RCVD [A2]",
        "IO RCVD []x",
        "IO RCVD [A2h]IO SEND [B3h]",
    ] {
        let text = format!(
            "IO RCVD [Start]\nIO SEND [E5v]\nTIME 2\n{torn}\nIO SEND [B3h]\nIO RCVD [C4v]\n"
        );
        assert_gap(&text, "E5v", 4, "B3h C4v");
    }
}

#[test]
fn standard_error_of_a_program_is_no_gap() {
    for words in [
        "RCVD",
        "[A2h]",
        "IO",
        "INPUT [A2h]",
        "move A2h",
        "> A2h",
        "12 [3m",
    ] {
        let text = format!("IO RCVD [Start]\nIO SEND [E5v]\n{words}\nIO RCVD [A2h]\n");
        if words == "IO" {
            assert_gap(&text, "E5v", 3, "A2h");
            continue;
        }
        let game = one(&text);
        assert_eq!(game.record.moves, "E5v A2h", "{text}");
        assert_eq!(game.record.notes[&1].stderr, words);
    }
}

#[test]
fn answer_where_none_is_due_is_a_gap() {
    let two = "> Start\n< E5v\n< B3h\n> C4v\n< E5h\n";
    let game = assert_gap(two, "E5v", 3, "C4v E5h");
    assert_eq!(codes(&game), ["K116", "K212", "K208"]);
    assert_gap("> Start\n< E5v\n> A2h\n> C4v\n", "E5v A2h", 4, "");
    assert_gap("< E5v\n> A2h\n< B3h\n", "", 1, "A2h B3h");
}

/// The protocol of Turn Right does not know whose turn it is.
#[test]
fn move_of_the_wrong_player_is_a_gap() {
    let start = "> Start\n< c3\n> a1\n< b2\n";
    assert_gap(&format!("{start}< d4\n> e5\n"), "c3 a1 b2", 5, "e5");
    assert_gap(
        &format!("{start}> d4\n> e5\n< e6\n"),
        "c3 a1 b2 d4",
        6,
        "e6",
    );
}

#[test]
fn unmarked_line_with_a_move_is_a_gap() {
    assert_gap("> Start\n< E5v\n A2h\n< B3h\n", "E5v", 3, "B3h");
    let words = one("> Start\n< E5v\nno move\n> A2h\n");
    assert_eq!(codes(&words), ["K116", "K308"]);
    assert_eq!(words.record.moves, "E5v A2h");
}

#[test]
fn board_that_the_moves_do_not_give_is_a_gap() {
    let start = "> 4\n> w\n> wbwb\n> bwbw\n> wbwb\n> bwbw\n> null\n> 24\n< a2a1\n";
    let whole = format!("{start}> wbwb\n> bwbw\n> .bwb\n> wwbw\n> b4a4\n> 19\n< d1c1\n");
    // A turn of both players is missing.
    let game = assert_gap(
        &whole.replace("wbwb\n> bwbw\n> .bwb", "wbw.\n> bwbw\n> .bwb"),
        "a2a1",
        14,
        "b4a4 d1c1",
    );
    assert_eq!(game.record.attempt.unwrap().raw, "wbw.");
    // A row is missing, or cut.
    assert_gap(&whole.replace("> wwbw\n", ""), "a2a1", 13, "b4a4 19 d1c1");
    assert_gap(
        &whole.replace("> wwbw\n", "> wwb\n"),
        "a2a1",
        13,
        "wwb b4a4 19 d1c1",
    );
}

#[test]
fn number_that_the_moves_do_not_give_is_reported() {
    let text = "> 2\n> w\n> wb\n> bw\n> null\n> 5\n< a2a1\n";
    let game = one(text);
    assert_eq!(game.record.moves, "a2a1");
    assert_eq!(codes(&game), ["K110", "K308"]);
    assert_eq!(game.findings[0].location.as_ref().unwrap().line, 6);
}

#[test]
fn game_after_a_torn_start_is_not_that_of_the_other_player() {
    let first = "IO RCVD [Start]\nIO SEND [E5v]\nIO RCVD [Quit]\n";
    let moves = |text: &str| -> Vec<String> {
        all(text)
            .into_iter()
            .map(|game| game.record.moves)
            .collect()
    };
    let torn = format!("{first}IO RCVD [Sta\nIO SEND [E5v]\nIO RCVD [A2h]\nIO SEND [B3h]\n");
    assert_eq!(moves(&torn), ["E5v"]);
    let total = "IO RCVD [Start]\nIO SEND [E5v]\n# Total time used: 1 seconds\n";
    let two = format!("{total}IO RCVD [A2h]\nIO SEND [B3h]\n");
    assert_eq!(
        moves(&two),
        ["E5v", "A2h B3h"],
        "the total is the last line"
    );
}

#[test]
fn file_that_begins_within_the_text_begins_a_game() {
    let first = "IO RCVD [Start]\nIO SEND [E5v]";
    for between in ["\n\u{feff}", "\u{feff}"] {
        let joined = format!("{first}{between}IO RCVD [A2h]\nIO SEND [B3h]\n");
        let games = all(&joined);
        let moves: Vec<_> = games.iter().map(|game| &*game.record.moves).collect();
        assert_eq!(moves, ["E5v", "A2h B3h"], "{joined}");
    }
}

#[test]
fn surplus_lines_after_the_end_are_no_gap() {
    let text = "> Start\n< E5v\n> Quit\n< A2h\n";
    let game = one(text);
    assert_eq!(codes(&game), ["K116", "K226"]);
    assert!(game.is_valid());
}
