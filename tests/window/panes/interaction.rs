//! The actions that panes return when they are used.

use super::drawing::annotated_game;
use super::harness::{PaneHarness, opened, record};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use kifu_app::jobs::{JobId, JobKind, JobStatus};
use kifu_app::library::JobProgress;
use kifu_app::open_game::Navigation;
use kifu_app::state::{
    Action, AppState, CopyTarget, EditAction, Effect, FileAction, FocusTarget, InputAction, Pane,
    SettingsAction, ViewAction,
};
use kifu_app::ui::{ViewContext, help, status_bar};
use kifu_core::contract::Player;
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::record::Glyph;

/// Returns the help dialog with a text in its search field.
fn help_pane(query: &str) -> PaneHarness {
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| help::show(ui, cx);
    let mut pane = PaneHarness::new(view, AppState::default(), [600.0, 700.0], true);
    pane.harness.state_mut().view_state.help_search = query.to_owned();
    pane.take_actions();
    pane
}

#[test]
fn click_in_moves_pane_goes_to_ply() {
    let mut pane = PaneHarness::for_pane(Pane::Moves, opened(record("clobber")));
    pane.harness.get_by_label_contains("3. a2a1").click();
    assert_eq!(pane.take_actions(), [Action::Navigate(Navigation::Ply(3))]);
    assert_eq!(pane.harness.state().state.open_game().unwrap().ply(), 3);
    pane.harness.get_by_label("Start").click();
    assert_eq!(pane.take_actions(), [Action::Navigate(Navigation::Ply(0))]);
}

#[test]
fn click_on_illegal_move_goes_to_it() {
    let mut pane = PaneHarness::for_pane(Pane::Moves, opened(record("turn-right-illegal")));
    let _ = pane
        .harness
        .state_mut()
        .state
        .perform(Action::Navigate(Navigation::Ply(35)));
    pane.take_actions();
    pane.harness
        .get_by_label_contains("39. a1-d1-d4-a4, counter-clockwise")
        .click();
    assert_eq!(pane.take_actions(), [Action::Navigate(Navigation::Ply(39))]);
    assert!(
        pane.harness
            .state()
            .state
            .open_game()
            .unwrap()
            .is_at_failure()
    );
}

#[test]
fn click_on_variation_move_leaves_main_line() {
    let mut pane = PaneHarness::for_pane(Pane::Moves, annotated_game());
    pane.take_actions();
    // The main line has another move at ply 12; b2 belongs to the variation.
    pane.harness.get_by_label("12. b2").click();
    let actions = pane.take_actions();
    let open_game = pane.harness.state().state.open_game().unwrap();
    assert!(
        matches!(actions[..], [Action::Navigate(Navigation::Node(_))]),
        "{actions:?}"
    );
    assert_eq!(
        (
            open_game.ply(),
            open_game.tree().is_on_main_line(open_game.node())
        ),
        (12, false)
    );
}

#[test]
fn moves_pane_scrolls_to_ply_and_draws_only_visible_rows() {
    let mut pane = PaneHarness::for_pane(Pane::Moves, opened(record("atari-go")));
    pane.take_actions();
    assert!(pane.harness.query_by_label_contains("79. J9").is_none());
    let _ = pane
        .harness
        .state_mut()
        .state
        .perform(Action::Navigate(Navigation::Ply(79)));
    pane.take_actions();
    let last = pane.harness.get_by_label_contains("79. ").rect();
    assert!(last.top() > 0.0 && last.bottom() < 520.0, "{last:?}");
    assert!(pane.harness.query_by_label_contains("1. B5").is_none());
}

#[test]
fn context_menu_of_ply_copies_and_deletes_that_ply() {
    let mut pane = PaneHarness::for_pane(Pane::Moves, annotated_game());
    pane.take_actions();
    pane.harness.get_by_label("12. b2").click_secondary();
    pane.take_actions();
    pane.harness.get_by_label_contains("Copy moves").click();
    let actions = pane.take_actions();
    let [
        Action::Navigate(Navigation::Node(node)),
        Action::File(FileAction::Copy(CopyTarget::Moves)),
    ] = actions[..]
    else {
        panic!("{actions:?}");
    };
    pane.harness.get_by_label("12. b2").click_secondary();
    pane.take_actions();
    pane.harness
        .get_by_label_contains("Delete from here")
        .click();
    assert_eq!(
        pane.take_actions(),
        [Action::Edit(EditAction::DeleteNode(node))]
    );
    assert!(pane.harness.query_by_label("12. b2").is_none());
}

