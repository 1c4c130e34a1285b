//! The last session: what was open is open again when the program starts without files.

use super::analysis::bundled_input;
use super::{FirstGame, JobPurpose, Platform, plain_text};
use crate::bundled::BUNDLED_RECORDS;
use crate::jobs::JobKind;
use crate::library::{GameAddress, GameIdentity, LoadedGame};
use crate::open_game::{Navigation, OpenGame};
use crate::state::{AppState, GameSource, Tab};
use crate::store::{SessionFile, SessionTab, WindowSession};
use kifu_logs::files::{GameLocation, LogInput, Origin, hex};
use std::path::PathBuf;
use std::sync::Arc;

/// The time in seconds after a change until the session is written.
const WRITE_DELAY_S: f64 = 2.0;

/// The session of this program and the one that is being restored.
#[derive(Default)]
pub(super) struct Sessions {
    restoring: Option<RestoringSession>,
    /// What is open now, and what the file holds; `None` if it may hold anything.
    current: WindowSession,
    /// The tabs of the last session whose drive is not there. They stay in the session.
    missing: WindowSession,
    written: Option<WindowSession>,
    /// The time at which a changed session is to be written.
    due_s: Option<f64>,
}

/// The session whose games are being read.
struct RestoringSession {
    session: WindowSession,
    games: Vec<Option<Box<LoadedGame>>>,
}

impl Sessions {
    /// Notes what is open, unless the last session is still being restored.
    pub fn note(&mut self, state: &AppState) {
        if self.restoring.is_none() {
            self.current = session_of(state);
            self.current.extend(&self.missing);
        }
    }
}

impl Platform {
    /// Opens what was open last. Returns false if nothing was.
    pub fn restore_session(&mut self, state: &mut AppState) -> bool {
        let Some(folders) = &self.folders else {
            return false;
        };
        let (mut session, notes) = WindowSession::load(folders);
        for note in notes {
            state.notify_error(plain_text(&note));
        }
        self.sessions.missing = session.take_missing();
        if !session.exists() {
            return false;
        }
        let first = if session.tabs.is_empty() {
            FirstGame::Preview
        } else {
            FirstGame::Ignore
        };
        if session.has_bundled_records {
            self.scan_bundled_and(first);
        }
        let roots = session.roots.iter().filter(|root| root.exists());
        let roots: Vec<PathBuf> = roots.cloned().collect();
        if !roots.is_empty() {
            let id = self.jobs.scan_paths(roots);
            self.job_purposes.insert(id, JobPurpose::AddRows(first));
        }
        for (place, tab) in session.tabs.iter().enumerate() {
            let Some(address) = address_of_tab(tab) else {
                continue;
            };
            let id = self.jobs.open(address);
            self.job_purposes.insert(id, JobPurpose::RestoreTab(place));
        }
        let num_tabs = session.tabs.len();
        let is_restore = |purpose: &JobPurpose| matches!(purpose, JobPurpose::RestoreTab(_));
        if self.job_purposes.values().any(is_restore) {
            self.sessions.restoring = Some(RestoringSession {
                session,
                games: std::iter::repeat_with(|| None).take(num_tabs).collect(),
            });
        }
        true
    }

    /// Keeps a game that was read until all of them are there.
    pub(super) fn on_tab_read(&mut self, place: usize, game: Box<LoadedGame>) {
        if let Some(restoring) = &mut self.sessions.restoring {
            restoring.games[place] = Some(game);
        }
    }

    /// Opens the games of the last session in their order, once all were read or cannot be read.
    pub(super) fn open_restored_tabs(&mut self, state: &mut AppState) {
        let is_restore = |purpose: &JobPurpose| matches!(purpose, JobPurpose::RestoreTab(_));
        if self.job_purposes.values().any(is_restore) {
            return;
        }
        let Some(RestoringSession { session, games }) = self.sessions.restoring.take() else {
            return;
        };
        // What was opened meanwhile stays shown, and its place the same.
        let shown_meanwhile = (!state.tabs.is_empty()).then_some(state.active_tab);
        let mut active = None;
        for (place, (tab, game)) in session.tabs.iter().zip(games).enumerate() {
            let Some(game) = game else { continue };
            let source = GameSource::from_loaded(&game);
            let game = game.game;
            let index = state.open_record(game.record, game.findings, Some(source.clone()));
            state.tabs[index].is_preview = tab.is_preview;
            if let Some(open_game) = &mut state.tabs[index].open_game {
                open_game.navigate(Navigation::Ply(tab.ply));
            }
            self.watch(state.tabs[index].id, source);
            if place == session.active_tab {
                active = Some(index);
            }
        }
        state.active_tab = shown_meanwhile.or(active).unwrap_or(0);
        state.select_shown_row();
    }

