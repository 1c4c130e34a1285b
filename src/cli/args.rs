//! The arguments of the command line.

use crate::arena::args::{CheckBotArgs, FeedArgs, MatchArgs, RejudgeArgs, StandingsArgs};
use crate::common::game_filter::GameFilterArgs;
use crate::common::shared_args::{
    AnalyzeArgs, ById, EXIT_STATUS_HELP, PatternArgs, PlayArgs, ReadArgs, Shard, format_id_parser,
};
use crate::explore::ExploreArgs;
use crate::export::ExportArgs;
#[cfg(feature = "mcp")]
use crate::mcp::{McpArgs, SkillsArgs};
use crate::merge::MergeArgs;
use crate::publish::PublishArgs;
use crate::reference::schema;
use crate::render::args::RenderArgs;
use crate::review::args::ReviewArgs;
use crate::scout::ScoutArgs;
use crate::terminal::ColorMode;
use clap::{ArgGroup, Args as ArgsOf, Parser, Subcommand};
use kifu_core::findings::Code;
use kifu_logs::formats::Format;
use std::path::PathBuf;

/// Validates, converts, replays and analyzes games of programming contests.
///
/// Reads contest logs in many formats, checks every move and result against the rules, and stores
/// the games as records.
#[cfg_attr(
    feature = "app",
    doc = " Without a command it opens the app with the bundled records."
)]
#[derive(Parser)]
#[command(name = "kifu", version, after_help = EXIT_STATUS_HELP, max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// When to use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorMode,
}

