//! The list of games: rows of what lies in files, folders and archives.
//!
//! - [`scan`](fn@scan) reads paths on a thread of its own and tells what it finds in [`Batch`]es.
//! - A [`Library`] takes the batches and holds the rows, column by column and each text once. It
//!   gives the numbers of the rows to show, filtered ([`Filter`]) and sorted ([`Column`]).
//! - [`open`] reads the game of a row from its [`Place`], and no more of the file than it must.
//!
//! A row keeps its number as long as the library lives. Knows no window.

mod columns;
mod place;
mod query;
mod row;
mod row_ref;
mod scan;
mod tree;
mod words;

pub use place::{Opened, Place, Shift, Stamp, open, open_path};
pub(in crate::app) use place::{digest, is_by_line};
pub use query::{Column, Filter, Won};
pub use row::Row;
pub use row_ref::RowRef;
pub(in crate::app) use scan::cancelled;
pub use scan::{Batch, Found, Listener, Progress, scan};
pub use tree::Node;

use crate::files::{Failure, FileStamp, Origin};
use columns::{Columns, Text};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many columns are sorted by, one within the other; nobody remembers more.
const SORTED: usize = 4;

/// A file of the library.
#[derive(Debug)]
struct File {
    origin: Arc<Origin>,
    seen: Option<FileStamp>,
    games: usize,
    /// It was closed, or read again: its rows are shown no more.
    gone: bool,
}

impl File {
    fn path(&self) -> &Path {
        self.origin
            .path()
            .unwrap_or(Path::new(&self.origin.display_name))
    }

    fn is_below(&self, folder: Option<&Path>) -> bool {
        folder.is_none_or(|folder| self.path().starts_with(folder))
    }
}

/// All rows, and which of them are shown.
#[derive(Debug, Default)]
pub struct Library {
    columns: Columns,
    files: Vec<File>,
    /// The number of a file by the scan that found it and its number there.
    scanned: HashMap<u64, Vec<u32>>,
    /// The files by their paths, that one read again takes the place of the old one.
    paths: HashMap<PathBuf, u32>,
    roots: Vec<PathBuf>,
    filter: Filter,
    sort: Vec<(Column, bool)>,
    shown: Vec<u32>,
    /// So many rows have been looked at for `shown`.
    looked_at: usize,
    /// What was looked at is no longer so.
    stale: bool,
    /// So many rows are not gone.
    alive: usize,
    troubles: Vec<Failure>,
    skipped: usize,
}

impl Library {
    /// How many rows there are, whether shown or not; numbers are below this.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// There never was one.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many rows would be shown if nothing were filtered: those of files that were closed or
    /// read again are none.
    pub const fn count(&self) -> usize {
        self.alive
    }