    /// Writes the session some time after it changed. Returns the seconds until it is due.
    pub fn autosave_session(&mut self, now: f64) -> Option<f64> {
        let sessions = &mut self.sessions;
        if sessions.restoring.is_some() || sessions.written.as_ref() == Some(&sessions.current) {
            sessions.due_s = None;
            return None;
        }
        let due = *sessions.due_s.get_or_insert(now + WRITE_DELAY_S);
        if now < due {
            return Some(due - now);
        }
        self.write_session();
        None
    }

    /// Writes the session.
    pub fn write_session(&mut self) {
        let sessions = &mut self.sessions;
        let is_written = sessions.written.as_ref() == Some(&sessions.current);
        let Some(folders) = self.folders.clone() else {
            return;
        };
        // A session that is not restored completely stays as it is in its file.
        if is_written || sessions.restoring.is_some() {
            return;
        }
        sessions.due_s = None;
        sessions.written = Some(sessions.current.clone());
        let session = sessions.current.clone();
        let write = move || session.save(&folders);
        let id = self.jobs.start_write(JobKind::Settings, write);
        self.job_purposes.insert(id, JobPurpose::Ignore);
    }
}

/// Returns the address of a tab's game; `None` for one that does not come with the program any more.
fn address_of_tab(tab: &SessionTab) -> Option<GameAddress> {
    let input = match &tab.file {
        SessionFile::Path(path) => LogInput::File {
            path: path.clone(),
            is_explicit: true,
        },
        SessionFile::Bundled(name) => {
            let mut records = BUNDLED_RECORDS.iter();
            bundled_input(records.find(|(known, _)| known == name)?)
        }
    };
    Some(GameAddress {
        origin: Arc::new(Origin::new(input)),
        location: GameLocation::NO_GAME,
        index_in_file: tab.index,
        file_stat: None,
        identity: GameIdentity {
            content: tab.sha256.as_deref().and_then(parse_hex),
            key: tab.game,
            is_only_game: tab.is_only_game,
        },
    })
}

/// Parses a SHA-256 in hexadecimal.
fn parse_hex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    Some(bytes)
}

/// Returns what is open now.
fn session_of(state: &AppState) -> WindowSession {
    let absolute = |path: &PathBuf| std::path::absolute(path).unwrap_or_else(|_| path.clone());
    let mut session = WindowSession {
        roots: state.library.roots().iter().map(absolute).collect(),
        has_bundled_records: state.library.has_bundled_records(),
        ..WindowSession::default()
    };
    for (at, tab) in state.tabs.iter().enumerate() {
        let Some(tab) = session_tab(tab) else {
            continue;
        };
        if at == state.active_tab {
            session.active_tab = session.tabs.len();
        }
        session.tabs.push(tab);
    }
    session
}

/// Returns the entry of a tab; `None` for a game that is in no file.
fn session_tab(tab: &Tab) -> Option<SessionTab> {
    let address = &tab.source.as_ref()?.address;
    let file = match address.origin.path() {
        Some(path) => SessionFile::Path(std::path::absolute(path).ok()?),
        None => SessionFile::Bundled(address.origin.file_name.clone()),
    };
    Some(SessionTab {
        file,
        index: address.index_in_file,
        sha256: address.identity.content.map(|content| hex(&content)),
        game: address.identity.key,
        is_only_game: address.identity.is_only_game,
        ply: tab.open_game.as_ref().map_or(0, OpenGame::ply),
        is_preview: tab.is_preview,
    })
}
