//! Bots do not escape, outlive a killed referee, or reach each other; and kifu touches no process
//! that it did not start.
#![cfg(target_os = "linux")]

use super::processes::{NOISE, assert_no_process_left, mark, running};
use super::{bot_folder, bout, fault, good, records};
use crate::common::wait_until;
use crate::{KIFU, kifu};
use kifu::contract::Player;
use std::fs;

/// Starts a match of two bots with this script, and waits for their processes with this mark.
fn started_match(
    bots: &std::path::Path,
    mark: &str,
    processes: usize,
    more: &[&str],
) -> std::process::Child {
    use std::process::{Command, Stdio};
    let bot = |name| format!("name={name},cmd=sh bad.sh");
    let (a, b) = (bot("a"), bot("b"));
    let args = ["match", "--game", "zuniq", "--bot", &a, "--bot", &b];
    let child = Command::new(KIFU)
        .current_dir(bots)
        .args(args)
        .args(more)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("both bots", || running(mark).len() >= processes);
    child
}

#[test]
fn bots_do_not_outlive_a_killed_referee() {
    let mark = mark(100_765);
    // The watchdog of kifu ends them; no other kifu has to come.
    let script = format!("trap '' TERM INT HUP; setsid sleep {mark} & sleep {mark}; sleep {mark}");
    let bots = bot_folder(&[("bad.sh", &script)]);
    let mut child = started_match(bots.path(), &mark, 4, &["--clock", "3600s"]);
    child.kill().unwrap();
    child.wait().unwrap();
    wait_until("the end of all processes", || running(&mark).is_empty());
}

/// kifu has other children if it replaces a shell with background jobs.
#[test]
fn processes_that_kifu_did_not_start_are_left_alone() {
    use std::process::Command;
    let [theirs, foreign] = [100_111, 100_112].map(mark);
    let bots = bot_folder(&[]);
    // The second has the mark of a kifu in another PID namespace, which seems to have ended.
    let script = format!(
        "env -i /bin/sleep {theirs} & KIFU_SEAT=999999999.1.1.1. /bin/sleep {foreign} & \
         exec {KIFU} match --game zuniq --bot 'name=a,cmd={bot}' --bot builtin,nodes=1 \
         --clock 60s -o m.ronl -q",
        bot = good("zuniq")
    );
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(bots.path());
    let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
    let status = child.wait().unwrap();
    let left = [&theirs, &foreign].map(|mark| running(mark).len());
    let kill = |mark: &String| Command::new("pkill").args(["-f", mark]).status();
    for mark in [&theirs, &foreign] {
        kill(mark).unwrap();
    }
    assert!(status.success());
    assert_eq!(left, [1, 1]);
}

#[test]
fn signal_ignored_at_start_stays_ignored_during_match() {
    use std::process::Command;
    for signal in ["HUP", "INT", "TERM"] {
        let mark = mark(100_543);
        let script = format!(
            "while [ ! -e go ]; do sleep 0.01; done; exec KIFU play --game zuniq --nodes 1; : {mark}"
        );
        let bots = bot_folder(&[("bad.sh", &script)]);
        // The shell that is replaced by kifu ignores the signal, as `nohup` does.
        let script = format!(
            "trap '' {signal}; exec {KIFU} match --game zuniq --bot 'name=a,cmd=sh bad.sh {mark}' \
             --bot builtin,nodes=1 --clock 60s -o m.ronl -q"
        );
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(bots.path());
        let mut child = command.stdout(std::process::Stdio::null()).spawn().unwrap();
        let bot = format!("sh bad.sh {mark}");
        wait_until("the bot", || {
            running(&bot).iter().any(|line| !line.contains("match"))
        });
        let mut kill = Command::new("kill");
        kill.args(["-s", signal, &child.id().to_string()]);
        assert!(kill.status().unwrap().success());
        fs::write(bots.path().join("go"), "").unwrap();
        assert!(child.wait().unwrap().success(), "{signal}");
        assert_eq!(records(bots.path(), "m.ronl").len(), 2);
    }
}

/// A bot cannot read the input of its opponent, nor write to its output.
#[test]
fn pipes_of_a_bot_cannot_be_reopened_through_proc() {
    let spy = "for fd in 0 1; do if (: <>/proc/$$/fd/$fd) 2>/dev/null; then echo open >&2; \
               else echo shut >&2; fi; done; exec KIFU play --game zuniq --nodes 1";
    let bots = bot_folder(&[("bad.sh", spy)]);
    let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &[]);
    assert_eq!(games[0].notes[&1].stderr, "shut\nshut");
}

/// A kifu whose watchdog was killed, too, leaves its bots to the next one.
#[test]
fn bots_left_over_are_killed_by_the_next_kifu() {
    let mark = mark(100_345);
    let namespace = fs::read_link("/proc/self/ns/pid").unwrap();
    let namespace = namespace.to_str().unwrap().to_owned();
    let number: String = namespace.chars().filter(char::is_ascii_digit).collect();
    let mut left = std::process::Command::new("sleep")
        .arg(&mark)
        .env("KIFU_SEAT", format!("999999999.1.{number}.0."))
        .spawn()
        .unwrap();
    let bots = bot_folder(&[]);
    bout(bots.path(), "zuniq", &format!("cmd={}", good("zuniq")), &[]);
    let status = left.wait().unwrap();
    assert_eq!(
        std::os::unix::process::ExitStatusExt::signal(&status),
        Some(9)
    );
}

