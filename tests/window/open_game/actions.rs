//! The effects of actions on the state.

use super::sample_games::{IDS, bundled_records, record_from_ron};
use kifu_app::library::{ContentStamp, GameAddress, GameIdentity};
use kifu_app::open_game::{GameHeader, Navigation, NodeId};
use kifu_app::state::{
    Action, AppState, CopyTarget, Dialog, EditAction, Effect, FileAction, FocusTarget, GameSource,
    InputAction, Pane, PathPurpose, SettingsAction, TabAction, ViewAction,
};
use kifu_core::contract::Player;
use kifu_core::record::{Glyph, Mark, MarkKind, Record};
use kifu_logs::files::{ChunkSpan, GameLocation, LogInput, Origin};
use std::path::PathBuf;
use std::sync::Arc;

fn all_actions() -> Vec<Action> {
    let text = || "text".to_owned();
    let mark = Mark::new(MarkKind::Circle, text(), "");
    let navigations = [
        Navigation::First,
        Navigation::Last,
        Navigation::Steps(1),
        Navigation::Steps(-10),
        Navigation::SamePlayer(true),
        Navigation::SamePlayer(false),
        Navigation::Ply(3),
        Navigation::Node(NodeId::ROOT),
        Navigation::Event(true),
        Navigation::Event(false),
        Navigation::Note(true),
        Navigation::Note(false),
        Navigation::Sibling(true),
        Navigation::Sibling(false),
        Navigation::MainLine,
    ];
    let mut all: Vec<Action> = navigations.map(Action::Navigate).into();
    all.extend([
        Action::ToggleAutoplay,
        Action::ToggleAutoplay,
        Action::Settings(SettingsAction::ChangeSpeed(1)),
        Action::Settings(SettingsAction::ChangeSpeed(i32::MIN)),
        Action::Input(InputAction::PickArea(text())),
        Action::Input(InputAction::DragArea(text(), text())),
        Action::Input(InputAction::HoverArea(Some(text()))),
        Action::Input(InputAction::HoverArea(None)),
        Action::Input(InputAction::RotateTile),
        Action::Input(InputAction::ToggleFlag),
        Action::Input(InputAction::ChooseChance(text())),
        Action::Input(InputAction::ChooseRandomChance),
        Action::Input(InputAction::ClearPicks),
        Action::Input(InputAction::ConfirmMove),
        Action::Input(InputAction::PlayMove(text())),
        Action::Input(InputAction::PlayMove(String::new())),
        Action::Edit(EditAction::SetComment(text())),
        Action::Edit(EditAction::ToggleGlyph(Some(Glyph::Good))),
        Action::Edit(EditAction::ToggleGlyph(None)),
        Action::Edit(EditAction::ToggleMark(mark)),
        Action::Edit(EditAction::ClearMarks),
        Action::Edit(EditAction::DeleteShown),
        Action::Edit(EditAction::PromoteLine),
        Action::Edit(EditAction::ReorderLine(isize::MAX)),
        Action::Edit(EditAction::ReorderLine(-1)),
        Action::Edit(EditAction::DeleteNode(NodeId::ROOT)),
        Action::Edit(EditAction::Undo),
        Action::Edit(EditAction::Redo),
        Action::Edit(EditAction::Undo),
        Action::File(FileAction::NewGame("no such game")),
        Action::Outside(Effect::AskOpen { folder: false }),
        Action::Outside(Effect::AskOpen { folder: true }),
        Action::Outside(Effect::ScanPaths(vec![PathBuf::from("x")])),
        Action::Outside(Effect::OpenRow(9)),
        Action::Outside(Effect::OpenNextRow(true)),
        Action::File(FileAction::ReloadTab),
        Action::File(FileAction::Save),
        Action::File(FileAction::SaveAs),
        Action::File(FileAction::ExportTab("sgf")),
        Action::File(FileAction::Paste(text())),
        Action::Outside(Effect::RequestPaste),
        Action::File(FileAction::Copy(CopyTarget::Moves)),
        Action::File(FileAction::Copy(CopyTarget::Position)),
        Action::File(FileAction::Copy(CopyTarget::Record)),
        Action::File(FileAction::Copy(CopyTarget::Picture)),
        Action::Tab(TabAction::SelectTab(7)),
        Action::Tab(TabAction::SelectTab(0)),
        Action::Tab(TabAction::NextTab(true)),
        Action::Tab(TabAction::NextTab(false)),
        Action::Outside(Effect::TogglePane(Pane::Moves)),
        Action::Outside(Effect::ResetPanes),
        Action::Settings(SettingsAction::CycleTheme),
        Action::Settings(SettingsAction::ChangeScale(1)),
        Action::Settings(SettingsAction::ChangeScale(i32::MAX)),
        Action::Settings(SettingsAction::ChangeScale(0)),
        Action::Settings(SettingsAction::ToggleCoordinates),
        Action::Settings(SettingsAction::ToggleAnimations),
        Action::View(ViewAction::CycleKnowledge),
        Action::View(ViewAction::SwitchDialoguePlayer),
        Action::OpenDialog(Dialog::Help),
        Action::CloseDialog,
        Action::Outside(Effect::FocusOn(FocusTarget::Board)),
        Action::Settings(SettingsAction::SetKey("next", Some(None))),
        Action::Settings(SettingsAction::SetKey("next", None)),
        Action::DismissMessage(3),
        Action::Outside(Effect::PathGiven(PathPurpose::Open, PathBuf::from("x"))),
        Action::Edit(EditAction::SetGameInfo(Box::default())),
        Action::Tab(TabAction::CloseTabAt(9)),
        Action::Tab(TabAction::DiscardAndClose(9)),
        Action::Tab(TabAction::CloseTab),
        Action::Tab(TabAction::Quit),
        Action::Tab(TabAction::DiscardAndQuit),
    ]);
    all
}

