//! The library: a list of the games in files, folders and archives.
//!
//! - [`scan`](fn@scan) reads paths and reports what it finds in [`ScanBatch`]es.
//! - A [`Library`] takes the batches and stores the rows column by column, each text once. It
//!   returns the numbers of the rows to show, filtered ([`Filter`]) and sorted ([`LibraryColumn`]).
//! - [`load`] reads the game of a row from its [`GameAddress`], and no more of the file than
//!   necessary.
//!
//! A row keeps its number as long as the library lives. The module does not depend on the window.

mod address;
mod column_store;
mod explored;
mod folder_tree;
mod identity;
pub mod interner;
mod query;
mod row;
mod scan;
mod summary;

pub use address::{ByteShift, ContentStamp, GameAddress, LoadedGame, load, load_input, load_path};
pub(crate) use address::{is_line_based, sha256};
pub use explored::{TracedRow, UntracedRow};
pub use folder_tree::FolderNode;
pub use identity::{GameIdentity, identity_key};
pub(crate) use identity::{for_each_found_record, is_unchanged_since, moved_address};
pub use query::{Filter, LibraryColumn, WinnerFilter};
pub use row::GameRowRef;
pub use row::LibraryRow;
pub use row::RowSelection;
pub(crate) use scan::cancelled_failure;
pub use scan::{JobProgress, ScanBatch, ScanItem, ScanListener, scan};

use column_store::{ColumnStore, TextColumn};
use explored::ExploredGames;
use explored::RepeatedGames;
use kifu_logs::files::{FileStamp, Origin};
use kifu_study::failure::Failure;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of columns in the sort order.
const MAX_SORT_COLUMNS: usize = 4;

/// A file of the library.
#[derive(Debug)]
struct LibraryFile {
    origin: Arc<Origin>,
    file_stat: Option<FileStamp>,
    game_count: usize,
    /// Whether the file was closed or read again, so that its rows are no longer shown.
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

/// All rows, and the selection of rows that are shown.
#[derive(Debug, Default)]
pub struct Library {
    columns: ColumnStore,
    files: Vec<LibraryFile>,
    /// The files of each scan, by the scan's id; each list is indexed by the file's number in the
    /// scan.
    files_by_scan: HashMap<u64, Vec<u32>>,
    /// The files by their paths, so that a file read again replaces the old one.
    files_by_path: HashMap<PathBuf, u32>,
    roots: Vec<PathBuf>,
    filter: Filter,
    sort_order: Vec<(LibraryColumn, bool)>,
    shown: Vec<u32>,
    /// The number of rows that were filtered for `shown`.
    filtered_row_count: usize,
    /// Whether the filter or the sort order has changed since `shown` was computed.
    is_stale: bool,
    /// The number of rows of files that are not closed.
    open_row_count: usize,
    failures: Vec<Failure>,
    skipped_count: usize,
    explored: ExploredGames,
    repeated_games: RepeatedGames,
}

impl Library {
    /// Returns the number of rows, shown or not; row numbers are below it.
    pub fn len(&self) -> usize {
        self.columns.len()
    }

    /// Reports whether no row was ever added.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of rows that an empty filter shows, which excludes those of files that
    /// were closed or read again.
    pub const fn open_row_count(&self) -> usize {
        self.open_row_count
    }

    /// Returns a row by its number.
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

    /// Returns the address of a row's game.
    pub fn address(&self, row: u32) -> Option<GameAddress> {
        let index = self.row(row)?.index;
        let file = self.file(index);
        let location = self.columns.location(index);
        let is_line = location.format.is_some_and(is_line_based);
        Some(GameAddress {
            origin: Arc::clone(&file.origin),
            location,
            index_in_file: self.columns.index_in_file[index],
            file_stat: file.file_stat,
            identity: GameIdentity {
                content: None,
                key: self.columns.identity_key[index],
                is_only_game: file.game_count == 1 && !is_line,
            },
        })
    }

