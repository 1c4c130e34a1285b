//! An episode: its fields, its game, its players and its start.

use super::ID;
use super::follow::EpisodeReader;
use crate::formats::game_builder::GameBuilder;
use crate::formats::json_doc::{JsonDoc, JsonFields};
use crate::formats::openspiel::{GameString, find_game, other_game};
use crate::formats::{ParsedGame, ReadContext};
use kifu_core::contract::{OpenSpielSpec, OpenSpielStart, printable};
use kifu_core::findings::{Code, Finding};
use kifu_core::games::DynGame;
use kifu_core::record::Record;
use serde_json::Value;
use serde_json::value::RawValue;

/// The start of the names of the environments that are built on `OpenSpiel`.
const ENVIRONMENT_PREFIX: &str = "open_spiel_";
/// The fields of an object that holds an episode.
const WRAPPERS: [&str; 3] = ["environment", "result", "replay"];
/// Fields that describe the environment rather than the game.
const ENVIRONMENT_FIELDS: [&str; 5] = [
    "specification",
    "title",
    "description",
    "schema_version",
    "name",
];
/// The maximum length of a text that is kept in `ext`.
const MAX_KEPT_BYTES: usize = 64 << 10;

/// The parts of an episode as the text has them.
pub(super) struct Episode<'t> {
    pub raw: &'t RawValue,
    /// The JSON pointer to the episode within its value.
    pub pointer: &'static str,
    pub fields: JsonFields<'t>,
    pub info: JsonFields<'t>,
    /// The output of the programs, by step, each player's in order.
    pub logs: Vec<&'t RawValue>,
}

/// Returns the text of a JSON value, if it is a text.
pub(super) fn text_of(raw: &RawValue) -> Option<String> {
    serde_json::from_str(raw.get()).ok()
}

/// Reports whether a value is null: the environment writes fields that it has not set that way.
pub(super) fn is_null(raw: &RawValue) -> bool {
    raw.get() == "null"
}

/// Reports whether a status that a program gives itself says no more than that it is well.
pub(super) fn is_sound_status(raw: &RawValue) -> bool {
    matches!(raw.get(), "\"OK\"" | "\"INACTIVE\"")
}

/// Returns the number of a JSON value, if it is a number.
pub(super) fn number_of(raw: &RawValue) -> Option<f64> {
    serde_json::from_str(raw.get()).ok()
}

/// Reads a value: an episode, or an object that holds one.
pub(super) fn read_value<'t>(
    doc: &mut JsonDoc<'t>,
    raw: &'t RawValue,
    context: &ReadContext<'_>,
) -> ParsedGame {
    let fields: Option<JsonFields> = doc.parse_bounded(raw, "episode", "an object");
    let mut fields = fields.unwrap_or_default();
    let inner = WRAPPERS.into_iter().find_map(|name| {
        let inner = fields
            .get(name)
            .filter(|inner| inner.get().starts_with('{'))?;
        Some((name, *inner))
    });
    let mut episode = Episode {
        raw,
        pointer: "",
        fields: JsonFields::new(),
        info: JsonFields::new(),
        logs: Vec::new(),
    };
    if let Some((name, inner)) = inner.filter(|_| !fields.contains_key("steps")) {
        if let Some(logs) = fields.remove("logs") {
            episode.logs = doc
                .parse_bounded(logs, "logs", "a list")
                .unwrap_or_default();
        }
        episode.raw = inner;
        episode.pointer = match name {
            "environment" => "/environment",
            "result" => "/result",
            _ => "/replay",
        };
        let inner: Option<JsonFields> = doc.parse_bounded(inner, name, "an object");
        fields = inner.unwrap_or_default();
    }
    fields.retain(|_, raw| !is_null(raw));
    episode.fields = fields;
    read_episode(doc, episode, context)
}

fn unreadable(doc: &mut JsonDoc<'_>, code: Code, message: &str, raw: &RawValue) -> ParsedGame {
    let span = doc.span(raw);
    let location = doc.location(span.start..(span.start + 1));
    let mut findings = std::mem::take(&mut doc.findings);
    findings.push(Finding::new(code, message).at(location));
    ParsedGame {
        findings,
        ..ParsedGame::default()
    }
}