fn perform(state: &mut AppState, action: Action) -> Vec<Effect> {
    state.perform(action)
}

fn bundled_record(name: &str) -> Record {
    let all = bundled_records().into_iter();
    all.filter(|(known, _)| known == name)
        .map(|(_, record)| record)
        .next()
        .unwrap()
}

fn source(name: &str, index: u32) -> GameSource {
    let input = LogInput::File {
        path: PathBuf::from(name),
        is_explicit: true,
    };
    let span = ChunkSpan {
        offset: 0,
        length: 0,
        first_line: 1,
        is_whole_file: true,
    };
    let location = GameLocation {
        span,
        format: None,
        game: None,
        index_in_chunk: index,
    };
    GameSource {
        address: GameAddress {
            origin: Arc::new(Origin::new(input)),
            location,
            index_in_file: index,
            file_stat: None,
            identity: GameIdentity::default(),
        },
        content_stamp: ContentStamp {
            file_stat: None,
            sha256: [0; 32],
        },
    }
}

#[test]
fn opening_an_open_game_selects_its_tab() {
    let mut state = AppState::default();
    for (nth, id) in ["box", "zuniq"].into_iter().enumerate() {
        assert_eq!(
            state.open_record(bundled_record(id), Vec::new(), Some(source(id, 0))),
            nth
        );
    }
    assert_eq!(
        state.open_record(bundled_record("box"), Vec::new(), Some(source("box", 0))),
        0
    );
    assert_eq!((state.tabs.len(), state.active_tab), (2, 0));
    assert_eq!(
        state.open_record(bundled_record("box"), Vec::new(), Some(source("box", 1))),
        2
    );
    // Games without a source always get a new tab.
    state.open_record(bundled_record("box"), Vec::new(), None);
    state.open_record(bundled_record("box"), Vec::new(), None);
    assert_eq!(state.tabs.len(), 5);
    assert_eq!(
        state.tabs[0].title,
        "Flat Monte Carlo 30 – Flat Monte Carlo 10"
    );
}

