//! No process that a bot started survives the match.

use super::{bot_folder, bout, exit, fault, good, records};
use crate::common::wait_until;
use crate::{KIFU, kifu};
use kifu::contract::Player;
use std::fs;

/// A time in seconds to sleep, by which the processes of one test are recognized.
pub(super) fn mark(test: u32) -> String {
    format!("{test}.{:08}25", std::process::id())
}

/// Processes whose command line holds this text.
pub(super) fn running(mark: &str) -> Vec<String> {
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

/// Checks that no process has this mark. kifu waits for their end before its own.
#[track_caller]
pub(super) fn assert_no_process_left(mark: &str) {
    let left = running(mark);
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn crash_is_reported_while_a_child_keeps_output_open() {
    let mark = mark(100_321);
    let bots = bot_folder(&[("bad.sh", &format!("sleep {mark} & exit 7"))]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    for (record, player) in games.iter().zip(Player::ALL) {
        assert!(
            fault(record, player).contains("status 7"),
            "{:?}",
            record.ext
        );
        // Long before the clock, which is a minute, runs out.
        assert!(record.times_ms.0.iter().flatten().all(|ms| *ms < 30_000));
    }
    assert_no_process_left(&mark);
}

/// Starts processes that write to standard error without a pause.
pub(super) const NOISE: &str = "for i in 1 2 3; do (while :; do echo x >&2; done) & done;";

#[test]
fn crash_is_reported_while_a_child_writes_without_pause() {
    let bots = bot_folder(&[("bad.sh", &format!("read x; {NOISE} exit 3"))]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    for (record, player) in games.iter().zip(Player::ALL) {
        let reason = fault(record, player);
        assert!(reason.contains("exited with status 3"), "{reason}");
        // Long before the clock, which is a minute, runs out.
        assert!(record.times_ms.0.iter().flatten().all(|ms| *ms < 30_000));
    }
    let args = ["check-bot", "--game", "zuniq", "--cmd", "sh bad.sh"];
    let run = kifu(bots.path(), &args);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("exited with status 3"), "{}", run.out);
}

#[test]
fn crash_is_reported_while_the_opponent_writes_without_pause() {
    let mark = mark(100_322);
    let loud = format!("{NOISE} exec KIFU play --game zuniq --nodes 1 --clock 900s");
    let bots = bot_folder(&[
        ("bad.sh", &format!("read x; sleep {mark} & exit 3")),
        ("loud.sh", &loud),
    ]);
    let args = ["match", "--game", "zuniq", "--clock", "60s", "-o", "m.ronl"];
    let [bad, loud] = ["name=bad,cmd=sh bad.sh", "name=loud,cmd=sh loud.sh"];
    let run = kifu(
        bots.path(),
        &[&args[..], &["--bot", bad, "--bot", loud]].concat(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    for record in records(bots.path(), "m.ronl") {
        let player = Player::ALL[usize::from(record.players.1.name == "bad")];
        let reason = fault(&record, player);
        assert!(reason.contains("exited with status 3"), "{reason}");
    }
    assert_no_process_left(&mark);
}

#[test]
fn interrupted_match_ends_all_processes() {
    use std::process::{Command, Stdio};
    let mark = mark(100_876);
    let script = format!("trap '' TERM INT; setsid sleep {mark} & sleep {mark}");
    let bots = bot_folder(&[("bad.sh", &script)]);
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
        "--clock",
        "3600s",
        "--output",
        "match.ronl",
    ];
    let mut child = Command::new(KIFU)
        .current_dir(bots.path())
        .args(args)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("both bots", || running(&mark).len() >= 4);
    let killed = Command::new("kill")
        .args(["-TERM", &child.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    if cfg!(target_os = "linux") {
        assert_no_process_left(&mark);
    }
    // They died by our hand: no game was lost by that.
    assert!(!bots.path().join("match.ronl").exists());
}

#[test]
fn answer_before_its_question_is_reported() {
    // Both lines are written at once, and the program ends when it is asked for a third.
    let script = "printf 'A1h\\nA2h\\n'; read x; read x; read x";
    let bots = bot_folder(&[("bad.sh", script)]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    let ahead = games[0].ext.get("arena.ahead").unwrap();
    assert!(ahead.split(' ').any(|ply| ply == "3"), "{ahead}");
}

mod slow {
    use super::*;

    #[test]
    fn bot_that_does_not_exit_is_killed_without_a_fault() {
        let mark = mark(987);
        let script =
            format!("trap '' TERM HUP INT; KIFU play --game zuniq --nodes 1; sleep {mark}");
        let bots = bot_folder(&[("bad.sh", &script)]);
        // The good bot has to exit within this time too.
        let more = ["--grace-period", "3s", "--jobs", "0"];
        let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &more);
        for (record, player) in games.iter().zip(Player::ALL) {
            assert!(record.result.as_ref().unwrap().faults.is_empty());
            assert_eq!(exit(record, player), "did not exit and was killed");
            assert_eq!(exit(record, player.opponent()), "exited with status 0");
        }
        assert_no_process_left(&mark);
    }

    #[test]
    fn children_that_keep_pipes_or_leave_process_group_are_killed() {
        // If the referee waited for them, it would for over a day.
        let mark = mark(100_654);
        let script = format!(
            "sleep {mark} & (setsid sleep {mark} &) ; setsid sh -c 'sleep {mark}; :' & \
         exec KIFU play --game clobber --nodes 1 --clock 60s"
        );
        let bots = bot_folder(&[("bad.sh", &script)]);
        let games = bout(bots.path(), "clobber", "cmd=sh bad.sh", &[]);
        for (record, player) in games.iter().zip(Player::ALL) {
            assert!(
                record.result.as_ref().unwrap().faults.is_empty(),
                "{:?}",
                record.ext
            );
            assert_eq!(exit(record, player), "exited with status 0");
        }
        if cfg!(target_os = "linux") {
            assert_no_process_left(&mark);
        }
    }

    #[test]
    fn bot_gets_its_memory_limit_folder_and_environment() {
        let script =
            "echo \"$COLOR $(basename \"$PWD\")\" >&2; exec KIFU play --game zuniq --nodes 1";
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
    fn thinking_time_of_a_bot_is_recorded() {
        // It sleeps between the question and the answer, and not before the question.
        let slow = format!("read x; sleep 0.2; (echo \"$x\"; cat) | {}", good("zuniq"));
        let bots = bot_folder(&[("slow.sh", &slow)]);
        let games = bout(bots.path(), "zuniq", "cmd=sh slow.sh", &[]);
        let first = games[0].times_ms.get_ms(1).unwrap();
        assert!((200..60_000).contains(&first), "{first}");
        let whole = games[0].players.0.time_ms.unwrap();
        assert!(whole >= u64::from(first));
    }

    /// The first turn begins with the jury's first line, not when the program starts.
    #[test]
    fn both_players_get_the_long_clock_for_their_first_turn() {
        // Its own clock; the referee's is longer, for the machine may be busy.
        let script = "exec KIFU play --game clobber --clock 600ms,1ms";
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
}
