//! Which rows are shown, and in which order.

use super::LibraryFile;
use super::column_store::{ColumnStore, TextColumn};
use super::interner::{StringId, collation_key};
use crate::contract::Winner;
use crate::findings::Severity;
use crate::games::{CATALOGUE, by_id};
use crate::record::Ending;
use std::path::PathBuf;

/// Columns that rows can be sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The game's name.
    Game,
    /// The first player.
    First,
    /// The second player.
    Second,
    /// The result as text.
    Result,
    /// How it ended.
    Ending,
    /// Legal plies.
    Plies,
    /// The competition.
    Event,
    /// The round.
    Round,
    /// The date.
    Date,
    /// How bad the worst finding is.
    Findings,
    /// The file, then the number in it.
    File,
}

impl Column {
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
}

/// Who won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinnerFilter {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody: a draw.
    Draw,
    /// The game is open.
    Open,
}

impl WinnerFilter {
    fn matches(self, winner: Option<Winner>) -> bool {
        let this = match winner {
            Some(Winner::First) => Self::First,
            Some(Winner::Second) => Self::Second,
            Some(Winner::Draw) => Self::Draw,
            None => Self::Open,
        };
        self == this
    }
}

/// Which rows are wanted. All that is said must hold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// Words, each of which stands in a player's name, the event, the game, the result or the
    /// name of the file; large letters are as good as small ones.
    pub search: String,
    /// The game's id.
    pub game: Option<String>,
    /// A player's name, on either side.
    pub player: Option<String>,
    /// Who won.
    pub winner: Option<WinnerFilter>,
    /// How the game ended.
    pub ending: Option<Ending>,
    /// The worst finding is at least so bad.
    pub min_severity: Option<Severity>,
    /// The file, or a folder above it.
    pub path_prefix: Option<PathBuf>,
}

impl Filter {
    /// Everything is wanted.
    pub fn is_empty(&self) -> bool {
        let plain = Self {
            search: String::new(),
            ..self.clone()
        };
        plain == Self::default() && self.search.trim().is_empty()
    }
}

/// A word that is searched for: where it stands.
struct SearchHits {
    string_hits: Vec<bool>,
    game_hits: Vec<bool>,
    file_hits: Vec<bool>,
}

impl SearchHits {
    fn new(needle: &str, columns: &ColumnStore, files: &[LibraryFile]) -> Self {
        let holds = |text: &str| text.to_lowercase().contains(needle);
        let name = |id: &str| by_id(CATALOGUE, id).map_or("", |book| book.name());
        let words = columns.strings.matching(holds);
        // A game is found by its name and by its id.
        let mut games = words.clone();
        for word in columns.text_column(TextColumn::Game) {
            games[word.index()] |= holds(name(columns.strings.text(*word)));
        }
        Self {
            string_hits: words,
            game_hits: games,
            file_hits: files
                .iter()
                .map(|file| holds(&file.origin.display_name))
                .collect(),
        }
    }

    fn contains(&self, columns: &ColumnStore, row: usize) -> bool {
        const LOOKED_AT: [TextColumn; 4] = [
            TextColumn::First,
            TextColumn::Second,
            TextColumn::Event,
            TextColumn::Result,
        ];
        let word = |text| columns.text_column(text)[row].index();
        LOOKED_AT
            .into_iter()
            .any(|text| self.string_hits[word(text)])
            || self.game_hits[word(TextColumn::Game)]
            || self.file_hits[columns.file_number[row] as usize]
    }
}

