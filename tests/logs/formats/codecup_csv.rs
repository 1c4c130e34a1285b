//! CodeCup's competition tables.

use super::damaged_text;
use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::{Code, SourceText};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_core::record::{Ending, Record, read_ron, write_ron};
use kifu_logs::formats::{self, CheckedGame, ReadContext, check_text, write_all};

const FINDINGS: &str = include_str!("../../../fixtures/codecup-csv/odd-rows.csv");
const ZUNIQ: &str = include_str!("../../../fixtures/codecup-csv/zuniq.csv");
const RESULTS: &str = include_str!("../../../fixtures/codecup-csv/results.csv");
const DISAGREE: &str = include_str!("../../../fixtures/codecup-csv/results-disagree.csv");

fn check(text: &str) -> Vec<CheckedGame> {
    check_text(text, None, &ReadContext::default())
}

fn codes(game: &CheckedGame) -> Vec<Code> {
    game.findings.iter().map(|finding| finding.code).collect()
}

fn write(games: Vec<CheckedGame>) -> String {
    let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
    let format = formats::by_id("codecup-csv").unwrap();
    write_all(format, &records, CATALOGUE).unwrap()
}

#[test]
fn blanks_of_other_scripts_separate_moves() {
    let header = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n";
    for (status, points) in [("ILLEGAL", "0"), ("LOSE", "50")] {
        let row = |blank: &str| {
            let moves = "E5v A2h B3h C4v".replace(' ', blank);
            format!("{header}1,1,final,Ann,{points},{status},Bob,100,WIN,{moves}\n")
        };
        let plain = check(&row(" "));
        for blank in ["\u{a0}", "\u{a0} ", "\u{2003}"] {
            let games = check(&row(blank));
            assert_eq!(
                games[0].record.moves, plain[0].record.moves,
                "{status} {blank:?}"
            );
            assert_eq!(codes(&games[0]), codes(&plain[0]), "{status} {blank:?}");
        }
    }
}

const HEADER: &str = "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves\n";

#[test]
fn blanks_around_fields_are_not_part_of_names() {
    let rows = [
        "1, 1, final, \"Ann\", 50, LOSE, \"Bob\", 100, WIN, E5v A2h",
        "2,1,final,Ann ,50,LOSE,\tBob,100,WIN,E5v A2h",
        "2, 1, final, Ann, 50, LOSE, Bob , 100, WIN, E5v A2h",
        "3,1,final,\u{a0}\"Ann\"\u{a0},50,LOSE,\u{2003}Bob,100,WIN,E5v A2h",
    ];
    for row in rows {
        let game = check(&format!("{HEADER}{row}\n")).remove(0);
        let names = [&game.record.players.0.name, &game.record.players.1.name];
        assert_eq!(names, ["Ann", "Bob"], "{row}");
        let found = codes(&game).into_iter();
        let found = found.filter(|code| *code == Code::ForgivenSyntax).count();
        assert_eq!(found, 1, "{row}");
    }
    let game = check(&format!(
        "{HEADER}1,1,final,\" Ann\",50,LOSE,Bob,100,WIN,E5v A2h\n"
    ))
    .remove(0);
    assert_eq!(game.record.players.0.name, " Ann");
    assert!(!codes(&game).contains(&Code::ForgivenSyntax));
}

#[test]
fn names_with_outer_blanks_survive_the_round_trip() {
    let mut record = check(&format!(
        "{HEADER}1,1,final,Ann,50,LOSE,Bob,100,WIN,E5v A2h\n"
    ))
    .remove(0)
    .record;
    for name in [" Ann", "Ann ", "\tAnn", "Ann\u{a0}", "\u{2003}Ann"] {
        record.players.0.name = name.to_owned();
        let format = formats::by_id("codecup-csv").unwrap();
        let text = write_all(format, std::slice::from_ref(&record), CATALOGUE).unwrap();
        let [game] = <[CheckedGame; 1]>::try_from(check(&text)).unwrap();
        assert_eq!(game.record.players.0.name, name, "{text}");
    }
}

