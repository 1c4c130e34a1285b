//! The command `kifu-lab duel`.

use super::{Bar, Duel, DuelGame, Opponent, PlayerBudget};
use crate::common::args::RunArgs;
use crate::common::session::LabSession;
use crate::{atari_go, box_game, clobber, turn_right, zuniq};
use clap::Args;
use clap::builder::PossibleValuesParser;
use kifu_cli::{ById, Status, StdoutWriter, game_id_parser};
use kifu_core::games::DynGame;
use kifu_core::search::Resources;
use kifu_study::failure::Failure;
use std::fmt::Write as _;

/// The duels of all games.
static DUEL_GAMES: [&DuelGame; 5] = [
    &turn_right::DUEL,
    &atari_go::DUEL,
    &clobber::DUEL,
    &box_game::DUEL,
    &zuniq::DUEL,
];

/// The arguments of `kifu-lab duel`.
#[derive(Args, Clone)]
#[command(after_help = "\
Exit status: 0 the engine reached the required result, 1 it did not, 2 wrong usage, or the \
opponent could not be started.")]
pub(crate) struct DuelArgs {
    /// Game
    #[arg(value_name = "GAME", required_unless_present = "list", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
    /// List the opponents with their defaults
    #[arg(long)]
    pub list: bool,
    /// Opponent (`--list` describes them)
    #[arg(long, value_name = "NAME", default_value = "uct", value_parser = opponent_names())]
    pub against: String,
    /// Games, in pairs with both sides [default: by opponent]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub games: Option<u32>,
    /// Search nodes of the engine per move: the same games on every machine
    #[arg(long, short, value_name = "N", group = "budget")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Processor time of the engine per move [default: by opponent]
    #[arg(long, short, value_name = "TIME", group = "budget", value_parser = PlayerBudget::parse_time)]
    pub time: Option<PlayerBudget>,
    /// Processor time of the engine per game
    #[arg(long, value_name = "TIME", group = "budget", value_parser = PlayerBudget::parse_clock)]
    pub clock: Option<PlayerBudget>,
    /// Divide the engine's budget by N for the opponent [default: by opponent]
    #[arg(long, value_name = "N")]
    pub divisor: Option<u32>,
    /// Level of GNU Go, 1 to 10
    #[arg(long, value_name = "N", default_value_t = 10)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10))]
    pub level: u32,
    /// Least score in percent, else the exit status is 1; 0 for none [default: by opponent]
    #[arg(long, value_name = "PERCENT")]
    pub require: Option<f64>,
    #[command(flatten)]
    pub run: RunArgs,
}

/// Returns the parser of the opponents of all games.
fn opponent_names() -> PossibleValuesParser {
    let mut names: Vec<&'static str> = DUEL_GAMES
        .iter()
        .flat_map(|game| game.opponents)
        .map(|opponent| opponent.name)
        .collect();
    names.sort_unstable();
    names.dedup();
    PossibleValuesParser::new(names)
}

/// Runs the command.
///
/// # Errors
/// Returns an error if the opponent is unknown or fails.
pub(crate) fn run(args: &DuelArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let text = match &args.game {
        Some(ById(game)) if !args.list => duel(args, *game, status)?,
        game => list(game.map(|ById(game)| game.id())),
    };
    out.print(&text)?;
    out.flush()
}

/// Returns a table of the opponents of a game, or of all.
fn list(id: Option<&str>) -> String {
    let mut text = String::new();
    let is_listed = |game: &&&DuelGame| id.is_none_or(|id| id == game.id);
    for game in DUEL_GAMES.iter().filter(is_listed) {
        let _ = writeln!(text, "{}:", game.id);
        for opponent in game.opponents {
            let bar = match opponent.bar {
                Bar::None => "no required score".to_owned(),
                Bar::Score(percent) => format!("at least {percent} %"),
                Bar::Margin => "a margin above 0 (95 %)".to_owned(),
            };
            let _ = writeln!(
                text,
                "  {:<18}{}; {} games, {}, {bar}",
                opponent.name, opponent.description, opponent.games, opponent.budget
            );
        }
    }
    text
}

/// Returns the opponent of a game that the arguments name.
fn opponent_of(
    args: &DuelArgs,
    game: &dyn DynGame,
) -> Result<(&'static DuelGame, &'static Opponent), Failure> {
    let duels = DUEL_GAMES
        .into_iter()
        .find(|duels| duels.id == game.id())
        .ok_or_else(|| Failure::usage(format!("{} has no opponents", game.name())))?;
    let mut opponents = duels.opponents.iter();
    let opponent = opponents.find(|opponent| opponent.name == args.against);
    let opponent = opponent.ok_or_else(|| {
        let names: Vec<&str> = duels.opponents.iter().map(|known| known.name).collect();
        Failure::usage(format!(
            "expected an opponent of {} ({}), found `{}`",
            game.name(),
            names.join(", "),
            args.against
        ))
    })?;
    Ok((duels, opponent))
}

/// Plays a duel and returns its report.
fn duel(args: &DuelArgs, game: &dyn DynGame, status: &mut Status) -> Result<String, Failure> {
    let (duels, opponent) = opponent_of(args, game)?;
    let budget = args
        .nodes
        .map(PlayerBudget::Nodes)
        .or(args.time)
        .or(args.clock)
        .unwrap_or(opponent.budget);
    let duel = Duel {
        game: duels,
        opponent,
        opponent_budget: budget.divided(args.divisor.unwrap_or(opponent.divisor)),
        level: args.level,
        budget,
        games: args.games.unwrap_or(opponent.games).next_multiple_of(2),
        seed: args.run.seed,
    };
    let command = format!("duel {}", duels.id);
    let mut session = LabSession::start(&args.run, None, &command, &duel.settings())?;
    let report = duel.run(&mut session)?;
    session.finish()?;
    let bar = args.require.map_or(opponent.bar, Bar::Score);
    let counted_ending = duels.counted_ending.map(|ending| ending.name);
    let mut text = format!(
        "{} with {budget} against {} ({})\n{}",
        game.uncalibrated_engine(Resources::new(1)).name(),
        opponent.name,
        opponent.description,
        report.text(duels.margin_unit, counted_ending)
    );
    if !report.reaches(bar) {
        *status = (*status).max(Status::Findings);
        let required = match bar {
            Bar::Score(percent) => format!("a score of {percent} %"),
            _ => "a margin above 0 (95 %)".to_owned(),
        };
        let _ = writeln!(text, "required: {required}; not reached");
    }
    Ok(text)
}
