//! Transcripts of a home arbiter.

use kifu_core::contract::{Fault, Player};
use kifu_core::findings::Code;
use kifu_core::record::Ending;
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text, detect};

const CASE: &str = include_str!("../../../fixtures/arbiter/box-arbiter-transcript.txt");

fn one(text: &str) -> CheckedGame {
    let games = check_text(text, None, &ReadContext::default());
    let [game] = <[CheckedGame; 1]>::try_from(games).expect("one game");
    game
}

fn codes(game: &CheckedGame) -> Vec<Code> {
    game.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn first_line_of_arbiter_transcript_has_both_colours() {
    let game = one(CASE);
    assert_eq!(game.record.source.format, "arbiter");
    assert_eq!((game.record.game.as_str(), game.ply_count), ("box", 2));
    assert_eq!(game.record.setup.get("colors"), Some("4 1"));
    assert_eq!(codes(&game), [Code::Unterminated]);
    let crlf = one(&CASE.replace('\n', "\r\n"));
    assert_eq!(crlf.record.moves, game.record.moves);
}

#[test]
fn short_arbiter_transcript_is_not_a_list_of_points() {
    for (text, plies) in [
        ("4 1\nHh216534h\n", 0),
        ("4 1\nHh216534h\nIk364521v\n", 1),
        ("4 1\n# Ikv\n", 0),
    ] {
        let game = one(text);
        assert_eq!(
            (game.record.game.as_str(), game.ply_count),
            ("box", plies),
            "{text}"
        );
    }
    // A list of points stays one, with a comment too.
    for text in ["4 4\n", "4 4\n3 3\n", "4 4\n# in the middle\n3 3\n"] {
        assert_eq!(one(text).record.game, "atari-go", "{text}");
    }
}

#[test]
fn refused_arbiter_line_is_fault_of_player_to_move() {
    let game = one("3 4\nHh513624h\nFh654312v\n# Aah\n");
    assert!(game.is_valid(), "{:?}", game.findings);
    assert_eq!((game.ply_count, game.ending), (1, Ending::Illegal));
    let attempt = game.record.attempt.as_ref().unwrap();
    assert_eq!(attempt.raw, "Aah");
    assert_eq!((attempt.player, attempt.line), (Some(Player::Second), 4));
    let faults = &game.record.result.as_ref().unwrap().faults;
    assert_eq!(faults.get(&Player::Second), Some(&Fault::Illegal));
    // An empty line that was refused is an attempt, too.
    let silent = one("3 4\nHh513624h\nFh654312v\n#\n");
    assert_eq!(silent.ending, Ending::Illegal);
    assert_eq!(silent.record.attempt.unwrap().raw, "");
}

#[test]
fn reason_of_a_refused_arbiter_line_is_reported() {
    let legal = one("4 1\nHh123456h\n# Fhv\n");
    assert_eq!(codes(&legal)[0], Code::RefusedMoveLegal);
    let more = one("4 1\nHh123456h\n# Aav\nHh123456h\n");
    assert_eq!(codes(&more), [Code::MovesAfterFault]);
    assert_eq!(more.record.attempt.unwrap().rest, "Hh123456h");
    let before_any_player = one("4 1\n# Fhv\n");
    assert_eq!(codes(&before_any_player)[0], Code::UnreadableMove);
    let colours = one("9 1\nHh216534h\nIk364521v\n");
    assert!(codes(&colours).contains(&Code::BadSetup));
    assert_eq!(colours.record.game, "box");
}

#[test]
fn arbiter_file_name_gives_game_number_and_players() {
    let names = |file_name: &str| {
        let context = ReadContext {
            file_name,
            ..ReadContext::default()
        };
        let record = check_text(CASE, None, &context).remove(0).record;
        [
            record.source.id,
            record.players.0.name,
            record.players.1.name,
        ]
    };
    let named = names("game-3-of-6-bot-2-vs-bot-1-transcript.txt");
    assert_eq!(named, ["3", "bot-2", "bot-1"]);
    for unclear in ["game-3-of-6-a-vs-b-vs-c-transcript.txt", "game.txt"] {
        assert_eq!(names(unclear), ["", "", ""], "{unclear}");
    }
}

#[test]
fn arbiter_result_table_is_no_game() {
    let table = "Game Player 1 Player 2 Sc1 Sc2\n---- -------- -------- --- ---\n   1 a b 6 0\n";
    assert!(detect(table, &ReadContext::default()).is_none());
    let arbiter = formats::by_id("arbiter");
    let [game] = <[CheckedGame; 1]>::try_from(check_text(table, arbiter, &ReadContext::default()))
        .expect("one game");
    assert_eq!(codes(&game), [Code::NoGame]);
}

#[test]
fn several_arbiter_transcripts_in_one_file_are_read() {
    let context = ReadContext {
        file_name: "game-3-of-6-a-vs-b-transcript.txt",
        ..ReadContext::default()
    };
    let other = CASE.replacen("4 1", "2 5", 1);
    for text in [format!("{CASE}{other}"), format!("{CASE}\n\n{other}\n")] {
        let games = check_text(&text, None, &context);
        let colors = |game: &CheckedGame| game.record.setup.get("colors").map(str::to_owned);
        let found: Vec<_> = games.iter().filter_map(colors).collect();
        assert_eq!(found, ["4 1", "2 5"]);
        assert_eq!(games[0].record.moves, games[1].record.moves);
        assert_eq!(codes(&games[1]), [Code::Unterminated]);
        // The name of the file is that of one game.
        assert_eq!(games[0].record.source.id, "3");
        assert_eq!(games[1].record.source.id, "");
    }
    // A setup without moves, or of another game, starts no game.
    for more in ["2 5\n", "2 5 7\nHh216534h\n", "2 5\n4 4\n"] {
        let games = check_text(&format!("{CASE}{more}"), None, &context);
        assert_eq!(games.len(), 1, "{more}");
        assert!(!games[0].is_valid(), "{more}");
    }
}

#[test]
fn blanks_around_a_refused_move_do_not_change_the_verdict() {
    let start = "4 1\nHh216534h\nIk364521v\n";
    for refused in [
        "# If462513v  ",
        "#  If462513v",
        "#\tIf462513v",
        "# \tIfv \t",
    ] {
        let game = one(&format!("{start}{refused}\n"));
        let expected = [Code::LenientSpelling, Code::RefusedMoveLegal];
        assert_eq!(codes(&game), expected, "{refused:?}");
        assert_eq!(game.findings[0].location.as_ref().unwrap().line, 4);
    }
    for refused in ["# If462513v", "#If462513v"] {
        assert_eq!(
            codes(&one(&format!("{start}{refused}\n"))),
            [Code::RefusedMoveLegal]
        );
    }
    let illegal = one(&format!("{start}# \tAah \n"));
    assert_eq!(codes(&illegal), [Code::LenientSpelling]);
    assert_eq!(illegal.ending, Ending::Illegal);
}

#[test]
fn words_behind_a_refused_move_are_reported_and_kept() {
    let game = one("4 1\nHh216534h\nIk364521v\n# If462513v 12 ms\n");
    assert_eq!(codes(&game), [Code::TrailingText, Code::RefusedMoveLegal]);
    assert_eq!(game.record.attempt.as_ref().unwrap().raw, "If462513v");
    assert_eq!(game.record.reported.as_ref().unwrap().text, "12 ms");
}

#[test]
fn word_for_a_fault_is_no_refused_move() {
    for (word, ending) in [("Crash", Ending::Crash), ("TIMEOUT", Ending::Timeout)] {
        let game = one(&format!("4 1\nHh216534h\nIk364521v\n# {word}\n"));
        assert_eq!(codes(&game), [Code::ForgivenSyntax]);
        assert_eq!((game.ending, &game.record.attempt), (ending, &None));
        let faults = &game.record.result.as_ref().unwrap().faults;
        assert!(faults.contains_key(&Player::Second));
    }
}
