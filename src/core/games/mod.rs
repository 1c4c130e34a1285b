//! The games: one folder and one line of the catalogue for each.
//!
//! No layer above names a game. Code that learns the game at run time uses a [`DynGame`], which
//! hides the types: text and numbers cross that edge, never a move type. Code that knows the game
//! uses its own types ([`clobber::Clobber`], …), without any overhead.
//!
//! ```
//! use kifu_core::contract::{Player, Setup, Turn};
//! use kifu_core::games::{CATALOGUE, by_name};
//!
//! let game = by_name(CATALOGUE, "Clobber").ok_or("no such game")?;
//! let mut state = game.start(&Setup::default())?;
//! assert!(state.play("b1a1").is_ok());
//! assert_eq!(state.turn(), Turn::Player(Player::Second));
//! assert!(state.play("b1a1").is_err(), "there is no stone on b1 any more");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod atari_go;
pub mod box_game;
pub mod clobber;
mod dyn_engine;
mod dyn_game;
mod dyn_state;
pub mod turn_right;
pub mod zuniq;

pub use dyn_engine::{DynEngine, erase_engine};
pub use dyn_game::{
    DynContest, DynEdit, DynEngines, DynGame, DynRules, FullGame, GameAdapter, ParsedToken,
};
pub use dyn_state::{
    CanonicalMove, DynBoard, DynCanonical, DynExplain, DynPosition, DynState, DynTrace,
    TracedPosition,
};

/// A list of games, passed to everything that looks up games.
pub type Catalogue = &'static [&'static dyn DynGame];

/// A generic function over the game, to be called for a game known only at run time (see
/// [`visit`]).
pub trait GameVisitor {
    /// The result of the function.
    type Output;
    /// Calls the function for the game `G`.
    fn visit<G: FullGame>(self) -> Self::Output;
}

/// Defines a catalogue of games, and a function `visit` that calls generic code for one of them.
#[macro_export]
macro_rules! catalogue {
    ($($game:ty),+ $(,)?) => {
        /// All games of this catalogue, in the order in which they are listed.
        pub static CATALOGUE: $crate::games::Catalogue =
            &[$(&$crate::games::GameAdapter::<$game>::NEW),+];

        /// Calls a visitor for the game with this id; returns `None` if there is none.
        pub fn visit<V: $crate::games::GameVisitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$game as $crate::contract::Game>::INFO.id {
                return Some(visitor.visit::<$game>());
            })+
            None
        }
    };
}

catalogue! {
    turn_right::TurnRight,
    atari_go::AtariGo,
    clobber::Clobber,
    box_game::BoxGame,
    zuniq::Zuniq,
}

/// Returns the game of a catalogue with this id.
pub fn by_id(catalogue: Catalogue, id: &str) -> Option<&'static dyn DynGame> {
    catalogue.iter().copied().find(|game| game.id() == id)
}

/// Returns the game of a catalogue with this name or id, however it is written: `Turn Right` and
/// `TURNRIGHT` are the same game.
///
/// Only letters and digits count, and case does not.
pub fn by_name(catalogue: Catalogue, name: &str) -> Option<&'static dyn DynGame> {
    let normalize = |text: &str| -> String {
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        kept.map(|c| c.to_ascii_lowercase()).collect()
    };
    let name = normalize(name);
    let has_name =
        |game: &dyn DynGame| name == normalize(game.id()) || name == normalize(game.name());
    catalogue.iter().copied().find(|game| has_name(*game))
}
