//! `kifu rejudge --suite`: what an answer means, exit statuses, and reports.

use super::bot_folder;
use crate::{Run, kifu};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The start of Zuniq, in which `A1h` was a mistake and `C3h` and `C3v` are good.
const POSITION: &str = r#"{"suite":2,"game":"zuniq","position":"...../....../...../....../...../....../...../....../...../....../..... w -","best":"C3h","played":"A1h","loss":0.3,"class":"blunder","source":"old.ronl:0","ply":1,"phase":"opening","player":"Anna v2","opponent":"Bob","moves":"","good":[{"move":"C3h","win":0.7},{"move":"C3v","win":0.69}],"tolerance":0.05,"engine":"none","budget":"nodes 10 seed 1"}"#;

/// White's second turn, to which a bot cannot be led that always makes the same move.
fn later_position() -> String {
    POSITION
        .replace("\"...../", "\"--.../")
        .replace("\"moves\":\"\"", "\"moves\":\"A1h A2h\"")
        .replace("\"ply\":1", "\"ply\":3")
        .replace("A1h\",\"loss\"", "F1h\",\"loss\"")
}

/// A bot that always answers with its argument.
const BOT: &str = "while read line; do echo $1; done";

fn rejudge(folder: &Path, cmd: &str, more: &[&str]) -> Run {
    let args = [
        "rejudge",
        "--suite",
        "lost.jsonl",
        "--cmd",
        cmd,
        "--clock",
        "60s",
        "--bot-version",
        "v9",
    ];
    let args: &[&str] = if more.contains(&"--bot-version") {
        &args[..7]
    } else {
        &args
    };
    kifu(folder, &[args, more].concat())
}

fn suite_folder(lines: &[&str]) -> tempfile::TempDir {
    let here = bot_folder(&[("bot.sh", BOT), ("broken.sh", "exit 3")]);
    fs::write(here.path().join("lost.jsonl"), lines.join("\n") + "\n").unwrap();
    here
}

