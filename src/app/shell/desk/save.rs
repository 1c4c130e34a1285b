//! Saving and exporting, and what to ask before.

use super::{Desk, Wanted};
use crate::app::jobs::{Answer, Export, Save, To, What};
use crate::app::shell::ask::Question;
use crate::app::state::{Dialog, Home, PathFor, State, Tab};
use crate::formats;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Desk {
    pub(super) fn save(&mut self, state: &mut State, at: usize, changed: bool, comments: bool) {
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

    pub(super) fn save_to(&mut self, state: &State, at: usize, path: PathBuf, overwrite: bool) {
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

    pub(super) fn export(
        &mut self,
        state: &mut State,
        at: usize,
        id: &str,
        path: PathBuf,
        overwrite: bool,
    ) {
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

    pub(super) fn ask_save(&mut self, state: &State, at: usize, format: Option<&'static str>) {
        let Some(tab) = state.tabs.get(at) else {
            return;
        };
        let what = format.map_or(PathFor::Save, PathFor::Export);
        let question = Question::Save(tab.id, what, suggestion(tab, format));
        self.asker.ask(question, Arc::clone(&self.wake));
    }

    /// A path was typed, where the desktop has no dialog; nobody asked whether a file that is
    /// there may go.
    pub(super) fn path_given(&mut self, state: &mut State, what: PathFor, path: &Path) {
        let path = home_of(path);
        match what {
            PathFor::Open => self.scan(vec![path], None),
            PathFor::Save => self.save_to(state, state.active, path, false),
            PathFor::Export(format) => self.export(state, state.active, format, path, false),
        }
    }

    pub(super) fn saved(&mut self, state: &mut State, tab: u64, revision: u64, answer: Answer) {
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
                self.forget_draft(tab);
                let saved = state.texts().words.saved;
                state.say(format!("{saved} {}", path.display()));
                self.due.extend(state.saved(tab, revision, home));
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
