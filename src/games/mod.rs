//! The catalogue: one folder a game, one line below for each.
//!
//! No layer above names a game. Where the game is known only at run time, [`Book`] hides it:
//! text and numbers cross that edge, never a move type. Where it is known, use the rule book's
//! own types ([`clobber::Clobber`], ...), which cost nothing.

pub mod atari_go;
pub mod box_game;
pub mod clobber;
mod dyn_engine;
mod dyn_game;
mod dyn_state;
mod full_game;
mod token;
pub mod turn_right;
pub mod zuniq;

pub use dyn_engine::DynEngine;
pub use dyn_game::{DynContest, DynEngines, DynGame, DynRules, GameAdapter, ParsedToken};
pub use dyn_state::{DynBoard, DynExplain, DynPosition, DynState};
pub use full_game::FullGame;

/// A list of games: what readers and the command line are given to work with.
pub type Catalogue = &'static [&'static dyn DynGame];

/// Work that is generic over the game, to be done for one known only at run time.
pub trait GameVisitor {
    /// What comes out.
    type Output;
    /// The work.
    fn visit<G: FullGame>(self) -> Self::Output;
}

/// Makes a catalogue from rule books.
#[macro_export]
macro_rules! catalogue {
    ($($game:ty),+ $(,)?) => {
        /// Every game of this catalogue, in the order in which they are listed to people.
        pub static CATALOGUE: $crate::games::Catalogue =
            &[$(&$crate::games::GameAdapter::<$game>::NEW),+];

        /// Does generic work for the game with this id; `None` if there is none.
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

/// The game of a catalogue with this id.
pub fn by_id(catalogue: Catalogue, id: &str) -> Option<&'static dyn DynGame> {
    catalogue.iter().copied().find(|book| book.id() == id)
}

/// The game of a catalogue that people mean by this name, `Turn Right` or `TURNRIGHT`: letters
/// and digits of its name or id count, nothing else does.
pub fn by_name(catalogue: Catalogue, name: &str) -> Option<&'static dyn DynGame> {
    let bare = |text: &str| -> String {
        let kept = text.chars().filter(char::is_ascii_alphanumeric);
        kept.map(|c| c.to_ascii_lowercase()).collect()
    };
    let name = bare(name);
    let is_called = |book: &dyn DynGame| name == bare(book.id()) || name == bare(book.name());
    catalogue.iter().copied().find(|book| is_called(*book))
}