#[test]
fn sums_titles_and_footers_are_no_games() {
    let row = "1,1,final,Ann,50,LOSE,Bob,100,WIN,E5v A2h\n";
    for other in [
        "Total,,,,50,,,100,,",
        "Sum,,,Ann,50,,,100,,",
        ",,,,50,,,100,,",
        "\"Total:\",,,,50,,,100,,",
        "Generated 2025-11-28 by a tool",
        ",,,Average,75,,,,,",
    ] {
        for text in [
            format!("{HEADER}{row}{other}\n"),
            format!("{HEADER}{other}\n{row}"),
            format!("{other}\n{HEADER}{row}"),
            format!("{other}\n\n{HEADER}{row}"),
        ] {
            let games = check(&text);
            assert_eq!(games.len(), 1, "{text}");
            assert!(codes(&games[0]).contains(&Code::UnassignedText), "{text}");
        }
        let script = format!("#!/bin/sh\ncat <<E\n{HEADER}E\n");
        let found = formats::detect(&script, &ReadContext::default());
        assert_ne!(found.map(<dyn formats::Format>::id), Some("codecup-csv"));
        let only = check(&format!("{HEADER}{other}\n"));
        assert_eq!(codes(&only[0])[0], Code::NoGame, "{other}");
        assert!(codes(&only[0]).contains(&Code::UnassignedText), "{other}");
    }
    let players = RESULTS.lines().next().unwrap();
    let rows = "7,1,swiss,Player 1,A,1,WIN\nTotal,,,,,1,\n7,1,swiss,Player 2,B,0,LOSE\n";
    let games = check(&format!("{players}\n{rows}"));
    assert_eq!(games.len(), 1, "{:?}", games[0].findings);
    assert!(codes(&games[0]).contains(&Code::UnassignedText));
}

#[test]
fn spreadsheet_lines_before_the_heading_are_skipped() {
    let row = "1,1,final,Ann,50.0,LOSE,Bob,100.00,WIN,E5v A2h\n";
    for before in [
        "sep=,\n",
        "SEP=;\n",
        "\"sep=,\"\n",
        "   \n",
        "\n,,\n",
        "\u{feff}sep=,\n\n",
    ] {
        let games = check(&format!("{before}{HEADER}{row}"));
        assert_eq!(games.len(), 1, "{before}");
        let reported = games[0].record.reported.as_ref().unwrap();
        assert_eq!(reported.points, Some((50, 100)), "{before}");
        assert!(!codes(&games[0]).contains(&Code::BadValue), "{before}");
    }
    let semicolons = format!("sep=;\n{HEADER}{row}").replace(',', ";");
    let games = check(&semicolons);
    assert!(games[0].findings[0].message.contains("semicolons"));
    let half = check(&format!("{HEADER}{}", row.replace("50.0", "50.5")));
    assert!(codes(&half[0]).contains(&Code::BadValue));
}

/// Returns a table whose rows have these moves.
fn table_of(moves: &[&str]) -> String {
    let rows = moves.iter().enumerate();
    let rows = rows.map(|(at, moves)| format!("{at},1,final,A{at},3,WIN,B,0,LOSE,{moves}\n"));
    format!("{HEADER}{}", rows.collect::<String>())
}

#[test]
fn table_of_an_unknown_game_keeps_only_results() {
    let arrows = ["iJ> iO/ mD> gO%", "oK% kA> pA% pO/", "oG> oG> kG> lC>"];
    let squares = [
        "QRRBBNNP qrrbbnnp Rf4 b1h3 f3b4 Rg4",
        "QRRBBNNP qrrbbnnp Rf3 c3e1 g2d6 Rh1",
        "QRRBBNNP qrrbbnnp Rf5 a3a5 c5c6 Re4",
    ];
    let chess = [
        "e2e4 e7e5 g1f3 b8c6",
        "d2d4 d7d5 c2c4 e7e6",
        "e2e4 c7c5 g1f3 d7d6",
    ];
    for moves in [arrows, squares, chess] {
        let games = check(&table_of(&moves));
        assert_eq!(games.len(), 3);
        for (game, moves) in games.iter().zip(moves) {
            assert_eq!(
                (&*game.record.game, &*game.record.moves),
                ("", ""),
                "{moves}"
            );
            assert_eq!(game.record.ext["Moves"], moves);
            assert_eq!(
                game.record.reported.as_ref().unwrap().winner,
                Some(Winner::First)
            );
        }
        let found = games.iter().flat_map(codes);
        let found = found.filter(|code| *code == Code::UnknownGame).count();
        assert_eq!(found, 1, "{moves:?}");
        let context = ReadContext {
            game: by_id(CATALOGUE, "clobber"),
            ..ReadContext::default()
        };
        let named = check_text(&table_of(&moves), None, &context);
        assert!(named.iter().all(|game| game.record.game == "clobber"));
    }
}

