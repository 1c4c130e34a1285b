//! Checks with whole games from both seats, against a quick and a slow opponent.

use super::super::contestant::{Contestant, ContestantKind};
use super::super::game_spec::GameSpec;
use super::super::referee::{GameError, MatchRules, play_game, referee_fact};
use super::{CheckResult, CheckStatus};
use kifu_core::contract::{Player, Setup};
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use kifu_core::search::{Clock, Level, Resources};
use std::time::Duration;

/// The time that the slow opponent uses per game.
const SLOW_OPPONENT_TIME: Duration = Duration::from_secs(2);
/// The number of bytes of standard error per game above which a warning is given.
const STDERR_WARNING_BYTES: usize = 64 << 10;

pub(super) fn built_in_opponent(is_slow: bool) -> Contestant {
    Contestant {
        name: "built-in".to_owned(),
        kind: ContestantKind::Builtin {
            level: Level::Engine,
            nodes: (!is_slow).then_some(1),
            resources: Resources::new(4),
            seed: 1,
        },
        clock: Some(Clock::Game(if is_slow {
            SLOW_OPPONENT_TIME
        } else {
            Duration::ZERO
        })),
    }
}

/// The reason of a fault, with the record of the game and the side that failed.
type FailedGame = (String, Record, Player);

/// Observations over all test games.
#[derive(Default)]
struct CheckStatistics {
    /// The longest first turn and the longest later turn.
    slowest_turns_ms: [u32; 2],
    longest_game_ms: u64,
    max_stderr_bytes: usize,
    answered_early: bool,
    exits: Vec<String>,
    game_count: u32,
}

pub(super) fn check_games(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    pairs: u32,
    grace_period: Duration,
    report: &mut dyn FnMut(CheckResult),
) -> Result<(), GameError> {
    let mut statistics = CheckStatistics::default();
    for (is_slow, seat) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
        let player = Player::ALL[seat];
        let side = game.sides()[seat];
        let speed = if is_slow { "a slow" } else { "a fast" };
        let title = format!("plays {side} against {speed} opponent");
        let pairs = if is_slow { 1 } else { pairs };
        let mut fault: Option<FailedGame> = None;
        let mut plies = 0;
        for pair in 0..pairs {
            let opponent = built_in_opponent(is_slow);
            let record = play_test_game(game, contestant, &opponent, player, pair, grace_period)?;
            plies += record.tokens().count() - game.info().lead_in;
            statistics.add_game(&record, player, game);
            if let Some(reason) = referee_fact(&record, "fault", player) {
                fault = Some((reason.to_owned(), record, player));
                break;
            }
        }
        report(games_result(&title, pairs, plies, fault));
    }
    statistics.report(game, contestant, report);
    Ok(())
}

/// Plays a game of a program in a seat.
///
/// # Errors
/// Returns an error if the program cannot be started.
pub(super) fn play_test_game(
    game: &'static dyn DynGame,
    contestant: &Contestant,
    opponent: &Contestant,
    seat: Player,
    pair: u32,
    grace_period: Duration,
) -> Result<Record, GameError> {
    let rules = MatchRules {
        game,
        setup: Setup::default(),
        name: "check-bot".to_owned(),
        date: String::new(),
        fingerprint: String::new(),
        grace_period,
    };
    let players = match seat {
        Player::First => [contestant, opponent],
        Player::Second => [opponent, contestant],
    };
    let game_spec = GameSpec {
        index: 2 * pair + u32::from(seat == Player::Second),
        round: 1,
        pair,
        contestant_indices: [0, 1],
        seed: u64::from(pair) + 1,
        opening: Vec::new(),
    };
    Ok(play_game(&rules, players, &game_spec)?.record)
}

