//! The whole window as a person uses it: opened, stepped, changed, saved, closed. Without a
//! screen; what is pressed and read goes by the labels that a screen reader reads.
#![cfg(feature = "app")]

use eframe::App as _;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use kifu::app::Options;
use kifu::app::shell::Shell;
use kifu::app::state::{Action, Dialog, PathFor, State};
use kifu::app::study::Study;
use kifu::record::{Record, read_ron};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// So long a job may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// The window is made in the first frame: it wants the context.
enum Stage {
    Dark(Options),
    Lit(Box<Shell>),
}

struct Window {
    harness: Harness<'static, Stage>,
}

impl Window {
    /// The window with these files, its settings in this folder.
    fn open(home: &TempDir, paths: Vec<PathBuf>) -> Self {
        let options = Options {
            paths,
            home: Some(home.path().join("home")),
            ..Options::default()
        };
        let show = |ui: &mut egui::Ui, stage: &mut Stage| {
            if let Stage::Dark(options) = stage {
                *stage = Stage::Lit(Box::new(Shell::new(ui.ctx(), options.clone())));
            }
            if let Stage::Lit(shell) = stage {
                shell.logic(ui.ctx());
                shell.show(ui);
            }
        };
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_max_steps(30)
            .build_ui_state(show, Stage::Dark(options));
        Self { harness }
    }

    /// The window with a record that comes with kifu, opened from its file.
    fn with(home: &TempDir, name: &str) -> Self {
        let mut window = Self::open(home, vec![records().join(name)]);
        window.until("the game", |state| state.tabs.len() == 1);
        window
    }

    fn shell(&mut self) -> &mut Shell {
        match self.harness.state_mut() {
            Stage::Lit(shell) => shell,
            Stage::Dark(_) => panic!("no frame was drawn"),
        }
    }

    fn state(&mut self) -> &mut State {
        &mut self.shell().state
    }

    fn study(&mut self) -> &Study {
        self.state().study().expect("no game is shown")
    }

    /// Frames until this holds, then until the window rests.
    fn until(&mut self, what: &str, holds: impl Fn(&State) -> bool) {
        let start = Instant::now();
        while !holds(self.state()) {
            assert!(
                start.elapsed() < PATIENCE,
                "waited for {what}; messages: {:?}",
                self.state().messages
            );
            std::thread::sleep(Duration::from_millis(5));
            self.harness.step();
        }
        self.harness.run();
    }

    fn press(&mut self, key: Key) {
        self.press_with(Modifiers::NONE, key);
    }

    fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.harness.run();
    }

    /// Types into the field that has the keyboard.
    fn write(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.harness.run();
    }

    fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.harness.run();
    }

    fn shows(&self, text: &str) -> bool {
        let found = self.harness.query_all_by_label_contains(text);
        found.count() > 0
    }

    #[track_caller]
    fn must_show(&self, text: &str) {
        assert!(self.shows(text), "nothing says `{text}`");
    }

    /// Puts a comment on the ply that is shown.
    fn comment(&mut self, text: &str) {
        self.press(Key::C);
        self.write(text);
        // Keys are commands again.
        self.press(Key::Escape);
    }

    /// Asks where to save, and types this path. A desktop that has dialogs of its own is not
    /// troubled by a test.
    fn save_as(&mut self, path: &Path) {
        let desktop = std::env::var_os("DBUS_SESSION_BUS_ADDRESS").is_some()
            || std::env::var_os("DISPLAY").is_some();
        if desktop {
            self.shell()
                .want(Action::Ask(Dialog::Path(PathFor::Save, PathBuf::new())));
        } else {
            self.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        }
        self.until("the question for a path", |state| {
            matches!(state.dialog, Some(Dialog::Path(PathFor::Save, _)))
        });
        self.write(&path.display().to_string());
        self.click("Save");
        self.until("the file", |state| state.changed().count() == 0);
    }

    fn drop_file(&mut self, path: &Path) {
        let file = Dropped(path.to_owned());
        self.harness.input_mut().dropped_files.push(Arc::new(file));
        self.harness.run();
    }

    /// Ends the program as the desktop does, or as a power cut does.
    fn end(self, in_order: bool) {
        if let Stage::Lit(mut shell) = self.harness.into_state()
            && in_order
        {
            shell.on_exit(None);
        }
    }
}

