//! What the columns of a table hold, by their names.

use super::rows::CsvRow;
use crate::games::DynGame;

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableLayout {
    /// A game a row: `User1`, `Score1`, ..., `Moves`.
    Games,
    /// A game in two rows, one a player: `Player`, `User`, `Score`, `Status`.
    Players,
}

/// The columns that belong to a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerColumns {
    pub user: Option<usize>,
    pub score: Option<usize>,
    pub status: Option<usize>,
}

/// Where each column stands.
#[derive(Clone, Debug)]
pub(super) struct CsvColumns {
    pub layout: TableLayout,
    pub names: Vec<String>,
    pub game: Option<usize>,
    pub round: Option<usize>,
    pub stage: Option<usize>,
    pub moves: Option<usize>,
    /// `Player 1` or `Player 2`, in tables of players.
    pub player_number: Option<usize>,
    /// The players' own; both alike in tables of players.
    pub players: [PlayerColumns; 2],
    /// Those that every table of games lacks.
    pub others: Vec<usize>,
}

impl CsvColumns {
    /// The columns that a first row names; `None` if it names none that matter.
    pub fn from_header(header: &CsvRow<'_>) -> Option<Self> {
        let clean = |text: &str| {
            text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
                .to_owned()
        };
        let names: Vec<String> = header
            .fields
            .iter()
            .map(|field| clean(&field.text))
            .collect();
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
        let tells = |own: PlayerColumns| own.score.is_some() || own.status.is_some();
        if columns.moves.is_none() && !columns.players.iter().any(|own| tells(*own)) {
            columns.layout = TableLayout::Players;
            columns.players = [player(""); 2];
            columns.player_number = find("Player");
            if columns.players[0].user.is_none() || !tells(columns.players[0]) {
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

    /// The columns of the game's extras, in its order, and the columns that nobody knows. Extras
    /// are found by the game's own names, or else are what stands between `Status2` and `Moves`.
    pub fn split_extras(&self, book: Option<&dyn DynGame>) -> (Vec<usize>, Vec<usize>) {
        let names = book.map_or(&[][..], |book| book.info().extra_columns);
        let place = |name: &&str| {
            let mut all = self.others.iter().copied();
            all.find(|at| self.names[*at].eq_ignore_ascii_case(name))
        };
        let mut extras: Vec<usize> = names.iter().filter_map(place).collect();
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
