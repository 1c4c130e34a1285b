//! The fixtures of the findings: in `fixtures/<format>/` finding N stands on line N, as in the
//! test files of SGFC. `findings.*` holds all that can stand in one file, `Knnn.*` what cannot.

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
            102, 103, 104, 105, 106, 109, 110, 114, 118, 130, 131, 134, 201, 202, 203, 204, 206,
            208, 209, 301, 302, 306, 308,
        ],
    ),
    (
        "codingame",
        &[
            102, 103, 104, 105, 106, 108, 109, 110, 111, 113, 114, 201, 202, 203, 207, 208, 212,
            301, 302, 305, 306, 308, 309,
        ],
    ),
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
        "moves",
        &[
            102, 103, 104, 110, 111, 117, 118, 122, 201, 202, 203, 204, 206, 208, 209, 301, 302,
            306, 307, 308,
        ],
    ),
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

/// Kinds that no file shows, and why.
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

/// A finding as the command line tells it.
struct Told {
    code: u16,
    severity: Severity,
    line: Option<u64>,
    message: String,
}

/// Returns the findings of `kifu validate` for a file, whose format it must detect.
fn validate(path: &Path) -> Vec<Told> {
    let mut command = Command::new(KIFU);
    let output = command.args(["validate", "--json"]).arg(path).output();
    let output = output.unwrap();
    assert!(output.stderr.is_empty(), "{}", path.display());
    let text = String::from_utf8(output.stdout).unwrap();
    let mut told = Vec::new();
    for line in text.lines() {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        for finding in game["findings"].as_array().unwrap() {
            let code = Code::parse(finding["code"].as_str().unwrap()).unwrap();
            let message = finding["message"].as_str().unwrap().to_owned();
            told.push(Told {
                code: code.number(),
                severity: code.kind().severity,
                line: finding["line"].as_u64(),
                message,
            });
        }
    }
    told
}

#[test]
fn finding_n_is_on_line_n() {
    let mut wrong = Vec::new();
    for fixture in fixtures() {
        for told in validate(&fixture.path) {
            // Of a file for one kind the others are notes that follow from it.
            let follows = fixture.only().is_some_and(|only| only != told.code);
            if follows && told.severity == Severity::Note {
                continue;
            }
            if told.line != Some(told.code.into()) {
                let Told {
                    code,
                    line,
                    message,
                    ..
                } = told;
                let path = fixture.path.display();
                wrong.push(format!("{path}: K{code} at {line:?}: {message}"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_file_for_one_kind_shows_it_once_and_no_other_fault() {
    for fixture in fixtures() {
        let Some(only) = fixture.only() else { continue };
        let path = fixture.path.display();
        let told = validate(&fixture.path);
        let own = told.iter().filter(|told| told.code == only).count();
        assert_eq!(own, 1, "{path}");
        for told in told.iter().filter(|told| told.code != only) {
            // That moves are not judged is said after the one that failed.
            let cause = only == Code::NotJudged.number() && told.code < only;
            assert!(
                cause || told.severity == Severity::Note,
                "{path}: K{}: {}",
                told.code,
                told.message
            );
        }
    }
}

#[test]
fn the_format_of_each_fixture_is_found_by_its_content() {
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
fn the_table_says_which_format_shows_which_kinds() {
    let mut shown: BTreeMap<String, BTreeSet<u16>> = BTreeMap::new();
    for fixture in fixtures() {
        let told = validate(&fixture.path);
        let codes = shown.entry(fixture.format).or_default();
        codes.extend(told.iter().map(|told| told.code));
    }
    let table = COVERED
        .iter()
        .map(|(format, codes)| ((*format).to_owned(), codes.iter().copied().collect()));
    assert_eq!(shown, table.collect());
    for format in formats::FORMATS {
        // What `txt` writes is a list of moves, and read as such.
        let known = COVERED.iter().any(|(id, _)| *id == format.id());
        assert!(known || format.id() == "txt", "{}", format.id());
    }
}

#[test]
fn every_kind_is_shown() {
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
fn a_text_that_is_too_large_is_found_on_its_line_too() {
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

#[test]
fn what_was_expected_and_found_is_one_sentence() {
    for fixture in fixtures() {
        for told in validate(&fixture.path) {
            let message = &told.message;
            let path = fixture.path.display();
            assert!(
                !message.ends_with('.') && !message.contains('\n'),
                "{path}: {message}"
            );
            assert!(message.chars().count() < 220, "{path}: {message}");
            // An error says both; what is refused by a rule says which move and why.
            let rule = (200..300).contains(&told.code);
            if told.severity == Severity::Error && !rule {
                // What is of no known game has nothing in particular to expect.
                let is_of_no_game = message.starts_with("could not recognise the game");
                assert!(
                    is_of_no_game || message.contains("expected ") && message.contains("found "),
                    "{path}: {message}"
                );
            }
            if rule && told.severity != Severity::Note && message.contains('`') {
                assert!(message.starts_with("ply "), "{path}: {message}");
            }
        }
    }
}
