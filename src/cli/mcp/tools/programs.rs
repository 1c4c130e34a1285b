//! The tools that run programs: `feed`, `rejudge`, `check_bot` and `match`.
//!
//! Each is a command of kifu, run as it is on the command line.

use super::McpTool;
use crate::mcp::answer::{ToolAnswer, lines, paged};
use crate::mcp::child::{KifuCommand, KifuOutput};
use crate::mcp::library::LibraryReader;
use crate::mcp::place::parse_name;
use crate::mcp::session::{Session, ToolCall};
use kifu_logs::files::ReadOptions;
use kifu_logs::formats::to_json;
use kifu_study::failure::{Failure, FailureKind};
use schemars::JsonSchema;
use serde::Deserialize;
use std::ffi::OsString;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// The maximum time of a program, in seconds.
const MAX_SECONDS: u64 = 600;
/// The time after which a program ends unless another one is given, in seconds.
const DEFAULT_SECONDS: u64 = 120;
/// The maximum number of games of a match.
const MAX_MATCH_GAMES: u32 = 200;
/// The maximum number of bots of a match.
const MAX_MATCH_BOTS: usize = 8;

/// Runs a command of kifu in the first allowed folder.
fn run_kifu(
    session: &Session,
    call: &ToolCall,
    (args, input): (Vec<OsString>, String),
    seconds: Option<u64>,
) -> Result<KifuOutput, Failure> {
    let seconds = seconds.unwrap_or(DEFAULT_SECONDS);
    if !(1..=MAX_SECONDS).contains(&seconds) {
        let message = format!("seconds: expected 1 to {MAX_SECONDS}, found {seconds}");
        return Err(Failure::usage(message));
    }
    let command = KifuCommand {
        args,
        input,
        folder: session.folders().first()?.to_owned(),
        time: Duration::from_secs(seconds),
    };
    command.run(call)
}

/// Returns what a command printed as an answer; what it said on standard error comes last.
fn output_answer(name: &str, output: &KifuOutput, from: usize) -> Result<ToolAnswer, Failure> {
    if output.status == Some(2) {
        let message = format!("kifu {name}: {}{}", output.stdout, output.stderr);
        return Err(Failure::new(FailureKind::Input, message.trim_end()));
    }
    let heading = match output.status {
        Some(status) => format!("kifu {name}: exit status {status}"),
        None => format!("kifu {name}: its time was over, and it was ended"),
    };
    let mut rows = lines(&output.stdout);
    rows.extend(lines(&output.stderr));
    Ok(paged(&heading, &rows, from).into())
}

/// Returns an option with its value, which may begin with a dash.
fn option(name: &str, value: &str) -> OsString {
    format!("--{name}={value}").into()
}

/// The arguments of `feed`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Feed {
    /// The game, FILE#GAME.
    game: String,
    /// The ply whose move the bot is asked for, from 1 [default: the player's last turn].
    ply: Option<u32>,
    /// The player whose input it is: a name, first, second or a side.
    player: Option<String>,
    /// A program to ask at every turn so far; its answers are compared with the log.
    cmd: Option<String>,
    /// The time after which the program is ended, in seconds [default: 120].
    #[schemars(range(min = 1, max = 600))]
    seconds: Option<u64>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for Feed {
    const NAME: &'static str = "feed";
    const ABOUT: &'static str = "The lines that a bot read from the contest's jury up to one of \
        its turns in a recorded game; with `cmd` a program's answers there, compared with the log.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let name = parse_name(&self.game)?;
        let path = session.folders().find(&name.file)?;
        let mut args: Vec<OsString> = vec!["feed".into(), "--color=never".into()];
        args.push(option("game-index", &name.index.to_string()));
        args.extend(self.ply.map(|ply| option("ply", &ply.to_string())));
        args.extend(
            self.player
                .as_deref()
                .map(|player| option("player", player)),
        );
        args.extend(self.cmd.as_deref().map(|cmd| option("cmd", cmd)));
        args.extend(["--".into(), path.into_os_string()]);
        let output = run_kifu(session, call, (args, String::new()), self.seconds)?;
        output_answer("feed", &output, self.from)
    }
}

/// The arguments of `rejudge`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Rejudge {
    /// The games, each FILE#GAME.
    games: Vec<String>,
    /// The program to ask, with its arguments; `./bot` for one in the first allowed folder.
    cmd: String,
    /// The player in whose positions it is asked: a name, first, second or a side [default: both].
    player: Option<String>,
    /// The protocol that the program speaks: contest, gtp or ugi [default: contest].
    proto: Option<String>,
    /// Nodes with which kifu's engine compares moves that differ [default: 2000].
    #[schemars(range(min = 1, max = 1_000_000))]
    nodes: Option<u32>,
    /// The time after which the program is ended, in seconds [default: 120].
    #[schemars(range(min = 1, max = 600))]
    seconds: Option<u64>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for Rejudge {
    const NAME: &'static str = "rejudge";
    const ABOUT: &'static str = "Ask a bot for its moves in the positions of recorded games: same, \
        better, about equal, worse (by kifu's engine), fails or not asked.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        if self.games.is_empty() || self.games.len() > MAX_MATCH_GAMES as usize {
            let found = self.games.len();
            let message = format!("games: expected 1 to {MAX_MATCH_GAMES}, found {found}");
            return Err(Failure::usage(message));
        }
        let mut input = String::new();
        for name in &self.games {
            let game = session.load(&parse_name(name)?, call)?;
            input.push_str(&to_json(&game.checked.record));
            input.push('\n');
        }
        let mut args: Vec<OsString> = vec!["rejudge".into(), "--color=never".into()];
        args.extend([
            "--quiet".into(),
            "--from=jsonl".into(),
            option("cmd", &self.cmd),
        ]);
        args.extend(
            self.player
                .as_deref()
                .map(|player| option("player", player)),
        );
        args.extend(self.proto.as_deref().map(|proto| option("proto", proto)));
        args.extend(self.nodes.map(|nodes| option("nodes", &nodes.to_string())));
        args.push("-".into());
        let mut output = run_kifu(session, call, (args, input), self.seconds)?;
        // The games are numbered in the order in which they were sent.
        for (nth, name) in self.games.iter().enumerate() {
            output.stdout = output
                .stdout
                .replace(&format!("-:{nth}, "), &format!("{name}, "));
        }
        output_answer(
            "rejudge (values are estimates of kifu's engine)",
            &output,
            self.from,
        )
    }
}

