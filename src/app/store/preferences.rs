//! User preferences for the look and behaviour of the app.

use kifu_core::contract::Setup;
use kifu_core::search::Resources;
use kifu_logs::files;
use kifu_study::review::Thresholds;
use serde::{Deserialize, Serialize};

/// The selectable thoroughness of reviews, in milliseconds per position.
pub const REVIEW_TIMES_MS: [u32; 3] = [30, 100, 1000];
/// The names of [`REVIEW_TIMES_MS`].
pub const REVIEW_TIME_NAMES: [&str; 3] = ["Quick", "Standard", "Deep"];
/// The maximum number of engine lines.
pub const MAX_LINES: u8 = 5;

/// Returns the maximum number of search threads: one per core.
pub fn max_threads() -> u8 {
    let cores = files::thread_count(0).min(Resources::MAX_THREADS);
    u8::try_from(cores).unwrap_or(1)
}

/// The colour theme.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    /// The theme of the desktop.
    #[default]
    System,
    /// The light theme.
    Light,
    /// The dark theme.
    Dark,
}

impl Theme {
    /// Returns the name of the theme.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }
}

/// User preferences.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// The colour theme.
    pub theme: Theme,
    /// The scale of the window, in percent.
    #[serde(rename = "scale")]
    pub scale_percent: u16,
    /// Whether the board shows coordinates.
    pub coordinates: bool,
    /// Whether animations are shown.
    pub animations: bool,
    /// The pace of autoplay, in milliseconds per ply.
    #[serde(rename = "pace_ms")]
    pub autoplay_ms: u32,
    /// The number of engine lines shown.
    #[serde(rename = "lines")]
    pub line_count: u8,
    /// The number of search threads for live analysis.
    #[serde(rename = "threads")]
    pub thread_count: u8,
    /// The review time, in milliseconds per position.
    pub review_ms: u32,
    /// The losses from which a move is an inaccuracy, a mistake or a blunder.
    pub thresholds: Thresholds,
    /// Whether information about plies not seen yet is hidden.
    pub spoiler_free: bool,
    /// The choices for the next new game.
    pub new_game: NewGameChoices,
    /// The bot that is asked next to the engine.
    pub analysis_bot: AnalysisBot,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            scale_percent: 100,
            coordinates: true,
            animations: true,
            autoplay_ms: 800,
            line_count: 3,
            thread_count: 1,
            review_ms: REVIEW_TIMES_MS[1],
            thresholds: Thresholds::default(),
            spoiler_free: false,
            new_game: NewGameChoices::default(),
            analysis_bot: AnalysisBot::default(),
        }
    }
}

impl Preferences {
    /// Returns the preferences with all values in their ranges, so that none of them makes the
    /// window unusable.
    #[must_use]
    pub fn clamped(mut self) -> Self {
        self.scale_percent = self.scale_percent.clamp(50, 400);
        self.thread_count = self.thread_count.clamp(1, max_threads());
        self.line_count = self.line_count.clamp(1, MAX_LINES);
        self.autoplay_ms = self.autoplay_ms.clamp(10, 60_000);
        if Thresholds::from_percent(self.thresholds.percent()).is_none() {
            self.thresholds = Thresholds::default();
        }
        self
    }
}

/// A bot that is asked in the positions that the engine analyses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalysisBot {
    /// Whether the bot is asked.
    pub is_on: bool,
    /// The protocol that the program speaks.
    pub kind: SeatKind,
    /// The command line of the program.
    pub command: String,
    /// The working directory of the program; empty for that of kifu.
    pub working_dir: String,
}

impl Default for AnalysisBot {
    fn default() -> Self {
        Self {
            is_on: false,
            kind: SeatKind::Program,
            command: String::new(),
            working_dir: String::new(),
        }
    }
}

// The players of a new game, as chosen by the user and kept for the next game.

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
    /// A program that speaks UGI.
    Ugi,
}

impl SeatKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Person,
        Self::Builtin,
        Self::Program,
        Self::Gtp,
        Self::Ugi,
    ];

    /// Returns the name of the kind.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "Person",
            Self::Builtin => "kifu",
            Self::Program => "Contest bot",
            Self::Gtp => "GTP program",
            Self::Ugi => "UGI program",
        }
    }

    /// Reports whether the player is a program with its own command.
    pub const fn has_command(self) -> bool {
        matches!(self, Self::Program | Self::Gtp | Self::Ugi)
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
    /// The setup keys of the game, such as the size of the board. An empty text is the default.
    pub setup: Setup,
}

impl NewGameChoices {
    /// Returns the setup of the game, without the keys that are left to their defaults.
    pub fn given_setup(&self) -> Setup {
        let given = self
            .setup
            .0
            .iter()
            .filter(|(_, text)| !text.trim().is_empty());
        Setup(
            given
                .map(|(key, text)| (key.clone(), text.trim().to_owned()))
                .collect(),
        )
    }

    /// Swaps the players.
    pub const fn swap_sides(&mut self) {
        std::mem::swap(&mut self.seats.0, &mut self.seats.1);
    }
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
            setup: Setup::default(),
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
