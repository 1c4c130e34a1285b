//! The engine pane, the review pane, and hints on the board.

use super::harness::{PaneHarness, opened, record};
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

/// Returns a line of an evaluation.
fn line(pv: &str, win: f64, proven: Option<Proven>) -> EvalLine {
    EvalLine {
        proven,
        win: Some(win),
        points: None,
        nodes: 1000,
        pv: pv.to_owned(),
    }
}

/// Returns a reviewed game of Clobber: White makes a mistake at ply 3, Black a blunder at ply 6.
pub fn reviewed_game() -> AppState {
    let mut state = opened(record("clobber"));
    let open_game = state.open_game_mut().unwrap();
    let tokens: Vec<String> = open_game.record().tokens().map(str::to_owned).collect();
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
            let refuted = proven.map(|_| Proven::Loss);
            lines.push(line(token, played, refuted));
        }
        let eval = Evaluation {
            engine: "oracle 1".to_owned(),
            budget: Some(EvalBudget::Nodes(1000)),
            seed: Some(1),
            lines,
            ..Evaluation::default()
        };
        assert!(open_game.set_evaluations(ply, token, vec![eval]));
    }
    let _ = state.perform(Action::Navigate(Navigation::Ply(6)));
    state
}

/// Returns a state in which the engine analyses the first position of a game.
pub fn analysed_game() -> AppState {
    let mut state = opened(record("clobber"));
    let _ = state.perform(Action::Engine(EngineAction::ToggleEngine));
    let subject = state.analysis_subject().unwrap();
    let job = JobId(1);
    state.live_analysis.pending = Some((job, subject));
    state.on_analysis_update(job, analysis_update());
    state
}

fn analysis_update() -> AnalysisUpdate {
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
        bot: None,
    }
}

/// Shows the board with the engine's hints.
pub fn show_hints(ui: &mut egui::Ui, cx: &mut ViewContext<'_>) {
    let open_game = cx.state.open_game().unwrap();
    let state = open_game.state();
    let scene = state.scene(SceneOptions::default());
    let lines = analysis_update().result.lines;
    let roles = [Role::Good, Role::Preview, Role::LastMove];
    let strengths = [1.0, 0.8, 0.3];
    let hints: Vec<MoveHint> = lines
        .iter()
        .zip(roles.into_iter().zip(strengths))
        .map(|(line, (role, strength))| MoveHint {
            items: state.preview(&line.mv, role, SceneOptions::default()),
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
fn engine_pane_shows_the_answer_of_a_bot() {
    let mut state = analysed_game();
    let (subject, update) = state.live_analysis.latest.take().unwrap();
    let update = AnalysisUpdate {
        bot: Some("mybot: f5g5 (win 62.0 %)".to_owned()),
        ..update
    };
    state.live_analysis.latest = Some((subject, update));
    let pane = PaneHarness::for_pane(Pane::Engine, state);
    pane.harness.get_by_label("mybot: f5g5 (win 62.0 %)");
}

#[test]
fn chosen_bot_is_asked_after_moves_of_shown_line() {
    let mut state = opened(record("clobber"));
    let bot = &mut state.preferences.analysis_bot;
    "./mybot --fast".clone_into(&mut bot.command);
    let _ = state.perform(Action::Navigate(Navigation::Ply(3)));
    let _ = state.perform(Action::Engine(EngineAction::ToggleEngine));
    assert_eq!(state.analysis_subject().unwrap().bot, None);
    state.preferences.analysis_bot.is_on = true;
    let query = state.analysis_subject().unwrap().bot.unwrap();
    assert_eq!(query.contestant.name, "mybot");
    let tokens: Vec<&str> = state.open_game().unwrap().record().tokens().collect();
    assert_eq!(query.tokens, tokens[..3]);
}

#[test]
fn review_moment_shows_better_line_and_click_goes_to_ply() {
    let mut pane = PaneHarness::for_pane(Pane::Review, reviewed_game());
    pane.take_actions();
    for text in [
        "Accuracy",
        "Blunders",
        "Given away: 102 % in 3 moves",
        "Key moments",
        "threw away a proven win",
    ] {
        let found = pane.harness.query_all_by_label_contains(text).count();
        assert!(found > 0, "{text}");
    }
    // The shown ply lists its better line: hovering previews it, a click plays it.
    pane.harness.get_by_label("e6e7").hover();
    let actions = pane.take_actions();
    let peeks = actions.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PeekLine(Some(Continuation { moves, .. }))) if moves.len() == 2),
    );
    assert!(peeks, "{actions:?}");
    pane.harness.get_by_label("f5f6").click();
    let actions = pane.take_actions();
    let plays = actions.iter().any(
        |action| matches!(action, Action::Engine(EngineAction::PlayContinuation(Continuation { moves, .. })) if moves == &["f5f6"]),
    );
    assert!(plays, "{actions:?}");

    let mut pane = PaneHarness::for_pane(Pane::Review, reviewed_game());
    pane.take_actions();
    let third = pane
        .harness
        .query_all_by_label_contains("ply 3")
        .next()
        .unwrap();
    third.click();
    assert!(
        pane.take_actions()
            .contains(&Action::Navigate(Navigation::Ply(3)))
    );
}