#[test]
fn table_that_is_legal_at_first_is_of_no_game() {
    // Columns of Connect Four: two of them are a point of Go.
    let columns = [
        "3 3 2 4 3 3 1 1 0 0",
        "3 2 3 2 3 2 3 5 5 5",
        "0 1 0 1 0 1 0 1 2 2",
        "6 6 6 6 5 5 4 4 3 3",
        "2 2 2 2 3 3 4 4 5 5",
    ];
    let games = check(&table_of(&columns));
    assert!(games.iter().all(|game| game.record.game.is_empty()));
    let found = games.iter().flat_map(codes);
    assert_eq!(found.filter(|code| *code == Code::UnknownGame).count(), 1);
}

#[test]
fn table_with_few_failing_rows_is_of_its_game() {
    let legal = "E5v A2h B3h C4v E5h C1v";
    for moves in [
        vec![legal, "E5v E5v A2h", "E5v E5v A2h"],
        vec![legal, legal, "?? !!", "x y z"],
        vec!["E5v E5v"],
    ] {
        let games = check(&table_of(&moves));
        assert_eq!(games[0].record.game, "zuniq", "{moves:?}");
    }
}

#[test]
fn columns_that_contradict_the_row_are_reported() {
    let header = HEADER.replace(",Moves", ",Plies,Winner,Rank1,Rank2,Moves");
    let read = |plies: &str, winner: &str, ranks: &str| {
        let row = format!("1,1,final,Ann,50,LOSE,Bob,100,WIN,{plies},{winner},{ranks},E5v A2h\n");
        codes(&check(&format!("{header}{row}"))[0])
    };
    let right = read("2", "Bob", "2,1");
    assert!(!right.contains(&Code::NumbersDisagree) && !right.contains(&Code::StatusDisagrees));
    assert!(read("3", "Bob", "2,1").contains(&Code::NumbersDisagree));
    assert!(read("2", "Ann", "2,1").contains(&Code::StatusDisagrees));
    assert!(read("2", "1", "2,1").contains(&Code::StatusDisagrees));
    assert!(read("2", "", "1,2").contains(&Code::StatusDisagrees));
}

#[test]
fn game_that_returns_with_other_values_is_reported() {
    let rows =
        "1,1,final,Ann,50,LOSE,Bob,100,WIN,E5v A2h\n1,1,final,Ann,100,WIN,Bob,50,LOSE,E5v A2h\n";
    let games = check(&format!("{HEADER}{rows}"));
    assert!(!codes(&games[0]).contains(&Code::RowsDisagree));
    assert!(codes(&games[1]).contains(&Code::RowsDisagree));
}

#[test]
fn rows_of_two_tables_are_never_one_game() {
    let header = RESULTS.lines().next().unwrap();
    let text = format!("{header}\n7,1,s,Player 1,A,1,WIN\n{header}\n7,1,s,Player 2,B,0,LOSE\n");
    let games = check(&text);
    assert_eq!(games.len(), 2);
    assert!(
        games
            .iter()
            .all(|game| codes(game).contains(&Code::RowsDisagree))
    );
}

#[test]
fn table_read_in_pieces_equals_the_whole_table() {
    let long: String = (0..40)
        .map(|id| {
            RESULTS
                .lines()
                .nth(1 + id % 2)
                .unwrap()
                .replacen('7', &(id / 2).to_string(), 1)
                + "\n"
        })
        .collect();
    let results = format!("{}\n{long}", RESULTS.lines().next().unwrap());
    for text in [ZUNIQ, &results, FINDINGS] {
        let whole = check(text);
        let format = formats::by_id("codecup-csv").unwrap();
        for step in [90, 300, 1000] {
            let (mut from, mut to, mut records) = (0, 0, Vec::new());
            let mut first_line = 1;
            while from < text.len() {
                to = (to + step).min(text.len());
                let end = match format.split_point(&text.as_bytes()[from..to]) {
                    Some(end) if to < text.len() => from + end,
                    _ if to < text.len() => continue,
                    _ => text.len(),
                };
                let piece = SourceText::with_first_line(&text[from..end], first_line);
                let header = (from > 0).then(|| text.lines().next().unwrap());
                let context = ReadContext {
                    header,
                    ..ReadContext::default()
                };
                format.read(&piece, &context, &mut |reading| {
                    records.push(reading.check(&piece, CATALOGUE));
                });
                first_line += u32::try_from(text[from..end].matches('\n').count()).unwrap();
                from = end;
            }
            assert_eq!(records.len(), whole.len());
            for (piece, whole) in records.iter().zip(&whole) {
                assert_eq!(piece.record, whole.record);
                assert_eq!(piece.findings, whole.findings);
            }
        }
    }
}

