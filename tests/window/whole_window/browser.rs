//! The window in a browser, of which the tests play the part.

use super::harness::Window;
use crate::common::records_folder;
use kifu_app::jobs::{AnalysisUpdate, EngineMessage, EngineTask, run_engine_task};
use kifu_app::open_game::Navigation;
use kifu_app::state::{Action, Dialog, Effect, EngineAction, FileAction, Theme};
use kifu_app::{AppOptions, Browser, BrowserFile};
use kifu_core::contract::{Setup, Turn};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::read_ron;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::fs;
use std::rc::Rc;
use std::time::Duration;

thread_local! {
    static POSTED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// A browser whose engines have done their work before the next frame.
#[derive(Debug, Default)]
struct TestBrowser {
    files: RefCell<Vec<BrowserFile>>,
    downloads: RefCell<Vec<(String, Vec<u8>)>>,
    storage: RefCell<BTreeMap<String, String>>,
    is_full: Cell<bool>,
    stopped: RefCell<Vec<u64>>,
    started: RefCell<Vec<u64>>,
    /// Whether its engines work until they are stopped.
    is_thinking: Cell<bool>,
    extensions: RefCell<Vec<String>>,
    messages: RefCell<Vec<(u64, String)>>,
    links: RefCell<Vec<(String, u32)>>,
    window: Cell<u32>,
}

impl Browser for TestBrowser {
    fn ask_files(&self) {
        self.files.borrow_mut().push(file("asked.ron", "clobber"));
    }

    fn take_files(&self) -> Vec<BrowserFile> {
        self.files.take()
    }

    fn download(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        let download = (name.to_owned(), bytes.to_vec());
        self.downloads.borrow_mut().push(download);
        Ok(())
    }

    fn stored(&self, key: &str) -> Option<String> {
        self.storage.borrow().get(key).cloned()
    }

    fn store(&self, key: &str, text: Option<&str>) -> Result<(), String> {
        if self.is_full.get() && text.is_some() {
            return Err("full".to_owned());
        }
        let mut storage = self.storage.borrow_mut();
        match text {
            Some(text) => storage.insert(key.to_owned(), text.to_owned()),
            None => storage.remove(key),
        };
        Ok(())
    }

    fn own_drafts_key(&self) -> String {
        format!("drafts {}", self.window.get())
    }

    fn abandoned_drafts_keys(&self) -> Vec<String> {
        let storage = self.storage.borrow();
        let keys = storage.keys().filter(|key| key.starts_with("drafts "));
        keys.filter(|key| **key != self.own_drafts_key())
            .cloned()
            .collect()
    }

    fn start_engine(&self, id: u64, task: String) {
        self.started.borrow_mut().push(id);
        if self.is_thinking.get() {
            return;
        }
        let messages = work(&task).into_iter().map(|message| (id, message));
        self.messages.borrow_mut().extend(messages);
    }

    fn extend_engine(&self, _: u64, task: String) {
        self.extensions.borrow_mut().push(task);
    }

    fn stop_engine(&self, id: u64) {
        self.stopped.borrow_mut().push(id);
    }

    fn take_engine_messages(&self) -> Vec<(u64, String)> {
        self.messages.take()
    }

    fn copy_link(&self, record: &str, ply: u32) -> Result<(), String> {
        self.links.borrow_mut().push((record.to_owned(), ply));
        Ok(())
    }
}

fn work(task: &str) -> Vec<String> {
    run_engine_task(task, |message| {
        POSTED.with_borrow_mut(|all| all.push(message));
    });
    POSTED.take()
}

fn file(name: &str, record: &str) -> BrowserFile {
    let path = records_folder().join(format!("{record}.ron"));
    BrowserFile {
        name: name.to_owned(),
        bytes: fs::read(path).unwrap(),
        ply: None,
    }
}

fn open(browser: &Rc<TestBrowser>, files: Vec<BrowserFile>) -> Window {
    Window::open_with(AppOptions {
        browser: Some(Rc::<TestBrowser>::clone(browser)),
        browser_files: files,
        ..AppOptions::default()
    })
}

#[test]
fn file_of_the_address_opens_at_its_ply() {
    let browser = Rc::<TestBrowser>::default();
    let named = BrowserFile {
        ply: Some(12),
        ..file("named.ron", "box")
    };
    let mut window = open(&browser, vec![named]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    assert_eq!(window.open_game().ply(), 12);
    window.perform(Action::Outside(Effect::AskOpen { folder: false }));
    window.run_until("the chosen file", |state| state.library.len() == 2);
}

#[test]
fn browser_without_a_named_file_shows_the_bundled_records() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, Vec::new());
    window.run_until("the records", |state| {
        state.library.len() == 11 && state.tabs.len() == 1
    });
    assert_eq!(window.state().messages, []);
}

