//! `kifu show`.

use crate::{BROKEN, GAME, folder, kifu, kifu_with};

#[test]
fn show_prints_players_board_last_move_and_result() {
    let logs = folder(&[("game.moves", GAME)]);
    let run = kifu(logs.path(), &["show", "game.moves"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let expected = "\
Clobber (CodinGame)
White: Ada
Black: Charles

  2  .  . 
  1 (.)[w]
     a  b 

ply 3 of 3: White a1b1
finished, White wins, scores 1 - 0, points 1 - 0
";
    assert_eq!(run.out, expected);
}

#[test]
fn show_selects_ply_and_game_from_either_end() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let show = |args: &[&str]| {
        let all = [&["show", "two.moves"], args].concat();
        kifu(logs.path(), &all)
    };
    for (args, words) in [
        (&["--ply", "0"][..], "ply 0 of 3\nWhite to move\n"),
        (&["--ply", "2"], "ply 2 of 3: Black b2a2\nWhite to move\n"),
        (&["--ply", "-2"], "ply 3 of 3: White d1c1\nBlack to move\n"),
        (&["--ply", "-5"], "ply 0 of 3\n"),
        (&[], "ply 4: Black tried `e5e7`: e5 and e7"),
        (
            &["--ply", "4"],
            "\nillegal move, White wins, scores 0 - (−1)",
        ),
        (
            &["--game-index", "1"],
            "ply 1 of 1: White b1a1\nBlack to move\n",
        ),
        (&["-i", "-1"], "ply 1 of 1: White b1a1\n"),
        (&["-i", "-2", "-p", "1"], "ply 1 of 3: White b1a1\n"),
    ] {
        let run = show(args);
        assert!(run.out.contains(words), "{args:?}: {}", run.out);
    }
    for (args, words) in [
        (&["--ply", "5"][..], "expected a ply from 0 to 4, found 5"),
        (&["--ply", "-6"], "expected a ply from 0 to 4, found -6"),
        (&["-i", "2"], "expected a game index from 0 to 1, found 2"),
        (&["-i", "-3"], "expected a game index from 0 to 1, found -3"),
        (&["-i", "-9223372036854775808"], "expected a game index"),
        (&["--ply", "-9223372036854775808"], "expected a ply"),
    ] {
        let run = show(args);
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(words), "{args:?}: {}", run.err);
    }
}

