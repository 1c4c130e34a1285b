//! Changing games, and taking it back.

use super::naive_tree::{path, shape, sound};
use super::sample_games::{IDS, Wish, book, bundled, go_on, random, random_mark, record};
use kifu_app::open_game::{EditError, GameHeader, Navigation, OpenGame};
use kifu_core::contract::Setup;
use kifu_core::record::{Glyph, Record, adjudicate, read_ron, write_ron};
use kifu_core::search::SplitMix64;

/// The states of a game after each change, to compare undo and redo with.
struct Past {
    states: Vec<Record>,
    at: usize,
    saved: Option<usize>,
}

impl Past {
    fn changed(&mut self, now: Record) {
        self.states.truncate(self.at + 1);
        if self.saved.is_some_and(|saved| saved > self.at) {
            self.saved = None;
        }
        self.states.push(now);
        self.at += 1;
    }
}

fn describe(study: &mut OpenGame, change: impl FnOnce(&mut GameHeader)) {
    let mut about = GameHeader::from_record(study.record());
    change(&mut about);
    study.set_info(about);
}

fn change(study: &mut OpenGame, id: &str, rng: &mut SplitMix64) {
    let nodes = study.tree().preorder();
    match rng.index(12) {
        0..=3 => {
            let here = path(study.tree(), study.node());
            let line = go_on(id, &Setup::default(), &here, 1, rng);
            if let Some(token) = line.get(here.len()) {
                study.play(token).expect("a listed move is legal");
            }
        }
        4 => study.set_comment(&format!("said {}", rng.index(3))),
        5 => study.toggle_glyph([None, Some(Glyph::Good), Some(Glyph::Blunder)][rng.index(3)]),
        6 => study.toggle_mark(random_mark(rng)),
        7 => study.clear_marks(),
        8 => {
            let node = nodes[rng.index(nodes.len())];
            let _ = study.delete_node(node);
        }
        9 => {
            let _ = study.promote();
        }
        10 => {
            let _ = study.reorder([-2, -1, 1, 2][rng.index(4)]);
        }
        _ => describe(study, |about| about.event.round = rng.index(3).to_string()),
    }
}

fn check(study: &OpenGame, past: &Past, told: &str) {
    assert_eq!(study.to_record(), past.states[past.at], "{told}");
    assert_eq!(study.is_changed(), past.saved != Some(past.at), "{told}");
    assert_eq!(study.can_undo_and_redo().0, past.at > 0, "{told}");
    assert_eq!(
        study.can_undo_and_redo().1,
        past.at + 1 < past.states.len(),
        "{told}"
    );
    assert_eq!(study.plies().len(), study.last_ply() as usize, "{told}");
    sound(study);
}

/// Of all kinds, by the seed.
fn any_wish(seed: u64, rng: &mut SplitMix64) -> Wish {
    Wish {
        moves: rng.index(8),
        lines: rng.index(5),
        failed: seed.is_multiple_of(4),
        illegal: seed.is_multiple_of(3),
        played: seed.is_multiple_of(2),
    }
}