#[test]
fn saved_game_is_a_download_without_unsaved_changes() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "clobber")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.perform(Action::Navigate(Navigation::Ply(3)));
    window.write_comment("Mine.");
    assert_eq!(window.state().changed_tabs().count(), 1);
    window.perform(Action::File(FileAction::Save));
    assert_eq!(window.state().changed_tabs().count(), 0);
    let downloads = browser.downloads.take();
    let [(name, bytes)] = downloads.as_slice() else {
        panic!("{} downloads", downloads.len());
    };
    assert_eq!(name.rsplit('.').next(), Some("ron"), "{name}");
    let record = read_ron(std::str::from_utf8(bytes).unwrap()).unwrap();
    assert_eq!(record.notes[&3].comment, "Mine.");
    window.perform(Action::Outside(Effect::AskSave(0, Some("svg"))));
    assert!(browser.downloads.borrow()[0].1.starts_with(b"<svg"));
    window.perform(Action::Outside(Effect::CopyLink));
    let links = browser.links.take();
    assert!(links[0].0.contains("Mine.") && links[0].1 == 3);
}

#[test]
fn unsaved_game_is_offered_after_its_window_is_gone() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "zuniq")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.perform(Action::Navigate(Navigation::Ply(5)));
    window.write_comment("Unsaved.");
    window.advance_clock(3);
    assert!(browser.stored("drafts 0").unwrap().contains("Unsaved."));
    drop(window);
    browser.window.set(1);
    let mut next = open(&browser, Vec::new());
    next.settle();
    assert!(matches!(
        next.state().dialog,
        Some(Dialog::RestoreDrafts(_))
    ));
    next.perform(Action::Outside(Effect::RestoreDrafts(true)));
    let restored = next.state().changed_tabs().next().unwrap();
    let tab = &next.state().tabs[restored];
    let record = tab.open_game.as_ref().unwrap().to_record();
    assert_eq!(record.notes[&5].comment, "Unsaved.");
    assert!(browser.stored("drafts 0").is_none());
    assert!(browser.stored("drafts 1").is_some());
    // The draft goes with its changes: the window may be closed next.
    next.state().dialog = None;
    next.perform(Action::File(FileAction::Save));
    assert!(browser.stored("drafts 1").is_none());
}

#[test]
fn full_storage_is_reported() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "zuniq")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    browser.is_full.set(true);
    window.write_comment("Unsaved.");
    window.advance_clock(2);
    window.must_show("does not store unsaved changes");
}

#[test]
fn settings_are_kept_in_the_storage() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "zuniq")]);
    window.state().preferences.theme = Theme::Light;
    window.perform(Action::Navigate(Navigation::Ply(1)));
    window.perform(Action::Settings(
        kifu_app::state::action::SettingsAction::CycleTheme,
    ));
    window.advance_clock(4);
    assert_eq!(window.state().preferences.theme, Theme::Dark);
    let mut next = open(&browser, vec![file("mine.ron", "zuniq")]);
    assert_eq!(next.state().preferences.theme, Theme::Dark);
}

#[test]
fn engine_of_a_browser_analyses_and_is_stopped() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "clobber")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.perform(Action::Navigate(Navigation::Ply(47)));
    window.press(egui::Key::L);
    window.step_until("the analysis", |state| state.shown_analysis().is_some());
    window.step_until("the end of the worker", |_| {
        *browser.stopped.borrow() == *browser.started.borrow()
    });
    window.press(egui::Key::ArrowLeft);
    window.step_until("the position before", |state| {
        state.shown_analysis().is_some()
    });
    window.press(egui::Key::L);
    assert!(browser.started.borrow().len() >= 2);
}

