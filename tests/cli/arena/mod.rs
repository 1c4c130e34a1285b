//! Programs play each other: good ones, and bad ones of every kind.
#![cfg_attr(
    not(unix),
    allow(dead_code, reason = "helpers of tests whose bots are shell scripts")
)]

mod arguments;
#[cfg(unix)]
mod bisect;
#[cfg(unix)]
mod bot_faults;
#[cfg(unix)]
mod box_tiles;
#[cfg(unix)]
mod check_bot;
#[cfg(unix)]
mod failed_when_led;
#[cfg(unix)]
mod feed;
#[cfg(unix)]
mod forged_formats;
#[cfg(unix)]
mod gtp;
#[cfg(unix)]
mod isolation;
#[cfg(unix)]
mod leading;
mod levels;
mod pairing;
#[cfg(unix)]
mod position_asker;
#[cfg(unix)]
mod processes;
mod referee_speed;
#[cfg(unix)]
mod rejudge;
mod result_lists;
mod resume;
mod standings;
#[cfg(unix)]
mod suite;
#[cfg(unix)]
mod template;
#[cfg(unix)]
mod ugi;

use crate::{KIFU, folder, kifu};
use kifu::contract::Player;
use kifu::record::{Record, read_ron};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder with a good player of each game, and shell scripts by name.
pub(crate) fn bot_folder(scripts: &[(&str, &str)]) -> TempDir {
    let folder = folder(&[]);
    for (name, script) in scripts {
        let script = script.replace("KIFU", KIFU);
        fs::write(folder.path().join(name), script).unwrap();
    }
    folder
}

/// A good program of a game, as a command.
pub(crate) fn good(game: &str) -> String {
    format!("{KIFU} play --game {game} --nodes 1 --memory 1 --clock 900s")
}

/// Plays Clobber by leaving each move to the referee, and reads the board as far as it must.
pub(crate) const RANDOM: &str = "read s; read c; while true; do i=0; while [ $i -lt 10 ]; do \
    read x || exit 0; i=$((i+1)); done; echo 'win=0.75 nodes=12' >&2; \
    echo '@viz circle a1' >&2; echo random good luck; done";

/// The records of a match.
pub(crate) fn records(folder: &Path, name: &str) -> Vec<Record> {
    let text = fs::read_to_string(folder.join(name)).unwrap();
    text.lines().map(|line| read_ron(line).unwrap()).collect()
}

/// A clock that runs out only where a program hangs.
pub(crate) const LONG_CLOCK: [&str; 2] = ["--clock", "60s,60s"];

/// A pair of games of a bot (`bad`) against a good one; the first is that in which it begins.
/// The records must be valid. The bad bot has [`LONG_CLOCK`], unless `more` has another clock.
pub(crate) fn bout(folder: &Path, game: &str, bot: &str, more: &[&str]) -> [Record; 2] {
    if more.contains(&"--clock") {
        return bout_by_contest_clock(folder, game, bot, more);
    }
    bout_by_contest_clock(folder, game, bot, &[more, &LONG_CLOCK].concat())
}

/// Like [`bout`], but without options the clock is the contest's.
pub(crate) fn bout_by_contest_clock(
    folder: &Path,
    game: &str,
    bot: &str,
    more: &[&str],
) -> [Record; 2] {
    let bad = format!("name=bad,{bot}");
    // The machine may be busy; the clock that is tested is the bad one's.
    let good = format!("name=good,clock=60s/60s,cmd={}", good(game));
    let mut args = vec![
        "match",
        "--game",
        game,
        "--bot",
        &bad,
        "--bot",
        &good,
        "-o",
        "bout.ronl",
    ];
    // A program that exits by itself may take its time on a busy machine.
    if !more.contains(&"--grace-period") {
        args.extend(["--grace-period", "60s"]);
    }
    args.extend(more);
    let run = kifu(folder, &args);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(!run.err.contains("bug in kifu"), "{}", run.err);
    let valid = kifu(folder, &["validate", "--strict", "bout.ronl"]);
    assert_eq!(valid.code, 0, "{}{}", valid.out, valid.err);
    let mut all = records(folder, "bout.ronl");
    all.sort_by_key(|record| record.ext["arena.game"].parse::<u32>().unwrap());
    let all: [Record; 2] = all.try_into().unwrap();
    assert_eq!(all[0].players.0.name, "bad");
    assert_eq!(all[1].players.1.name, "bad");
    fs::remove_file(folder.join("bout.ronl")).unwrap();
    all
}

/// Why a player failed, as the record has it.
pub(crate) fn fault(record: &Record, player: Player) -> &str {
    let key = ["arena.fault.first", "arena.fault.second"][player.index()];
    record.ext.get(key).map_or("", String::as_str)
}

/// Returns how a player's program ended, as the record has it.
pub(crate) fn exit(record: &Record, player: Player) -> &str {
    let key = ["arena.exit.first", "arena.exit.second"][player.index()];
    record.ext.get(key).map_or("", String::as_str)
}
