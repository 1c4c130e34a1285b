//! Edits of games, with undo and redo.

use super::naive_tree::{path, shape, sound};
use super::sample_games::{
    IDS, RandomGameOptions, bundled_records, catalogue_game, extend_randomly, random_mark,
    random_record, record_from_ron,
};
use kifu_app::open_game::{EditError, GameHeader, Navigation, OpenGame};
use kifu_core::contract::Setup;
use kifu_core::record::{Glyph, Record, adjudicate, read_ron, write_ron};
use kifu_core::search::SplitMix64;

/// The states of a game after each change, to compare undo and redo with.
struct History {
    states: Vec<Record>,
    at: usize,
    saved: Option<usize>,
}

impl History {
    fn changed(&mut self, now: Record) {
        self.states.truncate(self.at + 1);
        if self.saved.is_some_and(|saved| saved > self.at) {
            self.saved = None;
        }
        self.states.push(now);
        self.at += 1;
    }
}

fn edit_info(open_game: &mut OpenGame, change: impl FnOnce(&mut GameHeader)) {
    let mut header = GameHeader::from_record(open_game.record());
    change(&mut header);
    open_game.set_info(header);
}

fn edit_randomly(open_game: &mut OpenGame, id: &str, rng: &mut SplitMix64) {
    let nodes = open_game.tree().preorder();
    match rng.index(12) {
        0..=3 => {
            let here = path(open_game.tree(), open_game.node());
            let line = extend_randomly(id, &Setup::default(), &here, 1, rng);
            if let Some(token) = line.get(here.len()) {
                open_game.play(token).expect("a listed move is legal");
            }
        }
        4 => open_game.set_comment(&format!("said {}", rng.index(3))),
        5 => open_game.toggle_glyph([None, Some(Glyph::Good), Some(Glyph::Blunder)][rng.index(3)]),
        6 => open_game.toggle_mark(random_mark(rng)),
        7 => open_game.clear_marks(),
        8 => {
            let node = nodes[rng.index(nodes.len())];
            let _ = open_game.delete_node(node);
        }
        9 => {
            let _ = open_game.promote();
        }
        10 => {
            let _ = open_game.reorder([-2, -1, 1, 2][rng.index(4)]);
        }
        _ => edit_info(open_game, |header| {
            header.event.round = rng.index(3).to_string();
        }),
    }
}

fn assert_state(open_game: &OpenGame, history: &History, context: &str) {
    assert_eq!(
        open_game.to_record(),
        history.states[history.at],
        "{context}"
    );
    assert_eq!(
        open_game.is_changed(),
        history.saved != Some(history.at),
        "{context}"
    );
    assert_eq!(open_game.can_undo_and_redo().0, history.at > 0, "{context}");
    assert_eq!(
        open_game.can_undo_and_redo().1,
        history.at + 1 < history.states.len(),
        "{context}"
    );
    assert_eq!(
        open_game.plies().len(),
        open_game.last_ply() as usize,
        "{context}"
    );
    sound(open_game);
}

/// Returns options for a random game; the seed chooses its kind.
fn random_options(seed: u64, rng: &mut SplitMix64) -> RandomGameOptions {
    RandomGameOptions {
        moves: rng.index(8),
        lines: rng.index(5),
        failed: seed.is_multiple_of(4),
        illegal: seed.is_multiple_of(3),
        played: seed.is_multiple_of(2),
    }
}

#[test]
fn record_written_after_random_edits_opens_as_same_game() {
    for (seed, id) in (100..112).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let options = random_options(seed, &mut rng);
        let mut open_game =
            OpenGame::new(random_record(id, options, &mut rng), catalogue_game(id)).unwrap();
        for _ in 0..30 {
            let nodes = open_game.tree().preorder();
            open_game.navigate(Navigation::Node(nodes[rng.index(nodes.len())]));
            edit_randomly(&mut open_game, id, &mut rng);
        }
        let mut saved = read_ron(&write_ron(&open_game.to_record())).unwrap();
        adjudicate(&mut saved, catalogue_game(id));
        assert_eq!(
            saved,
            open_game.to_record(),
            "{id} {seed}: adjudication changed the record"
        );
        let again = OpenGame::new(saved, catalogue_game(id)).unwrap();
        let found = shape(again.tree());
        let expected = shape(open_game.tree());
        assert!(found.keys().eq(expected.keys()), "{id} {seed}");
        for (path, (children, note)) in &expected {
            assert_eq!(&found[path].0, children, "{id} {seed} {path:?}");
            // A main line that grew may have reached a ply that already had a note.
            assert!(
                found[path].1.comment.contains(&note.comment),
                "{id} {seed} {path:?}"
            );
        }
        assert_eq!(again.was_played(), open_game.was_played(), "{id} {seed}");
    }
}

