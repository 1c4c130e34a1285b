//! The built-in bot as an engine that speaks UGI, the Universal Game Interface (kz04px, *cutegames*,
//! `ugi.md`): `position startpos moves e2e3 ...`, `go nodes 1000`, `bestmove a3a2`.
//!
//! A position is `startpos`, or `fen` and kifu's position text. Moves are the canonical tokens of
//! records; the last one may be a chance outcome that is dealt to the player to move (Box:
//! `531624`). An error is answered by a line `info string error: ...`, and the position before it
//! is lost: a search without a position answers `bestmove none`.

use super::builtin::{BuiltinConfig, TurnTimer};
use kifu_core::contract::{Faults, Player, Setup, Turn, Winner, printable};
use kifu_core::games::{DynEngine, DynGame, DynState};
use kifu_core::search::{Clock, Limits, MoveChoice, SearchRequest};
use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The maximum number of characters of the input that an error shows.
const MAX_SHOWN_CHARS: usize = 100;

/// The line with which a UGI session begins.
pub const UGI_START: &str = "ugi";

/// The built-in bot as an engine that speaks UGI.
pub struct UgiEngine {
    game: &'static dyn DynGame,
    config: BuiltinConfig,
    engine: Box<dyn DynEngine>,
    /// The position to search; `None` after an error.
    position: Option<PlayedPosition>,
}

/// A position with the moves that lead to it.
struct PlayedPosition {
    start: String,
    /// The position before each step, and its token.
    steps: Vec<(String, String)>,
    state: Box<dyn DynState>,
}

/// The reaction to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UgiReply {
    /// These lines are the answer; there may be none.
    Lines(Vec<String>),
    /// The session is over.
    Quit,
}

impl UgiEngine {
    /// Creates an engine at the start position.
    pub fn new(game: &'static dyn DynGame, config: &BuiltinConfig) -> Self {
        Self {
            game,
            config: *config,
            engine: game.engine_at_level(config.level, config.resources),
            position: played_position(game, &["startpos"]).ok(),
        }
    }

    /// Takes a line. A search ends soon after `stop` was set.
    pub fn on_line(&mut self, line: &str, stop: &AtomicBool) -> UgiReply {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((command, rest)) = words.split_first() else {
            return UgiReply::Lines(Vec::new());
        };
        let lines = match *command {
            "ugi" => vec![
                format!("id name kifu {}", self.engine.name()),
                "id author kifu".to_owned(),
                "ugiok".to_owned(),
            ],
            "isready" => vec!["readyok".to_owned()],
            "position" => match played_position(self.game, rest) {
                Ok(position) => {
                    self.position = Some(position);
                    Vec::new()
                }
                Err(why) => {
                    self.position = None;
                    vec![error_line(&why)]
                }
            },
            "go" => self.search(rest, stop),
            "query" => vec![self.query(rest)],
            "quit" => return UgiReply::Quit,
            // There is nothing to set, and nothing to stop between searches.
            "uginewgame" | "setoption" | "stop" | "ponderhit" | "debug" => Vec::new(),
            other => vec![error_line(&format!(
                "expected a command of UGI, found {other}"
            ))],
        };
        UgiReply::Lines(lines)
    }

    fn search(&mut self, options: &[&str], stop: &AtomicBool) -> Vec<String> {
        match self.choose(options, stop) {
            Ok(lines) => lines,
            Err(why) => vec![error_line(&why), "bestmove none".to_owned()],
        }
    }

    /// Searches the position, and returns the lines with the value and the move.
    fn choose(&mut self, options: &[&str], stop: &AtomicBool) -> Result<Vec<String>, String> {
        let started_at = Instant::now();
        let position = self.position.as_ref();
        let position = position.ok_or_else(|| "expected a position, found none".to_owned())?;
        let Turn::Player(seat) = position.state.turn() else {
            return Err(match position.state.turn() {
                Turn::Chance => "expected a chance outcome after the moves, found none".to_owned(),
                _ => "expected a game in progress, found one that is over".to_owned(),
            });
        };
        let text = position.state.position();
        let limits = GoOptions::parse(options)?;
        let failed = |error: kifu_core::contract::ParseError| error.to_string();
        self.engine
            .new_game(&position.start, seat)
            .map_err(failed)?;
        for (before, token) in &position.steps {
            self.engine.observe(before, token).map_err(failed)?;
        }
        let elapsed = || started_at.elapsed();
        let time = self.thinking_time(&limits, seat, &text);
        let limits = Limits {
            nodes: limits.nodes.into_iter().chain(self.config.nodes).min(),
            depth: limits.depth,
            time,
            elapsed: Some(&elapsed),
            ..Limits::default()
        };
        let request = SearchRequest::new(limits.stopped_by(stop)).seed(self.config.seed);
        let choice = self.engine.choose_with_report(&text, &request);
        let choice = choice.map_err(failed)?;
        let choice = choice.ok_or_else(|| "expected a legal move, found none".to_owned())?;
        Ok(vec![
            info_line(&choice, started_at.elapsed()),
            format!("bestmove {}", choice.mv),
        ])
    }

