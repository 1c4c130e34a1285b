//! A window that nobody sees, and what is done to it.

use crate::common::{records_folder, wait_until};
use eframe::App as _;
use egui::{Event, Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use kifu_app::AppOptions;
use kifu_app::open_game::OpenGame;
use kifu_app::state::{Action, AppState, Dialog, PathPurpose};
use kifu_app::window::AppWindow;
use kifu_core::record::{Record, read_ron, write_ron};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Frames in a second of the window's own clock. `rest` draws at most as many as take a second and a
/// half, also where each asks for the next one: a message that goes after four seconds is still
/// there.
const FRAMES_PER_SECOND: u8 = 20;

/// The window is made in the first frame: it wants the context.
pub enum Stage {
    Dark(AppOptions),
    Lit(Box<AppWindow>),
}

pub struct Window {
    pub harness: Harness<'static, Stage>,
}

impl Window {
    /// The window with these files, its settings in this folder.
    pub fn open(home: &TempDir, paths: Vec<PathBuf>) -> Self {
        Self::open_with(AppOptions {
            paths,
            data_folder: Some(home.path().join("home")),
            ..AppOptions::default()
        })
    }

    /// The window with these options.
    pub fn open_with(options: AppOptions) -> Self {
        let show = |ui: &mut egui::Ui, stage: &mut Stage| {
            if let Stage::Dark(options) = stage {
                *stage = Stage::Lit(Box::new(AppWindow::new(ui.ctx(), options.clone())));
            }
            if let Stage::Lit(shell) = stage {
                shell.logic(ui.ctx());
                shell.show(ui);
            }
        };
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_max_steps(30)
            .with_step_dt(1.0 / f32::from(FRAMES_PER_SECOND))
            .build_ui_state(show, Stage::Dark(options));
        Self { harness }
    }

    /// The window with a record that comes with kifu, opened from its file.
    pub fn with(home: &TempDir, name: &str) -> Self {
        let mut window = Self::open(home, vec![records_folder().join(name)]);
        window.until("the game", |state| state.tabs.len() == 1);
        window
    }

    /// The window with a game open, whose file is looked at all the time.
    pub fn watching(home: &TempDir, path: &Path) -> Self {
        let mut window = Self::open_with(AppOptions {
            paths: vec![path.to_owned()],
            data_folder: Some(home.path().join("home")),
            watch_interval: Duration::from_millis(1),
            ..AppOptions::default()
        });
        window.until("the game", |state| state.tabs.len() == 1);
        window
    }

    pub fn shell(&mut self) -> &mut AppWindow {
        match self.harness.state_mut() {
            Stage::Lit(shell) => shell,
            Stage::Dark(_) => panic!("no frame was drawn"),
        }
    }

    pub fn state(&mut self) -> &mut AppState {
        &mut self.shell().state
    }

    pub fn study(&mut self) -> &OpenGame {
        self.state().open_game().expect("no game is shown")
    }

    /// Frames until this holds, then until the window rests.
    pub fn until(&mut self, what: &str, holds: impl Fn(&AppState) -> bool) {
        self.until_now(what, holds);
        self.rest();
    }

    /// Frames until no more is to be drawn. While something works beside the window it may have
    /// news for each frame; then only some are drawn.
    pub fn rest(&mut self) {
        let works = |state: &AppState| {
            let has_jobs = !state.running_jobs.is_empty() || !state.running_reviews.is_empty();
            let plays = !state.live_games.is_empty();
            has_jobs || plays || state.live_analysis.pending.is_some()
        };
        let worked = works(self.state());
        let rests = self.harness.run_ok().is_some();
        assert!(rests || worked || works(self.state()), "it never rests");
    }

    /// Frames for this long on the window's own clock.
    pub fn pass(&mut self, seconds: usize) {
        let frames = seconds * usize::from(FRAMES_PER_SECOND);
        self.harness.run_steps(frames);
    }

    /// Does what a person wants.
    pub fn act(&mut self, action: Action) {
        self.shell().request(action);
        self.rest();
    }

    /// Frames until this holds.
    pub fn until_now(&mut self, what: &str, holds: impl Fn(&AppState) -> bool) {
        wait_until(what, || {
            let is_there = holds(self.state());
            if !is_there {
                self.harness.step();
            }
            is_there
        });
    }

    pub fn press(&mut self, key: Key) {
        self.press_with(Modifiers::NONE, key);
    }

    pub fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.rest();
    }

    /// A key goes down, and one frame is drawn: what it made of what was known then is seen.
    pub fn press_for_a_frame(&mut self, modifiers: Modifiers, key: Key) {
        for event in [
            Event::ModifiersChanged(modifiers),
            Event::Key {
                key,
                physical_key: None,
                pressed: true,
                repeat: false,
                modifiers,
            },
        ] {
            self.harness.event(event);
            self.harness.step();
        }
        self.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    }

    /// Types into the field that has the keyboard.
    pub fn write(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.rest();
    }

    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.rest();
    }

    /// Clicks what lies on top of others with the same label, such as in a dialog.
    pub fn click_topmost(&mut self, label: &str) {
        self.harness
            .query_all_by_label(label)
            .last()
            .unwrap_or_else(|| panic!("nothing is labelled `{label}`"))
            .click();
        self.rest();
    }

    pub fn right_click_at(&mut self, pos: egui::Pos2) {
        self.harness.event(Event::PointerMoved(pos));
        self.rest();
        for pressed in [true, false] {
            self.harness.event(Event::PointerButton {
                pos,
                button: egui::PointerButton::Secondary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            self.rest();
        }
    }

    pub fn shows(&self, text: &str) -> bool {
        let found = self.harness.query_all_by_label_contains(text);
        found.count() > 0
    }

    #[track_caller]
    pub fn must_show(&self, text: &str) {
        assert!(self.shows(text), "nothing says `{text}`");
    }

    /// Puts a comment on the ply that is shown.
    pub fn comment(&mut self, text: &str) {
        self.press(Key::C);
        self.write(text);
        // Keys are commands again.
        self.press(Key::Escape);
    }

    /// Asks where to save, and types this path. A desktop that has dialogs of its own is not
    /// troubled by a test.
    pub fn save_as(&mut self, path: &Path) {
        if desktop_may_have_dialogs() {
            self.shell().request(Action::OpenDialog(Dialog::Path(
                PathPurpose::Save,
                PathBuf::new(),
            )));
        } else {
            self.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        }
        self.until("the question for a path", |state| {
            matches!(state.dialog, Some(Dialog::Path(PathPurpose::Save, _)))
        });
        self.write(&path.display().to_string());
        self.click("Save");
        self.until("the file", |state| state.changed_tabs().count() == 0);
    }

    pub fn drop_file(&mut self, path: &Path) {
        let file = Dropped(path.to_owned());
        self.harness.input_mut().dropped_files.push(Arc::new(file));
        self.rest();
    }

    /// Ends the program as the desktop does, or as a power cut does.
    pub fn end(self, in_order: bool) {
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

/// Reports whether a question for a path might open a dialog of the desktop.
pub fn desktop_may_have_dialogs() -> bool {
    let variables = [
        "DBUS_SESSION_BUS_ADDRESS",
        "DISPLAY",
        "WAYLAND_DISPLAY",
        "XDG_RUNTIME_DIR",
    ];
    let mut variables = variables.iter();
    variables.any(|name| std::env::var_os(name).is_some())
}

pub fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub fn read(path: &Path) -> Record {
    read_ron(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A copy of a record, to be changed.
pub fn copy(home: &TempDir, name: &str) -> PathBuf {
    let to = home.path().join(name);
    fs::copy(records_folder().join(name), &to).unwrap();
    to
}

/// A copy of a record, of which no engine has said anything.
pub fn unreviewed(home: &TempDir, name: &str) -> PathBuf {
    let record = crate::common::unreviewed(read(&records_folder().join(name)));
    let to = home.path().join(name);
    fs::write(&to, write_ron(&record)).unwrap();
    to
}