#[test]
fn headline_says_what_decided_and_click_goes_there() {
    let mut state = opened(record("clobber"));
    let open_game = state.open_game_mut().unwrap();
    let tokens: Vec<String> = open_game.record().tokens().map(str::to_owned).collect();
    for (ply, token) in (1..).zip(&tokens) {
        // Black throws a proven win away with ply 38, and White wins.
        let is_thrown = ply == 38;
        let best = if is_thrown { "c3d3" } else { token.as_str() };
        let proven = (ply >= 38).then_some(if is_thrown || ply % 2 == 1 {
            Proven::Win
        } else {
            Proven::Loss
        });
        let mut lines = vec![line(best, proven.map_or(0.5, Proven::win), proven)];
        if is_thrown {
            lines.push(line(token, 0.0, Some(Proven::Loss)));
        }
        let eval = Evaluation {
            engine: "oracle 1".to_owned(),
            lines,
            ..Evaluation::default()
        };
        assert!(open_game.set_evaluations(ply, token, vec![eval]));
    }
    let mut pane = PaneHarness::for_pane(Pane::Review, state);
    pane.take_actions();
    let sentence = format!(
        "Black lost the game for good with 38 {}, from a proven win to a proven loss.",
        tokens[37]
    );
    pane.harness.get_by_label(&sentence).click();
    assert!(
        pane.take_actions()
            .contains(&Action::Navigate(Navigation::Ply(38)))
    );
}

#[test]
fn failure_of_an_unreviewed_game_is_its_headline() {
    let mut failed = record("turn-right-illegal");
    failed.notes.clear();
    let pane = PaneHarness::for_pane(Pane::Review, opened(failed));
    pane.harness
        .get_by_label("Black made an illegal move at ply 39.");
    pane.harness.get_by_label("Not reviewed yet.");
}

#[test]
fn engine_lines_show_proof_or_estimate_with_visits() {
    let mut pane = PaneHarness::for_pane(Pane::Engine, analysed_game());
    pane.take_actions();
    for text in [
        "won",
        "proven",
        "58 %",
        "estimate, 12.3 k visits",
        "played",
        "oracle 1",
        "123.5 k nodes",
    ] {
        let found = pane.harness.query_all_by_label_contains(text).count();
        assert!(found > 0, "{text}");
    }
    pane.harness.get_by_label("f4e4").click();
    let actions = pane.take_actions();
    let plays = actions.iter().any(|action| matches!(action, Action::Engine(EngineAction::PlayContinuation(Continuation { moves, .. })) if moves == &["c4b4", "f4e4"]));
    assert!(plays, "{actions:?}");
    pane.harness.get_by_label("Stop engine").click();
    assert!(
        pane.take_actions()
            .contains(&Action::Engine(EngineAction::ToggleEngine))
    );
}

#[test]
fn exercise_buttons_show_answer_skip_and_stop() {
    let mut state = reviewed_game();
    let _ = state.perform(Action::Engine(EngineAction::StartExercise(None)));
    let mut pane = PaneHarness::for_pane(Pane::Review, state);
    pane.take_actions();
    assert!(
        pane.harness
            .query_by_label_contains("Exercise 1 of 2")
            .is_some()
    );
    // The answer is hidden until the user asks for it.
    assert!(pane.harness.query_by_label("f5g5").is_none());
    pane.harness.get_by_label("Show answer").click();
    pane.take_actions();
    assert!(pane.harness.query_by_label("f5g5").is_some());
    pane.harness.get_by_label("Next").click();
    pane.take_actions();
    assert!(
        pane.harness
            .query_by_label_contains("Exercise 2 of 2")
            .is_some()
    );
    pane.harness.get_by_label("Skip").click();
    pane.take_actions();
    assert!(
        pane.harness
            .query_by_label_contains("Solved: 0 of 2")
            .is_some()
    );
    pane.harness.get_by_label("Stop practising").click();
    pane.take_actions();
    assert!(
        pane.harness
            .query_by_label_contains("Key moments")
            .is_some()
    );
}

#[test]
fn spoiler_free_mode_hides_results_in_every_pane() {
    for kind in [Pane::Review, Pane::Moves, Pane::Players, Pane::Graph] {
        let mut state = reviewed_game();
        let _ = state.perform(Action::Engine(EngineAction::ToggleSpoilerFree));
        state.tabs[0].last_seen_ply = 2;
        let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
        let mut pane = PaneHarness::for_pane(kind, state);
        pane.take_actions();
        for text in ["threw away", "Accuracy", "White wins", "contest points"] {
            let found = pane.harness.query_all_by_label_contains(text).count();
            assert_eq!(found, 0, "{text} in {kind:?}");
        }
    }
}
