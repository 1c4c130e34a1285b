//! The fixtures of the findings: in `fixtures/<format>/` finding N is on line N, as in the
//! test files of SGFC. `findings.*` has all that fit into one file, `Knnn.*` the others.

use crate::KIFU;
use kifu::findings::{Code, FINDING_KINDS, Severity};
use kifu::formats::{self, ReadContext, check_text, decode, detect};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which kinds the fixtures of each format show.
const COVERED: &[(&str, &[u16])] = &[
    ("arbiter", &[118, 201, 202, 225, 305, 308]),
    (
        "caia",
        &[
            102, 103, 104, 106, 111, 115, 201, 202, 203, 204, 206, 208, 209, 225, 301, 302, 306,
            307, 308, 309, 311,
        ],
    ),
    (
        "codecup-csv",
        &[
            102, 103, 104, 105, 106, 109, 110, 111, 113, 114, 115, 118, 119, 122, 201, 202, 203,
            204, 206, 208, 209, 301, 302, 306, 307, 308, 309, 312,
        ],
    ),
    (
        "codecup-dialogue",
        &[
            102, 103, 104, 110, 111, 116, 117, 118, 201, 202, 203, 204, 206, 208, 209, 226, 301,
            302, 305, 306, 307, 308,
        ],
    ),
    (
        "codecup-page",
        &[
            102, 103, 104, 105, 106, 109, 110, 114, 118, 125, 130, 131, 134, 201, 202, 203, 204,
            206, 208, 209, 301, 302, 306, 308,
        ],
    ),
    (
        "codingame",
        &[
            102, 103, 104, 105, 106, 108, 109, 110, 111, 113, 114, 201, 202, 203, 207, 208, 212,
            301, 302, 305, 306, 308, 309,
        ],
    ),
    ("codingame-battles", &[110, 115, 128, 308]),
    ("gtp", &[105, 116, 207, 208, 212, 308]),
    (
        "json",
        &[
            102, 103, 104, 105, 106, 109, 110, 112, 115, 117, 118, 201, 202, 203, 204, 205, 209,
            210, 211, 213, 301, 302, 303, 304, 305, 306, 307, 308, 310,
        ],
    ),
    (
        "jsonl",
        &[
            102, 103, 104, 105, 106, 109, 110, 112, 115, 117, 118, 201, 202, 203, 204, 205, 209,
            210, 211, 213, 301, 302, 303, 304, 305, 306, 307, 308, 310,
        ],
    ),
    (
        "kaggle",
        &[106, 110, 113, 114, 118, 134, 135, 136, 208, 212, 313],
    ),
    (
        "moves",
        &[
            102, 103, 104, 110, 111, 117, 118, 122, 134, 201, 202, 203, 204, 206, 208, 209, 212,
            220, 301, 302, 306, 307, 308,
        ],
    ),
    ("openspiel", &[113, 118, 134, 135, 201, 202, 207, 212, 308]),
    ("psyleague", &[105, 110, 115]),
    (
        "ron",
        &[
            102, 103, 104, 105, 106, 109, 110, 112, 115, 117, 118, 201, 202, 203, 204, 205, 208,
            209, 210, 211, 213, 301, 302, 303, 304, 305, 306, 307, 308, 310,
        ],
    ),
    (
        "ronl",
        &[
            102, 103, 104, 105, 106, 109, 110, 112, 115, 117, 118, 201, 202, 203, 204, 205, 209,
            210, 211, 213, 301, 302, 303, 304, 305, 306, 307, 308, 310,
        ],
    ),
    (
        "sgf",
        &[
            102, 103, 104, 105, 106, 108, 110, 111, 113, 117, 118, 121, 122, 123, 124, 201, 202,
            203, 207, 208, 213, 301, 302, 303, 305, 306, 308,
        ],
    ),
    ("unknown", &[101]),
];

/// Kinds without a fixture, and why.
const GENERATED: [(u16, &str); 4] = [
    (107, "a text that is too large is no file to keep"),
    (
        150,
        "more than a hundred findings; tests/core/findings/list.rs makes them",
    ),
    (120, "retired: pictures are no format of logs any more"),
    (
        160,
        "a conversion loses something, not a file; tests/cli/convert.rs converts one",
    ),
];

struct Fixture {
    path: PathBuf,
    format: String,
    name: String,
}

impl Fixture {
    /// The only kind that it shows, if there is one.
    fn only(&self) -> Option<u16> {
        let (stem, _) = self.name.split_once('.')?;
        Some(Code::parse(stem.strip_prefix('K')?)?.number())
    }
}

fn fixtures() -> Vec<Fixture> {
    let root = crate::common::repository().join("fixtures");
    let mut found = Vec::new();
    for folder in root.read_dir().unwrap() {
        for file in folder.unwrap().path().read_dir().unwrap() {
            let path = file.unwrap().path();
            let part = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
            let fixture = Fixture {
                format: part(path.parent().unwrap()),
                name: part(&path),
                path,
            };
            if fixture.name.starts_with("findings.") || fixture.only().is_some() {
                found.push(fixture);
            }
        }
    }
    found.sort_by(|one, other| one.path.cmp(&other.path));
    assert!(found.len() > 100, "the fixtures are gone");
    found
}

/// A finding as `kifu validate` reports it.
struct ReportedFinding {
    code: u16,
    severity: Severity,
    line: Option<u64>,
    message: String,
}

