//! Suites: positions once up to symmetry, older and newer lines, and answers that are judged.

use kifu_core::contract::{Player, Setup};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_study::review::SearchLimit;
use kifu_study::suite::{MoveJudge, Suite, SuiteAnswer};

fn game(id: &str) -> &'static dyn DynGame {
    by_id(CATALOGUE, id).expect("a game")
}

/// A line of a suite of Clobber on 3x3, with a mistake in this position.
fn line(position: &str, source: &str, class: &str) -> String {
    format!(
        r#"{{"suite":2,"game":"clobber","position":"{position}","best":"a1b1","played":"b1a1","loss":0.4,"class":"{class}","source":"{source}","ply":3,"phase":"middle","player":"Anna","moves":"","tolerance":0.05}}"#
    )
}

fn parse(lines: &[String]) -> Suite {
    Suite::parse("lost.jsonl", &lines.join("\n")).expect("a suite")
}

const POSITION: &str = "wb./.../..b w";
/// The mirror image.
const MIRRORED: &str = ".bw/.../b.. w";

#[test]
fn mirrored_position_is_in_suite_once_with_both_games() {
    let suite = parse(&[
        line(POSITION, "one.ron:0", "mistake"),
        line(MIRRORED, "two.ron:0", "mistake"),
        line(POSITION, "one.ron:0", "mistake"),
        line("wb./.../.b. w", "three.ron:0", "mistake"),
    ]);
    let [first, other] = suite.positions() else {
        panic!("{} positions", suite.positions().len());
    };
    assert_eq!(first.position, POSITION);
    let sources: Vec<String> = first.origins().map(|origin| origin.source).collect();
    assert_eq!(sources, ["one.ron:0", "two.ron:0"]);
    assert_eq!(other.source, "three.ron:0");
    let again = Suite::parse("again", &suite.to_lines()).expect("a suite");
    assert_eq!(again.positions(), suite.positions());
}

#[test]
fn mistake_replaces_good_move_and_answers_stay() {
    let mut suite = parse(&[line(POSITION, "one.ron:0", "good")]);
    suite.positions_mut()[0].add_answer(SuiteAnswer {
        bot: "bot".to_owned(),
        version: None,
        date: "2026-11-20".to_owned(),
        mv: None,
        good: false,
        good_count: 0,
        count: 1,
    });
    let other = parse(&[line(MIRRORED, "two.ron:0", "mistake")]);
    assert!(!suite.merge(other.positions()[0].clone()));
    let [position] = suite.positions() else {
        panic!("several positions");
    };
    assert!(position.is_mistake());
    assert_eq!(
        (&*position.source, position.answers.len()),
        ("two.ron:0", 1)
    );
}

#[test]
fn older_line_is_read_and_newer_one_refused() {
    let old = line(POSITION, "one.ron:0", "mistake").replace("\"suite\":2,", "");
    assert_eq!(parse(std::slice::from_ref(&old)).positions()[0].suite, 1);
    let new = line(POSITION, "one.ron:0", "mistake").replace("\"suite\":2", "\"suite\":3");
    let lines = format!("{old}\n{new}");
    let error = Suite::parse("lost.jsonl", &lines).expect_err("a newer line");
    assert!(
        error
            .message
            .starts_with("lost.jsonl:2: expected version 2")
    );
    for broken in [
        old.replace("clobber", "chess"),
        old.replace(" w\"", " x\""),
        old.replace("\"class\":\"mistake\",", ""),
    ] {
        assert!(Suite::parse("lost.jsonl", &broken).is_err(), "{broken}");
    }
}

#[test]
fn position_is_found_by_unique_beginning_of_id() {
    let suite = parse(&[
        line(POSITION, "one.ron:0", "mistake"),
        line("wb./.../.b. w", "two.ron:0", "mistake"),
    ]);
    let id = &suite.positions()[1].id;
    assert_eq!(suite.by_id(id).ok(), Some(1));
    assert_eq!(suite.by_id(&id[..id.len() - 1]).ok(), Some(1));
    assert!(suite.by_id("clobber-").is_err());
    assert!(suite.by_id("zuniq-").is_err());
}

