//! What can be said on the command line.

use super::arena::args::{CheckBotArgs, MatchArgs, RejudgeArgs, StandingsArgs};
use super::calibrate::args::CalibrateArgs;
use super::engine_args::{AnalyzeArgs, BenchArgs, PlayArgs};
use super::review::args::ReviewArgs;
use super::terminal::ColorMode;
use crate::findings::Code;
use crate::formats::{self, FORMATS, Format};
use crate::games::{self, CATALOGUE, DynGame};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args as ArgsOf, Parser, Subcommand};
use std::path::PathBuf;

pub(super) const EXIT_STATUS_HELP: &str = "\
Exit status: 0 all is valid, 1 a log has an error (with --strict also a warning), 2 wrong usage or \
something could not be read or written.";

/// Validates, converts, replays and analyzes the games of programming contests.
///
/// Reads the logs of contests in many formats, checks every move and result by the rules, and
/// keeps the games as records.
#[cfg_attr(
    feature = "app",
    doc = " Without a command it opens the app on the records that come with it."
)]
#[derive(Parser)]
#[command(name = "kifu", version, after_help = EXIT_STATUS_HELP, max_term_width = 100)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Use colours
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorMode,
}

/// What to do.
#[derive(Subcommand)]
pub(super) enum Command {
    /// Check logs by the rules of their games
    ///
    /// Every move is checked, the result computed, and compared with what the log says of it. A
    /// game that ended by a fault, and whose log says so, is a valid record of such a game.
    Validate(ValidateArgs),
    /// Write games in another format
    ///
    /// A game with errors is written as far as it is legal, with the failure in it, and reported.
    /// Files are there whole or not at all.
    Convert(ConvertArgs),
    /// Show a game's board
    ///
    /// Of a game in a log, after any ply, or of a position given as text.
    Show(ShowArgs),
    /// Open the app
    ///
    /// A window with a library of the games, in which they are replayed, explored and annotated.
    /// Without paths, as without a command, it opens the records that come with kifu. Needs a
    /// display.
    #[cfg(feature = "app")]
    View(ViewArgs),
    /// Tell what positions are worth
    ///
    /// The game's engine thinks about a position of a game in a log, of a list of moves, or given
    /// as text, and tells the best moves with what follows. What is proven is said to be proven;
    /// all other values are estimates, for the player to act. The move that was played is among
    /// the moves, whatever it is worth.
    Analyze(AnalyzeArgs),
    /// Tell where games were lost, and by whom
    ///
    /// The game's engine looks at every ply, at the played move and the best one in the same
    /// search, and judges it by what it gave away: in probability of a win, and in contest points.
    /// What looks bad, or turns out to be bad at the ply after it, is looked at once more with five
    /// times the budget, and then that move and the best one each in a search of its own. What is
    /// proven is told apart from what is guessed, and luck from skill. Moves of the jury or of the
    /// rules are not judged.
    ///
    /// The report gives each player a card, and of each move that gave something away what should
    /// have been played and why it was worse: what the board shows, true whatever the engine
    /// thinks. Below stand claims of the win, in games that have them; the time, and how much of
    /// it went to plies at which nothing was at stake; and what the position was worth in which a
    /// player failed.
    Review(ReviewArgs),
    /// Play in a contest, on standard input and output
    ///
    /// Speaks the contest's protocol with its jury, and thinks on its own time only, with a
    /// margin below the contest's clock. Ends when the jury says so or the input ends.
    Play(PlayArgs),
    /// Let bots play each other
    ///
    /// Any programs that speak the contest's protocol, Go programs, and kifu's own player. The
    /// referee judges by the contest's rules: who makes an illegal move, is too slow or crashes
    /// gets what the contest gives it. Both bots play either side with the same luck. Every game
    /// is a record, with each bot's times and words; an interrupted match is gone on with by
    /// --resume.
    Match(MatchArgs),
    /// Tell who stands where
    ///
    /// The table of all games in some logs: places, points as the contest counts them, games by
    /// side, faults, strength with its error, and who got how much against whom.
    Standings(StandingsArgs),
    /// Check whether a bot keeps its contest's protocol
    ///
    /// The first question, a game broken off, whole games with either side against a quick and a
    /// slow opponent; what goes wrong is told with what to do about it.
    CheckBot(CheckBotArgs),
    /// Ask a bot again in the positions of recorded games
    ///
    /// Where a new version plays otherwise than the record says, kifu's engine tells which move
    /// is better.
    Rejudge(RejudgeArgs),
    /// Measure the engines
    ///
    /// Fixed positions and budgets of nodes for each game: how many nodes a second, and a signature
    /// of all that was found, which a change that only makes things faster leaves as it is. Then
    /// how many games of so many acts there are (perft), and how fast they are counted.
    Bench(BenchArgs),
    /// Fit what the engines' estimates come to in games
    ///
    /// What an engine thinks of a position is no chance yet: this plays nothing, looks at some
    /// plies of games that were played, without what was fitted before, and fits the curve from
    /// the engine's estimate to how the games ended. Half of the games are held out, and the
    /// curve is judged by them. A chance is what one of two equal bots, such as have played the
    /// games, gets from there; between perfect players it would be 0 or 1.
    Calibrate(CalibrateArgs),
    /// Explain a kind of finding
    ///
    /// What it means, and what to do about it.
    Explain(ExplainArgs),
    /// List the formats that are read and written
    Formats,
    /// List the games
    Games,
    /// Write shell completions to standard output
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write the manual page to standard output
    Man,
}

/// A format or game that was named by its id.
pub(super) struct ById<T: ?Sized + 'static>(pub &'static T);

impl<T: ?Sized> Clone for ById<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ById<T> {}

