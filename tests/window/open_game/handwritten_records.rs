//! Handwritten records with unusual content.

use super::naive_tree::{path, shape};
use super::sample_games::{catalogue_game, record_from_ron};
use kifu_app::open_game::{GameTree, Navigation, OpenGame};
use kifu_core::record::{Glyph, Record, VariationNote};

fn clobber(notes: &str) -> Record {
    let text = format!(
        "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"a2a1 b2b1 c2c1\", notes: {{{notes}}})"
    );
    record_from_ron(&text)
}

fn tree(record: &Record) -> GameTree {
    GameTree::new(record, catalogue_game(&record.game).info().lead_in)
}

fn lines(record: &Record) -> Vec<String> {
    let tree = tree(record);
    let nodes = tree.preorder().into_iter();
    let leaves = nodes.filter(|node| tree.children(*node).is_empty());
    leaves.map(|leaf| path(&tree, leaf).join(" ")).collect()
}

fn rewritten(record: &Record) -> Record {
    let mut again = record.clone();
    tree(record).write_to(&mut again);
    assert_eq!(shape(&tree(&again)), shape(&tree(record)));
    again
}

#[test]
fn variations_with_common_prefix_share_nodes() {
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
    assert_eq!(rewritten(&record), record);
}

#[test]
fn variations_start_at_first_last_and_next_ply() {
    let record = clobber(
        "1: (variations: [(moves: \"e2e1\")]), 3: (variations: [(moves: \"e2e1\")]), 4: (variations: [(moves: \"d2d1\")])",
    );
    assert_eq!(
        lines(&record),
        ["a2a1 b2b1 c2c1 d2d1", "a2a1 b2b1 e2e1", "e2e1"]
    );
    assert_eq!(rewritten(&record), record);
}

#[test]
fn repeated_or_shortened_variation_is_stored_once() {
    let record = clobber(
        "2: (variations: [(moves: \"d2d1 e2e1\"), (moves: \"d2d1\"), (moves: \"d2d1 e2e1\")])",
    );
    let again = rewritten(&record);
    assert_eq!(again.notes[&2].variations.len(), 1);
    assert_eq!(lines(&record), ["a2a1 b2b1 c2c1", "a2a1 d2d1 e2e1"]);
}

#[test]
fn variation_is_stored_where_it_leaves_main_line() {
    let record = clobber(
        "1: (variations: [(moves: \"a2a1 b2b1 e2e1\", notes: {2: (comment: \"said in a line\")})]), 2: (comment: \"said of the game\")",
    );
    let again = rewritten(&record);
    assert_eq!(again.notes[&3].variations[0].moves, "e2e1");
    assert_eq!(again.notes[&2].comment, "said of the game\nsaid in a line");
    assert!(!again.notes.contains_key(&1));
}

