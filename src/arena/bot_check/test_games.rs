//! Whole games from both seats, against a quick and a slow opponent.

use super::super::contestant::{Contestant, ContestantKind};
use super::super::game_spec::GameSpec;
use super::super::referee::{GameError, MatchRules, play_game};
use super::{CheckResult, CheckStatus};
use crate::contract::{Player, Setup};
use crate::games::DynGame;
use crate::record::Record;
use crate::search::{Clock, Level, Resources};
use std::time::Duration;

/// How long the slow opponent thinks in a game.
const SLOW_OPPONENT_TIME: Duration = Duration::from_secs(4);
/// More than so many bytes of standard error in a game are worth a word.
const STDERR_WARNING_BYTES: usize = 64 << 10;

fn opponent(slow: bool) -> Contestant {
    Contestant {
        name: "built-in".to_owned(),
        kind: ContestantKind::Builtin {
            level: Level::Engine,
            nodes: (!slow).then_some(1),
            resources: Resources::new(4),
            seed: 1,
        },
        clock: Some(Clock::Game(if slow {
            SLOW_OPPONENT_TIME
        } else {
            Duration::ZERO
        })),
    }
}

/// Who failed, and why, in which game.
type FailedGame = (String, Record, Player);

/// What was seen in all games.
#[derive(Default)]
struct CheckStatistics {
    slowest_turn_ms: u32,
    longest_game_ms: u64,
    max_stderr_bytes: usize,
    answered_early: bool,
    exits: Vec<String>,
    game_count: u32,
}

pub(super) fn check_games(
    book: &'static dyn DynGame,
    entrant: &Contestant,
    pairs: u32,
    patience: Duration,
    tell: &mut dyn FnMut(CheckResult),
) -> Result<(), GameError> {
    let terms = MatchRules {
        game: book,
        setup: Setup::default(),
        name: "check-bot".to_owned(),
        date: String::new(),
        fingerprint: String::new(),
        grace_period: patience,
    };
    let mut seen = CheckStatistics::default();
    for (slow, seat) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
        let player = Player::ALL[seat];
        let side = book.sides()[seat];
        let speed = if slow { "a slow" } else { "a fast" };
        let what = format!("plays {side} against {speed} opponent");
        let pairs = if slow { 1 } else { pairs };
        let mut fault: Option<FailedGame> = None;
        let mut plies = 0;
        for pair in 0..pairs {
            let other = opponent(slow);
            let players = if seat == 0 {
                [entrant, &other]
            } else {
                [&other, entrant]
            };
            let fixture = GameSpec {
                index: 2 * pair + u32::try_from(seat).unwrap_or(0),
                round: 1,
                pair,
                contestant_indices: [0, 1],
                seed: u64::from(pair) + 1,
                opening: Vec::new(),
            };
            let played = play_game(&terms, players, &fixture)?;
            plies += played.record.tokens().count() - book.info().lead_in;
            seen.add_game(&played.record, player, book);
            let key = ["arena.fault.first", "arena.fault.second"][seat];
            if let Some(why) = played.record.ext.get(key) {
                fault = Some((why.clone(), played.record, player));
                break;
            }
        }
        tell(games_result(&what, pairs, plies, fault));
    }
    seen.report(book, entrant, tell);
    Ok(())
}

fn games_result(what: &str, games: u32, plies: usize, fault: Option<FailedGame>) -> CheckResult {
    let Some((why, record, player)) = fault else {
        let games = if games == 1 {
            "1 game".to_owned()
        } else {
            format!("{games} games")
        };
        return CheckResult::new(what, CheckStatus::Pass, format!("{games}, {plies} plies"));
    };
    let check = CheckResult::new(what, CheckStatus::Fail, why.clone()).with_game(&record, player);
    if why.contains(": timeout") {
        check.with_hint("does it think too long, or wait for a line that never comes?")
    } else if why.contains(": crash") {
        check.with_hint("its standard error (below) may show why")
    } else {
        check
    }
}

impl CheckStatistics {
    fn add_game(&mut self, record: &Record, player: Player, book: &dyn DynGame) {
        self.game_count += 1;
        let Ok(mut table) = book.start(&record.setup) else {
            return;
        };
        let mut words = 0;
        for (index, token) in record.tokens().enumerate() {
            let ply = u32::try_from((index + 1).saturating_sub(book.info().lead_in)).unwrap_or(0);
            if table.mover() == Some(player) {
                let time = record.times_ms.get_ms(ply).unwrap_or(0);
                self.slowest_turn_ms = self.slowest_turn_ms.max(time);
                words += record.notes.get(&ply).map_or(0, |note| note.stderr.len());
            }
            let _ = table.play(token);
        }
        self.longest_game_ms = self
            .longest_game_ms
            .max(record.player(player).time_ms.unwrap_or(0));
        self.max_stderr_bytes = self.max_stderr_bytes.max(words);
        self.answered_early |= record.ext.contains_key("arena.ahead");
        let key = ["arena.exit.first", "arena.exit.second"][player.index()];
        self.exits.extend(record.ext.get(key).cloned());
    }

    fn report(self, book: &dyn DynGame, entrant: &Contestant, tell: &mut dyn FnMut(CheckResult)) {
        tell(self.clock_result(entrant.clock.unwrap_or(book.clock())));
        let good = "exited with status 0";
        let bad = self.exits.iter().find(|exit| *exit != good);
        tell(match bad {
            None => CheckResult::new("exits after the game", CheckStatus::Pass, good),
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
            let found = "it had written a line before it was asked";
            tell(
                CheckResult::new("answers only when asked", CheckStatus::Warning, found)
                    .with_hint("write one line per turn; an early line counts as the next answer"),
            );
        }
        if self.max_stderr_bytes > STDERR_WARNING_BYTES {
            let found = format!(
                "{} bytes on standard error in a game",
                self.max_stderr_bytes
            );
            tell(
                CheckResult::new(
                    "writes little to standard error",
                    CheckStatus::Warning,
                    found,
                )
                .with_hint("contests cut it off, and some stop the program for it"),
            );
        }
    }

    fn clock_result(&self, clock: Clock) -> CheckResult {
        let (used, most) = match clock {
            Clock::Game(all) => (self.longest_game_ms, all),
            Clock::Turn { then, .. } => (u64::from(self.slowest_turn_ms), then),
        };
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX);
        let whole = if matches!(clock, Clock::Game(_)) {
            "the longest game"
        } else {
            "the longest turn"
        };
        let found = format!("{whole} took {used} ms of {most} ms");
        let grade = if most > 0 && used > most / 10 * 8 {
            CheckStatus::Warning
        } else {
            CheckStatus::Pass
        };
        let check = CheckResult::new("stays within its clock", grade, found);
        if grade == CheckStatus::Pass {
            return check;
        }
        check.with_hint("the contest's machine may be slower: keep a margin of 20 %")
    }
}
