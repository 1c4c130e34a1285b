//! Drafts of unsaved games: when they are written, and when they are given up.
//!
//! A draft is removed only when its successor is on the disk: a later draft, the saved file, or the
//! user's word that the changes are not wanted.

use super::{JobPurpose, Platform, failure_text};
use crate::jobs::JobKind;
use crate::library::{GameAddress, GameIdentity, LoadedGame};
use crate::open_game::OpenGame;
use crate::state::{AppState, Dialog, GameSource, MessageKind, Tab};
use crate::store::{Draft, DraftSession, DraftSource, Folders, OrphanSession, RestoredDraft};
use kifu_logs::files::{GameLocation, LogInput, Origin};
use kifu_study::failure::Failure;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The time in seconds for which changes may remain without a draft.
const AUTOSAVE_INTERVAL_S: f64 = 5.0;
/// The time in seconds without input after which a draft is written, so that a word which is being
/// typed is not stored as its first letter.
const QUIET_S: f64 = 1.0;
/// The maximum time to wait for drafts when the program is ended from outside.
const MAX_FINAL_WAIT: Duration = Duration::from_secs(5);
/// The beginning of the message that stays as long as no draft can be written.
const NOT_STORED: &str = "Unsaved changes are not stored aside";

/// The drafts of this program, and those of programs that crashed.
#[derive(Default)]
pub(super) struct Drafts {
    /// The session; `None` if it could not be started.
    session: Option<Arc<DraftSession>>,
    /// A session that a job has started after the first attempt failed.
    late_session: Arc<Mutex<Option<DraftSession>>>,
    orphans: Vec<OrphanSession>,
    /// The orphans whose games are open, or cannot be opened. No other kifu offers them.
    restored_sessions: Vec<Arc<OrphanSession>>,
    /// The draft of a crashed program from which a tab was restored, until the game is stored
    /// elsewhere.
    restored: HashMap<u64, RestoredDraft>,
    /// The revision of each tab whose draft was written last, or is being written.
    revisions: HashMap<u64, u64>,
    /// The tabs that may have a draft on disk.
    on_disk: HashSet<u64>,
    /// The tabs and revisions that lacked a draft when last looked at.
    lacking: Vec<(u64, u64)>,
    last_edit_s: f64,
    pending_since_s: Option<f64>,
    next_autosave_s: f64,
}

impl Platform {
    /// Starts the session of drafts, and offers the drafts of programs that crashed.
    pub(super) fn start_drafts(&mut self, state: &mut AppState, folders: &Folders) {
        match DraftSession::start(folders) {
            Ok((session, orphans)) => {
                if let Some(failure) = session.skipped_orphans() {
                    state.notify_error(format!(
                        "Another kifu does not respond, so unsaved games of earlier sessions are offered later: {}",
                        failure_text(failure)
                    ));
                }
                self.drafts.session = Some(Arc::new(session));
                self.drafts.orphans = orphans;
            }
            Err(failure) => show_draft_failure(state, &failure),
        }
        let orphans = &self.drafts.orphans;
        for path in orphans.iter().flat_map(|orphan| &orphan.unreadable) {
            state.notify_error(format!(
                "An unsaved game cannot be read: {} (a newer kifu may read it; remove the file if it is of no use)",
                path.display()
            ));
        }
        let drafts = orphans.iter().flat_map(|orphan| &orphan.drafts);
        let titles: Vec<String> = drafts.map(|draft| draft.title.clone()).collect();
        if !titles.is_empty() {
            state.dialog = Some(Dialog::RestoreDrafts(titles));
        }
    }

    /// Saves drafts of unsaved changes, some time after the last input and at intervals. Returns the
    /// seconds until the next draft is due.
    pub fn autosave(&mut self, state: &AppState, now: f64) -> Option<f64> {
        if self.browser.is_some() {
            return self.autosave_in_browser(state, now);
        }
        self.remove_undone_drafts(state);
        let lacking = self.tabs_without_draft(state);
        let drafts = &mut self.drafts;
        if lacking.is_empty() {
            drafts.pending_since_s = None;
            drafts.lacking.clear();
            return None;
        }
        if drafts.lacking != lacking {
            drafts.lacking.clone_from(&lacking);
            drafts.last_edit_s = now;
        }
        let since = *drafts.pending_since_s.get_or_insert(now);
        let due = (drafts.last_edit_s + QUIET_S).min(since + AUTOSAVE_INTERVAL_S);
        let due = due.max(drafts.next_autosave_s);
        if now < due {
            return Some(due - now);
        }
        drafts.next_autosave_s = now + AUTOSAVE_INTERVAL_S;
        drafts.pending_since_s = None;
        self.write_drafts(state, &lacking);
        Some(AUTOSAVE_INTERVAL_S)
    }

