//! Standings of lists of results: tables with named columns, psyleague's games, and downloads from
//! CodinGame that overlap.

use crate::{folder, kifu};
use std::path::Path;

/// Returns the names of the rows with games won, drawn and lost, and the messages.
fn standings(folder: &Path, args: &[&str]) -> (Vec<(String, [u64; 3])>, String) {
    let run = kifu(folder, &[&["standings", "--json"], args].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    let sheet: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    let row = |row: &serde_json::Value| {
        let counts = ["won", "drawn", "lost"].map(|key| row[key].as_u64().unwrap());
        (row["name"].as_str().unwrap().to_owned(), counts)
    };
    let mut rows: Vec<_> = sheet["rows"].as_array().unwrap().iter().map(row).collect();
    rows.sort();
    (rows, run.err)
}

fn row(name: &str, counts: [u64; 3]) -> (String, [u64; 3]) {
    (name.to_owned(), counts)
}

#[test]
fn table_with_columns_of_the_command_line_has_standings() {
    let here = folder(&[("t.tsv", "nr\tp1\tp2\tres\n1\tA\tB\t1-0\n2\tB\tA\t1/2-1/2\n")]);
    for columns in ["first=2,second=3,result=4", "first=p1,second=p2,result=res"] {
        let (rows, _) = standings(here.path(), &["t.tsv", "--columns", columns]);
        assert_eq!(rows, [row("A", [1, 1, 0]), row("B", [0, 1, 1])]);
    }
    let run = kifu(
        here.path(),
        &["standings", "t.tsv", "--columns", "first=2,result=4"],
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("expected a column for `second`"),
        "{}",
        run.err
    );
    let run = kifu(
        here.path(),
        &[
            "standings",
            "t.tsv",
            "--columns",
            "first=2,second=3,result=1",
        ],
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("2 games could not be read and are left out"),
        "{}",
        run.err
    );
}

#[test]
fn games_of_psyleague_have_standings() {
    let line = |players: &str, ranks: &str| {
        format!(
            "{{\"players\": {players}, \"ranks\": {ranks}, \"errors\": [0, 0], \"test_data\": {{}}, \"player_data\": [{{}}, {{}}]}}\n"
        )
    };
    let text = line(r#"["a", "b"]"#, "[1, 2]")
        + &line(r#"["b", "a"]"#, "[1, 2]")
        + &line(r#"["a", "b"]"#, "[1, 2]");
    let here = folder(&[("league.games", &text)]);
    let (rows, err) = standings(here.path(), &["league.games"]);
    assert_eq!(
        (rows, err.as_str()),
        (vec![row("a", [2, 0, 1]), row("b", [1, 0, 2])], "")
    );
}

fn battle(id: u32, first: (&str, u32), second: (&str, u32)) -> String {
    let player = |(name, place)| {
        format!(
            "{{\"nickname\": \"{name}\", \"position\": {place}, \"playerAgentId\": 5, \"userId\": 77}}"
        )
    };
    let players = format!("[{}, {}]", player(first), player(second));
    format!("{{\"players\": {players}, \"gameId\": {id}, \"done\": true}}")
}

#[test]
fn battles_that_two_downloads_have_count_once() {
    let shared = battle(2, ("Ann", 0), ("Bob", 1));
    let turned = battle(2, ("Bob", 1), ("Ann", 0));
    let one = format!("[{}, {shared}]", battle(1, ("Ann", 1), ("Bob", 0)));
    let two = format!("[{turned}, {}]", battle(3, ("Bob", 0), ("Cid", 0)));
    let replay = r#"{"frames": [{"agentId": -1}, {"agentId": 0, "stdout": "b1a1\n"}, {"agentId": 1, "stdout": "zz\n"}],
        "agents": [{"index": 0, "codingamer": {"pseudo": "Ann"}}, {"index": 1, "codingamer": {"pseudo": "Bob"}}],
        "scores": [1, -1], "gameId": 2, "puzzleId": 715}"#;
    let here = folder(&[("one.json", &one), ("two.json", &two)]);
    let (rows, err) = standings(here.path(), &["."]);
    let expected = [
        row("Ann", [1, 0, 1]),
        row("Bob", [1, 1, 1]),
        row("Cid", [0, 1, 0]),
    ];
    assert_eq!(rows, expected);
    assert!(err.contains("1 game is left out"), "{err}");
    std::fs::write(here.path().join("replay.json"), replay).unwrap();
    std::fs::write(here.path().join("again.json"), replay).unwrap();
    let (rows, err) = standings(here.path(), &["."]);
    assert_eq!(rows, expected, "{err}");
    assert!(err.contains("with its moves"), "{err}");
}

#[test]
fn downloads_that_overlap_merge_without_doubles() {
    let replay = |id: u32, moves: [&str; 2]| {
        format!(
            "{{\"frames\": [{{\"agentId\": -1}}, {{\"agentId\": 0, \"stdout\": \"{}\"}}, {{\"agentId\": 1, \"stdout\": \"{}\"}}], \
             \"agents\": [{{\"index\": 0, \"codingamer\": {{\"pseudo\": \"Ann\"}}}}, {{\"index\": 1, \"codingamer\": {{\"pseudo\": \"Bob\"}}}}], \
             \"gameId\": {id}, \"puzzleId\": 715}}",
            moves[0], moves[1]
        )
    };
    let [a, b, c] = [
        (1, ["b1a1", "a3a2"]),
        (2, ["b1a1", "b2a2"]),
        (3, ["d1c1", "b1a1"]),
    ]
    .map(|(id, moves)| replay(id, moves));
    let list = format!("[{a}, {b}]");
    let inside = format!("{{\"downloads\": [{{\"r\": {b}}}, {{\"r\": {c}}}]}}");
    let here = folder(&[
        ("list.json", &list),
        ("inside.json", &inside),
        ("a.json", &a),
    ]);
    for name in ["list", "inside", "a"] {
        let (input, output) = (format!("{name}.json"), format!("parts/{name}.ronl"));
        std::fs::create_dir_all(here.path().join("parts")).unwrap();
        let run = kifu(here.path(), &["convert", &input, "-o", &output]);
        assert!(run.code < 2, "{}", run.err);
    }
    let run = kifu(here.path(), &["merge", "parts", "-o", "all.ronl"]);
    assert!(run.code < 2, "{}", run.err);
    let text = std::fs::read_to_string(here.path().join("all.ronl")).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
}
