//! What happens outside of the window: files, the desktop's dialogs, and what is kept for the
//! next time.

mod engines;
mod keep;
mod save;

use super::ask::{Asker, Question, Reply};
use crate::app::bundled::RECORDS;
use crate::app::jobs::{Event, JobId, Jobs, News, Wake};
use crate::app::state::store::{Folders, Orphan, Session};
use crate::app::state::{Dialog, Effect, Home, PathFor, State};
use crate::app::study::Go;
use crate::files::{Failure, FailureKind, Input};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What is to be done with the first game that a scan finds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum First {
    /// It is opened, at this ply if one is named.
    Open(Option<u32>),
    /// Nothing.
    Leave,
}

/// What is to be done with what a job brings.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Wanted {
    /// Rows for the library.
    Rows(First),
    /// A game for a tab.
    Game(Option<u32>),
    /// A game in the place of a tab's own.
    Again(u64),
    /// Games that were pasted.
    Pasted,
    /// The tab's state with this number is saved.
    Saved(u64, u64),
    /// What a review says.
    Review,
    /// Only whether it failed.
    Nothing,
}

/// The desk.
pub(super) struct Desk {
    jobs: Jobs,
    wake: Wake,
    asker: Asker,
    folders: Option<Folders>,
    session: Option<Arc<Session>>,
    orphans: Vec<Orphan>,
    waiting: HashMap<JobId, Wanted>,
    /// The state of each tab that was kept last for the case of a crash.
    kept: HashMap<u64, u64>,
    next_keep: f64,
    /// What is to be done because something was saved.
    due: Vec<Effect>,
}

impl Desk {
    /// Reads the settings into the state; the layout of the panes as a text. All that is kept is
    /// kept in `home`, or where the person's system wants it.
    pub fn new(state: &mut State, home: Option<&Path>, wake: Wake) -> (Self, String) {
        let mut desk = Self {
            jobs: Jobs::new(Arc::clone(&wake)),
            wake,
            asker: Asker::default(),
            folders: None,
            session: None,
            orphans: Vec::new(),
            waiting: HashMap::new(),
            kept: HashMap::new(),
            next_keep: 0.0,
            due: Vec::new(),
        };
        let layout = desk.load(state, home);
        (desk, layout)
    }

    /// Puts the records that come with the program into the library, and opens the first.
    pub fn bundled(&mut self) {
        let inputs = RECORDS.iter().map(|(name, text)| Input::Bundled {
            name,
            bytes: text.as_bytes(),
        });
        let id = self.jobs.scan(inputs.collect());
        self.waiting.insert(id, Wanted::Rows(First::Open(None)));
    }

    /// Reads files and folders into the library, and opens the first game of them.
    pub fn scan(&mut self, paths: Vec<PathBuf>, ply: Option<u32>) {
        let id = self.jobs.scan_paths(paths);
        self.waiting.insert(id, Wanted::Rows(First::Open(ply)));
    }

    /// What runs, in words, with its number.
    fn running(&self) -> Vec<(JobId, String)> {
        let running = self.jobs.running();
        let text = |what: &str, games: u64| match games {
            0 => format!("{what} …"),
            games => format!("{what}: {games}"),
        };
        running
            // These are shown where they belong.
            .filter(|(_, what, _)| !matches!(*what, "think" | "review"))
            .map(|(id, what, progress)| (id, text(what, progress.games)))
            .collect()
    }

    /// Does what is to be done outside of the state; `false` if that is the window's.
    pub fn effect(&mut self, state: &mut State, effect: &Effect) -> bool {
        match effect {
            Effect::AskOpen { folder } => {
                let question = if *folder {
                    Question::Folder
                } else {
                    Question::Files
                };
                self.asker.ask(question, Arc::clone(&self.wake));
            }
            Effect::AskSave(at, format) => self.ask_save(state, *at, *format),
            Effect::Path(what, path) => self.path_given(state, *what, path),
            Effect::Scan(paths) => self.scan(paths.clone(), None),
            Effect::Load(row) => self.load_row(state, *row),
            Effect::LoadNext(on) => {
                let row = state.row.and_then(|row| state.library.neighbour(row, *on));
                if let Some(row) = row.or(state.library.shown().first().copied()) {
                    self.load_row(state, row);
                }
            }
            Effect::Save(at) => self.save(state, *at, false, false),
            Effect::SaveAnyway(at) => self.save(state, *at, true, true),
            Effect::Overwrite(at, path) => self.save_to(state, *at, path.clone(), true),
            Effect::Reload(at) => self.reload(state, *at),
            Effect::Read(text) => {
                let id = self.jobs.read(text.clone());
                self.waiting.insert(id, Wanted::Pasted);
            }
            Effect::Closed(tab) => {
                self.forget(*tab);
                self.end_review(state, *tab);
            }
            Effect::Review(at) => self.review(state, *at),
            Effect::Stop(id) => self.jobs.cancel(*id),
            Effect::Restore(wanted) => self.restore(state, *wanted),
            _ => return false,
        }
        true
    }

    fn load_row(&mut self, state: &mut State, row: u32) {
        let Some(place) = state.library.place(row) else {
            return;
        };
        state.row = Some(row);
        let id = self.jobs.open(place);
        // Only the game that was asked for last is wanted.
        self.waiting
            .retain(|_, wanted| !matches!(wanted, Wanted::Game(_)));
        self.waiting.insert(id, Wanted::Game(None));
    }