#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records")
}

fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn read(path: &Path) -> Record {
    read_ron(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A copy of a record, to be changed.
fn copy(home: &TempDir, name: &str) -> PathBuf {
    let to = home.path().join(name);
    fs::copy(records().join(name), &to).unwrap();
    to
}

#[test]
fn without_files_the_bundled_records_are_listed_and_the_first_is_open() {
    let home = folder();
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| {
        state.library.len() == 6 && state.tabs.len() == 1
    });
    window.must_show("6 games");
    for game in [
        "Atari Go, Flat",
        "Box, Flat",
        "Clobber, Flat",
        "Turn Right, Ada",
        "Turn Right, Greedy",
        "Zuniq, Flat",
    ] {
        window.must_show(game);
    }
    assert_eq!(window.study().record().game, "atari-go");
    // Another is opened by a click, and the one after it by its key.
    // What the row tells of its place is more than is seen of it: its middle lies in the next one,
    // under the board.
    let row = window.harness.get_by_label_contains("Clobber, Flat").rect();
    let at = row.left_top() + egui::vec2(40.0, 12.0);
    window.harness.drag_at(at);
    window.harness.drop_at(at);
    window.until("Clobber", |state| state.tabs.len() == 2);
    assert_eq!(window.study().record().game, "clobber");
    window.press(Key::J);
    window.until("the next game", |state| state.tabs.len() == 3);
    assert_eq!(window.study().record().game, "turn-right");
    assert_eq!(window.state().messages, []);
}

#[test]
fn each_game_is_opened_stepped_and_run() {
    for name in ["atari-go", "box", "clobber", "turn-right", "zuniq"] {
        let home = folder();
        let mut window = Window::with(&home, &format!("{name}.ron"));
        assert_eq!(window.study().record().game, name);
        assert_eq!(window.study().ply(), 0, "{name}");
        window.press(Key::ArrowRight);
        window.press(Key::ArrowRight);
        assert_eq!(window.study().ply(), 2, "{name}");
        window.press(Key::ArrowLeft);
        assert_eq!(window.study().ply(), 1, "{name}");
        window.press(Key::Space);
        window.until("three plies more", |state| {
            state.study().unwrap().ply() >= 4
        });
        window.press(Key::Space);
        let ply = window.study().ply();
        window.harness.run_steps(12);
        assert_eq!(window.study().ply(), ply, "{name} runs on");
        window.press(Key::End);
        let last = window.study().last_ply();
        assert_eq!(window.study().ply(), last, "{name}");
        window.must_show("The game is over.");
        assert_eq!(window.state().messages, [], "{name}");
    }
}

#[test]
fn a_typed_move_is_a_variation_and_undo_takes_it_back() {
    let home = folder();
    let mut window = Window::with(&home, "atari-go.ron");
    window.press(Key::ArrowRight);
    window.press(Key::ArrowRight);
    window.press(Key::Slash);
    window.write("A1");
    window.press(Key::Enter);
    let study = window.study();
    assert_eq!((study.ply(), study.is_changed()), (3, true));
    assert!(!study.tree().is_main(study.node()));
    window.must_show("3. A1");
    // A wrong one is told and changes nothing.
    window.write("Z99");
    window.press(Key::Enter);
    window.must_show("Z99:");
    assert_eq!(window.study().ply(), 3);
    window.press(Key::Escape);
    window.press_with(Modifiers::COMMAND, Key::Z);
    let study = window.study();
    assert_eq!((study.ply(), study.is_changed()), (2, false));
    assert!(!window.shows("3. A1"));
    window.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(window.study().ply(), 3);
    window.must_show("3. A1");
}

#[test]
fn a_comment_is_typed_undone_made_again_and_saved_to_a_new_file() {
    let home = folder();
    let mut window = Window::with(&home, "zuniq.ron");
    window.press(Key::ArrowRight);
    window.comment("The first line.");
    let said = |window: &mut Window| window.study().note().map(|note| note.comment.clone());
    assert_eq!(said(&mut window).as_deref(), Some("The first line."));
    window.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(said(&mut window).unwrap_or_default(), "");
    window.press_with(Modifiers::COMMAND, Key::Y);
    assert_eq!(said(&mut window).as_deref(), Some("The first line."));
    let path = home.path().join("kept.ron");
    window.save_as(&path);
    assert_eq!(read(&path).notes[&1].comment, "The first line.");
    window.must_show("Saved");
    // From now on it is saved there, without a question.
    window.press(Key::ArrowRight);
    window.comment("The second.");
    assert_eq!(window.state().changed().count(), 1);
    window.press_with(Modifiers::COMMAND, Key::S);
    window.until("the file", |state| state.changed().count() == 0);
    assert_eq!(read(&path).notes[&2].comment, "The second.");
    assert_eq!(window.state().dialog, None);
}

#[test]
fn a_changed_game_is_saved_where_it_came_from() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.press(Key::End);
    window.press(Key::Num2);
    window.press_with(Modifiers::COMMAND, Key::S);
    window.until("the file", |state| state.changed().count() == 0);
    let last = window.study().last_ply();
    let (was, is) = (read(&records().join("clobber.ron")), read(&path));
    assert_eq!(is.notes[&last].glyph, Some(kifu::record::Glyph::Good));
    assert_eq!(is.moves, was.moves);
    assert_eq!(window.state().dialog, None);
}

