//! A row, read from the columns.

use super::Library;
use super::column_store::TextColumn;
use crate::contract::Winner;
use crate::findings::Severity;
use crate::record::Ending;

/// A row, to be read.
#[derive(Clone, Copy, Debug)]
pub struct GameRowRef<'a> {
    pub(super) library: &'a Library,
    pub(super) index: usize,
}

impl<'a> GameRowRef<'a> {
    fn text(self, text: TextColumn) -> &'a str {
        self.library.columns.text(text, self.index)
    }
    /// The game's id; empty where no game could be read.
    pub fn game(self) -> &'a str {
        self.text(TextColumn::Game)
    }
    /// The names of the players.
    pub fn players(self) -> [&'a str; 2] {
        [self.text(TextColumn::First), self.text(TextColumn::Second)]
    }
    /// The result as text.
    pub fn result(self) -> &'a str {
        self.text(TextColumn::Result)
    }
    /// Who won.
    pub fn winner(self) -> Option<Winner> {
        self.library.columns.winner[self.index]
    }
    /// How the game ended.
    pub fn ending(self) -> Ending {
        self.library.columns.ending[self.index]
    }
    /// Legal plies.
    pub fn plies(self) -> u32 {
        self.library.columns.plies[self.index]
    }
    /// The competition.
    pub fn event(self) -> &'a str {
        self.text(TextColumn::Event)
    }
    /// The round.
    pub fn round(self) -> &'a str {
        self.text(TextColumn::Round)
    }
    /// The date.
    pub fn date(self) -> &'a str {
        self.text(TextColumn::Date)
    }
    /// How bad the worst finding is.
    pub fn worst_severity(self) -> Option<Severity> {
        self.library.columns.worst_severity[self.index]
    }
    /// The first of the worst findings.
    pub fn worst_finding(self) -> &'a str {
        self.text(TextColumn::Finding)
    }
    /// The file's name, with its folders as the person named them.
    pub fn file(self) -> &'a str {
        let file = self.library.file(self.index);
        &file.origin.display_name
    }
    /// Which game of the file it is, from 0.
    pub fn index_in_file(self) -> u32 {
        self.library.columns.index_in_file[self.index]
    }
}