    /// A row by its number.
    pub fn row(&self, row: u32) -> Option<RowRef<'_>> {
        let row = row as usize;
        (row < self.len()).then_some(RowRef { library: self, row })
    }

    fn file(&self, row: usize) -> &File {
        &self.files[self.columns.file[row] as usize]
    }

    /// Where the game of a row is kept.
    pub fn place(&self, row: u32) -> Option<Place> {
        let at = self.row(row)?.row;
        let file = self.file(at);
        Some(Place {
            origin: Arc::clone(&file.origin),
            spot: self.columns.spot(at),
            index: self.columns.index[at],
            seen: file.seen,
        })
    }

    /// The row of a game that is kept at a place.
    pub fn find(&self, origin: &Origin, index: u32) -> Option<u32> {
        let file = *self.paths.get(origin.path()?)?;
        let rows = self.columns.file.iter().zip(&self.columns.index);
        let at = rows.into_iter().position(|row| row == (&file, &index))?;
        u32::try_from(at).ok()
    }

    /// The numbers of the rows to show, in order. Up to date after [`refresh`](Self::refresh).
    pub fn shown(&self) -> &[u32] {
        &self.shown
    }

    /// The row that is shown before or after another one.
    pub fn neighbour(&self, row: u32, after: bool) -> Option<u32> {
        let at = self.shown.iter().position(|shown| *shown == row)?;
        let next = if after { at + 1 } else { at.checked_sub(1)? };
        self.shown.get(next).copied()
    }

    /// What is wanted.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Shows only what is wanted.
    pub fn set_filter(&mut self, filter: Filter) {
        if self.filter != filter {
            self.filter = filter;
            self.look_again();
        }
    }

    /// The columns by which the rows are sorted, the first one first; `true` for falling.
    pub fn sorting(&self) -> &[(Column, bool)] {
        &self.sort
    }

    /// Sorts by a column. Rows that are equal in it stay as they were sorted before, by the last
    /// few columns.
    pub fn sort_by(&mut self, column: Column, falling: bool) {
        self.sort.retain(|(known, _)| *known != column);
        self.sort.insert(0, (column, falling));
        self.sort.truncate(SORTED);
        self.look_again();
    }

    /// Sorts by a column, and if that is so already, the other way round.
    pub fn toggle(&mut self, column: Column) {
        let falling = matches!(self.sort.first(), Some((known, false)) if *known == column);
        self.sort_by(column, falling);
    }

    /// Back to the order in which the games were found.
    pub fn unsorted(&mut self) {
        self.sort.clear();
        self.look_again();
    }

    fn look_again(&mut self) {
        self.stale = true;
        self.refresh();
    }

    /// Brings [`shown`](Self::shown) up to date after batches were taken.
    pub fn refresh(&mut self) {
        if std::mem::take(&mut self.stale) {
            self.looked_at = 0;
            self.shown.clear();
        } else if self.looked_at == self.len() {
            return;
        }
        let from = self.looked_at;
        self.looked_at = self.len();
        let new = query::select(&self.columns, &self.files, &self.filter, from);
        self.shown.extend(new);
        if !self.sort.is_empty() {
            query::sort(&self.columns, &self.files, &self.sort, &mut self.shown);
        }
    }

    /// Takes what a scan has found; `scan` is its number. Call [`refresh`](Self::refresh) after
    /// the last of several.
    pub fn take(&mut self, scan: u64, batch: Batch) {
        for found in batch.found {
            match found {
                Found::Roots(roots) => self.add_roots(roots),
                Found::File(number, origin) => self.add_file(scan, number, origin),
                Found::Row(number, row) => {
                    if let Some(file) = self.scanned_file(scan, number) {
                        self.files[file as usize].games += 1;
                        self.alive += 1;
                        self.columns.push(&row, file);
                    }
                }
                Found::End(_) => {}
                Found::Skipped(_) => self.skipped += 1,
                Found::Trouble(failure) => self.troubles.push(failure),
            }
        }
    }

    fn scanned_file(&self, scan: u64, number: u32) -> Option<u32> {
        self.scanned.get(&scan)?.get(number as usize).copied()
    }

    fn add_roots(&mut self, roots: Vec<PathBuf>) {
        for root in roots {
            if !self.roots.contains(&root) {
                self.roots.push(root);
            }
        }
    }

    fn add_file(&mut self, scan: u64, number: u32, origin: Arc<Origin>) {
        let file = u32::try_from(self.files.len()).unwrap_or(u32::MAX);
        if let Some(path) = origin.path()
            && let Some(old) = self.paths.insert(path.to_owned(), file)
        {
            self.drop_file(old as usize);
        }
        self.files.push(File {
            seen: origin.opened_stamp(),
            origin,
            games: 0,
            gone: false,
        });
        let known = self.scanned.entry(scan).or_default();
        if known.len() == number as usize {
            known.push(file);
        }
    }

    fn drop_file(&mut self, file: usize) {
        if !std::mem::replace(&mut self.files[file].gone, true) {
            self.alive -= self.files[file].games;
            self.stale = true;
        }
    }

    /// A scan has ended: its numbers of files are asked for no more.
    pub fn end(&mut self, scan: u64) {
        self.scanned.remove(&scan);
    }

    /// Closes a file, or a folder with all below it.
    pub fn close(&mut self, path: &Path) {
        self.roots.retain(|root| !root.starts_with(path));
        self.paths.retain(|known, _| !known.starts_with(path));
        for file in 0..self.files.len() {
            if self.files[file].is_below(Some(path)) {
                self.drop_file(file);
            }
        }
        self.refresh();
    }

    /// A game was saved back to its file: its row tells of the new one, and the places of the
    /// file's other games move.
    pub fn saved(&mut self, shift: Option<&Shift>, place: &Place, game: &Row) {
        let path = place.origin.path();
        let Some(file) = path.and_then(|path| self.paths.get(path)).copied() else {
            return;
        };
        let known = &mut self.files[file as usize];
        if let Some(shift) = shift
            && known.seen == shift.before
        {
            known.seen = shift.after;
            self.columns.pieces_of(file, |piece| shift.apply(piece));
        }
        if let Some(row) = self.find(&place.origin, place.index) {
            self.columns.replace(row as usize, game);
            self.look_again();
        }
    }

    /// What could not be read.
    pub fn troubles(&self) -> &[Failure] {
        &self.troubles
    }

    /// How many files of the folders are no logs.
    pub const fn skipped(&self) -> usize {
        self.skipped
    }

    /// Folders and files with the number of their games.
    pub fn tree(&self) -> Vec<Node> {
        tree::tree(&self.files, &self.roots)
    }

    /// The games there are, by id, with how many rows each has.
    pub fn games(&self) -> Vec<(&str, usize)> {
        self.counts(&[Text::Game])
    }

    /// The players there are, with how many rows each has.
    pub fn players(&self) -> Vec<(&str, usize)> {
        self.counts(&[Text::First, Text::Second])
    }

    fn counts(&self, texts: &[Text]) -> Vec<(&str, usize)> {
        let mut counts = BTreeMap::new();
        for row in (0..self.len()).filter(|row| !self.file(*row).gone) {
            for text in texts {
                *counts.entry(self.columns.column(*text)[row]).or_insert(0) += 1;
            }
        }
        let named = counts.into_iter();
        let named = named.map(|(word, count)| (self.columns.words.text(word), count));
        let mut named: Vec<(&str, usize)> = named.filter(|(text, _)| !text.is_empty()).collect();
        named.sort_by_cached_key(|(text, _)| words::key(text));
        named
    }

    /// Forgets everything; scans that still run are dropped.
    pub fn clear(&mut self) {
        *self = Self {
            filter: std::mem::take(&mut self.filter),
            sort: std::mem::take(&mut self.sort),
            ..Self::default()
        };
    }
}