/// The command to run.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Check logs against the rules of their games
    ///
    /// Checks every move, computes the result, and compares it with the one in the log. The log of
    /// a game that ended with a fault is valid if it reports that fault.
    Validate(ValidateArgs),
    /// Convert games to another format
    ///
    /// A game with errors is reported, and written up to its last legal move together with the
    /// failure. Files are written completely or not at all.
    Convert(ConvertArgs),
    /// Write tables of games for analysts: Parquet, CSV or JSON lines
    ///
    /// Writes four tables to a folder: games, plies, players and findings, with the values of
    /// reviews where the records hold them. DuckDB, Polars, Spark and spreadsheets read them.
    /// Memory stays flat however many games there are. The four files appear together when they are
    /// complete; a folder that holds anything else is left alone.
    Export(ExportArgs),
    /// Draw the board of a game
    ///
    /// Draws a game of a log after any ply, or a position given as text, on the terminal or as an
    /// SVG picture.
    Show(ShowArgs),
    /// Write pictures of a game: SVG, PNG, or an animated GIF
    ///
    /// Draws the board as the window does, with players, times, the last move and, in a reviewed
    /// game, the evaluation bar, glyphs and the better move at key moments. SVG and PNG show one
    /// ply, or with --plies and --all one file per ply, numbered by ply. GIF shows the whole game
    /// and waits at key moments. Letters in PNG and GIF come from a font in kifu, so that the same
    /// game gives the same pixels everywhere.
    ///
    /// A game with errors is drawn up to its last legal move, with the failure below the last board.
    Render(RenderArgs),
    /// Publish games as web pages: one file per game, or a folder for an event
    ///
    /// The page of a game is one file that loads nothing else: it opens from a disk, on a phone and
    /// in a frame of another page. It has a board to step through, the moves with variations,
    /// graphs, key moments, the words of the bots and the protocol. `PAGE.html#12` opens it at ply
    /// 12. What a review adds is there if the game was reviewed; --review does it on the way.
    ///
    /// Several games become a folder: an index with standings, cross table, highlights and all
    /// games with filters, a page for each player, and a page for each game. A second run completes
    /// an interrupted one.
    Publish(PublishArgs),
    /// Open the app
    ///
    /// Opens a window with a library of games to replay, explore and annotate. Without paths (or
    /// without any command) it shows the bundled records. Needs a display.
    #[cfg(feature = "app")]
    View(ViewArgs),
    /// Evaluate positions and find the best moves
    ///
    /// Searches a position with the game's engine and lists the best moves with their lines. The
    /// position comes from a game of a log, from a list of moves, or from a position text. Values
    /// are for the player to move; results that are proven are marked as proven, all other values
    /// are estimates. The move that was played is always listed.
    Analyze(AnalyzeArgs),
    /// Find the mistakes in games
    ///
    /// Evaluates every ply with the game's engine, the played move and the best one in the same
    /// search, and judges the move by the win probability and the contest points it lost. A move
    /// that looks bad, or that the next ply shows to be bad, and the best move are searched again,
    /// each separately; with five times the budget if it is in doubt how bad the move is. Proven
    /// results are kept apart from estimates, and luck from skill. Moves made by the jury or forced
    /// by the rules are not judged.
    ///
    /// The report has a summary of each player, and for each mistake the better move with the
    /// reasons: facts of the position that do not depend on the engine. Then come claims of a
    /// win (in games that have them), the time used and how much of it went to plies at which
    /// nothing was at stake, and the value of the position in which a player failed.
    Review(ReviewArgs),
    /// Count what was played in a position
    ///
    /// Reads all games and lists the moves that were played in a position: in how many games, by
    /// whom, with what results, and with what evaluation where the games were reviewed. Positions
    /// that differ only in the order of the moves or by a symmetry of the game are one, and so are
    /// moves that are images of each other. Points, evaluation and loss are means, those of the
    /// player to move.
    Explore(ExploreArgs),
    /// Report what a player does in many games
    ///
    /// Openings with their results, what is given away by phase of the game, time habits, faults,
    /// opponents, what beats the player, how soon a secret colour can be guessed (Box), and claims of
    /// a win that were held back (Zuniq). Each number names its games and has its error.
    Scout(ScoutArgs),
    /// Merge piles of reviewed games into one file
    ///
    /// Writes each game once, with its best review: by the newer version of the engine, then the one
    /// with more nodes. The result depends only on the set of records, not on their order or files,
    /// and merging again changes nothing. Contradicting records of one game are reported.
    Merge(MergeArgs),
    /// Play as a contest bot on standard input and output
    ///
    /// Speaks the contest's protocol, thinks only on its own time, and keeps a safety margin on the
    /// clock. Exits when the jury says so, or at the end of the input.
    Play(PlayArgs),
    /// Run a match between bots
    ///
    /// Plays programs that speak the contest's protocol, programs that speak GTP, and the built-in
    /// bot against each other. The referee follows the contest's rules: a bot that makes an illegal
    /// move, runs out of time or crashes gets the score that the contest gives it. Games come in
    /// pairs: both bots play either side with the same luck. Every game is saved as a record with
    /// times and bot output; --resume continues an interrupted match.
    Match(MatchArgs),
    /// Rank bots from game records
    ///
    /// Prints a table over all games in the given logs: ranks, points as the contest counts them,
    /// results by side, faults, Elo ratings with their errors, and a cross table.
    Standings(StandingsArgs),
    /// Check that a bot follows its contest's protocol
    ///
    /// Tests the first turn, an aborted game, and whole games on either side against a fast and a
    /// slow opponent. Each problem comes with advice on how to fix it.
    CheckBot(CheckBotArgs),
    /// Write what a bot read in a recorded game, or ask a bot there
    ///
    /// Writes the lines that a player's bot read from the contest's jury up to one of its turns, as
    /// the contest sends them: to run a lost turn again in a debugger (`./bot < input.txt`). Of
    /// what is secret it has only what the player knew. With --cmd it asks a program at every turn
    /// so far, and compares its answers with the log.
    Feed(FeedArgs),
    /// Replay recorded games with a new version of a bot
    ///
    /// Asks the bot for a move in the positions of recorded games. Where it differs from the record,
    /// kifu's engine says which move is better.
    Rejudge(RejudgeArgs),
    /// Answer an assistant's questions about games (Model Context Protocol)
    ///
    /// Serves tools on standard input and output, which an assistant that is configured so starts by
    /// itself. It reads files below the given folders only, writes nothing and starts no program
    /// unless --allow-run is given.
    #[cfg(feature = "mcp")]
    Mcp(McpArgs),
    /// Write instructions for assistants: review a lost game, compare bots, add a game
    #[cfg(feature = "mcp")]
    Skills(SkillsArgs),
    /// Explain a finding by its code, or the rules of a game by its id
    ///
    /// Prints what a finding means and how to fix it, or a game's rules, notation and setup.
    Explain(ExplainArgs),
    /// List the formats that kifu reads and writes
    Formats,
    /// List the games and their setup keys
    Games,
    /// Print the JSON schema of a record or of a command's JSON output
    ///
    /// Without a name it lists the schemas. Each describes one file or one line, with a description
    /// of every key, its unit (`x-unit`) and its range. Keys that are not in a schema are never
    /// written.
    Schema {
        /// Schema to print
        #[arg(value_name = "NAME", value_parser = schema::names())]
        name: Option<String>,
    },
    /// Print shell completions
    Completions {
        /// Shell to print the completions for
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    Man,
}

/// The error of a text that is not the code of a finding.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected the code of a finding; `kifu explain --list` lists them")]
struct UnknownCode;

/// Parses the code of a finding.
fn parse_code(text: &str) -> Result<Code, UnknownCode> {
    Code::parse(text).ok_or(UnknownCode)
}