/// The rows that are wanted, from `from` on, in the order of their numbers.
pub(super) fn select(
    columns: &ColumnStore,
    files: &[LibraryFile],
    filter: &Filter,
    from: usize,
) -> Vec<u32> {
    let lower = filter.search.to_lowercase();
    let hits: Vec<SearchHits> = lower
        .split_whitespace()
        .map(|needle| SearchHits::new(needle, columns, files))
        .collect();
    // A text that no row has is a filter that no row passes.
    let word = |text: &Option<String>| text.as_ref().map(|text| columns.strings.get(text));
    let (game, player) = (word(&filter.game), word(&filter.player));
    let below: Vec<bool> = files
        .iter()
        .map(|file| !file.is_closed && file.is_under(filter.path_prefix.as_deref()))
        .collect();
    let is = |wanted: Option<Option<StringId>>, found: &[StringId]| {
        wanted.is_none_or(|wanted| wanted.is_some_and(|word| found.contains(&word)))
    };
    let wanted = |row: usize| {
        let at = |text| columns.text_column(text)[row];
        below[columns.file_number[row] as usize]
            && is(game, &[at(TextColumn::Game)])
            && is(player, &[at(TextColumn::First), at(TextColumn::Second)])
            && filter
                .winner
                .is_none_or(|won| won.matches(columns.winner[row]))
            && filter.ending.is_none_or(|how| how == columns.ending[row])
            && filter
                .min_severity
                .is_none_or(|bad| columns.worst_severity[row] >= Some(bad))
            && hits.iter().all(|hits| hits.contains(columns, row))
    };
    let rows = (from..columns.len()).filter(|row| wanted(*row));
    rows.filter_map(|row| u32::try_from(row).ok()).collect()
}

/// Sorts rows: by the first column, where that is equal by the next, and at last by their numbers.
pub(super) fn sort(
    columns: &ColumnStore,
    files: &[LibraryFile],
    by: &[(Column, bool)],
    rows: &mut [u32],
) {
    let keys: Vec<(Vec<u32>, bool)> = by
        .iter()
        .map(|(column, falling)| (ranks(columns, files, *column), *falling))
        .collect();
    if let [(ranks, false)] = keys.as_slice() {
        rows.sort_unstable_by_key(|row| (ranks[*row as usize], *row));
        return;
    }
    rows.sort_unstable_by(|one, two| {
        for (ranks, falling) in &keys {
            let order = ranks[*one as usize].cmp(&ranks[*two as usize]);
            let order = if *falling { order.reverse() } else { order };
            if order.is_ne() {
                return order;
            }
        }
        one.cmp(two)
    });
}

/// For each row its place in the order of a column.
fn ranks(columns: &ColumnStore, files: &[LibraryFile], column: Column) -> Vec<u32> {
    let text = match column {
        Column::Game => TextColumn::Game,
        Column::First => TextColumn::First,
        Column::Second => TextColumn::Second,
        Column::Result => TextColumn::Result,
        Column::Event => TextColumn::Event,
        Column::Round => TextColumn::Round,
        Column::Date => TextColumn::Date,
        Column::Plies => return columns.plies.clone(),
        Column::Ending => return columns.ending.iter().map(|how| *how as u32).collect(),
        Column::Findings => {
            let bad = |worst: &Option<Severity>| worst.map_or(0, |worst| worst as u32 + 1);
            return columns.worst_severity.iter().map(bad).collect();
        }
        Column::File => return file_ranks(columns, files),
    };
    let ranks = columns.strings.collation_ranks(columns.text_column(text));
    let column = columns.text_column(text).iter();
    column.map(|word| ranks[word.index()]).collect()
}

/// Of one file the rows are in the order of their numbers already.
fn file_ranks(columns: &ColumnStore, files: &[LibraryFile]) -> Vec<u32> {
    let mut order: Vec<(Vec<u8>, usize)> = files
        .iter()
        .enumerate()
        .map(|(at, file)| (collation_key(&file.origin.display_name), at))
        .collect();
    order.sort_unstable();
    let mut ranks = vec![0; files.len()];
    for (rank, (_, file)) in (0..).zip(order) {
        ranks[file] = rank;
    }
    let files = columns.file_number.iter();
    files.map(|file| ranks[*file as usize]).collect()
}
