//! What low and narrow panes still show, and facts that are no moves of the log.

use super::harness::{PaneHarness, opened, record};
use egui::Role;
use egui_kittest::kittest::Queryable as _;
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, AppState, EngineAction, InputAction, Pane};
use kifu_app::ui;
use kifu_core::record::Record;
use kifu_logs::formats::{ReadContext, check_text};

fn low_pane(pane: Pane, state: AppState, size: [f32; 2]) -> PaneHarness {
    let view = move |ui: &mut egui::Ui, cx: &mut ui::ViewContext<'_>| ui::show_pane(ui, pane, cx);
    let mut pane = PaneHarness::new(view, state, size, true);
    pane.take_actions();
    pane
}

/// Reads a game that ended because a player ran out of time.
fn timeout() -> Record {
    let path = crate::common::repository().join("fixtures/caia/timeout.log");
    let text = std::fs::read_to_string(path).unwrap();
    check_text(&text, None, &ReadContext::default())
        .remove(0)
        .record
}

#[test]
fn graph_pane_of_any_height_shows_whole_charts() {
    for height in [90.0, 130.0, 200.0, 400.0] {
        let pane = low_pane(Pane::Graph, opened(record("clobber")), [600.0, height]);
        let charts: Vec<egui::Rect> = pane
            .harness
            .query_all_by_role(Role::Figure)
            .map(|chart| chart.rect())
            .collect();
        assert!(!charts.is_empty());
        for chart in charts {
            assert!(chart.bottom() <= height, "{height}: {chart:?}");
        }
    }
}

#[test]
fn graph_legend_shows_score_of_shown_variation() {
    let mut state = opened(record("atari-go"));
    let _ = state.perform(Action::Navigate(Navigation::Last));
    let at_end = state
        .open_game()
        .unwrap()
        .state()
        .outcome(kifu_core::contract::Faults::NONE);
    let end = at_end.scores.unwrap();
    assert!(end[0] > 0, "{end:?}");
    let _ = state.perform(Action::Navigate(Navigation::Ply(1)));
    let other = state.open_game().unwrap().state().legal_moves();
    let played = state.open_game().unwrap().plies()[1].token.clone();
    let other = other.into_iter().find(|token| *token != played).unwrap();
    let _ = state.perform(Action::Input(InputAction::PlayMove(other)));
    let pane = low_pane(Pane::Graph, state, [600.0, 300.0]);
    assert_eq!(pane.harness.query_all_by_label("Black 0").count(), 1);
}

#[test]
fn moves_pane_lists_timeout_that_has_no_move() {
    // A match records a timeout without the text of an answer, since there was none.
    let mut record = timeout();
    record.attempt = None;
    let pane = low_pane(Pane::Moves, opened(record), [300.0, 500.0]);
    let faults = pane.harness.query_all_by_label("Black failed: timeout");
    assert_eq!(faults.count(), 1);
}

#[test]
fn low_players_pane_shows_reason_of_illegal_move() {
    let state = opened(record("turn-right-illegal"));
    let pane = low_pane(Pane::Players, state, [300.0, 170.0]);
    let reason = pane
        .harness
        .get_by_label_contains("must run clockwise")
        .rect();
    assert!(reason.bottom() <= 170.0, "{reason:?}");
}

#[test]
fn empty_graph_pane_offers_a_review() {
    let mut record = record("atari-go");
    record.moves = record
        .moves
        .split_whitespace()
        .take(4)
        .collect::<Vec<_>>()
        .join(" ");
    record.times_ms = kifu_core::record::Record::default().times_ms;
    record.result = None;
    let mut pane = low_pane(Pane::Graph, opened(record), [600.0, 300.0]);
    pane.harness.get_by_label("Review this game").click();
    assert_eq!(
        pane.take_actions(),
        [Action::Engine(EngineAction::ToggleReview)]
    );
}

#[test]
fn player_colors_match_their_badges_and_differ() {
    use kifu_app::ui::player_colors::PlayerColors;
    let colors = |name: &str| {
        let state = opened(record(name));
        let view = state.scene_options();
        let scene = state.tab().unwrap().scene(view).unwrap();
        let palette = kifu_core::scene::Palette::DARK;
        let badges = scene
            .badges
            .clone()
            .map(|badge| ui::to_color32(palette.color(badge.role)));
        (PlayerColors::of_badges(&scene.badges, true), badges)
    };
    for name in ["atari-go", "box", "clobber", "turn-right", "zuniq"] {
        let (found, badges) = colors(name);
        assert_eq!(found.map(|colors| colors.fill), badges, "{name}");
        assert_ne!(found[0].fill, found[1].fill, "{name}");
    }
}

/// Collects the painted texts and their rectangles.
fn painted_texts(shape: &egui::Shape, found: &mut Vec<(String, egui::Rect)>) {
    match shape {
        egui::Shape::Text(text) => {
            found.push((text.galley.text().to_owned(), text.visual_bounding_rect()));
        }
        egui::Shape::Vec(shapes) => {
            for shape in shapes {
                painted_texts(shape, found);
            }
        }
        _ => {}
    }
}

/// Reads a reviewed game whose mistakes cost points.
fn reviewed() -> Record {
    let path = crate::common::records_folder().join("zuniq.ron");
    let text = std::fs::read_to_string(path).unwrap();
    let mut games = check_text(&text, None, &ReadContext::default());
    games.remove(0).record
}

#[test]
fn narrow_review_pane_shows_losses_whole_and_leaves_out_points() {
    let losses = |width: f32| {
        let pane = low_pane(Pane::Review, opened(reviewed()), [width, 900.0]);
        let mut texts = Vec::new();
        for clipped in &pane.harness.output().shapes {
            painted_texts(&clipped.shape, &mut texts);
        }
        texts.retain(|(text, _)| text.starts_with('−'));
        for (text, rect) in &texts {
            assert!(rect.right() <= width, "{width}: {text} at {rect:?}");
        }
        texts.len()
    };
    let (narrow, wide) = (losses(200.0), losses(320.0));
    // A narrow pane leaves the points out.
    assert!(narrow > 0 && wide > narrow, "{narrow} of {wide}");
}

#[test]
fn graph_draws_what_the_bots_gave_themselves() {
    let mut record = record("clobber");
    record.players.0.name = "mybot".to_owned();
    let own_value = |win| kifu_core::record::Evaluation {
        engine: "mybot".to_owned(),
        lines: vec![kifu_core::record::EvalLine {
            win: Some(win),
            ..Default::default()
        }],
        ..Default::default()
    };
    for (ply, win) in [(1, 0.6), (3, 0.4)] {
        record.note_mut(ply).evals.push(own_value(win));
    }
    // The opponent's plies are not those of the bot.
    record.note_mut(2).evals.push(own_value(0.1));
    let state = opened(record);
    let open_game = state.open_game().unwrap();
    let first = kifu_core::contract::Player::First;
    assert_eq!(open_game.win_by_program(first), [(1, 0.6), (3, 0.4)]);
    assert_eq!(open_game.win_by_program(first.opponent()), []);
    let pane = low_pane(Pane::Graph, state, [600.0, 300.0]);
    assert_eq!(pane.harness.query_all_by_label("mybot itself").count(), 1);
}

#[test]
fn low_graph_shows_one_chart_with_buttons() {
    let charts = |height| {
        let pane = low_pane(Pane::Graph, opened(record("atari-go")), [600.0, height]);
        pane.harness.query_all_by_role(Role::Figure).count()
    };
    assert_eq!((charts(190.0), charts(220.0)), (1, 2));
}