fn format_id_parser(writes: bool) -> impl TypedValueParser<Value = ById<dyn Format>> {
    let listed = FORMATS
        .iter()
        .filter(move |format| !writes || format.writer().is_some());
    let values = listed.map(|format| PossibleValue::new(format.id()).help(format.description()));
    PossibleValuesParser::new(values)
        .try_map(|id| formats::by_id(&id).map(ById).ok_or("no such format"))
}

pub(super) fn game_id_parser() -> impl TypedValueParser<Value = ById<dyn DynGame>> {
    let values = CATALOGUE
        .iter()
        .map(|book| PossibleValue::new(book.id()).help(book.name()));
    PossibleValuesParser::new(values)
        .try_map(|id| games::by_id(CATALOGUE, &id).map(ById).ok_or("no such game"))
}

/// A text that is the code of no finding.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected the code of a finding, as in `kifu explain --list`")]
struct UnknownCode;

fn parse_code(text: &str) -> Result<Code, UnknownCode> {
    Code::parse(text).ok_or(UnknownCode)
}

/// What is known of the logs.
#[derive(ArgsOf, Clone, Copy)]
pub(super) struct ReadArgs {
    /// The format of the logs; found by their content if not given
    #[arg(long, value_name = "FORMAT", value_parser = format_id_parser(false))]
    from: Option<ById<dyn Format>>,
    /// The game; found by the moves if neither given nor named in the log
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
}

impl ReadArgs {
    pub fn read_options(self) -> crate::files::ReadOptions {
        crate::files::ReadOptions {
            format: self.from.map(|ById(format)| format),
            game: self.game.map(|ById(book)| book),
        }
    }
}

/// `kifu view`.
#[cfg(feature = "app")]
#[derive(ArgsOf, Default)]
#[command(
    after_help = "Exit status: 0 the window was closed, 2 wrong usage, or no window could be opened."
)]
pub(super) struct ViewArgs {
    /// Files and folders
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// The ply to go to in the first game; one more than it has is the act that failed
    #[arg(long, value_name = "N")]
    pub ply: Option<u32>,
    /// The engine thinks along from the start
    #[arg(long)]
    pub engine: bool,
    /// Go through all games, tell how long the frames took, and end
    #[arg(long, hide = true)]
    pub frame_report: bool,
}

/// `kifu validate`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(super) struct ValidateArgs {
    /// Files, folders (with all below them), or `-` for standard input
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Take warnings for errors
    #[arg(long)]
    pub strict: bool,
    /// Leave out findings of a kind (`K103`); can be given several times
    #[arg(long, value_name = "CODE", value_parser = parse_code, value_delimiter = ',')]
    pub disable: Vec<Code>,
    /// One JSON object a record, on one line
    #[arg(long)]
    pub json: bool,
    /// Print nothing but what could not be read
    #[arg(long, short)]
    pub quiet: bool,
    /// Print the summary only
    #[arg(long)]
    pub summary: bool,
    /// Check with so many threads; 0 for one a core
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}

/// `kifu convert`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(super) struct ConvertArgs {
    /// Files, folders (with all below them), or `-` for standard input
    #[arg(value_name = "IN", required = true)]
    pub paths: Vec<PathBuf>,
    /// A file, `-` for standard output, or a folder (that exists, or ends in `/`), in which a file
    /// is written for each one read
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    /// The format to write; by OUT's extension if not given
    #[arg(long, value_name = "FORMAT", value_parser = format_id_parser(true))]
    pub to: Option<ById<dyn Format>>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Write each game into a file of its own in the folder OUT
    #[arg(long)]
    pub split: bool,
    /// Overwrite files that exist
    #[arg(long, short)]
    pub force: bool,
    /// Say nothing of what was written
    #[arg(long, short)]
    pub quiet: bool,
    /// Check with so many threads; 0 for one a core
    #[arg(long, short, value_name = "N", default_value_t = 0)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=1024))]
    pub jobs: u16,
}

/// `kifu show`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[command(group = ArgGroup::new("what").args(["file", "game", "position"]).multiple(true).required(true))]
pub(super) struct ShowArgs {
    /// A file, or `-` for standard input
    pub file: Option<PathBuf>,
    #[command(flatten)]
    pub reading: ReadArgs,
    /// Which game of the file, from 0; -1 is the last
    #[arg(long, short = 'i', value_name = "I", allow_negative_numbers = true)]
    pub game_index: Option<i64>,
    /// After which ply, 0 the start; -1 is the last, as without this
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(conflicts_with = "all")]
    pub ply: Option<i64>,
    /// The board after every ply
    #[arg(long, short)]
    pub all: bool,
    /// Print the position text; with --game and a TEXT instead of a file, show that position
    #[arg(long, value_name = "TEXT", num_args = 0..=1, default_missing_value = "")]
    pub position: Option<String>,
    /// Draw with ASCII only
    #[arg(long)]
    pub ascii: bool,
    /// Draw with Unicode even into a file or pipe
    #[arg(long, conflicts_with = "ascii")]
    pub unicode: bool,
    /// Write the board as an SVG picture to OUT, `-` for standard output, instead of printing it
    #[arg(long, value_name = "OUT", conflicts_with_all = ["all", "ascii", "unicode"])]
    pub svg: Option<PathBuf>,
    /// Draw the picture for a dark page
    #[arg(long, requires = "svg")]
    pub dark: bool,
    /// Overwrite the picture if it exists
    #[arg(long, short, requires = "svg")]
    pub force: bool,
}

/// `kifu explain`.
#[derive(ArgsOf)]
pub(super) struct ExplainArgs {
    /// Codes, such as K101
    #[arg(value_name = "CODE", required_unless_present = "list")]
    pub codes: Vec<String>,
    /// List all kinds
    #[arg(long)]
    pub list: bool,
}
