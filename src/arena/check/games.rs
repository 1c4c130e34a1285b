//! Whole games from both seats, against a quick and a slow opponent.

use super::super::entrant::{Entrant, Kind};
use super::super::fixture::Fixture;
use super::super::referee::{Terms, play};
use super::{Check, Grade};
use crate::contract::{Player, Setup};
use crate::files::Failure;
use crate::games::DynGame;
use crate::record::Record;
use crate::search::{Clock, Level, Resources};
use std::time::Duration;

/// How long the slow opponent thinks in a game.
const SLOW: Duration = Duration::from_secs(4);
/// More than so many bytes of standard error in a game are worth a word.
const WORDY: usize = 64 << 10;

fn opponent(slow: bool) -> Entrant {
    Entrant {
        name: "built-in".to_owned(),
        kind: Kind::Builtin {
            level: Level::Engine,
            nodes: (!slow).then_some(1),
            means: Resources::new(4),
            seed: 1,
        },
        clock: Some(Clock::Game(if slow { SLOW } else { Duration::ZERO })),
    }
}

/// Who failed, and why, in which game.
type Fault = (String, Record, Player);

/// What was seen in all games.
#[derive(Default)]
struct Seen {
    slowest: u32,
    longest: u64,
    wordy: usize,
    ahead: bool,
    exits: Vec<String>,
    games: u32,
}

pub(super) fn play_all(
    book: &'static dyn DynGame,
    entrant: &Entrant,
    pairs: u32,
    patience: Duration,
    tell: &mut dyn FnMut(Check),
) -> Result<(), Failure> {
    let terms = Terms {
        book,
        setup: Setup::default(),
        name: "check-bot".to_owned(),
        date: String::new(),
        id: String::new(),
        patience,
    };
    let mut seen = Seen::default();
    for (slow, seat) in [(false, 0), (false, 1), (true, 0), (true, 1)] {
        let player = Player::ALL[seat];
        let side = book.sides()[seat];
        let speed = if slow { "a slow" } else { "a quick" };
        let what = format!("plays {side} against {speed} opponent");
        let pairs = if slow { 1 } else { pairs };
        let mut fault: Option<Fault> = None;
        let mut plies = 0;
        for pair in 0..pairs {
            let other = opponent(slow);
            let players = if seat == 0 {
                [entrant, &other]
            } else {
                [&other, entrant]
            };
            let fixture = Fixture {
                index: 2 * pair + u32::try_from(seat).unwrap_or(0),
                round: 1,
                pair,
                players: [0, 1],
                seed: u64::from(pair) + 1,
                opening: Vec::new(),
            };
            let played = play(&terms, players, &fixture)?;
            plies += played.record.tokens().count() - book.lead_in();
            seen.take(&played.record, player, book);
            let key = ["arena.fault.first", "arena.fault.second"][seat];
            if let Some(why) = played.record.ext.get(key) {
                fault = Some((why.clone(), played.record, player));
                break;
            }
        }
        tell(verdict(&what, pairs, plies, fault));
    }
    seen.tell(book, entrant, tell);
    Ok(())
}

fn verdict(what: &str, games: u32, plies: usize, fault: Option<Fault>) -> Check {
    let Some((why, record, player)) = fault else {
        let games = if games == 1 {
            "1 game".to_owned()
        } else {
            format!("{games} games")
        };
        return Check::new(what, Grade::Good, format!("{games}, {plies} plies"));
    };
    let check = Check::new(what, Grade::Bad, why.clone()).seen(&record, player);
    if why.contains(": timeout") {
        check.hint("does it think too long, or wait for a line that does not come?")
    } else if why.contains(": crash") {
        check.hint("its words on standard error, below, may tell why")
    } else {
        check
    }
}

impl Seen {
    fn take(&mut self, record: &Record, player: Player, book: &dyn DynGame) {
        self.games += 1;
        let Ok(mut table) = book.start(&record.setup) else {
            return;
        };
        let mut words = 0;
        for (index, token) in record.tokens().enumerate() {
            let ply = u32::try_from((index + 1).saturating_sub(book.lead_in())).unwrap_or(0);
            if table.mover() == Some(player) {
                let time = record.times_ms.get_ms(ply).unwrap_or(0);
                self.slowest = self.slowest.max(time);
                words += record.notes.get(&ply).map_or(0, |note| note.stderr.len());
            }
            let _ = table.play(token);
        }
        self.longest = self.longest.max(record.player(player).time_ms.unwrap_or(0));
        self.wordy = self.wordy.max(words);
        self.ahead |= record.ext.contains_key("arena.ahead");
        let key = ["arena.exit.first", "arena.exit.second"][player.index()];
        self.exits.extend(record.ext.get(key).cloned());
    }

    fn tell(self, book: &dyn DynGame, entrant: &Entrant, tell: &mut dyn FnMut(Check)) {
        tell(self.speed(entrant.clock.unwrap_or(book.clock())));
        let good = "ended with status 0";
        let bad = self.exits.iter().find(|exit| *exit != good);
        tell(match bad {
            None => Check::new("ends after the game", Grade::Good, good),
            Some(exit) => Check::new("ends after the game", Grade::Odd, format!("it {exit}")).hint(
                "read until the jury says the end, or the input ends; then exit with status 0",
            ),
        });
        if self.ahead {
            let found = "a line stood there before the question";
            tell(Check::new("speaks when asked", Grade::Odd, found).hint(
                "write one line for each question; what is written early counts as the next answer",
            ));
        }
        if self.wordy > WORDY {
            let found = format!("{} bytes on standard error in a game", self.wordy);
            tell(
                Check::new("is brief on standard error", Grade::Odd, found)
                    .hint("contests cut it off, and some stop the program"),
            );
        }
    }

    fn speed(&self, clock: Clock) -> Check {
        let (used, most) = match clock {
            Clock::Game(all) => (self.longest, all),
            Clock::Turn { then, .. } => (u64::from(self.slowest), then),
        };
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX);
        let whole = if matches!(clock, Clock::Game(_)) {
            "the longest game"
        } else {
            "the longest turn"
        };
        let found = format!("{whole} took {used} ms of {most} ms");
        let grade = if most > 0 && used > most / 10 * 8 {
            Grade::Odd
        } else {
            Grade::Good
        };
        let check = Check::new("keeps below its clock", grade, found);
        if grade == Grade::Good {
            return check;
        }
        check.hint("the contest's machine may be slower; leave a margin of a fifth")
    }
}