#[test]
fn each_odd_row_of_the_table_has_its_finding() {
    let expected = [
        (2, Code::UnknownField),
        (3, Code::StatusDisagrees),
        (4, Code::PointsDiffer),
        (5, Code::IllegalMove),
        (6, Code::UnreadableMove),
        (7, Code::BadValue),
        (8, Code::MissingField),
        (9, Code::Syntax),
        (10, Code::Syntax),
        (11, Code::UnknownField),
        (12, Code::ResultOfOpenGame),
        (13, Code::UnknownGame),
        (14, Code::StatusDisagrees),
        (15, Code::StatusDisagrees),
        (16, Code::Truncated),
    ];
    let games = check(FINDINGS);
    assert_eq!(games.len(), expected.len());
    for ((line, code), game) in expected.into_iter().zip(&games) {
        assert!(
            codes(game).contains(&code),
            "line {line}: {:?}",
            game.findings
        );
        for finding in &game.findings {
            let place = finding
                .location
                .as_ref()
                .unwrap_or_else(|| panic!("{finding:?}"));
            let line = if line == 2 { 1 } else { line };
            assert_eq!(place.line, line, "{finding:?}");
        }
    }
    assert_eq!(games[0].record.ext["Elo"], "1500");
    assert_eq!(games[5].record.ext["Score1"], "fifty");
    assert!(games[7].record.ext["row"].contains("of Utrecht"));
    let illegal = games[3]
        .findings
        .iter()
        .find(|finding| finding.code == Code::IllegalMove);
    let place = illegal.unwrap().location.as_ref().unwrap();
    assert_eq!(&place.excerpt[place.highlight.clone()], "E5v");
}

#[test]
fn table_keeps_quotes_line_feeds_and_faults() {
    let games = check(ZUNIQ);
    assert_eq!(games.len(), 3);
    assert!(
        games.iter().all(CheckedGame::is_valid),
        "{:?}",
        games[1].findings
    );
    assert_eq!(games[0].record.players.0.name, "O'Hara, \"the\" König");
    assert_eq!(games[1].record.players.1.name, "two\nlines");
    assert_eq!(games[0].record.event.round, "3");
    assert_eq!(games[0].record.event.table, "final");
    assert_eq!(games[0].record.source.id, "101");
    let faults = &games[1].record.reported.as_ref().unwrap().faults;
    assert_eq!(faults.get(&Player::First), Some(&Fault::Timeout));
    assert_eq!(codes(&games[1]), [Code::UnmarkedJuryMoves]);
    assert_eq!(games[2].ending, Ending::Crash);
    assert_eq!(write(games), ZUNIQ);
}

#[test]
fn result_row_without_moves_has_winner_points_and_faults() {
    let games = check(RESULTS);
    assert_eq!(games.len(), 3);
    let reported = |nth: usize| games[nth].record.reported.as_ref().unwrap();
    assert_eq!(reported(0).winner, Some(Winner::First));
    assert_eq!(reported(1).points, Some((90, 0)));
    assert_eq!(
        reported(1).faults.get(&Player::Second),
        Some(&Fault::Timeout)
    );
    assert_eq!(reported(2).winner, Some(Winner::Draw));
    assert!(games.iter().all(|game| codes(game) == [Code::ResultsOnly]));
    let ron = write_ron(&games[0].record);
    assert_eq!(read_ron(&ron).unwrap(), games[0].record);
    let [again] = <[CheckedGame; 1]>::try_from(check(&ron)).unwrap();
    assert_eq!(codes(&again), [Code::ResultsOnly]);
    let context = ReadContext {
        game: by_id(CATALOGUE, "box"),
        ..ReadContext::default()
    };
    let named = check_text(RESULTS, None, &context);
    assert!(named.iter().all(|game| game.record.game == "box"));
    assert!(named.iter().all(|game| codes(game) == [Code::ResultsOnly]));
    assert_eq!(write(games), RESULTS);
}

