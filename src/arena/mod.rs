//! Programs play each other: any that speak a contest's protocol, judged by the contest's rules,
//! every game kept as a record.
//!
//! - An [`Entrant`] is a bot and how it is run: a command, a Go program, or the built-in player
//!   ([`Bot`], which `kifu play` is, too).
//! - [`play`] is the referee: one game ([`Fixture`]) from the first line to the record. It names
//!   no game: what the jury says is the game's [`Protocol`](crate::contract::Protocol), what
//!   counts its [`outcome`](crate::contract::Position::outcome).
//! - A [`Match`] plays the games of a [`Plan`] side by side and keeps a [`Journal`](crate::files::Journal), with which
//!   it can be gone on after any end. [`Ratings`] and [`Sprt`] say what the results mean.
//! - Luck, lots and seeds come from the fixture, so that the two games of a pair have the same.

mod builtin;
mod check;
mod entrant;
mod fixture;
mod matches;
mod process;
mod referee;
mod rejudge;
mod seat;
mod standings;
mod stats;

pub use builtin::{Bot, Skill};
pub use check::{Check, Grade, check};
pub use entrant::{Entrant, Kind};
pub use fixture::{Fixture, draw_opening, takes_openings};
pub use matches::{Match, News, Openings, Pairing, Plan, Score, Watcher};
pub use process::{Exit, LIMITS_MEMORY, Start};
pub use referee::{Played, Terms, play};
pub use rejudge::{Answered, Now, rejudge};
pub use standings::{Row, Standings};
pub use stats::{Pairs, Rating, Ratings, Sprt, Verdict, likelihood};
