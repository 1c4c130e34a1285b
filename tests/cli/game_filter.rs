//! Commands that read only the games of a player, with a result, a fault or a loss.

use crate::{KIFU, folder, kifu, kifu_with, run};
use assert_cmd::Command;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// Games of Ada: won, lost, lost to another player, and one without her.
const GAMES: &str = "\
game: clobber
player1: Ada
player2: Bob
width: 2
height: 2
a2a1 b2b1 a1b1

game: clobber
player1: Bob
player2: Ada
width: 2
height: 2
a2a1 b2b1 a1b1

game: clobber
player1: Cid
player2: Ada
width: 2
height: 2
a2a1 b2b1 a1b1

game: clobber
player1: Cid
player2: Bob
width: 2
height: 2
a2a1 b2b1 a1b1
";

/// A folder with the games as `games.moves` and as `games.ronl`.
fn games() -> TempDir {
    let folder = folder(&[("games.moves", GAMES)]);
    let run = kifu(
        folder.path(),
        &["convert", "games.moves", "-o", "games.ronl"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    folder
}

/// Returns the places of the games that `validate` reads with a filter, and its messages.
fn selected(folder: &Path, filter: &[&str]) -> (Vec<u64>, String) {
    let mut args = vec!["validate", "games.ronl", "--json"];
    args.extend(filter);
    let run = kifu(folder, &args);
    let lines = run.out.lines();
    let index = |line: &str| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        line["index"].as_u64().unwrap()
    };
    (lines.map(index).collect(), run.err)
}

#[test]
fn player_filter_takes_names_with_and_without_version() {
    let games = GAMES.replace("Ada", "Ada v2");
    let folder = folder(&[("games.ronl", ""), ("games.moves", &games)]);
    let args = ["convert", "games.moves", "-o", "games.ronl", "--force"];
    let run = kifu(folder.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let places = |name: &str| selected(folder.path(), &["--player", name]).0;
    assert_eq!(places("Ada"), [0, 1, 2]);
    assert_eq!(places("Ada v2"), [0, 1, 2]);
    assert!(places("Ada v3").is_empty());
}

#[test]
fn result_filter_selects_games_of_the_named_player() {
    let folder = games();
    let places = |filter: &[&str]| selected(folder.path(), filter).0;
    assert_eq!(places(&["--player", "Ada"]), [0, 1, 2]);
    assert_eq!(places(&["--player", "Ada", "--won"]), [0]);
    assert_eq!(places(&["--player", "Ada", "--lost"]), [1, 2]);
    assert_eq!(places(&["--player", "Ada", "--lost", "--won"]), [0, 1, 2]);
    assert_eq!(
        places(&["--player", "Ada", "--lost", "--opponent", "Cid"]),
        [2]
    );
    assert_eq!(places(&["--opponent", "Ada"]), [0, 1, 2]);
    assert_eq!(
        places(&["--player", " Ada "]),
        [0, 1, 2],
        "as standings know a name"
    );
    assert_eq!(places(&["--player", "second", "--opponent", "Cid"]), [2, 3]);
}

#[test]
fn filter_tells_how_many_games_it_left_out_and_why() {
    let folder = games();
    let (_, err) = selected(folder.path(), &["--player", "Ada", "--lost"]);
    let expected = "left out 2 games, 2 selected: 1 of other players, 1 with another result";
    assert!(err.contains(expected), "{err}");
    let (_, err) = selected(folder.path(), &["--player", "second", "--lost"]);
    assert!(!err.contains("left out"), "{err}");
}

#[test]
fn filter_without_any_game_is_an_error_with_nearest_names() {
    let folder = games();
    let run = kifu(
        folder.path(),
        &["validate", "games.ronl", "--player", "ada"],
    );
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(
        run.err
            .contains("found none in 4 games: 4 of other players"),
        "{}",
        run.err
    );
    assert!(run.err.contains("names in the logs: `Ada`"), "{}", run.err);
    let run = kifu(
        folder.path(),
        &["validate", "games.ronl", "--player", "Adda"],
    );
    assert!(run.err.contains("names in the logs: `Ada`"), "{}", run.err);
    let run = kifu(
        folder.path(),
        &["validate", "games.ronl", "--player", "Ada", "--drawn"],
    );
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("1 of other players, 3 with another result"),
        "{}",
        run.err
    );
}

#[test]
fn result_filter_without_player_is_wrong_usage_with_hint() {
    let folder = games();
    for word in ["--lost", "--won"] {
        let run = kifu(folder.path(), &["validate", "games.ronl", word]);
        assert_eq!(run.code, 2);
        assert!(
            run.err.contains(&format!("expected {word} with --player")),
            "{}",
            run.err
        );
        assert!(run.err.contains("add --player NAME"), "{}", run.err);
    }
    let run = kifu(
        folder.path(),
        &["validate", "games.ronl", "--min-loss", "101"],
    );
    assert!(run.err.contains("percent from 0 to 100"), "{}", run.err);
}

#[test]
fn every_command_with_filters_reads_only_selected_games() {
    let folder = games();
    let path = folder.path();
    let filter = ["--player", "Ada", "--won"];
    let with = |args: &[&str]| {
        let mut args = args.to_vec();
        args.extend(filter);
        let run = kifu(path, &args);
        assert_eq!(run.code, 0, "{args:?}: {}", run.err);
        assert!(
            run.err.contains("left out 3 games, 1 selected"),
            "{args:?}: {}",
            run.err
        );
        run.out
    };
    with(&["convert", "games.ronl", "-o", "won.ronl"]);
    assert_eq!(
        fs::read_to_string(path.join("won.ronl"))
            .unwrap()
            .lines()
            .count(),
        1
    );
    assert!(with(&["show", "games.ronl"]).contains("White: Ada"));
    let report = with(&["review", "games.ronl", "--nodes", "10", "--report", "json"]);
    assert_eq!(report.lines().count(), 1);
    with(&["publish", "games.ronl", "-o", "game.html"]);
    with(&["export", "games.ronl", "-o", "tables", "--to", "jsonl"]);
    let rows = fs::read_to_string(path.join("tables/games.jsonl")).unwrap();
    assert_eq!(rows.lines().count(), 1);
    let bot = format!("{KIFU} play --game clobber --nodes 10");
    let asked = with(&["rejudge", "games.ronl", "--cmd", &bot]);
    assert!(
        asked.contains("White Ada") && !asked.contains("Black"),
        "{asked}"
    );
}

#[test]
fn show_counts_only_selected_games_by_index() {
    let folder = games();
    let run = kifu(
        folder.path(),
        &["show", "games.ronl", "--player", "Ada", "--lost", "-i", "1"],
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("White: Cid"), "{}", run.out);
}

#[test]
fn line_filter_writes_only_selected_records_unchanged() {
    let folder = games();
    let input = fs::read_to_string(folder.path().join("games.ronl")).unwrap();
    let input = input + "not a record\n";
    let args = ["validate", "-", "-o", "-", "--player", "Ada", "--won"];
    let run = kifu_with(folder.path(), &args, input);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.out);
    assert!(lines[0].contains("Ada"));
    assert_eq!(lines[1], "not a record");
    assert!(
        run.err.contains("left out 3 games, 1 selected"),
        "{}",
        run.err
    );
}

