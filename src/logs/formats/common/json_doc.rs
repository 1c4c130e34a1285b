//! JSON values as slices of the text, so that each has a location, and the repair of a text that
//! breaks off.

use kifu_core::contract::printable;
use kifu_core::findings::{Code, Finding, Findings, SourceText, TextLocation};

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// The maximum depth of brackets; a replay has five.
pub const MAX_DEPTH: usize = 64;
/// The number of times that a broken text is cut at an earlier comma before it is given up.
const MAX_REPAIR_ATTEMPTS: usize = 3;

/// A JSON text with the findings about it.
///
/// Its values are slices of `text`, which is the source's text or begins like it.
pub(in crate::formats) struct JsonDoc<'t> {
    text: &'t str,
    source: &'t SourceText<'t>,
    /// The findings about the values.
    pub findings: Findings,
    /// Whether the text breaks off, or was cut where it stops making sense.
    pub is_cut_off: bool,
}

impl<'t> JsonDoc<'t> {
    pub fn new(text: &'t str, source: &'t SourceText<'t>) -> Self {
        Self {
            text,
            source,
            findings: Findings::new(),
            is_cut_off: false,
        }
    }

    /// Returns the span of a value.
    pub fn span(&self, raw: &RawValue) -> Range<usize> {
        let start = (raw.get().as_ptr() as usize).saturating_sub(self.text.as_ptr() as usize);
        start..start + raw.get().len()
    }

    /// Returns the location of a span.
    pub fn location(&self, span: Range<usize>) -> TextLocation {
        self.source.location(span)
    }

    /// Adds a finding about a value.
    pub fn add_finding(&mut self, code: Code, message: impl Into<String>, raw: &'t RawValue) {
        let location = self.source.location(self.span(raw));
        self.findings.push(Finding::new(code, message).at(location));
    }

    /// Parses a value as a type; a value of another type is reported.
    pub fn parse<T: Deserialize<'t>>(
        &mut self,
        raw: &'t RawValue,
        name: &str,
        expected: &str,
    ) -> Option<T> {
        let value = serde_json::from_str(raw.get()).ok();
        if value.is_none() {
            self.add_type_finding(raw, name, expected);
        }
        value
    }

    /// Parses the values of a list, or the fields of an object; null counts as empty.
    pub fn parse_bounded<T: FillBounded<'t>>(
        &mut self,
        raw: &'t RawValue,
        name: &str,
        expected: &str,
    ) -> Option<T> {
        let bounded: Bounded<'t, T> = self.parse(raw, name, expected)?;
        Some(self.take_bounded(bounded, raw, name))
    }

    /// Reports what a collection could not take, and returns its items.
    pub fn take_bounded<T>(&mut self, bounded: Bounded<'t, T>, raw: &'t RawValue, name: &str) -> T {
        let Bounded {
            items,
            is_truncated,
            repeated,
        } = bounded;
        for (key, value) in repeated {
            let mut message = format!(
                "`{name}`: expected the key `{}` once, found it again; the first value was used",
                printable(&key, 40)
            );
            let line = self.location(self.span(raw)).line;
            if self.location(self.span(value)).line != line {
                message.push_str(&format!(", in the object of line {line}"));
            }
            self.add_finding(Code::Syntax, message, value);
        }
        if is_truncated {
            let message =
                format!("`{name}`: expected at most {MAX_ITEMS} values; the rest was not read");
            self.add_finding(Code::TooLarge, message, raw);
        }
        items
    }

    /// Parses a whole number: `1`, `1.0` or `"1"`; null gives `None`.
    pub fn number(&mut self, raw: &'t RawValue, name: &str) -> Option<i32> {
        let number = parse_whole_number(raw.get());
        if number.is_none() && raw.get() != "null" {
            self.add_type_finding(raw, name, "a whole number");
        }
        number
    }

    /// Parses a text; null gives an empty text, and numbers are taken as they are.
    pub fn text(&mut self, raw: &'t RawValue, name: &str) -> String {
        let text = raw.get();
        match text.as_bytes().first() {
            Some(b'n') => String::new(),
            Some(b'0'..=b'9' | b'-') => text.to_owned(),
            _ => self.parse(raw, name, "a text").unwrap_or_default(),
        }
    }

    fn add_type_finding(&mut self, raw: &'t RawValue, name: &str, expected: &str) {
        let mut found: String = raw.get().chars().take(40).collect();
        if found.len() < raw.get().len() {
            found.push_str("...");
        }
        let message = format!("`{name}`: expected {expected}, found `{found}`");
        self.add_finding(Code::BadValue, message, raw);
    }
}

/// Parses a whole number such as `1`, `1.0`, `1e0` or `"1"`.
pub fn parse_whole_number(text: &str) -> Option<i32> {
    let text = text.trim_matches('"');
    text.parse().ok().or_else(|| {
        let number: f64 = text.parse().ok()?;
        let is_whole = number.is_finite() && number.fract() == 0.0;
        is_whole.then(|| format!("{number:.0}").parse().ok())?
    })
}

/// Calls `each` for every bracket and comma outside strings, until it returns `false`.
///
/// `each` gets the offset, the byte, and the open brackets after it.
fn scan_brackets(text: &str, mut each: impl FnMut(usize, u8, &[u8]) -> bool) {
    let mut open = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => {
                escaped = false;
                continue;
            }
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => open.push(byte),
            b'}' | b']' => {
                open.pop();
            }
            _ => {}
        }
        if !in_string && b"{}[],".contains(&byte) && !each(at, byte, &open) {
            return;
        }
    }
}