fn read_episode<'t>(
    doc: &mut JsonDoc<'t>,
    mut episode: Episode<'t>,
    context: &ReadContext<'_>,
) -> ParsedGame {
    if let Some(info) = episode.fields.remove("info") {
        episode.info = doc
            .parse_bounded(info, "info", "an object")
            .unwrap_or_default();
        episode.info.retain(|_, raw| !is_null(raw));
    }
    let played = played_game_text(&episode);
    let environment = episode.fields.get("name").and_then(|raw| text_of(raw));
    let by_environment = environment.as_deref().map(|name| {
        let own = name.strip_prefix(ENVIRONMENT_PREFIX);
        own.map_or_else(|| Err(name.to_owned()), |own| Ok(own.to_owned()))
    });
    let name = match (by_environment, &played) {
        (Some(Err(other)), _) => {
            let finding = other_game("an episode", &other, context.catalogue);
            return left_alone(doc, finding, episode.raw);
        }
        (Some(Ok(name)), _) => name,
        (None, Some(text)) if episode.fields.contains_key("steps") => {
            let parsed = GameString::parse(text);
            parsed.map_or_else(|| text.clone(), |parsed| parsed.base_name().to_owned())
        }
        (None, _) => {
            let message = "expected an episode with `name` and `steps`, found neither";
            return unreadable(doc, Code::MissingField, message, episode.raw);
        }
    };
    let Some((game, spec)) = find_game(context.catalogue, &name) else {
        let finding = other_game("an episode", &name, context.catalogue);
        return left_alone(doc, finding, episode.raw);
    };
    let Some(steps) = episode.fields.remove("steps") else {
        let message = "expected the field `steps`, found an episode without it";
        return unreadable(doc, Code::MissingField, message, episode.raw);
    };
    let steps: Vec<&RawValue> = doc
        .parse_bounded(steps, "steps", "a list of steps")
        .unwrap_or_default();
    let drawn = first_drawn_size(doc, &episode, &steps);
    let played = played.or(drawn);
    let (setup, start) = match episode_start(&episode, played.as_deref(), spec) {
        Ok(both) => both,
        Err((code, message, at)) => return unreadable(doc, code, &message, at),
    };
    let mut draft = GameBuilder::new(game, ID, context);
    draft.record.setup = setup;
    draft.game_spans.whole = doc.span(episode.raw);
    if let Some(raw) = episode.info.get("openSpielGameStringResolved") {
        draft.game_spans.setup = Some(doc.span(raw));
    }
    read_heads(doc, &mut draft.record, &episode);
    EpisodeReader::new(doc, draft, (game, spec, start), episode).read(&steps)
}

fn left_alone(doc: &mut JsonDoc<'_>, finding: Finding, raw: &RawValue) -> ParsedGame {
    let span = doc.span(raw);
    ParsedGame::unreadable(finding.at(doc.location(span.start..span.start + 1)))
}

/// Returns the text of the game that was played: not the environment's default.
fn played_game_text(episode: &Episode<'_>) -> Option<String> {
    let resolved = episode.info.get("openSpielGameStringResolved");
    resolved.and_then(|raw| text_of(raw))
}

type StartOrError<'t> =
    Result<(kifu_core::contract::Setup, OpenSpielStart), (Code, String, &'t RawValue)>;

/// Returns the start of the game, by the text of the game that was played, or else by the first
/// position that the episode draws.
fn episode_start<'t>(
    episode: &Episode<'t>,
    played: Option<&str>,
    spec: &OpenSpielSpec,
) -> StartOrError<'t> {
    let resolved = episode.info.get("openSpielGameStringResolved").copied();
    let at = resolved.unwrap_or(episode.raw);
    let Some(text) = played else {
        let message = "expected `info.openSpielGameStringResolved`, the game that was played, \
                       or a first position, found neither";
        return Err((Code::MissingField, message.to_owned(), at));
    };
    let Some(game) = GameString::parse(text).filter(|game| game.base_name() == spec.name) else {
        let message = format!(
            "`{}/info/openSpielGameStringResolved`: expected `{}` with its parameters, found `{}`",
            episode.pointer,
            spec.name,
            printable(text, 60)
        );
        return Err((Code::Contradiction, message, at));
    };
    let setup = (spec.setup)(&game.parameters, None);
    let both = setup.and_then(|setup| {
        let start = (spec.start)(&setup)?;
        Ok((setup, start))
    });
    both.map_err(|error| {
        let message = format!(
            "{}/info/openSpielGameStringResolved: {error}",
            episode.pointer
        );
        (Code::BadSetup, message, at)
    })
}

