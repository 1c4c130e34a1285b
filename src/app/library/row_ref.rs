//! A reference to a row of the library.

use super::Library;
use super::column_store::TextColumn;
use kifu_core::contract::Winner;
use kifu_core::findings::Severity;
use kifu_core::record::Ending;

/// A reference to a row of the library.
#[derive(Clone, Copy, Debug)]
pub struct GameRowRef<'a> {
    pub(super) library: &'a Library,
    pub(super) index: usize,
}

impl<'a> GameRowRef<'a> {
    fn text(self, column: TextColumn) -> &'a str {
        self.library.columns.text(column, self.index)
    }
    /// Returns the id of the game; empty if no game could be read.
    pub fn game(self) -> &'a str {
        self.text(TextColumn::Game)
    }
    /// Returns the names of the players.
    pub fn players(self) -> [&'a str; 2] {
        [self.text(TextColumn::First), self.text(TextColumn::Second)]
    }
    /// Returns the result as text.
    pub fn result(self) -> &'a str {
        self.text(TextColumn::Result)
    }
    /// Returns the winner.
    pub fn winner(self) -> Option<Winner> {
        self.library.columns.winner[self.index]
    }
    /// Returns the way in which the game ended.
    pub fn ending(self) -> Ending {
        self.library.columns.ending[self.index]
    }
    /// Returns the number of legal plies.
    pub fn plies(self) -> u32 {
        self.library.columns.plies[self.index]
    }
    /// Returns the competition.
    pub fn event(self) -> &'a str {
        self.text(TextColumn::Event)
    }
    /// Returns the round.
    pub fn round(self) -> &'a str {
        self.text(TextColumn::Round)
    }
    /// Returns the date.
    pub fn date(self) -> &'a str {
        self.text(TextColumn::Date)
    }
    /// Returns the severity of the worst finding.
    pub fn worst_severity(self) -> Option<Severity> {
        self.library.columns.worst_severity[self.index]
    }
    /// Reports whether an engine has evaluated its positions.
    pub fn is_reviewed(self) -> bool {
        self.library.columns.is_reviewed[self.index]
    }
    /// Returns the path of the file; of a bundled one, its name.
    pub fn path(self) -> &'a std::path::Path {
        self.library.file(self.index).path()
    }
    /// Returns the message of the first of the worst findings.
    pub fn worst_finding(self) -> &'a str {
        self.text(TextColumn::Finding)
    }
    /// Returns the name of the file, with its folders as the user named them.
    pub fn file(self) -> &'a str {
        let file = self.library.file(self.index);
        &file.origin.display_name
    }
    /// Returns the index of the game in its file, from 0.
    pub fn index_in_file(self) -> u32 {
        self.library.columns.index_in_file[self.index]
    }
}
