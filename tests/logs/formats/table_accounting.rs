//! The law of accounting for tables: every cell of a row is in the record, or a finding names it.

use kifu_core::contract::Player;
use kifu_core::findings::Code;
use kifu_core::games::CATALOGUE;
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text, write_all};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

const COLUMNS: [&str; 11] = [
    "Game", "Round", "IsSwiss", "User1", "Score1", "Status1", "User2", "Score2", "Status2", "Note",
    "Moves",
];

fn read(text: &str) -> Vec<CheckedGame> {
    check_text(text, formats::by_id("codecup-csv"), &ReadContext::default())
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "[A-Za-z][A-Za-z0-9 ]{0,8}[a-z]",
        2 => "[=+@\t\u{ff1d}'-]{1,3}[!-~]{1,6}",
        1 => "[\"',;\n a-z\u{1b}\u{202e}]{0,6}[a-z]",
        1 => Just(String::new()),
    ]
}

fn score() -> impl Strategy<Value = String> {
    let odd = select(vec!["1.5", "99999999999", "x", "-", "=1"]).prop_map(str::to_owned);
    prop_oneof![
        4 => (-50..200).prop_map(|number: i32| number.to_string()),
        1 => Just(String::new()),
        1 => odd,
    ]
}

fn status() -> impl Strategy<Value = String> {
    let words = vec![
        "", "WIN", "LOSE", "DRAW", "LOSS", "WON", "ILLEGAL", "TIMEOUT", "PERDU", "win",
    ];
    select(words).prop_map(str::to_owned)
}

fn moves() -> impl Strategy<Value = String> {
    let lists = vec![
        "",
        "Ei3 Fe3 Ig5",
        "b1a1 b2a2",
        "b1a1 e5e7 a1a2",
        "E5v A2h",
        "=1+1",
        "what, is; this",
    ];
    select(lists).prop_map(str::to_owned)
}

/// The cells of a row, in the order of [`COLUMNS`].
fn row() -> impl Strategy<Value = Vec<String>> {
    let free = || prop_oneof![2 => Just(String::new()), 1 => name()];
    let id = prop_oneof![1 => Just(String::new()), 9 => "[0-9]{1,2}"];
    let first = (name(), score(), status());
    let second = (name(), score(), status());
    (id, "[0-9]?", "[a-z]{0,2}", first, second, free(), moves()).prop_map(
        |(id, round, stage, one, two, note, moves)| {
            let cells = [
                id, round, stage, one.0, one.1, one.2, two.0, two.1, two.2, note, moves,
            ];
            cells.to_vec()
        },
    )
}

fn quoted(cell: &str) -> String {
    format!("\"{}\"", cell.replace('"', "\"\""))
}

/// Returns a cell with a guard if it begins like a formula; reading removes the guard.
fn guarded(cell: &str) -> String {
    let text = cell.trim_start_matches('\'');
    let starts = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']);
    // A number is not a formula.
    let is_formula = starts && text.parse::<i64>().is_err();
    let mark = if is_formula { "'" } else { "" };
    format!("{mark}{cell}")
}

fn count(game: &CheckedGame, code: Code) -> usize {
    game.findings
        .iter()
        .filter(|found| found.code == code)
        .count()
}

