//! kifu reads, checks, replays and reviews the games of five programming contests, and lets bots
//! play them.
//!
//! It turns the logs of contests into one record format, judges every move and result as the
//! contest's referee would, explains with an engine where a game was lost, and shows it in a
//! window. *Kifu* is the word of Go and Shogi players for a game record.
//!
//! The games are [Turn Right](games::turn_right) (CodeCup 2006), [Atari Go](games::atari_go) and
//! [Clobber](games::clobber) (CodinGame), [Box](games::box_game) (CodeCup 2025) and
//! [Zuniq](games::zuniq) (CodeCup 2021). Each module documents the rules, the notation and the
//! position text of its game.
//!
//! # Example
//!
//! Validate a log: parse it, replay it by the rules, and report what is wrong.
//!
//! ```
//! use kifu::formats::{ReadContext, check_text};
//!
//! let log = r#"(kifu: 1, game: "clobber", players: ((name: "A"), (name: "B")),
//!     moves: "b1a1 b1b2")"#;
//! let games = check_text(log, None, &ReadContext::default());
//!
//! assert!(!games[0].is_valid());
//! assert_eq!(games[0].ply_count, 1, "the first ply is legal");
//! let finding = &games[0].findings[0];
//! assert_eq!(finding.code.to_string(), "K202");
//! assert_eq!(finding.ply, Some(2));
//! ```
//!
//! # Chapters
//!
//! 1. [The command line](guide::command_line): every command in depth.
//! 2. [The window](guide::window): panes, keys, mouse, settings.
//! 3. [A contest on many machines](guide::cluster): filters, merging, and engines that carry them.
//! 4. [Tables](guide::tables): the columns of `kifu export`, with queries.
//! 5. [Bots](guide::bots): the contests' dialogues, faults, clocks and levels of play.
//! 6. [The record](mod@record::format): the specification of the file format.
//! 7. [Architecture](guide::architecture): layers, flows, and invariants with their tests.
//! 8. [Engines](guide::engines): what each engine does, and on which papers it rests.
//! 9. [Measured](guide::measured): speed, strength and accuracy, each figure with its command.
//! 10. [Releases](guide::release): packages, prebuilt programs, and what a release takes.
//!
//! # Layers
//!
//! From top to bottom. Each layer uses only the ones below it, and the code of no layer but `games`
//! and `lab` names a game; a test checks both.
//!
//! | layer | content |
//! |---|---|
//! | [`failure`] | errors as users read them, with a hint |
//! | [`pages`] | games and events as HTML pages to publish |
//! | [`tables`] | tables of games for analysts: Parquet, CSV and JSON lines |
//! | [`arena`] | matches between bots: referee, processes, ratings |
//! | [`render`] | pictures of games as files: SVG, PNG and GIF |
//! | [`scout`] | what a player does in many games |
//! | [`selection`] | which games of many: by player, result, fault and loss |
//! | [`explore`] | what was played in a position, over all games of an archive |
//! | [`review`] | judgement of every ply by the values of an engine |
//! | [`files`] | reading files and archives in parallel, and writing them atomically |
//! | [`bot_output`] | numbers, moves and marks in what bots print, by patterns |
//! | [`formats`] | readers and writers of logs, and detection of their formats |
//! | [`record`] | the record of a game, its text, and its adjudication by the rules |
//! | [`games`] | the catalogue of games, with one folder for each |
//! | [`search`] | what all engines share: Monte Carlo tree search, alpha-beta, limits, values |
//! | [`findings`] | numbered problems of a log, with their locations |
//! | [`contract`] | rules, notation and results: the traits that a game implements |
//! | [`scene`] | pictures of boards as data |
//!
//! Code is generic over a game ([`contract::Game`]) or works with one that is known only at run
//! time ([`games::DynGame`]).
//!
//! # Glossary
//!
//! **The course of a game**
//!
//! - *Player*: one of the two sides, first or second, by who moves first ([`contract::Player`]).
//! - *Seat*: a player's side in a match, as taken by one bot.
//! - *Move*: what a player does in one turn.
//! - *Ply*: one player's move, counted from 1; a round of both players is two plies.
//! - *Chance event*, *chance outcome*: a random draw between moves, and its result (a tile).
//! - *Step*: the content of one token: a move, a chance outcome, or both ([`contract::Step`]).
//! - *Token*: a step as text without white space, in the game's notation (`e2e3`).
//! - *Canonical*: the one spelling of a token that records use.
//! - *Lead-in*: tokens at the start of a record that are not plies, such as a start tile.
//! - *Setup*: the parameters of a game as text by key, such as the board's size
//!   ([`contract::Setup`]).
//! - *Position text*: a position in one line of text, comparable to FEN in chess.
//! - *Claim*: a player's announcement, made with a move, that they are going to win. It gains or
//!   costs contest points.
//!
//! **Judging a game**
//!
//! - *Bot*: a program that plays in a contest. *Jury*: the contest's program that starts the bots
//!   and passes their moves on. *Dialogue*: the lines between the jury and one bot.
//! - *Record*: one game with everything known about it ([`record::Record`]).
//! - *Main line*: the moves of a record as they were played. *Variation*: a line of moves that
//!   could have been played instead.
//! - *Adjudicate*: to judge a record by the rules, which gives the legal moves, the result and the
//!   findings ([`record::adjudicate()`]).
//! - *Violation*: the breach of a rule by a move.
//! - *Fault*: a bot's failure that decides a game: an illegal move, a timeout, a crash
//!   ([`contract::Fault`]).
//! - *Attempt*: the move at which a player failed, as it was written; it is not part of the moves.
//! - *Score*: the game's own points, such as captures. *Points*, *game points*: what the contest
//!   awards for a game.
//! - *Finding*: a numbered problem of a log (`K202`) with its location and severity
//!   ([`findings::Finding`]).
//!
//! **Engines**
//!
//! - *Engine*: a program in kifu that searches positions of one game ([`search::Engine`]).
//! - *Level*: a game's engine, or one of the simple opponents that play every game
//!   ([`search::Level`]).
//! - *Node*: the unit of search effort, a position or a playout, depending on the engine.
//! - *Playout*: moves played from a position to the end of the game, to estimate its value.
//! - *Line*: a move with its value and the expected continuation. *Principal variation*: that
//!   continuation.
//! - *Proven*: known for certain, because the search reached the end of the game.
//! - *Determinization*: a full-information state that is consistent with what a player knows.
//! - *Calibration*: the mapping from an engine's estimates to win probabilities, fitted on games.
//! - *Luck*: the difference between the value of the drawn chance outcome and the mean over all
//!   possible ones.
//! - *Review*: the judgement of every ply of a game by the loss of win probability.

pub mod guide;

#[doc(inline)]
pub use kifu_core::{catalogue, contract, findings, games, record, scene, search};
#[doc(inline)]
pub use kifu_logs::{bot_output, files, formats};
#[doc(inline)]
pub use kifu_study::{
    arena, explore, failure, pages, render, review, scout, selection, suite, tables,
};