#[test]
fn whatever_is_done_can_be_taken_back_and_done_again() {
    for (seed, id) in (0..16).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let wish = any_wish(seed, &mut rng);
        let record = random(id, wish, &mut rng);
        let mut study = OpenGame::new(record.clone(), book(id)).unwrap();
        let mut past = Past {
            states: vec![record.clone()],
            at: 0,
            saved: Some(0),
        };
        for nth in 0..60 {
            let told = format!("{id} {seed} {nth}");
            // Each change is one of its own: somebody went elsewhere before it.
            let nodes = study.tree().preorder();
            study.navigate(Navigation::Node(nodes[rng.index(nodes.len())]));
            study.navigate(
                [
                    Navigation::Last,
                    Navigation::Steps(1),
                    Navigation::Steps(-1),
                ][rng.index(3)],
            );
            let before = study.revision();
            match rng.index(8) {
                0..=4 => {
                    study.navigate(Navigation::First);
                    study.navigate(Navigation::Steps(i32::try_from(rng.index(9)).unwrap()));
                    change(&mut study, id, &mut rng);
                    if study.revision() != before {
                        past.changed(study.to_record());
                    }
                }
                5 => {
                    assert_eq!(study.undo(), past.at > 0, "{told}");
                    past.at = past.at.saturating_sub(1);
                }
                6 => {
                    let can = past.at + 1 < past.states.len();
                    assert_eq!(study.redo(), can, "{told}");
                    past.at += usize::from(can);
                }
                _ => {
                    study.mark_saved(study.revision());
                    past.saved = Some(past.at);
                }
            }
            check(&study, &past, &told);
            let tokens: Vec<String> = study
                .tree()
                .main_line()
                .iter()
                .map(|node| study.tree().token(*node).to_owned())
                .collect();
            if study.was_played() {
                assert_eq!(tokens.join(" "), record.moves, "{told}");
            }
        }
        while study.undo() {
            past.at -= 1;
            check(&study, &past, id);
        }
        assert_eq!(study.to_record(), record, "{id} {seed}: all is as it was");
        while study.redo() {
            past.at += 1;
            check(&study, &past, id);
        }
        assert_eq!(past.at + 1, past.states.len());
    }
}

#[test]
fn what_is_written_after_changes_opens_as_the_same_game() {
    for (seed, id) in (100..112).flat_map(|seed| IDS.map(|id| (seed, id))) {
        let mut rng = SplitMix64::new(seed);
        let wish = any_wish(seed, &mut rng);
        let mut study = OpenGame::new(random(id, wish, &mut rng), book(id)).unwrap();
        for _ in 0..30 {
            let nodes = study.tree().preorder();
            study.navigate(Navigation::Node(nodes[rng.index(nodes.len())]));
            change(&mut study, id, &mut rng);
        }
        let mut saved = read_ron(&write_ron(&study.to_record())).unwrap();
        adjudicate(&mut saved, book(id));
        assert_eq!(saved, study.to_record(), "{id} {seed}: it is settled");
        let again = OpenGame::new(saved, book(id)).unwrap();
        let found = shape(again.tree());
        let expected = shape(study.tree());
        assert!(found.keys().eq(expected.keys()), "{id} {seed}");
        for (path, (children, note)) in &expected {
            assert_eq!(&found[path].0, children, "{id} {seed} {path:?}");
            // A main line that grew may have a ply by now of which something was said before.
            assert!(
                found[path].1.comment.contains(&note.comment),
                "{id} {seed} {path:?}"
            );
        }
        assert_eq!(again.was_played(), study.was_played(), "{id} {seed}");
    }
}

fn clobber(players: &str) -> OpenGame {
    let record = record(&format!(
        "(kifu: 1, game: \"clobber\", players: {players}, moves: \"a2a1 b2b1 c2c1\", notes: {{2: (comment: \"here\", variations: [(moves: \"d2d1 e2e1\"), (moves: \"f2f1\")])}})"
    ));
    OpenGame::new(record, book("clobber")).unwrap()
}

const NOBODY: &str = "((), ())";
const TWO: &str = "((name: \"A\"), (name: \"B\"))";

fn main_of(study: &OpenGame) -> String {
    study.to_record().moves
}

#[test]
fn a_comment_that_is_typed_is_one_change() {
    let mut study = clobber(TWO);
    study.navigate(Navigation::Ply(1));
    for text in ["g", "go", "goo", "good"] {
        study.set_comment(text);
    }
    // Another ply, and the same one again.
    study.navigate(Navigation::Steps(1));
    study.set_comment("x");
    study.navigate(Navigation::Steps(-1));
    study.set_comment("better");
    study.undo();
    assert_eq!(study.note().unwrap().comment, "good");
    study.undo();
    assert_eq!(
        (study.ply(), study.note().unwrap().comment.as_str()),
        (2, "here")
    );
    study.undo();
    assert_eq!(
        (study.ply(), study.note().unwrap().comment.as_str()),
        (1, "")
    );
    assert!(!study.undo() && !study.is_changed());
    study.redo();
    assert_eq!(
        (study.ply(), study.note().unwrap().comment.as_str()),
        (1, "good")
    );
}