#[test]
fn closing_other_tabs_keeps_shown_game() {
    let mut state = AppState::default();
    for id in IDS {
        state.open_record(bundled_record(id), Vec::new(), Some(source(id, 0)));
    }
    let shown = |state: &AppState| state.tab().map(|tab| tab.record.game.clone());
    let _ = perform(&mut state, Action::Tab(TabAction::SelectTab(2)));
    let id = state.tabs[0].id;
    assert_eq!(
        perform(&mut state, Action::Tab(TabAction::CloseTabAt(0))),
        [Effect::TabClosed(id)]
    );
    assert_eq!(shown(&state).as_deref(), Some("clobber"));
    let _ = perform(&mut state, Action::Tab(TabAction::CloseTabAt(3)));
    assert_eq!(shown(&state).as_deref(), Some("clobber"));
    let _ = perform(&mut state, Action::Tab(TabAction::NextTab(true)));
    assert_eq!(shown(&state).as_deref(), Some("box"));
    let _ = perform(&mut state, Action::Tab(TabAction::CloseTab));
    assert_eq!(
        shown(&state).as_deref(),
        Some("clobber"),
        "the tab before the closed one is not shown"
    );
    let _ = perform(&mut state, Action::Tab(TabAction::NextTab(false)));
    assert_eq!(shown(&state).as_deref(), Some("atari-go"));
    let _ = perform(&mut state, Action::Tab(TabAction::CloseTab));
    let _ = perform(&mut state, Action::Tab(TabAction::CloseTab));
    assert!(
        state.tab().is_none() && perform(&mut state, Action::Tab(TabAction::CloseTab)).is_empty()
    );
    // A closed game can be opened again.
    state.open_record(bundled_record("box"), Vec::new(), Some(source("box", 0)));
    assert_eq!(shown(&state).as_deref(), Some("box"));
}

#[test]
fn closing_or_quitting_with_unsaved_changes_asks_first() {
    let mut state = AppState::default();
    state.open_record(bundled_record("box"), Vec::new(), Some(source("box", 0)));
    state.open_record(
        bundled_record("zuniq"),
        Vec::new(),
        Some(source("zuniq", 0)),
    );
    let _ = perform(
        &mut state,
        Action::Edit(EditAction::SetComment("mine".to_owned())),
    );
    assert!(perform(&mut state, Action::Tab(TabAction::CloseTab)).is_empty());
    assert_eq!(state.dialog, Some(Dialog::CloseTab(1)));
    let _ = perform(&mut state, Action::CloseDialog);
    assert!(perform(&mut state, Action::Tab(TabAction::Quit)).is_empty());
    assert_eq!(state.dialog, Some(Dialog::Quit));
    assert_eq!(
        perform(&mut state, Action::Tab(TabAction::DiscardAndQuit)),
        [Effect::Quit]
    );
    let open_game = state.open_game_mut().unwrap();
    let revision = open_game.revision();
    open_game.mark_saved(revision);
    assert_eq!(
        perform(&mut state, Action::Tab(TabAction::Quit)),
        [Effect::Quit]
    );
    let _ = perform(&mut state, Action::Edit(EditAction::Undo));
    assert_eq!(
        state.changed_tabs().collect::<Vec<_>>(),
        [1],
        "undoing the saved comment is no change"
    );
    assert_eq!(
        perform(&mut state, Action::Tab(TabAction::DiscardAndClose(1))).len(),
        1
    );
    assert_eq!((state.tabs.len(), state.dialog.clone()), (1, None));
}

#[test]
fn save_and_close_or_quit_waits_for_every_save() {
    let mut state = AppState::default();
    for name in ["box", "zuniq", "clobber"] {
        state.open_record(bundled_record(name), Vec::new(), Some(source(name, 0)));
    }
    let mut count = 0;
    let mut change = |state: &mut AppState, at| {
        count += 1;
        let _ = perform(state, Action::Tab(TabAction::SelectTab(at)));
        let _ = perform(
            state,
            Action::Edit(EditAction::SetComment(format!("mine {count}"))),
        );
    };
    let saved = |state: &mut AppState, at: usize| {
        let tab = &state.tabs[at];
        let revision = tab.open_game.as_ref().unwrap().revision();
        let (id, source) = (tab.id, tab.source.clone().unwrap());
        state.on_saved(id, revision, source)
    };
    change(&mut state, 2);
    let id = state.tabs[2].id;
    assert_eq!(
        perform(&mut state, Action::Tab(TabAction::SaveAndClose(2))),
        [Effect::SaveTab(2)]
    );
    assert_eq!(saved(&mut state, 2), [Effect::TabClosed(id)]);
    assert_eq!((state.tabs.len(), state.close_after_save), (2, None));
    // A plain save keeps the tab open.
    change(&mut state, 0);
    assert_eq!(
        perform(&mut state, Action::File(FileAction::Save)),
        [Effect::SaveTab(0)]
    );
    assert_eq!(saved(&mut state, 0), []);
    change(&mut state, 0);
    change(&mut state, 1);
    assert_eq!(
        perform(&mut state, Action::Tab(TabAction::SaveAndQuit)),
        [Effect::SaveTab(0)]
    );
    assert_eq!(saved(&mut state, 0), [Effect::SaveTab(1)]);
    assert_eq!(saved(&mut state, 1), [Effect::Quit]);
    // Cancelling keeps the program running.
    change(&mut state, 0);
    let _ = perform(&mut state, Action::Tab(TabAction::SaveAndQuit));
    let _ = perform(&mut state, Action::CloseDialog);
    assert_eq!(saved(&mut state, 0), []);
}

