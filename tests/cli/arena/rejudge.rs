//! `kifu rejudge`: a bot against its old games.

use super::{bot_folder, good};
use crate::kifu;
use std::path::Path;

fn record_match(folder: &Path, game: &str) {
    let old = format!("name=old,cmd={}", good(game));
    let args = [
        "match",
        "-q",
        "--game",
        game,
        "--bot",
        &old,
        "--bot",
        "builtin,nodes=1",
        "-o",
        "old.ronl",
        "--clock",
        "60s,60s",
    ];
    let run = kifu(folder, &args);
    assert_eq!(run.code, 0, "{}", run.err);
}

fn rejudge(folder: &Path, cmd: &str, more: &[&str]) -> crate::Run {
    let args = [
        "rejudge",
        "old.ronl",
        "--player",
        "old",
        "--cmd",
        cmd,
        "--nodes",
        "10",
        "--fail-on-regression",
        "--clock",
        "60s,60s",
    ];
    kifu(folder, &[&args[..], more].concat())
}

fn record_zuniq_match_instead(folder: &Path) {
    std::fs::remove_file(folder.join("old.ronl")).unwrap();
    record_match(folder, "zuniq");
}

/// A bot's own log of Box contains only its own colour, and no names.
#[test]
fn rejudge_does_not_ask_player_whose_setup_is_unknown() {
    let here = bot_folder(&[]);
    let log = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/fixtures/arena/rejudge-own-log.dialogue"
    );
    let bot = good("box");
    let args = [
        "rejudge", log, "--cmd", &bot, "--nodes", "1", "--margin", "1",
    ];
    let more = ["--clock", "60s", "--fail-on-regression"];
    let run = kifu(here.path(), &[&args[..], &more].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains(" 0 failed, "), "{}", run.out);
    assert!(
        run.out.contains(
            "not asked: expected a setup that can be played (the colour of the second player"
        ),
        "{}",
        run.out
    );
    let positions = |player: &str| {
        let run = kifu(
            here.path(),
            &[&args[..], &more, &["--player", player, "--json"]].concat(),
        );
        assert_eq!(run.code, 0, "{}{}", run.out, run.err);
        let total = run.out.lines().last().unwrap().to_owned();
        let total: serde_json::Value = serde_json::from_str(&total).unwrap();
        ["positions", "fails"].map(|key| total[key].as_u64().unwrap())
    };
    assert_eq!(positions("First"), [2, 0]);
    assert_eq!(positions("second"), [1, 0]);
    let none = kifu(here.path(), &[&args[..], &["--player", "Anna"]].concat());
    assert_eq!(none.code, 2, "{}", none.out);
}

/// Moves of Atari Go after which a ko forbids Black the point `2 1`.
const KO: &str = "1 0; 2 0; 0 1; 3 1; 1 2; 2 2; 2 1; 1 1";

