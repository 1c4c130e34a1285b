//! The words that all layers use: [`Player`], [`Turn`], [`Position`], [`Game`], [`Outcome`].
//!
//! A game is a *rule book*: a type that implements [`Game`] (what is static: names, notation,
//! setup, protocol) and one that implements [`Position`] (what changes: the board). Everything
//! above is generic over them, or reaches them through the erased [`Book`](crate::games::Book).
//!
//! Two ideas carry the rest:
//! - [`Position::check`] is primary and listing is not: a referee walks one move, never a list.
//! - Luck is a type. Four games have [`Never`]; in Box it is the tile dealt. Who acts is asked
//!   ([`Position::actor`]), never assumed.

mod contest;
mod draw;
mod explain;
mod game;
mod hash;
mod info;
mod input;
mod input_spec;
mod outcome;
mod parsing;
mod perft;
mod player;
mod position;
mod protocol;
mod proven;
mod replay;
mod script;
mod setup;
mod sgf;

pub use contest::Contest;
pub use draw::{Draw, LastStep, TextStyle};
pub use explain::{Claim, Explain, MoveEvent, ScoreChange};
pub use game::{ChanceOf, Game, MoveOf, StepOf};
pub use hash::{SPLITMIX64_INCREMENT, hash_words, mix};
pub use info::GameInfo;
pub use input::{Input, InputState, MoveInput};
pub use input_spec::InputSpec;
pub use outcome::{Fault, Faults, Outcome, RankingKey, Winner};
pub(crate) use parsing::printable;
pub use parsing::{ParseError, Parsed, Spelling};
pub use perft::perft;
pub use player::{Actor, Player, Turn};
pub use position::{NoChance, Position, RuleViolation, Rules, Step, StepError};
pub use protocol::{
    DialogueEnd, DialogueEvent, DialogueLine, Protocol, ProtocolError, TokenProtocol,
};
pub use proven::Proven;
pub use replay::{MoveError, Replay, ReplayFailure, Respelled, replay};
pub(crate) use replay::{play_step, tokens};
pub(crate) use script::{play_script_token, script_start, unplayable_setup};
pub use setup::{Setup, SetupError};
pub use sgf::SgfSpec;