fn clobber(players: &str) -> OpenGame {
    let record = record_from_ron(&format!(
        "(kifu: 1, game: \"clobber\", players: {players}, moves: \"a2a1 b2b1 c2c1\", notes: {{2: (comment: \"here\", variations: [(moves: \"d2d1 e2e1\"), (moves: \"f2f1\")])}})"
    ));
    OpenGame::new(record, catalogue_game("clobber")).unwrap()
}

const UNNAMED: &str = "((), ())";
const NAMED: &str = "((name: \"A\"), (name: \"B\"))";

fn main_line_of(open_game: &OpenGame) -> String {
    open_game.to_record().moves
}

#[test]
fn typed_comment_is_one_undo_step() {
    let mut open_game = clobber(NAMED);
    open_game.navigate(Navigation::Ply(1));
    for text in ["g", "go", "goo", "good"] {
        open_game.set_comment(text);
    }
    // Another ply in between, and the same ply again.
    open_game.navigate(Navigation::Steps(1));
    open_game.set_comment("x");
    open_game.navigate(Navigation::Steps(-1));
    open_game.set_comment("better");
    open_game.undo();
    assert_eq!(open_game.note().unwrap().comment, "good");
    open_game.undo();
    assert_eq!(
        (open_game.ply(), open_game.note().unwrap().comment.as_str()),
        (2, "here")
    );
    open_game.undo();
    assert_eq!(
        (open_game.ply(), open_game.note().unwrap().comment.as_str()),
        (1, "")
    );
    assert!(!open_game.undo() && !open_game.is_changed());
    open_game.redo();
    assert_eq!(
        (open_game.ply(), open_game.note().unwrap().comment.as_str()),
        (1, "good")
    );
}

#[test]
fn saved_state_is_separate_undo_step() {
    let mut open_game = clobber(NAMED);
    open_game.navigate(Navigation::Ply(1));
    open_game.set_comment("g");
    open_game.set_comment("go");
    open_game.mark_saved(open_game.revision());
    open_game.set_comment("goo");
    assert!(open_game.is_changed());
    open_game.undo();
    assert_eq!(open_game.note().unwrap().comment, "go");
    assert!(!open_game.is_changed());
    open_game.undo();
    assert!(open_game.is_changed(), "the file has the undone change");
    open_game.set_comment("other");
    assert!(open_game.is_changed());
    open_game.mark_unsaved();
    open_game.undo();
    assert!(open_game.is_changed());
    // Typing while a file is being written leaves unsaved changes.
    open_game.set_comment("a");
    let written = open_game.revision();
    open_game.set_comment("ab");
    open_game.mark_saved(written);
    assert!(open_game.is_changed());
}

#[test]
fn main_line_is_fixed_for_played_game_not_for_study() {
    let mut played = clobber(NAMED);
    assert!(played.was_played());
    played.navigate(Navigation::Ply(2));
    assert_eq!(played.delete_shown(), Err(EditError::MainLineFixed));
    assert_eq!(played.promote(), Err(EditError::NothingToChange));
    assert_eq!(played.reorder(1), Err(EditError::MainLineFixed));
    played.navigate(Navigation::Sibling(true));
    assert_eq!(played.promote(), Err(EditError::MainLineFixed));
    assert_eq!(played.reorder(-1), Err(EditError::MainLineFixed));
    assert_eq!(played.reorder(1), Ok(()));
    assert!(
        !played.navigate(Navigation::Sibling(true)),
        "the line is not the last one"
    );
    assert_eq!(played.promote(), Ok(()));
    played.navigate(Navigation::Ply(3));
    played.play("g1g2").unwrap();
    assert_eq!(main_line_of(&played), "a2a1 b2b1 c2c1");
    assert_eq!(played.to_record().notes[&4].variations[0].moves, "g1g2");

    let mut open_game = clobber(UNNAMED);
    assert!(!open_game.was_played());
    open_game.navigate(Navigation::Ply(3));
    open_game.play("g1g2").unwrap();
    assert_eq!(main_line_of(&open_game), "a2a1 b2b1 c2c1 g1g2");
    open_game.navigate(Navigation::Ply(2));
    open_game.navigate(Navigation::Sibling(true));
    open_game.navigate(Navigation::Steps(1));
    open_game.promote().unwrap();
    assert_eq!(main_line_of(&open_game), "a2a1 d2d1 e2e1");
    open_game.navigate(Navigation::Ply(2));
    open_game.delete_shown().unwrap();
    assert_eq!(
        main_line_of(&open_game),
        "a2a1 b2b1 c2c1 g1g2",
        "the next line is not the main line"
    );
    open_game.navigate(Navigation::Ply(1));
    open_game.delete_shown().unwrap();
    assert_eq!(main_line_of(&open_game), "");
    assert_eq!(open_game.delete_shown(), Err(EditError::NothingToChange));
}

