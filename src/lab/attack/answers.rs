//! Bots that answer nonsense: each answer is played or judged, no answer decides what the referee
//! draws, and none ends the match.

use super::Trial;
use super::answer_bot::{AS_BOT, GAME_START};
use super::sandbox::{Sandbox, words};
use kifu_core::contract::Player;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::{Record, read_ron};
use kifu_study::failure::Failure;

/// The bot's name in its matches.
const ODD_BOT: &str = "odd";

/// A game of the bot with the odd answer.
#[derive(Clone, Debug)]
pub struct OddGame {
    /// The record of the game.
    pub record: Record,
    /// The record of the game that has the same seed and an honest bot.
    pub honest: Record,
    /// The bot's answers, in order.
    pub answers: Vec<LoggedAnswer>,
}

/// An answer as the bot has logged it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedAnswer {
    /// The line.
    pub text: String,
    /// Whether it is the bot's own legal move.
    pub is_honest: bool,
}

impl LoggedAnswer {
    fn parse(line: &str) -> Option<Self> {
        let mut chars = line.chars();
        let is_honest = chars.next()? == 'h';
        let text: String = ron::from_str(chars.as_str()).ok()?;
        Some(Self { text, is_honest })
    }
}

/// A ply of a record.
struct RecordedPly<'a> {
    number: u32,
    player: Option<Player>,
    token: &'a str,
}

impl OddGame {
    /// Returns what is wrong: other chance events than those of the seed, an answer that was neither
    /// played as it is nor judged, an honest one that was judged.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let Some(game) = by_id(CATALOGUE, &self.record.game) else {
            return vec![format!("unknown game: {}", self.record.game)];
        };
        if self.record.setup != self.honest.setup {
            faults.push("the setup is not that of the seed".to_owned());
        }
        let chance = |record: &Record| -> Vec<Option<String>> {
            record.tokens().map(|token| game.chance_of(token)).collect()
        };
        let drawn = chance(&self.record).into_iter().zip(chance(&self.honest));
        for (at, (found, expected)) in drawn.enumerate() {
            if found != expected {
                faults.push(format!(
                    "token {at} has the chance event {found:?}, the seed gives {expected:?}"
                ));
            }
        }
        let is_first = self.record.players.0.name == ODD_BOT;
        let player = if is_first {
            Player::First
        } else {
            Player::Second
        };
        let key = ["arena.fault.first", "arena.fault.second"][player.index()];
        let failure = self.record.ext.get(key);
        let mut answers = self.answers.iter();
        let mut is_honest_so_far = true;
        for ply in plies(&self.record, game) {
            let by = self.record.notes.get(&ply.number).and_then(|note| note.by);
            if ply.player != Some(player) || by.is_some() {
                continue;
            }
            let Some(answer) = answers.next() else {
                faults.push(format!("ply {}: played without an answer", ply.number));
                break;
            };
            is_honest_so_far &= answer.is_honest;
            if !is_played_as(game, &self.record, ply.token, &answer.text) {
                let (number, token, text) = (ply.number, ply.token, &answer.text);
                faults.push(format!("ply {number}: {text:?} is played as `{token}`"));
            }
        }
        // The first answer that was not played is the one that failed.
        let is_illegal = failure.is_some_and(|reason| reason.contains(": illegal"));
        let failed = answers.next();
        if is_illegal && is_honest_so_far && failed.is_some_and(|answer| answer.is_honest) {
            faults.push(format!(
                "an honest answer is judged: {failure:?}, {failed:?}"
            ));
        }
        let others = ["arena.fault.first", "arena.fault.second"];
        let has_end = others.iter().any(|key| self.record.ext.contains_key(*key))
            || self.record.result.is_some();
        if let Some(answer) = failed.filter(|answer| !answer.is_honest)
            && failure.is_none()
            && !has_end
        {
            faults.push(format!("{:?} is neither played nor judged", answer.text));
        }
        faults
    }
}

/// Returns the plies of a record with their players.
fn plies<'a>(record: &'a Record, game: &'static dyn DynGame) -> Vec<RecordedPly<'a>> {
    let lead_in = game.info().lead_in;
    let Ok(mut state) = game.start(&record.setup) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (at, token) in record.tokens().enumerate() {
        let player = state.mover();
        if state.play(token).is_err() {
            break;
        }
        if let Some(number) = (at + 1).checked_sub(lead_in).filter(|number| *number > 0) {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            all.push(RecordedPly {
                number,
                player,
                token,
            });
        }
    }
    all
}

