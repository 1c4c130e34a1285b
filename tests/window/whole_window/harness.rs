//! A window without a screen, and the input that a user gives it.

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

/// Frames in a second of the window's own clock.
///
/// `settle` draws frames for at most a second and a half, even if each requests the next one, so
/// that a message that disappears after four seconds is still shown.
const FRAMES_PER_SECOND: u8 = 20;

/// A window that is built in the first frame, because it needs the egui context.
pub enum LazyWindow {
    Unbuilt(AppOptions),
    Built(Box<AppWindow>),
}

pub struct Window {
    pub harness: Harness<'static, LazyWindow>,
}

impl Window {
    /// Opens the window with these files and with its settings in `home`.
    pub fn open(home: &TempDir, paths: Vec<PathBuf>) -> Self {
        Self::open_with(AppOptions {
            paths,
            data_folder: Some(home.path().join("home")),
            ..AppOptions::default()
        })
    }

    /// Opens the window with these options.
    pub fn open_with(options: AppOptions) -> Self {
        let show = |ui: &mut egui::Ui, window: &mut LazyWindow| {
            if let LazyWindow::Unbuilt(options) = window {
                *window = LazyWindow::Built(Box::new(AppWindow::new(ui.ctx(), options.clone())));
            }
            if let LazyWindow::Built(app_window) = window {
                app_window.logic(ui.ctx());
                app_window.show(ui);
            }
        };
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_max_steps(30)
            .with_step_dt(1.0 / f32::from(FRAMES_PER_SECOND))
            .build_ui_state(show, LazyWindow::Unbuilt(options));
        Self { harness }
    }

    /// Opens the window with a bundled record, from its file.
    pub fn with_record(home: &TempDir, name: &str) -> Self {
        let mut window = Self::open(home, vec![records_folder().join(name)]);
        window.run_until("the game", |state| state.tabs.len() == 1);
        window
    }

    /// Opens the window with a file that is checked for changes all the time.
    pub fn with_watched_file(home: &TempDir, path: &Path) -> Self {
        let mut window = Self::open_with(AppOptions {
            paths: vec![path.to_owned()],
            data_folder: Some(home.path().join("home")),
            watch_interval: Duration::from_millis(1),
            ..AppOptions::default()
        });
        window.run_until("the game", |state| state.tabs.len() == 1);
        window
    }

    pub fn app_window(&mut self) -> &mut AppWindow {
        match self.harness.state_mut() {
            LazyWindow::Built(app_window) => app_window,
            LazyWindow::Unbuilt(_) => panic!("no frame was drawn"),
        }
    }

    pub fn state(&mut self) -> &mut AppState {
        &mut self.app_window().state
    }

    pub fn open_game(&mut self) -> &OpenGame {
        self.state().open_game().expect("no game is shown")
    }

    /// Draws frames until a condition holds, then until the window settles.
    pub fn run_until(&mut self, what: &str, holds: impl Fn(&AppState) -> bool) {
        self.step_until(what, holds);
        self.settle();
    }

    /// Draws frames until the window requests no more.
    ///
    /// A running job, review, game or analysis may request a frame again and again; then only a
    /// limited number is drawn.
    pub fn settle(&mut self) {
        let is_busy = |state: &AppState| {
            let has_jobs = !state.running_jobs.is_empty() || !state.running_reviews.is_empty();
            let has_games = !state.live_games.is_empty();
            has_jobs || has_games || state.live_analysis.pending.is_some()
        };
        let was_busy = is_busy(self.state());
        let is_settled = self.harness.run_ok().is_some();
        assert!(
            is_settled || was_busy || is_busy(self.state()),
            "the window never settles"
        );
    }

    /// Draws frames for a number of seconds on the window's own clock.
    pub fn advance_clock(&mut self, seconds: usize) {
        let frames = seconds * usize::from(FRAMES_PER_SECOND);
        self.harness.run_steps(frames);
    }

    /// Performs an action as if the user had chosen it.
    pub fn perform(&mut self, action: Action) {
        self.app_window().request(action);
        self.settle();
    }

    /// Draws frames until a condition holds.
    pub fn step_until(&mut self, what: &str, holds: impl Fn(&AppState) -> bool) {
        wait_until(what, || {
            let is_met = holds(self.state());
            if !is_met {
                self.harness.step();
            }
            is_met
        });
    }

    pub fn press(&mut self, key: Key) {
        self.press_with(Modifiers::NONE, key);
    }

    pub fn press_with(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.settle();
    }

    /// Presses a key and draws one frame, so that a later update cannot change the result.
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

    /// Types into the field that has the keyboard focus.
    pub fn type_text(&mut self, text: &str) {
        self.harness.event(Event::Text(text.to_owned()));
        self.settle();
    }

    pub fn click(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.settle();
    }

    /// Clicks the topmost of the widgets with this label, such as one in a dialog.
    pub fn click_topmost(&mut self, label: &str) {
        self.harness
            .query_all_by_label(label)
            .last()
            .unwrap_or_else(|| panic!("nothing is labelled `{label}`"))
            .click();
        self.settle();
    }

    pub fn right_click_at(&mut self, pos: egui::Pos2) {
        self.harness.event(Event::PointerMoved(pos));
        self.settle();
        for pressed in [true, false] {
            self.harness.event(Event::PointerButton {
                pos,
                button: egui::PointerButton::Secondary,
                pressed,
                modifiers: Modifiers::NONE,
            });
            self.settle();
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

    /// Writes a comment on the shown ply.
    pub fn write_comment(&mut self, text: &str) {
        self.press(Key::C);
        self.type_text(text);
        // Keys are commands again.
        self.press(Key::Escape);
    }

    /// Saves the shown game under a path that is typed into the dialog of the window.
    ///
    /// If the desktop may have its own dialogs, the dialog of the window is opened directly.
    pub fn save_as(&mut self, path: &Path) {
        if desktop_may_have_dialogs() {
            self.app_window().request(Action::OpenDialog(Dialog::Path(
                PathPurpose::Save,
                PathBuf::new(),
            )));
        } else {
            self.press_with(Modifiers::COMMAND | Modifiers::SHIFT, Key::S);
        }
        self.run_until("the question for a path", |state| {
            matches!(state.dialog, Some(Dialog::Path(PathPurpose::Save, _)))
        });
        self.type_text(&path.display().to_string());
        self.click("Save");
        self.run_until("the file", |state| state.changed_tabs().count() == 0);
    }

    pub fn drop_file(&mut self, path: &Path) {
        let file = Dropped(path.to_owned());
        self.harness.input_mut().dropped_files.push(Arc::new(file));
        self.settle();
    }

    /// Ends the program, either in order or as a crash does.
    pub fn end(self, in_order: bool) {
        if let LazyWindow::Built(mut app_window) = self.harness.into_state()
            && in_order
        {
            app_window.on_exit(None);
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

pub fn temp_folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

pub fn read_record(path: &Path) -> Record {
    read_ron(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Copies a bundled record to a folder.
pub fn copy_record(home: &TempDir, name: &str) -> PathBuf {
    let to = home.path().join(name);
    fs::copy(records_folder().join(name), &to).unwrap();
    to
}

/// Writes a bundled record without its engine evaluations to a folder.
pub fn copy_unreviewed_record(home: &TempDir, name: &str) -> PathBuf {
    let record = crate::common::unreviewed(read_record(&records_folder().join(name)));
    let to = home.path().join(name);
    fs::write(&to, write_ron(&record)).unwrap();
    to
}