#[test]
fn long_variation_is_collapsed_until_it_is_expanded() {
    let mut state = opened(record("atari-go"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
    let tokens =
        "A1 A9 B1 B9 C1 C9 E1 E9 F1 F9 G1 G9 J1 J9 A3 A7 C3 C7 E3 E7 F3 F7 G3 G7 H4 H6 B3 B7";
    for token in tokens.split(' ') {
        let _ = state.perform(Action::Input(InputAction::PlayMove(token.into())));
    }
    let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
    let mut pane = PaneHarness::for_pane(Pane::Moves, state);
    pane.take_actions();
    assert!(pane.harness.query_by_label("30. B7").is_none());
    pane.harness.get_by_label("Expand this variation").click();
    pane.take_actions();
    pane.harness.get_by_label("30. B7").click();
    assert!(matches!(
        pane.take_actions()[..],
        [Action::Navigate(Navigation::Node(_))]
    ));
    pane.harness.get_by_label("Collapse this variation").click();
    pane.take_actions();
    assert!(pane.harness.query_by_label("30. B7").is_none());
}

#[test]
fn notes_pane_sets_comment_and_glyph() {
    let mut state = opened(record("clobber"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(5)));
    let mut pane = PaneHarness::for_pane(Pane::Notes, state);
    pane.harness.state_mut().view_state.focus_request = Some(FocusTarget::Comment);
    pane.take_actions();
    pane.harness.state_mut().view_state.focus_request = None;
    pane.harness
        .get_by_label("Comment, ply 5")
        .type_text("Why?");
    assert_eq!(
        pane.take_actions(),
        [Action::Edit(EditAction::SetComment("Why?".into()))]
    );
    pane.harness.get_by_label("Comment, ply 5").type_text(" No");
    assert_eq!(
        pane.take_actions(),
        [Action::Edit(EditAction::SetComment("Why? No".into()))]
    );
    pane.harness.get_by_label("Mistake ?").click();
    assert_eq!(
        pane.take_actions(),
        [Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Mistake)))]
    );
    let open_game = pane.harness.state().state.open_game().unwrap();
    let note = open_game.note().unwrap();
    assert_eq!(
        (note.comment.as_str(), note.glyph),
        ("Why? No", Some(Glyph::Mistake))
    );
}

#[test]
fn remove_buttons_delete_one_mark_or_all() {
    let mut pane = PaneHarness::for_pane(Pane::Notes, annotated_game());
    pane.take_actions();
    pane.harness.get_by_label("Remove: arrow b2 – e5").click();
    let actions = pane.take_actions();
    assert!(
        matches!(&actions[..], [Action::Edit(EditAction::ToggleMark(mark))] if mark.to == "e5"),
        "{actions:?}"
    );
    assert!(
        pane.harness
            .query_by_label("Remove: arrow b2 – e5")
            .is_none()
    );
    pane.harness.get_by_label("Clear marks").click();
    assert_eq!(pane.take_actions(), [Action::Edit(EditAction::ClearMarks)]);
}

#[test]
fn players_pane_shows_scores_result_and_fault() {
    let mut state = opened(record("turn-right-illegal"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(39)));
    let mut pane = PaneHarness::for_pane(Pane::Players, state);
    pane.take_actions();
    let _ = pane
        .harness
        .get_by_label_contains("Ada, White, Winner, Score 7");
    let _ = pane
        .harness
        .get_by_label_contains("Black failed: illegal move");
    let _ = pane.harness.get_by_label_contains("contest points 103 : 0");
}

#[test]
fn players_pane_hides_score_that_player_does_not_know() {
    let mut state = opened(record("box"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(28)));
    let _ = state.perform(Action::View(ViewAction::CycleKnowledge));
    assert_eq!(state.knowledge_of, Some(Player::First));
    let mut pane = PaneHarness::for_pane(Pane::Players, state);
    pane.take_actions();
    let _ = pane.harness.get_by_label_contains("Score ?");
}

#[test]
fn changes_pane_hides_score_changes_that_player_does_not_know() {
    let mut state = opened(record("box"));
    let ply_of_change = (1..=28).find(|ply| {
        let _ = state.perform(Action::Navigate(Navigation::Ply(*ply)));
        let changes = state.open_game().unwrap().state().score_changes();
        changes.iter().any(|change| change.player == Player::Second)
    });
    assert!(
        ply_of_change.is_some(),
        "the record has no change for the second player"
    );
    let mut pane = PaneHarness::for_pane(Pane::Changes, state);
    pane.take_actions();
    let _ = pane.harness.get_by_label("Second");
    let _ = pane
        .harness
        .state_mut()
        .state
        .perform(Action::View(ViewAction::CycleKnowledge));
    pane.take_actions();
    assert!(pane.harness.query_by_label("Second").is_none());
}