/// Returns the offset at which brackets are nested too deeply, if they are.
pub fn find_too_deep(text: &str) -> Option<usize> {
    let mut too_deep = None;
    scan_brackets(text, |at, _, open| {
        too_deep = (open.len() > MAX_DEPTH).then_some(at);
        too_deep.is_none()
    });
    too_deep
}

/// Repairs a text that stops making sense at byte `end`.
///
/// The text is cut at the last comma that leaves whole values, and its open brackets are closed, so
/// that the values keep their offsets.
pub fn repair_truncated(text: &str, start: usize, end: usize) -> Option<String> {
    let mut end = text.floor_char_boundary(end.min(text.len()));
    for _ in 0..MAX_REPAIR_ATTEMPTS {
        let mut comma = None;
        scan_brackets(text.get(start..end)?, |at, byte, open| {
            if byte == b',' && !open.is_empty() {
                comma = Some(start + at);
            }
            true
        });
        end = comma?;
        let mut open = Vec::new();
        scan_brackets(text.get(start..end)?, |_, _, now| {
            open.clear();
            open.extend_from_slice(now);
            true
        });
        let mut repaired = text[..end].to_owned();
        let closing = |byte: &u8| if *byte == b'{' { '}' } else { ']' };
        repaired.extend(open.iter().rev().map(closing));
        if serde_json::from_str::<&RawValue>(&repaired[start..]).is_ok() {
            return Some(repaired);
        }
    }
    None
}

// Lists and objects of raw JSON values with a bounded number of items, so that a hostile text of a
// few megabytes cannot fill the memory with empty frames.

/// The maximum number of frames, agents or fields; no replay has as many.
const MAX_ITEMS: usize = 20_000;

/// The fields of an object, by name.
pub(in crate::formats) type JsonFields<'t> = BTreeMap<String, &'t RawValue>;

/// Returns the fields of an object without reporting anything about it.
pub(in crate::formats) fn fields_of(raw: &RawValue) -> Option<JsonFields<'_>> {
    let bounded: Bounded<'_, JsonFields<'_>> = serde_json::from_str(raw.get()).ok()?;
    Some(bounded.items)
}

/// A collection that was read up to the limit.
pub(in crate::formats) struct Bounded<'t, T> {
    pub items: T,
    pub is_truncated: bool,
    /// The keys that occur again, each with the value that was not used.
    pub repeated: Vec<(String, &'t RawValue)>,
}

impl<T> Bounded<'_, T> {
    /// Creates a collection without repeated keys.
    const fn new(items: T, is_truncated: bool) -> Self {
        Self {
            items,
            is_truncated,
            repeated: Vec::new(),
        }
    }
}

/// A collection that can be filled from a JSON list or object.
pub(in crate::formats) trait FillBounded<'t>: Default {
    fn fill_list<A: SeqAccess<'t>>(_: A) -> Result<Bounded<'t, Self>, A::Error> {
        Err(serde::de::Error::custom("a list"))
    }
    fn fill_map<A: MapAccess<'t>>(_: A) -> Result<Bounded<'t, Self>, A::Error> {
        Err(serde::de::Error::custom("an object"))
    }
}

impl<'t> FillBounded<'t> for Vec<&'t RawValue> {
    fn fill_list<A: SeqAccess<'t>>(mut list: A) -> Result<Bounded<'t, Self>, A::Error> {
        let mut items = Self::new();
        while items.len() < MAX_ITEMS {
            match list.next_element()? {
                Some(item) => items.push(item),
                None => return Ok(Bounded::new(items, false)),
            }
        }
        let mut is_truncated = false;
        while list.next_element::<IgnoredAny>()?.is_some() {
            is_truncated = true;
        }
        Ok(Bounded::new(items, is_truncated))
    }
}

impl<'t> FillBounded<'t> for JsonFields<'t> {
    fn fill_map<A: MapAccess<'t>>(mut map: A) -> Result<Bounded<'t, Self>, A::Error> {
        let mut bounded = Bounded::new(Self::new(), false);
        while bounded.items.len() + bounded.repeated.len() < MAX_ITEMS {
            let Some((name, value)) = map.next_entry::<String, &RawValue>()? else {
                return Ok(bounded);
            };
            match bounded.items.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(value);
                }
                Entry::Occupied(place) => bounded.repeated.push((place.key().clone(), value)),
            }
        }
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
            bounded.is_truncated = true;
        }
        Ok(bounded)
    }
}

impl<'t, T: FillBounded<'t>> Deserialize<'t> for Bounded<'t, T> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(BoundedVisitor(PhantomData))
    }
}

struct BoundedVisitor<T>(PhantomData<T>);

impl<'t, T: FillBounded<'t>> Visitor<'t> for BoundedVisitor<T> {
    type Value = Bounded<'t, T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list or an object")
    }
    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Bounded::new(T::default(), false))
    }
    fn visit_seq<A: SeqAccess<'t>>(self, list: A) -> Result<Self::Value, A::Error> {
        T::fill_list(list)
    }
    fn visit_map<A: MapAccess<'t>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::fill_map(map)
    }
}
