//! The actions that panes return when they are used.

use super::drawing::discussed;
use super::harness::{Bench, opened, record};
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

/// The help, with this in its search field.
fn help_bench(wanted: &str) -> Bench {
    let view = |ui: &mut egui::Ui, cx: &mut ViewContext<'_>| help::show(ui, cx);
    let mut bench = Bench::new(view, AppState::default(), [600.0, 700.0], true);
    bench.harness.state_mut().drafts.help_search = wanted.to_owned();
    bench.said();
    bench
}

#[test]
fn a_click_on_a_ply_goes_there() {
    let mut bench = Bench::pane(Pane::Moves, opened(record("clobber")));
    bench.harness.get_by_label_contains("3. a2a1").click();
    assert_eq!(bench.said(), [Action::Navigate(Navigation::Ply(3))]);
    assert_eq!(bench.harness.state().state.open_game().unwrap().ply(), 3);
    bench.harness.get_by_label("Start").click();
    assert_eq!(bench.said(), [Action::Navigate(Navigation::Ply(0))]);
}

#[test]
fn a_click_on_the_failed_act_goes_to_it_and_tells_the_rule() {
    let mut bench = Bench::pane(Pane::Moves, opened(record("turn-right-illegal")));
    let _ = bench
        .harness
        .state_mut()
        .state
        .perform(Action::Navigate(Navigation::Ply(35)));
    bench.said();
    bench
        .harness
        .get_by_label_contains("39. a1-d1-d4-a4, counter-clockwise")
        .click();
    assert_eq!(bench.said(), [Action::Navigate(Navigation::Ply(39))]);
    assert!(
        bench
            .harness
            .state()
            .state
            .open_game()
            .unwrap()
            .is_at_failure()
    );
}

#[test]
fn a_variation_is_entered_by_a_click_and_followed_by_the_list() {
    let mut bench = Bench::pane(Pane::Moves, discussed());
    bench.said();
    // The main line has its own ply 12; the variation's says b2.
    bench.harness.get_by_label("12. b2").click();
    let said = bench.said();
    let study = bench.harness.state().state.open_game().unwrap();
    assert!(
        matches!(said[..], [Action::Navigate(Navigation::Node(_))]),
        "{said:?}"
    );
    assert_eq!(
        (study.ply(), study.tree().is_on_main_line(study.node())),
        (12, false)
    );
}

#[test]
fn the_list_scrolls_to_the_ply_that_is_shown_and_draws_only_what_is_seen() {
    let mut bench = Bench::pane(Pane::Moves, opened(record("atari-go")));
    bench.said();
    assert!(bench.harness.query_by_label_contains("79. J9").is_none());
    let _ = bench
        .harness
        .state_mut()
        .state
        .perform(Action::Navigate(Navigation::Ply(79)));
    bench.said();
    let last = bench.harness.get_by_label_contains("79. ").rect();
    assert!(last.top() > 0.0 && last.bottom() < 520.0, "{last:?}");
    assert!(bench.harness.query_by_label_contains("1. B5").is_none());
}

#[test]
fn the_menu_of_a_ply_does_what_it_says_to_that_ply() {
    let mut bench = Bench::pane(Pane::Moves, discussed());
    bench.said();
    bench.harness.get_by_label("12. b2").click_secondary();
    bench.said();
    bench.harness.get_by_label_contains("Copy moves").click();
    let said = bench.said();
    let [
        Action::Navigate(Navigation::Node(node)),
        Action::File(FileAction::Copy(CopyTarget::Moves)),
    ] = said[..]
    else {
        panic!("{said:?}");
    };
    bench.harness.get_by_label("12. b2").click_secondary();
    bench.said();
    bench
        .harness
        .get_by_label_contains("Delete from here")
        .click();
    assert_eq!(bench.said(), [Action::Edit(EditAction::DeleteNode(node))]);
    assert!(bench.harness.query_by_label("12. b2").is_none());
}