#[test]
fn click_on_graph_goes_to_ply_under_pointer() {
    let mut pane = PaneHarness::for_pane(Pane::Graph, opened(record("atari-go")));
    pane.take_actions();
    let chart = pane.harness.get_by_label_contains("Score, ply").rect();
    let last = pane.harness.state().state.open_game().unwrap().last_ply();
    let middle = chart.center();
    pane.harness.drag_at(middle);
    pane.harness.run();
    pane.harness.drop_at(middle);
    let actions = pane.take_actions();
    let Some(Action::Navigate(Navigation::Ply(ply))) = actions.last() else {
        panic!("{actions:?}");
    };
    // The bounds of the chart extend half a ply beyond both ends.
    assert!(ply.abs_diff(last / 2) <= 1, "{ply} of {last}");
}

#[test]
fn click_on_finding_goes_to_ply_and_button_explains_it() {
    let mut state = AppState::default();
    let findings = vec![
        Finding::new(Code::LenientSpelling, "expected e4d4, found E4D4")
            .ply(7)
            .hint("lower case".to_owned()),
        Finding::new(Code::Unterminated, "expected an end, found none"),
    ];
    state.open_record(record("clobber"), findings, None);
    let mut pane = PaneHarness::for_pane(Pane::Findings, state);
    pane.take_actions();
    pane.harness
        .get_by_label_contains("warning K204: expected e4d4")
        .click();
    assert_eq!(pane.take_actions(), [Action::Navigate(Navigation::Ply(7))]);
    let _ = pane.harness.get_by_label_contains("ply 7");
    let meaning = "The log stops before";
    let explained = pane.harness.query_by_label_contains(meaning);
    assert!(explained.is_none());
    pane.harness.get_by_label("Explain K308").click();
    assert_eq!(pane.take_actions(), []);
    let _ = pane.harness.get_by_label_contains(meaning);
    pane.harness.get_by_label("Explain K308").click();
    pane.take_actions();
    let explained = pane.harness.query_by_label_contains(meaning);
    assert!(explained.is_none());
}

#[test]
fn finding_shows_source_line_and_copies_it_with_caret() {
    let log = SourceText::new("b1a1\nb2a9 and more");
    let finding = Finding::new(Code::IllegalMove, "expected a square, found a9")
        .at(log.location(7..9))
        .hint("a to h".to_owned());
    let mut state = AppState::default();
    state.open_record(record("clobber"), vec![finding], None);
    let [Effect::CopyText(text)] =
        &state.perform(Action::File(FileAction::Copy(CopyTarget::Finding(0))))[..]
    else {
        panic!("nothing is copied");
    };
    let title = &state.tabs[0].title;
    let expected = format!(
        "error[K202]: expected a square, found a9\n --> {title}:2:3\n  |\n2 | b2a9 and more\n  |   ^^\n  = help: a to h\n"
    );
    assert_eq!(*text, expected);
    let mut pane = PaneHarness::for_pane(Pane::Findings, state);
    pane.take_actions();
    let _ = pane.harness.get_by_label("2 | b2a9 and more");
    pane.harness.get_by_label("Copy K202").click();
    assert_eq!(
        pane.take_actions(),
        [Action::File(FileAction::Copy(CopyTarget::Finding(0)))]
    );
}

#[test]
fn severity_buttons_filter_findings() {
    let mut state = AppState::default();
    let findings = vec![
        Finding::new(Code::IllegalMove, "expected a free square"),
        Finding::new(Code::LenientSpelling, "expected e4d4"),
        Finding::new(Code::LenientSpelling, "expected e5d5"),
    ];
    state.open_record(record("clobber"), findings, None);
    let mut pane = PaneHarness::for_pane(Pane::Findings, state);
    pane.take_actions();
    let rows = |pane: &PaneHarness| {
        let rows = pane.harness.query_all_by_role(egui::Role::ListBoxOption);
        rows.count()
    };
    assert_eq!(rows(&pane), 3);
    pane.harness.get_by_label("2 warnings").click();
    pane.take_actions();
    assert_eq!(rows(&pane), 1);
    pane.harness.get_by_label("1 error").click();
    pane.take_actions();
    assert_eq!(rows(&pane), 0);
    pane.harness.get_by_label("2 warnings").click();
    pane.take_actions();
    assert_eq!(rows(&pane), 2);
}

#[test]
fn protocol_pane_shows_chosen_seat_and_click_goes_to_ply() {
    let mut state = opened(record("turn-right"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(4)));
    let mut pane = PaneHarness::for_pane(Pane::Protocol, state);
    pane.take_actions();
    let _ = pane.harness.get_by_label("Jury to bot: Start");
    pane.harness.get_by_label("Bot to jury: b5").click();
    assert_eq!(pane.take_actions(), [Action::Navigate(Navigation::Ply(3))]);
    pane.harness.get_by_label("Black: Greedy B").click();
    assert_eq!(
        pane.take_actions(),
        [Action::View(ViewAction::SwitchDialoguePlayer)]
    );
    let _ = pane.harness.get_by_label("Jury to bot: b5");
    assert!(pane.harness.query_by_label("Jury to bot: Start").is_none());
}

