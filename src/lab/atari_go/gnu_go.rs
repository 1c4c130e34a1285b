//! GNU Go (the program `gnugo`, by the Go Text Protocol) as an opponent for captures over 80 plies.

use kifu_core::contract::{Game as _, Rules as _};
use kifu_core::games::atari_go::{AtariGo, Move, Position};
use kifu_study::failure::{Failure, FailureKind};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

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

    /// Returns GNU Go's move in a position that it was told all moves of.
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

    /// Tells GNU Go a move of either player.
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