    fn reload(&mut self, state: &State, at: usize) {
        if let Some((tab, home)) = state
            .tabs
            .get(at)
            .and_then(|tab| Some((tab.id, tab.home.as_ref()?)))
        {
            let place = home.place.clone();
            let id = match place.origin.path() {
                Some(path) => self.jobs.open_path(path.to_owned(), place.index),
                None => self.jobs.open(place),
            };
            self.waiting.insert(id, Wanted::Again(tab));
        }
    }

    /// What has come since the last frame; what is to be done because of it.
    #[must_use]
    pub fn poll(&mut self, state: &mut State) -> Vec<Effect> {
        if let Some(reply) = self.asker.poll() {
            self.replied(state, reply);
        }
        let events = self.jobs.poll();
        let any = !events.is_empty();
        for Event { id, news } in events {
            self.news(state, id, news);
        }
        if any {
            state.library.refresh();
        }
        state.running = self.running();
        self.think(state);
        std::mem::take(&mut self.due)
    }

    fn replied(&mut self, state: &mut State, reply: Reply) {
        match reply {
            Reply::Cancelled => state.leaving = None,
            Reply::NoDialog(question) => {
                let (what, suggestion) = match question {
                    Question::Files | Question::Folder => (PathFor::Open, PathBuf::new()),
                    Question::Save(_, what, suggestion) => (what, suggestion),
                };
                state.dialog = Some(Dialog::Path(what, suggestion));
            }
            Reply::Chosen(Question::Files | Question::Folder, paths) => self.scan(paths, None),
            Reply::Chosen(Question::Save(tab, what, _), paths) => {
                let at = state.tabs.iter().position(|known| known.id == tab);
                let (Some(at), Some(path)) = (at, paths.into_iter().next()) else {
                    return;
                };
                // The desktop has asked whether a file that is there may go.
                match what {
                    PathFor::Export(format) => self.export(state, at, format, path, true),
                    PathFor::Save | PathFor::Open => self.save_to(state, at, path, true),
                }
            }
        }
    }

    fn news(&mut self, state: &mut State, id: JobId, news: News) {
        let wanted = self.waiting.get(&id).copied();
        if news.is_last() {
            self.waiting.remove(&id);
        }
        match (news, wanted) {
            (News::Rows(batch), Some(Wanted::Rows(first))) => {
                self.rows(state, id, batch, first);
            }
            (News::Opened(opened), Some(Wanted::Game(ply))) => {
                let home = Home::of(&opened);
                self.watch(state, home, opened.game.record, opened.game.findings, ply);
            }
            (News::Opened(opened), Some(Wanted::Again(tab))) => {
                let home = Home::of(&opened);
                state.replace(tab, opened.game.record, opened.game.findings, home.clone());
                self.jobs.watch(tab, home.place, home.stamp);
                self.forget_draft(tab);
            }
            (News::Read(games), Some(Wanted::Pasted)) => {
                for game in games {
                    state.pasted(game.record, game.findings);
                }
            }
            (News::Saved(answer), Some(Wanted::Saved(tab, revision))) => {
                self.saved(state, tab, revision, *answer);
            }
            (News::Exported(exported), _) => {
                let saved = state.texts().words.saved;
                state.say(format!("{saved} {}", exported.path.display()));
                for refused in exported.refused {
                    state.complain(refused);
                }
            }
            (News::Disk(tab, disk), _) => state.disk(tab, disk),
            (News::Thought(thought), _) => state.thinks(id, *thought),
            (News::Judged(looked), _) => state.looked(id, *looked),
            (News::Ended | News::Cancelled, Some(Wanted::Review)) => state.review_ended(id),
            (News::Failed(failure), wanted) if failure.kind != FailureKind::Cancelled => {
                state.complain(words(&failure));
                match wanted {
                    Some(Wanted::Rows(_)) => state.library.end(id.0),
                    Some(Wanted::Saved(..)) => state.leaving = None,
                    Some(Wanted::Review) => state.review_ended(id),
                    _ => {}
                }
            }
            (News::Ended | News::Cancelled, Some(Wanted::Rows(_))) => state.library.end(id.0),
            _ => {}
        }
    }

    fn rows(
        &mut self,
        state: &mut State,
        id: JobId,
        batch: crate::app::library::Batch,
        first: First,
    ) {
        let before = u32::try_from(state.library.len()).unwrap_or(u32::MAX);
        let troubles = state.library.troubles().len();
        state.library.take(id.0, batch);
        let new: Vec<String> = state.library.troubles()[troubles..]
            .iter()
            .map(words)
            .collect();
        for trouble in new {
            state.complain(trouble);
        }
        // The first game of what somebody opened is what he wants to see.
        if let First::Open(ply) = first
            && let Some(place) = state.library.place(before)
        {
            self.waiting.insert(id, Wanted::Rows(First::Leave));
            self.remember(state, &place.origin);
            state.row = Some(before);
            let open = self.jobs.open(place);
            self.waiting.insert(open, Wanted::Game(ply));
        }
    }

    fn watch(
        &mut self,
        state: &mut State,
        home: Home,
        record: crate::record::Record,
        findings: Vec<crate::findings::Finding>,
        ply: Option<u32>,
    ) {
        let at = state.open(record, findings, Some(home.clone()));
        self.jobs.watch(state.tabs[at].id, home.place, home.stamp);
        if let (Some(ply), Some(study)) = (ply, &mut state.tabs[at].study) {
            study.go(Go::Ply(ply));
        }
    }
}

/// A failure with its hint.
fn words(failure: &Failure) -> String {
    match &failure.hint {
        Some(hint) => format!("{} ({hint})", failure.message),
        None => failure.message.clone(),
    }
}
