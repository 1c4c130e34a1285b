//! Places in a page's scripts at which a list becomes another one: `moves.push("A2h")`.
//!
//! Scripts are not run, so the moves of a list that changes are not known.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::ops::Range;

/// The methods of a list that change it.
const MUTATORS: [&str; 9] = [
    "copyWithin",
    "fill",
    "pop",
    "push",
    "reverse",
    "shift",
    "sort",
    "splice",
    "unshift",
];

/// The changes of variables in a page, looked for when first asked.
pub(super) struct ListChanges<'a> {
    text: &'a str,
    /// The places of changes, in order, by the name of the variable.
    by_name: OnceCell<HashMap<&'a str, Vec<usize>>>,
}

impl<'a> ListChanges<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            by_name: OnceCell::new(),
        }
    }

    /// Returns the first change of a variable after the offset of its definition, but for what
    /// stands in `call`, which uses it.
    pub fn of_variable(
        &self,
        name: &str,
        after: usize,
        call: &Range<usize>,
    ) -> Option<Range<usize>> {
        let by_name = self.by_name.get_or_init(|| changes(self.text));
        let places = by_name.get(name)?;
        let first = places.partition_point(|at| *at < after);
        let at = places[first..].iter().find(|at| !call.contains(at))?;
        Some(*at..at + name.len())
    }

    /// Returns the place at which an expression goes on after a list: `["A2h"].concat(more)`.
    pub fn of_list(&self, end: usize) -> Option<Range<usize>> {
        let rest = &self.text[end..];
        let next = rest.trim_start();
        let at = self.text.len() - next.len();
        // What stands on another line may be a statement of its own.
        let is_same_line = !rest[..rest.len() - next.len()].contains('\n');
        let goes_on = next.starts_with(['.', '+', '?', '&', '|'])
            || is_same_line && next.starts_with(['[', '(']);
        goes_on.then_some(at..at + 1)
    }
}

/// Returns the scripts of a page, or all of a text that has no such elements.
fn scripts(text: &str) -> Vec<Range<usize>> {
    let lower = text.to_ascii_lowercase();
    let (mut scripts, mut at) = (Vec::new(), 0);
    while let Some(start) = lower[at..].find("<script").map(|start| at + start) {
        let end = lower[start..].find("</script");
        at = end.map_or(text.len(), |end| start + end);
        scripts.push(start..at);
    }
    if scripts.is_empty() {
        scripts.push(0..text.len());
    }
    scripts
}

/// Returns the places at which variables are changed, by name.
fn changes(text: &str) -> HashMap<&str, Vec<usize>> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let mut changes: HashMap<&str, Vec<usize>> = HashMap::new();
    let scripts = scripts(text);
    for line in scripts.into_iter().flat_map(|script| text[script].lines()) {
        let offset = line.as_ptr() as usize - text.as_ptr() as usize;
        let mut at = 0;
        while let Some(start) = line[at..].find(is_part).map(|start| at + start) {
            let word = &line[start..];
            let word = &word[..word.find(|c| !is_part(c)).unwrap_or(word.len())];
            at = start + word.len();
            // The rest is a comment, but for an address such as `https://example.org`.
            let before = &line[..start];
            if before.trim_end().ends_with("//") && !before.ends_with("://") {
                break;
            }
            // The property of another object.
            if before.trim_end().ends_with('.') {
                continue;
            }
            if is_changed(&line[at..]) {
                changes.entry(word).or_default().push(offset + start);
            }
        }
    }
    changes
}

/// Reports whether a variable is changed by what follows its name.
fn is_changed(after: &str) -> bool {
    let after = after.trim_start();
    if let Some(member) = after.strip_prefix('.') {
        let member = member.trim_start();
        let is_called = |name: &str| {
            let rest = member.strip_prefix(name);
            rest.is_some_and(|rest| rest.trim_start().starts_with('('))
        };
        let length = member.strip_prefix("length");
        return MUTATORS.into_iter().any(is_called) || length.is_some_and(is_assigned);
    }
    let item = after.strip_prefix('[');
    match item.and_then(|item| item.split_once(']')) {
        Some((_, rest)) => is_assigned(rest),
        None => is_assigned(after),
    }
}

/// Reports whether an assignment follows that is not that of another list, which is read as such.
fn is_assigned(after: &str) -> bool {
    let after = after.trim_start();
    let after = after.strip_prefix(['+', '-']).unwrap_or(after);
    after
        .strip_prefix('=')
        .is_some_and(|value| !value.starts_with(['=', '>']) && !value.trim_start().starts_with('['))
}