#[test]
fn save_uses_source_file_or_asks_for_path() {
    let mut state = AppState::default();
    let _ = perform(&mut state, Action::File(FileAction::NewGame("zuniq")));
    assert_eq!(
        perform(&mut state, Action::File(FileAction::Save)),
        [Effect::AskSave(0, None)]
    );
    state.open_record(bundled_record("box"), Vec::new(), Some(source("box", 0)));
    assert_eq!(
        perform(&mut state, Action::File(FileAction::Save)),
        [Effect::SaveTab(1)]
    );
    assert_eq!(
        perform(&mut state, Action::File(FileAction::SaveAs)),
        [Effect::AskSave(1, None)]
    );
    assert_eq!(
        perform(&mut state, Action::File(FileAction::ExportTab("svg"))),
        [Effect::AskSave(1, Some("svg"))]
    );
    let copied = perform(
        &mut state,
        Action::File(FileAction::Copy(CopyTarget::Moves)),
    );
    assert_eq!(copied, [Effect::CopyText(bundled_record("box").moves)]);
}

#[test]
fn autoplay_advances_by_plies_and_stops_at_game_end() {
    let mut state = AppState::default();
    let _ = perform(&mut state, Action::ToggleAutoplay);
    assert_eq!(
        (state.autoplay_due_s, state.advance_autoplay(1.0)),
        (None, None),
        "autoplay starts without a game"
    );
    state.open_record(bundled_record("turn-right-illegal"), Vec::new(), None);
    let _ = perform(&mut state, Action::Navigate(Navigation::Ply(37)));
    let _ = perform(&mut state, Action::ToggleAutoplay);
    let pace = f64::from(state.preferences.autoplay_ms) / 1000.0;
    let mut now = 100.0;
    let wait = state.advance_autoplay(now).unwrap();
    assert!((wait - pace).abs() < 1e-9);
    assert_eq!(
        state.open_game().unwrap().ply(),
        37,
        "autoplay advanced immediately"
    );
    now += pace / 2.0;
    assert!(state.advance_autoplay(now).is_some());
    assert_eq!(state.open_game().unwrap().ply(), 37);
    for ply in [38, 39] {
        now += pace;
        let _ = state.advance_autoplay(now);
        assert_eq!(state.open_game().unwrap().ply(), ply);
    }
    assert!(state.open_game().unwrap().is_at_failure());
    assert_eq!(state.autoplay_due_s, None);
    // From the end it starts over, and any other action stops it.
    let _ = perform(&mut state, Action::ToggleAutoplay);
    assert_eq!(state.open_game().unwrap().ply(), 0);
    for stop in [
        Action::Navigate(Navigation::Steps(1)),
        Action::ToggleAutoplay,
        Action::Input(InputAction::ClearPicks),
        Action::Tab(TabAction::NextTab(true)),
    ] {
        state.autoplay_due_s = Some(5.0);
        let _ = perform(&mut state, stop);
        assert_eq!(state.autoplay_due_s, None);
    }
    let _ = perform(
        &mut state,
        Action::Settings(SettingsAction::ChangeSpeed(-100)),
    );
    assert_eq!(state.preferences.autoplay_ms, 4000);
    let _ = perform(
        &mut state,
        Action::Settings(SettingsAction::ChangeSpeed(100)),
    );
    assert_eq!(state.preferences.autoplay_ms, 40);
}