#[test]
fn what_is_in_the_file_is_a_state_of_its_own() {
    let mut study = clobber(TWO);
    study.navigate(Navigation::Ply(1));
    study.set_comment("g");
    study.set_comment("go");
    study.mark_saved(study.revision());
    study.set_comment("goo");
    assert!(study.is_changed());
    study.undo();
    assert_eq!(study.note().unwrap().comment, "go");
    assert!(!study.is_changed());
    study.undo();
    assert!(study.is_changed(), "the file has more than this");
    study.set_comment("other");
    assert!(study.is_changed());
    study.mark_unsaved();
    study.undo();
    assert!(study.is_changed());
    // A file that was written while somebody typed on is not the state that is shown.
    study.set_comment("a");
    let written = study.revision();
    study.set_comment("ab");
    study.mark_saved(written);
    assert!(study.is_changed());
}

#[test]
fn the_game_as_played_stays_and_a_study_does_not() {
    let mut played = clobber(TWO);
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
        "it is the last now"
    );
    assert_eq!(played.promote(), Ok(()));
    played.navigate(Navigation::Ply(3));
    played.play("g1g2").unwrap();
    assert_eq!(main_of(&played), "a2a1 b2b1 c2c1");
    assert_eq!(played.to_record().notes[&4].variations[0].moves, "g1g2");

    let mut study = clobber(NOBODY);
    assert!(!study.was_played());
    study.navigate(Navigation::Ply(3));
    study.play("g1g2").unwrap();
    assert_eq!(main_of(&study), "a2a1 b2b1 c2c1 g1g2");
    study.navigate(Navigation::Ply(2));
    study.navigate(Navigation::Sibling(true));
    study.navigate(Navigation::Steps(1));
    study.promote().unwrap();
    assert_eq!(main_of(&study), "a2a1 d2d1 e2e1");
    study.navigate(Navigation::Ply(2));
    study.delete_shown().unwrap();
    assert_eq!(
        main_of(&study),
        "a2a1 b2b1 c2c1 g1g2",
        "the next line is the first"
    );
    study.navigate(Navigation::Ply(1));
    study.delete_shown().unwrap();
    assert_eq!(main_of(&study), "");
    assert_eq!(study.delete_shown(), Err(EditError::NothingToChange));
}

#[test]
fn the_end_of_a_study_goes_on_with_what_was_tried_after_it() {
    let record = record(
        "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"a2a1\", notes: {2: (variations: [(moves: \"b2b1\"), (moves: \"d2d1 d2d1 e2e1\")])})",
    );
    let mut study = OpenGame::new(record, book("clobber")).unwrap();
    study.navigate(Navigation::Last);
    study.navigate(Navigation::Steps(1));
    study.promote().unwrap();
    assert_eq!(main_of(&study), "a2a1 b2b1");
    // No illegal move gets into the main line, and none is lost.
    study.navigate(Navigation::Sibling(true));
    study.promote().unwrap();
    assert_eq!(main_of(&study), "a2a1 d2d1");
    let notes = study.to_record().notes;
    assert_eq!(notes[&3].variations[0].moves, "d2d1 e2e1");
    assert_eq!(notes[&2].variations[0].moves, "b2b1");
    assert!(study.to_record().attempt.is_none());
}

