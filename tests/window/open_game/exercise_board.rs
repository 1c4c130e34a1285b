//! What an exercise keeps on the board, and how it counts.

use super::reviews::{act, with_a_blunder};
use kifu_app::state::{
    Action, AppState, EngineAction, Exercise, ExerciseAction, ExerciseVerdict, InputAction,
    QuestionOutcome,
};

fn exercise(state: &AppState) -> &Exercise {
    state.exercise.as_ref().expect("an exercise")
}

fn asked() -> (AppState, String, String) {
    let (mut state, best, played) = with_a_blunder();
    act(
        &mut state,
        Action::Engine(EngineAction::StartExercise(None)),
    );
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Open]);
    assert_eq!(exercise(&state).shown_attempt(), None);
    (state, best, played)
}

#[test]
fn a_wrong_try_stays_on_the_board_for_a_moment_and_the_question_stays_open() {
    let (mut state, best, played) = asked();
    assert_eq!(state.expire_attempt(9.0), None, "nothing was tried");
    act(
        &mut state,
        Action::Input(InputAction::PlayMove(played.clone())),
    );
    let shown = (played, ExerciseVerdict::PlayedInGame);
    assert_eq!(exercise(&state).shown_attempt(), Some(&shown));
    let wait = state.expire_attempt(10.0).expect("it is timed");
    assert!(wait > 0.5);
    // The time runs from when it was first seen.
    assert!(state.expire_attempt(10.0 + wait / 2.0).expect("a rest") < wait);
    assert!(exercise(&state).shown_attempt().is_some());
    assert_eq!(state.expire_attempt(10.0 + wait), None);
    assert_eq!(exercise(&state).shown_attempt(), None);
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Open]);
    // It stays in the list, and does not spoil a solution.
    assert_eq!(exercise(&state).tried.len(), 1);
    act(&mut state, Action::Input(InputAction::PlayMove(best)));
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Found]);
    assert_eq!(state.expire_attempt(99.0), None);
    assert!(
        exercise(&state).shown_attempt().is_some(),
        "a solution stays"
    );
}

#[test]
fn an_answer_that_was_shown_is_not_found() {
    let (mut state, best, _) = asked();
    act(&mut state, Action::Exercise(ExerciseAction::ShowAnswer));
    act(&mut state, Action::Input(InputAction::PlayMove(best)));
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Missed]);
    assert_eq!(exercise(&state).solved_count(), 0);

    let (mut state, _, _) = asked();
    act(&mut state, Action::Exercise(ExerciseAction::Next));
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Missed]);
}
