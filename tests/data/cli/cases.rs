//! Small logs with right answers: each shows a kind of fault that kifu once had.

use crate::program::{KIFU, kifu, kifu_with};
use crate::run::{self, Run};
use crate::trials::files_in;
use libtest_mimic::Trial;
use std::path::{Path, PathBuf};

pub fn trials() -> Vec<Trial> {
    trials![
        "cases" => every_case_has_a_trial,
        "cases/box-arbiter-transcript.txt" => arbiter_transcript_is_read_as_box,
        "cases/box-unreadable-start-tile.html" => blank_after_the_start_tile_is_accepted,
        "cases/by-player-html.ron" => html_totals_by_player_are_a_page,
        "cases/checkbot-first-turn.py" => first_turn_is_not_measured_by_the_later_limit,
        "cases/csv-formula.ronl" => csv_names_are_no_formulas,
        "cases/dialogue-first-act-clobber.ron" => dialogue_has_the_prompt_before_the_first_answer,
        "cases/match-start-fails.sh" => match_that_cannot_start_leaves_no_file,
        "cases/name-with-newline.ron" => names_cannot_forge_output_lines,
        "cases/page-result-ignored.html" => result_of_a_page_is_checked,
        "cases/play-blank-line.txt" => play_skips_blank_lines_of_the_jury,
        "cases/raw-note-at-illegal.ron" => converting_a_record_twice_changes_nothing_more,
        "cases/record-two-notes-one-ply.ron" => repeated_key_of_a_record_is_an_error,
        "cases/rejudge-own-log.dialogue" => rejudge_asks_only_the_player_of_a_log,
        "cases/report-second-heading.txt" => second_heading_of_a_report_starts_no_game,
        "cases/setup-key-newline.ron" => setup_keys_cannot_forge_headers,
        "cases/sgf-early-close-drops-moves.sgf" => text_after_an_sgf_game_is_reported,
        "cases/sgf-empty-setup.sgf" => empty_sgf_setup_changes_nothing,
        "cases/sgf-iso-2022-jp.sgf" => seven_bit_encoding_of_sgf_is_decoded,
        "cases/sgf-no-first-semicolon.sgf" => missing_sgf_semicolon_is_accepted,
        "cases/sgf-result-lost.sgf" => reported_sgf_result_is_written_again,
        "cases/sgf-setup-hidden-by-PL.sgf" => sgf_setup_stones_are_reported_next_to_pl,
        "cases/sgf-variation-colours.sgf" => colours_of_an_sgf_variation_are_checked,
        "cases/standings-drops-games.csv" => standings_count_results_of_unreadable_games,
        "cases/tr-opening-36.ron" => opening_of_36_plies_is_played,
        "cases/verify-endless.ron" => claim_of_an_endless_search_is_not_repeated,
    ]
}

fn run(path: &Path, args: &[&str]) -> Run {
    let path = path.canonicalize().unwrap();
    kifu(path.parent().unwrap(), args)
}

fn name(path: &Path) -> &str {
    path.file_name().unwrap().to_str().unwrap()
}

/// The first game of `validate --json`, with the exit status.
fn judged(path: &Path, more: &[&str]) -> (i32, serde_json::Value) {
    let run = run(path, &[&["validate", "--json", name(path)], more].concat());
    let first = run.out.lines().next().unwrap_or_default();
    (run.code, serde_json::from_str(first).unwrap())
}

/// The findings of a game as `code line:column`.
fn places(game: &serde_json::Value) -> Vec<String> {
    let findings = game["findings"].as_array().unwrap().iter();
    findings
        .map(|f| {
            let code = f["code"].as_str().unwrap();
            format!("{code} {}:{}", f["line"], f["column"])
        })
        .collect()
}

fn converted(path: &Path, format: &str) -> String {
    let run = run(path, &["convert", name(path), "-o", "-", "--to", format]);
    assert!(run.code < 2, "{}", run.err);
    run.out
}

fn every_case_has_a_trial(folder: &Path) {
    let cases: Vec<PathBuf> = files_in(folder);
    for case in cases.iter().map(|path| name(path)) {
        let is_answer = case.ends_with(".expected.txt");
        let is_tried = include_str!("cases.rs").contains(&format!("\"cases/{case}\" => "));
        assert!(is_answer || is_tried, "no trial reads {case}");
    }
}

