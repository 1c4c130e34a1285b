//! A window without a screen, driven by actions.

use egui::{Context, Pos2, RawInput, Rect, vec2};
use kifu_app::AppOptions;
use kifu_app::open_game::OpenGame;
use kifu_app::state::{Action, AppState, Tab};
use kifu_app::window::AppWindow;
use kifu_core::record::Record;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The time of the window's own clock from one frame to the next, in seconds.
const FRAME_S: f64 = 0.05;
/// The time after which what is waited for counts as not happening.
const MAX_WAIT: Duration = Duration::from_secs(20);
/// The shortest time in which background work may report back.
const MIN_WAIT: Duration = Duration::from_millis(15);

/// A window without a screen.
pub(super) struct WindowDriver {
    ctx: Context,
    window: AppWindow,
    time_s: f64,
}

impl WindowDriver {
    /// Opens a window with these files; settings and drafts are in `home`.
    pub fn new(home: &Path, paths: Vec<PathBuf>) -> Self {
        let mut driver = Self {
            ctx: Context::default(),
            window: AppWindow::default(),
            time_s: 0.0,
        };
        driver.open(home, paths);
        driver
    }

    /// Drops the window, as if the program were killed; work that is being written is finished.
    pub fn kill(&mut self) {
        drop(std::mem::take(&mut self.window));
    }

    /// Opens a new window after the old one is gone.
    pub fn open(&mut self, home: &Path, paths: Vec<PathBuf>) {
        let options = AppOptions {
            paths,
            data_folder: Some(home.to_owned()),
            watch_interval: Duration::from_millis(1),
            ..AppOptions::default()
        };
        self.window = AppWindow::new(&self.ctx, options);
        self.settle();
    }

    /// Returns the state of the window.
    pub fn state(&self) -> &AppState {
        &self.window.state
    }

    /// Returns the shown tab.
    pub fn tab(&self) -> Option<&Tab> {
        self.state().tab()
    }

    /// Returns the number that the next tab or message gets.
    pub fn next_id(&mut self) -> u64 {
        self.window.state.next_id()
    }

    /// Draws a frame.
    fn frame(&mut self) {
        self.frame_after(FRAME_S);
    }

    /// Draws a frame some seconds after the last one, by the window's own clock.
    fn frame_after(&mut self, seconds: f64) {
        self.time_s += seconds;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(640.0, 400.0))),
            time: Some(self.time_s),
            ..RawInput::default()
        };
        let window = &mut self.window;
        let mut output = self.ctx.run_ui(input, |ui| {
            let ctx = ui.ctx().clone();
            window.logic(&ctx);
            window.show(ui);
        });
        // There is nothing to paint on.
        output.textures_delta.clear();
    }

    /// Draws frames until a condition holds; `false` if it never does.
    pub fn wait_until(&mut self, mut holds: impl FnMut(&AppState) -> bool) -> bool {
        let start = Instant::now();
        while !holds(self.state()) {
            if start.elapsed() > MAX_WAIT {
                return false;
            }
            self.frame();
            std::thread::sleep(Duration::from_millis(1));
        }
        true
    }

    /// Draws frames until no job runs.
    pub fn settle(&mut self) {
        let start = Instant::now();
        self.wait_until(|state| start.elapsed() >= MIN_WAIT && state.running_jobs.is_empty());
    }

    /// Lets the user do something.
    pub fn perform(&mut self, action: Action) {
        self.window.request(action);
        self.frame();
        self.settle();
    }

    /// Stores unsaved work, as when a signal ends the program.
    pub fn store_unsaved_work(&mut self) {
        self.window.store_unsaved_work();
    }

    /// Lets some seconds of the window's own clock pass.
    pub fn advance_clock(&mut self, seconds: u32) {
        for _ in 0..2 * seconds {
            self.frame_after(0.5);
        }
        self.settle();
    }
}

/// Returns the first player of a tab's game, by which the games of an attack differ.
pub(super) fn player_of(tab: &Tab) -> String {
    tab_record(tab).players.0.name
}

/// Returns the game of a tab with its unsaved changes.
pub(super) fn tab_record(tab: &Tab) -> Record {
    let edited = tab.open_game.as_ref().map(OpenGame::to_record);
    edited.unwrap_or_else(|| tab.record.clone())
}

/// Reports whether a tab has unsaved changes.
pub(super) fn is_changed(tab: &Tab) -> bool {
    tab.open_game.as_ref().is_some_and(OpenGame::is_changed)
}

/// Returns the texts of all drafts.
pub(super) fn drafts(home: &Path) -> String {
    let mut text = String::new();
    for folder in fs::read_dir(home.join("unsaved"))
        .into_iter()
        .flatten()
        .flatten()
    {
        for file in fs::read_dir(folder.path()).into_iter().flatten().flatten() {
            let path = file.path();
            if path.extension().is_some_and(|end| end == "ron") {
                text.push_str(&fs::read_to_string(path).unwrap_or_default());
            }
        }
    }
    text
}

/// Returns the newest folder of drafts, which is that of the running window.
pub(super) fn own_draft_folder(home: &Path) -> Option<PathBuf> {
    let folders = fs::read_dir(home.join("unsaved")).ok()?.flatten();
    let folders = folders
        .map(|entry| entry.path())
        .filter(|path| path.is_dir());
    folders.max_by_key(|path| path.metadata().and_then(|meta| meta.created()).ok())
}
