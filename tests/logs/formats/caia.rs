//! The jury's own logs.

use super::damaged_text;
use kifu_core::contract::{Fault, Player};
use kifu_core::findings::Code;
use kifu_core::record::{Ending, MovedBy};
use kifu_logs::formats::{CheckedGame, ReadContext, check_text, detect};

const PAGE: &str = include_str!("../../../fixtures/caia/page.html");
const MANAGER: &str = include_str!("../../../fixtures/caia/manager.log");
const REFEREE: &str = include_str!("../../../fixtures/caia/referee.log");

fn check(text: &str) -> Vec<CheckedGame> {
    let format = detect(text, &ReadContext::default()).expect("a known format");
    assert_eq!(format.id(), "caia");
    check_text(text, None, &ReadContext::default())
}

fn codes(game: &CheckedGame) -> Vec<Code> {
    game.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn jury_marker_in_place_of_a_move_is_a_fault() {
    let [game] = <[CheckedGame; 1]>::try_from(check(PAGE)).expect("one game");
    assert!(game.is_valid(), "{:?}", game.findings);
    assert_eq!((game.ply_count, game.ending), (1, Ending::Timeout));
    let record = &game.record;
    assert_eq!(record.source.format, "caia");
    let reported = record.reported.as_ref().unwrap();
    assert_eq!(reported.faults.get(&Player::Second), Some(&Fault::Timeout));
    let attempt = record.attempt.as_ref().unwrap();
    assert_eq!(attempt.raw, "<caiaio:_player_timeout>");
    assert_eq!(
        (attempt.player, attempt.reason.as_str()),
        (Some(Player::Second), "player timeout")
    );
    assert_eq!(attempt.line, 2);
}

#[test]
fn moves_after_a_jury_marker_are_marked_as_the_jurys() {
    let page = "var moves=['Hh564231h','Hn264531h','<caiaio:_player_timeout>','Bg521643v',\
                'Ai361542h','Aa362541h']; new Box(['p1','p2'], moves, [4,1]);";
    let [game] = <[CheckedGame; 1]>::try_from(check(page)).expect("one game");
    assert!(game.record.attempt.is_none());
    let by: Vec<_> = [1, 2, 3, 4]
        .map(|ply| game.record.notes.get(&ply).and_then(|note| note.by))
        .into();
    assert_eq!(by, [None, Some(MovedBy::Jury), None, Some(MovedBy::Jury)]);
    let raw = game.record.notes[&2].raw.as_deref();
    assert_eq!(raw, Some("<caiaio:_player_timeout>"));
}

#[test]
fn manager_log_gives_results_without_moves() {
    let games = check(MANAGER);
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| codes(game) == [Code::ResultsOnly]));
    let record = &games[1].record;
    assert_eq!(
        (record.players.0.name.as_str(), record.source.id.as_str()),
        ("player2", "2")
    );
    let reported = record.reported.as_ref().unwrap();
    assert_eq!(reported.points, Some((0, 132)));
    assert_eq!(
        reported.status,
        Some(("TIMEOUT".to_owned(), "LOSE".to_owned()))
    );
    assert_eq!(reported.faults.get(&Player::First), Some(&Fault::Timeout));
}

#[test]
fn moves_between_manager_lines_form_the_game() {
    let games = check(REFEREE);
    assert_eq!(games.len(), 2);
    let record = &games[0].record;
    assert!(games[0].is_valid(), "{:?}", games[0].findings);
    assert_eq!(record.moves, "E5v A2h B3h C4v E5h");
    assert_eq!(games[0].ending, Ending::Crash);
    let attempt = record.attempt.as_ref().unwrap();
    assert_eq!(attempt.reason, "player crashed: Segmentation fault");
    assert_eq!(attempt.player, Some(Player::Second));
    let faults = &games[1].record.reported.as_ref().unwrap().faults;
    assert_eq!(faults.get(&Player::Second), Some(&Fault::Illegal));
    assert_eq!(games[1].record.notes[&2].by, Some(MovedBy::Jury));
}

#[test]
fn manager_lines_are_kept_and_broken_ones_reported() {
    let games = check(MANAGER);
    let totals = &games[1].record.ext["manager"];
    assert!(
        totals.contains("player3") && totals.contains("9883"),
        "{totals}"
    );
    let log = "M: GAME 1 = a <> b\nE5v\nM: RESULT = lost\nM: done\n";
    let [game] = <[CheckedGame; 1]>::try_from(check(log)).expect("one game");
    assert_eq!(codes(&game), [Code::BadValue, Code::Unterminated]);
    assert!(game.record.ext["manager"].contains("M: done"));
    // Within a game a number and a word are not a total.
    let within = "M: GAME 1 = a <> b\nE5v\n 12 player3\n";
    assert_eq!(
        codes(&check(within)[0])[..2],
        [Code::UnreadableMove, Code::NotJudged]
    );
}

