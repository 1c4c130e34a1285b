//! Locations of the fields in the text of a record.

use kifu_core::record::RecordPart;
use kifu_logs::formats::common::field_spans::RecordSyntax;

const RON: &str = r#"// result: no
    (kifu: 1, /* setup: "x" */ game: "go", moves: "a1 b2
       c3", notes: {1: (raw: "moves: \""), 12: (comment: "x")},
    reported: (result: 1))"#;

#[test]
fn fields_are_located_by_key_and_not_similar_text() {
    let find = |part| &RON[RecordSyntax::Ron.locate(RON, &part)];
    assert_eq!(find(RecordPart::Token(2)), "c3");
    assert_eq!(find(RecordPart::Token(9)), "\"go\"");
    assert_eq!(find(RecordPart::Setup("x".to_owned())), "\"go\"");
    assert_eq!(find(RecordPart::Note(12, 0)), "12");
    assert_eq!(find(RecordPart::Note(7, 0)), "notes");
    assert_eq!(find(RecordPart::ReportedResult), "reported");
    assert_eq!(find(RecordPart::Version), "1");
    let json = r#"{"kifu": 1, "game": "go", "moves": "a1 b2", "notes": {"3": {}}}"#;
    let find = |part| &json[RecordSyntax::Json.locate(json, &part)];
    assert_eq!(find(RecordPart::Note(3, 0)), "\"3\"");
    assert_eq!(find(RecordPart::Token(1)), "b2");
}

#[test]
fn field_search_skips_raw_strings_characters_and_attributes() {
    let text = "#![enable(implicit_some)] (kifu: 2, event: (name: r#\"a \", moves: \"x\"#), \
                moves: r##\"a1 b2 c\"3\"##, ext: {r\"c:\": \"(\", \"d\": r\"\\\"}, \
                notes: {4: (comment: r\"\\\", by: ','), 5: ()}, result: (), setup: {r#\"s\"#: \"1\"})";
    let find = |part| &text[RecordSyntax::Ron.locate(text, &part)];
    assert_eq!(find(RecordPart::Version), "2");
    assert_eq!(find(RecordPart::Token(0)), "a1");
    assert_eq!(find(RecordPart::Token(2)), "c\"3");
    assert_eq!(find(RecordPart::Note(5, 0)), "5");
    assert_eq!(find(RecordPart::StoredResult), "result");
    assert_eq!(find(RecordPart::Setup("s".to_owned())), "r#\"s\"#");
}

#[test]
fn every_damaged_text_gives_a_valid_span() {
    for end in 0..RON.len() {
        for text in [
            &RON[..end],
            &RON[end..],
            "\"\\",
            "(a:\"",
            "é(é:é",
            "/",
            "(/*",
            "{\"\"\"\"\"\"¿:",
            "{\"\"[\"\"]\"\"é:",
            "(r#\"a\"é#:",
            "(\"é:",
        ] {
            for part in [
                RecordPart::Token(1),
                RecordPart::Note(3, 0),
                RecordPart::Whole,
            ] {
                for syntax in [RecordSyntax::Ron, RecordSyntax::Json] {
                    let _ = &text[syntax.locate(text, &part)];
                }
            }
        }
    }
}