#[test]
fn long_variations_are_folded_until_somebody_unfolds_them() {
    let mut state = opened(record("atari-go"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
    let tokens =
        "A1 A9 B1 B9 C1 C9 E1 E9 F1 F9 G1 G9 J1 J9 A3 A7 C3 C7 E3 E7 F3 F7 G3 G7 H4 H6 B3 B7";
    for token in tokens.split(' ') {
        let _ = state.perform(Action::Input(InputAction::PlayMove(token.into())));
    }
    let _ = state.perform(Action::Navigate(Navigation::Ply(2)));
    let mut bench = Bench::pane(Pane::Moves, state);
    bench.said();
    assert!(bench.harness.query_by_label("30. B7").is_none());
    bench.harness.get_by_label("Expand this variation").click();
    bench.said();
    bench.harness.get_by_label("30. B7").click();
    assert!(matches!(
        bench.said()[..],
        [Action::Navigate(Navigation::Node(_))]
    ));
    bench
        .harness
        .get_by_label("Collapse this variation")
        .click();
    bench.said();
    assert!(bench.harness.query_by_label("30. B7").is_none());
}

#[test]
fn a_comment_is_typed_and_a_glyph_chosen() {
    let mut state = opened(record("clobber"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(5)));
    let mut bench = Bench::pane(Pane::Notes, state);
    bench.harness.state_mut().drafts.focus_request = Some(FocusTarget::Comment);
    bench.said();
    bench.harness.state_mut().drafts.focus_request = None;
    bench
        .harness
        .get_by_label("Comment, ply 5")
        .type_text("Why?");
    assert_eq!(
        bench.said(),
        [Action::Edit(EditAction::SetComment("Why?".into()))]
    );
    bench
        .harness
        .get_by_label("Comment, ply 5")
        .type_text(" No");
    assert_eq!(
        bench.said(),
        [Action::Edit(EditAction::SetComment("Why? No".into()))]
    );
    bench.harness.get_by_label("Mistake ?").click();
    assert_eq!(
        bench.said(),
        [Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Mistake)))]
    );
    let study = bench.harness.state().state.open_game().unwrap();
    let note = study.note().unwrap();
    assert_eq!(
        (note.comment.as_str(), note.glyph),
        ("Why? No", Some(Glyph::Mistake))
    );
}

#[test]
fn a_mark_is_taken_away_by_its_button() {
    let mut bench = Bench::pane(Pane::Notes, discussed());
    bench.said();
    bench.harness.get_by_label("Remove: arrow b2 – e5").click();
    let said = bench.said();
    assert!(
        matches!(&said[..], [Action::Edit(EditAction::ToggleMark(mark))] if mark.to == "e5"),
        "{said:?}"
    );
    assert!(
        bench
            .harness
            .query_by_label("Remove: arrow b2 – e5")
            .is_none()
    );
    bench.harness.get_by_label("Clear marks").click();
    assert_eq!(bench.said(), [Action::Edit(EditAction::ClearMarks)]);
}

#[test]
fn the_players_are_told_with_scores_result_and_fault() {
    let mut state = opened(record("turn-right-illegal"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(39)));
    let mut bench = Bench::pane(Pane::Players, state);
    bench.said();
    let _ = bench
        .harness
        .get_by_label_contains("Ada, White, Winner, Score 7");
    let _ = bench
        .harness
        .get_by_label_contains("Black failed: illegal move");
    let _ = bench
        .harness
        .get_by_label_contains("contest points 103 : 0");
}

#[test]
fn what_a_player_does_not_know_is_in_no_pane() {
    let mut state = opened(record("box"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(28)));
    let _ = state.perform(Action::View(ViewAction::CycleKnowledge));
    assert_eq!(state.knowledge_of, Some(Player::First));
    let mut bench = Bench::pane(Pane::Players, state);
    bench.said();
    let _ = bench.harness.get_by_label_contains("Score ?");
}

#[test]
fn the_changes_of_a_move_are_told_as_far_as_they_are_known() {
    let mut state = opened(record("box"));
    let broken = (1..=28).find(|ply| {
        let _ = state.perform(Action::Navigate(Navigation::Ply(*ply)));
        let changes = state.open_game().unwrap().state().score_changes();
        changes.iter().any(|change| change.player == Player::Second)
    });
    assert!(
        broken.is_some(),
        "the record has no change for the second player"
    );
    let mut bench = Bench::pane(Pane::Changes, state);
    bench.said();
    let _ = bench.harness.get_by_label("Second");
    let _ = bench
        .harness
        .state_mut()
        .state
        .perform(Action::View(ViewAction::CycleKnowledge));
    bench.said();
    assert!(bench.harness.query_by_label("Second").is_none());
}

