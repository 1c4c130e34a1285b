//! The selection and order of the rows that are shown.

use super::column_store::{ColumnStore, TextColumn};
use super::interner::{StringId, collation_key};
use super::{Library, LibraryFile, RowSelection};
use kifu_core::contract::Winner;
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::Ending;
use std::path::{Path, PathBuf};

/// A column that rows can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LibraryColumn {
    /// The name of the game.
    Game,
    /// The first player.
    First,
    /// The second player.
    Second,
    /// The result as text.
    Result,
    /// The way in which the game ended.
    Ending,
    /// The number of legal plies.
    Plies,
    /// The competition.
    Event,
    /// The round.
    Round,
    /// The date.
    Date,
    /// The severity of the worst finding.
    Findings,
    /// The file, then the index in the file.
    File,
}

impl LibraryColumn {
    /// All columns.
    pub const ALL: [Self; 11] = [
        Self::Game,
        Self::First,
        Self::Second,
        Self::Result,
        Self::Ending,
        Self::Plies,
        Self::Event,
        Self::Round,
        Self::Date,
        Self::Findings,
        Self::File,
    ];

    /// Returns the name of the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::First => "First",
            Self::Second => "Second",
            Self::Result => "Result",
            Self::Ending => "Ending",
            Self::Plies => "Plies",
            Self::Event => "Event",
            Self::Round => "Round",
            Self::Date => "Date",
            Self::Findings => "Findings",
            Self::File => "File",
        }
    }
}

/// A filter on the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerFilter {
    /// The first player won.
    First,
    /// The second player won.
    Second,
    /// The game is a draw.
    Draw,
    /// The game is open.
    Open,
}

impl WinnerFilter {
    fn matches(self, winner: Option<Winner>) -> bool {
        let actual = match winner {
            Some(Winner::First) => Self::First,
            Some(Winner::Second) => Self::Second,
            Some(Winner::Draw) => Self::Draw,
            None => Self::Open,
        };
        self == actual
    }
}

/// A filter for rows. A row must satisfy all of its conditions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Words that must all occur in the players' names, the event, the game, the result or the file
    /// name; case is ignored.
    pub search: String,
    /// The id of the game.
    pub game: Option<String>,
    /// The name of a player on either side.
    pub player: Option<String>,
    /// The winner.
    pub winner: Option<WinnerFilter>,
    /// The way in which the game ended.
    pub ending: Option<Ending>,
    /// The least severity of the worst finding.
    pub min_severity: Option<Severity>,
    /// Whether the game was reviewed.
    pub is_reviewed: Option<bool>,
    /// Whether an earlier row has the same game.
    pub is_repeated: Option<bool>,
    /// The file, or a folder that contains it.
    pub path_prefix: Option<PathBuf>,
    /// Rows that were selected one by one, such as those with a move that was played.
    pub selection: Option<RowSelection>,
}

impl Filter {
    /// Returns the filter that lists the selected rows and has no other condition.
    pub fn selected(selection: RowSelection) -> Self {
        Self {
            selection: Some(selection),
            ..Self::default()
        }
    }

    /// Reports whether the filter selects all rows.
    pub fn is_empty(&self) -> bool {
        let without_search = Self {
            search: String::new(),
            ..self.clone()
        };
        without_search == Self::default() && self.search.trim().is_empty()
    }
}

/// The occurrences of a search word.
struct SearchHits {
    strings: Vec<bool>,
    games: Vec<bool>,
    files: Vec<bool>,
}

impl SearchHits {
    fn new(needle: &str, columns: &ColumnStore, files: &[LibraryFile]) -> Self {
        let contains = |text: &str| text.to_lowercase().contains(needle);
        let name = |id: &str| by_id(CATALOGUE, id).map_or("", |game| game.name());
        let strings = columns.strings.matching(contains);
        // A game is found by its name and by its id.
        let mut games = strings.clone();
        for id in columns.text_column(TextColumn::Game) {
            games[id.index()] |= contains(name(columns.strings.text(*id)));
        }
        Self {
            strings,
            games,
            files: files
                .iter()
                .map(|file| contains(&file.origin.display_name))
                .collect(),
        }
    }

    fn contains(&self, columns: &ColumnStore, row: usize) -> bool {
        const SEARCHED_COLUMNS: [TextColumn; 4] = [
            TextColumn::First,
            TextColumn::Second,
            TextColumn::Event,
            TextColumn::Result,
        ];
        let id = |column| columns.text_column(column)[row].index();
        SEARCHED_COLUMNS
            .into_iter()
            .any(|column| self.strings[id(column)])
            || self.games[id(TextColumn::Game)]
            || self.files[columns.file_number[row] as usize]
    }
}