fn arbiter_transcript_is_read_as_box(path: &Path) {
    let (code, game) = judged(path, &[]);
    assert_eq!(
        (code, &game["game"], &game["plies"]),
        (0, &"box".into(), &2.into())
    );
    assert!(converted(path, "ron").contains(r#""colors": "4 1""#));
}

fn blank_after_the_start_tile_is_accepted(path: &Path) {
    let (code, game) = judged(path, &[]);
    assert_eq!((code, &game["plies"]), (0, &2.into()));
    assert_eq!(places(&game)[0], "K204 1:48");
}

fn html_totals_by_player_are_a_page(path: &Path) {
    let args = [
        "review", "--by", "player", "--report", "html", "--nodes", "1",
    ];
    let run = run(path, &[&args[..], &[name(path)]].concat());
    assert!(run.code < 2, "{}", run.err);
    assert!(run.out.starts_with("<!DOCTYPE html>"), "{}", run.out);
    assert!(!run.out.contains("<!ENTITY"), "{}", run.out);
}

/// The bot takes half a second for its first turn. On a busy machine that may be too long; it never
/// counts against the limit of the later turns.
fn first_turn_is_not_measured_by_the_later_limit(path: &Path) {
    let folder = path.canonicalize().unwrap().parent().unwrap().to_owned();
    let programs = Path::new(KIFU).parent().unwrap().to_owned();
    let mut paths = vec![programs];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));
    let mut command = assert_cmd::Command::new(KIFU);
    let cmd = format!("python3 {}", name(path));
    command
        .current_dir(folder)
        .env("PATH", std::env::join_paths(paths).unwrap())
        .args([
            "check-bot",
            "--game",
            "clobber",
            "--games",
            "1",
            "--cmd",
            &cmd,
        ]);
    let out = run::run(&mut command).out;
    let is_blamed = |line: &str| {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        words.windows(5).any(|words| {
            let time = words[0].parse::<u32>().unwrap_or_default();
            words[1..] == ["ms", "of", "150", "ms"] && time >= 500
        })
    };
    assert!(out.contains("the first turn"), "{out}");
    assert!(!out.lines().any(is_blamed), "{out}");
}

fn csv_names_are_no_formulas(path: &Path) {
    let run = run(path, &["standings", "--csv", name(path)]);
    let rows = run
        .out
        .split('\n')
        .filter(|line| line.starts_with("clobber,"));
    let names: Vec<&str> = rows
        .map(|row| row.splitn(3, ',').nth(2).unwrap().trim_start_matches('"'))
        .collect();
    assert!(names.len() > 4, "{}", run.out);
    for name in names {
        assert!(
            !name.starts_with(['=', '+', '-', '@', '\t', '\r']),
            "{name:?}"
        );
    }
}

fn dialogue_has_the_prompt_before_the_first_answer(path: &Path) {
    let text = converted(path, "codecup-dialogue");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let answer = lines.iter().position(|line| *line == "< zz").unwrap();
    assert_eq!(answer, 12, "{text}");
    assert_eq!((lines[10], lines[11]), ("> null", "> 112"), "{text}");
}

fn match_that_cannot_start_leaves_no_file(_: &Path) {
    let here = tempfile::tempdir().unwrap();
    let play = |bot: &str| {
        let more = [
            "--bot",
            "builtin,nodes=1",
            "--games",
            "2",
            "--time-budget",
            "0",
        ];
        kifu(
            here.path(),
            &[&["match", "--game", "zuniq", "--bot", bot], &more[..]].concat(),
        )
    };
    assert_eq!(play("cmd=./typo").code, 2);
    let second = play("name=ok,builtin,nodes=2");
    assert_eq!(second.code, 0, "{}", second.err);
}

fn names_cannot_forge_output_lines(path: &Path) {
    for args in [&["standings"][..], &["show"], &["review", "--nodes", "1"]] {
        let run = run(path, &[args, &[name(path)]].concat());
        let all = format!("{}{}", run.out, run.err);
        let forged = |line: &str| line.starts_with("other.ron") || line.starts_with("error: x");
        assert!(!all.lines().any(forged), "{args:?}: {all}");
    }
}

fn result_of_a_page_is_checked(path: &Path) {
    let (code, game) = judged(path, &[]);
    assert_eq!((code, &game["reported"]["winner"]), (1, &"first".into()));
    assert!(places(&game)[0].starts_with("K301"), "{game}");
}

fn play_skips_blank_lines_of_the_jury(path: &Path) {
    let text = std::fs::read(path).unwrap();
    let run = kifu_with(
        Path::new("."),
        &["play", "--game", "zuniq", "--nodes", "20"],
        text,
    );
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{}", run.err);
}

fn converting_a_record_twice_changes_nothing_more(path: &Path) {
    let here = tempfile::tempdir().unwrap();
    let once = converted(path, "ron");
    std::fs::write(here.path().join("once.ron"), &once).unwrap();
    let twice = kifu(
        here.path(),
        &["convert", "once.ron", "-o", "-", "--to", "ron"],
    );
    assert_eq!(twice.out, once);
}

fn repeated_key_of_a_record_is_an_error(path: &Path) {
    let (code, game) = judged(path, &[]);
    assert_eq!((code, &places(&game)[0][..4]), (1, "K105"));
    let message = game["findings"][0]["message"].as_str().unwrap();
    assert!(
        message.contains("the first is at line 7, column 9"),
        "{message}"
    );
}

