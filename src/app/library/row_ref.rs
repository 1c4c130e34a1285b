//! A row, read from the columns.

use super::Library;
use super::columns::Text;
use crate::contract::Winner;
use crate::findings::Severity;
use crate::record::Ending;

/// A row, to be read.
#[derive(Clone, Copy, Debug)]
pub struct RowRef<'a> {
    pub(super) library: &'a Library,
    pub(super) row: usize,
}

impl<'a> RowRef<'a> {
    fn text(self, text: Text) -> &'a str {
        self.library.columns.text(text, self.row)
    }
    /// The game's id; empty where no game could be read.
    pub fn game(self) -> &'a str {
        self.text(Text::Game)
    }
    /// The names of the players.
    pub fn players(self) -> [&'a str; 2] {
        [self.text(Text::First), self.text(Text::Second)]
    }
    /// The result as text.
    pub fn result(self) -> &'a str {
        self.text(Text::Result)
    }
    /// Who won.
    pub fn winner(self) -> Option<Winner> {
        self.library.columns.winner[self.row]
    }
    /// How the game ended.
    pub fn how(self) -> Ending {
        self.library.columns.how[self.row]
    }
    /// Legal plies.
    pub fn plies(self) -> u32 {
        self.library.columns.plies[self.row]
    }
    /// The competition.
    pub fn event(self) -> &'a str {
        self.text(Text::Event)
    }
    /// The round.
    pub fn round(self) -> &'a str {
        self.text(Text::Round)
    }
    /// The date.
    pub fn date(self) -> &'a str {
        self.text(Text::Date)
    }
    /// How bad the worst finding is.
    pub fn worst(self) -> Option<Severity> {
        self.library.columns.worst[self.row]
    }
    /// The first of the worst findings.
    pub fn finding(self) -> &'a str {
        self.text(Text::Finding)
    }
    /// The file's name, with its folders as the person named them.
    pub fn file(self) -> &'a str {
        let file = self.library.file(self.row);
        &file.origin.display_name
    }
    /// Which game of the file it is, from 0.
    pub fn index(self) -> u32 {
        self.library.columns.index[self.row]
    }
}
