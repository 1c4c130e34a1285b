//! Bots of each kind of program, and the end of all that they start.

use crate::common::wait_until;
use crate::{KIFU, folder, kifu};
use kifu::record::{Record, read_ron};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// What follows a program in a command that plays a game well.
const PLAY: &str = "play --game zuniq --nodes 1 --memory 1 --clock 900s";

/// Plays two games of a bot against one that plays well, and returns them.
fn games(here: &Path, bot: &str, more: &[&str]) -> Vec<Record> {
    let args = ["match", "-q", "--game", "zuniq", "-o", "m.ronl"];
    let bots = ["--bot", bot, "--bot", "name=good,builtin,nodes=1,memory=1"];
    let run = kifu(here, &[&args[..], &bots, more].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let text = fs::read_to_string(here.join("m.ronl")).unwrap();
    text.lines().map(|line| read_ron(line).unwrap()).collect()
}

/// Checks that a bot plays without a fault, and exits by itself.
#[track_caller]
fn assert_plays(here: &Path, bot: &str) {
    for game in games(here, bot, &["--clock", "60s,60s", "--grace-period", "60s"]) {
        assert!(game.result.unwrap().faults.is_empty(), "{:?}", game.ext);
        let is_first = game.players.0.name == "bot";
        let key = ["arena.exit.second", "arena.exit.first"][usize::from(is_first)];
        assert_eq!(game.ext[key], "exited with status 0");
    }
}

/// Copies the program to a new name.
fn copy_of_kifu(folder: &Path, name: &str) -> PathBuf {
    let path = folder
        .join(name)
        .with_extension(std::env::consts::EXE_EXTENSION);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if fs::hard_link(KIFU, &path).is_err() {
        fs::copy(KIFU, &path).unwrap();
    }
    path
}

#[test]
fn program_in_folder_with_blanks_and_unicode_plays() {
    let here = folder(&[]);
    let program = copy_of_kifu(here.path(), "my böts 棋/kifu bot");
    let command = format!("cmd=\"{}\" {PLAY}", program.display());
    assert_plays(here.path(), &format!("name=bot,{command}"));
}

#[test]
fn program_path_is_relative_to_working_folder_of_bot() {
    let here = folder(&[("inner/readme", "")]);
    copy_of_kifu(here.path(), "bot");
    let program = format!("../bot{}", std::env::consts::EXE_SUFFIX);
    assert_plays(
        here.path(),
        &format!("name=bot,dir=inner,cmd={program} {PLAY}"),
    );
}

#[test]
fn missing_program_is_reported_before_the_match() {
    let here = folder(&[]);
    let bot = format!("name=bot,cmd={}", here.path().join("no-such-bot").display());
    let run = kifu(
        here.path(),
        &[
            "match", "--game", "zuniq", "--bot", &bot, "--bot", "builtin", "-o", "m.ronl",
        ],
    );
    assert_eq!(run.code, 2, "{}", run.err);
    assert!(run.err.contains("no-such-bot"), "{}", run.err);
    assert!(!here.path().join("m.ronl").exists());
}

#[cfg(windows)]
#[test]
fn batch_files_play_with_and_without_their_extension() {
    let here = folder(&[]);
    for name in ["bot.bat", "bot 2.cmd"] {
        let text = format!("@\"{KIFU}\" %1 --game %2 --nodes 1 --memory 1 --clock %~3\r\n");
        fs::write(here.path().join(name), text).unwrap();
    }
    let arguments = "play zuniq \"900s\"";
    for program in [".\\bot.bat", "./bot", "\".\\bot 2.cmd\"", "'./bot 2'"] {
        assert_plays(here.path(), &format!("name=bot,cmd={program} {arguments}"));
        fs::remove_file(here.path().join("m.ronl")).unwrap();
    }
}

/// A folder with a bot that starts a process which writes to the file `alive` again and again, and
/// then does something; and the command of the bot.
///
/// In `then`, `CHILD` is the command of such a process and `KIFU` the program.
fn bot_with_child(then: &str) -> (TempDir, String) {
    let [bot, child, command, start] = if cfg!(windows) {
        [
            "bot.bat",
            "child.bat",
            "cmd /c child.bat",
            "start /b CHILD <nul",
        ]
    } else {
        ["bot.sh", "child.sh", "sh child.sh", "CHILD &"]
    };
    let endless = if cfg!(windows) {
        "@echo off\r\n:again\r\necho x>>alive\r\ngoto again\r\n"
    } else {
        "while :; do echo x >>alive; sleep 0.02; done"
    };
    let echo = if cfg!(windows) { "@echo off\r\n" } else { "" };
    let text = format!("{echo}{start}\r\n{then}\r\n").replace("CHILD", command);
    let text = text.replace("KIFU", &format!("\"{KIFU}\""));
    let text = if cfg!(windows) {
        text
    } else {
        text.replace('\r', "")
    };
    let here = folder(&[(bot, &text), (child, endless)]);
    let run = if cfg!(windows) {
        "./bot.bat"
    } else {
        "sh bot.sh"
    };
    (here, format!("name=bot,cmd={run}"))
}

/// Returns the number of times that the process has written.
fn written(here: &Path) -> u64 {
    fs::metadata(here.join("alive")).map_or(0, |meta| meta.len())
}

/// Checks that the process has run, and that it runs no longer.
#[track_caller]
fn assert_child_is_gone(here: &Path) {
    let count = written(here);
    assert!(count > 0, "the process has never run");
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(written(here), count, "the process still runs");
}

#[test]
fn child_of_bot_is_gone_after_the_match() {
    let (here, bot) = bot_with_child(&format!("KIFU {PLAY}"));
    for game in games(
        here.path(),
        &bot,
        &["--clock", "60s,60s", "--grace-period", "60s"],
    ) {
        assert!(game.result.unwrap().faults.is_empty(), "{:?}", game.ext);
    }
    assert_child_is_gone(here.path());
}

#[test]
fn child_of_bot_is_gone_after_its_time_ran_out() {
    let (here, bot) = bot_with_child("CHILD");
    for game in games(here.path(), &bot, &["--clock", "3s"]) {
        assert_eq!(game.result.unwrap().faults.len(), 1, "{:?}", game.ext);
    }
    assert_child_is_gone(here.path());
}

#[test]
fn bot_and_child_are_gone_after_kifu_was_killed() {
    let (here, bot) = bot_with_child("CHILD");
    let args = [
        "match", "-q", "--game", "zuniq", "--clock", "3600s", "-o", "m.ronl",
    ];
    let mut kifu = Command::new(KIFU)
        .current_dir(here.path())
        .args(args)
        .args(["--bot", &bot, "--bot", "builtin,nodes=1,memory=1"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the child of the bot", || written(here.path()) > 0);
    kifu.kill().unwrap();
    kifu.wait().unwrap();
    // Nobody waits for their end.
    let mut last = None;
    wait_until("the end of the child", || {
        std::thread::sleep(Duration::from_millis(500));
        let count = Some(written(here.path()));
        std::mem::replace(&mut last, count) == count
    });
}

#[cfg(any(target_os = "linux", windows))]
#[test]
fn processor_time_of_a_bot_is_recorded() {
    let here = folder(&[]);
    let bot = format!("name=bot,cmd=\"{KIFU}\" play --game zuniq --nodes 3000 --clock 900s");
    let games = games(
        here.path(),
        &bot,
        &["--clock", "60s,60s", "--grace-period", "60s"],
    );
    for game in games {
        let seat = ["second", "first"][usize::from(game.players.0.name == "bot")];
        let used: u64 = game.ext[&format!("arena.cpu_ms.{seat}")].parse().unwrap();
        assert!(used > 0, "{:?}", game.ext);
    }
}