#[test]
fn promoted_variation_extends_main_line_of_study() {
    let record = record_from_ron(
        "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"a2a1\", notes: {2: (variations: [(moves: \"b2b1\"), (moves: \"d2d1 d2d1 e2e1\")])})",
    );
    let mut open_game = OpenGame::new(record, catalogue_game("clobber")).unwrap();
    open_game.navigate(Navigation::Last);
    open_game.navigate(Navigation::Steps(1));
    open_game.promote().unwrap();
    assert_eq!(main_line_of(&open_game), "a2a1 b2b1");
    // No illegal move enters the main line, and none is lost.
    open_game.navigate(Navigation::Sibling(true));
    open_game.promote().unwrap();
    assert_eq!(main_line_of(&open_game), "a2a1 d2d1");
    let notes = open_game.to_record().notes;
    assert_eq!(notes[&3].variations[0].moves, "d2d1 e2e1");
    assert_eq!(notes[&2].variations[0].moves, "b2b1");
    assert!(open_game.to_record().attempt.is_none());
}

#[test]
fn study_and_played_game_keep_their_kind_after_edits() {
    // A study with names that is played to its end, saved and opened again.
    let mut open_game = OpenGame::without_moves(catalogue_game("clobber")).unwrap();
    assert!(!open_game.was_played() && !open_game.is_changed());
    for token in extend_randomly(
        "clobber",
        &Setup::default(),
        &[],
        200,
        &mut SplitMix64::new(3),
    ) {
        open_game.play(&token).unwrap();
    }
    edit_info(&mut open_game, |header| {
        "A".clone_into(&mut header.players.0.name);
        "B".clone_into(&mut header.players.1.name);
        "Kitchen".clone_into(&mut header.event.name);
    });
    let record = open_game.to_record();
    assert!(record.result.as_ref().unwrap().winner.is_some());
    let mut again = record.clone();
    adjudicate(&mut again, catalogue_game("clobber"));
    assert_eq!(again, record);
    let mut open_game = OpenGame::new(again, catalogue_game("clobber")).unwrap();
    assert!(!open_game.was_played());
    open_game.navigate(Navigation::Ply(2));
    open_game.delete_shown().unwrap();
    assert_eq!(open_game.last_ply(), 1);
    assert!(open_game.to_record().result.unwrap().winner.is_none());
    // A study without names that gets a name after a change.
    let mut open_game = clobber(UNNAMED);
    open_game.navigate(Navigation::Ply(3));
    open_game.play("g1g2").unwrap();
    edit_info(&mut open_game, |header| {
        "A".clone_into(&mut header.players.0.name);
    });
    assert!(
        !OpenGame::new(open_game.to_record(), catalogue_game("clobber"))
            .unwrap()
            .was_played()
    );
    // A played game stays fixed when its names are removed.
    let mut open_game = clobber(NAMED);
    edit_info(&mut open_game, |header| header.players = <_>::default());
    open_game.navigate(Navigation::Ply(2));
    assert_eq!(open_game.delete_shown(), Err(EditError::MainLineFixed));
    for (name, record) in bundled_records() {
        let played = OpenGame::new(record.clone(), catalogue_game(&record.game)).unwrap();
        assert!(played.was_played(), "{name}");
    }
}

#[test]
fn illegal_move_can_have_comment_and_glyph() {
    let (_, record) = bundled_records()
        .into_iter()
        .find(|(name, _)| name == "turn-right-illegal")
        .unwrap();
    let mut open_game = OpenGame::new(record.clone(), catalogue_game("turn-right")).unwrap();
    open_game.navigate(Navigation::Last);
    open_game.set_comment("Look at this.");
    open_game.toggle_glyph(Some(Glyph::Mistake));
    let annotated = open_game.to_record();
    assert_eq!(annotated.notes[&39].comment, "Look at this.");
    assert_eq!(annotated.notes[&39].glyph, Some(Glyph::Mistake));
    assert_eq!(
        annotated.notes[&39].variations,
        record.notes[&39].variations
    );
    assert_eq!(
        (&annotated.moves, &annotated.attempt),
        (&record.moves, &record.attempt)
    );
    open_game.navigate(Navigation::First);
    open_game.undo();
    assert!(
        open_game.is_at_failure(),
        "undo did not return to the change"
    );
    assert_eq!(open_game.delete_shown(), Err(EditError::MainLineFixed));
    // The correct move becomes a variation in its place.
    open_game.play("b1-b5-e5-e1").unwrap_or_default();
    open_game.navigate(Navigation::Last);
    open_game.undo();
    open_game.undo();
    assert_eq!(open_game.to_record(), record);
}

