//! The opponents of the engine for Atari Go, one of which is GNU Go: the program `gnugo`, by the Go
//! Text Protocol, for captures over 80 plies.

use super::start_position;
use crate::duel::player::MEMORY_MB;
use crate::duel::{
    Bar, DuelGame, DuelOpenings, DuelPlayer, Opponent, PlayerBudget, PolicyPlayer, new_engine,
    token,
};
use kifu_core::contract::{Game as _, Player, Rules as _, StepOf};
use kifu_core::games::atari_go::engine::{AtariGoEngine, AtariGoParams};
use kifu_core::games::atari_go::{AtariGo, Move, Point, Position};
use kifu_core::search::SplitMix64;
use kifu_study::failure::{Failure, FailureKind};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The usual budget.
const BUDGET: PlayerBudget = PlayerBudget::Time(Duration::from_millis(10));
/// The stones of an opening.
const OPENING_STONES: u16 = 4;
/// The seeds of GNU Go in duels begin here; no net was trained on a game with one of them.
const FIRST_GNU_GO_SEED: u64 = 1_000_000;

/// The duels of Atari Go.
pub const DUEL: DuelGame = DuelGame {
    id: AtariGo::INFO.id,
    engine: new_engine::<AtariGo>,
    opponents: &[
        Opponent::new(
            ("uct", "plain UCT with the engine's playouts"),
            BUDGET,
            Bar::Score(80.0),
            |settings| {
                let engine = AtariGoEngine::with_params(MEMORY_MB, AtariGoParams::UCT);
                settings.engine::<AtariGo>(Box::new(engine))
            },
        ),
        Opponent::itself::<AtariGo>(BUDGET, Bar::Score(60.0)),
        Opponent::new(
            ("greedy", "captures what it can, and else avoids atari"),
            BUDGET,
            Bar::Score(99.0),
            |settings| settings.player::<AtariGo>(PolicyPlayer::new(greedy_value, settings.seed)),
        ),
        Opponent::random::<AtariGo>(BUDGET),
        Opponent {
            games: 100,
            ..Opponent::new(
                ("gnu-go", "the program GNU Go"),
                PlayerBudget::Time(Duration::from_millis(100)),
                Bar::Score(95.0),
                |settings| {
                    settings.player(GnuGoPlayer {
                        program: None,
                        level: settings.level,
                        seed: FIRST_GNU_GO_SEED + settings.seed,
                    })
                },
            )
        },
    ],
    openings: DuelOpenings::Drawn(|_, random| opening(random)),
    margin_unit: "stones",
    counted_ending: None,
};

/// Draws the first stones, all near the middle.
fn opening(random: &mut SplitMix64) -> Vec<String> {
    let (mut position, mut tokens) = (start_position(), Vec::new());
    while position.turns_played() < OPENING_STONES {
        let mut line = || 2 + random.below(5) as u8;
        let Some(point) = Point::new(line(), line()) else {
            continue;
        };
        let mv = Move::Stone(point);
        if position.check(&mv).is_ok() {
            position.apply(&mv);
            tokens.push(token::<AtariGo>(mv));
        }
    }
    tokens
}

/// Returns the value of a move: stones captured, then the liberties of the new stone, up to three.
fn greedy_value(position: &Position, mv: Move) -> i32 {
    let mover = position.to_move().index();
    let mut after = position.clone();
    after.apply(&mv);
    let captured = i32::from(after.captures()[mover]) - i32::from(position.captures()[mover]);
    let liberties = match mv {
        Move::Stone(point) => after.liberty_count(point).min(3) as i32,
        Move::Pass => 2,
    };
    10 * captured + liberties
}

/// GNU Go as a player, whose program is started for each game.
struct GnuGoPlayer {
    program: Option<GnuGo>,
    level: u32,
    seed: u64,
}

impl GnuGoPlayer {
    fn program(&mut self) -> Result<&mut GnuGo, Failure> {
        let missing = || Failure::internal("a move before the game");
        self.program.as_mut().ok_or_else(missing)
    }
}

