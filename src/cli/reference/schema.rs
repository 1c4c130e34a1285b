//! The command `kifu schema`: JSON schemas of the record and of all JSON that commands print.
//!
//! The schemas are made of the types that are written and their comments, so that they cannot
//! disagree with them.

use crate::analyze::SuiteResultJson;
use crate::analyze::output::AnalysisJson;
use crate::arena::rejudge::{AnswerJson, RejudgeTotals};
use crate::arena::standings::export::StandingsJson;
use crate::arena::suite::{SuiteAnswerJson, SuiteTotals};
use crate::explore::output::ExplorerJson;
use crate::review::players::PlayerTotalsJson;
use crate::review::report::ReviewJson;
use crate::terminal::StdoutWriter;
use crate::validate::output::{ValidateJson, ValidateSummary};
use clap::builder::PossibleValuesParser;
use kifu_core::record::Record;
use kifu_logs::formats::to_json_pretty;
use kifu_study::failure::Failure;
use kifu_study::scout::ScoutReport;
use kifu_study::suite::SuitePosition;
use kifu_study::tables::{FindingRow, GameRow, PlayerRow, PlyRow};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde_json::Value;
use std::fmt::Write;

/// A JSON schema that can be printed.
struct OutputSchema {
    /// The name on the command line.
    name: &'static str,
    /// The title: the file or line that it describes.
    title: &'static str,
    /// Generates the schema.
    generate: fn() -> Schema,
}

/// All schemas, in the order of the list.
const SCHEMAS: &[OutputSchema] = &[
    OutputSchema {
        name: "record",
        title: "a .json file, or a line of a .jsonl file",
        generate: read_schema::<Record>,
    },
    OutputSchema {
        name: "validate",
        title: "a line of `kifu validate --json`",
        generate: written_schema::<ValidateJson<'static>>,
    },
    OutputSchema {
        name: "validate-summary",
        title: "the output of `kifu validate --json --summary`",
        generate: written_schema::<ValidateSummary>,
    },
    OutputSchema {
        name: "analyze",
        title: "a line of `kifu analyze --json`",
        generate: written_schema::<AnalysisJson<'static>>,
    },
    OutputSchema {
        name: "analyze-suite",
        title: "a line of `kifu analyze --suite FILE --json`",
        generate: written_schema::<SuiteResultJson<'static>>,
    },
    OutputSchema {
        name: "explore",
        title: "the output of `kifu explore --json`",
        generate: written_schema::<ExplorerJson<'static>>,
    },
    OutputSchema {
        name: "review",
        title: "a line of `kifu review --report json`",
        generate: written_schema::<ReviewJson<'static>>,
    },
    OutputSchema {
        name: "review-players",
        title: "a line of `kifu review --by player --report json`",
        generate: written_schema::<PlayerTotalsJson<'static>>,
    },
    OutputSchema {
        name: "suite",
        title: "a line of a file of `kifu review --suite FILE`",
        generate: written_schema::<SuitePosition>,
    },
    OutputSchema {
        name: "standings",
        title: "a line of `kifu standings --json`",
        generate: written_schema::<StandingsJson<'static>>,
    },
    OutputSchema {
        name: "scout",
        title: "a line of `kifu scout --json`",
        generate: written_schema::<ScoutReport>,
    },
    OutputSchema {
        name: "export-games",
        title: "a line of games.jsonl of `kifu export --to jsonl`",
        generate: written_schema::<GameRow>,
    },
    OutputSchema {
        name: "export-plies",
        title: "a line of plies.jsonl of `kifu export --to jsonl`",
        generate: written_schema::<PlyRow>,
    },
    OutputSchema {
        name: "export-players",
        title: "a line of players.jsonl of `kifu export --to jsonl`",
        generate: written_schema::<PlayerRow>,
    },
    OutputSchema {
        name: "export-findings",
        title: "a line of findings.jsonl of `kifu export --to jsonl`",
        generate: written_schema::<FindingRow>,
    },
    OutputSchema {
        name: "rejudge",
        title: "a line of `kifu rejudge --json`, but for the last one",
        generate: written_schema::<AnswerJson<'static>>,
    },
    OutputSchema {
        name: "rejudge-totals",
        title: "the last line of `kifu rejudge --json`",
        generate: written_schema::<RejudgeTotals>,
    },
    OutputSchema {
        name: "rejudge-suite",
        title: "a line of `kifu rejudge --suite FILE --json`, but for the last one",
        generate: written_schema::<SuiteAnswerJson<'static>>,
    },
    OutputSchema {
        name: "rejudge-suite-totals",
        title: "the last line of `kifu rejudge --suite FILE --json`",
        generate: written_schema::<SuiteTotals>,
    },
];

