//! `kifu schema`: the schemas are those that were promised, and all JSON of kifu matches them.

use crate::arena::good;
use crate::{Run, folder, kifu};
use jsonschema::Validator;
use kifu::record::read_ron;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

/// Returns the folder of the schemas that scripts rely on, one file each.
fn promised_folder() -> PathBuf {
    crate::common::repository().join("tests/cli/schemas")
}

/// Returns a schema that scripts rely on.
fn promised(name: &str) -> Value {
    let path = promised_folder().join(format!("{name}.json"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    serde_json::from_str(&text).unwrap()
}

fn out(args: &[&str]) -> String {
    let run = kifu(&std::env::temp_dir(), args);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{args:?}");
    run.out
}

/// Returns the names of all schemas.
fn names() -> BTreeSet<String> {
    let list = out(&["schema"]);
    let first = |line: &str| line.split_whitespace().next().unwrap().to_owned();
    list.lines().map(first).collect()
}

/// Calls `visit` with each value in a JSON value, itself included.
fn each_value(value: &Value, visit: &mut dyn FnMut(&Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter().for_each(|item| each_value(item, visit)),
        Value::Object(fields) => fields.values().for_each(|item| each_value(item, visit)),
        _ => {}
    }
}

/// Calls `edit` with each object in a JSON value, one after the other, and `check` with the whole
/// value after each edit, which is then undone.
fn each_edited_object(
    whole: &Value,
    edit: &dyn Fn(&mut serde_json::Map<String, Value>),
    check: &mut dyn FnMut(&str, &Value),
) {
    fn paths(value: &Value, at: &str, found: &mut Vec<String>) {
        match value {
            Value::Array(items) => {
                for (nth, item) in items.iter().enumerate() {
                    paths(item, &format!("{at}/{nth}"), found);
                }
            }
            Value::Object(fields) => {
                found.push(at.to_owned());
                for (key, item) in fields {
                    let key = key.replace('~', "~0").replace('/', "~1");
                    paths(item, &format!("{at}/{key}"), found);
                }
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    paths(whole, "", &mut found);
    for path in found {
        let mut edited = whole.clone();
        edit(edited.pointer_mut(&path).unwrap().as_object_mut().unwrap());
        check(&path, &edited);
    }
}

/// Checks lines of JSON against a promised schema, and that the schema refuses wrong lines.
/// Returns the lines.
fn check_schema(name: &str, text: &str) -> Vec<Value> {
    let schema = promised(name);
    let validator = jsonschema::validator_for(&schema).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    assert!(!lines.is_empty(), "{name}: nothing was written");
    for line in &lines {
        let errors = validator.iter_errors(line);
        let errors: Vec<String> = errors
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{name}: {errors:#?}\n{line}");
    }
    let longest = lines.iter().max_by_key(|line| line.to_string().len());
    assert_schema_refuses_wrong_keys(name, &schema, &validator, longest.unwrap());
    lines
}

/// Checks that a schema refuses a right line with a key removed or added.
fn assert_schema_refuses_wrong_keys(
    name: &str,
    schema: &Value,
    validator: &Validator,
    line: &Value,
) {
    for key in schema["required"].as_array().unwrap() {
        let mut less = line.clone();
        less.as_object_mut().unwrap().remove(key.as_str().unwrap());
        assert!(!validator.is_valid(&less), "{name}: {key} may be missing");
    }
    let add = |fields: &mut serde_json::Map<String, Value>| {
        // No map of kifu has such a key with such a value.
        fields.insert("surplus".to_owned(), json!([[0]]));
    };
    each_edited_object(line, &add, &mut |path, more| {
        assert!(!validator.is_valid(more), "{name}: `{path}` takes any key");
    });
}

fn succeeds(run: &Run) -> &str {
    assert_eq!(run.code, 0, "{}", run.err);
    &run.out
}

/// Returns a folder of kifu's repository as an argument.
fn repository(name: &str) -> String {
    let path = crate::common::repository().join(name);
    path.to_str().unwrap().to_owned()
}

/// The keys of JSON are an interface for scripts. If this test fails because a key was *added*:
/// `kifu schema NAME > tests/cli/schemas/NAME.json`. A key that was removed or renamed, or a
/// narrower type, breaks scripts.
#[test]
fn schemas_match_the_promised_files() {
    let files = fs::read_dir(promised_folder()).unwrap();
    let stem = |path: PathBuf| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let files: BTreeSet<String> = files.map(|file| stem(file.unwrap().path())).collect();
    assert_eq!(names(), files);
    for name in names() {
        let now: Value = serde_json::from_str(&out(&["schema", &name])).unwrap();
        assert_eq!(now, promised(&name), "the schema `{name}` has changed");
    }
}

#[test]
fn schemas_are_valid_and_describe_every_key() {
    for name in names() {
        let schema = promised(&name);
        assert!(jsonschema::meta::is_valid(&schema), "{name}");
        assert!(schema["title"].is_string(), "{name}");
        let mut keys = 0;
        each_value(&schema, &mut |value| {
            // Names and alternatives are described where they are used.
            let Some(Value::Object(properties)) = value.get("properties") else {
                return;
            };
            let is_variant = value["required"].as_array().is_some_and(|it| it.len() == 1)
                && value["description"].is_string();
            for (key, property) in properties {
                let text = property["description"].as_str().unwrap_or_default();
                assert!(!text.is_empty() || is_variant, "{name}: {key}");
                let is_plain = !text.contains(['\n', '[']) || text.contains("[first");
                assert!(is_plain && !text.contains("None"), "{name}: {key}: {text}");
                keys += 1;
            }
        });
        assert!(keys > 5, "{name}: {keys} keys");
    }
}

#[test]
fn unknown_schema_name_is_refused_with_the_list() {
    let run = kifu(&std::env::temp_dir(), &["schema", "games"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("validate-summary"), "{}", run.err);
}

/// The specification shows every field.
#[test]
fn records_of_the_specification_match_their_schema() {
    let page = include_str!("../../src/core/record/format.md");
    let blocks = page.split("```ron\n").skip(1);
    let blocks = blocks.map(|block| block.split("```").next().unwrap());
    let records = blocks.filter_map(|block| read_ron(block).ok());
    let lines: Vec<Value> = records
        .map(|record| serde_json::to_value(record).unwrap())
        .collect();
    for line in &lines {
        check_schema("record", &line.to_string());
    }
    for key in promised("record")["properties"].as_object().unwrap().keys() {
        let is_shown = lines.iter().any(|line| line.get(key).is_some());
        assert!(is_shown, "no record of the specification has `{key}`");
    }
}

#[test]
fn analyses_match_their_schema() {
    let records = repository("records");
    for file in fs::read_dir(records).unwrap() {
        let path = file.unwrap().path();
        let path = path.to_str().unwrap();
        let args = ["analyze", path, "--ply", "1", "--json", "--nodes", "50"];
        check_schema("analyze", succeeds(&kifu(&std::env::temp_dir(), &args)));
    }
}

#[test]
fn explored_positions_match_their_schema() {
    let records = repository("records");
    for game in kifu::games::CATALOGUE {
        let args = ["explore", &records, "--game", game.id(), "--json"];
        let lines = check_schema("explore", succeeds(&kifu(&std::env::temp_dir(), &args)));
        assert!(lines[0]["moves"][0]["eval"].is_number());
    }
}

#[test]
fn exported_tables_match_their_schemas() {
    let here = folder(&[("broken.moves", crate::BROKEN)]);
    let logs = repository("records");
    let args = ["export", "--to", "jsonl", "-o", "t", &logs, "broken.moves"];
    assert_eq!(kifu(here.path(), &args).code, 1);
    for table in ["games", "plies", "players", "findings"] {
        let path = here.path().join(format!("t/{table}.jsonl"));
        check_schema(
            &format!("export-{table}"),
            &fs::read_to_string(path).unwrap(),
        );
    }
}

mod slow {
    use super::*;

    #[test]
    fn records_match_their_schema() {
        let here = folder(&[]);
        let (fixtures, records) = (repository("fixtures"), repository("records"));
        let args = ["convert", "-q", &fixtures, &records, "-o", "all.jsonl"];
        let run = kifu(here.path(), &args);
        // Many fixtures are broken on purpose; their games are written as far as they go.
        assert!(run.code <= 1, "{}", run.err);
        let text = fs::read_to_string(here.path().join("all.jsonl")).unwrap();
        let lines = check_schema("record", &text);
        assert!(lines.len() > 200, "{} records", lines.len());
        let args = ["convert", "-q", &records, "-o", "each/", "--to", "json"];
        succeeds(&kifu(here.path(), &args));
        let files: Vec<_> = fs::read_dir(here.path().join("each")).unwrap().collect();
        assert_eq!(files.len(), fs::read_dir(&records).unwrap().count());
        for file in files {
            let text = fs::read_to_string(file.unwrap().path()).unwrap();
            let record: Value = serde_json::from_str(&text).unwrap();
            check_schema("record", &record.to_string());
        }
    }

    #[test]
    fn validations_match_their_schemas() {
        let (fixtures, records) = (repository("fixtures"), repository("records"));
        let args = ["validate", "--json", &fixtures, &records];
        let run = kifu(&std::env::temp_dir(), &args);
        assert_eq!(run.code, 1, "{}", run.err);
        let lines = check_schema("validate", &run.out);
        assert!(lines.len() > 200, "{} games", lines.len());
        let sum = kifu(&std::env::temp_dir(), &[&args[..], &["--summary"]].concat());
        let sums = check_schema("validate-summary", &sum.out);
        assert_eq!(sums[0]["records"], lines.len());
    }

    #[test]
    fn reviews_and_suites_match_their_schemas() {
        let here = folder(&[]);
        let review = |name: &str, nodes: &str, more: &[&str]| {
            let path = repository(&format!("records/{name}.ron"));
            let args = ["review", &path, "--nodes", nodes, "--report", "json"];
            let run = kifu(here.path(), &[&args[..], more].concat());
            succeeds(&run).to_owned()
        };
        let zuniq = check_schema("review", &review("zuniq", "100", &["--suite", "s.jsonl"]));
        // Zuniq has claims of a win, Box has luck.
        for key in ["moments", "claims", "times"] {
            assert!(zuniq[0][key][0].is_object(), "no {key}");
        }
        let boxes = check_schema("review", &review("box", "8", &[]));
        assert!(boxes[0]["judged"][1]["luck"].is_object());
        let players = review("zuniq", "100", &["--by", "player"]);
        assert_eq!(check_schema("review-players", &players).len(), 2);
        let suite = fs::read_to_string(here.path().join("s.jsonl")).unwrap();
        let suite = check_schema("suite", &suite);
        let args = ["analyze", "--suite", "s.jsonl", "--nodes", "50", "--json"];
        let solved = kifu(here.path(), &args);
        let is_mistake =
            |position: &&Value| position["class"] != "good" && position["class"] != "only";
        assert_eq!(
            check_schema("analyze-suite", succeeds(&solved)).len(),
            suite.iter().filter(is_mistake).count()
        );
        let bot = good("zuniq");
        let args = ["rejudge", "--suite", "s.jsonl", "--cmd", &bot, "--json"];
        let run = kifu(here.path(), &[&args[..], &["--clock", "60s"]].concat());
        let (answers, totals) = run.out.trim_end().rsplit_once('\n').unwrap();
        assert_eq!(check_schema("rejudge-suite", answers).len(), suite.len());
        let totals = check_schema("rejudge-suite-totals", totals);
        assert_eq!(totals[0]["not_asked"], 0, "{}", run.err);
    }

    #[test]
    fn matches_standings_and_answers_match_their_schemas() {
        let here = folder(&[]);
        let old = format!("name=old,cmd={}", good("clobber"));
        let args = ["match", "-q", "--game", "clobber", "--bot", &old];
        let more = [
            "--bot",
            "builtin,nodes=1",
            "-o",
            "old.ronl",
            "--clock",
            "60s,60s",
        ];
        succeeds(&kifu(here.path(), &[&args[..], &more].concat()));
        let games = kifu(
            here.path(),
            &["convert", "old.ronl", "-o", "-", "--to", "jsonl"],
        );
        let games = check_schema("record", succeeds(&games));
        assert!(games.iter().any(|game| game["times_ms"].is_string()));
        let sheet = kifu(here.path(), &["standings", "--json", "old.ronl"]);
        let sheet = check_schema("standings", succeeds(&sheet));
        assert_eq!(sheet[0]["rows"].as_array().unwrap().len(), 2);
        let fixtures = repository("fixtures/codecup-csv");
        let tables = kifu(here.path(), &["standings", "--json", &fixtures]);
        let tables = check_schema("standings", &tables.out);
        assert!(tables.iter().any(|sheet| sheet["left_out"][0].is_object()));
        let records = repository("records");
        let scouted = kifu(here.path(), &["scout", "first", &records, "--json"]);
        let scouted = check_schema("scout", succeeds(&scouted));
        for key in ["secret", "claims", "time"] {
            assert!(
                scouted.iter().any(|report| report[key].is_object()),
                "no {key}"
            );
        }
        let table = repository("fixtures/codecup-csv/box.csv");
        let args = ["standings", "--json", "--luck-adjusted", &table];
        let sheet = check_schema("standings", succeeds(&kifu(here.path(), &args)));
        assert!(sheet[0]["luck_adjusted"]["rows"][0].is_object());

        let other = good("clobber").replace("--nodes 1 ", "--nodes 8 --seed 7 ");
        let args = [
            "rejudge", "old.ronl", "--player", "old", "--nodes", "10", "--json",
        ];
        let more = ["--cmd", &other, "--clock", "60s,60s"];
        let run = kifu(here.path(), &[&args[..], &more].concat());
        let (answers, totals) = succeeds(&run).trim_end().rsplit_once('\n').unwrap();
        check_schema("rejudge-totals", totals);
        let answers = check_schema("rejudge", answers);
        assert!(answers.iter().any(|line| line["win_now"].is_number()));
    }
}
