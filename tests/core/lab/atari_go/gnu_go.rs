//! GNU Go (the program `gnugo`, by the Go Text Protocol) as an opponent for captures over 80 plies.

use super::strength::{Plays, Timed, match_up};
use crate::common::setting;
use kifu::contract::{Game, Rules as _};
use kifu::games::atari_go::{AtariGo, Move, Position};
use kifu::internals::atari_go::{AtariGoEngine, AtariGoParams};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

pub(crate) struct GnuGo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    seed: u32,
}

impl Drop for GnuGo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl GnuGo {
    /// Its games are by chance from `seed` on. `None` if there is no such program.
    pub(crate) fn start(level: u32, seed: u32) -> Option<Self> {
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
        let mut child = program?;
        let (input, output) = (child.stdin.take()?, child.stdout.take()?);
        Some(Self {
            child,
            input,
            output: BufReader::new(output),
            seed,
        })
    }

    /// The answer to a command, without the sign of success; `None` if it failed.
    fn ask(&mut self, command: &str) -> Option<String> {
        writeln!(self.input, "{command}").unwrap();
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "it ended at {command}"
            );
            if line.trim().is_empty() {
                break;
            }
            answer.push_str(line.trim());
        }
        Some(answer.strip_prefix('=')?.trim().to_owned())
    }
}

fn color(position: &Position) -> &'static str {
    ["black", "white"][position.to_move().index()]
}

impl Plays for GnuGo {
    fn begin(&mut self) {
        self.seed += 1;
        let seed = format!("set_random_seed {}", self.seed);
        for command in ["boardsize 9", "komi 0", "clear_board", &seed] {
            self.ask(command);
        }
    }

    /// Where it would pass or give up it is asked to take the dead stones; what is no legal move
    /// for us is a pass.
    fn play(&mut self, position: &Position, _seed: u64) -> Move {
        let color = color(position);
        let mut word = self.ask(&format!("reg_genmove {color}")).unwrap();
        if word == "PASS" || word == "resign" {
            let cleanup = self.ask(&format!("kgs-genmove_cleanup {color}"));
            // It has played that now.
            self.ask("undo");
            word = cleanup.unwrap_or_else(|| "PASS".to_owned());
        }
        let read = AtariGo::parse(word.as_bytes());
        let mv = read.ok().and_then(|parsed| parsed.step.mv);
        mv.filter(|mv| position.check(mv).is_ok())
            .unwrap_or(Move::Pass)
    }

    fn see(&mut self, before: &Position, mv: Move) {
        let played = self.ask(&format!("play {} {mv}", color(before)));
        assert!(played.is_some(), "it refused {mv}");
    }
}

/// The first seed of the games that are played here; no net has learned from one of these.
const UNSEEN: u32 = 1_000_000;

/// With the contest's clock, or as many milliseconds of processor time a move as `MS` says.
#[test]
#[ignore = "many minutes: 100 games with GNU Go"]
fn strength_against_gnu_go() {
    let Some(gnugo) = GnuGo::start(setting("LEVEL", 10), UNSEEN) else {
        println!("skipped: there is no program gnugo here");
        return;
    };
    let games = setting("GAMES", 100);
    let time = Duration::from_millis(setting("MS", 100));
    let kifu = Timed(AtariGoEngine::with_params(64, AtariGoParams::BEST), time);
    let mut players: [Box<dyn Plays>; 2] = [Box::new(kifu), Box::new(gnugo)];
    assert!(match_up("GNU Go", &mut players, games) >= 0.95);
}