/// A position of Box with the upper rows of a tile, and this end of the text.
fn box_key(rows: [&str; 2], end: &str) -> u64 {
    let empty = ".".repeat(20);
    let mut all = vec![empty.as_str(); 16];
    all[7] = rows[0];
    all[8] = rows[1];
    let text = format!("{} {end}", all.join("/"));
    let state = game("box").parse_position(&text).expect("a position");
    state.choice_key()
}

#[test]
fn box_position_equals_images_as_player_to_move_knows_them() {
    let rows = [".......123456.......", ".......654321......."];
    let key = box_key(rows, "2 123465 4 1");
    // The opponent's colour is not known to the player.
    assert_eq!(key, box_key(rows, "2 123465 5 1"));
    assert_eq!(key, box_key(rows, "2 123465 - 1"));
    // Colours exchanged, and the board mirrored with the tile read backwards.
    let exchanged = [".......213456.......", ".......654312......."];
    assert_eq!(key, box_key(exchanged, "2 213465 4 2"));
    let mirrored = [".......654321.......", ".......123456......."];
    assert_eq!(key, box_key(mirrored, "2 564321 4 1"));
    for other in ["2 123465 4 2", "2 132465 4 1", "1 123465 1 4"] {
        assert_ne!(key, box_key(rows, other), "{other}");
    }
}

#[test]
fn setup_of_box_is_known_without_opponents_color() {
    let mut setup = Setup::default();
    setup.set("colors", "4 1");
    let known = |player| game("box").setup_known_to(&setup, player);
    assert_eq!(known(Player::First).get("colors"), Some("4 -"));
    assert_eq!(known(Player::Second).get("colors"), Some("- 1"));
    let zuniq = game("zuniq").setup_known_to(&setup, Player::First);
    assert_eq!(zuniq, setup);
}

mod slow {
    use super::*;

    #[test]
    fn good_moves_are_those_that_win() {
        let clobber = game("clobber");
        let mut suite = parse(&[line("wb./bw./.wb w", "one.ron:0", "good")]);
        let position = &mut suite.positions_mut()[0];
        let state = position.state(clobber).expect("a position");
        let winning = |mv: &String| !wins_to_move(clobber, &position.position, mv);
        let mut wins: Vec<String> = state.legal_moves().into_iter().filter(winning).collect();
        wins.sort();
        assert!((1..state.count_moves()).contains(&wins.len()), "{wins:?}");
        position.best.clone_from(&wins[0]);
        position.played = String::new();
        let mut judge = MoveJudge::new(Some(SearchLimit::Nodes(2000)), 1);
        judge.judge(clobber, position, 0.05).expect("a judgement");
        assert_eq!(position.engine, judge.engine_name(clobber));
        assert_eq!(position.budget, "nodes 2000 seed 1");
        let mut known: Vec<String> = position.good.iter().map(|good| good.mv.clone()).collect();
        known.sort();
        assert_eq!(known, wins);
        for mv in state.legal_moves() {
            let is_good = judge.is_good(clobber, position, &mv).expect("a move");
            assert_eq!(is_good, wins.contains(&mv), "{mv}");
        }
        // By the same engine nothing is different; what was written by hand is.
        let mut moves = state.legal_moves().into_iter();
        position.played = moves.find(|mv| !wins.contains(mv)).expect("a losing move");
        let change = judge.verify(clobber, position, 0.05).expect("a judgement");
        assert_eq!(change, None);
        assert!(position.is_mistake());
        position.good.truncate(0);
        position.played.clone_from(&wins[0]);
        let change = judge.verify(clobber, position, 0.05).expect("a judgement");
        let change = change.expect("a change");
        assert_eq!((change.good_now.len(), change.loss_now), (wins.len(), 0.0));
        assert!(change.is_no_mistake && !position.is_mistake());
    }

    /// Reports whether the player to move after a move wins, by trying everything.
    fn wins_to_move(game: &dyn DynGame, position: &str, mv: &str) -> bool {
        let mut state = game.parse_position(position).expect("a position");
        state.play(mv).expect("a legal move");
        let text = state.position();
        state
            .legal_moves()
            .iter()
            .any(|reply| !wins_to_move(game, &text, reply))
    }
}
