//! What happens outside of the window: files, the desktop's dialogs, and what is kept for the
//! next time.

use super::ask::{Asker, Question, Reply};
use crate::app::bundled::RECORDS;
use crate::app::jobs::{Answer, Event, Export, JobId, Jobs, News, Save, To, Wake, What};
use crate::app::state::store::{Draft, Folders, Orphan, Recent, RecentFiles, Session, Settings};
use crate::app::state::{Dialog, Effect, Home, Keys, PathFor, State, Tab};
use crate::app::study::{Go, Study};
use crate::files::{Failure, Input, Kind};
use crate::formats;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How long changes may be in no file, in seconds.
const KEEP_EVERY: f64 = 5.0;

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
        };
        let layout = desk.load(state, home);
        (desk, layout)
    }

    fn load(&mut self, state: &mut State, home: Option<&Path>) -> String {
        let found = home.map_or_else(Folders::find, |home| Ok(Folders::at(home)));
        let folders = match found {
            Ok(folders) => folders,
            Err(failure) => {
                state.complain(words(&failure));
                return String::new();
            }
        };
        let (settings, mut notes) = Settings::load(&folders);
        state.taste = settings.taste;
        let (keys, odd) = Keys::new(&settings.keys);
        state.keys = keys;
        notes.extend(odd);
        let (recent, more) = RecentFiles::load(&folders);
        notes.extend(more);
        state.recent = recent.list;
        match Session::start(&folders) {
            Ok((session, orphans)) => {
                self.session = Some(Arc::new(session));
                self.orphans = orphans;
            }
            Err(failure) => notes.push(words(&failure)),
        }
        if self.orphans.iter().any(|orphan| !orphan.drafts.is_empty()) {
            state.dialog = Some(Dialog::Restore);
        }
        for note in notes {
            state.complain(note);
        }
        self.folders = Some(folders);
        settings.layout
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
            Effect::Closed(tab) => self.forget(*tab),
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

    fn save(&mut self, state: &mut State, at: usize, changed: bool, comments: bool) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let (Some(study), Some(home)) = (&tab.study, &tab.home) else {
            self.ask_save(state, at, None);
            return;
        };
        if home.place.origin.path().is_none() {
            self.ask_save(state, at, None);
            return;
        }
        let wanted = Save {
            record: Box::new(study.to_record()),
            to: To::Back {
                place: home.place.clone(),
                stamp: home.stamp.clone(),
                changed,
                comments,
            },
        };
        let saved = Wanted::Saved(tab.id, study.revision());
        let id = self.jobs.save(wanted);
        self.waiting.insert(id, saved);
    }

    fn save_to(&mut self, state: &State, at: usize, path: PathBuf, overwrite: bool) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let Some(study) = &tab.study else { return };
        let wanted = Save {
            record: Box::new(study.to_record()),
            to: To::File { path, overwrite },
        };
        let saved = Wanted::Saved(tab.id, study.revision());
        let id = self.jobs.save(wanted);
        self.waiting.insert(id, saved);
    }

    fn export(&mut self, state: &mut State, at: usize, id: &str, path: PathBuf, overwrite: bool) {
        let study = state.tabs.get(at).and_then(|tab| tab.study.as_ref());
        if let (Some(study), Some(format)) = (study, formats::by_id(id)) {
            let what = What::Record(Box::new(study.to_record()));
            let job = self.jobs.export(Export {
                what,
                format,
                path,
                overwrite,
            });
            self.waiting.insert(job, Wanted::Nothing);
        }
    }

    fn ask_save(&mut self, state: &State, at: usize, format: Option<&'static str>) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let what = format.map_or(PathFor::Save, PathFor::Export);
        let question = Question::Save(tab.id, what, suggestion(tab, format));
        self.asker.ask(question, Arc::clone(&self.wake));
    }

    /// A path was typed, where the desktop has no dialog; nobody asked whether a file that is
    /// there may go.
    fn path_given(&mut self, state: &mut State, what: PathFor, path: &Path) {
        let path = home_of(path);
        match what {
            PathFor::Open => self.scan(vec![path], None),
            PathFor::Save => self.save_to(state, state.active, path, false),
            PathFor::Export(format) => self.export(state, state.active, format, path, false),
        }
    }

    /// What has come since the last frame.
    pub fn poll(&mut self, state: &mut State) {
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
    }

    fn replied(&mut self, state: &mut State, reply: Reply) {
        match reply {
            Reply::Cancelled => {}
            Reply::NoDialog(question) => {
                let what = match question {
                    Question::Files | Question::Folder => PathFor::Open,
                    Question::Save(_, what, _) => what,
                };
                state.dialog = Some(Dialog::Path(what));
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
                let home = Home {
                    place: opened.place.clone(),
                    stamp: opened.stamp.clone(),
                };
                self.watch(state, home, opened.game.record, opened.game.findings, ply);
            }
            (News::Opened(opened), Some(Wanted::Again(tab))) => {
                let home = Home {
                    place: opened.place.clone(),
                    stamp: opened.stamp.clone(),
                };
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
            (News::Failed(failure), wanted) if failure.kind != Kind::Cancelled => {
                state.complain(words(&failure));
                if matches!(wanted, Some(Wanted::Rows(_))) {
                    state.library.end(id.0);
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

    fn remember(&mut self, state: &mut State, origin: &crate::files::Origin) {
        let (Some(folders), Some(path)) = (&self.folders, origin.path()) else {
            return;
        };
        let recent = Recent {
            path: path.to_owned(),
            folder: false,
            games: 0,
        };
        match RecentFiles::add(folders, recent) {
            Ok(files) => state.recent = files.list,
            Err(failure) => state.complain(words(&failure)),
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

    fn saved(&mut self, state: &mut State, tab: u64, revision: u64, answer: Answer) {
        let Some(at) = state.tabs.iter().position(|known| known.id == tab) else {
            return;
        };
        match answer {
            Answer::Saved(kept) => {
                let path = kept
                    .place
                    .origin
                    .path()
                    .map(Path::to_path_buf)
                    .unwrap_or_default();
                state
                    .library
                    .saved(kept.shift.as_ref(), &kept.place, &kept.row);
                if let Some(shift) = &kept.shift {
                    for other in &mut state.tabs {
                        if let Some(home) = &mut other.home {
                            home.place.shift(shift);
                        }
                    }
                }
                let home = Home {
                    place: kept.place,
                    stamp: kept.stamp,
                };
                self.jobs.watch(tab, home.place.clone(), home.stamp.clone());
                state.tabs[at].home = Some(home);
                if let Some(study) = &mut state.tabs[at].study {
                    study.saved(revision);
                }
                self.forget_draft(tab);
                let saved = state.texts().words.saved;
                state.say(format!("{saved} {}", path.display()));
            }
            Answer::Changed { gone } => state.dialog = Some(Dialog::Changed(at, gone)),
            Answer::Comments => state.dialog = Some(Dialog::Comments(at)),
            Answer::Exists(path) => state.dialog = Some(Dialog::Exists(at, path)),
            Answer::Elsewhere { suggestion, why } => {
                state.say(why);
                let question = Question::Save(tab, PathFor::Save, suggestion);
                self.asker.ask(question, Arc::clone(&self.wake));
            }
        }
    }

    /// Keeps unsaved changes from time to time; in how many seconds that is due again.
    pub fn keep(&mut self, state: &State, now: f64) -> Option<f64> {
        let session = self.session.as_ref()?;
        let changed = |tab: &&Tab| {
            let study = tab.study.as_ref().filter(|study| study.is_changed());
            study.is_some_and(|study| self.kept.get(&tab.id) != Some(&study.revision()))
        };
        let due: Vec<&Tab> = state.tabs.iter().filter(changed).collect();
        if due.is_empty() {
            return None;
        }
        if now < self.next_keep {
            return Some(self.next_keep - now);
        }
        self.next_keep = now + KEEP_EVERY;
        for tab in due {
            if let Some(study) = &tab.study {
                self.kept.insert(tab.id, study.revision());
                let id = self.jobs.autosave(Arc::clone(session), draft(tab, study));
                self.waiting.insert(id, Wanted::Nothing);
            }
        }
        None
    }

    fn forget(&mut self, tab: u64) {
        self.jobs.unwatch(tab);
        self.forget_draft(tab);
    }

    fn forget_draft(&mut self, tab: u64) {
        if self.kept.remove(&tab).is_some()
            && let Some(session) = self.session.clone()
        {
            self.jobs.write("autosave", move || {
                session.forget(tab);
                Ok(())
            });
        }
    }

    /// Opens the games of a program that crashed, or throws them away.
    fn restore(&mut self, state: &mut State, wanted: bool) {
        for orphan in std::mem::take(&mut self.orphans) {
            for draft in orphan.drafts.iter().filter(|_| wanted) {
                state.restore(draft);
            }
            if wanted {
                // They are kept again before the old ones go.
                for tab in &state.tabs {
                    if let (Some(study), Some(session)) = (&tab.study, &self.session)
                        && study.is_changed()
                        && session.keep(&draft(tab, study)).is_ok()
                    {
                        self.kept.insert(tab.id, study.revision());
                    }
                }
            }
            orphan.discard();
        }
    }

    /// Writes the settings.
    pub fn write_settings(&mut self, state: &State, layout: String) {
        let Some(folders) = self.folders.clone() else {
            return;
        };
        let mut settings = Settings::default();
        settings.taste = state.taste.clone();
        settings.keys = state.keys.settings();
        settings.layout = layout;
        let id = self.jobs.write("settings", move || settings.save(&folders));
        self.waiting.insert(id, Wanted::Nothing);
    }

    /// The program ends in good order.
    pub fn close(&mut self) {
        if let Some(session) = self.session.take() {
            self.jobs.write("autosave", move || {
                session.close();
                Ok(())
            });
        }
    }
}

fn draft(tab: &Tab, study: &Study) -> Draft {
    let home = tab.home.as_ref().and_then(|home| {
        Some(crate::app::state::store::Home {
            path: home.place.origin.path()?.to_owned(),
            index: home.place.index,
            sha256: home.stamp.sha256,
        })
    });
    Draft {
        key: tab.id,
        title: tab.title.clone(),
        home,
        ply: study.ply(),
        record: study.to_record(),
    }
}

/// Under which name a game may be saved.
fn suggestion(tab: &Tab, format: Option<&'static str>) -> PathBuf {
    let extension = format.map_or("ron", |id| {
        let known = formats::by_id(id).and_then(|format| format.extensions().first().copied());
        known.unwrap_or(id)
    });
    let home = tab.home.as_ref().and_then(|home| home.place.origin.path());
    let stem = home
        .and_then(Path::file_stem)
        .map(|stem| stem.to_string_lossy().into_owned());
    let plain = |c: char| {
        if c.is_alphanumeric() || "-_. ".contains(c) {
            c
        } else {
            '-'
        }
    };
    let stem = stem.unwrap_or_else(|| tab.title.chars().map(plain).collect());
    let folder = home.and_then(Path::parent).unwrap_or(Path::new(""));
    folder.join(format!("{stem}.{extension}"))
}

/// `~/x` as a shell reads it.
fn home_of(path: &Path) -> PathBuf {
    match (path.strip_prefix("~"), std::env::home_dir()) {
        (Ok(rest), Some(home)) => home.join(rest),
        _ => path.to_owned(),
    }
}

/// A failure with its hint.
fn words(failure: &Failure) -> String {
    match &failure.hint {
        Some(hint) => format!("{} ({hint})", failure.message),
        None => failure.message.clone(),
    }
}
