//! The levels of a replay: an answer of the site wraps it, and programs that store replays move
//! parts of it from one level to another.

use super::{MAX_WRAPPERS, REPLAY_FIELDS, WRAPPERS};
use crate::formats::json_doc::{JsonDoc, JsonFields, fields_of};
use kifu_core::contract::printable;
use kifu_core::findings::Code;
use serde_json::Value;
use serde_json::value::RawValue;

/// Joins the levels of a replay. A wrapper with a list holds several replays, each with the fields
/// around the list and the list's element as its own part of the text.
pub(super) fn join<'t>(
    doc: &mut JsonDoc<'t>,
    mut fields: JsonFields<'t>,
) -> Vec<(JsonFields<'t>, Option<&'t RawValue>)> {
    for _ in 0..MAX_WRAPPERS {
        let Some((name, inner)) = take_object(doc, &mut fields) else {
            break;
        };
        join_level(doc, &mut fields, inner, name);
    }
    if is_replay(&fields) {
        return vec![(fields, None)];
    }
    let Some((name, list)) = take_list(doc, &mut fields) else {
        return vec![(fields, None)];
    };
    let mut all = Vec::new();
    for raw in list {
        let element: Option<JsonFields> = doc.parse_bounded(raw, name, "a replay, an object");
        if let Some(element) = element {
            let mut joined = fields.clone();
            join_level(doc, &mut joined, element, name);
            while let Some((name, inner)) = take_object(doc, &mut joined) {
                join_level(doc, &mut joined, inner, name);
            }
            all.push((joined, Some(raw)));
        }
    }
    all
}

pub(super) fn is_replay(fields: &JsonFields<'_>) -> bool {
    fields.contains_key("frames") || fields.contains_key("outputs")
}

/// Takes a wrapper out of the fields that is an object with parts of a replay.
fn take_object<'t>(
    doc: &mut JsonDoc<'t>,
    fields: &mut JsonFields<'t>,
) -> Option<(&'static str, JsonFields<'t>)> {
    let found = WRAPPERS.iter().find_map(|name| {
        let raw = *fields.get(*name)?;
        let is_wrapper = |inner: &JsonFields<'t>| {
            let mut known = REPLAY_FIELDS.iter().chain(&WRAPPERS);
            known.any(|known| inner.contains_key(*known))
        };
        // A value of another type is kept as any other field.
        let inner = raw.get().starts_with('{').then(|| fields_of(raw))??;
        is_wrapper(&inner).then_some((*name, raw))
    });
    let (name, raw) = found?;
    fields.remove(name);
    let inner = doc.parse_bounded(raw, name, "an object")?;
    Some((name, inner))
}

/// Takes a wrapper out of the fields that is a list of objects.
fn take_list<'t>(
    doc: &mut JsonDoc<'t>,
    fields: &mut JsonFields<'t>,
) -> Option<(&'static str, Vec<&'t RawValue>)> {
    let name = WRAPPERS.iter().copied().find(|name| {
        let list = fields.get(*name).map_or("", |raw| raw.get());
        let inside = list.strip_prefix('[').map(str::trim_start);
        inside.is_some_and(|inside| inside.starts_with('{'))
    })?;
    let raw = fields.remove(name)?;
    Some((name, doc.parse_bounded(raw, name, "a list of replays")?))
}

/// Adds the fields of an inner level. Where both levels have a field, the inner one counts.
fn join_level<'t>(
    doc: &mut JsonDoc<'t>,
    fields: &mut JsonFields<'t>,
    inner: JsonFields<'t>,
    wrapper: &str,
) {
    for (name, raw) in inner {
        let Some(outer) = fields.insert(name.clone(), raw) else {
            continue;
        };
        if is_same_value(outer.get(), raw.get()) {
            continue;
        }
        let is_result = name == "scores" || name == "ranks" || name == "winner";
        let code = if is_result {
            Code::StatusDisagrees
        } else {
            Code::RepeatedEntry
        };
        let message = format!(
            "`{name}`: expected the value that `{wrapper}` has, `{}`; found `{}`",
            printable(raw.get(), 40),
            printable(outer.get(), 40)
        );
        doc.add_finding(code, message, outer);
        fields.insert(format!("outer.{name}"), outer);
    }
}

/// Reports whether two JSON texts have the same value; numbers may be written as `1` or `1.0`.
fn is_same_value(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let parse = |text: &str| serde_json::from_str::<Value>(text).ok();
    match (parse(one), parse(other)) {
        (Some(one), Some(other)) => is_equal(&one, &other),
        _ => false,
    }
}

fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_equal(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_in_other = |(key, value): (&String, &Value)| {
                other.get(key).is_some_and(|found| is_equal(value, found))
            };
            one.len() == other.len() && one.iter().all(is_in_other)
        }
        _ => one == other,
    }
}