#[test]
fn bot_pane_shows_output_with_very_long_lines() {
    let mut game = record("clobber");
    let note = game.note_mut(2);
    note.message = "thinking".to_owned();
    note.stderr = format!(
        "depth 9\n{}\n{}",
        "x".repeat(300_000),
        "line\n".repeat(20_000)
    );
    note.raw = Some("A3B3".to_owned());
    let mut state = opened(game);
    let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
    let mut pane = PaneHarness::for_pane(Pane::Bot, state);
    pane.take_actions();
    for text in ["thinking", "depth 9", "A3B3", "a3b3", "Standard error"] {
        let _ = pane.harness.get_by_label(text);
    }
}

#[test]
fn help_search_finds_command_and_click_runs_it() {
    let mut pane = help_pane("");
    // The search field has the keyboard focus from the start.
    pane.harness
        .get_by_label("Search commands…")
        .type_text("undo");
    pane.take_actions();
    assert!(pane.harness.query_by_label("Redo").is_none());
    pane.harness.get_by_label("Undo").click();
    assert_eq!(
        pane.take_actions(),
        [Action::CloseDialog, Action::Edit(EditAction::Undo)]
    );
}

#[test]
fn captured_key_moves_to_command_and_reset_gives_it_back() {
    let mut pane = help_pane("next ply");
    pane.harness
        .get_by_label("Change key: Next ply, Right")
        .click();
    pane.take_actions();
    assert_eq!(pane.harness.state().view_state.key_capture, Some("next"));
    pane.harness
        .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    let chord = Some(Some("Ctrl+Z".to_owned()));
    assert_eq!(
        pane.take_actions(),
        [Action::Settings(SettingsAction::SetKey("next", chord))]
    );
    // The other command has no key now.
    pane.harness.state_mut().view_state.help_search = "undo".to_owned();
    pane.take_actions();
    let undo = "Change key: Undo, Ctrl+Z";
    assert!(pane.harness.query_by_label(undo).is_none());
    pane.harness.state_mut().view_state.help_search = "next ply".to_owned();
    pane.take_actions();
    pane.harness
        .get_by_label("Next ply: Reset to default")
        .click();
    assert_eq!(
        pane.take_actions(),
        [Action::Settings(SettingsAction::SetKey("next", None))]
    );
    pane.harness.state_mut().view_state.help_search = "undo".to_owned();
    pane.take_actions();
    let _ = pane.harness.get_by_label(undo);
}

#[test]
fn escape_cancels_key_capture() {
    let mut pane = help_pane("undo");
    pane.harness
        .get_by_label("Change key: Undo, Ctrl+Z")
        .click();
    pane.take_actions();
    assert_eq!(pane.harness.state().view_state.key_capture, Some("undo"));
    pane.harness.key_press(egui::Key::Escape);
    assert_eq!(pane.take_actions(), []);
    assert_eq!(pane.harness.state().view_state.key_capture, None);
}

#[test]
fn every_pane_without_game_asks_to_open_one() {
    for kind in Pane::ALL {
        if !matches!(kind, Pane::Board | Pane::Library) {
            let mut pane = PaneHarness::for_pane(kind, AppState::default());
            assert_eq!(pane.take_actions(), []);
            let _ = pane.harness.get_by_label_contains("Open a game");
        }
    }
}

#[test]
fn running_job_has_stop_button_unless_it_saves() {
    let kinds = [
        JobKind::Scan,
        JobKind::Export,
        JobKind::Save,
        JobKind::Autosave,
        JobKind::Settings,
    ];
    let mut state = AppState::default();
    state.running_jobs = kinds
        .into_iter()
        .zip(1..)
        .map(|(kind, id)| JobStatus {
            id: JobId(id),
            kind,
            progress: JobProgress::default(),
        })
        .collect();
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| status_bar::show(ui, cx, None);
    let mut pane = PaneHarness::new(view, state, [800.0, 30.0], true);
    for kind in kinds {
        let label = format!("{} …", kind.label());
        assert!(pane.harness.query_by_label(&label).is_some(), "{label}");
    }
    // A click must not lose the user's work: jobs that save have no button.
    let buttons = pane.harness.get_all_by_role(egui::Role::Button);
    let names: Vec<_> = buttons
        .map(|button| button.accesskit_node().label())
        .collect();
    assert_eq!(
        names,
        ["Stop scan", "Stop export"].map(|name| Some(name.to_owned()))
    );
    pane.harness.get_by_label("Stop export").click();
    assert_eq!(
        pane.take_actions(),
        [Action::Outside(Effect::CancelJob(JobId(2)))]
    );
}
