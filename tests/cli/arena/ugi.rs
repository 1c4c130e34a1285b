//! UGI, the Universal Game Interface: kifu as an engine, and programs that speak it.

use super::{bot_folder, bout, fault, good};
use crate::{folder, kifu, kifu_with};
use kifu::contract::Player;

const GAMES: [&str; 5] = ["turn-right", "atari-go", "clobber", "box", "zuniq"];

/// Returns the answers of kifu's engine to these lines.
fn engine(game: &str, lines: &str) -> Vec<String> {
    let args = ["play", "--game", game, "--nodes", "2", "--memory", "1"];
    let run = kifu_with(&std::env::temp_dir(), &args, lines);
    assert_eq!((run.code, &*run.err), (0, ""), "{}", run.out);
    run.out.lines().map(str::to_owned).collect()
}

/// Writes a program of UGI that answers each `go` with the next of these lines, and keeps what it
/// heard.
fn script(answer: &str) -> String {
    format!(
        "while read cmd rest; do echo \"$cmd $rest\" >> heard.txt; case $cmd in ugi) echo id name x; \
         echo ugiok;; isready) echo readyok;; go) {answer};; quit) exit;; esac; done"
    )
}

fn rejudge(game: &str, file: &str, script: &str) -> (String, String) {
    let here = bot_folder(&[("bot.sh", script)]);
    let file = if file.contains('/') {
        file.to_owned()
    } else {
        std::fs::write(here.path().join("game.moves"), file).unwrap();
        "game.moves".to_owned()
    };
    let args = [
        "rejudge",
        &file,
        "--game",
        game,
        "--proto",
        "ugi",
        "--cmd",
        "sh bot.sh",
    ];
    let more = [
        "--nodes", "1", "--json", "--player", "first", "--clock", "2s",
    ];
    let run = kifu(here.path(), &[&args[..], &more].concat());
    let heard = std::fs::read_to_string(here.path().join("heard.txt")).unwrap_or_default();
    (run.out + &run.err, heard)
}

#[test]
fn engine_answers_handshake_queries_and_a_search() {
    let lines = "ugi\nisready\nuginewgame\nposition startpos moves A2h\nquery p1turn\n\
                 query gameover\nquery result\ngo nodes 2\nquit\n";
    let answers = engine("zuniq", lines);
    assert!(answers[0].starts_with("id name kifu "), "{answers:?}");
    assert_eq!(answers[2..4], ["ugiok", "readyok"]);
    assert_eq!(
        answers[4..7],
        ["response false", "response false", "response none"]
    );
    assert!(answers[7].starts_with("info nodes "), "{answers:?}");
    assert!(answers[7].contains(" string win=0."), "{answers:?}");
    assert!(answers[8].starts_with("bestmove "), "{answers:?}");
    assert_eq!(answers.len(), 9);
}

#[test]
fn engine_reports_bad_positions_and_commands() {
    let lines = "ugi\nposition startpos moves A2h A2h\ngo nodes 2\nposition fen x\nfoo\n\
                 position startpos\ngo nodes\nposition startpos moves A2h\nquery p1turn\nquit\n";
    let answers = engine("zuniq", lines);
    let errors = |line: &&String| line.starts_with("info string error: ");
    assert_eq!(answers.iter().filter(errors).count(), 5, "{answers:?}");
    let none = |line: &&String| *line == "bestmove none";
    assert_eq!(answers.iter().filter(none).count(), 2, "{answers:?}");
    assert_eq!(answers.last().unwrap(), "response false");
}

#[test]
fn stop_and_end_of_input_end_an_infinite_search() {
    let args = ["play", "--game", "clobber", "--memory", "1"];
    for end in ["stop\nquit\n", ""] {
        let lines = format!("ugi\nposition startpos\ngo infinite\n{end}");
        let run = kifu_with(&std::env::temp_dir(), &args, lines);
        assert!(run.out.contains("\nbestmove "), "{}{}", run.out, run.err);
    }
}

#[test]
fn program_without_move_is_reported_with_place_and_reason() {
    for (answer, expected) in [
        ("echo bestmove nonsense", "nonsense"),
        ("echo bestmove", "expected a move"),
        ("exit 3", "status 3"),
        ("printf '\\377\\376\\n'; exit 0", "exited with status 0"),
        ("head -c 3000000 /dev/zero", "longer than any move"),
        (
            "sleep 60",
            "no answer within 2000 ms (expected `bestmove` after `go ",
        ),
        (
            "while :; do echo info depth 1; done",
            "no answer within 2000 ms",
        ),
    ] {
        let (out, _) = rejudge("zuniq", "A2h C4v", &script(answer));
        let first = out.lines().next().unwrap();
        assert!(first.contains("\"verdict\":\"fails\""), "{answer}: {out}");
        assert!(first.contains(expected), "{answer}: {out}");
        assert!(first.contains("\"asked_by\":\"UGI\""), "{out}");
    }
    let (out, _) = rejudge("zuniq", "A2h C4v", "sleep 60");
    assert!(out.contains("expected `ugiok` after `ugi`"), "{out}");
}

#[test]
fn program_is_sent_only_what_its_seat_knows() {
    let file = format!("{}/records/box.ron", env!("CARGO_MANIFEST_DIR"));
    let (_, heard) = rejudge("box", &file, &script("echo bestmove Aah"));
    let position = heard
        .lines()
        .find(|line| line.starts_with("position fen "))
        .unwrap();
    assert!(
        position.contains(" 1 - 2 - moves Hh634512h 361254"),
        "{position}"
    );
    assert!(!heard.contains("2 5"), "{heard}");
    let (_, heard) = rejudge(
        "zuniq",
        "A2h C4v! B3h D1h C1h",
        &script("echo bestmove B2h"),
    );
    let last = heard.lines().rfind(|line| line.starts_with("position"));
    assert_eq!(last, Some("position startpos moves A2h C4v B3h D1h"));
}

#[test]
fn program_plays_matches_and_its_values_are_kept() {
    let bot = good("zuniq");
    let here = folder(&[]);
    let games = bout(here.path(), "zuniq", &format!("proto=ugi,cmd={bot}"), &[]);
    for (record, player) in games.iter().zip(Player::ALL) {
        assert_eq!(fault(record, player), "");
        let has_value = |note: &kifu::record::Note| {
            note.evals
                .iter()
                .any(|eval| eval.engine == "bad" && eval.lines[0].win.is_some())
        };
        assert!(record.notes.values().any(has_value), "{:?}", record.notes);
    }
}

mod slow {
    use super::{GAMES, good};
    use crate::{folder, kifu};

    #[test]
    fn engine_is_asked_in_every_position_of_all_games() {
        for game in GAMES {
            let here = folder(&[]);
            let file = format!("{}/records/{game}.ron", env!("CARGO_MANIFEST_DIR"));
            let bot = good(game);
            let args = ["rejudge", &file, "--nodes", "1", "--json", "--cmd", &bot];
            let run = kifu(here.path(), &[&args[..], &["--proto", "ugi"]].concat());
            let total = run.out.lines().last().unwrap();
            let total: serde_json::Value = serde_json::from_str(total).unwrap();
            assert_eq!(total["fails"], 0, "{game}: {}{}", run.out, run.err);
            assert_eq!(total["not_asked"], 0, "{game}: {}{}", run.out, run.err);
            assert_eq!(total["asked_by"]["UGI"], total["positions"]);
        }
    }
}