#[test]
fn a_click_on_the_graph_goes_to_the_ply_under_it() {
    let mut bench = Bench::pane(Pane::Graph, opened(record("atari-go")));
    bench.said();
    let chart = bench.harness.get_by_label_contains("Score, ply").rect();
    let last = bench.harness.state().state.open_game().unwrap().last_ply();
    let middle = chart.center();
    bench.harness.drag_at(middle);
    bench.harness.run();
    bench.harness.drop_at(middle);
    let said = bench.said();
    let Some(Action::Navigate(Navigation::Ply(ply))) = said.last() else {
        panic!("{said:?}");
    };
    // The bounds reach half a ply further at both ends.
    assert!(ply.abs_diff(last / 2) <= 1, "{ply} of {last}");
}

#[test]
fn a_finding_leads_to_its_ply_and_explains_itself() {
    let mut state = AppState::default();
    let findings = vec![
        Finding::new(Code::LenientSpelling, "expected e4d4, found E4D4")
            .ply(7)
            .hint("lower case".to_owned()),
        Finding::new(Code::Unterminated, "expected an end, found none"),
    ];
    state.open_record(record("clobber"), findings, None);
    let mut bench = Bench::pane(Pane::Findings, state);
    bench.said();
    bench
        .harness
        .get_by_label_contains("warning K204: expected e4d4")
        .click();
    assert_eq!(bench.said(), [Action::Navigate(Navigation::Ply(7))]);
    let _ = bench.harness.get_by_label_contains("ply 7");
    let meaning = "The log stops before";
    let explained = bench.harness.query_by_label_contains(meaning);
    assert!(explained.is_none());
    bench.harness.get_by_label("Explain K308").click();
    assert_eq!(bench.said(), []);
    let _ = bench.harness.get_by_label_contains(meaning);
    bench.harness.get_by_label("Explain K308").click();
    bench.said();
    let explained = bench.harness.query_by_label_contains(meaning);
    assert!(explained.is_none());
}

#[test]
fn a_finding_shows_its_line_and_is_copied_with_its_caret() {
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
    let mut bench = Bench::pane(Pane::Findings, state);
    bench.said();
    let _ = bench.harness.get_by_label("2 | b2a9 and more");
    bench.harness.get_by_label("Copy K202").click();
    assert_eq!(
        bench.said(),
        [Action::File(FileAction::Copy(CopyTarget::Finding(0)))]
    );
}

#[test]
fn findings_are_shown_by_severity() {
    let mut state = AppState::default();
    let findings = vec![
        Finding::new(Code::IllegalMove, "expected a free square"),
        Finding::new(Code::LenientSpelling, "expected e4d4"),
        Finding::new(Code::LenientSpelling, "expected e5d5"),
    ];
    state.open_record(record("clobber"), findings, None);
    let mut bench = Bench::pane(Pane::Findings, state);
    bench.said();
    let rows = |bench: &Bench| {
        let rows = bench.harness.query_all_by_role(egui::Role::ListBoxOption);
        rows.count()
    };
    assert_eq!(rows(&bench), 3);
    bench.harness.get_by_label("2 warnings").click();
    bench.said();
    assert_eq!(rows(&bench), 1);
    bench.harness.get_by_label("1 error").click();
    bench.said();
    assert_eq!(rows(&bench), 0);
    bench.harness.get_by_label("2 warnings").click();
    bench.said();
    assert_eq!(rows(&bench), 2);
}

#[test]
fn the_dialogue_is_that_of_the_seat_and_leads_to_plies() {
    let mut state = opened(record("turn-right"));
    let _ = state.perform(Action::Navigate(Navigation::Ply(4)));
    let mut bench = Bench::pane(Pane::Protocol, state);
    bench.said();
    let _ = bench.harness.get_by_label("Jury to bot: Start");
    bench.harness.get_by_label("Bot to jury: b5").click();
    assert_eq!(bench.said(), [Action::Navigate(Navigation::Ply(3))]);
    bench.harness.get_by_label("Black: Greedy B").click();
    assert_eq!(
        bench.said(),
        [Action::View(ViewAction::SwitchDialoguePlayer)]
    );
    let _ = bench.harness.get_by_label("Jury to bot: b5");
    assert!(bench.harness.query_by_label("Jury to bot: Start").is_none());
}

