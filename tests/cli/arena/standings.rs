//! `kifu standings`: the contest's own points.

use super::bot_folder;
use crate::kifu;
use crate::xml::html;
use kifu::record::{read_ron, write_ron};
use std::path::Path;

/// The only table of some logs.
fn json(folder: &Path, logs: &str) -> serde_json::Value {
    let run = kifu(folder, &["standings", "--json", logs]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    serde_json::from_str(run.out.trim()).unwrap()
}

#[test]
fn turn_right_points_follow_its_rules() {
    let game = include_str!("../../../fixtures/moves/whole-turn-right.txt");
    let here = bot_folder(&[("game.txt", game)]);
    let sheet = json(here.path(), "game.txt");
    // White 32, Black 41: 50 and nine, two game points.
    let rows = sheet["rows"].as_array().unwrap();
    let of = |row: usize, key: &str| rows[row][key].as_i64().unwrap();
    assert_eq!(
        (of(0, "points"), of(0, "game_points"), of(0, "scores")),
        (59, 2, 41)
    );
    assert_eq!(
        (of(1, "points"), of(1, "game_points"), of(1, "scores")),
        (41, 0, 32)
    );
}

#[test]
fn box_points_are_sums_of_the_table_scores() {
    let table = include_str!("../../../fixtures/codecup-csv/box.csv");
    let here = bot_folder(&[("box.csv", table)]);
    let sheet = json(here.path(), "box.csv");
    // The columns Score1 and Score2 of four games.
    let rows = sheet["rows"].as_array().unwrap();
    let of = |row: usize| {
        let number = |key: &str| rows[row][key].as_i64().unwrap();
        let name = rows[row]["name"].as_str().unwrap();
        (name, number("points"), number("games"), number("won"))
    };
    assert_eq!(of(0), ("Tiles", 234 + 236 + 224 + 150, 4, 3));
    assert_eq!(of(1), ("Lines", 66 + 64 + 76 + 150, 4, 0));
    assert_eq!(rows.len(), 2);
}

const TABLE: &str =
    "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves\n";

#[test]
fn every_output_format_lists_all_bots_with_escaped_names() {
    let games = "game: clobber\nplayer1: <Ada>\nplayer2: \"C\", x\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
                 game: clobber\nplayer1: \"C\", x\nplayer2: <Ada>\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n---\n\
                 game: clobber\nplayer1: Eve\nplayer2: <Ada>\nwidth: 2\nheight: 2\na2a1 b2b1 a1b1\n";
    let here = bot_folder(&[("games.moves", games)]);
    let run = |form: &[&str]| {
        let run = kifu(here.path(), &[&["standings", "games.moves"], form].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let text = run(&[]);
    assert!(text.contains("3 games, ranked by games won"), "{text}");
    assert!(text.contains("Eve") && text.contains("<Ada>"), "{text}");
    let csv = run(&["--csv"]);
    assert!(csv.contains("\"\"\"C\"\", x\""), "{csv}");
    assert_eq!(csv.lines().count(), 4);
    let html = run(&["--html"]);
    assert!(
        html.contains("&lt;Ada&gt;") && !html.contains("<Ada>"),
        "{html}"
    );
    let json: serde_json::Value = serde_json::from_str(run(&["--json"]).trim()).unwrap();
    assert_eq!(json["rows"].as_array().unwrap().len(), 3);
    let none = bot_folder(&[("t.csv", TABLE)]);
    let run = kifu(none.path(), &["standings", "t.csv"]);
    assert_eq!(run.code, 2, "{}{}", run.out, run.err);
}

#[test]
fn hostile_name_adds_no_tags_to_standings_page() {
    let records = crate::common::records_folder();
    let record = std::fs::read_to_string(records.join("clobber.ron")).unwrap();
    let page = |bots: [&str; 2]| {
        let mut record = read_ron(&record).unwrap();
        bots[0].clone_into(&mut record.players.0.name);
        bots[1].clone_into(&mut record.players.1.name);
        let here = bot_folder(&[("a.ron", &write_ron(&record))]);
        let run = kifu(here.path(), &["standings", "a.ron", "--html"]);
        assert_eq!(run.code, 0, "{}", run.err);
        html(&run.out).unwrap_or_else(|why| panic!("{why}\n{}", run.out))
    };
    let name = "</td></style><script>\n\" class=\"x\" '&amp;&lt;<!--\u{202e}\u{ffff}";
    let harmless = page(["Ada", "Charles"]);
    let hostile = page(["Ada", name]);
    let shown = name.replace(['\u{202e}', '\u{ffff}'], "\u{fffd}");
    assert!(hostile.texts.contains(&shown), "{:?}", hostile.texts);
    assert_eq!(hostile.tags, harmless.tags);
    assert_eq!(hostile.raw, harmless.raw);
}

/// The games of all tables: those counted, those without a winner, and those left out.
fn accounting(out: &str) -> (u64, u64, u64) {
    let mut sums = (0, 0, 0);
    for line in out.lines() {
        let sheet: serde_json::Value = serde_json::from_str(line).unwrap();
        let number = |value: &serde_json::Value| value.as_u64().unwrap();
        let rows = sheet["rows"].as_array().unwrap();
        let sides: u64 = rows.iter().map(|row| number(&row["games"])).sum();
        assert_eq!(sides % 2, 0, "{line}");
        sums.0 += sides / 2;
        sums.1 += number(&sheet["unknown"]);
        assert_eq!(
            number(&sheet["games"]),
            sides / 2 + number(&sheet["unknown"])
        );
        let left_out = sheet["left_out"].as_array().unwrap();
        sums.2 += left_out
            .iter()
            .map(|group| number(&group["games"]))
            .sum::<u64>();
    }
    sums
}

const UNKNOWN_GAME: &str = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n\
    1,1,final,Ann,100,WIN,Bob,50,LOSE,Ei3 Fe3 Ig5\n\
    2,1,final,Bob,50,LOSE,Ann,100,WIN,\n";

#[test]
fn reported_results_count_when_the_game_is_unknown() {
    let here = bot_folder(&[("t.csv", UNKNOWN_GAME)]);
    let sheet = json(here.path(), "t.csv");
    assert_eq!((&sheet["games"], &sheet["unknown"]), (&2.into(), &0.into()));
    assert_eq!(sheet["rows"][0]["name"], "Ann");
    assert_eq!(sheet["rows"][0]["won"], 2);
    // Named as another game, its moves break the rules; the table reports no fault.
    let run = kifu(
        here.path(),
        &["standings", "--json", "--game", "zuniq", "t.csv"],
    );
    let sheet: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
    assert_eq!(sheet["rows"][0]["won"], 2);
    for row in sheet["rows"].as_array().unwrap() {
        assert_eq!(row["faults"], serde_json::json!({}));
    }
}

#[test]
fn games_left_out_are_reported_with_reasons() {
    let rows = format!(
        "{UNKNOWN_GAME}2,1,final,Bob,50,LOSE,Ann,100,WIN,\n\
         3,1,final,Eve,9,ILLEGAL,Ann,1,LOSE,\n\
         4,1,final,Eve,9,WIN,Ann,1,LOSE,,,too,many\n,,,,,,,,,\n5,1,final,Eve,,,Ann,,,\n"
    );
    let here = bot_folder(&[("t.csv", &rows)]);
    let run = kifu(here.path(), &["standings", "--json", "t.csv"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert_eq!(accounting(&run.out), (2, 1, 3), "{}", run.out);
    for words in [
        "1 game is left out: its log, or another one, has the game before",
        "1 game is left out: the log says that the winner failed",
        "1 game could not be read and is left out: K105",
        "t.csv:6",
    ] {
        assert!(run.err.contains(words), "{words}: {}", run.err);
    }
    let text = kifu(here.path(), &["standings", "t.csv"]).out;
    assert!(
        text.contains("1 game without a known winner was left out"),
        "{text}"
    );
    // Left out for a good reason, nothing is lost.
    let doubled = format!("{UNKNOWN_GAME}2,1,final,Bob,50,LOSE,Ann,100,WIN,\n");
    let here = bot_folder(&[("t.csv", &doubled)]);
    let run = kifu(here.path(), &["standings", "--json", "t.csv"]);
    assert_eq!((run.code, accounting(&run.out)), (0, (2, 0, 1)));
}

#[test]
fn every_game_is_counted_unknown_or_left_out() {
    let mut random = kifu::search::SplitMix64::new(36);
    let mut pick =
        |all: &[&str]| all[usize::try_from(random.next() % all.len() as u64).unwrap()].to_owned();
    for _ in 0..12 {
        let mut text = "Game,Round,User1,Score1,Status1,User2,Score2,Status2,Moves\n".to_owned();
        let mut games = 0;
        for number in 0..30 {
            let id = pick(&["1", "2", "", "7"]);
            let status = ["WIN", "LOSE", "DRAW", "LOST", "", "WON", "FORFAIT"];
            let row = [
                id,
                number.to_string(),
                pick(&["Ann", "Bob", "=Eve"]),
                pick(&["1", "0", "", "x"]),
                pick(&status),
                pick(&["Ann", "Cid", ""]),
                pick(&["1", "0", "", "99999999999"]),
                pick(&status),
                pick(&["", "Ei3 Fe3", "b1a1 b2a2", "b1a1 e5e7"]),
            ];
            text.push_str(&pick(&["", "\n", ",,,,,,,,\n"]));
            text.push_str(&row.join(","));
            text.push_str(&pick(&["\n", "\n", "\n", ",more\n"]));
            games += 1;
        }
        let here = bot_folder(&[("t.csv", &text)]);
        let run = kifu(here.path(), &["standings", "--json", "t.csv"]);
        let (counted, unknown, left_out) = accounting(&run.out);
        assert_eq!(counted + unknown + left_out, games, "{text}\n{}", run.out);
        assert_eq!(run.code, i32::from(left_out > 0), "{text}\n{}", run.err);
        // No other status word is a fault.
        for line in run.out.lines() {
            let sheet: serde_json::Value = serde_json::from_str(line).unwrap();
            for row in sheet["rows"].as_array().unwrap() {
                let faults = row["faults"].as_object().unwrap();
                assert!(
                    faults
                        .keys()
                        .all(|kind| kind == "jury" || kind == "illegal"),
                    "{text}\n{line}"
                );
            }
        }
    }
}

#[test]
fn csv_cells_that_begin_like_formulas_get_an_apostrophe() {
    let records = crate::common::records_folder();
    let mut record =
        read_ron(&std::fs::read_to_string(records.join("clobber.ron")).unwrap()).unwrap();
    for name in [
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-1+1",
        "@SUM(1+1)",
        "\t=1",
        "\r=1",
        "=HYPERLINK(\"a\",\"b\")",
    ] {
        name.clone_into(&mut record.players.0.name);
        let here = bot_folder(&[("a.ron", &write_ron(&record))]);
        let out = kifu(here.path(), &["standings", "--csv", "a.ron"]).out;
        let cell = format!("'{}", name.replace('"', "\"\""));
        assert!(out.contains(&cell), "{out}");
        assert!(!out.contains(&format!(",{name}")), "{out}");
    }
}

/// Returns the most memory, in KiB, that the standings of a text of the form Caia held.
#[cfg(target_os = "linux")]
fn peak_memory_kib(text: &str) -> u64 {
    let here = bot_folder(&[("games.log", text)]);
    let mut child = std::process::Command::new(crate::KIFU)
        .args(["standings", "--json", "--from", "caia", "games.log"])
        .current_dir(here.path())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut peak = 0;
    while child.try_wait().unwrap().is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        std::thread::yield_now();
    }
    let output = child.wait_with_output().unwrap();
    let sheet: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(sheet["games"], text.lines().count());
    peak
}

#[test]
fn result_row_and_record_of_one_game_count_once() {
    let head = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2\n";
    let rows = "7,1,,Ann,1,,Bob,0,\n8,1,,Ann,1,,Bob,0,\n8,1,,Ann,1,,Bob,0,\n9,1,,Bob,1,,Eve,0,\n";
    let game = "(kifu: 2, game: \"clobber\", source: (id: \"7\"), \
                players: ((name: \"Ann\"), (name: \"Bob\")), moves: \"b1a1\", \
                reported: (winner: First, points: (1, 0)))";
    let here = bot_folder(&[("a.csv", &format!("{head}{rows}")), ("b.ron", game)]);
    for logs in [["a.csv", "b.ron"], ["b.ron", "a.csv"]] {
        let run = kifu(here.path(), &["standings", "--json", logs[0], logs[1]]);
        let sheet: serde_json::Value = serde_json::from_str(run.out.trim()).unwrap();
        assert_eq!(sheet["games"], 3, "{}{}", run.out, run.err);
        let left_out = sheet["left_out"].as_array().unwrap();
        let reasons = left_out.iter().map(|group| {
            let reason = group["reason"].as_str().unwrap();
            (reason, group["games"].as_u64().unwrap())
        });
        let mut reasons: Vec<_> = reasons.collect();
        reasons.sort_unstable();
        assert_eq!(reasons, [("known-from-moves", 1), ("repeated", 1)]);
        assert!(
            run.err.contains("a.csv:2") && run.err.contains("a.csv:4"),
            "{}",
            run.err
        );
    }
}

mod slow {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn standings_memory_does_not_grow_with_games() {
        let game = "M: RESULT = 1 - 0 (game marks) PLAYER_1:_WIN;_PLAYER_2:_LOSE\n";
        let few = peak_memory_kib(&game.repeat(20_000));
        let many = peak_memory_kib(&game.repeat(200_000));
        // A game that is kept costs about 600 bytes.
        assert!(many < few + 60_000, "{few} KiB, then {many} KiB");
    }

    #[test]
    fn luck_adjusted_results_are_added_to_plain_results() {
        let table = include_str!("../../../fixtures/codecup-csv/box.csv");
        let circuits = include_str!("../../../fixtures/moves/whole-turn-right.txt");
        let here = bot_folder(&[("box.csv", table), ("circuits.txt", circuits)]);
        let run = |args: &[&str]| kifu(here.path(), &[&["standings", "box.csv"], args].concat());
        let plain = run(&["--json"]);
        let plain: serde_json::Value = serde_json::from_str(&plain.out).unwrap();
        assert!(plain["luck_adjusted"].is_null());
        let adjusted = run(&["--json", "--luck-adjusted"]);
        let adjusted: serde_json::Value = serde_json::from_str(&adjusted.out).unwrap();
        assert_eq!(
            adjusted["rows"], plain["rows"],
            "the plain table stays as it is"
        );
        let luck = &adjusted["luck_adjusted"];
        assert_eq!(
            (luck["games"].as_u64(), luck["nodes"].as_u64()),
            (Some(4), Some(64))
        );
        let rows = luck["rows"].as_array().unwrap();
        let number = |row: &serde_json::Value, key: &str| row[key]["mean"].as_f64().unwrap();
        for (row, plain) in rows.iter().zip(plain["rows"].as_array().unwrap()) {
            assert_eq!(row["name"], plain["name"]);
            let points = plain["points"].as_f64().unwrap() / 4.0;
            assert!((number(row, "points") - points).abs() < 1e-3);
        }
        // The luck of one bot is the bad luck of the other.
        let of = |key: &str| rows.iter().map(|row| number(row, key)).sum::<f64>();
        assert!((of("points") - of("adjusted_points")).abs() < 1e-2);
        assert!((number(&rows[0], "points") - number(&rows[0], "adjusted_points")).abs() > 0.05);

        let text = run(&["--luck-adjusted"]).out;
        assert!(
            text.contains("\nWithout luck: 4 of 4 games, box "),
            "{text}"
        );
        assert!(text.contains("by quarter of the game: "), "{text}");
        let page = run(&["--luck-adjusted", "--html"]).out;
        assert!(page.contains("<summary>Without luck</summary>"), "{page}");
        html(&page).unwrap();

        let run = kifu(
            here.path(),
            &["standings", "circuits.txt", "--luck-adjusted"],
        );
        assert_eq!(run.code, 0);
        assert!(run.err.contains("found no game with luck"), "{}", run.err);
        assert!(!run.out.contains("Without luck"), "{}", run.out);
        let run = kifu(
            here.path(),
            &["standings", "box.csv", "--luck-adjusted", "--csv"],
        );
        assert_eq!(run.code, 2, "{}", run.out);
    }
}

#[test]
fn results_of_an_unknown_game_are_a_table_apart() {
    let header = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n";
    let zuniq = "1,1,s,Ann,50,LOSE,Bob,100,WIN,E5v A2h\nTotal,,,,50,,,100,,\n";
    let other =
        "2,1,s,Ann,3,WIN,Cleo,0,LOSE,iJ> iO/ mD>\n3,1,s,Bob,0,LOSE,Cleo,3,WIN,oK% kA> pA%\n";
    let here = bot_folder(&[
        ("zuniq.csv", &format!("{header}{zuniq}")),
        ("other.csv", &format!("{header}{other}")),
    ]);
    let run = kifu(here.path(), &["standings", "--json", "."]);
    let sheets: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |game: &str| {
        let sheet = sheets.iter().find(|sheet| sheet["game"] == game);
        let rows = sheet.unwrap_or_else(|| panic!("{}", run.out))["rows"].as_array();
        let names = rows
            .unwrap()
            .iter()
            .map(|row| row["name"].as_str().unwrap());
        let mut names: Vec<String> = names.map(str::to_owned).collect();
        names.sort();
        names
    };
    assert_eq!(of("zuniq"), ["Ann", "Bob"]);
    assert_eq!(of(""), ["Ann", "Bob", "Cleo"]);
}

#[test]
fn names_with_and_without_outer_blanks_are_one_bot() {
    let header = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n";
    let rows = "1,1,s,Ann ,50,LOSE,Bob,100,WIN,\n2,1,s, Ann,50,LOSE,Bob,100,WIN,\n\
                3,1,s,\" Ann\",50,LOSE,Bob,100,WIN,\n";
    let here = bot_folder(&[("table.csv", &format!("{header}{rows}"))]);
    let rows = json(here.path(), "table.csv")["rows"].clone();
    assert_eq!(rows.as_array().unwrap().len(), 2, "{rows}");
}