#[test]
fn contradicting_rows_of_one_game_are_reported() {
    let games = check(DISAGREE);
    assert_eq!(games.len(), 4);
    assert!(codes(&games[0]).contains(&Code::RowsDisagree));
    assert!(codes(&games[1]).contains(&Code::RowsDisagree));
    assert!(codes(&games[2]).contains(&Code::StatusDisagrees));
    assert!(codes(&games[3]).contains(&Code::RowsDisagree));
}

#[test]
fn table_columns_are_found_by_name_in_any_order() {
    let row: Vec<&str> = ZUNIQ.lines().nth(4).unwrap().split(',').collect();
    let text = format!(
        "moves,USER2,score2,status2,user1,score1,status1,game\n{},Y,100,WIN,X,50,LOSE,5\n",
        check(ZUNIQ)[0].record.moves
    );
    assert_eq!(row[0], "103");
    let [game] = <[CheckedGame; 1]>::try_from(check(&text)).unwrap();
    assert!(game.findings.is_empty(), "{:?}", game.findings);
    assert_eq!(game.record.players.0.name, "X");
    assert_eq!(game.record.source.id, "5");
    let moves = game.record.moves.replace(' ', ",");
    let text = text.replace(&game.record.moves, &format!("\"{moves}\""));
    assert_eq!(check(&text)[0].record.moves, game.record.moves);
}

#[test]
fn table_keeps_a_game_ended_by_an_illegal_move() {
    let text = "game: clobber\nresult: 0 - -1 (BLACK ILLEGAL)\nb1a1 h1h2\n";
    let table = write(check(text));
    let [game] = <[CheckedGame; 1]>::try_from(check(&table)).unwrap();
    assert!(game.is_valid(), "{table}{:?}", game.findings);
    assert_eq!((game.ply_count, game.ending), (1, Ending::Illegal));
    assert_eq!(game.record.attempt.unwrap().raw, "h1h2");
}

#[test]
fn table_writer_refuses_games_with_different_columns() {
    let mut records: Vec<Record> = check(ZUNIQ).into_iter().map(|game| game.record).collect();
    let mut other = Record {
        game: "box".to_owned(),
        moves: "Hh216534h".to_owned(),
        ..Record::default()
    };
    let format = formats::by_id("codecup-csv").unwrap();
    other.setup.set("colors", "4 1");
    let alone = write_all(format, std::slice::from_ref(&other), CATALOGUE).unwrap();
    assert!(
        alone.contains(",Status2,Color1,Color2,Moves\n,,,,,,,,,4,1,Hh216534h\n"),
        "{alone}"
    );
    records.push(other);
    assert!(write_all(format, &records, CATALOGUE).is_err());
    let small = check("game: clobber\nwidth: 4\nheight: 4\n\nb1a1\n");
    let small: Vec<Record> = small.into_iter().map(|game| game.record).collect();
    assert!(write_all(format, &small, CATALOGUE).is_err());
}

#[test]
fn table_writer_refuses_a_row_without_content() {
    let record = Record {
        game: "zuniq".to_owned(),
        ..Record::default()
    };
    let format = formats::by_id("codecup-csv").unwrap();
    let written = write_all(format, &[record], CATALOGUE);
    let error = written.unwrap_err().to_string();
    assert!(
        error.contains("a row without content is no game"),
        "{error}"
    );
}

mod slow {
    use super::*;

    #[test]
    fn damaged_tables_are_read_without_panic_in_linear_time() {
        for text in [ZUNIQ, RESULTS, FINDINGS] {
            damaged_text::torment(text, "codecup-csv");
        }
        let header = ZUNIQ.lines().next().unwrap();
        for filling in [
            "\"", ",", "\"\"\n", "\"a", "\"a\n", ",\"", "A1h ", "é", "x,\"y\n",
        ] {
            damaged_text::flood(&format!("{header}\n"), filling, 40_000, "codecup-csv");
        }
    }
}