#[test]
fn what_the_bot_said_is_shown_also_where_lines_are_endless() {
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
    let mut bench = Bench::pane(Pane::Bot, state);
    bench.said();
    for text in ["thinking", "depth 9", "A3B3", "a3b3", "Standard error"] {
        let _ = bench.harness.get_by_label(text);
    }
}

#[test]
fn the_help_finds_and_does_commands() {
    let mut bench = help_bench("");
    // The field has the keyboard from the start.
    bench
        .harness
        .get_by_label("Search commands…")
        .type_text("undo");
    bench.said();
    assert!(bench.harness.query_by_label("Redo").is_none());
    bench.harness.get_by_label("Undo").click();
    assert_eq!(
        bench.said(),
        [Action::CloseDialog, Action::Edit(EditAction::Undo)]
    );
}

#[test]
fn a_key_is_changed_shown_as_taken_and_given_back() {
    let mut bench = help_bench("next ply");
    bench
        .harness
        .get_by_label("Change key: Next ply, Right")
        .click();
    bench.said();
    assert_eq!(bench.harness.state().drafts.key_capture, Some("next"));
    bench
        .harness
        .key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::Z);
    let chord = Some(Some("Ctrl+Z".to_owned()));
    assert_eq!(
        bench.said(),
        [Action::Settings(SettingsAction::SetKey("next", chord))]
    );
    // The other command has lost its key.
    bench.harness.state_mut().drafts.help_search = "undo".to_owned();
    bench.said();
    let undo = "Change key: Undo, Ctrl+Z";
    assert!(bench.harness.query_by_label(undo).is_none());
    bench.harness.state_mut().drafts.help_search = "next ply".to_owned();
    bench.said();
    bench
        .harness
        .get_by_label("Next ply: Reset to default")
        .click();
    assert_eq!(
        bench.said(),
        [Action::Settings(SettingsAction::SetKey("next", None))]
    );
    bench.harness.state_mut().drafts.help_search = "undo".to_owned();
    bench.said();
    let _ = bench.harness.get_by_label(undo);
}

#[test]
fn escape_ends_the_wait_for_a_key() {
    let mut bench = help_bench("undo");
    bench
        .harness
        .get_by_label("Change key: Undo, Ctrl+Z")
        .click();
    bench.said();
    assert_eq!(bench.harness.state().drafts.key_capture, Some("undo"));
    bench.harness.key_press(egui::Key::Escape);
    assert_eq!(bench.said(), []);
    assert_eq!(bench.harness.state().drafts.key_capture, None);
}

#[test]
fn every_pane_without_a_game_says_so() {
    for pane in Pane::ALL {
        if !matches!(pane, Pane::Board | Pane::Library) {
            let mut bench = Bench::pane(pane, AppState::default());
            assert_eq!(bench.said(), []);
            let _ = bench.harness.get_by_label_contains("Open a game");
        }
    }
}

#[test]
fn a_job_is_stopped_by_a_button_of_its_own_unless_it_saves() {
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
    let mut bench = Bench::new(view, state, [800.0, 30.0], true);
    for kind in kinds {
        let what = format!("{} …", kind.label());
        assert!(bench.harness.query_by_label(&what).is_some(), "{what}");
    }
    // What a user made is not lost by a click: there is no button for what is being saved.
    let buttons = bench.harness.get_all_by_role(egui::Role::Button);
    let names: Vec<_> = buttons
        .map(|button| button.accesskit_node().label())
        .collect();
    assert_eq!(
        names,
        ["Stop scan", "Stop export"].map(|name| Some(name.to_owned()))
    );
    bench.harness.get_by_label("Stop export").click();
    assert_eq!(bench.said(), [Action::Outside(Effect::CancelJob(JobId(2)))]);
}