/// Returns the selected rows from `first_row` on, in ascending order.
pub(super) fn select(
    columns: &ColumnStore,
    files: &[LibraryFile],
    filter: &Filter,
    first_row: usize,
    is_repeated: &dyn Fn(usize) -> bool,
) -> Vec<u32> {
    let search = filter.search.to_lowercase();
    let hits: Vec<SearchHits> = search
        .split_whitespace()
        .map(|needle| SearchHits::new(needle, columns, files))
        .collect();
    // A text that no row has is a filter that no row passes.
    let id = |text: &Option<String>| text.as_ref().map(|text| columns.strings.get(text));
    let (game, player) = (id(&filter.game), id(&filter.player));
    let is_file_included: Vec<bool> = files
        .iter()
        .map(|file| !file.is_closed && file.is_under(filter.path_prefix.as_deref()))
        .collect();
    let matches = |expected: Option<Option<StringId>>, string_ids: &[StringId]| {
        expected.is_none_or(|expected| expected.is_some_and(|id| string_ids.contains(&id)))
    };
    let is_selected = |row: usize| {
        let string_id = |text| columns.text_column(text)[row];
        is_file_included[columns.file_number[row] as usize]
            && matches(game, &[string_id(TextColumn::Game)])
            && matches(
                player,
                &[string_id(TextColumn::First), string_id(TextColumn::Second)],
            )
            && filter
                .winner
                .is_none_or(|winner| winner.matches(columns.winner[row]))
            && filter
                .ending
                .is_none_or(|ending| ending == columns.ending[row])
            && filter
                .min_severity
                .is_none_or(|severity| columns.worst_severity[row] >= Some(severity))
            && filter
                .is_reviewed
                .is_none_or(|is_reviewed| is_reviewed == columns.is_reviewed[row])
            && filter
                .is_repeated
                .is_none_or(|expected| expected == is_repeated(row))
            && filter
                .selection
                .as_ref()
                .is_none_or(|selection| selection.contains(row))
            && hits.iter().all(|hits| hits.contains(columns, row))
    };
    let rows = (first_row..columns.len()).filter(|row| is_selected(*row));
    rows.filter_map(|row| u32::try_from(row).ok()).collect()
}

/// Sorts rows by the given columns, the most significant first, and at last by row number.
pub(super) fn sort(
    columns: &ColumnStore,
    files: &[LibraryFile],
    sort_order: &[(LibraryColumn, bool)],
    rows: &mut [u32],
) {
    let keys: Vec<(Vec<u32>, bool)> = sort_order
        .iter()
        .map(|(column, is_descending)| (ranks(columns, files, *column), *is_descending))
        .collect();
    if let [(ranks, false)] = keys.as_slice() {
        rows.sort_unstable_by_key(|row| (ranks[*row as usize], *row));
        return;
    }
    rows.sort_unstable_by(|first, second| {
        for (ranks, is_descending) in &keys {
            let order = ranks[*first as usize].cmp(&ranks[*second as usize]);
            let order = if *is_descending {
                order.reverse()
            } else {
                order
            };
            if order.is_ne() {
                return order;
            }
        }
        first.cmp(second)
    });
}

/// Returns the rank of each row in the order of a column.
fn ranks(columns: &ColumnStore, files: &[LibraryFile], column: LibraryColumn) -> Vec<u32> {
    let text_column = match column {
        LibraryColumn::Game => TextColumn::Game,
        LibraryColumn::First => TextColumn::First,
        LibraryColumn::Second => TextColumn::Second,
        LibraryColumn::Result => TextColumn::Result,
        LibraryColumn::Event => TextColumn::Event,
        LibraryColumn::Round => TextColumn::Round,
        LibraryColumn::Date => TextColumn::Date,
        LibraryColumn::Plies => return columns.plies.clone(),
        LibraryColumn::Ending => {
            return columns.ending.iter().map(|ending| *ending as u32).collect();
        }
        LibraryColumn::Findings => {
            let severity_rank =
                |worst: &Option<Severity>| worst.map_or(0, |worst| worst as u32 + 1);
            return columns.worst_severity.iter().map(severity_rank).collect();
        }
        LibraryColumn::File => return file_ranks(columns, files),
    };
    let ranks = columns
        .strings
        .collation_ranks(columns.text_column(text_column));
    let column = columns.text_column(text_column).iter();
    column.map(|id| ranks[id.index()]).collect()
}

/// Returns the rank of each row by file name; the row numbers already order the rows of one file.
fn file_ranks(columns: &ColumnStore, files: &[LibraryFile]) -> Vec<u32> {
    let mut order: Vec<(Vec<u8>, usize)> = files
        .iter()
        .enumerate()
        .map(|(index, file)| (collation_key(&file.origin.display_name), index))
        .collect();
    order.sort_unstable();
    let mut ranks = vec![0; files.len()];
    for (rank, (_, file)) in (0..).zip(order) {
        ranks[file] = rank;
    }
    let files = columns.file_number.iter();
    files.map(|file| ranks[*file as usize]).collect()
}

// Looking up what the library holds.

impl Library {
    /// Returns the first row of a file, or of a folder: the first that is shown, if any is.
    pub fn first_row_below(&self, path: &Path) -> Option<u32> {
        let is_below = |row: u32| {
            let file = self.file(row as usize);
            !file.is_closed && file.is_under(Some(path))
        };
        let shown = self.shown.iter().copied().find(|row| is_below(*row));
        let all = (0..self.len()).filter_map(|row| u32::try_from(row).ok());
        shown.or_else(|| all.into_iter().find(|row| is_below(*row)))
    }

    /// Returns the files and folders that were scanned, without those that were closed.
    pub fn roots(&self) -> &[PathBuf] {
        &self.roots
    }

    /// Reports whether it lists the records that come with the program.
    pub fn has_bundled_records(&self) -> bool {
        let mut files = self.files.iter();
        files.any(|file| !file.is_closed && file.origin.path().is_none())
    }
}
