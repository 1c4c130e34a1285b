//! The command `kifu-lab duel`.

use super::{Bar, Budget, Duel, DuelGame, Opponent, OpponentConfig};
use crate::common::run_args::RunArgs;
use crate::common::session::Session;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use kifu_cli::{Status, StdoutWriter};
use kifu_core::games::atari_go::AtariGo;
use kifu_core::games::box_game::BoxGame;
use kifu_core::games::clobber::Clobber;
use kifu_core::games::turn_right::TurnRight;
use kifu_core::games::zuniq::Zuniq;
use kifu_study::failure::Failure;
use std::fmt::Write as _;

/// The games with duels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DuelGameId {
    /// Atari Go
    AtariGo,
    /// Box
    Box,
    /// Clobber
    Clobber,
    /// Turn Right
    TurnRight,
    /// Zuniq
    Zuniq,
}

impl DuelGameId {
    /// Returns the opponents of the game's engine.
    pub const fn opponents(self) -> &'static [Opponent] {
        match self {
            Self::AtariGo => AtariGo::OPPONENTS,
            Self::Box => BoxGame::OPPONENTS,
            Self::Clobber => Clobber::OPPONENTS,
            Self::TurnRight => TurnRight::OPPONENTS,
            Self::Zuniq => Zuniq::OPPONENTS,
        }
    }
}

/// The arguments of `kifu-lab duel`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Exit status: 0 the engine reached the required result, 1 it did not, 2 wrong usage, or the \
opponent could not be started.")]
pub(crate) struct DuelArgs {
    /// Game
    #[arg(required_unless_present = "list")]
    pub game: Option<DuelGameId>,
    /// List the opponents with their defaults
    #[arg(long)]
    pub list: bool,
    /// Opponent (`--list` describes them)
    #[arg(long, value_name = "NAME", default_value = "uct", value_parser = opponent_names())]
    pub against: String,
    /// Games, in pairs with both sides [default: by opponent]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: Option<u64>,
    /// Search nodes of the engine per move: the same games on every machine
    #[arg(long, short, value_name = "N", group = "budget")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Processor time of the engine per move [default: by opponent]
    #[arg(long, short, value_name = "TIME", group = "budget", value_parser = Budget::parse_time)]
    pub time: Option<Budget>,
    /// Processor time of the engine per game
    #[arg(long, value_name = "TIME", group = "budget", value_parser = Budget::parse_clock)]
    pub clock: Option<Budget>,
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
    let games = DuelGameId::value_variants().iter();
    let mut names: Vec<&'static str> = games
        .flat_map(|game| game.opponents())
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
    let Some(game) = args.game.filter(|_| !args.list) else {
        out.print(&list(args.game))?;
        return out.flush();
    };
    let text = match game {
        DuelGameId::AtariGo => duel::<AtariGo>(args, status),
        DuelGameId::Box => duel::<BoxGame>(args, status),
        DuelGameId::Clobber => duel::<Clobber>(args, status),
        DuelGameId::TurnRight => duel::<TurnRight>(args, status),
        DuelGameId::Zuniq => duel::<Zuniq>(args, status),
    };
    out.print(&text?)?;
    out.flush()
}

/// Returns a table of the opponents of a game, or of all.
fn list(game: Option<DuelGameId>) -> String {
    let mut text = String::new();
    for id in DuelGameId::value_variants() {
        if game.is_some_and(|game| game != *id) {
            continue;
        }
        let name = id.to_possible_value();
        let _ = writeln!(
            text,
            "{}:",
            name.as_ref().map_or("", |name| name.get_name())
        );
        for one in id.opponents() {
            let bar = match one.bar {
                Bar::None => "no required score".to_owned(),
                Bar::Score(percent) => format!("at least {percent} %"),
                Bar::Margin => "a margin above 0 (95 %)".to_owned(),
            };
            let _ = writeln!(
                text,
                "  {:<18}{}; {} games, {}, {bar}",
                one.name, one.description, one.games, one.budget
            );
        }
    }
    text
}

/// Plays a duel and returns its report.
fn duel<G: DuelGame>(args: &DuelArgs, status: &mut Status) -> Result<String, Failure> {
    let known = G::OPPONENTS
        .iter()
        .find(|opponent| opponent.name == args.against);
    let Some(known) = known else {
        let names: Vec<&str> = G::OPPONENTS.iter().map(|opponent| opponent.name).collect();
        let message = format!(
            "expected an opponent of {} ({}), found `{}`",
            G::INFO.name,
            names.join(", "),
            args.against
        );
        return Err(Failure::usage(message));
    };
    let budget = args.nodes.map(Budget::Nodes).or(args.time).or(args.clock);
    let budget = budget.unwrap_or(known.budget);
    let duel = Duel {
        opponent: OpponentConfig {
            name: known.name,
            budget: budget.divided(args.divisor.unwrap_or(known.divisor)),
            level: args.level,
        },
        budget,
        games: args.games.unwrap_or(known.games).next_multiple_of(2),
        seed: args.run.seed,
    };
    let command = format!("duel {}", G::INFO.id);
    let mut session = Session::start(&args.run, None, &command, &format!("{duel:?}"))?;
    let report = duel.run::<G>(&mut session)?;
    session.finish()?;
    let bar = match args.require {
        Some(percent) => Bar::Score(percent),
        None => known.bar,
    };
    let mut text = format!(
        "{} with {budget} against {} ({})\n{}",
        G::new_engine(1).name(),
        known.name,
        known.description,
        report.text(G::MARGIN_UNIT, G::COUNTED_ENDING)
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
