//! From which loss on a move is called what, and whose sign is whose.

use super::reviews::{act, blunder, study, with_a_blunder};
use super::sample_games::book;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, EngineAction, TabAction};
use kifu_core::record::{Glyph, Record};
use kifu_study::review::{self, MoveClass, Thresholds};

/// A game of Clobber in which the third ply gave away 12 points of 100, reviewed and saved.
fn with_a_mistake() -> Record {
    let (state, best, played) = with_a_blunder();
    let mut record = state.open_game().expect("a game").to_record();
    let mut evals = blunder(&best, &played);
    for (line, win) in evals[0].lines.iter_mut().zip([0.62, 0.5]) {
        (line.proven, line.win) = (None, Some(win));
    }
    record.notes.get_mut(&3).expect("a note").evals = evals;
    review::add_glyphs(&mut record, book("clobber"), 8, &Thresholds::default()).expect("a game");
    assert_eq!(record.notes[&3].glyph, Some(Glyph::Mistake));
    record
}

#[test]
fn from_what_loss_on_a_move_is_called_what_is_the_persons_choice() {
    let mut state = AppState::default();
    let record = with_a_mistake();
    state.open_record(record.clone(), Vec::new(), None);
    let class = |state: &AppState| {
        let study = state.open_game().expect("a game");
        study.review_summary().ply(3).map(|ply| ply.judgement.class)
    };
    assert_eq!(class(&state), Some(MoveClass::Mistake));
    act(
        &mut state,
        Action::Engine(EngineAction::SetThresholds(Some([3.0, 6.0, 12.0]))),
    );
    assert_eq!(class(&state), Some(MoveClass::Blunder));
    // How somebody looks at a game is no change of it.
    let study = state.open_game().expect("a game");
    assert!(!study.is_changed());
    assert_eq!(study.to_record(), record);
    // Games that are opened later are seen alike.
    act(&mut state, Action::Tab(TabAction::DiscardAndClose(0)));
    state.open_record(record, Vec::new(), None);
    assert_eq!(class(&state), Some(MoveClass::Blunder));
    // What falls is not taken.
    act(
        &mut state,
        Action::Engine(EngineAction::SetThresholds(Some([20.0, 13.0, 15.0]))),
    );
    assert_eq!(class(&state), Some(MoveClass::Mistake));
    assert_eq!(state.preferences.thresholds, Thresholds::default());
    act(
        &mut state,
        Action::Engine(EngineAction::SetThresholds(Some([13.0, 14.0, 15.0]))),
    );
    assert_eq!(class(&state), Some(MoveClass::Good));
}

#[test]
fn a_reviews_sign_goes_with_what_it_says_now_and_is_saved_with_the_game() {
    let record = with_a_mistake();
    let mut study = study(record);
    let node = study.tree().main_line()[2];
    assert_eq!(study.tree().note(node).glyph, None, "nobody's sign");
    study.navigate(Navigation::Ply(1));
    study.set_comment("so far");
    let saved = study.to_record();
    assert_eq!(saved.notes[&3].glyph, Some(Glyph::Mistake));
    assert_eq!(saved.ext[review::GLYPHS_KEY], "3");
    study.set_thresholds(Thresholds::from_percent([1.0, 2.0, 3.0]).expect("they rise"));
    assert_eq!(study.to_record().notes[&3].glyph, Some(Glyph::Blunder));
}
