//! The built-in bot: the game's own engine behind the contest's protocol.

mod bot;
mod error;
mod timer;

pub use bot::{BuiltinBot, BuiltinConfig};
pub use error::{BuiltinBotBug, BuiltinBotError};
