//! Saved pages of the contest's site.

use super::damaged_text;
use crate::common::work_clock;
use kifu::contract::{Fault, Player};
use kifu::findings::{Code, Severity};
use kifu::formats::{CheckedGame, ReadContext, check_text, detect};
use kifu::record::Ending;

const ZUNIQ: &str = include_str!("../../../fixtures/codecup-page/zuniq.html");
const BROKEN: &str = include_str!("../../../fixtures/codecup-page/broken.html");
const REPORT: &str = include_str!("../../../fixtures/codecup-page/report.txt");

fn check(text: &str) -> Vec<CheckedGame> {
    let format = detect(text, &ReadContext::default()).expect("a known format");
    assert_eq!(format.id(), "codecup-page");
    check_text(text, None, &ReadContext::default())
}

fn one(text: &str) -> CheckedGame {
    let [game] = <[CheckedGame; 1]>::try_from(check(text)).expect("one game");
    game
}

fn codes(game: &CheckedGame) -> Vec<Code> {
    game.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn a_page_of_today_tells_names_moves_and_messages() {
    let game = one(ZUNIQ);
    assert!(game.findings.is_empty(), "{:?}", game.findings);
    assert_eq!((game.ply_count, game.ending), (40, Ending::Finished));
    let record = &game.record;
    assert_eq!(
        (record.game.as_str(), record.source.id.as_str()),
        ("zuniq", "159658")
    );
    assert_eq!(record.players.0.name, "Jürgen \"J\" Jones");
    assert_eq!(record.players.1.name, "Bob O'Hara");
    assert!(record.moves.contains(" F5h! "));
    assert_eq!(record.ext["Player messages"], "move 1: depth 7\na < b & c");
    assert_eq!(record.ext["Total time used"], "19.868 seconds");
}

#[test]
fn extras_are_the_setup_and_moves_may_be_a_variable() {
    let call = "new Box(['A','B'], [\"Hh216534h\",\"Ik364521v\"], [4,1]);";
    let variable =
        "var moves=[\"Hh216534h\",\"Ik364521v\",];\nnew Box([ 'A', 'B' ], moves, [ 4, 1 ]);";
    for text in [call, variable] {
        let game = one(text);
        assert_eq!(codes(&game), [Code::Unterminated], "{:?}", game.findings);
        assert_eq!(game.record.setup.get("colors"), Some("4 1"));
        assert_eq!(game.record.moves, "Hh216534h Ik364521v");
    }
    let game = one("new Box(['A','B'], [\"Hh216534h\"], [4,9]);");
    assert!(codes(&game).contains(&Code::BadSetup));
    assert_eq!(game.record.ext["extras"], "4 9");
}

#[test]
fn each_broken_line_shows_its_finding() {
    let due = [
        (2, Code::Syntax),
        (3, Code::IllegalMove),
        (4, Code::UnknownGame),
        (5, Code::MissingField),
        (6, Code::Truncated),
    ];
    let games = check(BROKEN);
    assert_eq!(games.len(), due.len());
    for ((line, code), game) in due.into_iter().zip(&games) {
        let finding = game.findings.iter().find(|finding| finding.code == code);
        let finding = finding.unwrap_or_else(|| panic!("line {line}: {:?}", game.findings));
        assert_eq!(finding.location.as_ref().unwrap().line, line);
    }
    assert_eq!(games[0].record.moves, "E5v A2h B3h");
    assert_eq!(games[2].record.moves, "one two");
    assert_eq!(games[4].record.moves, "E5v A2h");
}

#[test]
fn an_applet_of_2006_has_its_moves_in_a_parameter() {
    let text = "<html><applet code=\"X.class\">\n<PARAM NAME='white' VALUE='J&uuml;rgen'>\n\
                <param value=\"B &amp; C\" name=\"black\"/>\n\
                <param name=moves value=\"b1a1,h1h2,d1c1\"></applet>";
    let game = one(text);
    assert_eq!(game.record.players.0.name, "Jürgen");
    assert_eq!(game.record.players.1.name, "B & C");
    assert_eq!(codes(&game)[0], Code::IllegalMove);
    let place = game.findings[0].location.as_ref().unwrap();
    assert_eq!(
        (place.line, &place.excerpt[place.highlight.clone()]),
        (4, "h1h2")
    );
}

#[test]
fn a_turn_right_applet_reads_whole() {
    let moves = include_str!("../../../fixtures/moves/whole-turn-right.txt");
    let text = format!(
        "<param name=\"white\" value=\"A\"><param name=\"black\" value=\"B\">\
         <param name=\"moves\" value=\"{}\">",
        moves.trim()
    );
    let game = one(&text);
    assert!(
        game.worst_severity() <= Some(Severity::Note),
        "{:?}",
        game.findings
    );
    assert_eq!(game.record.result.unwrap().scores, Some((32, 41)));
}

#[test]
fn an_older_report_tells_who_failed_and_why() {
    let game = one(REPORT);
    assert!(game.is_valid(), "{:?}", game.findings);
    let record = &game.record;
    assert_eq!((game.ply_count, game.ending), (2, Ending::Illegal));
    let white = &record.players.0;
    assert_eq!(
        (white.name.as_str(), white.author.as_str()),
        ("Clobberer", "Ann Smith")
    );
    assert_eq!(white.version, "8642");
    let said = record.reported.as_ref().unwrap();
    assert_eq!(said.faults.get(&Player::First), Some(&Fault::Illegal));
    assert!(
        said.text.contains("no stone of Black there"),
        "{}",
        said.text
    );
    assert_eq!(record.attempt.as_ref().unwrap().raw, "e5e7");
}

#[test]
fn a_page_without_a_game_says_so() {
    let game = one("<html><body><p>Nothing here. new Date([1,2])</p></body></html>");
    assert_eq!(codes(&game), [Code::NoGame]);
}

#[test]
fn damaged_pages_are_no_danger() {
    for text in [ZUNIQ, BROKEN, REPORT] {
        damaged_text::torment(text, "codecup-page");
    }
    let pieces = [
        "[",
        "['",
        "[\"",
        "new Box([",
        "new Box(['a','b'],[",
        "new Box(['a','b'],m,[",
        "m=['a',",
        "<param name=\"moves\" value=\"",
        "<param name='",
        "<",
        "White: x (#",
        "1.a 2.b ",
        "\\u",
        "<caiaio:",
        "new Box(['a','b'],m);",
        "White: a\n1.b1a1\n",
    ];
    for piece in pieces {
        let huge = format!("m=['b1a1'];\n{}", piece.repeat(100_000));
        let clock = work_clock();
        assert!(!damaged_text::read(huge.as_bytes(), "codecup-page").is_empty());
        let seconds = clock().as_secs();
        assert!(seconds < 20, "{piece:?} took {seconds} s");
    }
}
