//! Rules, notation, records and engines of five board games of programming contests.
//!
//! This crate is what a bot, a referee or an analysis needs: the rules of
//! [Turn Right](games::turn_right), [Atari Go](games::atari_go), [Clobber](games::clobber),
//! [Box](games::box_game) and [Zuniq](games::zuniq), the [record](mod@record) of a game, and an engine
//! for each game. The crate `kifu` builds on it: readers of logs, reviews, matches, a command line
//! and a desktop app.
//!
//! # Examples
//!
//! **Play.** Read a move, check it by the rules, and make it:
//!
//! ```
//! use kifu_core::contract::{Game, Player, Position, Rules, Setup};
//! use kifu_core::games::clobber::Clobber;
//!
//! let mut position = Clobber::start(&Setup::default())?;
//! let parsed = Clobber::parse(b"b1a1")?;
//! position.step(&parsed.step).expect("a legal move");
//! assert_eq!(position.mover(), Some(Player::Second));
//! assert_eq!(Clobber::write_position(&position).split(' ').last(), Some("b"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Count.** Compare your own move generator with this one:
//!
//! ```
//! use kifu_core::contract::{Game, Setup, perft};
//! use kifu_core::games::clobber::Clobber;
//!
//! let position = Clobber::start(&Setup::default())?;
//! assert_eq!([1, 2].map(|depth| perft(&position, depth)), [112, 11_848]);
//! # Ok::<(), kifu_core::contract::SetupError>(())
//! ```
//!
//! **Analyse.** Ask the engine for the best moves:
//!
//! ```
//! use kifu_core::contract::{Game, Proven};
//! use kifu_core::games::clobber::Clobber;
//! use kifu_core::search::{HasEngine, Limits, SearchRequest};
//!
//! let position = Clobber::parse_position("wb./bwb w")?;
//! let request = SearchRequest::new(Limits::nodes(1000)).lines(3);
//! let result = Clobber::new_engine(16).analyze(&position, &request, &mut |_| {});
//! assert_eq!(result.lines[0].value.proven(), Some(Proven::Win));
//! # Ok::<(), kifu_core::contract::ParseError>(())
//! ```
//!
//! **Judge.** Read a record and replay it by the rules of its game:
//!
//! ```
//! use kifu_core::games::{CATALOGUE, by_id};
//! use kifu_core::record::{adjudicate, read_ron};
//!
//! let text = r#"(kifu: 2, game: "clobber", players: ((name: "A"), (name: "B")), moves: "b1a1 a1b1")"#;
//! let mut record = read_ron(text)?;
//! let game = by_id(CATALOGUE, &record.game).expect("a game of the catalogue");
//! let adjudication = adjudicate(&mut record, game);
//! assert_eq!(adjudication.ply_count, 1, "the second ply is illegal");
//! # Ok::<(), kifu_core::record::RonError>(())
//! ```
//!
//! # Modules
//!
//! From top to bottom. Each module uses only the ones below it, and the code of no module but
//! `games` names a game; a test checks both.
//!
//! | module | content |
//! |---|---|
//! | [`record`](mod@record) | the record of a game, its text, and its adjudication by the rules |
//! | [`games`] | the catalogue of games, with one folder for each |
//! | [`search`] | what all engines share: Monte Carlo tree search, alpha-beta, limits, values |
//! | [`findings`] | numbered problems of a log, with their locations |
//! | [`contract`] | rules, notation and results: the traits that a game implements |
//! | [`scene`] | pictures of boards as data |
//!
//! Code is generic over a game ([`contract::Game`]) or works with one that is known only at run
//! time ([`games::DynGame`]).

pub mod contract;
pub mod findings;
pub mod games;
pub mod record;
pub mod scene;
pub mod search;