/// Returns the parser of a schema's name.
pub(crate) fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(SCHEMAS.iter().map(|schema| schema.name))
}

/// Runs the command: prints the schema of a name, or lists all.
pub(crate) fn run(name: Option<&str>) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let schema = SCHEMAS.iter().find(|schema| Some(schema.name) == name);
    let text = schema.map_or_else(list, |schema| to_json_pretty(&schema.to_value()) + "\n");
    // The file of a schema is the same on a terminal.
    out.print_data(&text)?;
    out.flush()
}

/// Returns the list of all schemas.
fn list() -> String {
    let mut text = String::new();
    for schema in SCHEMAS {
        let _ = writeln!(text, "{:<22}{}", schema.name, schema.title);
    }
    text
}

impl OutputSchema {
    /// Returns the schema with its title.
    fn to_value(&self) -> Value {
        let mut schema = (self.generate)();
        schema.insert("title".to_owned(), format!("kifu: {}", self.title).into());
        schema.to_value()
    }
}

/// Returns the schema of a type that kifu only writes: every key is there with any value.
fn written_schema<T: JsonSchema>() -> Schema {
    generator(SchemaSettings::for_serialize).into_root_schema_for::<T>()
}

/// Returns the schema of a type that other programs write as well: keys with a default may be
/// missing.
fn read_schema<T: JsonSchema>() -> Schema {
    generator(SchemaSettings::for_deserialize).into_root_schema_for::<T>()
}

fn generator(contract: fn(SchemaSettings) -> SchemaSettings) -> SchemaGenerator {
    contract(SchemaSettings::draft2020_12())
        .with_transform(RecursiveTransform(forbid_unknown_keys))
        .with_transform(RecursiveTransform(plain_description))
        .with_transform(TitledDefinitions)
        .into_generator()
}

/// Forbids other keys in an object whose keys are known.
fn forbid_unknown_keys(schema: &mut Schema) {
    if schema.get("properties").is_some() && schema.get("additionalProperties").is_none() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}

/// Makes plain text of a description that was written for rustdoc: its first paragraph on one line,
/// links as their texts, and no value as JSON has it.
fn plain_description(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let first = text.split("\n\n").next().unwrap_or_default();
        *text = without_links(&first.replace('\n', " ")).replace("`None`", "`null`");
    }
}

/// Returns a text with `[text](target)` and `` [`text`] `` replaced by `text`.
fn without_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        plain.push_str(before);
        // Brackets in code are not links.
        let is_code = before.matches('`').count() % 2 == 1;
        let Some((inner, behind)) = after.split_once(']').filter(|_| !is_code) else {
            plain.push('[');
            rest = after;
            continue;
        };
        plain.push_str(inner);
        rest = match behind.strip_prefix('(').and_then(|it| it.split_once(')')) {
            Some((_, behind)) => behind,
            None => behind,
        };
    }
    plain.push_str(rest);
    plain
}

/// Gives each definition its name as its title: `SearchLine` becomes `search line`.
#[derive(Clone)]
struct TitledDefinitions;

impl Transform for TitledDefinitions {
    fn transform(&mut self, schema: &mut Schema) {
        let Some(Value::Object(definitions)) = schema.get_mut("$defs") else {
            return;
        };
        for (name, definition) in definitions {
            if let Value::Object(definition) = definition {
                definition.insert("title".to_owned(), words(name).into());
            }
        }
    }
}

/// Returns a name in camel case as words in lower case.
fn words(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(c.to_lowercase());
    }
    words
}