#[test]
fn undo_history_is_limited_by_steps_and_size() {
    let mut open_game = clobber(NAMED);
    for nth in 0..1500 {
        open_game.toggle_glyph(Some([Glyph::Good, Glyph::Mistake][nth % 2]));
        open_game.navigate(Navigation::Ply(1));
        open_game.set_comment(&nth.to_string());
        open_game.navigate(Navigation::Ply(2));
    }
    let mut undone = 0;
    while open_game.undo() {
        undone += 1;
    }
    assert_eq!(undone, 1000);
    // Very long comments lower the number of steps.
    let mut open_game = clobber(NAMED);
    for nth in 0..40 {
        open_game.navigate(Navigation::Ply(1 + nth % 2));
        open_game.set_comment(&nth.to_string().repeat(1 << 20));
    }
    let mut undone = 0;
    while open_game.undo() {
        undone += 1;
    }
    assert!((1..40).contains(&undone), "{undone}");
}

#[test]
fn node_of_undone_move_is_not_reused() {
    let mut open_game = clobber(NAMED);
    open_game.navigate(Navigation::Ply(1));
    open_game.play("h2h1").unwrap();
    let undone = open_game.node();
    open_game.undo();
    open_game.play("g1g2").unwrap_or_default();
    open_game.navigate(Navigation::Ply(1));
    open_game.play("d2d1").unwrap();
    assert!(!open_game.navigate(Navigation::Node(undone)));
    assert_eq!(
        open_game.delete_node(undone),
        Err(EditError::NothingToChange)
    );
    open_game.undo();
}

mod slow {
    use super::*;

    #[test]
    fn random_edits_can_be_undone_and_redone() {
        for (seed, id) in (0..16).flat_map(|seed| IDS.map(|id| (seed, id))) {
            let mut rng = SplitMix64::new(seed);
            let options = random_options(seed, &mut rng);
            let record = random_record(id, options, &mut rng);
            let mut open_game = OpenGame::new(record.clone(), catalogue_game(id)).unwrap();
            let mut history = History {
                states: vec![record.clone()],
                at: 0,
                saved: Some(0),
            };
            for nth in 0..60 {
                let context = format!("{id} {seed} {nth}");
                // Navigating before each change keeps changes from merging.
                let nodes = open_game.tree().preorder();
                open_game.navigate(Navigation::Node(nodes[rng.index(nodes.len())]));
                open_game.navigate(
                    [
                        Navigation::Last,
                        Navigation::Steps(1),
                        Navigation::Steps(-1),
                    ][rng.index(3)],
                );
                let before = open_game.revision();
                match rng.index(8) {
                    0..=4 => {
                        open_game.navigate(Navigation::First);
                        open_game.navigate(Navigation::Steps(i32::try_from(rng.index(9)).unwrap()));
                        edit_randomly(&mut open_game, id, &mut rng);
                        if open_game.revision() != before {
                            history.changed(open_game.to_record());
                        }
                    }
                    5 => {
                        assert_eq!(open_game.undo(), history.at > 0, "{context}");
                        history.at = history.at.saturating_sub(1);
                    }
                    6 => {
                        let can = history.at + 1 < history.states.len();
                        assert_eq!(open_game.redo(), can, "{context}");
                        history.at += usize::from(can);
                    }
                    _ => {
                        open_game.mark_saved(open_game.revision());
                        history.saved = Some(history.at);
                    }
                }
                assert_state(&open_game, &history, &context);
                let tokens: Vec<String> = open_game
                    .tree()
                    .main_line()
                    .iter()
                    .map(|node| open_game.tree().token(*node).to_owned())
                    .collect();
                if open_game.was_played() {
                    assert_eq!(tokens.join(" "), record.moves, "{context}");
                }
            }
            while open_game.undo() {
                history.at -= 1;
                assert_state(&open_game, &history, id);
            }
            assert_eq!(
                open_game.to_record(),
                record,
                "{id} {seed}: undo did not restore the record"
            );
            while open_game.redo() {
                history.at += 1;
                assert_state(&open_game, &history, id);
            }
            assert_eq!(history.at + 1, history.states.len());
        }
    }
}