    /// Returns the row of a game, by its file and what the game is known by; with several equal
    /// ones, that with its index in the file.
    pub fn row_of_game(&self, address: &GameAddress) -> Option<u32> {
        let GameIdentity {
            key, is_only_game, ..
        } = address.identity;
        let rows = self.rows_of_file(&address.origin)?;
        let index = |row: usize| self.columns.index_in_file[row];
        let is_it = |row: &usize| key.is_none() || self.columns.identity_key[*row] == key;
        let same: Vec<usize> = rows.iter().copied().filter(is_it).collect();
        let mut found = same
            .iter()
            .find(|row| index(**row) == address.index_in_file);
        if key.is_some() {
            found = found.or(same.first());
        }
        // The only game of a file may have been changed by another program.
        let found = found.or(rows.first().filter(|_| is_only_game && rows.len() == 1))?;
        u32::try_from(*found).ok()
    }

    /// Returns the row of a game by its index in its file, as the file was when it was listed.
    pub fn row_of_index(&self, origin: &Origin, index: u32) -> Option<u32> {
        let mut rows = self.rows_of_file(origin)?.into_iter();
        let found = rows.find(|row| self.columns.index_in_file[*row] == index)?;
        u32::try_from(found).ok()
    }

    /// Returns the rows of a file; `None` if it is not in the library.
    fn rows_of_file(&self, origin: &Origin) -> Option<Vec<usize>> {
        let file = match origin.path() {
            Some(path) => *self.files_by_path.get(path)?,
            None => self.file_without_path(origin)?,
        };
        let numbers = self.columns.file_number.iter().enumerate();
        let rows = numbers.filter(|(_, number)| **number == file);
        Some(rows.map(|(row, _)| row).collect())
    }

    /// Returns the number of a bundled file.
    fn file_without_path(&self, origin: &Origin) -> Option<u32> {
        let mut files = self.files.iter();
        let position = files.position(|file| {
            file.origin.path().is_none() && file.origin.display_name == origin.display_name
        })?;
        u32::try_from(position).ok()
    }

    /// Returns the numbers of the rows to show, in order, as of the last
    /// [`refresh`](Self::refresh).
    pub fn shown(&self) -> &[u32] {
        &self.shown
    }

    /// Returns the shown row after (or before) another one.
    pub fn neighbor(&self, row: u32, after: bool) -> Option<u32> {
        let position = self.shown.iter().position(|shown| *shown == row)?;
        let next = if after {
            position + 1
        } else {
            position.checked_sub(1)?
        };
        self.shown.get(next).copied()
    }

    /// Returns the current filter.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Sets the filter and updates the shown rows.
    pub fn set_filter(&mut self, filter: Filter) {
        if self.filter != filter {
            self.filter = filter;
            self.refilter();
        }
    }

    /// Returns the sort columns, the most significant first; `true` for descending.
    pub fn sort_order(&self) -> &[(LibraryColumn, bool)] {
        &self.sort_order
    }

    /// Sorts by a column. Rows that are equal in it keep their previous order, by up to three
    /// earlier sort columns.
    pub fn sort_by(&mut self, column: LibraryColumn, is_descending: bool) {
        self.sort_order.retain(|(known, _)| *known != column);
        self.sort_order.insert(0, (column, is_descending));
        self.sort_order.truncate(MAX_SORT_COLUMNS);
        self.refilter();
    }

    /// Sorts by a column, in descending order if the rows are already sorted by it in ascending
    /// order.
    pub fn toggle_sort(&mut self, column: LibraryColumn) {
        let is_descending =
            matches!(self.sort_order.first(), Some((known, false)) if *known == column);
        self.sort_by(column, is_descending);
    }

    /// Restores the order in which the games were found.
    pub fn clear_sort(&mut self) {
        self.sort_order.clear();
        self.refilter();
    }

    fn refilter(&mut self) {
        self.is_stale = true;
        self.refresh();
    }

    /// Updates [`shown`](Self::shown) after batches were added.
    pub fn refresh(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            self.filtered_row_count = 0;
            self.shown.clear();
            self.update_repeated_games();
        } else if self.filtered_row_count == self.len() {
            return;
        }
        let from = self.filtered_row_count;
        self.filtered_row_count = self.len();
        let is_repeated = |row| self.repeated_games.original(row).is_some();
        let new = query::select(&self.columns, &self.files, &self.filter, from, &is_repeated);
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