impl DuelPlayer<AtariGo> for GnuGoPlayer {
    fn new_game(&mut self, _start: &Position, _seat: Player) -> Result<(), Failure> {
        self.program = Some(GnuGo::start(self.level, self.seed)?);
        Ok(())
    }

    fn observe(&mut self, before: &Position, step: &StepOf<AtariGo>) -> Result<(), Failure> {
        match step.mv {
            Some(mv) => self.program()?.play(before, mv),
            None => Ok(()),
        }
    }

    fn choose(&mut self, position: &Position) -> Result<Move, Failure> {
        self.program()?.generate(position)
    }
}

/// A running GNU Go.
pub struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the failure of a GNU Go that cannot be talked to.
fn broken(what: impl std::fmt::Display) -> Failure {
    Failure::new(FailureKind::Input, format!("gnugo: {what}"))
}

impl GnuGo {
    /// Starts the program with a level from 1 to 10, at the start of a game with this seed.
    ///
    /// # Errors
    /// Returns an error if there is no such program.
    pub fn start(level: u32, seed: u64) -> Result<Self, Failure> {
        let program = ["gnugo", "/usr/games/gnugo"].into_iter().find_map(|name| {
            Command::new(name)
                .args(["--mode", "gtp", "--chinese-rules", "--level"])
                .arg(level.to_string())
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .spawn()
                .ok()
        });
        let mut child = program.ok_or_else(|| {
            broken("expected the program `gnugo` in the PATH or in /usr/games, found none")
                .hint("install GNU Go 3.8, or choose settings without it")
        })?;
        let pipes = child.stdin.take().zip(child.stdout.take());
        let (input, output) = pipes.ok_or_else(|| broken("it has no pipes"))?;
        let mut gnu_go = Self {
            child,
            input,
            output: BufReader::new(output),
        };
        let seed = format!("set_random_seed {}", seed % (1 << 31));
        for command in ["boardsize 9", "komi 0", "clear_board", &seed] {
            gnu_go.ask(command)?;
        }
        Ok(gnu_go)
    }

    /// Returns the answer to a command, or `None` if GNU Go refuses it.
    fn ask(&mut self, command: &str) -> Result<Option<String>, Failure> {
        writeln!(self.input, "{command}").map_err(broken)?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line).map_err(broken)? == 0 {
                return Err(broken(format!("it ended at `{command}`")));
            }
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(line.trim());
        }
        Ok(answer
            .strip_prefix('=')
            .map(|answer| answer.trim().to_owned()))
    }

    /// Returns GNU Go's move in a position whose moves it has all received.
    ///
    /// Where it would pass or resign it is asked to capture the dead stones. A move that is not
    /// legal here becomes a pass.
    ///
    /// # Errors
    /// Returns an error if the program has ended.
    pub fn generate(&mut self, position: &Position) -> Result<Move, Failure> {
        let color = gtp_color(position);
        let refused = || broken("it refuses to move");
        let mut word = self
            .ask(&format!("reg_genmove {color}"))?
            .ok_or_else(refused)?;
        if word == "PASS" || word == "resign" {
            let cleanup = self.ask(&format!("kgs-genmove_cleanup {color}"))?;
            // That command plays the move.
            self.ask("undo")?;
            word = cleanup.unwrap_or_else(|| "PASS".to_owned());
        }
        let parsed = AtariGo::parse(word.as_bytes());
        let mv = parsed.ok().and_then(|parsed| parsed.step.mv);
        Ok(mv
            .filter(|mv| position.check(mv).is_ok())
            .unwrap_or(Move::Pass))
    }

    /// Sends GNU Go a move of either player.
    ///
    /// # Errors
    /// Returns an error if it refuses the move.
    pub fn play(&mut self, before: &Position, mv: Move) -> Result<(), Failure> {
        let played = self.ask(&format!("play {} {mv}", gtp_color(before)))?;
        let refused = || broken(format!("it refuses {mv}"));
        played.map(|_| ()).ok_or_else(refused)
    }
}

/// Returns the color that is to move, as GTP names it.
fn gtp_color(position: &Position) -> &'static str {
    ["black", "white"][position.to_move().index()]
}