/// Returns the findings of `kifu validate` for a file, whose format it must detect.
fn validate(path: &Path) -> Vec<ReportedFinding> {
    let mut command = Command::new(KIFU);
    let output = command.args(["validate", "--json"]).arg(path).output();
    let output = output.unwrap();
    assert!(output.stderr.is_empty(), "{}", path.display());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut reported = Vec::new();
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        for finding in game["findings"].as_array().unwrap() {
            let code = Code::parse(finding["code"].as_str().unwrap()).unwrap();
            let message = finding["message"].as_str().unwrap().to_owned();
            reported.push(ReportedFinding {
                code: code.number(),
                severity: code.kind().severity,
                line: finding["line"].as_u64(),
                message,
            });
        }
    }
    reported
}

#[test]
fn format_of_each_fixture_is_detected_from_content() {
    for fixture in fixtures() {
        let bytes = std::fs::read(&fixture.path).unwrap();
        let text = decode(&bytes).text;
        let context = ReadContext {
            file_name: &fixture.name,
            ..ReadContext::default()
        };
        let found = detect(&text, &context).map_or("unknown", |format| format.id());
        assert_eq!(found, fixture.format, "{}", fixture.path.display());
    }
}

#[test]
fn every_finding_kind_has_a_fixture_or_a_reason() {
    let mut shown: BTreeSet<u16> = GENERATED.iter().map(|(code, _)| *code).collect();
    for (format, codes) in COVERED {
        let twice = codes
            .iter()
            .find(|code| GENERATED.iter().any(|(other, _)| *code == other));
        assert_eq!(twice, None, "{format}");
        shown.extend(*codes);
    }
    let all: BTreeSet<u16> = FINDING_KINDS
        .iter()
        .map(|kind| kind.code.number())
        .collect();
    assert_eq!(shown, all);
}

#[test]
fn too_large_text_is_reported_on_its_line() {
    let frames = vec!["null"; 20_001].join(",");
    let text = format!("{}{{\"frames\":[{frames}]}}\n", "\n".repeat(106));
    let games = check_text(&text, formats::by_id("codingame"), &ReadContext::default());
    let finding = games[0]
        .findings
        .iter()
        .find(|found| found.code == Code::TooLarge);
    let place = finding.unwrap().location.as_ref().unwrap();
    assert_eq!(place.line, 107);
}

mod slow {
    use super::*;

    #[test]
    fn line_of_each_fixture_finding_equals_its_code() {
        let mut wrong = Vec::new();
        for fixture in fixtures() {
            let all = validate(&fixture.path);
            let own_lines: Vec<Option<u64>> = all
                .iter()
                .filter(|reported| reported.line == Some(reported.code.into()))
                .map(|reported| reported.line)
                .collect();
            for reported in all {
                // Of a file for one kind the others are notes that follow from it.
                let follows = fixture.only().is_some_and(|only| only != reported.code);
                if follows && reported.severity == Severity::Note {
                    continue;
                }
                // The move that is missing is where another finding shows the gap.
                let not_logged = Code::MoveNotLogged.number();
                if reported.code == not_logged && own_lines.contains(&reported.line) {
                    continue;
                }
                if reported.line != Some(reported.code.into()) {
                    let ReportedFinding {
                        code,
                        line,
                        message,
                        ..
                    } = reported;
                    let path = fixture.path.display();
                    wrong.push(format!("{path}: K{code} at {line:?}: {message}"));
                }
            }
        }
        assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    }

    #[test]
    fn fixture_for_one_kind_shows_only_that_finding() {
        for fixture in fixtures() {
            let Some(only) = fixture.only() else { continue };
            let path = fixture.path.display();
            let reported = validate(&fixture.path);
            let own = reported
                .iter()
                .filter(|reported| reported.code == only)
                .count();
            assert_eq!(own, 1, "{path}");
            for reported in reported.iter().filter(|reported| reported.code != only) {
                // The note that moves are not judged follows the finding of the failed move.
                let cause = only == Code::NotJudged.number() && reported.code < only;
                let is_gap = reported.code == Code::MoveNotLogged.number();
                assert!(
                    cause || is_gap || reported.severity == Severity::Note,
                    "{path}: K{}: {}",
                    reported.code,
                    reported.message
                );
            }
        }
    }

    #[test]
    fn covered_table_matches_the_findings_of_the_fixtures() {
        let mut shown: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
        for fixture in fixtures() {
            let reported = validate(&fixture.path);
            let codes = shown.entry(fixture.format).or_default();
            codes.extend(reported.iter().map(|reported| reported.code));
        }
        let table = COVERED
            .iter()
            .map(|(format, codes)| ((*format).to_owned(), codes.iter().copied().collect()));
        assert_eq!(shown, table.collect());
        for format in formats::FORMATS {
            // The output of `txt` is a list of moves, and read as such.
            let known = COVERED.iter().any(|(id, _)| *id == format.id());
            assert!(known || format.id() == "txt", "{}", format.id());
        }
    }

    #[test]
    fn finding_messages_are_one_sentence_with_expected_and_found() {
        for fixture in fixtures() {
            for reported in validate(&fixture.path) {
                let message = &reported.message;
                let path = fixture.path.display();
                assert!(
                    !message.ends_with('.') && !message.contains('\n'),
                    "{path}: {message}"
                );
                assert!(message.chars().count() < 220, "{path}: {message}");
                // An error names both; a rule violation names the move and the reason.
                let rule = (200..300).contains(&reported.code);
                if reported.severity == Severity::Error && !rule {
                    // A text of no known game has no particular expectation.
                    let is_of_no_game = message.starts_with("could not recognise the game");
                    // Of two results, each is named with its source.
                    let is_difference =
                        message.contains(" says ") && message.contains("the rules give ");
                    assert!(
                        is_of_no_game
                            || is_difference
                            || message.contains("expected ") && message.contains("found "),
                        "{path}: {message}"
                    );
                }
                if rule && reported.severity != Severity::Note && message.contains('`') {
                    assert!(message.starts_with("ply "), "{path}: {message}");
                }
            }
        }
    }
}