#[test]
fn notes_of_several_variations_on_one_move_are_merged() {
    let record = clobber(
        "2: (variations: [
            (moves: \"d2d1 e2e1\", notes: {2: (comment: \"one\", glyph: Good, marks: [(kind: Circle, at: \"d2\")])}),
            (moves: \"d2d1 f1f2\", notes: {2: (comment: \"two\", glyph: Good, marks: [(kind: Circle, at: \"d2\"), (kind: Cross, at: \"d2\")])}),
            (moves: \"d2d1 g2g1\", notes: {2: (comment: \"one\", glyph: Blunder)})])",
    );
    let again = rewritten(&record);
    let notes: Vec<&VariationNote> = again.notes[&2]
        .variations
        .iter()
        .flat_map(|line| line.notes.values())
        .collect();
    assert_eq!(notes.len(), 1, "the move has several notes");
    assert_eq!(notes[0].comment, "one\ntwo\n?? one");
    assert_eq!(notes[0].glyph, Some(Glyph::Good));
    assert_eq!(notes[0].marks.len(), 2);
}

#[test]
fn notes_on_missing_plies_are_kept() {
    let record = clobber(
        "0: (comment: \"before\", variations: [(moves: \"a2a1\")]),
         2: (variations: [(moves: \"d2d1 e2e1\", notes: {1: (comment: \"too early\"), 9: (glyph: Good)}), (moves: \"d2d1\", notes: {3: (comment: \"too late\")})]),
         4: (comment: \"after the end\"),
         9: (comment: \"nowhere\", variations: [(moves: \"e2e1\", notes: {9: (comment: \"there\")})])",
    );
    let once = rewritten(&record);
    assert_eq!(rewritten(&once), once);
    for text in ["before", "too early", "after the end", "nowhere", "there"] {
        assert!(
            format!("{once:?}").contains(&format!("\"{text}\"")),
            "{text}"
        );
    }
    assert_eq!(once.notes[&0], record.notes[&0]);
    assert_eq!(once.notes[&9], record.notes[&9]);
    // The note must not move to the node that another variation has at this ply.
    let lines = &once.notes[&2].variations;
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1].moves, "d2d1");
    assert_eq!(lines[1].notes[&3].comment, "too late");
}

#[test]
fn notes_of_empty_variation_are_kept() {
    let record = clobber("2: (variations: [(), (notes: {2: (comment: \"of nothing\")})])");
    let once = rewritten(&record);
    assert_eq!(once.notes[&2].variations.len(), 1);
    assert_eq!(once.notes[&2].variations[0].notes[&2].comment, "of nothing");
}

#[test]
fn illegal_variation_is_entered_up_to_its_last_legal_move() {
    let record = clobber("2: (variations: [(moves: \"d2d1 d2d1 e2e1\")])");
    assert_eq!(rewritten(&record), record);
    let mut open_game = OpenGame::new(record.clone(), catalogue_game("clobber")).unwrap();
    let tree = open_game.tree();
    let last = tree
        .preorder()
        .into_iter()
        .rfind(|node| tree.children(*node).is_empty());
    open_game.navigate(Navigation::Node(last.unwrap()));
    assert_eq!(open_game.moves_text(), "a2a1 d2d1");
    assert!(open_game.illegal_next().is_some());
    assert!(!open_game.has_next());
    assert!(!open_game.navigate(Navigation::Steps(1)));
    assert!(!open_game.navigate(Navigation::Last));
    // The illegal rest can be deleted while the legal part stays.
    let node = open_game.line()[open_game.cursor_index() + 1];
    open_game.delete_node(node).unwrap();
    assert_eq!(open_game.moves_text(), "a2a1 d2d1");
    assert_eq!(open_game.to_record().notes[&2].variations[0].moves, "d2d1");
    assert!(open_game.illegal_next().is_none());
    open_game.undo();
    assert_eq!(open_game.to_record(), record);
}

const START: &str = "Hh634512h";

fn box_record(moves: &str, notes: &str) -> Record {
    record_from_ron(&format!(
        "(kifu: 1, game: \"box\", setup: {{\"colors\": \"2 5\"}}, players: ((), ()), moves: \"{moves}\", notes: {{{notes}}})"
    ))
}

#[test]
fn other_start_tile_of_box_is_variation_at_ply_0() {
    let record = box_record(
        &format!("{START} Jj361254h"),
        "0: (comment: \"the start\", variations: [(moves: \"Hh123456h Jj361254h\", notes: {0: (comment: \"another\"), 1: (comment: \"a reply\")})])",
    );
    assert_eq!(rewritten(&record), record);
    let mut open_game = OpenGame::new(record, catalogue_game("box")).unwrap();
    assert_eq!((open_game.ply(), open_game.cursor_index()), (0, 1));
    assert_eq!(open_game.note().unwrap().comment, "the start");
    assert!(open_game.navigate(Navigation::Sibling(true)));
    assert_eq!(
        (open_game.ply(), open_game.moves_text().as_str()),
        (0, "Hh123456h")
    );
    assert_eq!(open_game.note().unwrap().comment, "another");
    open_game.navigate(Navigation::Steps(1));
    assert_eq!(open_game.note().unwrap().comment, "a reply");
    open_game.navigate(Navigation::MainLine);
    assert_eq!(open_game.moves_text(), START);
}

#[test]
fn box_record_without_start_tile_waits_for_one() {
    let record = box_record("", "");
    let mut open_game = OpenGame::new(record.clone(), catalogue_game("box")).unwrap();
    assert_eq!((open_game.cursor_index(), open_game.ply()), (0, 0));
    assert!(!open_game.has_next());
    open_game.set_comment("there is no place for this");
    assert_eq!(open_game.to_record(), record);
    for navigation in [
        Navigation::First,
        Navigation::Last,
        Navigation::Steps(1),
        Navigation::Steps(-1),
        Navigation::MainLine,
        Navigation::Ply(3),
    ] {
        assert!(!open_game.navigate(navigation));
    }
    open_game.play(START).unwrap();
    assert_eq!((open_game.cursor_index(), open_game.ply()), (1, 0));
    open_game.set_comment("now there is");
    assert_eq!(open_game.to_record().notes[&0].comment, "now there is");
}

#[test]
fn move_with_lenient_spelling_in_variation_is_same_move() {
    let record = record_from_ron(
        "(kifu: 1, game: \"atari-go\", players: ((), ()), moves: \"E5 C3\", notes: {2: (variations: [(moves: \"d4\")])})",
    );
    let mut open_game = OpenGame::new(record.clone(), catalogue_game("atari-go")).unwrap();
    open_game.navigate(Navigation::Ply(1));
    open_game.play("D4").unwrap();
    assert!(!open_game.is_changed(), "the move was not in the tree");
    assert_eq!(open_game.to_record(), record);
}
