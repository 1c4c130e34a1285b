//! The attempt that an exercise shows on the board, and how it counts.

use super::reviews::{game_with_blunder, perform};
use kifu_app::state::{
    Action, AppState, EngineAction, Exercise, ExerciseAction, ExerciseVerdict, InputAction,
    QuestionOutcome,
};

fn exercise(state: &AppState) -> &Exercise {
    state.exercise().expect("an exercise")
}

fn exercise_in_progress() -> (AppState, String, String) {
    let (mut state, best, played) = game_with_blunder();
    perform(
        &mut state,
        Action::Engine(EngineAction::StartExercise(None)),
    );
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Open]);
    assert_eq!(exercise(&state).shown_attempt(), None);
    (state, best, played)
}

#[test]
fn wrong_attempt_is_shown_briefly_and_question_stays_open() {
    let (mut state, best, played) = exercise_in_progress();
    assert_eq!(
        state.expire_attempt(9.0),
        None,
        "an attempt expires before it is made"
    );
    perform(
        &mut state,
        Action::Input(InputAction::PlayMove(played.clone())),
    );
    let shown = (played, ExerciseVerdict::PlayedInGame);
    assert_eq!(exercise(&state).shown_attempt(), Some(&shown));
    let wait = state.expire_attempt(10.0).expect("the attempt expires");
    assert!(wait > 0.5);
    // The time starts when the attempt is first shown.
    assert!(
        state
            .expire_attempt(10.0 + wait / 2.0)
            .expect("time is left")
            < wait
    );
    assert!(exercise(&state).shown_attempt().is_some());
    assert_eq!(state.expire_attempt(10.0 + wait), None);
    assert_eq!(exercise(&state).shown_attempt(), None);
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Open]);
    // The attempt stays in the list, and a solution still counts.
    assert_eq!(exercise(&state).tried.len(), 1);
    perform(&mut state, Action::Input(InputAction::PlayMove(best)));
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Found]);
    assert_eq!(state.expire_attempt(99.0), None);
    assert!(
        exercise(&state).shown_attempt().is_some(),
        "the solution is not shown"
    );
}

#[test]
fn shown_answer_or_skipped_question_counts_as_missed() {
    let (mut state, best, _) = exercise_in_progress();
    perform(&mut state, Action::Exercise(ExerciseAction::ShowAnswer));
    perform(&mut state, Action::Input(InputAction::PlayMove(best)));
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Missed]);
    assert_eq!(exercise(&state).solved_count(), 0);

    let (mut state, _, _) = exercise_in_progress();
    perform(&mut state, Action::Exercise(ExerciseAction::Next));
    assert_eq!(exercise(&state).outcomes, [QuestionOutcome::Missed]);
}
