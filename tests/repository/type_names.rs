//! A type has a name that no other type has, so that a name can be looked up and means one thing.

use crate::layers::{sources, src};
use std::collections::BTreeMap;
use std::fs;

/// Returns the name of the type or trait that a line defines at the level of a module.
fn defined_type(line: &str) -> Option<&str> {
    let private = line.strip_prefix("pub").map_or(line, |rest| {
        let after_scope = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
        after_scope.map_or(rest, |(_, after)| after).trim_start()
    });
    let (keyword, rest) = private.split_once(' ')?;
    let is_type = matches!(keyword, "struct" | "enum" | "trait" | "union");
    let end = rest
        .find(|c: char| !c.is_alphanumeric())
        .unwrap_or(rest.len());
    is_type.then_some(&rest[..end])
}

#[test]
fn type_names_are_unique() {
    let mut places: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources(src()) {
        let path = file.strip_prefix(src()).unwrap().to_str().unwrap();
        // The folders of games have the same names for the same things: `Move`, `Position`. A
        // system without a part of Unix has a fallback of the same name, or its own.
        if path.starts_with("core/games/") && path.matches('/').count() > 2
            || path.ends_with("_fallback.rs")
            || path.ends_with("_windows.rs")
        {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for name in text.lines().filter_map(defined_type) {
            places
                .entry(name.to_owned())
                .or_default()
                .push(path.to_owned());
        }
    }
    assert!(places.len() > 500, "{} types", places.len());
    places.retain(|_, places| places.len() > 1);
    assert!(places.is_empty(), "{places:#?}");
}

#[test]
fn type_definitions_are_found() {
    for (line, name) in [
        ("pub struct Scene {", Some("Scene")),
        ("pub(crate) enum Role<'a> {", Some("Role")),
        ("pub(super) trait Reader: Send {", Some("Reader")),
        ("struct Mark(u32);", Some("Mark")),
        ("    struct Local;", None),
        ("pub fn struct_of() {}", None),
    ] {
        assert_eq!(defined_type(line), name, "{line}");
    }
}
