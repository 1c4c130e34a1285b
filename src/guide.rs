//! The chapters of kifu's documentation, for its users and for those who work on it.
//!
//! In reading order:
//!
//! | chapter | content |
//! |---|---|
//! | [`command_line`] | every command in depth |
//! | [`window`] | the app: panes, keys, mouse, settings |
//! | [`browser`] | the same window in a tab: building it, addresses, limits |
//! | [`cluster`] | filters, merging, and engines that carry them over many machines |
//! | [`tables`] | the columns of `kifu export`, with queries |
//! | [`bots`] | the contests' dialogues, answers, faults, clocks, levels of play |
//! | [`kaggle`] | episodes of Kaggle's arena, what models said, positions to Python and back |
//! | [`mcp`] | tools and skills for assistants |
//! | [`record::format`](mod@crate::record::format) | the specification of the record |
//! | [`architecture`] | layers, flows, and invariants with their tests |
//! | [`engines`] | what each engine does, and on which papers it rests |
//! | [`measured`] | figures with their commands |
//! | [`release`] | packages, prebuilt programs, and what a release takes |

// The chapters are read in the repository, too. There their links lead to files; the definitions
// before each chapter come first and lead to modules and types instead.

/// [assistants]: crate::guide::mcp
/// [bots]: crate::guide::bots
/// [browser]: crate::guide::browser
/// [kaggle]: crate::guide::kaggle
/// [many machines]: crate::guide::cluster
/// [measured]: crate::guide::measured
/// [record]: mod@crate::record::format
/// [tables]: crate::guide::tables
/// [`Calibration`]: crate::search::Calibration
/// [`Explorer`]: crate::explore::Explorer
/// [`Finding`]: crate::findings::Finding
/// [suites]: crate::guide::bots#lost-games-as-a-suite
/// [`Ratings`]: crate::arena::Ratings
/// [`Scene`]: crate::scene::Scene
/// [`Sprt`]: crate::arena::Sprt
/// [printed]: crate::guide::bots#output-for-readers
/// [seen]: crate::guide::bots#did-it-see-it
#[doc = include_str!("docs/command_line.md")]
pub mod command_line {}

/// [command line]: crate::guide::command_line
/// [explore]: crate::guide::command_line#explore
/// [match]: crate::guide::command_line#match
/// [review]: crate::guide::command_line#review
/// [the record]: mod@crate::record::format
/// [Measured]: crate::guide::measured
/// [bots]: crate::guide::bots#output-for-readers
#[doc = include_str!("docs/window.md")]
pub mod window {}

/// [publish]: crate::guide::command_line#publish
#[doc = include_str!("docs/browser.md")]
pub mod browser {}

/// [measured]: crate::guide::measured
/// [releases]: crate::guide::release
#[doc = include_str!("docs/cluster.md")]
pub mod cluster {}

/// [command line]: crate::guide::command_line
#[doc = include_str!("docs/tables.md")]
pub mod tables {}

/// [engines]: crate::guide::engines
/// [schema]: crate::guide::command_line#schema
/// [systems]: crate::guide::command_line#systems
/// [the command line]: crate::guide::command_line
/// [`Contest`]: crate::contract::Contest
/// [`Level`]: crate::search::Level
/// [`Protocol`]: crate::contract::Protocol
/// [`atari_go`]: crate::games::atari_go
/// [`box_game`]: crate::games::box_game
/// [`clobber`]: crate::games::clobber
/// [`turn_right`]: crate::games::turn_right
/// [`zuniq`]: crate::games::zuniq
/// [tables]: crate::guide::tables#plies
#[doc = include_str!("docs/bots.md")]
pub mod bots {}

#[doc = include_str!("docs/kaggle.md")]
pub mod kaggle {}

#[doc = include_str!("docs/mcp.md")]
pub mod mcp {}

