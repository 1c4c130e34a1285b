//! Nothing of a bot survives the match, whatever it started.

use super::{bot_folder, bout, exit, fault, good, records};
use crate::{KIFU, kifu};
use kifu::contract::Player;
use std::fs;
use std::time::{Duration, Instant};

/// Processes whose command line holds this text.
fn running(mark: &str) -> Vec<String> {
    let Ok(all) = fs::read_dir("/proc") else {
        return Vec::new();
    };
    let lines = all.filter_map(|entry| {
        let path = entry.ok()?.path();
        let line = fs::read(path.join("cmdline")).ok()?;
        Some(String::from_utf8_lossy(&line).replace('\0', " "))
    });
    lines.filter(|line| line.contains(mark)).collect()
}

#[test]
fn who_ignores_the_end_is_killed_and_loses_nothing_by_it() {
    let script = "trap '' TERM HUP INT; KIFU play --game zuniq --nodes 1; sleep 987.25";
    let bots = bot_folder(&[("bad.sh", script)]);
    let games = bout(
        bots.path(),
        "zuniq",
        "cmd=sh bad.sh",
        &["--grace-period", "100ms"],
    );
    for (record, player) in games.iter().zip(Player::ALL) {
        assert!(record.result.as_ref().unwrap().faults.is_empty());
        assert_eq!(exit(record, player), "did not exit and was killed");
        assert_eq!(exit(record, player.opponent()), "exited with status 0");
    }
    assert_eq!(running("987.25"), [""; 0]);
}

#[test]
fn children_that_hold_the_pipes_open_or_leave_the_group_are_found() {
    let script = "sleep 654.25 & (setsid sleep 654.25 &) ; setsid sh -c 'sleep 654.25; :' & \
                  exec KIFU play --game clobber --nodes 1 --clock 60s";
    let bots = bot_folder(&[("bad.sh", script)]);
    let began = Instant::now();
    let games = bout(bots.path(), "clobber", "clock=60s/60s,cmd=sh bad.sh", &[]);
    assert!(began.elapsed() < Duration::from_secs(30));
    for (record, player) in games.iter().zip(Player::ALL) {
        assert!(
            record.result.as_ref().unwrap().faults.is_empty(),
            "{:?}",
            record.ext
        );
        assert_eq!(exit(record, player), "exited with status 0");
    }
    if cfg!(target_os = "linux") {
        assert_eq!(running("654.25"), [""; 0]);
    }
}

#[test]
fn a_crash_is_seen_although_a_child_holds_the_output() {
    let bots = bot_folder(&[("bad.sh", "sleep 321.25 & exit 7")]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    for (record, player) in games.iter().zip(Player::ALL) {
        assert!(
            fault(record, player).contains("status 7"),
            "{:?}",
            record.ext
        );
        assert!(record.times_ms.0.iter().flatten().all(|ms| *ms < 5000));
    }
    assert_eq!(running("321.25"), [""; 0]);
}

#[test]
fn an_interrupted_match_leaves_nobody_behind() {
    use std::process::{Command, Stdio};
    let bots = bot_folder(&[(
        "bad.sh",
        "trap '' TERM INT; setsid sleep 876.25 & sleep 876.25",
    )]);
    let args = [
        "match",
        "--game",
        "zuniq",
        "--bot",
        "name=a,cmd=sh bad.sh",
        "--bot",
        "name=b,cmd=sh bad.sh",
        // There would be a next game whose bots would be left.
        "--games",
        "20",
        "--output",
        "match.ronl",
    ];
    let mut child = Command::new(KIFU)
        .current_dir(bots.path())
        .args(args)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while running("876.25").len() < 4 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    if cfg!(target_os = "linux") {
        assert_eq!(running("876.25"), [""; 0]);
    }
    // They died by our hand: no game was lost by that.
    let games = fs::read_to_string(bots.path().join("match.ronl")).unwrap();
    assert_eq!(games, "");
}

#[test]
fn memory_folder_and_environment_are_as_given() {
    let script = "echo \"$COLOR $(basename \"$PWD\")\" >&2; exec KIFU play --game zuniq --nodes 1";
    let bots = bot_folder(&[("bad.sh", script)]);
    fs::create_dir(bots.path().join("inner")).unwrap();
    let bot = "cmd=sh ../bad.sh,dir=inner,env=COLOR=green blue,memory=2000";
    let games = bout(bots.path(), "zuniq", bot, &[]);
    assert_eq!(games[0].notes[&1].stderr, "green blue inner");
    if cfg!(target_os = "linux") {
        let script = "awk 'BEGIN { s = \"x\"; while (length(s) < 400000000) s = s s }' >&2 || exit 9; exec KIFU play --game zuniq --nodes 1";
        let bots = bot_folder(&[("bad.sh", script)]);
        let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh,memory=100", &[]);
        assert!(
            fault(&games[0], Player::First).contains("status 9"),
            "{:?}",
            games[0].ext
        );
    }
}

#[test]
fn times_are_measured_and_what_is_said_too_early_is_told() {
    let script = "echo A1h; echo A2h; sleep 0.4; cat >/dev/null";
    let bots = bot_folder(&[("bad.sh", script)]);
    let slow = format!("cmd=sh -c 'sleep 0.2; exec {}'", good("zuniq"));
    let games = bout(bots.path(), "zuniq", &slow, &[]);
    let first = games[0].times_ms.get_ms(1).unwrap();
    assert!((150..9000).contains(&first), "{first}");
    let whole = games[0].players.0.time_ms.unwrap();
    assert!(whole >= u64::from(first));
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    let ahead = games[0].ext.get("arena.ahead").unwrap();
    assert!(ahead.split(' ').any(|ply| ply == "3"), "{ahead}");
}

/// Its first turn begins when the jury speaks to it, not with the program.
#[test]
fn the_second_player_has_a_first_turn_as_long_as_the_first_player() {
    // Its own clock; the referee's is longer, for the machine may be busy.
    let script = "exec KIFU play --game clobber --clock 600ms,30ms";
    let here = bot_folder(&[("bot.sh", script)]);
    let bots = ["one", "two"].map(|name| format!("name={name},cmd=sh bot.sh"));
    let mut args = vec!["match", "--game", "clobber", "--clock", "60s,60s"];
    args.extend(["--bot", &bots[0], "--bot", &bots[1], "-o", "m.ronl"]);
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    for record in records(here.path(), "m.ronl") {
        let times: Vec<u32> = record.times_ms.0.iter().flatten().copied().collect();
        assert!(times[..2].iter().all(|ms| *ms >= 300), "{times:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn bots_of_a_killed_referee_are_ended_by_the_next() {
    use std::process::{Command, Stdio};
    let bots = bot_folder(&[("bad.sh", "setsid sleep 765.25 & exec sleep 765.25")]);
    let bot = |name| format!("name={name},cmd=sh bad.sh");
    let mut child = Command::new(KIFU)
        .current_dir(bots.path())
        .args([
            "match",
            "--game",
            "zuniq",
            "--bot",
            &bot("a"),
            "--bot",
            &bot("b"),
        ])
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let until = Instant::now() + Duration::from_secs(20);
    while running("765.25").len() < 4 && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(running("765.25").len() >= 2);
    bout(bots.path(), "zuniq", "builtin,nodes=1", &[]);
    let until = Instant::now() + Duration::from_secs(5);
    while !running("765.25").is_empty() && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(running("765.25"), [""; 0]);
}
