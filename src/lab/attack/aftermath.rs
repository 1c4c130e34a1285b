//! The check of the files after a command that was killed, or whose system calls failed.

use super::sandbox::{Entry, Snapshot};
use super::writing_command::OutputKind;
use std::collections::BTreeSet;

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandEnd {
    /// It was killed, and could tidy up nothing.
    Killed,
    /// A signal ended it, or it reported an error.
    Failed,
    /// It reported that all is done.
    Done,
}

/// The files around a run.
#[derive(Clone, Debug)]
pub struct Aftermath {
    /// The way in which the output is written.
    pub kind: OutputKind,
    /// The files before the run.
    pub before: Snapshot,
    /// The files after an undisturbed run.
    pub complete: Snapshot,
    /// The files that were found.
    pub found: Snapshot,
    /// The way in which the run ended.
    pub end: CommandEnd,
}

/// The name of the file in which kifu lists the pages that it has made.
pub(super) const PAGE_LIST: &str = ".kifu-pages.json";

impl Aftermath {
    /// Returns what is wrong with the files: a torn or foreign one, a missing one, a stray, or a
    /// mixture of two versions.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let names: BTreeSet<&String> = [&self.before, &self.complete, &self.found]
            .into_iter()
            .flat_map(|snapshot| snapshot.0.keys())
            .collect();
        for name in names {
            if let Err(fault) = self.check_file(name) {
                faults.push(format!("`{name}` {fault} ({:?})", self.end));
            }
        }
        if let Some(fault) = self.mixture() {
            faults.push(format!("{fault} ({:?})", self.end));
        }
        faults
    }

    fn check_file(&self, name: &str) -> Result<(), String> {
        let [before, complete, found] =
            [&self.before, &self.complete, &self.found].map(|snapshot| snapshot.0.get(name));
        if found == complete {
            return Ok(());
        }
        let is_old = found == before;
        if self.end == CommandEnd::Done {
            return Err("is not that of an undisturbed run, but the exit status is 0".to_owned());
        }
        if is_old {
            return Ok(());
        }
        let Some(found) = found else {
            return Err("is missing".to_owned());
        };
        if self.kind.is_journal(name) {
            return self.check_journal(found);
        }
        if is_temporary(name) {
            return match self.end {
                CommandEnd::Killed => Ok(()),
                _ => Err("is a stray".to_owned()),
            };
        }
        let is_documented = [".rescued", ".lock", ".torn"]
            .iter()
            .any(|suffix| name.ends_with(suffix));
        match (before, complete) {
            (None, None) if is_documented => Ok(()),
            (None, None) => Err("is a stray".to_owned()),
            _ => Err("is neither the old nor the new one".to_owned()),
        }
    }

    /// Checks that the lines of a journal are lines of the complete file, each once.
    fn check_journal(&self, found: &Entry) -> Result<(), String> {
        let OutputKind::Journal { complete, .. } = &self.kind else {
            return Ok(());
        };
        let Entry::File(found) = found else {
            return Err("is no file".to_owned());
        };
        let whole = self.complete.file(complete).unwrap_or_default();
        let mut left: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
        for line in found.split_inclusive(|byte| *byte == b'\n') {
            let known = left.iter().position(|known| *known == line);
            match known {
                Some(at) => drop(left.swap_remove(at)),
                None if !line.ends_with(b"\n") && self.end == CommandEnd::Killed => {}
                None => {
                    let line = String::from_utf8_lossy(line);
                    return Err(format!("has a line that no undisturbed run writes: {line}"));
                }
            }
        }
        Ok(())
    }

    /// Returns the fault of a folder whose files are of different runs.
    fn mixture(&self) -> Option<String> {
        match &self.kind {
            OutputKind::Set(folder) => {
                let [before, complete, found] = [&self.before, &self.complete, &self.found]
                    .map(|snapshot| snapshot.below(folder));
                let is_whole = found == before || found == complete;
                (!is_whole).then(|| format!("`{folder}` has files of two runs, or a part of them"))
            }
            OutputKind::Pages(folder) => {
                let index = format!("{folder}index.html");
                let found = self.found.0.get(&index);
                let is_new = found == self.complete.0.get(&index) && found.is_some();
                // The list of the pages is written after the index.
                let is_page = |name: &str| !is_temporary(name) && !name.ends_with(PAGE_LIST);
                let [found, pages] = [&self.found, &self.complete].map(|it| it.below(folder));
                let found = found.0.iter().filter(|(name, _)| is_page(name));
                let is_whole = found.eq(pages.0.iter().filter(|(name, _)| is_page(name)));
                (is_new && !is_whole).then(|| format!("`{index}` is there before its pages"))
            }
            _ => None,
        }
    }
}

/// Reports whether a file is one that kifu is still writing.
pub fn is_temporary(name: &str) -> bool {
    let is_named = |part: &str| {
        let inner = part.strip_prefix(".kifu-");
        inner.is_some_and(|inner| inner.strip_suffix(".tmp").is_some())
    };
    name.split('/').any(is_named)
}