    /// Returns the tabs with changes that no draft contains, with their revisions.
    fn tabs_without_draft(&self, state: &AppState) -> Vec<(u64, u64)> {
        let lacks_draft = |tab: &Tab| {
            let open_game = tab.open_game.as_ref().filter(|game| game.is_changed())?;
            let revision = open_game.revision();
            let is_stored = self.drafts.revisions.get(&tab.id) == Some(&revision);
            (!is_stored).then_some((tab.id, revision))
        };
        state.tabs.iter().filter_map(lacks_draft).collect()
    }

    fn write_drafts(&mut self, state: &AppState, wanted: &[(u64, u64)]) {
        let late = Arc::clone(&self.drafts.late_session);
        if self.drafts.session.is_none() {
            let mut late = late.lock().unwrap_or_else(PoisonError::into_inner);
            self.drafts.session = late.take().map(Arc::new);
        }
        let Some(session) = self.drafts.session.clone() else {
            if let Some(folders) = self.folders.clone() {
                let id = self.jobs.start_write(JobKind::Autosave, move || {
                    let (session, _) = DraftSession::start(&folders)?;
                    *late.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
                    Ok(())
                });
                self.job_purposes.insert(id, JobPurpose::StartDrafts);
            }
            return;
        };
        for (tab_id, revision) in wanted {
            let tab = state.tabs.iter().find(|tab| tab.id == *tab_id);
            let Some((tab, open_game)) = tab.and_then(|tab| Some((tab, tab.open_game.as_ref()?)))
            else {
                continue;
            };
            self.drafts.revisions.insert(*tab_id, *revision);
            self.drafts.on_disk.insert(*tab_id);
            let predecessor = self.drafts.restored.get(tab_id).cloned();
            let draft = draft_of_tab(tab, open_game);
            let session = Arc::clone(&session);
            let id = self.jobs.autosave(session, draft, predecessor);
            let purpose = JobPurpose::SaveDraft(*tab_id, *revision);
            self.job_purposes.insert(id, purpose);
        }
    }

    /// Removes the drafts of tabs whose changes were undone.
    fn remove_undone_drafts(&mut self, state: &AppState) {
        let is_undone = |id: &u64| {
            let tab = state.tabs.iter().find(|tab| tab.id == *id);
            let open_game = tab.and_then(|tab| tab.open_game.as_ref());
            open_game.is_some_and(|open_game| !open_game.is_changed())
        };
        let undone: Vec<u64> = self
            .drafts
            .on_disk
            .iter()
            .copied()
            .filter(is_undone)
            .collect();
        for tab in undone {
            self.remove_draft(tab);
        }
    }

    /// Receives the notice that a draft is on the disk.
    pub(super) fn on_draft_saved(&mut self, state: &mut AppState, tab: u64) {
        self.drafts.restored.remove(&tab);
        remove_draft_failure(state);
    }

    /// Receives the failure to write a draft, which is tried again at the next interval.
    pub(super) fn on_draft_failed(
        &mut self,
        state: &mut AppState,
        draft: Option<(u64, u64)>,
        failure: &Failure,
    ) {
        if let Some((tab, revision)) = draft
            && self.drafts.revisions.get(&tab) == Some(&revision)
        {
            self.drafts.revisions.remove(&tab);
        }
        show_draft_failure(state, failure);
    }

    pub(super) fn forget_tab(&mut self, tab: u64) {
        self.unwatch(tab);
        self.remove_draft(tab);
    }

    /// Removes the draft of a tab whose changes are saved, or not wanted.
    pub(super) fn remove_draft(&mut self, tab: u64) {
        self.drafts.revisions.remove(&tab);
        let is_on_disk = self.drafts.on_disk.remove(&tab);
        let restored = self.drafts.restored.remove(&tab);
        if !is_on_disk && restored.is_none() {
            return;
        }
        let session = self.drafts.session.clone();
        self.jobs.start_write(JobKind::Autosave, move || {
            if let Some(session) = session {
                session.remove(tab);
            }
            if let Some(restored) = restored {
                restored.discard();
            }
            Ok(())
        });
    }