#[test]
fn thinking_deeper_in_a_browser_lets_the_worker_go_on() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "clobber")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    browser.is_thinking.set(true);
    window.press(egui::Key::L);
    let id = browser.started.borrow()[0];
    let send = |message: EngineMessage| {
        let message = serde_json::to_string(&message).unwrap();
        browser.messages.borrow_mut().push((id, message));
    };
    let update = analyses(&EngineTask::Analyze {
        game: "clobber".to_owned(),
        position: window.open_game().state().position(),
        include: None,
        line_count: 1,
        time_ms: 0,
        nodes: Some(20),
    });
    let update = EngineMessage::Analysis(Box::new(update.last().unwrap().clone()));
    for _ in 0..2 {
        window.perform(Action::Engine(EngineAction::ThinkDeeper));
    }
    let asked = [
        r#"{"Extend":{"time_ms":80000}}"#,
        r#"{"Extend":{"time_ms":140000}}"#,
    ];
    assert_eq!(*browser.extensions.borrow(), asked);
    for is_last in [false, false, true] {
        send(update.clone());
        send(EngineMessage::Ended);
        for _ in 0..3 {
            window.harness.step();
        }
        assert_eq!(window.state().shown_analysis().unwrap().1.is_done, is_last);
        assert_eq!(browser.stopped.borrow().len(), usize::from(is_last));
    }
    // The search of a worker that is not wanted any more is stopped at once.
    window.perform(Action::Navigate(Navigation::Steps(1)));
    assert_eq!(browser.started.borrow().len(), 2);
    window.press(egui::Key::L);
    assert_eq!(*browser.stopped.borrow(), *browser.started.borrow());
}

#[test]
fn worker_goes_on_with_its_analysis_when_extended() {
    let game = by_id(CATALOGUE, "atari-go").unwrap();
    let task = EngineTask::Analyze {
        game: "atari-go".to_owned(),
        position: game.start(&Setup::default()).unwrap().position(),
        include: None,
        line_count: 1,
        time_ms: 60,
        nodes: None,
    };
    let last = |task: &EngineTask| analyses(task).pop().unwrap();
    let (first, second) = (last(&task), last(&EngineTask::Extend { time_ms: 400 }));
    assert!(first.elapsed >= Duration::from_millis(60));
    assert!(second.elapsed >= Duration::from_millis(400));
    assert!(second.result.nodes > first.result.nodes);
}

/// Returns the updates that a worker sends for a task.
fn analyses(task: &EngineTask) -> Vec<AnalysisUpdate> {
    let messages = work(&serde_json::to_string(task).unwrap());
    let messages = messages
        .iter()
        .map(|text| serde_json::from_str(text).unwrap());
    let analyses = messages.filter_map(|message| match message {
        EngineMessage::Analysis(update) => Some(*update),
        _ => None,
    });
    analyses.collect()
}

#[test]
fn browser_offers_no_commands_for_programs_and_folders() {
    let browser = Rc::<TestBrowser>::default();
    let mut window = open(&browser, vec![file("mine.ron", "clobber")]);
    window.run_until("the game", |state| state.tabs.len() == 1);
    window.click("File");
    window.must_show("Copy link to this game");
    for absent in ["New game…", "Open folder…", "Follow file", "Quit"] {
        assert!(!window.shows(absent), "{absent}");
    }
}

#[test]
fn task_as_text_has_the_result_of_the_engine() {
    let mut count = 0;
    for game in CATALOGUE {
        let name = game.id();
        let mut state = game.start(&Setup::default()).unwrap();
        for _ in 0..6 {
            match state.turn() {
                Turn::Chance => {
                    state.deal(3).unwrap();
                }
                _ => state.play(&state.legal_moves()[1]).unwrap(),
            }
        }
        while state.turn() == Turn::Chance {
            state.deal(3).unwrap();
        }
        let position = state.position();
        let task = EngineTask::Analyze {
            game: name.to_owned(),
            position: position.clone(),
            include: None,
            line_count: 3,
            time_ms: 0,
            nodes: Some(300),
        };
        let messages = work(&serde_json::to_string(&task).unwrap());
        let messages: Vec<EngineMessage> = messages
            .iter()
            .map(|message| serde_json::from_str(message).unwrap())
            .collect();
        let Some(EngineMessage::Analysis(last)) = messages.iter().rev().nth(1) else {
            panic!("{name}: {messages:?}");
        };
        assert_eq!(messages.last(), Some(&EngineMessage::Ended));
        assert!(last.is_done && !last.result.lines.is_empty(), "{name}");
        let resources = kifu_core::search::Resources::new(64).threads(1);
        let mut engine = by_id(CATALOGUE, name).unwrap().engine(resources);
        let limits = kifu_core::search::Limits::nodes(300);
        let request = kifu_core::search::SearchRequest::new(limits).lines(3);
        let direct = engine.analyze(&position, &request, &mut |_| ()).unwrap();
        assert_eq!(last.result, direct, "{name}");
        count += 1;
    }
    assert_eq!(count, 5);
    let broken = work("no task");
    assert!(broken[0].contains("Failed"), "{broken:?}");
}
