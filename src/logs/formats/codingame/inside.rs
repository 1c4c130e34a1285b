//! Objects inside other JSON: in the answer of a server, or in what a program made of many of them.

use crate::formats::json_doc::{JsonFields, fields_of};
use kifu_core::contract::printable;
use kifu_core::findings::{Code, Finding};
use serde_json::value::RawValue;

/// The maximum number of values that are looked at.
const MAX_VALUES: usize = 200_000;
/// The maximum number of names in a finding.
const MAX_SHOWN_NAMES: usize = 5;

/// An object that was looked for.
pub(in crate::formats) struct FoundObject<'t> {
    /// Its JSON pointer (RFC 6901).
    pub pointer: String,
    pub raw: &'t RawValue,
}

/// The objects of a kind inside a JSON value.
#[derive(Default)]
pub(in crate::formats) struct ObjectsInside<'t> {
    /// The objects, in the order of the text.
    pub found: Vec<FoundObject<'t>>,
    /// The names of the fields next to them and around them.
    pub others: Vec<String>,
    visited: usize,
}

impl<'t> ObjectsInside<'t> {
    /// Finds the outermost objects whose fields are those of the kind.
    pub fn find(raw: &'t RawValue, is_wanted: &dyn Fn(&JsonFields<'t>) -> bool) -> Self {
        let mut inside = Self::default();
        inside.visit(raw, String::new(), is_wanted);
        inside
            .found
            .sort_by_key(|found| found.raw.get().as_ptr() as usize);
        inside
    }

    /// Looks into a value, and returns whether there is an object of the kind.
    fn visit(
        &mut self,
        raw: &'t RawValue,
        pointer: String,
        is_wanted: &dyn Fn(&JsonFields<'t>) -> bool,
    ) -> bool {
        self.visited += 1;
        if self.visited > MAX_VALUES {
            return false;
        }
        if raw.get().starts_with('[') {
            let items: Vec<&'t RawValue> = serde_json::from_str(raw.get()).unwrap_or_default();
            let mut has_any = false;
            for (index, item) in items.into_iter().enumerate() {
                has_any |= self.visit(item, format!("{pointer}/{index}"), is_wanted);
            }
            return has_any;
        }
        let Some(fields) = raw.get().starts_with('{').then(|| fields_of(raw)).flatten() else {
            return false;
        };
        if is_wanted(&fields) {
            self.found.push(FoundObject { pointer, raw });
            return true;
        }
        let mut others = Vec::new();
        let mut has_any = false;
        for (name, value) in fields {
            let escaped = name.replace('~', "~0").replace('/', "~1");
            if self.visit(value, format!("{pointer}/{escaped}"), is_wanted) {
                has_any = true;
            } else {
                others.push(name);
            }
        }
        if has_any {
            self.others.append(&mut others);
        }
        has_any
    }
}

/// Returns the note on fields that were left out, by their names; `None` if there are none.
pub(in crate::formats) fn left_out_finding(names: &[String]) -> Option<Finding> {
    let mut unique: Vec<&String> = names.iter().collect();
    unique.sort_unstable();
    unique.dedup();
    let quoted = unique
        .iter()
        .map(|name| format!("`{}`", printable(name, 24)));
    let mut shown: Vec<String> = quoted.take(MAX_SHOWN_NAMES).collect();
    if unique.len() > shown.len() {
        shown.push(format!("{} more", unique.len() - shown.len()));
    }
    let message = format!(
        "left out what is not part of the game: {}",
        shown.join(", ")
    );
    (!unique.is_empty()).then(|| Finding::new(Code::LeftOutFields, message))
}
