//! The columns of a table, found by their names.

use super::rows::CsvRow;
use kifu_core::games::DynGame;

/// The minimum number of known columns by which a table is recognised: a line with one or two words
/// that happen to be names of columns is no header.
pub(super) const MIN_KNOWN: usize = 3;

/// The layout of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableLayout {
    /// One game per row: `User1`, `Score1`, ..., `Moves`.
    Games,
    /// Two rows per game, one for each player: `Player`, `User`, `Score`, `Status`.
    Players,
}

/// The columns of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerColumns {
    pub user: Option<usize>,
    pub score: Option<usize>,
    pub status: Option<usize>,
}

/// The index of each column.
#[derive(Clone, Debug)]
pub(super) struct CsvColumns {
    pub layout: TableLayout,
    pub names: Vec<String>,
    pub game: Option<usize>,
    pub round: Option<usize>,
    pub stage: Option<usize>,
    pub moves: Option<usize>,
    /// The column with `Player 1` or `Player 2`, in tables of players.
    pub player_number: Option<usize>,
    /// The columns of each player; the same for both in tables of players.
    pub players: [PlayerColumns; 2],
    /// The other columns, which not every table of games has.
    pub others: Vec<usize>,
}

/// Returns the name of a column without the white space around it.
fn clean(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

impl CsvColumns {
    /// Finds the columns that a header row names; `None` if it names none that are needed.
    pub fn from_header(header: &CsvRow<'_>) -> Option<Self> {
        Self::from_names(header.fields.iter().map(|field| &*field.text))
    }

    /// Reports whether a row is the header once more.
    pub fn are_named_by(&self, row: &CsvRow<'_>) -> bool {
        let fields = row.fields.iter().map(|field| clean(&field.text));
        fields.eq(self.names.iter().map(String::as_str))
    }

    /// Finds the columns with these names, of which some may be unknown.
    fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Option<Self> {
        let names: Vec<String> = names.map(|name| clean(name).to_owned()).collect();
        let find = |name: &str| {
            names
                .iter()
                .position(|known| known.eq_ignore_ascii_case(name))
        };
        let player = |number: &str| PlayerColumns {
            user: find(&format!("User{number}")),
            score: find(&format!("Score{number}")),
            status: find(&format!("Status{number}")),
        };
        let mut columns = Self {
            layout: TableLayout::Games,
            game: find("Game"),
            round: find("Round"),
            stage: find("IsSwiss"),
            moves: find("Moves"),
            player_number: None,
            players: [player("1"), player("2")],
            others: Vec::new(),
            names: Vec::new(),
        };
        let has_result =
            |columns: PlayerColumns| columns.score.is_some() || columns.status.is_some();
        if columns.moves.is_none() && !columns.players.iter().any(|own| has_result(*own)) {
            columns.layout = TableLayout::Players;
            columns.players = [player(""); 2];
            columns.player_number = find("Player");
            if columns.players[0].user.is_none() || !has_result(columns.players[0]) {
                return None;
            }
        }
        let known = columns.known_columns();
        columns.others = (0..names.len())
            .filter(|at| !known.contains(&Some(*at)))
            .collect();
        columns.names = names;
        Some(columns)
    }

    /// Returns the number of columns that the contest's tables have.
    pub const fn known_count(&self) -> usize {
        self.names.len() - self.others.len()
    }

    /// Returns the character that separates the columns of a table whose first line would name
    /// them, were it a comma.
    pub fn other_separator(first_line: &str) -> Option<char> {
        [';', '\t', '|'].into_iter().find(|separator| {
            let names = first_line.split(*separator);
            let names = names.map(|name| name.trim().trim_matches('"'));
            Self::from_names(names).is_some_and(|columns| columns.known_count() >= MIN_KNOWN)
        })
    }

    /// Reports whether a column has the name of one before it.
    pub fn is_repeated(&self, at: usize) -> bool {
        let name = &self.names[at];
        let mut before = self.names[..at].iter();
        !name.is_empty() && before.any(|other| other.eq_ignore_ascii_case(name))
    }

    fn known_columns(&self) -> Vec<Option<usize>> {
        let own = self
            .players
            .iter()
            .flat_map(|own| [own.user, own.score, own.status]);
        let shared = [
            self.game,
            self.round,
            self.stage,
            self.moves,
            self.player_number,
        ];
        shared.into_iter().chain(own).collect()
    }

    /// Splits the other columns into the game's extras, in the game's order, and unknown ones.
    ///
    /// Extras are found by the names that the game gives them; otherwise they are the columns
    /// between `Status2` and `Moves`, if their number fits.
    pub fn split_extras(&self, game: Option<&dyn DynGame>) -> (Vec<usize>, Vec<usize>) {
        let names = game.map_or(&[][..], |game| game.info().extra_columns);
        let index_of = |name: &&str| {
            let mut all = self.others.iter().copied();
            all.find(|at| self.names[*at].eq_ignore_ascii_case(name))
        };
        let mut extras: Vec<usize> = names.iter().filter_map(index_of).collect();
        if extras.len() < names.len() {
            let after = self.players[1].status.unwrap_or(0);
            let before = self.moves.unwrap_or(0);
            let between = self.others.iter().copied();
            extras = between.filter(|at| (after..before).contains(at)).collect();
            if extras.len() != names.len() {
                extras.clear();
            }
        }
        let others = self.others.iter().copied();
        let unknown = others.filter(|at| !extras.contains(at)).collect();
        (extras, unknown)
    }
}