#[test]
fn what_was_made_by_hand_stays_so_and_what_was_played_too() {
    // Made here, with names, played to its end, saved and opened again.
    let mut study = OpenGame::without_moves(book("clobber")).unwrap();
    assert!(!study.was_played() && !study.is_changed());
    for token in go_on(
        "clobber",
        &Setup::default(),
        &[],
        200,
        &mut SplitMix64::new(3),
    ) {
        study.play(&token).unwrap();
    }
    describe(&mut study, |about| {
        "A".clone_into(&mut about.players.0.name);
        "B".clone_into(&mut about.players.1.name);
        "Kitchen".clone_into(&mut about.event.name);
    });
    let record = study.to_record();
    assert!(record.result.as_ref().unwrap().winner.is_some());
    let mut again = record.clone();
    adjudicate(&mut again, book("clobber"));
    assert_eq!(again, record);
    let mut study = OpenGame::new(again, book("clobber")).unwrap();
    assert!(!study.was_played());
    study.navigate(Navigation::Ply(2));
    study.delete_shown().unwrap();
    assert_eq!(study.last_ply(), 1);
    assert!(study.to_record().result.unwrap().winner.is_none());
    // Written by hand without names, changed here, then named.
    let mut study = clobber(NOBODY);
    study.navigate(Navigation::Ply(3));
    study.play("g1g2").unwrap();
    describe(&mut study, |about| {
        "A".clone_into(&mut about.players.0.name);
    });
    assert!(
        !OpenGame::new(study.to_record(), book("clobber"))
            .unwrap()
            .was_played()
    );
    // A game that was played is not opened otherwise by being told of.
    let mut study = clobber(TWO);
    describe(&mut study, |about| about.players = <_>::default());
    study.navigate(Navigation::Ply(2));
    assert_eq!(study.delete_shown(), Err(EditError::MainLineFixed));
    for (name, record) in bundled() {
        let played = OpenGame::new(record.clone(), book(&record.game)).unwrap();
        assert!(played.was_played(), "{name}");
    }
}

#[test]
fn the_failing_act_can_be_spoken_of() {
    let (_, record) = bundled()
        .into_iter()
        .find(|(name, _)| name == "turn-right-illegal")
        .unwrap();
    let mut study = OpenGame::new(record.clone(), book("turn-right")).unwrap();
    study.navigate(Navigation::Last);
    study.set_comment("Look at this.");
    study.toggle_glyph(Some(Glyph::Mistake));
    let told = study.to_record();
    assert_eq!(told.notes[&39].comment, "Look at this.");
    assert_eq!(told.notes[&39].glyph, Some(Glyph::Mistake));
    assert_eq!(told.notes[&39].variations, record.notes[&39].variations);
    assert_eq!(
        (&told.moves, &told.attempt),
        (&record.moves, &record.attempt)
    );
    study.navigate(Navigation::First);
    study.undo();
    assert!(study.is_at_failure(), "where the change was");
    assert_eq!(study.delete_shown(), Err(EditError::MainLineFixed));
    // What should have been played is a line in its place.
    study.play("b1-b5-e5-e1").unwrap_or_default();
    study.navigate(Navigation::Last);
    study.undo();
    study.undo();
    assert_eq!(study.to_record(), record);
}

#[test]
fn so_much_can_be_undone_and_no_more() {
    let mut study = clobber(TWO);
    for nth in 0..1500 {
        study.toggle_glyph(Some([Glyph::Good, Glyph::Mistake][nth % 2]));
        study.navigate(Navigation::Ply(1));
        study.set_comment(&nth.to_string());
        study.navigate(Navigation::Ply(2));
    }
    let mut undone = 0;
    while study.undo() {
        undone += 1;
    }
    assert_eq!(undone, 1000);
    // A text as long as a book counts for more.
    let mut study = clobber(TWO);
    for nth in 0..40 {
        study.navigate(Navigation::Ply(1 + nth % 2));
        study.set_comment(&nth.to_string().repeat(1 << 20));
    }
    let mut undone = 0;
    while study.undo() {
        undone += 1;
    }
    assert!((1..40).contains(&undone), "{undone}");
}

#[test]
fn a_line_that_was_taken_back_is_not_mistaken_for_another() {
    let mut study = clobber(TWO);
    study.navigate(Navigation::Ply(1));
    study.play("h2h1").unwrap();
    let gone = study.node();
    study.undo();
    study.play("g1g2").unwrap_or_default();
    study.navigate(Navigation::Ply(1));
    study.play("d2d1").unwrap();
    assert!(!study.navigate(Navigation::Node(gone)));
    assert_eq!(study.delete_node(gone), Err(EditError::NothingToChange));
    study.undo();
}
