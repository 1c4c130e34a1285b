//! The panes of the engine and the review, and hints on the board.

use super::harness::{Bench, opened, record};
use egui_kittest::kittest::Queryable as _;
use kifu_app::jobs::{AnalysisUpdate, JobId};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, Continuation, EngineAction, Pane};
use kifu_app::ui::ViewContext;
use kifu_app::ui::board::{BoardView, MoveHint};
use kifu_core::contract::Proven;
use kifu_core::record::{EvalBudget, EvalLine, Evaluation};
use kifu_core::scene::{Role, SceneOptions};
use kifu_core::search::{Coverage, SearchLine, SearchResult, Value};
use std::time::Duration;

/// A line as a review keeps it.
fn line(pv: &str, win: f64, proven: Option<Proven>) -> EvalLine {
    EvalLine {
        proven,
        win: Some(win),
        points: None,
        nodes: 1000,
        pv: pv.to_owned(),
    }
}

/// A game of Clobber with a mistake of White's at ply 3 and a blunder of Black's at ply 6.
pub fn judged() -> AppState {
    let mut state = opened(record("clobber"));
    let study = state.open_game_mut().unwrap();
    let tokens: Vec<String> = study.record().tokens().map(str::to_owned).collect();
    for (ply, loss) in [
        (1, 0.0),
        (2, 0.02),
        (3, 0.12),
        (4, 0.0),
        (5, 0.0),
        (6, 1.0),
        (7, 0.0),
    ] {
        let token = &tokens[ply as usize - 1];
        let (best, played, proven) = match loss {
            0.0 => (format!("{token} a1b1"), 0.5, None),
            1.0 => ("f5f6 e6e7".to_owned(), 0.0, Some(Proven::Win)),
            loss => ("f5g5 c5d5 f3f4".to_owned(), 0.55 - loss, None),
        };
        let top = if proven.is_some() { 1.0 } else { 0.55 };
        let mut lines = vec![line(&best, top, proven)];
        if loss > 0.0 {
            let lost = proven.map(|_| Proven::Loss);
            lines.push(line(token, played, lost));
        }
        let eval = Evaluation {
            engine: "oracle 1".to_owned(),
            budget: Some(EvalBudget::Nodes(1000)),
            seed: Some(1),
            lines,
            ..Evaluation::default()
        };
        assert!(study.set_evaluations(ply, token, vec![eval]));
    }
    let _ = state.perform(Action::Navigate(Navigation::Ply(6)));
    state
}

/// The engine is on and thinks this of the first position of the game.
pub fn thinking() -> AppState {
    let mut state = opened(record("clobber"));
    let _ = state.perform(Action::Engine(EngineAction::ToggleEngine));
    let subject = state.analysis_subject().unwrap();
    let job = JobId(1);
    state.live_analysis.pending = Some((job, subject));
    state.on_analysis_update(job, thought());
    state
}

fn thought() -> AnalysisUpdate {
    let line = |pv: &str, value, visits| {
        let pv: Vec<String> = pv.split(' ').map(str::to_owned).collect();
        SearchLine {
            mv: pv[0].clone(),
            value,
            visits,
            depth: 4,
            pv,
        }
    };
    let win = Value::known(Proven::Win, Some(1.0));
    AnalysisUpdate {
        result: SearchResult {
            value: win,
            lines: vec![
                line("f5g5 c5d5 f3f4", win, 90_000),
                line("c4b4 f4e4", Value::estimate(0.58, Some(0.6)), 12_345),
                line("e4d4 e3e2", Value::estimate(0.41, Some(0.4)), 40),
            ],
            nodes: 123_456,
            coverage: Coverage::AllMoves,
        },
        engine_name: "oracle 1".to_owned(),
        elapsed: Duration::from_millis(500),
        is_done: true,
    }
}

/// Shows the board with the engine's hints.
pub fn hinted(ui: &mut egui::Ui, cx: &mut ViewContext<'_>) {
    let study = cx.state.open_game().unwrap();
    let table = study.state();
    let scene = table.scene(SceneOptions::default());
    let lines = thought().result.lines;
    let roles = [Role::Good, Role::Preview, Role::LastMove];
    let strengths = [1.0, 0.8, 0.3];
    let hints: Vec<MoveHint> = lines
        .iter()
        .zip(roles.into_iter().zip(strengths))
        .map(|(line, (role, strength))| MoveHint {
            items: table.preview(&line.mv, role, SceneOptions::default()),
            role,
            strength,
            label: format!("{:.0} %", 100.0 * line.value.win),
            is_played: false,
            fold_at: None,
        })
        .collect();
    let view = BoardView {
        hints: &hints,
        ..BoardView::new(&scene)
    };
    let _ = view.show(ui, ui.available_size());
}

