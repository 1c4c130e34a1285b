//! Saved pages of the contest's site.

use super::damaged_text;
use kifu_core::contract::{Fault, Player};
use kifu_core::findings::{Code, Severity};
use kifu_core::record::Ending;
use kifu_logs::formats::{CheckedGame, ReadContext, check_text, decode, detect};

const ZUNIQ: &str = include_str!("../../../fixtures/codecup-page/zuniq.html");
const BROKEN: &str = include_str!("../../../fixtures/codecup-page/broken.html");
const REPORT: &str = include_str!("../../../fixtures/codecup-page/report.txt");

fn check(text: &str) -> Vec<CheckedGame> {
    let format = detect(text, &ReadContext::default()).expect("a known format");
    assert_eq!(format.id(), "codecup-page");
    check_text(text, None, &ReadContext::default())
}

fn one(text: &str) -> CheckedGame {
    let [game] = <[CheckedGame; 1]>::try_from(check(text)).expect("one game");
    game
}

fn codes(game: &CheckedGame) -> Vec<Code> {
    game.findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn current_page_has_names_moves_and_messages() {
    let game = one(ZUNIQ);
    assert!(game.findings.is_empty(), "{:?}", game.findings);
    assert_eq!((game.ply_count, game.ending), (40, Ending::Finished));
    let record = &game.record;
    assert_eq!(
        (record.game.as_str(), record.source.id.as_str()),
        ("zuniq", "159658")
    );
    assert_eq!(record.players.0.name, "Jürgen \"J\" Jones");
    assert_eq!(record.players.1.name, "Bob O'Hara");
    assert!(record.moves.contains(" F5h! "));
    assert_eq!(record.ext["Player messages"], "move 1: depth 7\na < b & c");
    assert_eq!(record.ext["Total time used"], "19.868 seconds");
}

#[test]
fn page_extras_are_setup_and_moves_may_be_a_variable() {
    let call = "new Box(['A','B'], [\"Hh216534h\",\"Ik364521v\"], [4,1]);";
    let variable =
        "var moves=[\"Hh216534h\",\"Ik364521v\",];\nnew Box([ 'A', 'B' ], moves, [ 4, 1 ]);";
    for text in [call, variable] {
        let game = one(text);
        assert_eq!(codes(&game), [Code::Unterminated], "{:?}", game.findings);
        assert_eq!(game.record.setup.get("colors"), Some("4 1"));
        assert_eq!(game.record.moves, "Hh216534h Ik364521v");
    }
    let game = one("new Box(['A','B'], [\"Hh216534h\"], [4,9]);");
    assert!(codes(&game).contains(&Code::BadSetup));
    assert_eq!(game.record.ext["extras"], "4 9");
}

#[test]
fn each_broken_page_line_has_its_finding() {
    let expected = [
        (2, Code::Syntax),
        (3, Code::IllegalMove),
        (4, Code::UnknownGame),
        (5, Code::MissingField),
        (6, Code::Truncated),
    ];
    let games = check(BROKEN);
    assert_eq!(games.len(), expected.len());
    for ((line, code), game) in expected.into_iter().zip(&games) {
        let finding = game.findings.iter().find(|finding| finding.code == code);
        let finding = finding.unwrap_or_else(|| panic!("line {line}: {:?}", game.findings));
        assert_eq!(finding.location.as_ref().unwrap().line, line);
    }
    assert_eq!(games[0].record.moves, "E5v A2h B3h");
    assert_eq!(games[2].record.moves, "one two");
    assert_eq!(games[4].record.moves, "E5v A2h");
}

#[test]
fn applet_of_2006_has_its_moves_in_a_parameter() {
    let text = "<html><applet code=\"X.class\">\n<PARAM NAME='white' VALUE='J&uuml;rgen'>\n\
                <param value=\"B &amp; C\" name=\"black\"/>\n\
                <param name=moves value=\"b1a1,h1h2,d1c1\"></applet>";
    let game = one(text);
    assert_eq!(game.record.players.0.name, "Jürgen");
    assert_eq!(game.record.players.1.name, "B & C");
    assert_eq!(codes(&game)[0], Code::IllegalMove);
    let place = game.findings[0].location.as_ref().unwrap();
    assert_eq!(
        (place.line, &place.excerpt[place.highlight.clone()]),
        (4, "h1h2")
    );
}

#[test]
fn turn_right_applet_is_read_completely() {
    let moves = include_str!("../../../fixtures/moves/whole-turn-right.txt");
    let text = format!(
        "<param name=\"white\" value=\"A\"><param name=\"black\" value=\"B\">\
         <param name=\"moves\" value=\"{}\">",
        moves.trim()
    );
    let game = one(&text);
    assert!(
        game.worst_severity() <= Some(Severity::Note),
        "{:?}",
        game.findings
    );
    assert_eq!(game.record.result.unwrap().scores, Some((32, 41)));
}

#[test]
fn older_report_gives_the_failed_player_and_reason() {
    let game = one(REPORT);
    assert!(game.is_valid(), "{:?}", game.findings);
    let record = &game.record;
    assert_eq!((game.ply_count, game.ending), (2, Ending::Illegal));
    let white = &record.players.0;
    assert_eq!(
        (white.name.as_str(), white.author.as_str()),
        ("Clobberer", "Ann Smith")
    );
    assert_eq!(white.version, "8642");
    let reported = record.reported.as_ref().unwrap();
    assert_eq!(reported.faults.get(&Player::First), Some(&Fault::Illegal));
    assert!(
        reported.text.contains("no stone of Black there"),
        "{}",
        reported.text
    );
    assert_eq!(record.attempt.as_ref().unwrap().raw, "e5e7");
}

#[test]
fn result_of_a_home_kit_page_is_checked() {
    let page = include_str!("../../../fixtures/codecup-page/page-result-ignored.html");
    let game = one(page);
    assert_eq!(codes(&game), [Code::WinnerDiffers]);
    assert_eq!(game.findings[0].location.as_ref().unwrap().line, 6);
    let reported = game.record.reported.as_ref().unwrap();
    assert_eq!(reported.points, Some((100, 50)));
    assert_eq!(reported.status, Some(("WIN".to_owned(), "LOSE".to_owned())));
    assert_eq!(game.record.ext["Log Messages"], "depth 12 eval 0.4");
    // The right result, and what else can be wrong with it.
    let right = page.replace("1:_WIN;_PLAYER_2:_LOSE", "1:_LOSE;_PLAYER_2:_WIN");
    let right = right.replace("100 - 50", "50 - 100");
    assert_eq!(codes(&one(&right)), []);
    for (wrong, code) in [
        (right.replace("50 - 100", "40 - 100"), Code::PointsDiffer),
        (right.replace("50 - 100", "fifty"), Code::BadValue),
        (
            right
                .replace(":_LOSE", ":_WIN")
                .replace("2:_WIN", "2:_LOSE"),
            Code::StatusDisagrees,
        ),
        (right.replace("1:_LOSE", "1:_BANNED"), Code::UnknownField),
        (
            right.replace(",\"A1v\"]", "]").replace(", \"A1v\"", ""),
            Code::ResultOfOpenGame,
        ),
    ] {
        assert!(
            codes(&one(&wrong)).contains(&code),
            "{code}: {:?}",
            codes(&one(&wrong))
        );
    }
    // One of the two rows alone counts, too.
    let row = "<tr><th>Message:&nbsp;&nbsp;</th><td>PLAYER_1:_WIN;_PLAYER_2:_LOSE</td></tr>";
    for part in [page.replace(row, ""), page.replace("Result:", "Points:")] {
        assert_eq!(codes(&one(&part)), [Code::WinnerDiffers]);
    }
}

#[test]
fn page_texts_are_assigned_to_its_games_in_order() {
    let game = |points: &str, log: &str| {
        format!(
            "<script>var moves=[\"E5v\",\"A2h\"];</script><table>\
             <tr><th>Result:</th><td>{points}</td></tr></table>\
             <script>new Zuniq(['A','B'], moves);</script><h3>Log Messages</h3><pre>{log}</pre>"
        )
    };
    let two = check(&(game("1 - 0", "one <b>x</b> a < b") + &game("50 - 100", "two")));
    let logs: Vec<&str> = two
        .iter()
        .map(|game| &*game.record.ext["Log Messages"])
        .collect();
    assert_eq!(logs, ["one x a < b", "two"]);
    let points = two[1].record.reported.as_ref().unwrap().points;
    assert_eq!(points, Some((50, 100)));
    let shared = game("1 - 0", "one") + "<script>new Zuniq(['C','D'], [\"E5v\"]);</script>";
    assert!(codes(&check(&shared)[0]).contains(&Code::UnassignedText));
}

#[test]
fn page_name_with_unescaped_quote_is_read_or_reported() {
    for (names, found) in [
        ("'Bob O'Hara', 'Ann'", ["Bob O'Hara", "Ann"]),
        ("'Ann', 'O'Neill's bot'", ["Ann", "O'Neill's bot"]),
        ("\"a \"b\" c\",\"d\"", ["a \"b\" c", "d"]),
        ("'it\\'s', 'x'y'", ["it's", "x'y"]),
    ] {
        let game = one(&format!("new Zuniq([{names}], [\"E5v\"]);"));
        let players = &game.record.players;
        assert_eq!([&players.0.name, &players.1.name], found);
        assert_eq!(codes(&game), [Code::UnescapedQuote, Code::Unterminated]);
        assert_eq!(game.record.moves, "E5v");
    }
    for names in ["'a'b', 5", "'a'b'", "'A', 'B', 'C'", ""] {
        let game = one(&format!("new Zuniq([{names}], [\"E5v\"]);"));
        assert!(
            codes(&game).contains(&Code::Syntax),
            "{names}: {:?}",
            game.findings
        );
    }
    // A call that is no game needs no names.
    assert_eq!(
        codes(&one("<html>new Date([1,'a'b'])</html>")),
        [Code::NoGame]
    );
}

#[test]
fn broken_and_unused_move_lists_are_reported() {
    let broken = one("var m=['E5v','A2h' 'B3h'];new Zuniq(['A','B'], m);");
    assert_eq!(codes(&broken), [Code::Syntax]);
    let spare = one("var m=['E5v'];var n=['A2h','B3h'];new Zuniq(['A','B'], m);");
    assert_eq!(codes(&spare), [Code::UnassignedText, Code::Unterminated]);
    let shared = check("var m=['E5v'];new Zuniq(['A','B'], m);new Zuniq(['C','D'], m);");
    assert_eq!(shared.len(), 2);
    assert_eq!(codes(&shared[1]), [Code::MissingField]);
    let same = check("var m=['E5v'];new Zuniq(['A','B'], m);new Zuniq(['A','B'], m);");
    assert_eq!(same.len(), 1);
}

/// Scripts are not run: a list that a script changes does not give the moves of the game.
#[test]
fn move_list_changed_by_script_is_a_located_error() {
    let page = |script: &str| format!("<p>moves = 1</p><script>{script}</script><p>m = 2</p>");
    let changed = [
        r#"var m = ["E5v"]; @m.push("A2h"); new Zuniq(["A", "B"], m);"#,
        r#"var m = ["E5v"]; new Zuniq(["A", "B"], m); @m.splice(0, 1);"#,
        r#"var m = ["E5v"]; @m[1] = "A2h"; new Zuniq(["A", "B"], m);"#,
        r#"var m = ["E5v"]; @m.length = 0; new Zuniq(["A", "B"], m);"#,
        r#"var m = ["E5v"]; @m = m.concat(["A2h"]); new Zuniq(["A", "B"], m);"#,
        r#"var m = ["E5v"]@.concat(["A2h"]); new Zuniq(["A", "B"], m);"#,
        r#"var m = ["E5v"] @+ more; new Zuniq(["A", "B"], m);"#,
        "var m = [\"E5v\"]\n  @.reverse();\nnew Zuniq([\"A\", \"B\"], m);",
        r#"new Zuniq(["A", "B"], ["E5v"]@.concat(["A2h"]));"#,
        r#"new Zuniq(["A", "B"], ["E5v", "A2h"]@[0]);"#,
    ];
    for script in changed {
        let text = page(script);
        let head = &text[..text.find('@').unwrap()];
        let line = head.rsplit('\n').next().unwrap_or_default();
        let place = (head.matches('\n').count() + 1, line.chars().count() + 1);
        let game = one(&text.replace('@', ""));
        let found = game
            .findings
            .iter()
            .find(|found| found.code == Code::Syntax);
        let location = found.and_then(|found| found.location.as_ref());
        let found = location.map(|at| (at.line as usize, at.column as usize));
        assert_eq!(found, Some(place), "{script}: {:?}", game.findings);
        assert!(game.record.moves.contains("E5v"), "{script}");
    }
    let unchanged = [
        r#"var m = ["E5v"]; new Zuniq(["A", "B"], m); show(m.length, m[0], m.map(f), m == n);"#,
        r#"var m = ["E5v"]; // m.push("A2h")
           new Zuniq(["m.push(x)", "B"], m);"#,
        r#"var m = ["E5v"]; other.m.push("A2h"); new Zuniq(["A", "B"], m);"#,
        r#"m.push("A2h"); var m = ["E5v"]; new Zuniq(["A", "B"], m);"#,
        "var m = [\"E5v\"]\nnew Zuniq([\"A\", \"B\"], m)\n[m].forEach(show);",
    ];
    for script in unchanged {
        let game = one(&page(script));
        assert!(!codes(&game).contains(&Code::Syntax), "{script}");
    }
}

#[test]
fn move_with_outer_blanks_is_read_and_others_fail() {
    let page = include_str!("../../../fixtures/codecup-page/box-unreadable-start-tile.html");
    let game = one(page);
    assert_eq!(game.ply_count, 2);
    assert_eq!(codes(&game), [Code::LenientSpelling, Code::Unterminated]);
    assert_eq!(game.findings[0].location.as_ref().unwrap().column, 48);
    for start in ["", "  ", "Hh21 6534h", "no tile"] {
        let game = one(&page.replace("Hh216534h ", start));
        assert_eq!(game.ply_count, 0, "{start}");
        assert!(!game.is_valid(), "{start}");
        let expected = [Code::UnreadableMove, Code::NotJudged];
        assert_eq!(codes(&game)[..2], expected, "{start}: {:?}", game.findings);
        assert_eq!(game.record.attempt.unwrap().rest, "Ik364521v If462513v");
    }
    // The same in the middle of a game, where a player is to move, and in other games.
    for page in [
        "new Box(['A','B'], ['Hh216534h','Ik36 4521v','If462513v'], [4,1])",
        "new Zuniq(['A','B'], ['E5v','','B3h'])",
        "new Clobber(['A','B'], ['b1a1','b2 a2','d1c1'])",
    ] {
        let found = codes(&one(page));
        assert_eq!(
            found[..2],
            [Code::UnreadableMove, Code::NotJudged],
            "{page}"
        );
    }
}

#[test]
fn archived_report_with_second_heading_is_one_game() {
    let report = include_str!("../../../fixtures/codecup-page/report-second-heading.txt");
    let game = one(report);
    assert!(game.findings.is_empty(), "{:?}", game.findings);
    let record = &game.record;
    assert_eq!((game.ply_count, game.ending), (2, Ending::Illegal));
    assert_eq!(
        (&*record.players.0.name, &*record.players.1.name),
        ("CIRCLER", "Spinner")
    );
    assert_eq!(record.source.id, "9301");
    let reported = record.reported.as_ref().unwrap();
    assert_eq!(
        (reported.points, reported.game_points),
        (None, Some((0, 3)))
    );
    let wrong = one(&report.replace("03", "30").replace("0 - 3", "3 - 0"));
    assert!(
        codes(&wrong).contains(&Code::WinnerDiffers),
        "{:?}",
        wrong.findings
    );
    // Two reports stay two, with and without moves.
    assert_eq!(check(&report.repeat(2)).len(), 2);
    let head = "White: A (#1 a)\nBlack: B (#2 b)\nResult: 1 - 0\n";
    let results = check(&head.repeat(2));
    assert!(
        results
            .iter()
            .all(|game| codes(game) == [Code::ResultsOnly])
    );
    assert_eq!(results.len(), 2);
}

#[test]
fn ambiguous_lines_of_a_report_are_reported() {
    let head = "White: A (#1 a)\nBlack: B (#2 b)\nResult: 1 - 0 (BLACK TIMEOUT)\n";
    for (rest, code) in [
        ("  1.E5v  2.A2h xx 3.B3h\n", Code::Syntax),
        ("  1.E5v  3.A2h\n", Code::NumbersDisagree),
        ("  1.E5v\nResult: 0 - 1\n", Code::StatusDisagrees),
        ("  1.E5v\nBlack: C (#3 c)\n", Code::RepeatedEntry),
    ] {
        let game = one(&format!("{head}{rest}"));
        assert!(codes(&game).contains(&code), "{rest}: {:?}", game.findings);
    }
}

#[test]
fn result_parameter_of_an_applet_is_checked() {
    let applet = "<param name=white value=A><param name=black value=B>\
                  <param name=moves value=\"b1a1\"><param name=result value=\"1 - 0\">";
    assert_eq!(codes(&one(applet)), [Code::ResultOfOpenGame]);
    let two = check(&format!(
        "{applet}<param name=white value=C><param name=black value=D>"
    ));
    assert_eq!(codes(&two[1]), [Code::MissingField]);
}

#[test]
fn scripts_that_browsers_do_not_run_are_no_games() {
    let live = "var g = new Zuniq([\"Ann\", \"Bob\"], [\"E5v\", \"A2h\"]);";
    let dead = "new Zuniq([\"Old\", \"Er\"], [\"A1h\", \"A2h\"]);";
    for part in [
        format!("<script>/* {dead} */</script>"),
        format!("<script>\nx(); // {dead}\n</script>"),
        format!("<!-- <script>{dead}</script> -->"),
        format!("<!--[if IE]><script>{dead}</script><![endif]-->"),
        format!("<noscript>{dead}</noscript>"),
        format!("<template><script>{dead}</script></template>"),
        format!("<textarea>{dead}</textarea>"),
        format!("<script>var s = '{dead}';</script>"),
        format!("<script>var s = `{dead}`;</script>"),
        format!("<script>var moves = 'x = [\"A1h\"]'; var r = /[\"'/]/; /* {dead} */</script>"),
        "<!-- <param name=\"moves\" value=\"c3,d4\"><param name=\"white\" value=\"X\"> -->"
            .to_owned(),
    ] {
        for page in [
            format!("<html>{part}\n<script>{live}</script></html>"),
            format!("<html><script>{live}</script>\n{part}</html>"),
        ] {
            let game = one(&page);
            assert_eq!(game.record.players.0.name, "Ann", "{page}");
            assert_eq!(game.record.moves, "E5v A2h", "{page}");
            assert!(codes(&game).contains(&Code::UnassignedText), "{page}");
        }
    }
}

#[test]
fn quotes_and_slashes_in_pages_hide_no_game() {
    let live = "new Zuniq([\"Ann // A\", \"/* Bob\"], [\"E5v\", \"A2h\"]);";
    for part in [
        "<p>It's a game</p><script>",
        "<script><!--\n",
        "<script>var a = b / c; var u = \"http://x/*\";",
        "<script>var r = /'/;",
        "<script>var r = s.replace(/\"/g, '');",
        "<script>// it's\n",
        "<script type=\"text/javascript\" src='x'></script><script>",
        "<style>a { content: \"/*\" }</style><script>",
    ] {
        let game = one(&format!("<html>{part}{live}</script></html>"));
        assert_eq!(game.record.players.0.name, "Ann // A", "{part}");
        assert_eq!(game.record.moves, "E5v A2h", "{part}");
    }
}

#[test]
fn page_in_an_archive_is_read_as_the_page() {
    let bytes = include_bytes!("../../../fixtures/codecup-page/K125.mhtml");
    let crlf = String::from_utf8(bytes.to_vec())
        .unwrap()
        .replace('\n', "\r\n");
    for bytes in [&bytes[..], crlf.as_bytes()] {
        let decoded = decode(bytes);
        assert_eq!(decoded.findings[0].code, Code::PageUnpacked);
        let game = one(&decoded.text);
        assert_eq!(game.record.moves, "E5v A2h");
        assert_eq!(game.record.source.id, "125");
    }
    let text = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\nno part\n";
    assert_eq!(decode(text.as_bytes()).text, text);
}

#[test]
fn page_without_a_game_is_reported() {
    let game = one("<html><body><p>Nothing here. new Date([1,2])</p></body></html>");
    assert_eq!(codes(&game), [Code::NoGame]);
}

mod slow {
    use super::*;

    #[test]
    fn damaged_pages_are_read_in_linear_time() {
        for text in [ZUNIQ, BROKEN, REPORT] {
            damaged_text::torment(text, "codecup-page");
        }
        let pieces = [
            "[",
            "['",
            "[\"",
            "new Box([",
            "new Box(['a','b'],[",
            "new Box(['a','b'],m,[",
            "m=['a',",
            "<param name=\"moves\" value=\"",
            "<param name='",
            "<",
            "White: x (#",
            "1.a 2.b ",
            "\\u",
            "<caiaio:",
            "new Box(['a','b'],m);",
            "White: a\n1.b1a1\n",
        ];
        for piece in pieces {
            damaged_text::flood("m=['b1a1'];\n", piece, 25_000, "codecup-page");
        }
    }
}
