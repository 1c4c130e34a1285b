//! The players that a user chose, as contestants of the arena.

use crate::store::{AnalysisBot, SeatChoice, SeatClock, SeatKind};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::DynGame;
use kifu_core::search::{Clock, Level, Resources};
use kifu_study::arena::{CommandSpec, Contestant, ContestantKind, LiveControl};
use std::time::Duration;

/// The memory of the built-in player, in megabytes.
const BUILTIN_MEMORY_MB: usize = 64;
/// The longest time on a clock, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

/// Returns the contestant of a seat.
///
/// # Errors
/// Returns the reason in words if no player can be started by this choice.
pub(super) fn contestant(
    seat: &SeatChoice,
    game: &dyn DynGame,
    player: Player,
    control: &LiveControl,
) -> Result<Contestant, String> {
    let side = game.sides()[player.index()];
    let kind = match seat.kind {
        SeatKind::Person => ContestantKind::Person(control.clone()),
        SeatKind::Builtin => {
            let level = seat.level.parse().unwrap_or(Level::Engine);
            ContestantKind::Builtin {
                level,
                nodes: (seat.nodes > 0).then_some(seat.nodes),
                resources: Resources::new(BUILTIN_MEMORY_MB),
                seed: 0,
            }
        }
        SeatKind::Program | SeatKind::Gtp | SeatKind::Ugi => {
            let program = program(seat.kind, &seat.command, &seat.working_dir, game);
            program.map_err(|why| format!("{side}: {why}"))?
        }
    };
    let name = match seat.name.trim() {
        "" => usual_name(seat),
        given => given.to_owned(),
    };
    Ok(Contestant {
        name,
        kind,
        clock: clock(seat),
    })
}

/// Returns a program by its command.
///
/// # Errors
/// Returns the reason in words if the command cannot be read or the protocol is not for this game.
fn program(
    kind: SeatKind,
    command: &str,
    folder: &str,
    game: &dyn DynGame,
) -> Result<ContestantKind, &'static str> {
    let command = CommandSpec::parse(command);
    let mut command = command.ok_or("Enter the command that starts the bot; close its quotes.")?;
    let folder = folder.trim();
    command.working_dir = (!folder.is_empty()).then(|| folder.into());
    Ok(match kind {
        SeatKind::Gtp if game.gtp(&Setup::default()).is_none() => {
            return Err("GTP programs do not play this game.");
        }
        SeatKind::Gtp => ContestantKind::Gtp(command),
        SeatKind::Ugi => ContestantKind::Ugi(command),
        _ => ContestantKind::of_command(command),
    })
}

/// Returns the bot that is asked next to the engine; `None` if there is none for this game.
pub(in crate::state) fn analysis_bot(bot: &AnalysisBot, game: &dyn DynGame) -> Option<Contestant> {
    let kind = program(bot.kind, &bot.command, &bot.working_dir, game);
    let kind = kind.ok().filter(|_| bot.is_on)?;
    let name = kind.command()?.program_name();
    Some(Contestant {
        name,
        kind,
        clock: None,
    })
}

/// Returns the name of a player to whom the user gives none.
pub fn usual_name(seat: &SeatChoice) -> String {
    let name = match seat.kind {
        SeatKind::Person => String::new(),
        SeatKind::Builtin => match seat.level.parse().unwrap_or(Level::Engine) {
            Level::Engine => "kifu".to_owned(),
            level => format!("kifu {level}"),
        },
        SeatKind::Program | SeatKind::Gtp | SeatKind::Ugi => {
            let command = CommandSpec::parse(&seat.command);
            command.map_or(String::new(), |command| command.program_name())
        }
    };
    if name.is_empty() {
        "Person".to_owned()
    } else {
        name
    }
}

/// Returns the clock of a seat; `None` for that of the contest.
fn clock(seat: &SeatChoice) -> Option<Clock> {
    let seconds = if seat.seconds.is_finite() {
        seat.seconds.clamp(0.01, MAX_SECONDS)
    } else {
        1.0
    };
    let time = Duration::from_secs_f64(seconds);
    match seat.clock {
        // Nobody waits for a person with a stop watch.
        _ if seat.kind == SeatKind::Person => Some(Clock::game(0)),
        SeatClock::Off => Some(Clock::game(0)),
        SeatClock::Contest => None,
        SeatClock::Move => Some(Clock::Turn {
            first: time,
            then: time,
        }),
        SeatClock::Game => Some(Clock::Game(time)),
    }
}

/// Makes the names of two contestants different, for a record names its players by them.
pub(super) fn distinguish(contestants: &mut [Contestant; 2]) {
    if contestants[0].name == contestants[1].name {
        contestants[1].name += " 2";
    }
}
