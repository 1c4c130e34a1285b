//! The players of a new game, as chosen by the user and kept for the next game.

use serde::{Deserialize, Serialize};

/// The kind of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatKind {
    /// A person at this computer.
    #[default]
    Person,
    /// kifu itself.
    Builtin,
    /// A program that speaks the contest's protocol.
    Program,
    /// A program that speaks GTP.
    Gtp,
}

impl SeatKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Person, Self::Builtin, Self::Program, Self::Gtp];

    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "Person",
            Self::Builtin => "kifu",
            Self::Program => "Contest bot",
            Self::Gtp => "GTP program",
        }
    }

    /// Reports whether the player is a program with a command of its own.
    pub const fn has_command(self) -> bool {
        matches!(self, Self::Program | Self::Gtp)
    }
}

/// The kind of a player's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SeatClock {
    /// The clock of the contest.
    #[default]
    Contest,
    /// The chosen time for each move.
    Move,
    /// The chosen time for all moves of a game.
    Game,
    /// No limit.
    Off,
}

impl SeatClock {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Contest, Self::Move, Self::Game, Self::Off];

    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Contest => "Contest clock",
            Self::Move => "Per move",
            Self::Game => "Per game",
            Self::Off => "No clock",
        }
    }
}

/// A player of a new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SeatChoice {
    /// The kind of player.
    pub kind: SeatKind,
    /// The name; empty for the usual one.
    pub name: String,
    /// The command line of a program.
    pub command: String,
    /// The working directory of a program; empty for that of kifu.
    pub working_dir: String,
    /// The level of the built-in player, by name.
    pub level: String,
    /// The maximum number of nodes that the built-in player searches for a move; 0 for no limit.
    pub nodes: u64,
    /// The kind of clock.
    pub clock: SeatClock,
    /// The time of the clock, in seconds.
    pub seconds: f64,
}

impl Default for SeatChoice {
    fn default() -> Self {
        Self {
            kind: SeatKind::Person,
            name: String::new(),
            command: String::new(),
            working_dir: String::new(),
            level: String::new(),
            nodes: 0,
            clock: SeatClock::Move,
            seconds: 1.0,
        }
    }
}

/// The choices for a new game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct NewGameChoices {
    /// The id of the game; empty before the first choice.
    pub game: String,
    /// The first and the second player.
    pub seats: (SeatChoice, SeatChoice),
    /// Whether chance outcomes are typed and not drawn at random.
    pub is_chance_typed: bool,
}

impl Default for NewGameChoices {
    fn default() -> Self {
        let builtin = SeatChoice {
            kind: SeatKind::Builtin,
            ..SeatChoice::default()
        };
        Self {
            game: String::new(),
            seats: (SeatChoice::default(), builtin),
            is_chance_typed: false,
        }
    }
}

/// A request for a new game.
#[derive(Clone, Debug, PartialEq)]
pub struct NewGameRequest {
    /// Game, players and options.
    pub choices: NewGameChoices,
    /// Whether the game begins with the shown position of the shown game.
    pub is_from_here: bool,
}
