//! The list of games: rows of what lies in files, folders and archives.
//!
//! - [`scan`](fn@scan) reads paths on a thread of its own and tells what it finds in [`Batch`]es.
//! - A [`Library`] takes the batches and holds the rows, column by column and each text once. It
//!   gives the numbers of the rows to show, filtered ([`Filter`]) and sorted ([`Column`]).
//! - [`open`] reads the game of a row from its [`Place`], and no more of the file than it must.
//!
//! A row keeps its number as long as the library lives. Knows no window.

mod address;
mod column_store;
mod folder_tree;
mod interner;
mod query;
mod row;
mod row_ref;
mod scan;

pub use address::{ByteShift, ContentStamp, GameAddress, LoadedGame, load, load_path};
pub(in crate::app) use address::{is_line_based, sha256};
pub use folder_tree::FolderNode;
pub use query::{Column, Filter, WinnerFilter};
pub use row::GameRow;
pub use row_ref::GameRowRef;
pub(in crate::app) use scan::cancelled_failure;
pub use scan::{JobProgress, ScanBatch, ScanItem, ScanListener, scan};

use crate::failure::Failure;
use crate::files::{FileStamp, Origin};
use column_store::{ColumnStore, TextColumn};
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many columns are sorted by, one within the other; nobody remembers more.
const MAX_SORT_COLUMNS: usize = 4;

/// A file of the library.
#[derive(Debug)]
struct LibraryFile {
    origin: Arc<Origin>,
    file_stat: Option<FileStamp>,
    game_count: usize,
    /// It was closed, or read again: its rows are shown no more.
    is_closed: bool,
}

impl LibraryFile {
    fn path(&self) -> &Path {
        self.origin
            .path()
            .unwrap_or(Path::new(&self.origin.display_name))
    }

    fn is_under(&self, folder: Option<&Path>) -> bool {
        folder.is_none_or(|folder| self.path().starts_with(folder))
    }
}

/// All rows, and which of them are shown.
#[derive(Debug, Default)]
pub struct Library {
    columns: ColumnStore,
    files: Vec<LibraryFile>,
    /// The number of a file by the scan that found it and its number there.
    files_by_scan: HashMap<u64, Vec<u32>>,
    /// The files by their paths, that one read again takes the place of the old one.
    files_by_path: HashMap<PathBuf, u32>,
    roots: Vec<PathBuf>,
    filter: Filter,
    sort_order: Vec<(Column, bool)>,
    shown: Vec<u32>,
    /// So many rows have been looked at for `shown`.
    filtered_row_count: usize,
    /// What was looked at is no longer so.
    is_stale: bool,
    /// So many rows are not gone.
    open_row_count: usize,
    failures: Vec<Failure>,
    skipped_count: usize,
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
    pub const fn open_row_count(&self) -> usize {
        self.open_row_count
    }