    /// Opens the drafts of a program that crashed, or discards them.
    pub(super) fn restore_drafts(&mut self, state: &mut AppState, should_restore: bool) {
        if self.restore_from_browser(state, should_restore) {
            return;
        }
        let orphans = std::mem::take(&mut self.drafts.orphans);
        if !should_restore {
            orphans.into_iter().for_each(OrphanSession::discard);
            return;
        }
        for orphan in orphans {
            let orphan = Arc::new(orphan);
            for draft in &orphan.drafts {
                let at = state.open_draft(draft);
                let tab = &state.tabs[at];
                if tab.open_game.is_none() {
                    state.notify_error(format!(
                        "The unsaved game “{}” cannot be opened. It is kept, and offered again.",
                        draft.title
                    ));
                    continue;
                }
                let restored = RestoredDraft {
                    session: Arc::clone(&orphan),
                    key: draft.tab_id,
                };
                self.drafts.restored.insert(tab.id, restored);
                if let Some(source) = &draft.source {
                    let id = self.jobs.open(address_of_draft(source));
                    let purpose = JobPurpose::FindDraftSource(tab.id, source.sha256);
                    self.job_purposes.insert(id, purpose);
                }
            }
            self.drafts.restored_sessions.push(orphan);
        }
        // The games are stored again at once. Each old draft is given up after its successor.
        let lacking = self.tabs_without_draft(state);
        self.write_drafts(state, &lacking);
    }

    /// Receives the game in the file from which a restored game came, which goes back there.
    pub(super) fn on_draft_source(
        &mut self,
        state: &mut AppState,
        tab: u64,
        sha256: [u8; 32],
        found: &LoadedGame,
    ) {
        let mut source = GameSource::from_loaded(found);
        // If the game was changed since, a save finds that out by the content that the draft knew.
        source.content_stamp.sha256 = sha256;
        let Some(at) = state.tabs.iter().position(|known| known.id == tab) else {
            return;
        };
        if state.tabs[at].source.is_some() {
            return;
        }
        let is_twin = |other: &Tab| {
            let is_changed = other.open_game.as_ref().is_some_and(OpenGame::is_changed);
            let own = other.source.as_ref();
            !is_changed && own.is_some_and(|own| own.is_same_game(&source))
        };
        let twin = state.tabs.iter().position(is_twin);
        state.tabs[at].source = Some(source.clone());
        self.watch(tab, source);
        // The session may have opened the game as it is in the file.
        if let Some(twin) = twin.filter(|_| state.dialog.is_none()) {
            let close = crate::state::TabAction::CloseTabAt(twin);
            let effects = state.perform(crate::state::Action::Tab(close));
            self.due_effects.extend(effects);
        }
    }

    /// Writes the drafts that are due and waits until they are on the disk, because the program is
    /// about to end without a question.
    pub fn write_final_drafts(&mut self, state: &AppState) {
        if self.browser.is_some() {
            self.store_drafts_in_browser(state);
            return;
        }
        let lacking = self.tabs_without_draft(state);
        if !lacking.is_empty() {
            self.write_drafts(state, &lacking);
        }
        // Others may still be waiting for their turn.
        self.jobs.wait_for_writing(MAX_FINAL_WAIT);
    }

    /// Removes all drafts, because the program ends normally.
    pub fn end_session(&mut self) {
        let session = self.drafts.session.take();
        let restored = std::mem::take(&mut self.drafts.restored);
        self.jobs.start_write(JobKind::Autosave, move || {
            if let Some(session) = session {
                session.remove_all();
            }
            restored.values().for_each(RestoredDraft::discard);
            Ok(())
        });
    }
}

/// Shows that drafts cannot be written, until one is.
fn show_draft_failure(state: &mut AppState, failure: &Failure) {
    remove_draft_failure(state);
    state.notify_error(format!("{NOT_STORED}: {}", failure_text(failure)));
}

fn remove_draft_failure(state: &mut AppState) {
    state.messages.retain(|message| {
        message.kind != MessageKind::Error || !message.text.starts_with(NOT_STORED)
    });
}

/// Returns the address at which to look for the game of a draft.
fn address_of_draft(source: &DraftSource) -> GameAddress {
    let input = LogInput::File {
        path: source.path.clone(),
        is_explicit: true,
    };
    GameAddress {
        origin: Arc::new(Origin::new(input)),
        location: GameLocation::NO_GAME,
        index_in_file: source.index,
        file_stat: None,
        identity: GameIdentity {
            content: Some(source.sha256),
            key: source.game,
            is_only_game: source.is_only_game,
        },
    }
}

fn draft_of_tab(tab: &Tab, open_game: &OpenGame) -> Draft {
    let source = tab.source.as_ref().and_then(|source| {
        let path = source.address.origin.path()?;
        Some(DraftSource {
            // The next start may be in another folder.
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            index: source.address.index_in_file,
            sha256: source.content_stamp.sha256,
            game: source.address.identity.key,
            is_only_game: source.address.identity.is_only_game,
        })
    });
    Draft {
        tab_id: tab.id,
        title: tab.title.clone(),
        source: source.or_else(|| tab.draft_source.clone()),
        ply: open_game.ply(),
        record: open_game.to_record(),
    }
}