/// [glossary]: crate#glossary
/// [record]: mod@crate::record::format
/// [`BotPatterns`]: crate::bot_output::BotPatterns
/// [`AtomicFile`]: crate::files::AtomicFile
/// [`WritePlan`]: crate::files::WritePlan
/// [`ReviewBudget`]: crate::review::ReviewBudget
/// [`Calibration`]: crate::search::Calibration
/// [`CheckedGame`]: crate::formats::CheckedGame
/// [`ChunkReader`]: crate::files::ChunkReader
/// [`Code`]: crate::findings::Code
/// [`Contest`]: crate::contract::Contest
/// [`Contestant`]: crate::arena::Contestant
/// [`Draw`]: crate::contract::Draw
/// [`DynEngine`]: crate::games::DynEngine
/// [`DynGame`]: crate::games::DynGame
/// [`DynState`]: crate::games::DynState
/// [`Edit`]: crate::contract::Edit
/// [`Engine::analyze`]: crate::search::Engine::analyze
/// [`Engine`]: crate::search::Engine
/// [`Explain::reasons`]: crate::contract::Explain::reasons
/// [`Explain`]: crate::contract::Explain
/// [`Explorer`]: crate::explore::Explorer
/// [`Failure`]: crate::failure::Failure
/// [`Finding`]: crate::findings::Finding
/// [`Format`]: crate::formats::Format
/// [`GameTables`]: crate::tables::GameTables
/// [`GameSelection`]: crate::selection::GameSelection
/// [`Game`]: crate::contract::Game
/// [`GamePictures`]: crate::render::GamePictures
/// [`GameTrace`]: crate::explore::GameTrace
/// [`HasEngine`]: crate::search::HasEngine
/// [`Input`]: crate::contract::Input
/// [`Journal`]: crate::files::Journal
/// [`Judgement`]: crate::review::Judgement
/// [`Limits`]: crate::search::Limits
/// [`Match`]: crate::arena::Match
/// [`NoChance`]: crate::contract::NoChance
/// [`ParsedGame::check`]: crate::formats::ParsedGame::check
/// [`ParsedGame`]: crate::formats::ParsedGame
/// [`Pipeline`]: crate::files::Pipeline
/// [`Position::step`]: crate::contract::Position::step
/// [`Position`]: crate::contract::Position
/// [`Rasterizer`]: crate::render::Rasterizer
/// [`RecheckEffort`]: crate::review::RecheckEffort
/// [`Record`]: crate::record::Record
/// [`Rules::outcome`]: crate::contract::Rules::outcome
/// [`Rules`]: crate::contract::Rules
/// [`Scene`]: crate::scene::Scene
/// [`Scout`]: crate::scout::Scout
/// [`ScoutReport`]: crate::scout::ScoutReport
/// [`SearchRequest`]: crate::search::SearchRequest
/// [`SearchResult`]: crate::search::SearchResult
/// [`Sink`]: crate::files::Sink
/// [`Sprt`]: crate::arena::Sprt
/// [`Symmetric`]: crate::contract::Symmetric
/// [`TableFolder`]: crate::tables::TableFolder
/// [`Value`]: crate::search::Value
/// [`adjudicate()`]: crate::record::adjudicate()
/// [`decode()`]: crate::formats::decode()
/// [`detect()`]: crate::formats::detect()
/// [`game_page()`]: crate::pages::game_page()
/// [`ReviewPage`]: crate::pages::ReviewPage
/// [`judge()`]: crate::review::judge()
/// [`judged_plies()`]: crate::review::judged_plies()
/// [`play_game`]: crate::arena::play_game
/// [`review()`]: crate::review::review()
/// [`walk_inputs`]: crate::files::walk_inputs
/// [`GameSelection`]: crate::selection::GameSelection
/// [`Scout`]: crate::scout::Scout
/// [`ScoutReport`]: crate::scout::ScoutReport
#[doc = include_str!("docs/architecture.md")]
pub mod architecture {}

/// [Measured]: crate::guide::measured
/// [`AlphaBeta`]: crate::search::AlphaBeta
/// [`Calibration`]: crate::search::Calibration
/// [`Engine`]: crate::search::Engine
/// [`Ensemble`]: crate::search::Ensemble
/// [`HasEngine`]: crate::search::HasEngine
/// [`Limits`]: crate::search::Limits
/// [`Mcts`]: crate::search::Mcts
/// [`SearchResult`]: crate::search::SearchResult
/// [`SplitMix64`]: crate::search::SplitMix64
/// [`Value`]: crate::search::Value
#[doc = include_str!("docs/engines.md")]
pub mod engines {}

#[doc = include_str!("docs/measured.md")]
pub mod measured {}

/// [browser]: crate::guide::browser
/// [systems]: crate::guide::command_line#systems
#[doc = include_str!("docs/release.md")]
pub mod release {}
