//! Which rows are shown, and in which order.

use super::File;
use super::columns::{Columns, Text};
use super::words::{Word, key};
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
    How,
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
        Self::How,
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
pub enum Won {
    /// The first player.
    First,
    /// The second player.
    Second,
    /// Nobody: a draw.
    Draw,
    /// The game is open.
    Open,
}

impl Won {
    fn is(self, winner: Option<Winner>) -> bool {
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
    pub won: Option<Won>,
    /// How the game ended.
    pub how: Option<Ending>,
    /// The worst finding is at least so bad.
    pub findings: Option<Severity>,
    /// The file, or a folder above it.
    pub below: Option<PathBuf>,
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
struct Hits {
    words: Vec<bool>,
    games: Vec<bool>,
    files: Vec<bool>,
}

impl Hits {
    fn new(needle: &str, columns: &Columns, files: &[File]) -> Self {
        let holds = |text: &str| text.to_lowercase().contains(needle);
        let name = |id: &str| by_id(CATALOGUE, id).map_or("", |book| book.name());
        let words = columns.words.hits(holds);
        // A game is found by its name and by its id.
        let mut games = words.clone();
        for word in columns.column(Text::Game) {
            games[word.index()] |= holds(name(columns.words.text(*word)));
        }
        Self {
            words,
            games,
            files: files
                .iter()
                .map(|file| holds(&file.origin.display_name))
                .collect(),
        }
    }

    fn has(&self, columns: &Columns, row: usize) -> bool {
        const LOOKED_AT: [Text; 4] = [Text::First, Text::Second, Text::Event, Text::Result];
        let word = |text| columns.column(text)[row].index();
        LOOKED_AT.into_iter().any(|text| self.words[word(text)])
            || self.games[word(Text::Game)]
            || self.files[columns.file[row] as usize]
    }
}

/// The rows that are wanted, from `from` on, in the order of their numbers.
pub(super) fn select(columns: &Columns, files: &[File], filter: &Filter, from: usize) -> Vec<u32> {
    let lower = filter.search.to_lowercase();
    let hits: Vec<Hits> = lower
        .split_whitespace()
        .map(|needle| Hits::new(needle, columns, files))
        .collect();
    // A text that no row has is a filter that no row passes.
    let word = |text: &Option<String>| text.as_ref().map(|text| columns.words.find(text));
    let (game, player) = (word(&filter.game), word(&filter.player));
    let below: Vec<bool> = files
        .iter()
        .map(|file| !file.gone && file.is_below(filter.below.as_deref()))
        .collect();
    let is = |wanted: Option<Option<Word>>, found: &[Word]| {
        wanted.is_none_or(|wanted| wanted.is_some_and(|word| found.contains(&word)))
    };
    let wanted = |row: usize| {
        let at = |text| columns.column(text)[row];
        below[columns.file[row] as usize]
            && is(game, &[at(Text::Game)])
            && is(player, &[at(Text::First), at(Text::Second)])
            && filter.won.is_none_or(|won| won.is(columns.winner[row]))
            && filter.how.is_none_or(|how| how == columns.how[row])
            && filter
                .findings
                .is_none_or(|bad| columns.worst[row] >= Some(bad))
            && hits.iter().all(|hits| hits.has(columns, row))
    };
    let rows = (from..columns.len()).filter(|row| wanted(*row));
    rows.filter_map(|row| u32::try_from(row).ok()).collect()
}

/// Sorts rows: by the first column, where that is equal by the next, and at last by their numbers.
pub(super) fn sort(columns: &Columns, files: &[File], by: &[(Column, bool)], rows: &mut [u32]) {
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
fn ranks(columns: &Columns, files: &[File], column: Column) -> Vec<u32> {
    let text = match column {
        Column::Game => Text::Game,
        Column::First => Text::First,
        Column::Second => Text::Second,
        Column::Result => Text::Result,
        Column::Event => Text::Event,
        Column::Round => Text::Round,
        Column::Date => Text::Date,
        Column::Plies => return columns.plies.clone(),
        Column::How => return columns.how.iter().map(|how| *how as u32).collect(),
        Column::Findings => {
            let bad = |worst: &Option<Severity>| worst.map_or(0, |worst| worst as u32 + 1);
            return columns.worst.iter().map(bad).collect();
        }
        Column::File => return file_ranks(columns, files),
    };
    let ranks = columns.words.ranks(columns.column(text));
    let column = columns.column(text).iter();
    column.map(|word| ranks[word.index()]).collect()
}

/// Of one file the rows are in the order of their numbers already.
fn file_ranks(columns: &Columns, files: &[File]) -> Vec<u32> {
    let mut order: Vec<(Vec<u8>, usize)> = files
        .iter()
        .enumerate()
        .map(|(at, file)| (key(&file.origin.display_name), at))
        .collect();
    order.sort_unstable();
    let mut ranks = vec![0; files.len()];
    for (rank, (_, file)) in (0..).zip(order) {
        ranks[file] = rank;
    }
    let files = columns.file.iter();
    files.map(|file| ranks[*file as usize]).collect()
}