/// Checks that a game has all values of its row.
fn check_row(cells: &[String], game: &CheckedGame) {
    let record = &game.record;
    let cell = |name: &str| cells[COLUMNS.iter().position(|own| *own == name).unwrap()].as_str();
    assert_eq!(record.source.id, cell("Game"));
    assert_eq!(
        (&*record.event.round, &*record.event.table),
        (cell("Round"), cell("IsSwiss"))
    );
    assert_eq!(record.players.0.name, cell("User1"));
    assert_eq!(record.players.1.name, cell("User2"));
    let reported = record.reported.clone().unwrap_or_default();
    let scores = ["Score1", "Score2"].map(|name| (name, cell(name)));
    let numbers = scores.map(|(_, text)| text.trim().parse::<i32>().ok());
    assert_eq!(reported.points, numbers[0].zip(numbers[1]), "{cells:?}");
    for (name, text) in scores.into_iter().filter(|(_, text)| !text.is_empty()) {
        if text.parse::<i32>().is_err() {
            assert!(count(game, Code::BadValue) > 0, "{cells:?}");
            assert_eq!(record.ext[name], text);
        }
    }
    let words = (cell("Status1").to_owned(), cell("Status2").to_owned());
    if words == (String::new(), String::new()) {
        assert_eq!(reported.status, None);
    } else {
        assert_eq!(reported.status, Some(words.clone()), "{cells:?}");
    }
    for (player, word) in Player::ALL.into_iter().zip([&words.0, &words.1]) {
        let is_known = ["", "WIN", "LOSE", "DRAW", "LOSS", "WON", "win"].contains(&word.as_str());
        assert!(
            !(is_known && reported.faults.contains_key(&player)),
            "an invented fault: {cells:?}"
        );
        if word == "PERDU" {
            assert!(count(game, Code::UnknownField) > 0, "{cells:?}");
        }
    }
    if cell("Note").is_empty() {
        assert!(!record.ext.contains_key("Note"));
    } else {
        assert_eq!(record.ext["Note"], cell("Note"));
    }
    let attempt = record.attempt.clone().unwrap_or_default();
    // Where no row is of a known game, moves are kept as text.
    let of_no_game = record.ext.get("Moves").map_or("", String::as_str);
    let words = [&*record.moves, &*attempt.raw, &*attempt.rest, of_no_game].join(" ");
    let separator = |c: char| c.is_whitespace() || ",;".contains(c);
    let split = |text: &str| -> Vec<String> {
        text.split(separator)
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(split(&words), split(cell("Moves")), "{cells:?}");
    if record.game.is_empty() && !record.moves.is_empty() {
        assert_eq!(count(game, Code::UnknownGame), 1, "{cells:?}");
    }
}

/// Reports whether a row has players, a status or moves.
fn is_game(cells: &[String]) -> bool {
    let is_empty = |at: usize| cells[at].trim().is_empty();
    let is_rest_empty = is_empty(5) && is_empty(8) && is_empty(10);
    match usize::from(!is_empty(3)) + usize::from(!is_empty(6)) {
        _ if !is_rest_empty => true,
        0 => false,
        1 => !is_empty(0),
        _ => true,
    }
}

/// Checks a table: one game for each row with a content, in their order.
fn check_table(rows: &[Vec<String>], order: &[usize], blanks: &[usize]) {
    let line = |cells: &[String]| {
        let cells: Vec<String> = order
            .iter()
            .map(|at| quoted(&guarded(&cells[*at])))
            .collect();
        cells.join(",") + "\n"
    };
    let mut text: String = order
        .iter()
        .map(|at| COLUMNS[*at])
        .collect::<Vec<_>>()
        .join(",")
        + "\n";
    for (at, row) in rows.iter().enumerate() {
        text.push_str(&line(row));
        if blanks.contains(&at) {
            text.push_str(",,,, ,,,,,,\n");
        }
    }
    let games = read(&text);
    let contents: Vec<&Vec<String>> = rows.iter().filter(|row| is_game(row)).collect();
    if contents.is_empty() {
        return;
    }
    assert_eq!(games.len(), contents.len(), "{text}");
    let mut seen: Vec<&Vec<String>> = Vec::new();
    for (cells, game) in contents.into_iter().zip(&games) {
        check_row(cells, game);
        let is_repeated = !cells[0].trim().is_empty() && seen.contains(&cells);
        let is_reported = game.findings.iter().any(|found| {
            found.code == Code::RepeatedEntry && found.message.contains("the row of game")
        });
        assert_eq!(is_reported, is_repeated, "{text}");
        seen.push(cells);
    }
}

fn tables() -> impl Strategy<Value = (Vec<Vec<String>>, Vec<usize>, Vec<usize>)> {
    let rows = vec(row(), 1..6).prop_flat_map(|rows| {
        let last = rows.len() - 1;
        (Just(rows), proptest::option::weighted(0.3, 0..=last))
    });
    let rows = rows.prop_map(|(mut rows, doubled)| {
        if let Some(at) = doubled {
            rows.push(rows[at].clone());
        }
        rows
    });
    let order = Just((0..COLUMNS.len()).collect::<Vec<_>>()).prop_shuffle();
    (rows, order, vec(0_usize..6, 0..2))
}

/// Checks the law on `cases` tables, the same ones in every run.
fn run_law(cases: u32) {
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    for _ in 0..cases {
        let (rows, order, blanks) = tables().new_tree(&mut runner).unwrap().current();
        check_table(&rows, &order, &blanks);
    }
}

#[test]
#[ignore = "takes minutes: the law on a hundred thousand tables"]
fn every_cell_of_many_tables_is_recorded_or_reported() {
    run_law(100_000);
}

#[test]
fn blank_table_rows_are_not_games() {
    let games = read(
        "Game,Round,User1,Score1,Status1,User2,Score2,Status2,Moves\n,,,,,,,,\n , ,,,,,,,\n1,1,A,1,WIN,B,0,LOSE,\n",
    );
    assert_eq!(games.len(), 1);
}

#[test]
fn tables_with_other_separators_are_reported() {
    for (separator, name) in [(";", "semicolons"), ("\t", "tabs")] {
        let text =
            "Game,Round,User1,Score1,Status1,User2,Score2,Status2,Moves\n1,1,A,1,WIN,B,0,LOSE,\n";
        let text = text.replace(',', separator);
        let context = ReadContext::default();
        let format = formats::detect(&text, &context).unwrap();
        assert_eq!(format.id(), "codecup-csv");
        let games = read(&text);
        assert_eq!(games.len(), 1);
        let finding = &games[0].findings[0];
        assert_eq!(finding.code, Code::Syntax);
        assert!(
            finding.message.ends_with(&format!("found {name}")),
            "{}",
            finding.message
        );
    }
}

#[test]
fn second_column_with_the_same_name_is_reported_and_kept() {
    let games = read("Game,User1,Score1,User2,Score2,Extra,User1,Extra,Moves\n1,A,1,B,0,x,C,y,\n");
    let game = &games[0];
    assert_eq!(game.record.players.0.name, "A");
    assert_eq!(count(game, Code::RepeatedEntry), 2);
    let ext = &game.record.ext;
    assert_eq!(
        (&*ext["User1"], &*ext["Extra"], &*ext["Extra 2"]),
        ("C", "x", "y")
    );
}

#[test]
fn scores_out_of_range_are_reported() {
    let games = read(
        "Game,User1,Score1,Status1,User2,Score2,Status2,Moves\n1,A,99999999999,WIN,B,0,LOSE,\n",
    );
    let finding = games[0]
        .findings
        .iter()
        .find(|found| found.code == Code::BadValue);
    assert_eq!(
        finding.unwrap().message,
        "expected a whole number from -2147483648 to 2147483647 as Score1, found `99999999999`"
    );
}

#[test]
fn names_that_begin_like_formulas_are_escaped_and_restored() {
    let names = [
        "=cmd|' /C calc'!A0",
        "+1+1",
        "-1+1",
        "@SUM(1+1)",
        "\t=1",
        "\r=1",
        "'=1",
        "''=1",
        "a=1",
        "'a",
        "-5",
        "＝1",
    ];
    for name in names {
        let mut record = kifu_core::record::Record {
            game: "clobber".to_owned(),
            moves: "b1a1".to_owned(),
            ..Default::default()
        };
        record.players.0.name = name.to_owned();
        let format = formats::by_id("codecup-csv").unwrap();
        let text = write_all(format, &[record], CATALOGUE).unwrap();
        let row = text.split_once('\n').unwrap().1;
        let cell = row.split(',').nth(3).unwrap().trim_start_matches('"');
        let starts = cell.starts_with(['=', '+', '@', '\t', '\r', '＝']);
        assert!(!starts && (!cell.starts_with('-') || cell == "-5"), "{row}");
        assert_eq!(read(&text)[0].record.players.0.name, name, "{text}");
    }
}

/// Tables joined by `cat` have their header several times.
#[test]
fn repeated_header_is_reported_and_not_read_as_a_game() {
    let header = "Game,Round,User1,Score1,Status1,User2,Score2,Status2,Moves\n";
    let rows = "1,1,A,100,WIN,B,0,TIMEOUT,E5v\n";
    let other = rows.replacen('1', "2", 1);
    let games = read(&format!("{header}{rows}{header}{other}{other}"));
    let repeats = |game: &kifu_logs::formats::CheckedGame| {
        let repeated = game
            .findings
            .iter()
            .filter(|f| f.code == Code::RepeatedEntry);
        repeated
            .filter_map(|f| f.location.as_ref().map(|at| at.line))
            .collect::<Vec<_>>()
    };
    let found: Vec<_> = games.iter().map(repeats).collect();
    assert_eq!(found, [vec![], vec![3], vec![5]]);
    assert!(games.iter().all(kifu_logs::formats::CheckedGame::is_valid));
    // No header is lost next to another, or below the last game.
    let games = read(&format!("{header}{rows}{header}{header}{other}{header}"));
    let found: Vec<_> = games.iter().map(repeats).collect();
    assert_eq!(found, [vec![], vec![3, 4, 6]]);
    let header = "Game,Round,IsSwiss,Player,User,Score,Status\n";
    let pair = "1,1,swiss,Player 1,A,1,WIN\n1,1,swiss,Player 2,B,0,LOSE\n";
    let games = read(&format!(
        "{header}{pair}{header}{}",
        pair.replace("\n1,", "\n2,").replacen('1', "2", 1)
    ));
    assert_eq!(
        games.iter().map(repeats).collect::<Vec<_>>(),
        [vec![], vec![4]]
    );
    // Without games below it the table is as empty as with one header.
    let games = read(&format!("{header}{header}"));
    assert_eq!(games.len(), 1);
    assert!(!games[0].is_valid());
    assert_eq!(repeats(&games[0]), [2]);
}

mod slow {
    use super::*;

    #[test]
    fn every_table_cell_is_in_the_record_or_reported() {
        run_law(400);
    }
}