fn json_lines(run: &Run) -> Vec<Value> {
    let lines = run.out.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn answer_is_cured_relapsed_or_still_wrong_after_kept_ones() {
    let here = suite_folder(&[POSITION]);
    let path = here.path();
    let ask = |mv: &str, version: &str| {
        let cmd = format!("sh bot.sh {mv}");
        let more = ["--update", "--json", "--bot-version", version];
        let run = rejudge(path, &cmd, &more);
        let lines = json_lines(&run);
        assert_eq!(lines.len(), 2, "{}{}", run.out, run.err);
        let verdict = lines[0]["verdict"].as_str().unwrap().to_owned();
        (verdict, lines[0]["first"].as_bool().unwrap(), run.code)
    };
    assert_eq!(ask("A1h", "v1"), ("still wrong".to_owned(), true, 1));
    assert_eq!(ask("C3v", "v2"), ("cured".to_owned(), false, 0));
    assert_eq!(ask("A1h", "v3"), ("relapsed".to_owned(), false, 1));
    assert_eq!(ask("A1h", "v4"), ("still wrong".to_owned(), false, 1));
    let text = fs::read_to_string(path.join("lost.jsonl")).unwrap();
    let kept: Value = serde_json::from_str(text.trim()).unwrap();
    let versions = kept["answers"].as_array().unwrap().iter();
    let versions: Vec<&str> = versions
        .map(|one| one["version"].as_str().unwrap())
        .collect();
    assert_eq!(versions, ["v1", "v2", "v3", "v4"]);
    let table = rejudge(path, "sh bot.sh C3h", &[]).out;
    let row = |version: &str| {
        let line = table
            .lines()
            .find(|line| line.starts_with(version))
            .unwrap();
        let cells = line.split_whitespace().skip(2);
        cells
            .map(|cell| cell.parse::<u32>().unwrap())
            .collect::<Vec<_>>()
    };
    assert_eq!(row("v3"), [1, 0, 0, 0, 1, 0, 0], "{table}");
    assert_eq!(row("v9"), [1, 1, 0, 1, 0, 0, 0], "{table}");
    // Without --update the suite is as it was.
    assert_eq!(fs::read_to_string(path.join("lost.jsonl")).unwrap(), text);
}

#[test]
fn wrong_answer_in_position_without_mistake_is_new() {
    let good = POSITION
        .replace("\"blunder\"", "\"good\"")
        .replace("A1h", "C3h")
        .replace("0.05", "-1");
    let here = suite_folder(&[&good]);
    let run = rejudge(here.path(), "sh bot.sh C3h", &["--json"]);
    assert_eq!(json_lines(&run)[0]["verdict"], "still good");
    assert_eq!(run.code, 0);
    // With this tolerance no move is good that the suite does not name.
    let run = rejudge(here.path(), "sh bot.sh A1h", &["--json"]);
    assert_eq!(json_lines(&run)[0]["verdict"], "new", "{}", run.err);
    assert_eq!(run.code, 1);
}

#[test]
fn version_that_does_not_build_or_start_has_status_125() {
    let here = suite_folder(&[POSITION]);
    let code = |cmd: &str, more: &[&str]| rejudge(here.path(), cmd, more).code;
    assert_eq!(code("sh bot.sh C3h", &["--build", "exit 1"]), 125);
    assert_eq!(code("sh bot.sh C3h", &["--build", "echo made > made"]), 0);
    assert!(here.path().join("made").exists());
    assert_eq!(code("./missing", &[]), 125);
    assert_eq!(code("sh broken.sh", &[]), 125);
    assert_eq!(code("sh bot.sh C3h", &["--position", "clobber"]), 2);
    assert_eq!(code("sh bot.sh C3h", &["--position", "zuniq"]), 0);
    let missing = ["rejudge", "--suite", "none.jsonl", "--cmd", "true"];
    assert_eq!(kifu(here.path(), &missing).code, 2);
}

#[test]
fn bot_that_cannot_be_led_is_untested() {
    let here = suite_folder(&[&later_position()]);
    let run = rejudge(here.path(), "sh bot.sh C3h", &["--json"]);
    assert_eq!(json_lines(&run)[0]["verdict"], "not asked", "{}", run.out);
    assert_eq!(run.code, 125, "{}", run.err);
}

#[test]
fn majority_of_repeated_answers_decides_with_its_certainty() {
    let here = suite_folder(&[POSITION]);
    let path = here.path();
    // The third answer is wrong.
    let script = "read line; echo . >> count; if [ $(wc -l < count) -eq 3 ]; then echo A1h; \
                  else echo C3h; fi";
    fs::write(path.join("luck.sh"), script).unwrap();
    let run = rejudge(path, "sh luck.sh", &["--repeat", "3"]);
    assert!(run.out.contains(": cured, good in 2 of 3\n"), "{}", run.out);
    assert_eq!(run.code, 0);
}

#[test]
fn junit_report_has_failure_and_skipped_case() {
    let wrong = POSITION.replace("A1h", "F1h");
    let here = suite_folder(&[&wrong, &later_position()]);
    let more = ["--junit", "report.xml"];
    assert_eq!(rejudge(here.path(), "sh bot.sh F1h", &more).code, 1);
    let xml = fs::read_to_string(here.path().join("report.xml")).unwrap();
    assert!(
        xml.contains(r#"failures="1" errors="0" skipped="1""#),
        "{xml}"
    );
    assert!(xml.contains("type=\"still wrong\""), "{xml}");
    let again = rejudge(here.path(), "sh bot.sh F1h", &more);
    assert_eq!(again.code, 2, "an existing report is replaced");
    let forced = [&more[..], &["--force"]].concat();
    assert_eq!(rejudge(here.path(), "sh bot.sh F1h", &forced).code, 1);
}

#[test]
fn player_with_version_is_found_by_either_name() {
    let here = suite_folder(&[POSITION]);
    let code = |name: &str| rejudge(here.path(), "sh bot.sh C3h", &["--player", name]).code;
    assert_eq!(["Anna", "Anna v2", "White", "first"].map(code), [0; 4]);
    assert_eq!(["Bob", "second"].map(code), [2; 2]);
}

#[test]
fn suite_commands_take_player_and_refuse_other_filters() {
    let other = POSITION
        .replace("Anna v2", "Cid")
        .replace("...../....../...../", "-..../....../...../");
    let other = other.replace("\"moves\":\"\"", "\"moves\":\"A2h A1h\"");
    let here = suite_folder(&[POSITION, &other]);
    let verify = |more: &[&str]| {
        let args = ["review", "--suite", "lost.jsonl", "--verify"];
        kifu(here.path(), &[&args[..], more].concat())
    };
    let run = verify(&["--player", " Anna "]);
    assert!(
        run.out.contains("\n1 position judged again, "),
        "{}{}",
        run.out,
        run.err
    );
    assert_eq!(verify(&["--player", "Bob"]).code, 2);
    for filter in ["--faults", "--drawn"] {
        let run = verify(&[filter]);
        assert_eq!(run.code, 2, "{filter}: {}", run.out);
        let expected = format!("expected --player alone with a suite, found {filter}");
        assert!(run.err.contains(&expected), "{}", run.err);
        let run = rejudge(here.path(), "sh bot.sh C3h", &[filter]);
        assert_eq!(run.code, 2, "{filter}: {}", run.out);
    }
}