fn games_result(
    title: &str,
    game_count: u32,
    plies: usize,
    fault: Option<FailedGame>,
) -> CheckResult {
    let Some((reason, record, player)) = fault else {
        let games = if game_count == 1 {
            "1 game".to_owned()
        } else {
            format!("{game_count} games")
        };
        return CheckResult::new(title, CheckStatus::Pass, format!("{games}, {plies} plies"));
    };
    let result =
        CheckResult::new(title, CheckStatus::Fail, reason.clone()).with_game(&record, player);
    if reason.contains(": timeout") {
        result.with_hint("does it think too long, or wait for a line that never comes?")
    } else if reason.contains(": crash") {
        result.with_hint("its standard error (below) may show why")
    } else {
        result
    }
}

impl CheckStatistics {
    fn add_game(&mut self, record: &Record, player: Player, game: &dyn DynGame) {
        self.game_count += 1;
        let Ok(mut state) = game.start(&record.setup) else {
            return;
        };
        let mut stderr_bytes = 0;
        let mut is_later = false;
        for (index, token) in record.tokens().enumerate() {
            let ply = u32::try_from((index + 1).saturating_sub(game.info().lead_in)).unwrap_or(0);
            if state.mover() == Some(player) {
                if let Some(time) = record.times_ms.get_ms(ply) {
                    let slowest = &mut self.slowest_turns_ms[usize::from(is_later)];
                    *slowest = time.max(*slowest);
                    is_later = true;
                }
                stderr_bytes += record.notes.get(&ply).map_or(0, |note| note.stderr.len());
            }
            let _ = state.play(token);
        }
        self.longest_game_ms = self
            .longest_game_ms
            .max(record.player(player).time_ms.unwrap_or(0));
        self.max_stderr_bytes = self.max_stderr_bytes.max(stderr_bytes);
        self.answered_early |= record.ext.contains_key("arena.ahead");
        let key = ["arena.exit.first", "arena.exit.second"][player.index()];
        self.exits.extend(record.ext.get(key).cloned());
    }

    fn report(
        self,
        game: &dyn DynGame,
        contestant: &Contestant,
        report: &mut dyn FnMut(CheckResult),
    ) {
        report(self.clock_result(contestant.clock.unwrap_or(game.clock())));
        let expected = "exited with status 0";
        let unexpected = self.exits.iter().find(|exit| *exit != expected);
        report(match unexpected {
            None => CheckResult::new("exits after the game", CheckStatus::Pass, expected),
            Some(exit) => CheckResult::new(
                "exits after the game",
                CheckStatus::Warning,
                format!("it {exit}"),
            )
            .with_hint(
                "read until the jury ends the game or the input ends, then exit with status 0",
            ),
        });
        if self.answered_early {
            let details = "it had written a line before it was asked";
            report(
                CheckResult::new("answers only when asked", CheckStatus::Warning, details)
                    .with_hint("write one line per turn; an early line counts as the next answer"),
            );
        }
        if self.max_stderr_bytes > STDERR_WARNING_BYTES {
            let details = format!(
                "{} bytes on standard error in a game",
                self.max_stderr_bytes
            );
            report(
                CheckResult::new(
                    "writes little to standard error",
                    CheckStatus::Warning,
                    details,
                )
                .with_hint("contests cut it off, and some stop the program for it"),
            );
        }
    }

    fn clock_result(&self, clock: Clock) -> CheckResult {
        let [first_ms, later_ms] = self.slowest_turns_ms.map(u64::from);
        let limits = match clock {
            Clock::Game(all) => vec![("the longest game", self.longest_game_ms, all)],
            Clock::Turn { first, then } => vec![
                ("the longest first turn", first_ms, first),
                ("the longest later turn", later_ms, then),
            ],
        };
        let mut details = Vec::new();
        let mut status = CheckStatus::Pass;
        for (unit, used, limit) in limits {
            let limit = u64::try_from(limit.as_millis()).unwrap_or(u64::MAX);
            details.push(format!("{unit} took {used} ms of {limit} ms"));
            if limit > 0 && used > limit / 10 * 8 {
                status = CheckStatus::Warning;
            }
        }
        let result = CheckResult::new("stays within its clock", status, details.join(", "));
        if status == CheckStatus::Pass {
            return result;
        }
        result.with_hint("the contest's machine may be slower: keep a margin of 20 %")
    }
}