#[test]
fn a_failed_game_tells_at_its_end_which_rule_was_broken() {
    let home = folder();
    let mut window = Window::with(&home, "turn-right-illegal.ron");
    // Under the board, and nothing but this; the players' pane tells it in its own words.
    let rule = "the circuit turns left: its corners must run clockwise, a1-a4-d4-d1";
    let told = |window: &Window| window.harness.query_all_by_label(rule).count();
    assert_eq!(told(&window), 0);
    window.press(Key::End);
    assert!(window.study().is_at_failure());
    window.must_show("Black failed here:");
    assert_eq!(told(&window), 1);
    window.press(Key::ArrowLeft);
    assert!(!window.study().is_at_failure());
    assert_eq!(told(&window), 0);
}

#[test]
fn a_dropped_file_that_is_no_game_is_told_and_one_that_is_opens() {
    let home = folder();
    let mut window = Window::with(&home, "box.ron");
    let bad = home.path().join("bad.ron");
    fs::write(&bad, b"\xff\xfe\x00( kifu: 1, game: \"chess\", \0\0").unwrap();
    let before = window.state().library.len();
    window.drop_file(&bad);
    window.until("what is wrong", |state| {
        state.running.is_empty() && (!state.messages.is_empty() || state.library.len() > before)
    });
    window.must_show("bad.ron");
    let gone = home.path().join("gone.ron");
    window.drop_file(&gone);
    window.until("what is wrong", |state| {
        state.messages.iter().any(|said| said.is_trouble)
    });
    window.must_show("gone.ron");
    let tabs = window.state().tabs.len();
    window.drop_file(&records().join("zuniq.ron"));
    window.until("the good one", |state| state.tabs.len() > tabs);
    assert_eq!(window.study().record().game, "zuniq");
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 1);
}

#[test]
fn a_changed_game_is_not_closed_without_a_question() {
    let home = folder();
    let mut window = Window::with(&home, "atari-go.ron");
    window.press(Key::ArrowRight);
    window.comment("Mine.");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.must_show("This game has changes that are in no file.");
    window.click("Cancel");
    assert_eq!(window.state().tabs.len(), 1);
    // Nor does the program end: by its key, or by the cross of the window.
    window.press_with(Modifiers::COMMAND, Key::Q);
    window.must_show("Games with changes that are in no file:");
    window.click("Cancel");
    let viewports = &mut window.harness.input_mut().viewports;
    let root = viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    root.events.push(egui::ViewportEvent::Close);
    window.harness.step();
    let viewports = &mut window.harness.input_mut().viewports;
    let root = viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    root.events.clear();
    window.harness.run();
    window.must_show("Games with changes that are in no file:");
    window.click("Cancel");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Discard changes");
    assert_eq!(window.state().tabs.len(), 0);
    window.must_show("Open a game from the library");
}