#[test]
fn illegal_variation_is_explained_and_its_tail_can_be_deleted() {
    let record = record_from_ron(
        "(kifu: 1, game: \"clobber\", players: ((), ()), moves: \"a2a1 b2b1\", notes: {2: (variations: [(moves: \"d2d1 d2d1\")])})",
    );
    let mut state = AppState::default();
    state.open_record(record, Vec::new(), None);
    let tree = state.open_game().unwrap().tree();
    let last = tree
        .preorder()
        .into_iter()
        .rfind(|node| tree.children(*node).is_empty())
        .unwrap();
    let _ = perform(&mut state, Action::Navigate(Navigation::Node(last)));
    assert!(state.messages[0].text.starts_with("d2d1: "));
    let _ = perform(&mut state, Action::Edit(EditAction::DeleteNode(last)));
    assert_eq!(state.open_game().unwrap().moves_text(), "a2a1 d2d1");
    let lines = &state.open_game().unwrap().to_record().notes[&2].variations;
    assert_eq!(lines[0].moves, "d2d1");
}

#[test]
fn edited_game_info_changes_record_and_title_until_undo() {
    let mut state = AppState::default();
    state.open_record(bundled_record("zuniq"), Vec::new(), None);
    let mut header = GameHeader::from_record(state.open_game().unwrap().record());
    "Ada".clone_into(&mut header.players.0.name);
    "2026-11-21".clone_into(&mut header.event.date);
    let _ = perform(
        &mut state,
        Action::Edit(EditAction::SetGameInfo(Box::new(header))),
    );
    let record = state.open_game().unwrap().to_record();
    assert_eq!(record.player(Player::First).name, "Ada");
    assert_eq!(record.event.date, "2026-11-21");
    assert_eq!(record.moves, bundled_record("zuniq").moves);
    assert!(state.tab().unwrap().title.starts_with("Ada – "));
    let _ = perform(&mut state, Action::Edit(EditAction::Undo));
    assert_eq!(
        state.open_game().unwrap().to_record(),
        bundled_record("zuniq")
    );
    assert!(
        !state.tab().unwrap().title.starts_with("Ada"),
        "the title is not restored"
    );
}

#[test]
fn scale_steps_round_and_stay_within_limits() {
    let mut state = AppState::default();
    let _ = perform(&mut state, Action::Settings(SettingsAction::ChangeScale(1)));
    assert_eq!(state.preferences.scale_percent, 110);
    state.preferences.scale_percent = 103;
    let _ = perform(
        &mut state,
        Action::Settings(SettingsAction::ChangeScale(-1)),
    );
    assert_eq!(state.preferences.scale_percent, 100);
    let _ = perform(
        &mut state,
        Action::Settings(SettingsAction::ChangeScale(100)),
    );
    assert_eq!(state.preferences.scale_percent, 250);
    let _ = perform(&mut state, Action::Settings(SettingsAction::ChangeScale(0)));
    assert_eq!(state.preferences.scale_percent, 100);
}

mod slow {
    use super::*;

    #[test]
    fn every_action_runs_without_game_and_with_any_game() {
        let broken = Record {
            game: "no such game".to_owned(),
            ..Record::default()
        };
        let unplayable = record_from_ron(
            "(kifu: 1, game: \"clobber\", setup: {\"size\": \"no number\"}, players: ((), ()), moves: \"a2a1\")",
        );
        let mut games = vec![None, Some(broken), Some(unplayable)];
        games.extend(
            bundled_records()
                .into_iter()
                .map(|(_, record)| Some(record)),
        );
        for game in games {
            let id = game.as_ref().map(|game| game.game.clone());
            let new_state = || {
                let mut state = AppState::default();
                if let Some(game) = game.clone() {
                    state.open_record(game, Vec::new(), None);
                }
                state
            };
            // All actions in sequence, then each one alone from the end of the game.
            let mut state = new_state();
            for action in all_actions() {
                let _ = perform(&mut state, action);
                let _ = state.advance_autoplay(1.0);
                assert!(
                    state.active_tab == 0 || state.active_tab < state.tabs.len(),
                    "{id:?}"
                );
            }
            for action in all_actions() {
                let mut state = new_state();
                let _ = perform(&mut state, Action::Navigate(Navigation::Last));
                let _ = perform(&mut state, action);
                let view = state.scene_options();
                if let Some(tab) = state.tab() {
                    let _ = (tab.input_state(view), tab.scene(view), tab.player_names());
                }
            }
        }
    }
}