    /// Returns the time for the search; `None` if something else limits it.
    fn thinking_time(&self, options: &GoOptions, seat: Player, position: &str) -> Option<Duration> {
        if options.move_time.is_some() || options.is_infinite {
            return options.move_time;
        }
        let clock = match options.times[seat.index()] {
            Some(left) => Clock::Game(left),
            None if options.nodes.is_some() || options.depth.is_some() => return None,
            None if self.config.clock.is_off() => {
                return self
                    .config
                    .nodes
                    .is_none()
                    .then_some(Duration::from_secs(1));
            }
            None => self.config.clock,
        };
        TurnTimer::new(clock).thinking_time(self.engine.as_ref(), position)
    }

    fn query(&self, question: &[&str]) -> String {
        let Some(position) = &self.position else {
            return error_line("expected a position, found none");
        };
        let state = &position.state;
        let answer = match question {
            ["gameover"] => (state.turn() == Turn::Over).to_string(),
            ["p1turn"] => (state.mover() == Some(Player::First)).to_string(),
            ["result"] => match state.outcome(Faults::NONE).winner {
                Some(Winner::First) => "p1win".to_owned(),
                Some(Winner::Second) => "p2win".to_owned(),
                Some(Winner::Draw) => "draw".to_owned(),
                None => "none".to_owned(),
            },
            _ => return error_line("expected gameover, p1turn or result after query"),
        };
        format!("response {answer}")
    }
}

/// Returns the line for an error.
fn error_line(why: &str) -> String {
    format!("info string error: {}", printable(why, MAX_SHOWN_CHARS))
}

/// Returns the line with the value of the move; the win probability is of the player to move.
fn info_line(choice: &MoveChoice<String>, time: Duration) -> String {
    let report = &choice.report;
    let mut text = format!("info nodes {} time {}", report.nodes, time.as_millis());
    let mut lines = report.lines.iter();
    if let Some(line) = lines.find(|line| line.mv == choice.reported_move) {
        let _ = write!(text, " pv {}", line.pv.join(" "));
        let _ = write!(text, " string win={:.4}", line.value.win);
        if let Some(points) = line.value.points {
            let _ = write!(text, " points={points:.2}");
        }
        let _ = write!(text, " nodes={}", report.nodes);
    }
    text
}

/// Parses `startpos [moves ...]` or `fen TEXT [moves ...]` and plays the moves.
fn played_position(game: &'static dyn DynGame, words: &[&str]) -> Result<PlayedPosition, String> {
    let at = words.iter().position(|word| *word == "moves");
    let (start, moves) = words.split_at(at.unwrap_or(words.len()));
    let moves = moves.get(1..).unwrap_or_default();
    let (setup, lead_in) = match start.split_first() {
        Some((&"startpos", [])) => (Setup::default(), None),
        Some((&"fen", text)) => {
            let text = text.join(" ");
            game.setup_at(&text).map_err(|error| error.to_string())?
        }
        _ => return Err("expected startpos or fen after position".to_owned()),
    };
    let mut state = game.start(&setup).map_err(|error| error.to_string())?;
    let start = state.position();
    let mut steps = Vec::new();
    let lead_in = lead_in.iter().map(String::as_str);
    for token in lead_in.chain(moves.iter().copied()) {
        let before = state.position();
        if let Err(error) = state.play(token) {
            // A chance outcome alone is no move, but it may be dealt.
            match state.apply_chance(token) {
                Ok(None) => {}
                _ => return Err(format!("`{}`: {error}", printable(token, 40))),
            }
        }
        steps.push((before, token.to_owned()));
    }
    Ok(PlayedPosition {
        start,
        steps,
        state,
    })
}

/// The limits in a command `go`.
#[derive(Default)]
struct GoOptions {
    nodes: Option<u64>,
    depth: Option<u32>,
    move_time: Option<Duration>,
    /// The time left of each player.
    times: [Option<Duration>; 2],
    is_infinite: bool,
}

impl GoOptions {
    fn parse(words: &[&str]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            if *word == "infinite" {
                options.is_infinite = true;
                continue;
            }
            let number = words.next().and_then(|number| number.parse::<u64>().ok());
            let Some(number) = number else {
                let word = printable(word, 40);
                return Err(format!("expected a number after `{word}`, found none"));
            };
            let time = Duration::from_millis(number);
            match *word {
                "nodes" => options.nodes = Some(number),
                "depth" => options.depth = u32::try_from(number).ok(),
                "movetime" => options.move_time = Some(time),
                "p1time" => options.times[0] = Some(time),
                "p2time" => options.times[1] = Some(time),
                // The time left is enough to know.
                "p1inc" | "p2inc" | "movestogo" => {}
                _ => {
                    let word = printable(word, 40);
                    return Err(format!("expected an option of `go`, found `{word}`"));
                }
            }
        }
        Ok(options)
    }
}