#[test]
fn filtered_games_do_not_replace_their_own_input() {
    let folder = games();
    let before = fs::read_to_string(folder.path().join("games.ronl")).unwrap();
    let args = [
        "convert",
        "games.ronl",
        "-o",
        "games.ronl",
        "--force",
        "--player",
        "Cid",
    ];
    let run = kifu(folder.path(), &args);
    assert_eq!(run.code, 2, "{}", run.err);
    let after = fs::read_to_string(folder.path().join("games.ronl")).unwrap();
    assert_eq!(after, before);
}

#[test]
fn unreadable_file_is_reported_whatever_the_filter() {
    let folder = games();
    fs::write(folder.path().join("torn.ron"), "(kifu: 2, game: \"clob").unwrap();
    let run = kifu(folder.path(), &["validate", ".", "--player", "Cid"]);
    assert_eq!(run.code, 1);
    assert!(run.out.contains("torn.ron"), "{}", run.out);
}

#[test]
fn fault_filter_selects_who_failed_by_log_or_rules() {
    let folder = folder(&[]);
    let record = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/records/turn-right-illegal.ron"
    );
    let places = |filter: &[&str]| {
        let mut command = Command::new(KIFU);
        command.current_dir(folder.path());
        run(command.args(["validate", record, "--json"]).args(filter)).code
    };
    assert_eq!(places(&["--faults"]), 0);
    assert_eq!(places(&["--faults", "--player", "second"]), 0);
    assert_eq!(places(&["--faults", "--player", "White"]), 2);
}

#[test]
fn loss_filter_uses_reviews_and_names_unreviewed_games() {
    let folder = folder(&[]);
    let path = folder.path();
    let records = concat!(env!("CARGO_MANIFEST_DIR"), "/records");
    let run = kifu(path, &["validate", records, "--min-loss", "15", "--json"]);
    let unreviewed = run.err.contains("not reviewed");
    let worst = |name: &str| {
        let text = fs::read_to_string(format!("{records}/{name}.ron")).unwrap();
        text.contains("evals")
    };
    let all = [
        "atari-go",
        "box",
        "clobber",
        "turn-right",
        "turn-right-illegal",
        "zuniq",
    ];
    assert_eq!(unreviewed, !all.into_iter().all(worst), "{}", run.err);
    let many = run.out.lines().count();
    let few = kifu(path, &["validate", records, "--min-loss", "60%", "--json"]);
    assert!(few.out.lines().count() < many, "{} {}", few.out, run.out);
}