#[test]
fn what_is_saved_before_closing_is_closed_then() {
    let home = folder();
    let path = copy(&home, "clobber.ron");
    let mut window = Window::open(&home, vec![path.clone()]);
    window.until("the game", |state| state.tabs.len() == 1);
    window.comment("Mine.");
    window.press_with(Modifiers::COMMAND, Key::W);
    window.click("Save");
    window.until("an empty window", |state| state.tabs.is_empty());
    let kept = read(&path);
    assert!(kept.notes.values().any(|note| note.comment == "Mine."));
}

#[test]
fn a_typed_move_is_taken_back_without_leaving_the_field() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let first = window
        .study()
        .record()
        .moves
        .split_whitespace()
        .next()
        .unwrap()
        .to_owned();
    window.press(Key::Slash);
    window.write("zz");
    window.press(Key::Enter);
    assert_eq!(window.study().ply(), 0, "no move");
    window.write(&first);
    window.press(Key::Enter);
    assert_eq!(window.study().ply(), 1);
    // Another than that of the game, which can be taken back.
    let legal = window.study().table().moves();
    let played = window
        .study()
        .record()
        .moves
        .split_whitespace()
        .nth(1)
        .unwrap()
        .to_owned();
    let other = legal
        .iter()
        .find(|token| **token != played)
        .unwrap()
        .clone();
    window.write(&other);
    window.press(Key::Enter);
    assert_eq!(window.study().ply(), 2);
    window.press_with(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.study().ply(), 1);
    // The arrows go through the game as long as nothing is typed.
    window.press(Key::ArrowRight);
    assert_eq!(window.study().ply(), 2);
    window.write("e");
    window.press(Key::ArrowLeft);
    assert_eq!(window.study().ply(), 2);
}

#[test]
fn a_path_is_suggested_and_goes_with_the_first_letter() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    let suggested = home.path().join("suggested.ron");
    let dialog = Dialog::Path(PathFor::Save, suggested.clone());
    window.shell().want(Action::Ask(dialog.clone()));
    window.until("the dialog", |state| state.dialog.is_some());
    window.click("Save");
    window.until("the file", |_| suggested.is_file());
    let other = home.path().join("other.ron");
    window.shell().want(Action::Ask(dialog));
    window.until("the dialog", |state| state.dialog.is_some());
    window.write(&other.display().to_string());
    window.click("Save");
    window.until("the file", |_| other.is_file());
}

#[test]
fn help_opens_by_its_keys() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    for key in [Key::Questionmark, Key::F1] {
        window.press(key);
        window.must_show("Commands and keys");
        assert_eq!(window.state().dialog, Some(Dialog::Help), "{key:?}");
        window.press(Key::Escape);
        assert_eq!(window.state().dialog, None, "{key:?}");
    }
}

#[test]
fn what_a_crash_left_unsaved_is_offered_again() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press(Key::ArrowRight);
    window.comment("Not saved.");
    // It is kept within seconds; the clock of the window is that of its frames.
    window.harness.run_steps(40);
    window.end(false);

    let mut window = Window::open(&home, Vec::new());
    window.until("the question", |state| {
        state.dialog == Some(Dialog::Restore)
    });
    window.click("Open them");
    window.until("the games", |state| state.changed().count() == 1);
    let at = window.state().changed().next().unwrap();
    let study = window.state().tabs[at].study.as_ref().unwrap();
    assert_eq!(study.ply(), 1);
    assert_eq!(study.note().unwrap().comment, "Not saved.");
    // After an end in good order nothing is asked.
    window.end(true);
    let mut window = Window::open(&home, Vec::new());
    window.until("the records", |state| state.tabs.len() == 1);
    assert_eq!(window.state().dialog, None);
}

#[test]
fn settings_are_there_again_the_next_time() {
    let home = folder();
    let mut window = Window::with(&home, "clobber.ron");
    window.press_with(Modifiers::COMMAND, Key::K);
    assert!(!window.state().taste.coordinates);
    window.press(Key::F7);
    window.end(true);
    let mut window = Window::with(&home, "clobber.ron");
    assert!(!window.state().taste.coordinates);
    assert_eq!(window.state().messages, []);
}