/// The arguments of `kifu view`.
#[cfg(feature = "app")]
#[derive(ArgsOf, Default)]
#[command(
    after_help = "Exit status: 0 the window was closed, 2 wrong usage, or the window could not be opened."
)]
pub(super) struct ViewArgs {
    /// Files and folders to open
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Record file (.ronl) to follow while a match writes it: new games and standings
    #[arg(long, value_name = "FILE", conflicts_with = "paths")]
    pub follow: Option<PathBuf>,
    /// Ply of the first game to show; the one after the last is the failed move
    #[arg(long, value_name = "N")]
    pub ply: Option<u32>,
    #[command(flatten)]
    pub bots: PatternArgs,
    /// Start with the engine on
    #[arg(long)]
    pub engine: bool,
    /// Step through all games, print frame times, and exit
    #[arg(long, hide = true)]
    pub frame_report: bool,
}

/// The arguments of `kifu validate`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct ValidateArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Treat warnings as errors
    #[arg(long)]
    pub strict: bool,
    /// Ignore findings with this code, such as K103 (repeatable)
    #[arg(long, value_name = "CODE", value_parser = parse_code, value_delimiter = ',')]
    pub disable: Vec<Code>,
    /// Print one JSON object per game, one per line
    #[arg(long)]
    pub json: bool,
    /// Print only errors of reading, and do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Print only the summary, with the games that the logs hold more than once
    #[arg(long)]
    pub summary: bool,
    /// Filter records, one a line: `-` writes each valid one to standard output with its result by
    /// the rules, and every other line as it was
    #[arg(long = "output", short, value_name = "OUT", conflicts_with_all = ["json", "summary"])]
    pub out: Option<PathBuf>,
    /// Write only one of N parts of the games, I from 1; the part of a game never changes
    #[arg(long, value_name = "I/N", requires = "out")]
    pub shard: Option<Shard>,
    /// Files to check at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

/// The arguments of `kifu convert`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct ConvertArgs {
    /// Files, folders (including subfolders), or `-` for standard input
    #[arg(value_name = "IN", required = true)]
    pub paths: Vec<PathBuf>,
    /// Output file, `-` for standard output, or a folder (existing, or ending in `/`) that gets
    /// one file per input file
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    /// Output format [default: from the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = format_id_parser(true))]
    pub to: Option<ById<dyn Format>>,
    #[command(flatten)]
    pub reading: ReadArgs,
    #[command(flatten)]
    pub bots: PatternArgs,
    /// Write each game to its own file in the folder OUT
    #[arg(long)]
    pub split: bool,
    /// Overwrite existing files
    #[arg(long, short)]
    pub force: bool,
    /// Treat warnings as errors, among them what the output format cannot hold
    #[arg(long)]
    pub strict: bool,
    /// Do not report what was written, and do not show progress on the terminal
    #[arg(long, short)]
    pub quiet: bool,
    /// Files to check at once (0 = one per core)
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

/// The arguments of `kifu show`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[command(group = ArgGroup::new("what").args(["file", "game", "position"]).multiple(true).required(true))]
pub(super) struct ShowArgs {
    /// File to read, or `-` for standard input
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    #[command(flatten)]
    pub bots: PatternArgs,
    /// Index of the game in the file, from 0; negative counts from the end; only selected games are
    /// counted [default: 0]
    #[arg(long, short = 'i', value_name = "I", allow_negative_numbers = true)]
    pub game_index: Option<i64>,
    /// Ply after which to draw the board, 0 = start; negative counts from the end [default: -1]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(conflicts_with = "all")]
    pub ply: Option<i64>,
    /// Draw the board after every ply
    #[arg(long, short)]
    pub all: bool,
    /// Print the position text; with --game and TEXT instead of a file, draw that position
    #[arg(long, value_name = "TEXT", num_args = 0..=1, default_missing_value = "")]
    pub position: Option<String>,
    /// Draw with ASCII characters only
    #[arg(long)]
    pub ascii: bool,
    /// Draw with Unicode characters even into a file or pipe
    #[arg(long, conflicts_with = "ascii")]
    pub unicode: bool,
    #[command(flatten)]
    pub filter: GameFilterArgs,
}

/// The arguments of `kifu explain`.
#[derive(ArgsOf)]
pub(super) struct ExplainArgs {
    /// Codes of findings, such as K101, and ids of games, such as those of `kifu games`
    #[arg(value_name = "CODE|GAME", required_unless_present = "list")]
    pub codes: Vec<String>,
    /// List all codes
    #[arg(long)]
    pub list: bool,
}
