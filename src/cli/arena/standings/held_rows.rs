//! Rows of tables that wait until all logs are read, packed, with names kept once.

use super::left_out::location_text;
use kifu_core::contract::{Fault, Winner};
use kifu_study::arena::{GameScore, MAX_BOTS};
use std::collections::HashMap;

/// The rows in the order of the input.
#[derive(Default)]
pub(super) struct HeldRows {
    rows: Vec<PackedRow>,
    names: Names,
    files: Names,
}

/// The score of a row, with names as indices.
struct PackedRow {
    identity: u64,
    nth: u64,
    file: u32,
    line: u32,
    names: [u32; 2],
    winner: Option<Winner>,
    faults: [Option<Fault>; 2],
    points: Option<[i32; 2]>,
    game_points: Option<[i32; 2]>,
    /// The rest of the score where it has any; tables have none.
    rest: Option<Box<GameScore>>,
}

impl HeldRows {
    /// Adds a row, the `nth` game of the input. Returns `false`, and adds nothing, if there are too
    /// many names.
    pub fn push(
        &mut self,
        nth: u64,
        identity: u64,
        (file, line): (&str, u32),
        score: GameScore,
    ) -> bool {
        let names = score.names.each_ref().map(|name| self.names.index_of(name));
        let ([Some(first), Some(second)], Some(file)) = (names, self.files.index_of(file)) else {
            return false;
        };
        self.rows.push(PackedRow {
            identity,
            nth,
            file,
            line,
            names: [first, second],
            winner: score.winner,
            faults: score.faults,
            points: score.points,
            game_points: score.game_points,
            rest: has_rest(&score).then(|| Box::new(score)),
        });
        true
    }

    pub fn rows(&self) -> impl Iterator<Item = HeldRow<'_>> {
        self.rows.iter().map(|row| HeldRow { held: self, row })
    }
}

/// Reports whether a score has more than tables tell.
fn has_rest(score: &GameScore) -> bool {
    score.scores.is_some()
        || score.index.is_some()
        || score.pair.is_some()
        || score.time_ms.iter().any(Option::is_some)
}

/// A row that waits.
pub(super) struct HeldRow<'a> {
    held: &'a HeldRows,
    row: &'a PackedRow,
}

impl HeldRow<'_> {
    pub fn identity(&self) -> u64 {
        self.row.identity
    }

    /// Returns the position of the row among all games of the input.
    pub fn nth(&self) -> u64 {
        self.row.nth
    }

    pub fn location(&self) -> String {
        location_text(self.held.files.text(self.row.file), self.row.line)
    }

    pub fn score(&self) -> GameScore {
        if let Some(score) = &self.row.rest {
            return (**score).clone();
        }
        let name = |index: u32| self.held.names.text(index).to_owned();
        GameScore {
            names: self.row.names.map(name),
            winner: self.row.winner,
            faults: self.row.faults,
            points: self.row.points,
            game_points: self.row.game_points,
            ..GameScore::default()
        }
    }
}

/// Texts that are kept once.
#[derive(Default)]
struct Names {
    indices: HashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
}

impl Names {
    /// Returns the index of a text; `None` if there are too many.
    fn index_of(&mut self, text: &str) -> Option<u32> {
        if let Some(index) = self.indices.get(text) {
            return Some(*index);
        }
        if self.texts.len() >= MAX_BOTS {
            return None;
        }
        let index = u32::try_from(self.texts.len()).ok()?;
        self.indices.insert(text.into(), index);
        self.texts.push(text.into());
        Some(index)
    }

    fn text(&self, index: u32) -> &str {
        &self.texts[index as usize]
    }
}