/// Returns the game with the size of the first position that the episode draws.
fn first_drawn_size<'t>(
    doc: &mut JsonDoc<'t>,
    episode: &Episode<'t>,
    steps: &[&'t RawValue],
) -> Option<String> {
    let states = episode.info.get("stateHistory").and_then(|raw| {
        let states: Option<Vec<&RawValue>> = doc.parse_bounded(raw, "stateHistory", "a list");
        text_of(states?.first()?)
    });
    let observed = || {
        let step: Vec<Value> = serde_json::from_str(steps.get(1)?.get()).ok()?;
        let text = step.first()?.get("observation")?.get("observationString")?;
        Some(text.as_str()?.to_owned())
    };
    let first: Value = serde_json::from_str(&states.or_else(observed)?).ok()?;
    let parameters = first.get("params")?.as_object()?;
    let words: Vec<String> = parameters
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    let name = episode.fields.get("name").and_then(|raw| text_of(raw))?;
    let name = name.strip_prefix(ENVIRONMENT_PREFIX)?;
    Some(format!("{name}({})", words.join(",")))
}

/// The fields of `info` that have a place in the record.
const READ_INFO: [&str; 8] = [
    "Agents",
    "TeamNames",
    "EpisodeId",
    "openSpielGameStringResolved",
    "stateHistory",
    "actionHistory",
    "moveDurations",
    "initialActions",
];

/// Reads the names of the players, the number of the episode, and what is kept as it is.
fn read_heads<'t>(doc: &mut JsonDoc<'t>, record: &mut Record, episode: &Episode<'t>) {
    let pointer = |name: &str| format!("{}/info/{name}", episode.pointer);
    let agents = episode.info.get("Agents").map(|raw| {
        let list: Vec<&RawValue> = doc
            .parse_bounded(raw, &pointer("Agents"), "a list")
            .unwrap_or_default();
        let name = |agent: &&RawValue| {
            let fields = crate::formats::json_doc::fields_of(agent).unwrap_or_default();
            fields
                .get("Name")
                .and_then(|raw| text_of(raw))
                .unwrap_or_default()
        };
        (*raw, list.iter().map(name).collect::<Vec<_>>())
    });
    let teams = episode.info.get("TeamNames").map(|raw| {
        let list: Vec<&RawValue> = doc
            .parse_bounded(raw, &pointer("TeamNames"), "a list of names")
            .unwrap_or_default();
        let names = list.into_iter().map(|name| doc.text(name, "TeamNames"));
        (*raw, names.collect::<Vec<_>>())
    });
    for (name, found) in [("TeamNames", &teams), ("Agents", &agents)] {
        if let Some((raw, names)) = found
            && names.len() != 2
        {
            let message = format!(
                "`{}`: expected the names of two players, found {}",
                pointer(name),
                names.len()
            );
            doc.add_finding(Code::BadValue, message, raw);
        }
    }
    let pair = |found: Option<(&RawValue, Vec<String>)>| {
        let names: Result<[String; 2], _> = found?.1.try_into();
        names.ok()
    };
    let (teams, agents) = (pair(teams), pair(agents));
    if let (Some(teams), Some(agents)) = (&teams, &agents)
        && teams != agents
    {
        record
            .ext
            .insert("kaggle.agents".to_owned(), agents.join("\n"));
    }
    if let Some([first, second]) = teams.or(agents) {
        record.players.0.name = first;
        record.players.1.name = second;
    }
    if let Some(raw) = episode.info.get("EpisodeId") {
        record.source.id = doc.text(raw, &pointer("EpisodeId"));
    }
    for (name, raw) in &episode.info {
        if !READ_INFO.contains(&name.as_str()) {
            keep(doc, record, &format!("kaggle.info.{name}"), raw);
        }
    }
    for (name, raw) in &episode.fields {
        let is_read = matches!(name.as_str(), "steps" | "rewards" | "statuses");
        if !is_read && !ENVIRONMENT_FIELDS.contains(&name.as_str()) {
            keep(doc, record, &format!("kaggle.{name}"), raw);
        }
    }
}

/// Keeps a value in `ext`, a text as it is and any other value as JSON; a long one is reported.
pub(super) fn keep<'t>(doc: &mut JsonDoc<'t>, record: &mut Record, key: &str, raw: &'t RawValue) {
    let json = raw.get();
    if matches!(json, "null" | "{}" | "[]" | "\"\"") {
        return;
    }
    if json.len() > MAX_KEPT_BYTES {
        let message = format!(
            "`{key}`: expected at most {MAX_KEPT_BYTES} bytes to keep in `ext`, found {}",
            json.len()
        );
        doc.add_finding(Code::UnknownField, message, raw);
        return;
    }
    let text = text_of(raw).unwrap_or_else(|| json.to_owned());
    record.ext.insert(key.to_owned(), text);
}

/// The game of an episode: its rules, and its description and start in `OpenSpiel`.
pub(super) type EpisodeGame = (&'static dyn DynGame, &'static OpenSpielSpec, OpenSpielStart);
