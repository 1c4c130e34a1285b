//! Records that a person wrote, with all that can be odd in them.

use super::naive_tree::{path, shape};
use super::sample_games::{book, record};
use kifu_app::open_game::{GameTree, Navigation, OpenGame};
use kifu_core::record::{Glyph, Record, VariationNote};

fn clobber(notes: &str) -> Record {
    let text = format!(
        "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"a2a1 b2b1 c2c1\", notes: {{{notes}}})"
    );
    record(&text)
}

fn tree(record: &Record) -> GameTree {
    GameTree::new(record, book(&record.game).info().lead_in)
}

fn lines(record: &Record) -> Vec<String> {
    let tree = tree(record);
    let nodes = tree.preorder().into_iter();
    let leaves = nodes.filter(|node| tree.children(*node).is_empty());
    leaves.map(|leaf| path(&tree, leaf).join(" ")).collect()
}

fn again(record: &Record) -> Record {
    let mut again = record.clone();
    tree(record).write_to(&mut again);
    assert_eq!(shape(&tree(&again)), shape(&tree(record)));
    again
}

#[test]
fn lines_of_lines_share_what_they_share() {
    let record = clobber(
        "2: (variations: [(moves: \"d2d1 e2e1\"), (moves: \"d2d1 f1f2 g1g2\"), (moves: \"d2d1 f1f2 h2h1\")])",
    );
    assert_eq!(
        lines(&record),
        [
            "a2a1 b2b1 c2c1",
            "a2a1 d2d1 e2e1",
            "a2a1 d2d1 f1f2 g1g2",
            "a2a1 d2d1 f1f2 h2h1"
        ]
    );
    assert_eq!(again(&record), record);
}

#[test]
fn lines_stand_at_the_first_the_last_and_the_next_ply() {
    let record = clobber(
        "1: (variations: [(moves: \"e2e1\")]), 3: (variations: [(moves: \"e2e1\")]), 4: (variations: [(moves: \"d2d1\")])",
    );
    assert_eq!(
        lines(&record),
        ["a2a1 b2b1 c2c1 d2d1", "a2a1 b2b1 e2e1", "e2e1"]
    );
    assert_eq!(again(&record), record);
}

#[test]
fn a_line_that_is_told_twice_or_stops_early_is_one_line() {
    let record = clobber(
        "2: (variations: [(moves: \"d2d1 e2e1\"), (moves: \"d2d1\"), (moves: \"d2d1 e2e1\")])",
    );
    let again = again(&record);
    assert_eq!(again.notes[&2].variations.len(), 1);
    assert_eq!(lines(&record), ["a2a1 b2b1 c2c1", "a2a1 d2d1 e2e1"]);
}

#[test]
fn a_line_along_the_game_leaves_it_where_it_leaves_it() {
    let record = clobber(
        "1: (variations: [(moves: \"a2a1 b2b1 e2e1\", notes: {2: (comment: \"said in a line\")})]), 2: (comment: \"said of the game\")",
    );
    let again = again(&record);
    assert_eq!(again.notes[&3].variations[0].moves, "e2e1");
    assert_eq!(again.notes[&2].comment, "said of the game\nsaid in a line");
    assert!(!again.notes.contains_key(&1));
}