fn rejudge_asks_only_the_player_of_a_log(path: &Path) {
    let bot = format!("{KIFU} play --game box --nodes 1");
    let ask = |more: &[&str]| {
        let args = ["rejudge", name(path), "--cmd", &bot];
        run(path, &[&args[..], more].concat())
    };
    let both = ask(&[]);
    assert_eq!(both.code, 0, "{}", both.err);
    assert!(both.out.contains(" 0 failed, 1 not asked"), "{}", both.out);
    let named = ask(&["--player", "First"]);
    assert_eq!(named.code, 0, "{}", named.err);
    assert!(
        named.out.contains(" 0 failed, 0 not asked"),
        "{}",
        named.out
    );
}

fn second_heading_of_a_report_starts_no_game(path: &Path) {
    let run = run(path, &["validate", "--json", name(path)]);
    assert_eq!((run.code, run.out.lines().count()), (0, 1), "{}", run.out);
    let record = converted(path, "json");
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let players = &record["players"];
    let named = |player: usize| {
        let player = &players[player];
        format!(
            "{} {}",
            player["author"].as_str().unwrap(),
            player["name"].as_str().unwrap()
        )
    };
    assert_eq!(named(0), "Ann Example CIRCLER");
    assert_eq!(named(1), "Bob Sample Spinner");
    assert_eq!(record["moves"], "c3 d4");
}

fn setup_keys_cannot_forge_headers(path: &Path) {
    for format in ["moves", "txt", "codecup-dialogue"] {
        // A format without a place for the key refuses the game.
        let text = run(path, &["convert", name(path), "-o", "-", "--to", format]).out;
        let forged = |line: &str| {
            line.trim_start_matches(['#', ' '])
                .starts_with("player1: Eve")
        };
        assert!(!text.lines().any(forged), "{format}: {text}");
    }
}

fn text_after_an_sgf_game_is_reported(path: &Path) {
    assert_eq!(judged(path, &["--strict"]).0, 1);
    let (_, game) = judged(path, &[]);
    assert_eq!(places(&game)[0], "K113 2:8");
    assert!(converted(path, "ron").contains("W[bb];B[cc]"));
}

fn empty_sgf_setup_changes_nothing(path: &Path) {
    let (code, game) = judged(path, &["--strict"]);
    assert_eq!((code, &game["plies"]), (0, &2.into()), "{game}");
}

fn seven_bit_encoding_of_sgf_is_decoded(path: &Path) {
    let record = converted(path, "json");
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    let comment = record["notes"]["0"]["comment"].as_str().unwrap_or_default();
    assert_eq!(comment.chars().count(), 2, "{record}");
    assert!(comment.chars().all(|c| u32::from(c) > 0x3000), "{comment}");
}

fn missing_sgf_semicolon_is_accepted(path: &Path) {
    let (code, game) = judged(path, &[]);
    assert_eq!((code, &game["plies"]), (0, &2.into()), "{game}");
    assert_eq!(places(&game)[0], "K121 2:1");
}

fn reported_sgf_result_is_written_again(path: &Path) {
    let text = converted(path, "sgf");
    assert!(text.contains("RE[W+3.5]"), "{text}");
}

fn sgf_setup_stones_are_reported_next_to_pl(path: &Path) {
    let (code, game) = judged(path, &[]);
    assert_eq!((code, &places(&game)[0][..4]), (1, "K118"));
    assert!(converted(path, "sgf").contains("AB[aa]"));
}

fn colours_of_an_sgf_variation_are_checked(path: &Path) {
    assert_eq!(judged(path, &["--strict"]).0, 1);
    let (_, game) = judged(path, &[]);
    assert_eq!(&places(&game)[0][..4], "K207");
    let text = converted(path, "sgf");
    assert!(text.contains("B[cc]") && !text.contains("W[cc]"), "{text}");
}

fn standings_count_results_of_unreadable_games(path: &Path) {
    for more in [&[][..], &["--game", "zuniq"]] {
        let args = [&["standings", "--json", name(path)], more].concat();
        let run = run(path, &args);
        let table: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
        let (first, second) = (&table["rows"][0], &table["rows"][1]);
        assert_eq!((run.code, &table["games"]), (0, &2.into()), "{table}");
        assert_eq!((&first["name"], &first["won"]), (&"Ann".into(), &2.into()));
        assert_eq!(
            first["faults"], second["faults"],
            "none is invented: {table}"
        );
    }
}

fn opening_of_36_plies_is_played(path: &Path) {
    let here = tempfile::tempdir().unwrap();
    let opening = path.canonicalize().unwrap().display().to_string();
    let bots = [
        "--bot",
        "name=a,builtin,nodes=1",
        "--bot",
        "name=b,builtin,nodes=1",
    ];
    let more = ["--openings", &opening, "--games", "2", "--time-budget", "0"];
    let args = [&["match", "--game", "turn-right"], &bots[..], &more[..]].concat();
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = std::fs::read_to_string(here.path().join("match.ronl")).unwrap();
    assert_eq!(text.lines().count(), 2);
}

fn claim_of_an_endless_search_is_not_repeated(path: &Path) {
    let run = run(path, &["review", "--verify", name(path)]);
    assert!(run.out.contains("at most"), "{}", run.out);
}
