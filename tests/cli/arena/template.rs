//! Commands that are run once for each position.

use super::bot_folder;
use crate::kifu;

/// Returns the JSON lines of a rejudged game of Zuniq.
fn rejudge(moves: &str, cmd: &str, scripts: &[(&str, &str)]) -> Vec<String> {
    let here = bot_folder(scripts);
    std::fs::write(here.path().join("game.moves"), moves).unwrap();
    let args = [
        "rejudge",
        "game.moves",
        "--game",
        "zuniq",
        "--cmd",
        cmd,
        "--json",
    ];
    let more = ["--nodes", "1", "--player", "first", "--clock", "2s"];
    let run = kifu(here.path(), &[&args[..], &more].concat());
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    run.out.lines().map(str::to_owned).collect()
}

#[test]
fn template_gets_moves_as_one_argument_and_answers_last() {
    let script =
        r#"echo thinking; [ "$1" = "x=A2h C4v" ] && [ $# = 1 ] && echo B3h || echo A2h; echo"#;
    let lines = rejudge("A2h C4v B3h", "sh bot.sh x={moves}", &[("bot.sh", script)]);
    for line in &lines[..2] {
        assert!(line.contains("\"verdict\":\"same\""), "{line}");
        assert!(
            line.contains("\"asked_by\":\"run for each position\""),
            "{line}"
        );
    }
}

#[test]
fn template_gets_the_position_without_a_shell() {
    let script = r#"case "$1" in *" w -") echo A2h;; esac"#;
    let lines = rejudge(
        "A2h",
        "sh bot.sh {position} '$(touch hacked);'",
        &[("bot.sh", script)],
    );
    assert!(lines[0].contains("\"verdict\":\"same\""), "{lines:?}");
}

#[test]
fn template_without_answer_is_reported_with_the_reason() {
    for (script, expected) in [
        ("exit 0", "exited with status 0"),
        ("echo A2h; exit 4", "status 4"),
        ("echo hello world", "hello world"),
        ("printf '\\377\\376'", "UTF-8"),
        ("head -c 3000000 /dev/zero", "longer than any move"),
        ("yes A2h", "no answer within 2000 ms"),
        ("sleep 60", "no answer within 2000 ms"),
    ] {
        let lines = rejudge("A2h", "sh bot.sh {moves}", &[("bot.sh", script)]);
        assert!(
            lines[0].contains("\"verdict\":\"fails\""),
            "{script}: {lines:?}"
        );
        assert!(lines[0].contains(expected), "{script}: {lines:?}");
    }
}

#[test]
fn missing_program_of_template_stops_once_at_the_start() {
    let here = bot_folder(&[("lost.moves", "A2h C4v B3h")]);
    for program in ["./missing", "kifu-missing-program"] {
        let cmd = format!("{program} {{moves}}");
        let args = ["rejudge", "lost.moves", "--game", "zuniq", "--cmd", &cmd];
        let run = kifu(here.path(), &args);
        assert_eq!(run.code, 2, "{}{}", run.out, run.err);
        let message = format!("cannot start `{program}`");
        assert_eq!(run.err.matches(&message).count(), 1, "{}", run.err);
    }
}
