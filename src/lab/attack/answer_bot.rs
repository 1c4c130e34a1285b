//! A bot that plays honest random moves, and answers one turn with a random mutation of its move.
//!
//! It is the program of the lab itself, started as `kifu-lab attack-bot GAME SEED TURN LOG`, and
//! writes each of its answers to the log.

use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::search::{Level, Resources, SplitMix64};
use kifu_study::arena::{BuiltinBot, BuiltinConfig};
use std::fs::OpenOptions;
use std::io::Write;
use std::process::ExitCode;

/// The argument by which the lab becomes the bot.
pub const AS_BOT: &str = "attack-bot";
/// The line of the log with which a game starts.
pub const GAME_START: &str = "start";
/// The number of characters of an answer that the log keeps.
pub const MAX_LOGGED_CHARS: usize = 200;

/// Answers that are moves, or words of the dialogue, in one of the games or formats.
const FOREIGN_ANSWERS: &[&str] = &[
    "c3",
    "C3",
    "a1-a4-d4-d1",
    "a1-d1-d4-a4",
    "a1a4d4d1",
    "3 4",
    "3  4",
    "3,4",
    "-1 -1",
    "PASS",
    "pass",
    "PASS why",
    "e2e3",
    "e2 e3",
    "e2-e3",
    "E2E3",
    "e2e3!",
    "E5",
    "random",
    "RANDOM",
    "null",
    "Jjh",
    "jjh",
    "JjH",
    "Hh364521h",
    "364521",
    "Jj364521h",
    "364521Jjh",
    "Jjh 364521",
    "A2h",
    "A2h!",
    "A2h!!",
    "a2h",
    "A2H",
    "A2h !",
    "x",
    "Start",
    "Quit",
    "B",
    "W",
    "resign",
    "(;B[aa])",
    "?",
    "1. e4",
    "...",
    "> Jjh",
    "< A2h",
    "[12] A2h",
    "# A2h",
    "c:3",
    "moves: A2h",
    "(kifu:2)",
    "{}",
    "null null",
    "-",
    "=",
    "0",
    "1 1 comment",
    "a1b1 comment",
];

/// Plays the game until the jury ends it.
pub(crate) fn run(args: &[String]) -> ExitCode {
    let [game, seed, turn, log] = args else {
        return ExitCode::FAILURE;
    };
    let (Some(game), Ok(seed), Ok(turn)) =
        (by_id(CATALOGUE, game), seed.parse(), turn.parse::<u32>())
    else {
        return ExitCode::FAILURE;
    };
    let config = BuiltinConfig {
        level: Level::Random,
        clock: game.clock(),
        nodes: None,
        resources: Resources::new(1),
        seed,
    };
    let mut bot = BuiltinBot::new(game, &config);
    let mut log = OpenOptions::new().append(true).create(true).open(log).ok();
    let mut note = |line: &str| {
        if let Some(log) = &mut log {
            // Without the log the game is of no use, which shows.
            let _ = log.write_all(format!("{line}\n").as_bytes());
        }
    };
    note(GAME_START);
    let mut rng = SplitMix64::stream(seed, 1);
    let mut answer_count = 0_u32;
    let mut last_lines = Vec::new();
    for line in std::io::stdin().lines() {
        let Ok(line) = line else {
            break;
        };
        // After its odd answer the bot may no longer understand the jury.
        let Ok(answer) = bot.on_jury_line(&line) else {
            break;
        };
        last_lines.push(line);
        let Some(honest) = answer else {
            continue;
        };
        answer_count += 1;
        let is_odd = answer_count == turn;
        let answer = if is_odd {
            mutated(&honest, &last_lines, &mut rng)
        } else {
            Some(honest.into_bytes())
        };
        let Some(answer) = answer else {
            break;
        };
        let kind = if is_odd { 'm' } else { 'h' };
        for part in answer.split(|byte| *byte == b'\n') {
            let text = String::from_utf8_lossy(part);
            let text: String = text.chars().take(MAX_LOGGED_CHARS).collect();
            note(&format!("{kind}{text:?}"));
        }
        let mut out = std::io::stdout().lock();
        let written = out.write_all(&answer).and_then(|()| out.write_all(b"\n"));
        if written.and_then(|()| out.flush()).is_err() {
            break;
        }
        bot.on_answer_sent();
        if bot.is_finished() {
            break;
        }
    }
    ExitCode::SUCCESS
}

/// Returns a random mutation of a move, as bytes without the line feed at their end; `None` if the
/// bot is to exit without an answer. `lines` are those of the jury so far.
pub fn mutated(honest: &str, lines: &[String], rng: &mut SplitMix64) -> Option<Vec<u8>> {
    let pick = |rng: &mut SplitMix64, all: &[&str]| all[rng.index(all.len())].to_owned();
    let last = lines.last().map_or("", String::as_str);
    let at = rng.index(honest.len() + 1);
    let at = honest.floor_char_boundary(at);
    let (before, after) = honest.split_at(at);
    let text = match rng.index(20) {
        0 | 1 => pick(rng, FOREIGN_ANSWERS),
        // A tile, that of the turn or another one, in each place.
        2 => {
            let tile = if rng.index(2) == 0 { last } else { "364521" };
            format!("{before}{tile}{after}")
        }
        3 => last.to_owned(),
        4 => {
            let blank = pick(rng, &[" ", "  ", "\t", "\r", "\u{b}", "\u{a0}", "\u{3000}"]);
            format!("{before}{blank}{after}")
        }
        5 => honest.to_uppercase(),
        6 => honest.to_lowercase(),
        7 => {
            let control = pick(
                rng,
                &[
                    "\0",
                    "\u{1b}[2J",
                    "\u{7f}",
                    "\u{200b}",
                    "\u{202e}",
                    "\u{feff}",
                ],
            );
            format!("{before}{control}{after}")
        }
        8 => String::new(),
        9 => return None,
        10 => "A2h ".repeat(1 + rng.index(200_000)),
        11 => format!("{honest} {}", pick(rng, FOREIGN_ANSWERS)),
        12 => format!(
            "{honest}{}",
            pick(
                rng,
                &["!", "!!", "?", ".", ",", "h", "1", " good luck", "\thm"]
            )
        ),
        13 => format!("{honest}\n{}", pick(rng, FOREIGN_ANSWERS)),
        14 => format!(
            "{}{honest}",
            pick(
                rng,
                &["> ", "< ", "[12] ", "# ", "! ", "? ", "= ", "c:", " "]
            )
        ),
        15 => format!("{honest}{honest}"),
        16 => honest.chars().rev().collect(),
        17 => {
            // Another square, which may be a legal move.
            let mut bytes = honest.as_bytes().to_vec();
            let at = rng.index(bytes.len().max(1));
            if let Some(byte) = bytes.get_mut(at) {
                *byte = byte.wrapping_add(1);
            }
            return Some(bytes);
        }
        18 => return Some([before.as_bytes(), b"\xff\xfe", after.as_bytes()].concat()),
        _ => format!(
            "{before}{}{after}",
            pick(rng, &["-", "'", "\"", "(", "é", "１", "Ｊ", "🦀"])
        ),
    };
    Some(text.into_bytes())
}