#[test]
fn a_moment_is_told_with_what_was_better_and_leads_to_its_ply() {
    let mut bench = Bench::pane(Pane::Review, judged());
    bench.said();
    for text in [
        "Accuracy",
        "Blunders",
        "Key moments",
        "threw away a proven win",
    ] {
        let found = bench.harness.query_all_by_label_contains(text).count();
        assert!(found > 0, "{text}");
    }
    // Of the ply that is shown the better line is shown: pointed at, it is tried; clicked, played.
    bench.harness.get_by_label("e6e7").hover();
    let said = bench.said();
    let peeks = said.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PeekLine(Some(Continuation { moves, .. }))) if moves.len() == 2),
    );
    assert!(peeks, "{said:?}");
    bench.harness.get_by_label("f5f6").click();
    let said = bench.said();
    let plays = said.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PlayContinuation(Continuation { moves, .. })) if moves == &["f5f6"]),
    );
    assert!(plays, "{said:?}");

    let mut bench = Bench::pane(Pane::Review, judged());
    bench.said();
    let third = bench
        .harness
        .query_all_by_label_contains("ply 3")
        .next()
        .unwrap();
    third.click();
    assert!(bench.said().contains(&Action::Navigate(Navigation::Ply(3))));
}

#[test]
fn the_engines_lines_tell_how_sure_they_are() {
    let mut bench = Bench::pane(Pane::Engine, thinking());
    bench.said();
    for text in [
        "won",
        "proven",
        "58 %",
        "estimate, 12.3 k visits",
        "played",
        "oracle 1",
        "123.5 k nodes",
    ] {
        let found = bench.harness.query_all_by_label_contains(text).count();
        assert!(found > 0, "{text}");
    }
    bench.harness.get_by_label("f4e4").click();
    let said = bench.said();
    let plays = said.iter().any(|action| matches!(action, Action::Engine(EngineAction::PlayContinuation(Continuation { moves, .. })) if moves == &["c4b4", "f4e4"]));
    assert!(plays, "{said:?}");
    bench.harness.get_by_label("Stop engine").click();
    assert!(
        bench
            .said()
            .contains(&Action::Engine(EngineAction::ToggleEngine))
    );
}

#[test]
fn a_lesson_is_led_by_buttons() {
    let mut state = judged();
    let _ = state.perform(Action::Engine(EngineAction::StartExercise(None)));
    let mut bench = Bench::pane(Pane::Review, state);
    bench.said();
    assert!(
        bench
            .harness
            .query_by_label_contains("Exercise 1 of 2")
            .is_some()
    );
    // Nothing tells the answer before somebody wants it.
    assert!(bench.harness.query_by_label("f5g5").is_none());
    bench.harness.get_by_label("Show answer").click();
    bench.said();
    assert!(bench.harness.query_by_label("f5g5").is_some());
    bench.harness.get_by_label("Next").click();
    bench.said();
    assert!(
        bench
            .harness
            .query_by_label_contains("Exercise 2 of 2")
            .is_some()
    );
    bench.harness.get_by_label("Skip").click();
    bench.said();
    assert!(
        bench
            .harness
            .query_by_label_contains("Solved: 0 of 2")
            .is_some()
    );
    bench.harness.get_by_label("Stop practising").click();
    bench.said();
    assert!(
        bench
            .harness
            .query_by_label_contains("Key moments")
            .is_some()
    );
}

#[test]
fn who_wants_no_spoilers_sees_none_in_any_pane() {
    for pane in [Pane::Review, Pane::Moves, Pane::Players, Pane::Graph] {
        let mut state = judged();
        let _ = state.perform(Action::Engine(EngineAction::ToggleSpoilerFree));
        state.tabs[0].last_seen_ply = 2;
        let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
        let mut bench = Bench::pane(pane, state);
        bench.said();
        for text in ["threw away", "Accuracy", "White wins", "contest points"] {
            let found = bench.harness.query_all_by_label_contains(text).count();
            assert_eq!(found, 0, "{text} in {pane:?}");
        }
    }
}