/// The arguments of `check_bot`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CheckBot {
    /// The game to play: turn-right, atari-go, clobber, box or zuniq.
    game: String,
    /// The program, with its arguments; `./bot` for one in the first allowed folder.
    cmd: String,
    /// Test instead whether the program can be led to a position of a game in progress.
    #[serde(default)]
    lead: bool,
    /// The time after which the program is ended, in seconds [default: 120].
    #[schemars(range(min = 1, max = 600))]
    seconds: Option<u64>,
    /// The first row of the answer to show, from 0.
    #[serde(default)]
    from: usize,
}

impl McpTool for CheckBot {
    const NAME: &'static str = "check_bot";
    const ABOUT: &'static str = "Check that a bot follows its contest's protocol: first turn, \
        aborted game, whole games on either side; each problem with advice.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        let mut args: Vec<OsString> = vec!["check-bot".into(), "--color=never".into()];
        args.extend([option("game", &self.game), option("cmd", &self.cmd)]);
        if self.lead {
            args.push("--lead".into());
        }
        let output = run_kifu(session, call, (args, String::new()), self.seconds)?;
        output_answer("check-bot", &output, self.from)
    }
}

/// The arguments of `match`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlayMatch {
    /// The game to play: turn-right, atari-go, clobber, box or zuniq.
    game: String,
    /// The bots, such as `name=new,cmd=./mybot` or `builtin`; `./mybot` is in the first allowed
    /// folder.
    bots: Vec<String>,
    /// Games of each pair of bots, half of them with each side [default: 2].
    #[schemars(range(min = 1, max = 200))]
    games: Option<u32>,
    /// The clock: `30s` for a game, `1s,100ms` for the first turn and each later one [default: the
    /// contest's].
    clock: Option<String>,
    /// The random seed [default: 1].
    seed: Option<u64>,
    /// Random plies with which each pair of games begins [default: 0]. Bots that always play the
    /// same need some, or they repeat one game.
    #[schemars(range(min = 0, max = 20))]
    random_plies: Option<u32>,
    /// The time after which the match is ended, in seconds [default: 120]; what was played until
    /// then counts.
    #[schemars(range(min = 1, max = 600))]
    seconds: Option<u64>,
}

impl McpTool for PlayMatch {
    const NAME: &'static str = "match";
    const ABOUT: &'static str = "Play games between bots by the contest's rules, in pairs with the \
        same luck. The games stay open for the other tools; they are in a temporary folder that is \
        removed at the end of the connection.";

    fn answer(self, session: &Session, call: &ToolCall) -> Result<ToolAnswer, Failure> {
        static NUMBER: AtomicU32 = AtomicU32::new(1);
        let games = self.games.unwrap_or(2);
        if !(1..=MAX_MATCH_GAMES).contains(&games) {
            let message = format!("games: expected 1 to {MAX_MATCH_GAMES}, found {games}");
            return Err(Failure::usage(message));
        }
        if self.bots.len() > MAX_MATCH_BOTS {
            let found = self.bots.len();
            let message = format!("bots: expected at most {MAX_MATCH_BOTS}, found {found}");
            return Err(Failure::usage(message));
        }
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("match-{number}.ronl");
        let file = session.scratch()?.join(&name);
        let mut args: Vec<OsString> = vec!["match".into(), "--color=never".into()];
        args.push(option("game", &self.game));
        args.extend(self.bots.iter().map(|bot| option("bot", bot)));
        args.push(option("games", &games.to_string()));
        args.extend(self.clock.as_deref().map(|clock| option("clock", clock)));
        args.extend(self.seed.map(|seed| option("seed", &seed.to_string())));
        let random_plies = self.random_plies.map(|plies| plies.to_string());
        args.extend(random_plies.map(|plies| option("random-plies", &plies)));
        let mut output_option = OsString::from("--output=");
        output_option.push(&file);
        args.push(output_option);
        let output = run_kifu(session, call, (args, String::new()), self.seconds)?;
        let mut answer = output_answer("match", &output, 0)?;
        if file.is_file() {
            let folders = session.folders();
            let reader = LibraryReader {
                folders: &folders,
                options: ReadOptions::default(),
                selection: None,
                stop: &call.stop,
                progress: &|_| {},
            };
            let played = reader.read(&[folders.find(&name)?])?;
            let names = played.games.first().zip(played.games.last());
            if let Some((first, last)) = names {
                answer.text = format!("open: {} to {}\n{}", first.name, last.name, answer.text);
            }
            session.set_library(session.library().merged_with(played));
        }
        Ok(answer)
    }
}