/// Reports whether an answer may be played as this token, by the chapter on bots.
fn is_played_as(game: &dyn DynGame, record: &Record, token: &str, answer: &str) -> bool {
    let spelling = game.contest_spelling(&record.setup, token);
    let spelling = spelling.as_deref().unwrap_or(token);
    match game.id() {
        "box" => {
            let place: String = token.chars().filter(|c| !c.is_ascii_digit()).collect();
            answer.trim_end() == place
        }
        "zuniq" => answer.split_whitespace().collect::<String>() == spelling,
        // The contest's referee reads the start of the first word.
        "clobber" => answer.starts_with(spelling) || answer.split(' ').next() == Some("random"),
        "turn-right" => {
            let corners = |text: &str| {
                let mut corners: Vec<String> = text.trim().split('-').map(str::to_owned).collect();
                corners.sort();
                corners
            };
            corners(answer) == corners(spelling)
        }
        // Numbers may have zeros in front.
        _ => {
            let pair = |text: &str| {
                let mut words = text.split(' ').map(str::parse::<u32>);
                words.next()?.ok().zip(words.next()?.ok())
            };
            answer == spelling || pair(answer).is_some_and(|it| pair(spelling) == Some(it))
        }
    }
}

/// Lets a bot with an odd answer play a match, and sometimes be checked.
pub(super) fn round(trial: &mut Trial<'_>) -> Result<(), Failure> {
    let mut sandbox = Sandbox::new(trial.tools)?;
    let game = trial.pick(CATALOGUE);
    let seed = trial.rng.index(100_000);
    let last_turn = trial.pick(&[2, 12]);
    let turn = 1 + trial.rng.index(last_turn);
    let log = sandbox.path("answers.log");
    let lab = &trial.tools.lab;
    let id = game.id();
    let bot = format!("{lab} {AS_BOT} {id} {seed} {turn} {}", log.display());
    let line = format!("match --game {id} --clock 60s --games 2 --jobs 1 --seed {seed} -q");
    let command = |bot: String, output: &str| {
        let mut args = words(&line);
        args.extend(words("--bot"));
        args.push(bot);
        args.extend(words("--bot name=good,builtin,level=random -o"));
        args.push(output.to_owned());
        args
    };
    let honest = sandbox.run(&command(
        format!("name={ODD_BOT},builtin,level=random"),
        "honest.ronl",
    ))?;
    let run = sandbox.run(&command(format!("name={ODD_BOT},cmd={bot}"), "m.ronl"))?;
    let mut faults: Vec<String> = run.breakdown(None).into_iter().collect();
    if (honest.code(), run.code()) != (Some(0), Some(0)) {
        faults.push(format!("the match ends with {:?}: {}", run.status, run.err));
    }
    let records = |name: &str| -> Vec<Record> {
        let text = sandbox.read(name);
        let mut records: Vec<Record> = text
            .lines()
            .filter_map(|line| read_ron(line).ok())
            .collect();
        records.sort_by_key(|record| record.source.id.clone());
        records
    };
    let (odd_games, honest_games) = (records("m.ronl"), records("honest.ronl"));
    let log = sandbox.read("answers.log");
    let game_start = format!("{GAME_START}\n");
    let mut logs = log.split(&game_start).skip(1);
    if (odd_games.len(), honest_games.len()) != (2, 2) {
        let counts = (odd_games.len(), honest_games.len());
        faults.push(format!(
            "expected two games of each match, found {counts:?}"
        ));
    }
    for (record, honest) in odd_games.into_iter().zip(honest_games) {
        let answers = logs.next().unwrap_or_default().lines();
        let answers: Vec<LoggedAnswer> = answers.filter_map(LoggedAnswer::parse).collect();
        let odd = answers.iter().filter(|answer| !answer.is_honest);
        let odd = odd.map(|answer| format!("{:?}", answer.text));
        sandbox.note(format!(
            "# odd answers: {}",
            odd.collect::<Vec<_>>().join(", ")
        ));
        let game = OddGame {
            record,
            honest,
            answers,
        };
        faults.extend(game.faults());
    }
    let valid = sandbox.run(&words("validate --strict m.ronl"))?;
    if valid.code() != Some(0) {
        faults.push(format!(
            "the match's file is not valid: {}{}",
            valid.out, valid.err
        ));
    }
    trial.observe(&mut sandbox, faults);
    if trial.chance(10) {
        let mut args = words(&format!(
            "check-bot --game {id} --games 1 --clock 60s --cmd"
        ));
        args.push(bot);
        let run = sandbox.run(&args)?;
        let mut faults: Vec<String> = run.breakdown(None).into_iter().collect();
        if !matches!(run.code(), Some(0 | 1)) {
            faults.push(format!("check-bot ends with {:?}: {}", run.status, run.err));
        }
        trial.observe(&mut sandbox, faults);
    }
    Ok(())
}