/// A game in which a bot crashes on its second turn.
pub const CRASHED: &str = "(
    kifu: 2,
    game: \"clobber\",
    players: ((name: \"Ada\"), (name: \"mybot\")),
    moves: \"b1a1 b2a2 d1c1\",
    times_ms: \"5 7 6 31\",
    notes: {
        4: (stderr: \"thinking\\nValueError: no such stone\\n\", marks: [(kind: Circle, at: \"h8\")]),
    },
    result: Some((
        winner: Some(First),
        scores: Some((0, -1)),
        points: Some((0, -1)),
        how: Crash,
        faults: {Second: Crash},
    )),
)
";

#[test]
fn show_of_crash_is_a_ply_with_the_last_output() {
    let logs = folder(&[("crash.ron", CRASHED)]);
    let last = kifu(logs.path(), &["show", "crash.ron"]);
    let words = "
ply 4: Black failed: crash, 31 ms
  stderr: thinking
  stderr: ValueError: no such stone
crash, White wins, scores 0 - (−1), points 0 - (−1)
";
    assert!(last.out.ends_with(words), "{}", last.out);
    let same = kifu(logs.path(), &["show", "crash.ron", "--ply", "4"]);
    assert_eq!(same.out, last.out);
    let before = kifu(logs.path(), &["show", "crash.ron", "--ply", "3"]);
    let words = "ply 3 of 3: White d1c1, 6 ms\nBlack to move\n";
    assert!(before.out.ends_with(words), "{}", before.out);
    // A failure changes no position.
    let args = ["show", "crash.ron", "--all", "--position"];
    assert_eq!(kifu(logs.path(), &args).out.lines().count(), 4);
}

#[test]
fn failure_before_jury_moves_is_shown_at_its_ply() {
    let record = "(
    kifu: 2,
    game: \"zuniq\",
    players: ((), ()),
    moves: \"A1h C3h C4h E5h A2v\",
    notes: {3: (by: Jury, stderr: \"no move\"), 5: (by: Jury)},
    result: Some((
        winner: Some(Second),
        points: Some((0, 50)),
        how: Crash,
        faults: {First: Crash},
    )),
)
";
    let logs = folder(&[("crash.ron", record)]);
    let words = "White failed: crash, and the jury moved instead\n";
    let at = |ply: &str| kifu(logs.path(), &["show", "crash.ron", "--ply", ply]).out;
    assert!(
        at("3").contains(&format!("  stderr: no move\n{words}")),
        "{}",
        at("3")
    );
    assert!(!at("5").contains(words));
}

#[test]
fn show_all_prints_every_ply() {
    let logs = folder(&[("two.moves", BROKEN)]);
    let run = kifu(logs.path(), &["show", "two.moves", "--all"]);
    for ply in 0..=3 {
        assert!(run.out.contains(&format!("ply {ply} of 3")));
    }
    let run = kifu(logs.path(), &["show", "two.moves", "--all", "--position"]);
    assert_eq!(run.out.lines().count(), 4);
}

#[test]
fn show_writes_and_reads_position_text() {
    let logs = folder(&[("game.moves", GAME)]);
    let path = logs.path();
    let run = kifu(path, &["show", "game.moves", "--position"]);
    assert_eq!((run.code, run.out.as_str()), (0, "../.w b\n"));
    let run = kifu(path, &["show", "--position", "game.moves"]);
    assert_eq!(run.out, "../.w b\n");
    let run = kifu(
        path,
        &["show", "--game", "clobber", "--position", "wb/bw w"],
    );
    assert_eq!(run.code, 0);
    let expected = "Clobber (CodinGame)\n\n  2  w  b \n  1  b  w \n     a  b \n\nWhite to move\n";
    assert_eq!(run.out, expected);
    let run = kifu(
        path,
        &["show", "--game", "clobber", "--position", "wb/bx w"],
    );
    assert_eq!(run.code, 2);
    assert!(run.err.contains("expected"), "{}", run.err);
    let run = kifu(path, &["show", "--game", "clobber", "--position"]);
    assert!(run.out.ends_with(" w\n"));
    let run = kifu(path, &["show", "game.moves", "--position", "wb/bw w"]);
    assert_eq!(run.code, 2);
}

#[test]
fn position_text_that_begins_with_a_dash_is_accepted() {
    let logs = folder(&[("game.moves", "A1h B2v C3h\n")]);
    let path = logs.path();
    let run = kifu(path, &["show", "game.moves", "--position"]);
    let text = run.out.trim_end();
    assert!(text.starts_with("-..../"), "{text}");
    let run = kifu(path, &["show", "--game", "zuniq", "--position", text]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.ends_with("Black to move\n"), "{}", run.out);
}

#[test]
fn show_uses_unicode_and_colours_only_on_request() {
    let here = std::env::temp_dir();
    let show = |args: &[&str]| kifu_with(&here, &[&["show", "-"], args].concat(), GAME).out;
    assert!(show(&[]).is_ascii());
    assert!(!show(&["--unicode"]).is_ascii());
    assert!(show(&["--color", "always"]).contains("\u{1b}["));
    assert!(!show(&["--color", "never", "--unicode"]).contains("\u{1b}["));
}

#[test]
fn show_reports_texts_without_games() {
    let here = std::env::temp_dir();
    let run = kifu_with(&here, &["show", "-"], "nothing to see");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.starts_with("error[K101]"), "{}", run.err);
    let run = kifu(&here, &["show", "missing-file"]);
    assert_eq!(run.code, 2);
}

#[test]
fn show_replaces_control_characters_in_names() {
    let here = std::env::temp_dir();
    let text = GAME.replace("Ada", "A\u{202e}d\u{9b}31ma");
    let run = kifu_with(&here, &["show", "-"], text);
    assert!(
        run.out.contains("White: A\u{fffd}d\u{fffd}31ma\n"),
        "{}",
        run.out
    );
}