    /// A row by its number.
    pub fn row(&self, row: u32) -> Option<GameRowRef<'_>> {
        let row = row as usize;
        (row < self.len()).then_some(GameRowRef {
            library: self,
            index: row,
        })
    }

    fn file(&self, row: usize) -> &LibraryFile {
        &self.files[self.columns.file_number[row] as usize]
    }

    /// Where the game of a row is kept.
    pub fn address(&self, row: u32) -> Option<GameAddress> {
        let at = self.row(row)?.index;
        let file = self.file(at);
        Some(GameAddress {
            origin: Arc::clone(&file.origin),
            location: self.columns.location(at),
            index_in_file: self.columns.index_in_file[at],
            file_stat: file.file_stat,
        })
    }

    /// The row of a game that is kept at a place.
    pub fn row_of_game(&self, origin: &Origin, index: u32) -> Option<u32> {
        let file = *self.files_by_path.get(origin.path()?)?;
        let rows = self
            .columns
            .file_number
            .iter()
            .zip(&self.columns.index_in_file);
        let at = rows.into_iter().position(|row| row == (&file, &index))?;
        u32::try_from(at).ok()
    }

    /// The numbers of the rows to show, in order. Up to date after [`refresh`](Self::refresh).
    pub fn shown(&self) -> &[u32] {
        &self.shown
    }

    /// The row that is shown before or after another one.
    pub fn neighbor(&self, row: u32, after: bool) -> Option<u32> {
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
            self.refilter();
        }
    }

    /// The columns by which the rows are sorted, the first one first; `true` for falling.
    pub fn sort_order(&self) -> &[(Column, bool)] {
        &self.sort_order
    }

    /// Sorts by a column. Rows that are equal in it stay as they were sorted before, by the last
    /// few columns.
    pub fn sort_by(&mut self, column: Column, falling: bool) {
        self.sort_order.retain(|(known, _)| *known != column);
        self.sort_order.insert(0, (column, falling));
        self.sort_order.truncate(MAX_SORT_COLUMNS);
        self.refilter();
    }

    /// Sorts by a column, and if that is so already, the other way round.
    pub fn toggle_sort(&mut self, column: Column) {
        let falling = matches!(self.sort_order.first(), Some((known, false)) if *known == column);
        self.sort_by(column, falling);
    }

    /// Back to the order in which the games were found.
    pub fn clear_sort(&mut self) {
        self.sort_order.clear();
        self.refilter();
    }

    fn refilter(&mut self) {
        self.is_stale = true;
        self.refresh();
    }

    /// Brings [`shown`](Self::shown) up to date after batches were taken.
    pub fn refresh(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            self.filtered_row_count = 0;
            self.shown.clear();
        } else if self.filtered_row_count == self.len() {
            return;
        }
        let from = self.filtered_row_count;
        self.filtered_row_count = self.len();
        let new = query::select(&self.columns, &self.files, &self.filter, from);
        self.shown.extend(new);
        if !self.sort_order.is_empty() {
            query::sort(
                &self.columns,
                &self.files,
                &self.sort_order,
                &mut self.shown,
            );
        }
    }

    /// Takes what a scan has found; `scan` is its number. Call [`refresh`](Self::refresh) after
    /// the last of several.
    pub fn add_batch(&mut self, scan: u64, batch: ScanBatch) {
        for found in batch.items {
            match found {
                ScanItem::Roots(roots) => self.add_roots(roots),
                ScanItem::File(number, origin) => self.add_file(scan, number, origin),
                ScanItem::Game(number, row) => {
                    if let Some(file) = self.scanned_file(scan, number) {
                        self.files[file as usize].game_count += 1;
                        self.open_row_count += 1;
                        self.columns.push_row(&row, file);
                    }
                }
                ScanItem::FileEnd(_) => {}
                ScanItem::FileSkipped(_) => self.skipped_count += 1,
                ScanItem::Failed(failure) => self.failures.push(failure),
            }
        }
    }

    fn scanned_file(&self, scan: u64, number: u32) -> Option<u32> {
        self.files_by_scan.get(&scan)?.get(number as usize).copied()
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
            && let Some(old) = self.files_by_path.insert(path.to_owned(), file)
        {
            self.close_file(old as usize);
        }
        self.files.push(LibraryFile {
            file_stat: origin.opened_stamp(),
            origin,
            game_count: 0,
            is_closed: false,
        });
        let known = self.files_by_scan.entry(scan).or_default();
        if known.len() == number as usize {
            known.push(file);
        }
    }

    fn close_file(&mut self, file: usize) {
        if !std::mem::replace(&mut self.files[file].is_closed, true) {
            self.open_row_count -= self.files[file].game_count;
            self.is_stale = true;
        }
    }

    /// A scan has ended: its numbers of files are asked for no more.
    pub fn end_scan(&mut self, scan: u64) {
        self.files_by_scan.remove(&scan);
    }

    /// Closes a file, or a folder with all below it.
    pub fn close_path(&mut self, path: &Path) {
        self.roots.retain(|root| !root.starts_with(path));
        self.files_by_path
            .retain(|known, _| !known.starts_with(path));
        for file in 0..self.files.len() {
            if self.files[file].is_under(Some(path)) {
                self.close_file(file);
            }
        }
        self.refresh();
    }

    /// A game was saved back to its file: its row tells of the new one, and the places of the
    /// file's other games move.
    pub fn on_saved(&mut self, shift: Option<&ByteShift>, place: &GameAddress, game: &GameRow) {
        let path = place.origin.path();
        let Some(file) = path.and_then(|path| self.files_by_path.get(path)).copied() else {
            return;
        };
        let known = &mut self.files[file as usize];
        if let Some(shift) = shift
            && known.file_stat == shift.stat_before
        {
            known.file_stat = shift.stat_after;
            self.columns
                .change_pieces_of(file, |piece| shift.apply(piece));
        }
        if let Some(row) = self.row_of_game(&place.origin, place.index_in_file) {
            self.columns.replace_row(row as usize, game);
            self.refilter();
        }
    }

    /// What could not be read.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// How many files of the folders are no logs.
    pub const fn skipped_count(&self) -> usize {
        self.skipped_count
    }

    /// Folders and files with the number of their games.
    pub fn folder_tree(&self) -> Vec<FolderNode> {
        folder_tree::folder_tree(&self.files, &self.roots)
    }

    /// The games there are, by id, with how many rows each has.
    pub fn game_counts(&self) -> Vec<(&str, usize)> {
        self.text_counts(&[TextColumn::Game])
    }

    /// The players there are, with how many rows each has.
    pub fn player_counts(&self) -> Vec<(&str, usize)> {
        self.text_counts(&[TextColumn::First, TextColumn::Second])
    }

    fn text_counts(&self, texts: &[TextColumn]) -> Vec<(&str, usize)> {
        let mut counts = BTreeMap::new();
        for row in (0..self.len()).filter(|row| !self.file(*row).is_closed) {
            for text in texts {
                *counts
                    .entry(self.columns.text_column(*text)[row])
                    .or_insert(0) += 1;
            }
        }
        let named = counts.into_iter();
        let named = named.map(|(word, count)| (self.columns.strings.text(word), count));
        let mut named: Vec<(&str, usize)> = named.filter(|(text, _)| !text.is_empty()).collect();
        named.sort_by_cached_key(|(text, _)| interner::collation_key(text));
        named
    }

    /// Forgets everything; scans that still run are dropped.
    pub fn clear(&mut self) {
        *self = Self {
            filter: std::mem::take(&mut self.filter),
            sort_order: std::mem::take(&mut self.sort_order),
            ..Self::default()
        };
    }
}
