//! The thresholds that classify moves, and the glyphs that a review sets.

use super::reviews::{blunder_evaluations, game_with_blunder, open, perform};
use super::sample_games::catalogue_game;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, EngineAction, TabAction};
use kifu_core::record::{Glyph, Record};
use kifu_study::review::{self, MoveClass, Thresholds};

/// Returns a saved review of Clobber in which the third ply loses 12 percentage points.
fn reviewed_game_with_mistake() -> Record {
    let (state, best, played) = game_with_blunder();
    let mut record = state.open_game().expect("a game").to_record();
    let mut evals = blunder_evaluations(&best, &played);
    for (line, win) in evals[0].lines.iter_mut().zip([0.62, 0.5]) {
        (line.proven, line.win) = (None, Some(win));
    }
    record.notes.get_mut(&3).expect("a note").evals = evals;
    review::add_glyphs(
        &mut record,
        catalogue_game("clobber"),
        8,
        &Thresholds::default(),
    )
    .expect("a game");
    assert_eq!(record.notes[&3].glyph, Some(Glyph::Mistake));
    record
}

#[test]
fn changed_thresholds_reclassify_moves_without_changing_game() {
    let mut state = AppState::default();
    let record = reviewed_game_with_mistake();
    state.open_record(record.clone(), Vec::new(), None);
    let class = |state: &AppState| {
        let open_game = state.open_game().expect("a game");
        open_game
            .review_summary()
            .ply(3)
            .map(|ply| ply.judgement.class)
    };
    assert_eq!(class(&state), Some(MoveClass::Mistake));
    perform(
        &mut state,
        Action::Engine(EngineAction::SetThresholds(Some([3.0, 6.0, 12.0]))),
    );
    assert_eq!(class(&state), Some(MoveClass::Blunder));
    // Changed thresholds do not change the game.
    let open_game = state.open_game().expect("a game");
    assert!(!open_game.is_changed());
    assert_eq!(open_game.to_record(), record);
    // Games that are opened later use the same thresholds.
    perform(&mut state, Action::Tab(TabAction::DiscardAndClose(0)));
    state.open_record(record, Vec::new(), None);
    assert_eq!(class(&state), Some(MoveClass::Blunder));
    // Thresholds that do not rise are replaced by the defaults.
    perform(
        &mut state,
        Action::Engine(EngineAction::SetThresholds(Some([20.0, 13.0, 15.0]))),
    );
    assert_eq!(class(&state), Some(MoveClass::Mistake));
    assert_eq!(state.preferences.thresholds, Thresholds::default());
    perform(
        &mut state,
        Action::Engine(EngineAction::SetThresholds(Some([13.0, 14.0, 15.0]))),
    );
    assert_eq!(class(&state), Some(MoveClass::Good));
}

#[test]
fn review_glyph_follows_thresholds_and_is_saved_with_game() {
    let record = reviewed_game_with_mistake();
    let mut open_game = open(record);
    let node = open_game.tree().main_line()[2];
    assert_eq!(
        open_game.tree().note(node).glyph,
        None,
        "the glyph of the review counts as one of the user"
    );
    open_game.navigate(Navigation::Ply(1));
    open_game.set_comment("so far");
    let saved = open_game.to_record();
    assert_eq!(saved.notes[&3].glyph, Some(Glyph::Mistake));
    assert_eq!(saved.ext[review::GLYPHS_KEY], "3");
    open_game
        .set_thresholds(Thresholds::from_percent([1.0, 2.0, 3.0]).expect("the thresholds rise"));
    assert_eq!(open_game.to_record().notes[&3].glyph, Some(Glyph::Blunder));
}