    /// Adds what the scan with this id has found. Call [`refresh`](Self::refresh) after the last of
    /// several batches.
    pub fn add_batch(&mut self, scan: u64, batch: ScanBatch) {
        for item in batch.items {
            match item {
                ScanItem::Roots(roots) => self.add_roots(roots),
                ScanItem::File(number, origin) => self.add_file(scan, number, origin),
                ScanItem::Game(number, mut row) => {
                    if let Some(file) = self.scanned_file(scan, number) {
                        self.files[file as usize].game_count += 1;
                        self.open_row_count += 1;
                        self.explored.add(row.untraced.take(), self.columns.len());
                        self.repeated_games.push(row.key);
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
            && let Some(replaced) = self.files_by_path.insert(path.to_owned(), file)
        {
            self.close_file(replaced as usize);
        }
        self.files.push(LibraryFile {
            file_stat: origin.opened_stamp(),
            origin,
            game_count: 0,
            is_closed: false,
        });
        let file_numbers = self.files_by_scan.entry(scan).or_default();
        let known_count = file_numbers.len();
        match file_numbers.get_mut(number as usize) {
            // A followed file that was empty is announced again with its first game.
            Some(known) => *known = file,
            None if known_count == number as usize => file_numbers.push(file),
            None => {}
        }
    }

    fn close_file(&mut self, file: usize) {
        if !std::mem::replace(&mut self.files[file].is_closed, true) {
            self.open_row_count -= self.files[file].game_count;
            self.explored.on_change();
            self.is_stale = true;
        }
    }

    /// Ends a scan, whose file numbers are not needed any more.
    pub fn end_scan(&mut self, scan: u64) {
        self.files_by_scan.remove(&scan);
    }

    /// Closes a file, or a folder with everything below it.
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

    /// Updates the row of a game that was saved to its file, and the locations of the file's other
    /// games. `before` is the address of the game before the save, if it was in this file.
    pub fn on_saved(
        &mut self,
        shift: Option<&ByteShift>,
        address: &GameAddress,
        game: &LibraryRow,
        before: Option<&GameAddress>,
    ) {
        // The row is found by what the game was, for the save may have changed its players.
        let row = self.row_of_game(before.unwrap_or(address));
        let path = address.origin.path();
        let Some(file) = path.and_then(|path| self.files_by_path.get(path)).copied() else {
            return;
        };
        let library_file = &mut self.files[file as usize];
        if let Some(shift) = shift
            && library_file.file_stat == shift.stat_before
        {
            library_file.file_stat = shift.stat_after;
            self.columns
                .update_chunk_spans_of(file, |span| shift.apply(span));
        }
        if let Some(row) = row {
            self.replace_row(row, game);
        }
    }

    /// Updates the row of a game that was read again after its file had changed. `before` is the
    /// address at which it was read before.
    pub fn on_read_again(&mut self, before: &GameAddress, game: &LibraryRow) {
        if let Some(row) = self.row_of_game(before) {
            self.replace_row(row, game);
        }
    }

    fn replace_row(&mut self, row: u32, game: &LibraryRow) {
        self.columns.replace_row(row as usize, game);
        self.explored.replace(game.untraced.clone(), row);
        self.repeated_games.replace(row, game.key);
        self.refilter();
    }

    /// Returns the failures to read files.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Returns the number of files in the scanned folders that are not logs.
    pub const fn skipped_count(&self) -> usize {
        self.skipped_count
    }

    /// Returns the folders and files with the number of their games.
    pub fn folder_tree(&self) -> Vec<FolderNode> {
        folder_tree::folder_tree(&self.files, &self.roots)
    }

    /// Returns the ids of the games in the library, each with its number of rows.
    pub fn game_counts(&self) -> Vec<(&str, usize)> {
        self.text_counts(&[TextColumn::Game])
    }

    /// Returns the players in the library, each with their number of rows.
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
        let named = named.map(|(id, count)| (self.columns.strings.text(id), count));
        let mut named: Vec<(&str, usize)> = named.filter(|(text, _)| !text.is_empty()).collect();
        named.sort_by_cached_key(|(text, _)| interner::collation_key(text));
        named
    }

    /// Removes all rows but keeps filter and sort order; running scans lose their files.
    pub fn clear(&mut self) {
        *self = Self {
            filter: std::mem::take(&mut self.filter),
            explored: self.explored.cleared(),
            sort_order: std::mem::take(&mut self.sort_order),
            ..Self::default()
        };
    }
}
