//! The window in a browser: files come in by the user's choice and go out as downloads; settings
//! and unsaved games are kept in the browser's storage.

use super::save::suggested_path;
use super::{FirstGame, JobPurpose, Platform, failure_text};
use crate::browser::{Browser, BrowserFile};
use crate::library::load_input;
use crate::state::{AppState, Dialog, GameSource, KeyBindings, Tab, Theme};
use crate::store::{Draft, Settings};
use kifu_core::games::CATALOGUE;
use kifu_core::record::{Record, read_ron};
use kifu_core::scene::Palette;
use kifu_logs::files::LogInput;
use kifu_logs::formats;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::render::{PictureFormat, Rasterizer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::rc::Rc;

/// The key of the settings in the browser's storage.
const SETTINGS_KEY: &str = "kifu.settings";
/// The time in seconds after a change until it is stored.
const STORE_AFTER_S: f64 = 1.0;

/// The browser with the unsaved games that the window keeps in its storage.
#[derive(Debug)]
pub(super) struct BrowserState {
    pub browser: Rc<dyn Browser>,
    /// The unsaved games of windows that are gone, with the keys under which they are stored.
    abandoned: Vec<(String, Vec<Draft>)>,
    /// The tabs and revisions that are stored, or are to be stored next.
    noted: Vec<(u64, u64)>,
    /// The time in seconds at which they are to be stored.
    due_s: Option<f64>,
    /// Whether the last attempt to store them failed.
    has_failed: bool,
}

/// An unsaved game in the browser's storage.
#[derive(Serialize, Deserialize)]
struct StoredDraft {
    title: String,
    ply: u32,
    /// The record as RON.
    record: String,
}

impl BrowserState {
    pub fn new(browser: Rc<dyn Browser>) -> Self {
        Self {
            browser,
            abandoned: Vec::new(),
            noted: Vec::new(),
            due_s: None,
            has_failed: false,
        }
    }
}

impl Platform {
    /// Loads the settings from the browser's storage, and offers the unsaved games of windows that
    /// are gone. Returns the layout of the panes.
    pub(super) fn load_from_browser(&mut self, state: &mut AppState) -> String {
        let Some(browser_state) = &mut self.browser else {
            return String::new();
        };
        state.is_in_browser = true;
        let browser = Rc::clone(&browser_state.browser);
        for key in browser.abandoned_drafts_keys() {
            let text = browser.stored(&key).unwrap_or_default();
            let drafts = parse_drafts(&text);
            if drafts.is_empty() {
                // Nothing in it can be opened.
                let _ = browser.store(&key, None);
            } else {
                browser_state.abandoned.push((key, drafts));
            }
        }
        let drafts = browser_state.abandoned.iter();
        let drafts = drafts.flat_map(|(_, drafts)| drafts);
        let titles: Vec<String> = drafts.map(|draft| draft.title.clone()).collect();
        if !titles.is_empty() {
            state.dialog = Some(Dialog::RestoreDrafts(titles));
        }
        let Some(text) = browser.stored(SETTINGS_KEY) else {
            return String::new();
        };
        let (settings, mut notes) = Settings::parse(&text);
        state.preferences = settings.preferences.clone();
        let (keys, key_notes) = KeyBindings::from_settings(&settings.keys);
        state.key_bindings = keys;
        notes.extend(key_notes);
        for note in notes {
            state.notify_error(note);
        }
        self.known_settings = settings.clone();
        settings.layout
    }

    /// Stores the settings in the browser. Returns whether there is one.
    pub(super) fn store_settings_in_browser(&self, settings: &Settings) -> bool {
        let Some(browser_state) = &self.browser else {
            return false;
        };
        if let Ok(text) = settings.to_text() {
            // A browser that stores nothing is reported once there is a game to store.
            let _ = browser_state.browser.store(SETTINGS_KEY, Some(&text));
        }
        true
    }

    /// Opens files that the browser has read.
    pub(super) fn open_browser_files(&mut self, files: Vec<BrowserFile>) {
        let Some(ply) = files.first().map(|file| file.ply) else {
            return;
        };
        let input = |file: BrowserFile| LogInput::Memory {
            name: file.name,
            bytes: Cow::Owned(file.bytes),
        };
        let id = self.jobs.scan(files.into_iter().map(input).collect());
        self.job_purposes
            .insert(id, JobPurpose::AddRows(FirstGame::Open(ply)));
    }

    /// Opens the files that the user has chosen or dropped since the last frame.
    pub(super) fn take_browser_files(&mut self) {
        if let Some(browser_state) = &self.browser {
            let files = browser_state.browser.take_files();
            self.open_browser_files(files);
        }
    }

    /// Offers a game as a download: in this format, or saved as a record.
    pub(super) fn save_in_browser(
        &mut self,
        state: &mut AppState,
        tab_index: usize,
        format: Option<&'static str>,
    ) {
        let Some(tab) = state.tabs.get(tab_index) else {
            return;
        };
        let id = tab.id;
        let path = suggested_path(tab, format);
        let name = path.file_name().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        match self.download_game(state, tab_index, format, &name) {
            Ok(saved) => {
                state.notify_tab(id, format!("Saved {name}"));
                let tab = state.tabs.get(tab_index);
                let revision = tab.and_then(|tab| Some(tab.open_game.as_ref()?.revision()));
                if let Some((source, revision)) = saved.zip(revision) {
                    self.due_effects
                        .extend(state.on_saved(id, revision, source));
                }
            }
            Err(failure) => {
                state.close_after_save = None;
                state.notify_error(failure_text(&failure));
            }
        }
    }

    /// Offers a game as a download. Returns where a saved game is from now on.
    fn download_game(
        &self,
        state: &AppState,
        tab_index: usize,
        format: Option<&'static str>,
        name: &str,
    ) -> Result<Option<GameSource>, Failure> {
        let internal = |message: &str| Failure::new(FailureKind::Internal, message);
        let browser_state = self.browser.as_ref();
        let browser_state = browser_state.ok_or_else(|| internal("expected a browser"))?;
        let tab = state.tabs.get(tab_index);
        let open_game = tab.and_then(|tab| tab.open_game.as_ref());
        let open_game = open_game.ok_or_else(|| internal("expected an open game"))?;
        let picture_format = format.and_then(PictureFormat::by_id);
        let bytes = if let Some(picture_format) = picture_format {
            let picture = state.shown_picture(tab_index);
            let picture = picture.ok_or_else(|| internal("expected a picture"))?;
            let rasterizer = Rasterizer::with_fallbacks((self.fonts)(&picture));
            let dark = state.preferences.theme == Theme::Dark;
            picture.encode(picture_format, Palette { dark }, &rasterizer)?
        } else {
            game_as_text(&open_game.to_record(), format.unwrap_or("ron"))?.into_bytes()
        };
        let refused = |reason| Failure::new(FailureKind::Output, reason);
        browser_state
            .browser
            .download(name, &bytes)
            .map_err(refused)?;
        if format.is_some() {
            return Ok(None);
        }
        let input = LogInput::Memory {
            name: name.to_owned(),
            bytes: Cow::Owned(bytes),
        };
        Ok(Some(GameSource::from_loaded(&load_input(input, 0)?)))
    }

    /// Stores the unsaved games some time after the last change. Returns the seconds until then.
    pub(super) fn autosave_in_browser(&mut self, state: &AppState, now: f64) -> Option<f64> {
        let browser_state = self.browser.as_mut()?;
        let changed = changed_tabs(state);
        let current: Vec<(u64, u64)> = changed
            .iter()
            .map(|(tab, revision)| (tab.id, *revision))
            .collect();
        if browser_state.noted != current {
            // The games that were just saved must not be offered by the next window.
            let delay = if current.is_empty() {
                0.0
            } else {
                STORE_AFTER_S
            };
            browser_state.noted = current;
            browser_state.due_s = Some(now + delay);
        }
        let due = browser_state.due_s?;
        if now < due {
            return Some(due - now);
        }
        browser_state.due_s = None;
        self.store_drafts_in_browser(state);
        None
    }

    /// Stores the unsaved games now.
    pub(super) fn store_drafts_in_browser(&mut self, state: &AppState) {
        let Some(browser_state) = &mut self.browser else {
            return;
        };
        let stored = |(tab, _): (&Tab, u64)| {
            let open_game = tab.open_game.as_ref()?;
            Some(StoredDraft {
                title: tab.title.clone(),
                ply: open_game.ply(),
                record: game_as_text(&open_game.to_record(), "ron").ok()?,
            })
        };
        let drafts: Vec<StoredDraft> = changed_tabs(state).into_iter().filter_map(stored).collect();
        let text = serde_json::to_string(&drafts).unwrap_or_default();
        let text = (!drafts.is_empty()).then_some(text.as_str());
        let browser = &browser_state.browser;
        let result = browser.store(&browser.own_drafts_key(), text);
        browser_state.has_failed = result.is_err();
    }

    /// Returns whether the browser refuses to store unsaved games.
    pub(super) fn take_browser_failure(&mut self) -> bool {
        let browser_state = self.browser.as_mut();
        browser_state.is_some_and(|browser_state| std::mem::take(&mut browser_state.has_failed))
    }

    /// Opens the unsaved games of windows that are gone, or forgets them. Returns whether the window
    /// is in a browser.
    pub(super) fn restore_from_browser(&mut self, state: &mut AppState, wanted: bool) -> bool {
        let Some(browser_state) = &mut self.browser else {
            return false;
        };
        let abandoned = std::mem::take(&mut browser_state.abandoned);
        let browser = Rc::clone(&browser_state.browser);
        if wanted {
            for draft in abandoned.iter().flat_map(|(_, drafts)| drafts) {
                state.open_draft(draft);
            }
            self.store_drafts_in_browser(state);
        }
        let is_stored = self.browser.as_ref().is_some_and(|it| !it.has_failed);
        if is_stored || !wanted {
            for (key, _) in &abandoned {
                let _ = browser.store(key, None);
            }
        }
        true
    }

    /// Copies a link to the shown game and ply.
    pub(super) fn copy_link(&self, state: &mut AppState) {
        let (Some(browser_state), Some(open_game)) = (&self.browser, state.open_game()) else {
            return;
        };
        let ply = open_game.ply();
        let copied = game_as_text(&open_game.to_record(), "ronl")
            .map_err(|failure| failure_text(&failure))
            .and_then(|line| browser_state.browser.copy_link(&line, ply));
        match copied {
            Ok(()) => state.notify("Link copied."),
            Err(reason) => state.notify_error(reason),
        }
    }
}

/// Returns the tabs with unsaved changes, with their revisions.
fn changed_tabs(state: &AppState) -> Vec<(&Tab, u64)> {
    let changed = state.changed_tabs().filter_map(|at| {
        let tab = &state.tabs[at];
        Some((tab, tab.open_game.as_ref()?.revision()))
    });
    changed.collect()
}

/// Writes a game in a format.
fn game_as_text(record: &Record, format: &str) -> Result<String, Failure> {
    let writer = formats::by_id(format).and_then(formats::Format::writer);
    let writer = writer.ok_or_else(|| {
        let message = format!("kifu cannot write the format `{format}`");
        Failure::new(FailureKind::Internal, message)
    })?;
    let mut text = String::new();
    writer.write_prologue(&mut text);
    let written = writer.write_record(record, CATALOGUE, 0, &mut text);
    written.map_err(|error| Failure::new(FailureKind::Output, error.to_string()))?;
    writer.write_epilogue(&mut text);
    Ok(text)
}

fn parse_drafts(text: &str) -> Vec<Draft> {
    let stored: Vec<StoredDraft> = serde_json::from_str(text).unwrap_or_default();
    let draft = |(stored, tab_id): (StoredDraft, u64)| {
        Some(Draft {
            tab_id,
            title: stored.title,
            source: None,
            ply: stored.ply,
            record: read_ron(&stored.record).ok()?,
        })
    };
    stored.into_iter().zip(0..).filter_map(draft).collect()
}
