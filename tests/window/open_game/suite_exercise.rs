//! Exercises over a whole suite.

use super::reviews::perform;
use kifu_app::state::{
    Action, AppState, Effect, EngineAction, ExerciseAction, ExerciseVerdict, InputAction, Pane,
    QuestionOutcome, TabAction,
};
use kifu_study::suite::Suite;

const EMPTY: &str = "...../....../...../....../...../....../...../....../...../....../..... w -";
const LATER: &str = "--.../....../...../....../...../....../...../....../...../....../..... w -";

/// A line of Zuniq, in which `C3h` and `C3v` are good.
fn line(position: &str, moves: &str, played: &str, class: &str) -> String {
    format!(
        r#"{{"suite":2,"game":"zuniq","position":"{position}","best":"C3h","line":["C3h","D3h"],"played":"{played}","loss":0.3,"class":"{class}","source":"old.ronl:0","ply":1,"phase":"opening","player":"Anna","opponent":"Bob","moves":"{moves}","good":[{{"move":"C3h","win":0.7}},{{"move":"C3v","win":0.69}}],"tolerance":0.05,"engine":"none","budget":"nodes 10 seed 1"}}"#
    )
}

/// A suite with a mistake, a good move, and a line whose moves do not lead to its position.
fn suite() -> Suite {
    let lines = [
        line(EMPTY, "", "F1h", "blunder"),
        line(LATER, "A1h A2h", "C3v", "good"),
        line(
            &LATER.replace("--", "-.").replace(" w", " b"),
            "A5h",
            "C3v",
            "good",
        ),
    ];
    Suite::parse("lost.jsonl", &lines.join("\n")).expect("a suite")
}

fn opened() -> AppState {
    let mut state = AppState::default();
    let effects = state.open_suite("lost.jsonl".to_owned(), &suite());
    assert_eq!(effects, [Effect::RevealPane(Pane::Review)]);
    state
}

fn try_move(state: &mut AppState, mv: &str) {
    perform(state, Action::Input(InputAction::PlayMove(mv.to_owned())));
}

fn next(state: &mut AppState) {
    perform(state, Action::Exercise(ExerciseAction::Next));
}

fn outcomes(state: &AppState) -> Vec<QuestionOutcome> {
    state.exercise().expect("an exercise").outcomes.clone()
}

#[test]
fn suite_opens_as_exercise_without_the_move_that_was_played() {
    let mut state = opened();
    assert_eq!(state.tabs[0].title, "Practice: lost.jsonl");
    assert_eq!(outcomes(&state).len(), 2);
    assert!(state.is_exercise_position_shown());
    let game = state.open_game().expect("a game");
    assert!(!game.has_next());
    assert!(game.review_summary().is_empty());
    try_move(&mut state, "C3v");
    let exercise = state.exercise().expect("an exercise");
    assert_eq!(
        exercise.tried.last().map(|tried| tried.1),
        Some(ExerciseVerdict::Good)
    );
    let game = state.open_game().expect("a game");
    assert!(game.has_next(), "the answer is not shown");
    assert!(game.review_summary().ply(game.ply() + 1).is_some());
}

#[test]
fn wrong_answer_is_asked_again_and_score_counts_first_tries() {
    let mut state = opened();
    perform(&mut state, Action::Exercise(ExerciseAction::ShowAnswer));
    next(&mut state);
    assert_eq!(outcomes(&state).len(), 3, "the question is not asked again");
    try_move(&mut state, "C3h");
    next(&mut state);
    try_move(&mut state, "C3h");
    next(&mut state);
    let exercise = state.exercise().expect("an exercise");
    assert_eq!(exercise.current_ply(), None);
    let suite = exercise.suite.as_ref().expect("a suite");
    assert_eq!(suite.score(), [2, 1, 1]);
    perform(
        &mut state,
        Action::Engine(EngineAction::StartExercise(None)),
    );
    assert_eq!(outcomes(&state), [QuestionOutcome::Open; 2]);
}

#[test]
fn exercise_over_suite_leaves_other_tabs_alone() {
    let (mut state, _, _) = super::reviews::game_with_blunder();
    let before = state.open_game().map(|game| (game.ply(), game.to_record()));
    state.open_suite("lost.jsonl".to_owned(), &suite());
    try_move(&mut state, "F1h");
    next(&mut state);
    next(&mut state);
    perform(&mut state, Action::Tab(TabAction::SelectTab(0)));
    assert!(state.exercise().is_none());
    let after = state.open_game().map(|game| (game.ply(), game.to_record()));
    assert_eq!(after, before);
    assert!(
        state.changed_tabs().all(|tab| tab == 0),
        "a practised game is changed"
    );
}

#[test]
fn suite_without_reachable_positions_is_refused() {
    let mut state = AppState::default();
    let suite = Suite::parse("lost.jsonl", &line(LATER, "A1h", "C3v", "good")).expect("a suite");
    assert!(state.open_suite("lost.jsonl".to_owned(), &suite).is_empty());
    assert!(state.tabs.is_empty());
}
