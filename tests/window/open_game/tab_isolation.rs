//! No state of one tab is seen in another: tabs, exercises, the engine and reviews in any order.

use super::reviews::{analysis_update, blunder_evaluations, game_with_blunder, perform};
use kifu_app::jobs::{JobId, ReviewedPly};
use kifu_app::open_game::Navigation;
use kifu_app::state::{
    Action, AppState, Continuation, EngineAction, Exercise, ExerciseAction, InputAction,
    PendingInput, RunningReview, Tab, TabAction,
};
use kifu_core::contract::Turn;
use proptest::prelude::*;

const TABS: usize = 3;

/// Three tabs of the same game, of which the last has no review.
fn three_tabs() -> (AppState, String, String) {
    let (mut state, best, played) = game_with_blunder();
    let record = state.open_game().expect("a game").to_record();
    let mut unreviewed = record.clone();
    unreviewed.notes.clear();
    for record in [record, unreviewed] {
        let kept = state.open_record(record, Vec::new(), None);
        perform(&mut state, Action::Tab(TabAction::KeepTab(kept)));
    }
    assert_eq!(state.tabs.len(), TABS);
    (state, best, played)
}

#[derive(Clone, Debug)]
enum TabStep {
    Select(usize),
    Next(bool),
    Act(usize),
    /// A result of the engine, or of a review of the tab with this index.
    EngineResult(bool),
    ReviewResult(usize),
}

fn steps() -> impl Strategy<Value = Vec<TabStep>> {
    let step = prop_oneof![
        1 => (0..TABS).prop_map(TabStep::Select),
        1 => any::<bool>().prop_map(TabStep::Next),
        8 => (0_usize..16).prop_map(TabStep::Act),
        1 => any::<bool>().prop_map(TabStep::EngineResult),
        1 => (0..TABS).prop_map(TabStep::ReviewResult),
    ];
    proptest::collection::vec(step, 1..60)
}

fn action(state: &AppState, index: usize, best: &str, played: &str) -> Action {
    let from = state.open_game().expect("a game").node();
    let continuation = Continuation {
        from,
        moves: vec![best.to_owned()],
    };
    match index {
        0 | 1 => Action::Engine(EngineAction::ToggleExercise),
        2 => Action::Engine(EngineAction::StartExercise(None)),
        3 => Action::Exercise(ExerciseAction::ShowAnswer),
        4 => Action::Exercise(ExerciseAction::Next),
        5 => Action::Exercise(ExerciseAction::BackToQuestion),
        6 => Action::Exercise(ExerciseAction::EndExercise),
        7 => Action::Engine(EngineAction::ToggleEngine),
        8 => Action::Engine(EngineAction::ThinkDeeper),
        9 => Action::Navigate(Navigation::Steps(1)),
        10 => Action::Navigate(Navigation::Steps(-2)),
        11 => Action::Input(InputAction::ClearPicks),
        12 => Action::Input(InputAction::PlayMove(best.to_owned())),
        13 => Action::Input(InputAction::PlayMove(played.to_owned())),
        14 => Action::Engine(EngineAction::PeekLine(Some(continuation))),
        _ => Action::Navigate(Navigation::KeyMoment(true)),
    }
}

/// What a tab may change only while it is shown, or by a result that it asked for.
type OwnState = (u64, u32, usize, PendingInput, Option<Exercise>, usize);

fn own_state(tab: &Tab) -> OwnState {
    let open_game = tab.open_game.as_ref().expect("a game");
    (
        tab.id,
        open_game.ply(),
        open_game.tree().preorder().len(),
        tab.pending_input.clone(),
        tab.exercise.clone(),
        open_game.review_summary().plies.len(),
    )
}

/// Starts the search that the state asks for, and reports its result.
fn engine_result(state: &mut AppState, best: &str, is_done: bool) {
    let job = JobId(7);
    state.live_analysis.pending = state.analysis_subject().map(|subject| (job, subject));
    state.on_analysis_update(job, analysis_update(&[(best, 0.9)], is_done));
}

fn check_shown(state: &AppState) {
    let (tab, open_game) = (
        state.tab().expect("a tab"),
        state.open_game().expect("a game"),
    );
    assert_eq!(state.exercise(), tab.exercise.as_ref());
    let is_asked = state.is_exercise_position_shown();
    assert!(!is_asked || tab.exercise.is_some());
    if let Some(subject) = state.analysis_subject() {
        assert_eq!(subject.tab_id, tab.id);
        assert_eq!(subject.is_trial, tab.exercise.is_some());
    } else if tab.exercise.is_none() && state.live_analysis.is_on {
        assert_eq!(open_game.turn(), Turn::Over);
    }
    if let Some((subject, _)) = state.shown_analysis() {
        assert_eq!(subject.tab_id, tab.id);
        assert_eq!(tab.exercise, None);
    }
}

proptest! {
    #![proptest_config(crate::common::cases(64))]

    #[test]
    fn no_state_of_one_tab_is_seen_in_another(steps in steps()) {
        let (mut state, best, played) = three_tabs();
        for step in steps {
            let shown = state.active_tab;
            let before: Vec<OwnState> = state.tabs.iter().map(own_state).collect();
            let mut may_change = shown;
            match step {
                TabStep::Select(tab) => {
                    perform(&mut state, Action::Tab(TabAction::SelectTab(tab)));
                }
                TabStep::Next(forward) => {
                    perform(&mut state, Action::Tab(TabAction::NextTab(forward)));
                }
                TabStep::Act(index) => {
                    let action = action(&state, index, &best, &played);
                    perform(&mut state, action);
                }
                TabStep::EngineResult(is_done) => engine_result(&mut state, &best, is_done),
                TabStep::ReviewResult(tab) => {
                    may_change = tab;
                    let job = JobId(100 + tab as u64);
                    let id = state.tabs[tab].id;
                    state.running_reviews.push(RunningReview::new(id, job));
                    state.on_ply_reviewed(job, ReviewedPly {
                        ply: 3,
                        token: played.clone(),
                        evals: blunder_evaluations(&best, &played),
                        done_plies: 1,
                        total_plies: 1,
                    });
                    state.on_review_ended(job);
                }
            }
            let is_other_shown = state.active_tab != shown;
            prop_assert!(!is_other_shown || state.peeked_line.is_none());
            for (index, (tab, before)) in state.tabs.iter().zip(&before).enumerate() {
                if index != may_change || is_other_shown {
                    prop_assert_eq!(&own_state(tab), before);
                }
            }
            check_shown(&state);
        }
    }
}

#[test]
fn exercise_ends_by_its_key_and_by_escape() {
    let (mut state, _, _) = three_tabs();
    perform(&mut state, Action::Tab(TabAction::SelectTab(0)));
    let toggle = Action::Engine(EngineAction::ToggleExercise);
    for end in [toggle.clone(), Action::Input(InputAction::ClearPicks)] {
        perform(&mut state, toggle.clone());
        assert!(state.exercise().is_some());
        perform(&mut state, Action::Tab(TabAction::NextTab(true)));
        assert_eq!(state.exercise(), None);
        perform(&mut state, Action::Tab(TabAction::NextTab(false)));
        assert!(state.exercise().is_some());
        perform(&mut state, end);
        assert_eq!(state.exercise(), None);
    }
}