#[test]
fn what_several_lines_say_of_one_act_is_all_kept() {
    let record = clobber(
        "2: (variations: [
            (moves: \"d2d1 e2e1\", notes: {2: (comment: \"one\", glyph: Good, marks: [(kind: Circle, at: \"d2\")])}),
            (moves: \"d2d1 f1f2\", notes: {2: (comment: \"two\", glyph: Good, marks: [(kind: Circle, at: \"d2\"), (kind: Cross, at: \"d2\")])}),
            (moves: \"d2d1 g2g1\", notes: {2: (comment: \"one\", glyph: Blunder)})])",
    );
    let again = again(&record);
    let told: Vec<&VariationNote> = again.notes[&2]
        .variations
        .iter()
        .flat_map(|line| line.notes.values())
        .collect();
    assert_eq!(told.len(), 1, "an act is told of once");
    assert_eq!(told[0].comment, "one\ntwo\n?? one");
    assert_eq!(told[0].glyph, Some(Glyph::Good));
    assert_eq!(told[0].marks.len(), 2);
}

#[test]
fn what_is_said_of_plies_that_are_not_there_is_kept() {
    let record = clobber(
        "0: (comment: \"before\", variations: [(moves: \"a2a1\")]),
         2: (variations: [(moves: \"d2d1 e2e1\", notes: {1: (comment: \"too early\"), 9: (glyph: Good)}), (moves: \"d2d1\", notes: {3: (comment: \"too late\")})]),
         4: (comment: \"after the end\"),
         9: (comment: \"nowhere\", variations: [(moves: \"e2e1\", notes: {9: (comment: \"there\")})])",
    );
    let once = again(&record);
    assert_eq!(again(&once), once);
    for text in ["before", "too early", "after the end", "nowhere", "there"] {
        assert!(
            format!("{once:?}").contains(&format!("\"{text}\"")),
            "{text}"
        );
    }
    assert_eq!(once.notes[&0], record.notes[&0]);
    assert_eq!(once.notes[&9], record.notes[&9]);
    // It must not become a remark on the act that another line has there.
    let lines = &once.notes[&2].variations;
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1].moves, "d2d1");
    assert_eq!(lines[1].notes[&3].comment, "too late");
}

#[test]
fn an_empty_line_is_no_line() {
    let record = clobber("2: (variations: [(), (notes: {2: (comment: \"of nothing\")})])");
    let once = again(&record);
    assert_eq!(once.notes[&2].variations.len(), 1);
    assert_eq!(once.notes[&2].variations[0].notes[&2].comment, "of nothing");
}

#[test]
fn an_illegal_line_is_entered_as_far_as_it_is_legal() {
    let record = clobber("2: (variations: [(moves: \"d2d1 d2d1 e2e1\")])");
    assert_eq!(again(&record), record);
    let mut study = OpenGame::new(record.clone(), book("clobber")).unwrap();
    let tree = study.tree();
    let last = tree
        .preorder()
        .into_iter()
        .rfind(|node| tree.children(*node).is_empty());
    study.navigate(Navigation::Node(last.unwrap()));
    assert_eq!(study.moves_text(), "a2a1 d2d1");
    assert!(study.illegal_next().is_some());
    assert!(!study.has_next());
    assert!(!study.navigate(Navigation::Steps(1)));
    assert!(!study.navigate(Navigation::Last));
    // Both what is shown and what cannot be shown can be taken away.
    let node = study.line()[study.cursor_index() + 1];
    study.delete_node(node).unwrap();
    assert_eq!(study.moves_text(), "a2a1 d2d1");
    assert_eq!(study.to_record().notes[&2].variations[0].moves, "d2d1");
    assert!(study.illegal_next().is_none());
    study.undo();
    assert_eq!(study.to_record(), record);
}

const START: &str = "Hh634512h";

fn boxed(moves: &str, notes: &str) -> Record {
    record(&format!(
        "(kifu: 1, game: \"box\", setup: {{\"colors\": \"2 5\"}}, players: ((), ()), moves: \"{moves}\", notes: {{{notes}}})"
    ))
}

#[test]
fn another_start_tile_is_a_line_at_ply_0() {
    let record = boxed(
        &format!("{START} Jj361254h"),
        "0: (comment: \"the start\", variations: [(moves: \"Hh123456h Jj361254h\", notes: {0: (comment: \"another\"), 1: (comment: \"a reply\")})])",
    );
    assert_eq!(again(&record), record);
    let mut study = OpenGame::new(record, book("box")).unwrap();
    assert_eq!((study.ply(), study.cursor_index()), (0, 1));
    assert_eq!(study.note().unwrap().comment, "the start");
    assert!(study.navigate(Navigation::Sibling(true)));
    assert_eq!((study.ply(), study.moves_text().as_str()), (0, "Hh123456h"));
    assert_eq!(study.note().unwrap().comment, "another");
    study.navigate(Navigation::Steps(1));
    assert_eq!(study.note().unwrap().comment, "a reply");
    study.navigate(Navigation::MainLine);
    assert_eq!(study.moves_text(), START);
}

#[test]
fn box_without_its_start_tile_waits_for_one() {
    let record = boxed("", "");
    let mut study = OpenGame::new(record.clone(), book("box")).unwrap();
    assert_eq!((study.cursor_index(), study.ply()), (0, 0));
    assert!(!study.has_next());
    study.set_comment("there is no place for this");
    assert_eq!(study.to_record(), record);
    for go in [
        Navigation::First,
        Navigation::Last,
        Navigation::Steps(1),
        Navigation::Steps(-1),
        Navigation::MainLine,
        Navigation::Ply(3),
    ] {
        assert!(!study.navigate(go));
    }
    study.play(START).unwrap();
    assert_eq!((study.cursor_index(), study.ply()), (1, 0));
    study.set_comment("now there is");
    assert_eq!(study.to_record().notes[&0].comment, "now there is");
}

#[test]
fn a_move_spelled_otherwise_in_a_line_is_the_same_move() {
    let record = record(
        "(kifu: 1, game: \"atari-go\", players: ((), ()), moves: \"E5 C3\", notes: {2: (variations: [(moves: \"d4\")])})",
    );
    let mut study = OpenGame::new(record.clone(), book("atari-go")).unwrap();
    study.navigate(Navigation::Ply(1));
    study.play("D4").unwrap();
    assert!(!study.is_changed(), "it was there");
    assert_eq!(study.to_record(), record);
}