#[test]
fn moves_after_a_jury_marker_fault_are_reported() {
    let log = "M: GAME 1 = a <> b\nb1a1 <caiaio:_player_timeout> d1c1 h1h2\n";
    let [game] = <[CheckedGame; 1]>::try_from(check(log)).expect("one game");
    assert_eq!(codes(&game), [Code::MovesAfterFault]);
    assert_eq!(game.record.attempt.unwrap().rest, "d1c1 h1h2");
}

#[test]
fn no_moves_are_joined_across_a_damaged_manager_line() {
    for torn in [
        "M: GAME 2 = c",
        "M: GAM",
        ": GAME 2 = c <> d",
        "M:GAME 2 = c <> d",
        "M: RESULT = 50 - ",
        "M: RESUL",
        "RESULT = 50 - 100 (game marks) PLAYER_1:_LOSE;_PLAYER_2:_WIN",
    ] {
        let log = format!("M: GAME 1 = a <> b\nE5v A2h\n{torn}\nB3h C4v\n");
        let games = check(&log);
        let moves: Vec<_> = games.iter().map(|game| &*game.record.moves).collect();
        assert_eq!(moves, ["E5v A2h", "B3h C4v"], "{torn}");
        let bad = games[0]
            .findings
            .iter()
            .find(|found| found.code == Code::BadValue);
        assert_eq!(bad.unwrap().location.as_ref().unwrap().line, 3, "{torn}");
        assert_eq!(games[1].record.players.0.name, "", "{torn}");
    }
}

#[test]
fn totals_that_the_results_do_not_give_are_reported() {
    let log = |total: u32| {
        format!(
            "M: GAME 1 = a <> b\nM: RESULT = 186 - 214 (game marks) PLAYER_1:_LOSE;_PLAYER_2:_WIN\n\
             M: GAME 2 = b <> a\nM: RESULT = 150 - 150 (game marks) \
             PLAYER_1:_DRAW;_PLAYER_2:_DRAW\n  364  b\n  {total}  a\n"
        )
    };
    assert_eq!(codes(&check(&log(336))[1]), [Code::ResultsOnly]);
    let other = check(&log(335));
    assert_eq!(codes(&other[1]), [Code::ResultsOnly, Code::StatusDisagrees]);
    assert_eq!(other[1].findings[1].location.as_ref().unwrap().line, 6);
}

#[test]
fn result_without_status_words_may_be_cut_off() {
    let log = "M: GAME 1 = a <> b\nM: RESULT = 186 - 21\n";
    assert!(codes(&check(log)[0]).contains(&Code::MissingField));
}

#[test]
fn move_that_the_jury_refused_is_judged() {
    let log = |sent: &str| {
        let marker = format!("<caiaio:_player_sends_'{sent}'>");
        let log = format!("M: GAME 1 = a <> b\nE5v A2h B3h {marker}\n");
        codes(&check(&log)[0])
    };
    assert_eq!(log("C4v"), [Code::RefusedMoveLegal]);
    assert_eq!(log("__C4v_"), [Code::RefusedMoveLegal]);
    assert_eq!(log("B3h"), []);
    assert_eq!(log("nonsense"), []);
    let unknown = "M: GAME 1 = a <> b\nE5v A2h B3h <caiaio:_player_tim\n";
    assert_eq!(codes(&check(unknown)[0]), [Code::UnknownField]);
}

mod slow {
    use super::*;

    #[test]
    fn damaged_caia_logs_are_read_in_linear_time() {
        for text in [PAGE, MANAGER, REFEREE] {
            damaged_text::torment(text, "caia");
        }
        let pieces = [
            "<caiaio:_player_timeout> ",
            "<caiaio:",
            "M: RESULT = 1 - 0\n",
            "M: GAME 1 = a <> b\n",
            "E5v <caiaio:_player_timeout> A2h ",
            "M: \n",
            "> ",
            "b1a1 <caiaio:_player_stopped>\n",
        ];
        for piece in pieces {
            damaged_text::flood("", piece, 20_000, "caia");
        }
    }
}