mod slow {
    use super::*;

    /// Daemons that change session and environment still belong to the bot.
    #[test]
    fn daemons_of_a_bot_are_killed_in_any_environment() {
        let mark = mark(100_432);
        let daemon =
            |env: &str| format!("(setsid env {env} /bin/sleep {mark} >/dev/null 2>&1 &)\n");
        let script = [
            daemon("-i"),
            daemon("-i A=B"),
            daemon("KIFU_SEAT=1.2.3.4."),
            format!("setsid sh -c 'env -i /bin/sleep {mark} & ' &\n"),
            "exec KIFU play --game zuniq --nodes 1 --clock 900s".to_owned(),
        ];
        let bots = bot_folder(&[("bad.sh", &script.concat())]);
        let games = bout(bots.path(), "zuniq", "cmd=sh bad.sh", &["--jobs", "0"]);
        for record in &games {
            let faults = &record.result.as_ref().unwrap().faults;
            assert!(faults.is_empty(), "{:?}", record.ext);
        }
        assert_no_process_left(&mark);
        let bot = ["--cmd", "sh bad.sh"];
        let args = ["check-bot", "--game", "zuniq", "--games", "1"];
        let clock = ["--clock", "60s", "--grace-period", "60s"];
        let run = kifu(bots.path(), &[&args[..], &bot, &clock].concat());
        assert_eq!(run.code, 0, "{}", run.out);
        assert_no_process_left(&mark);
        fs::write(
            bots.path().join("old.ronl"),
            kifu::record::write_ronl(&games[0]),
        )
        .unwrap();
        let args = ["rejudge", "old.ronl", "--nodes", "1", "--clock", "60s"];
        let run = kifu(bots.path(), &[&args[..], &bot].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        assert_no_process_left(&mark);
    }

    /// A stopped kifu (Ctrl-Z, a paused machine) does not count its pause as thinking time.
    #[test]
    fn pause_of_the_referee_does_not_count_as_thinking_time() {
        use std::process::Command;
        let mark = mark(100_210);
        let here = bot_folder(&[]);
        // It answers only after the referee was stopped for longer than its whole clock.
        let script = format!(
            "KIFU play --game zuniq --nodes 1 --clock 900s | while read move; do \
         touch asked-$1; while [ ! -e go-$1 ]; do sleep 0.01; done; echo $move; done; : {mark}"
        );
        fs::write(here.path().join("bot.sh"), script.replace("KIFU", KIFU)).unwrap();
        let mut command = Command::new(KIFU);
        command.current_dir(here.path()).args([
            "match",
            "--game",
            "zuniq",
            "--bot",
            "name=a,cmd=sh bot.sh a",
            "--bot",
            "name=b,builtin,nodes=1",
            "--clock",
            "8s",
            "-o",
            "m.ronl",
            "-q",
        ]);
        let child = command
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let signal = |name: &str| {
            let mut kill = Command::new("kill");
            kill.args(["-s", name, &child.id().to_string()]);
            assert!(kill.status().unwrap().success());
        };
        wait_until("the question", || here.path().join("asked-a").exists());
        signal("STOP");
        // Longer than the clock on purpose.
        std::thread::sleep(std::time::Duration::from_secs(9));
        signal("CONT");
        fs::write(here.path().join("go-a"), "").unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        let warning = String::from_utf8(output.stderr).unwrap();
        assert!(warning.contains("kifu was stopped for"), "{warning}");
        let games = records(here.path(), "m.ronl");
        for record in &games {
            let faults = &record.result.as_ref().unwrap().faults;
            assert!(faults.is_empty(), "{:?}", record.ext);
        }
        // The pause is in the record, with its ply; a busy machine may add others.
        let pauses = games[0].ext["arena.paused_ms"].split(' ');
        let mut pauses = pauses.map(|pause| pause.split_once(':').unwrap());
        let is_long = |ms: &str| ms.parse::<u32>().unwrap() >= 8000;
        assert!(pauses.any(|(ply, ms)| ply == "1" && is_long(ms)));
    }

    #[test]
    fn process_and_memory_limits_cover_all_processes_of_a_bot() {
        let mark = mark(100_987);
        let forks = format!("i=0; while [ $i -lt 300 ]; do sleep {mark} & i=$((i+1)); done; wait");
        // Each child holds about 60 MB, six of them more than the limit, none of them alone.
        let child = format!(
            "awk 'BEGIN {{ s = \"x\"; while (length(s) < 30000000) s = s s; system(\"sleep {mark}\") }}'"
        );
        let holds = format!("for i in 1 2 3 4 5 6; do {child} & done; wait");
        for (script, bot, words) in [
            (&forks, "cmd=sh bad.sh", "it ran more than 256 processes"),
            (
                &holds,
                "cmd=sh bad.sh,memory=100",
                "MB together, limit 100 MB",
            ),
        ] {
            // What they write does not delay the checks.
            for noise in ["", NOISE] {
                let bots = bot_folder(&[("bad.sh", &format!("{noise} {script}"))]);
                let games = bout(bots.path(), "zuniq", bot, &[]);
                for (record, player) in games.iter().zip(Player::ALL) {
                    assert!(fault(record, player).contains(words), "{:?}", record.ext);
                }
                assert_no_process_left(&mark);
            }
        }
    }
}
