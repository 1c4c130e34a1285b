//! Bots that fail in some positions to which they are led: a failure is their answer if they can be
//! led at all.

use super::{bot_folder, good};
use crate::kifu;
use kifu::record::{Record, read_ron};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_study::arena::{
    AskMethod, AskedPosition, BotAnswer, CommandSpec, Contestant, ContestantKind, NotAskedReason,
    PositionAsker,
};
use std::fs;
use std::path::Path;
use std::time::Duration;

const HIDDEN_BOARD: [&str; 3] = ["zuniq", "box", "turn-right"];

/// Fails if the line `Opening` has at least LIMIT moves, and is `kifu play` otherwise.
const LED: &str = r#"echo . >> FOLDER/starts
PREAMBLE
case $line in Opening*) set -- $line; if [ $# -gt LIMIT ]; then
    FAULT
fi;; esac
{ printf '%s\n' "$head$line"; cat; } | PLAY
"#;

/// Reads the lines that begin a game of Box, and one more.
const AFTER_TWO_LINES: &str = "read -r color; read -r tile; read -r line; head=\"$color\n$tile\n\"";

const CRASH: &str = "exit 3";
const EXIT: &str = "exit 0";
const HANG: &str = "exec sleep 100";
const ILLEGAL: &str = "read -r line; echo Zz9; cat";

/// Ends if the board that it is shown has at least LIMIT of these SIGNS, and is `kifu play`
/// otherwise.
const SHOWN: &str = r#"echo . >> FOLDER/starts
while read -r line; do
    signs=$signs$(printf %s "$line" | tr -cd SIGNS)
    if [ ${#signs} -ge LIMIT ]; then exit 3; fi
    echo "$line"
done | PLAY
"#;

/// Drops the line `Opening`.
const SKIPPING: &str = r#"echo . >> FOLDER/starts
PREAMBLE
case $line in Opening*) read -r line;; esac
{ printf '%s\n' "$head$line"; cat; } | PLAY
"#;

fn record(game: &str) -> Record {
    let path = format!("{}/records/{game}.ron", env!("CARGO_MANIFEST_DIR"));
    read_ron(&fs::read_to_string(path).unwrap()).unwrap()
}

/// A bot as a shell script with these words replaced.
struct ScriptBot {
    folder: tempfile::TempDir,
    contestant: Contestant,
    game: &'static str,
}

impl ScriptBot {
    fn new(game: &'static str, script: &str, words: &[(&str, &str)]) -> Self {
        let folder = bot_folder(&[]);
        let mut script = script.to_owned();
        for (word, text) in words {
            script = script.replace(word, text);
        }
        let preamble = if game == "box" {
            AFTER_TWO_LINES
        } else {
            "read -r line"
        };
        let script = script.replace("PREAMBLE", preamble);
        let here = folder.path().display().to_string();
        let script = script.replace("PLAY", &good(game)).replace("FOLDER", &here);
        fs::write(folder.path().join("bot.sh"), script).unwrap();
        let contestant = Contestant {
            name: "bot".to_owned(),
            kind: ContestantKind::Contest(
                CommandSpec::parse(&format!("sh {here}/bot.sh")).unwrap(),
            ),
            clock: None,
        };
        Self {
            folder,
            contestant,
            game,
        }
    }

    fn with_clock(mut self, limit: Duration) -> Self {
        self.contestant.clock = Some(kifu_core::search::Clock::Game(limit));
        self
    }

    /// Asks the bot after these numbers of tokens of the game's record.
    fn ask(&self, counts: &[usize]) -> Vec<AskedPosition> {
        let game = by_id(CATALOGUE, self.game).unwrap();
        let record = record(self.game);
        let tokens: Vec<&str> = record.tokens().collect();
        let mut asker = PositionAsker::new(game, &self.contestant, Duration::from_secs(5));
        let asked = counts.iter().map(|count| {
            let chance = game.chance_of(tokens[*count]);
            let asked = asker.ask(&record.setup, &tokens[..*count], chance.as_deref());
            asked.unwrap()
        });
        asked.collect()
    }

    fn start_count(&self) -> usize {
        let starts = fs::read_to_string(self.folder.path().join("starts"));
        starts.unwrap().lines().count()
    }
}

fn has_failed(asked: &AskedPosition, method: AskMethod) -> bool {
    matches!(asked.answer, BotAnswer::Fails(_)) && asked.method == Some(method)
}

fn has_moved(asked: &AskedPosition, method: AskMethod) -> bool {
    matches!(asked.answer, BotAnswer::Move(_)) && asked.method == Some(method)
}

/// A later position of Zuniq, after four moves.
const ZUNIQ: &str = r#"{"suite":2,"game":"zuniq","position":"--.../....../...../....../...../....../...../....../--.../....../..... w -","best":"C3h","played":"F1h","loss":0.3,"class":"blunder","source":"old.ronl:0","ply":5,"phase":"opening","player":"Anna","opponent":"Bob","moves":"A1h A2h E1h E2h","good":[{"move":"C3h","win":0.7}],"tolerance":0.05,"engine":"none","budget":"nodes 10 seed 1"}"#;

fn suite_code(folder: &Path) -> (i32, String) {
    fs::write(folder.join("lost.jsonl"), format!("{ZUNIQ}\n")).unwrap();
    rejudge_suite(folder)
}

fn rejudge_suite(folder: &Path) -> (i32, String) {
    let args = ["rejudge", "--suite", "lost.jsonl", "--cmd", "sh bot.sh"];
    let run = kifu(folder, &[&args[..], &["--clock", "60s"]].concat());
    (run.code, format!("{}{}", run.out, run.err))
}

#[test]
fn bot_that_dies_at_the_line_is_not_asked() {
    let bot = ScriptBot::new("zuniq", LED, &[("LIMIT", "1"), ("FAULT", CRASH)]);
    let asked = &bot.ask(&[12])[0];
    let BotAnswer::NotAsked(NotAskedReason::FailsWhenLed(reason)) = &asked.answer else {
        panic!("{asked:?}");
    };
    assert!(reason.contains("status 3"), "{reason}");
    let (code, output) = suite_code(bot.folder.path());
    assert_eq!(code, 125, "{output}");
    assert!(
        output.contains("it fails after every line `Opening`"),
        "{output}"
    );
}

#[test]
fn suite_status_is_1_for_crash_after_led_moves() {
    let bot = ScriptBot::new("zuniq", LED, &[("LIMIT", "3"), ("FAULT", CRASH)]);
    let (code, output) = suite_code(bot.folder.path());
    assert_eq!(code, 1, "{output}");
    assert!(
        output.contains("now none (no answer: it exited"),
        "{output}"
    );
}

#[test]
fn bot_that_skips_the_line_is_not_asked() {
    let bot = ScriptBot::new("zuniq", SKIPPING, &[]);
    let asked = &bot.ask(&[12])[0];
    let reason = NotAskedReason::OtherMoveBefore;
    assert_eq!(asked.answer, BotAnswer::NotAsked(reason));
    let first = bot.start_count();
    assert!(first <= 42, "{first} starts");
}

#[test]
fn bot_that_only_accepts_its_own_board_is_not_asked() {
    let words = [("LIMIT", "1"), ("SIGNS", ".")];
    let bot = ScriptBot::new("clobber", SHOWN, &words);
    for asked in bot.ask(&[8, 12]) {
        assert!(matches!(asked.answer, BotAnswer::NotAsked(_)), "{asked:?}");
    }
    assert!(bot.start_count() <= 45, "{} starts", bot.start_count());
}

mod slow {
    use super::*;

    #[test]
    fn failure_some_moves_after_the_line_is_an_answer() {
        for game in HIDDEN_BOARD {
            for (limit, fault) in [("3", CRASH), ("3", EXIT), ("5", CRASH), ("5", ILLEGAL)] {
                let bot = ScriptBot::new(game, LED, &[("LIMIT", limit), ("FAULT", fault)]);
                for asked in bot.ask(&[7, 12, 16]) {
                    let is_failure = has_failed(&asked, AskMethod::OpeningLine);
                    assert!(is_failure, "{game} {limit} {fault}: {asked:?}");
                }
                let starts = bot.start_count();
                assert!(starts <= 43, "{game} {limit}: {starts} starts");
            }
        }
    }

    #[test]
    fn suite_status_is_1_where_every_led_position_fails() {
        let bot = ScriptBot::new("box", LED, &[("LIMIT", "3"), ("FAULT", CRASH)]);
        let here = bot.folder.path();
        let file = format!("{}/records/box.ron", env!("CARGO_MANIFEST_DIR"));
        let args = ["review", &file, "--nodes", "20", "--report", "none"];
        let run = kifu(here, &[&args[..], &["--suite", "lost.jsonl"]].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        let (code, output) = rejudge_suite(here);
        assert_eq!(code, 1, "{output}");
        assert!(output.contains(" 0 not asked"), "{output}");
    }

    #[test]
    fn hanging_some_moves_after_the_line_is_an_answer() {
        let words = [("LIMIT", "5"), ("FAULT", HANG)];
        let bot = ScriptBot::new("zuniq", LED, &words).with_clock(Duration::from_secs(5));
        let asked = &bot.ask(&[7])[0];
        assert!(has_failed(asked, AskMethod::OpeningLine), "{asked:?}");
    }

    #[test]
    fn bot_dying_at_the_line_is_asked_in_no_game() {
        for game in HIDDEN_BOARD {
            let bot = ScriptBot::new(game, LED, &[("LIMIT", "1"), ("FAULT", CRASH)]);
            for asked in bot.ask(&[9, 12]) {
                let is_left_out = matches!(asked.answer, BotAnswer::NotAsked(_));
                assert!(is_left_out, "{game}: {asked:?}");
            }
            let starts = bot.start_count();
            assert!(starts <= 42, "{game}: {starts} starts");
        }
    }

    #[test]
    fn crash_where_the_board_is_shown_is_an_answer() {
        for (game, signs) in [("clobber", "."), ("atari-go", "BW")] {
            let words = [("LIMIT", "7"), ("SIGNS", signs)];
            let bot = ScriptBot::new(game, SHOWN, &words);
            let asked = bot.ask(&[5, 8, 12]);
            assert!(has_moved(&asked[0], AskMethod::Board), "{game}: {asked:?}");
            for asked in &asked[1..] {
                assert!(has_failed(asked, AskMethod::Board), "{game}: {asked:?}");
            }
            let starts = bot.start_count();
            assert!(starts <= 9, "{game}: {starts} starts");
        }
    }

    #[test]
    fn bot_that_moves_by_lot_is_led_by_the_line() {
        let lot = "exec PLAY --level random --seed $(od -An -N2 -tu2 /dev/urandom)";
        for game in HIDDEN_BOARD {
            let script = format!("echo . >> FOLDER/starts\n{lot}");
            let bot = ScriptBot::new(game, &script, &[]);
            for asked in bot.ask(&[9, 12]) {
                assert!(
                    has_moved(&asked, AskMethod::OpeningLine),
                    "{game}: {asked:?}"
                );
            }
            let starts = bot.start_count();
            assert!(starts <= 42, "{game}: {starts} starts");
        }
    }
}
