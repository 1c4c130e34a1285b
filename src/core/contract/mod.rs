//! The traits and types that every layer shares: [`Game`], [`Position`], [`Player`], [`Outcome`].
//!
//! A game is a pair of types: one implements [`Game`] (notation, names and other constants), the
//! other [`Position`] (the state of a game in progress). These two are enough to validate, convert
//! and replay games. Optional abilities of a game are separate traits: [`Draw`], [`Input`],
//! [`Edit`], [`Explain`], [`Contest`] and [`HasEngine`](crate::search::HasEngine). The layers above
//! are generic over them, or work with a [`DynGame`](crate::games::DynGame), which hides the types.
//!
//! Two decisions shape this layer:
//!
//! - [`Rules::check`] is primary, listing legal moves is not: a referee checks the one move that
//!   was made, and some positions have a million legal ones.
//! - Chance is a type. It is [`NoChance`] in games without chance events and a tile in Box. Code
//!   asks who acts next ([`Rules::actor`]) and never assumes it: a player may act twice in a row.

mod answer;
mod contest;
mod draw;
mod edit;
mod explain;
mod game;
mod input;
mod openspiel;
mod outcome;
mod parsing;
mod position;
mod protocol;
pub mod replay;
mod setup;
mod symmetry;
mod unprintable;

pub use answer::{Answer, AnswerChoice, AnswerError, parse_bare_move};
pub use contest::Contest;
pub use contest::{SgfOccupant, SgfSpec};
pub use draw::{Draw, LastStep, TextStyle};
pub use edit::{BoardSizes, Edit, EditPiece, PositionEdit};
pub use explain::{Claim, Explain, MoveEvent, ScoreChange};
pub use game::GameInfo;
pub use game::{
    ChanceOf, ChanceSpec, ExtrasSpec, Game, GtpCommands, MoveFeatureSpec, MoveOf, SpellingSpec,
    StepOf,
};
pub(crate) use input::OnePick;
pub use input::{Input, InputSpec, InputState, MoveInput};
pub use openspiel::{OpenSpielSetup, OpenSpielSpec, OpenSpielStart};
pub use outcome::Proven;
pub use outcome::{Fault, Faults, Outcome, RankingKey, Winner};
pub use parsing::{ParseError, Parsed, Spelling};
pub use parsing::{number_text, pair_text, printable};
pub use position::perft;
pub use position::{Actor, Player, Turn};
pub use position::{NoChance, Position, RuleViolation, Rules, Step, StepError};
pub use protocol::{
    DialogueEnd, DialogueEvent, DialogueLine, Protocol, ProtocolError, TokenProtocol,
};
pub(crate) use protocol::{play_script_token, script_start, unplayable_setup};
pub use replay::{MoveError, Replay, ReplayFailure, Respelled, replay};
pub use replay::{play_step, tokens};
pub use setup::{DUPLICATE_KEY, deserialize_unique_map};
pub use setup::{Setup, SetupError};
pub use symmetry::before_move;
pub use symmetry::set_bits;
pub use symmetry::{CanonicalPosition, Symmetric, Symmetry};
pub use symmetry::{ImageKeys, ImageParts, ImageSums, ImageTable, MAX_SYMMETRIES, PartSet};
pub use symmetry::{SPLITMIX64_INCREMENT, hash_words, mix};
pub(crate) use unprintable::is_printable_ascii;
pub use unprintable::{
    is_control_or_direction, is_invisible, replace_unprintable, unprintable_chars,
};