/// A program that takes back the ko at once.
const RECAPTURER: &str = "read color; read size
while read last; do
read scores; for row in 1 2 3 4 5 6 7 8 9; do read stones; done
if [ \"$last\" = \"1 1\" ]; then echo 2 1; else echo 8 8; fi
done";

#[test]
fn rejudge_asks_nothing_where_a_ko_was_not_shown() {
    let here = bot_folder(&[("bot.sh", RECAPTURER)]);
    let record = format!("game: atari-go\n\n{KO}; 5 5\n");
    std::fs::write(here.path().join("ko.moves"), record).unwrap();
    let args = [
        "rejudge",
        "ko.moves",
        "--player",
        "first",
        "--cmd",
        "sh bot.sh",
    ];
    let more = ["--nodes", "1", "--clock", "60s,60s", "--json"];
    let run = kifu(here.path(), &[&args[..], &more].concat());
    let total = run.out.lines().last().unwrap().to_owned();
    let total: serde_json::Value = serde_json::from_str(&total).unwrap();
    assert_eq!(
        (&total["fails"], &total["positions"]),
        (&0.into(), &5.into())
    );
    assert_eq!(total["not_asked"], 1, "{}", run.out);
}

#[test]
fn bot_that_joins_at_a_ko_is_not_blamed() {
    let here = bot_folder(&[("bot.sh", RECAPTURER)]);
    let opening = format!("game: atari-go\n\n{KO}\n");
    std::fs::write(here.path().join("ko.moves"), opening).unwrap();
    let args = [
        "match",
        "-q",
        "--game",
        "atari-go",
        "--bot",
        "name=ko,cmd=sh bot.sh",
        "--bot",
        "builtin,nodes=1",
    ];
    let more = [
        "--openings",
        "ko.moves",
        "-o",
        "ko.ronl",
        "--clock",
        "60s,60s",
    ];
    let run = kifu(here.path(), &[&args[..], &more].concat());
    let records = std::fs::read_to_string(here.path().join("ko.ronl")).unwrap_or_default();
    assert!(
        records.contains("it cannot be asked"),
        "{}{}{records}",
        run.out,
        run.err
    );
    assert!(!records.contains("rule:\"ko\""), "{records}");
}

#[test]
#[cfg(target_os = "linux")]
fn interrupted_rejudge_ends_all_processes() {
    use crate::common::wait_until;
    use std::process::{Command, Stdio};
    let mark = format!("100222.{:08}25", std::process::id());
    let script = format!("trap '' TERM INT HUP; (setsid env -i /bin/sleep {mark} &); sleep {mark}");
    let here = bot_folder(&[("bad.sh", &script)]);
    record_match(here.path(), "zuniq");
    let args = [
        "rejudge",
        "old.ronl",
        "--cmd",
        "sh bad.sh",
        "--clock",
        "3600s",
    ];
    let mut child = Command::new(crate::KIFU)
        .current_dir(here.path())
        .args(args)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let running = || {
        let found = Command::new("pgrep")
            .args(["-fc", &format!("sleep {mark}$")])
            .output();
        String::from_utf8(found.unwrap().stdout)
            .unwrap()
            .trim()
            .parse::<u32>()
            .unwrap()
    };
    wait_until("the bot", || running() >= 2);
    let mut kill = Command::new("kill");
    kill.args(["-TERM", &child.id().to_string()]);
    assert!(kill.status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert_eq!(running(), 0);
}

mod slow {
    use super::*;

    #[test]
    fn unchanged_bot_makes_the_same_moves_when_rejudged() {
        for game in ["clobber", "zuniq", "box", "turn-right", "atari-go"] {
            let here = bot_folder(&[]);
            record_match(here.path(), game);
            let run = rejudge(here.path(), &good(game), &[]);
            assert_eq!(run.code, 0, "{game}: {}{}", run.out, run.err);
            let total = run.out.lines().last().unwrap();
            assert!(
                total.contains(" same, 0 better, 0 about equal, 0 worse, 0 failed, 0 not asked"),
                "{game}: {total}"
            );
            assert!(!total.starts_with("0 "), "{game}: {total}");
        }
    }

    #[test]
    fn rejudge_evaluates_different_moves_and_reports_failures_as_regressions() {
        let here = bot_folder(&[
            ("bad.sh", "read a; read b; while read x; do echo a1a1; done"),
            ("deaf.sh", "echo a1a1; cat >/dev/null"),
        ]);
        record_match(here.path(), "clobber");
        let run = rejudge(here.path(), "sh bad.sh", &[]);
        assert_eq!(run.code, 1, "{}", run.out);
        // The board is shown with each question, so all are asked.
        let total = run.out.lines().last().unwrap();
        assert!(
            total.contains(" 0 same, 0 better, 0 about equal, 0 worse, ")
                && total.contains(" 0 not asked"),
            "{total}"
        );
        let other = good("clobber").replace("--nodes 1 ", "--nodes 8 --seed 7 ");
        let run = rejudge(here.path(), &other, &["--json"]);
        let lines: Vec<serde_json::Value> = run
            .out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert!(
            lines.iter().any(|line| line["win_now"].is_number()),
            "{}",
            run.out
        );
        let total = lines.last().unwrap();
        let count = |key: &str| total[key].as_u64().unwrap();
        assert_eq!(count("positions"), lines.len() as u64 - 1);
        assert_eq!(count("fails"), 0);
        // A program that only receives moves cannot be asked about an earlier position.
        record_zuniq_match_instead(here.path());
        let run = rejudge(here.path(), "sh deaf.sh", &[]);
        assert_eq!(run.code, 1);
        assert!(
            run.out
                .contains("After its first different move a bot is asked again only if"),
            "{}",
            run.out
        );
    }
}
