//! Values of records that their types allow but that cannot be, or that contradict each other.

use kifu_core::findings::Code;
use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text, decode};

fn check(text: &str) -> Vec<CheckedGame> {
    let decoded = decode(text.as_bytes());
    check_text(&decoded.text, None, &ReadContext::default())
}

fn codes(game: &CheckedGame) -> Vec<Code> {
    game.findings.iter().map(|found| found.code).collect()
}

/// Returns the codes of a record of Zuniq with further fields.
fn codes_of(fields: &str) -> Vec<Code> {
    let text =
        format!("(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v A2h B3h C4v\",{fields})");
    let games = check(&text);
    assert_eq!(games.len(), 1, "{text}");
    codes(&games[0])
}

#[test]
fn record_of_unknown_rules_is_not_judged() {
    for version in ["0", "2", "3", "7"] {
        let text =
            format!("(kifu:2,game:\"zuniq\",rules:{version},players:((),()),moves:\"E5v E5v\")");
        let games = check(&text);
        assert_eq!(codes(&games[0]), [Code::NewerVersion], "{version}");
        assert_eq!(games[0].record.moves, "E5v E5v");
        assert_eq!(games[0].record.result, None);
        let json = format!(
            "{{\"kifu\":2,\"game\":\"zuniq\",\"rules\":{version},\"players\":[{{}},{{}}],\"moves\":\"E5v\"}}"
        );
        assert_eq!(codes(&check(&json)[0]), [Code::NewerVersion], "{version}");
    }
    assert_eq!(codes_of("rules:1"), [Code::Unterminated]);
}

#[test]
fn win_probability_beyond_its_range_is_an_error() {
    for win in ["1.5", "-0.1", "1.0000001", "100", "NaN", "inf"] {
        for note in [
            format!("evals:[(lines:[(win:{win})])]"),
            format!("evals:[(lines:[(win:0.5)],before_chance:(win:{win}))]"),
            format!("variations:[(moves:\"A3h\",notes:{{2:(evals:[(lines:[(win:{win})])])}})]"),
        ] {
            let codes = codes_of(&format!("notes:{{2:({note})}}"));
            assert!(codes.contains(&Code::BadValue), "{note}: {codes:?}");
        }
    }
    let right = "notes:{2:(evals:[(lines:[(win:0.0,pv:\"A3h\"),(win:1.0)])])}";
    assert_eq!(codes_of(right), [Code::Unterminated]);
}

#[test]
fn line_of_evaluation_is_held_against_the_position() {
    for pv in ["E5v", "A2h A2h", "x", "A3h E9z"] {
        let notes = format!("notes:{{2:(evals:[(lines:[(win:0.5,pv:\"{pv}\")])])}}");
        assert!(codes_of(&notes).contains(&Code::BadVariation), "{pv}");
    }
}

#[test]
fn date_that_is_none_is_reported_and_kept() {
    for date in [
        "2024-13-45",
        "2023-02-29",
        "2025-04-31",
        "2025-00-10",
        "yesterday",
        "31.12.2024",
        "24-1-1",
    ] {
        let codes = codes_of(&format!("event:(date:\"{date}\")"));
        assert!(codes.contains(&Code::UnknownField), "{date}");
    }
    for date in ["2024-02-29", "2025-11", "1999", "1996-05-06,07,08"] {
        let codes = codes_of(&format!("event:(date:\"{date}\")"));
        assert_eq!(codes, [Code::Unterminated], "{date}");
    }
}

#[test]
fn times_that_exceed_their_sum_are_reported() {
    let times = |first: u32, second: u32| {
        format!(
            "times_ms:\"100 20 300 40\",ext:{{\"a\":\"b\"}})\n\
             (kifu:2,game:\"zuniq\",players:((time_ms:{first}),(time_ms:{second})),\
             moves:\"E5v A2h B3h C4v\",times_ms:\"100 20 300 40\""
        )
    };
    let found = |first, second| {
        let text = times(first, second);
        let text =
            format!("(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v A2h B3h C4v\",{text})");
        codes(&check(&text)[1])
    };
    assert_eq!(found(400, 60), [Code::Unterminated]);
    assert_eq!(found(5000, 60), [Code::Unterminated]);
    assert!(found(300, 60).contains(&Code::TimesDisagree));
    assert!(found(400, 10).contains(&Code::TimesDisagree));
    for negative in ["times_ms:\"-5 20\"", "players:((time_ms:-5),())"] {
        let text = format!("(kifu:2,game:\"zuniq\",{negative})");
        assert!(!check(&text)[0].is_valid(), "{negative}");
    }
}

#[test]
fn reported_result_that_contradicts_itself_is_an_error() {
    for reported in [
        "winner:First,points:(50,100)",
        "winner:Draw,points:(50,100)",
        "winner:Second,points:(50,100),status:(\"WIN\",\"LOSE\")",
        "points:(50,100),status:(\"WIN\",\"WIN\")",
        "points:(50,100),faults:{First:Illegal},status:(\"ILLEGAL\",\"WIN\")",
        "winner:First,scores:(1,2)",
    ] {
        let text = format!("(kifu:2,game:\"\",players:((),()),reported:({reported}))");
        let codes = codes(&check(&text)[0]);
        assert!(
            codes.contains(&Code::StatusDisagrees),
            "{reported}: {codes:?}"
        );
    }
    for reported in [
        "winner:Second,points:(50,100),status:(\"LOSE\",\"WIN\")",
        "winner:Second,points:(0,20),faults:{First:Illegal},status:(\"ILLEGAL\",\"WIN\")",
        "winner:First",
    ] {
        let text = format!("(kifu:2,game:\"\",players:((),()),reported:({reported}))");
        assert_eq!(codes(&check(&text)[0]), [Code::ResultsOnly], "{reported}");
    }
}

#[test]
fn comments_among_lines_of_json_are_named_and_skipped() {
    let record = "{\"kifu\":2,\"game\":\"zuniq\",\"players\":[{},{}],\"moves\":\"E5v\"}";
    let text = format!("// one\n{record}\n  // two\n{record}\n");
    let games = check_text(&text, by_id("jsonl"), &ReadContext::default());
    assert_eq!(games.len(), 2);
    let found = games.iter().flat_map(codes);
    assert_eq!(
        found.filter(|code| *code == Code::ForgivenSyntax).count(),
        2
    );
    let only = check_text("// one\n", by_id("jsonl"), &ReadContext::default());
    assert_eq!(codes(&only[0]), [Code::NoGame, Code::ForgivenSyntax]);
}

#[test]
fn marks_between_joined_files_of_records_are_skipped() {
    let ron = "(kifu:2,game:\"zuniq\",players:((),()),moves:\"E5v\")";
    let json = "{\"kifu\":2,\"game\":\"zuniq\",\"players\":[{},{}],\"moves\":\"E5v\"}";
    for record in [ron, json] {
        let games = check(&format!("\u{feff}{record}\n\u{feff}{record}\n"));
        assert_eq!(games.len(), 2, "{record}");
        assert!(games.iter().all(CheckedGame::is_valid), "{record}");
    }
}
