//! The printing of findings for people, as compilers print diagnostics.

use crate::common::text::one_line;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::adapter::strip_str;
use kifu_core::findings::{Code, Finding, Severity};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The maximum number of findings shown per code: an archive may have one in every game.
const MAX_SHOWN_PER_CODE: usize = 100;

/// A renderer of findings that limits the number of each kind.
pub(crate) struct DiagnosticPrinter {
    renderer: Renderer,
    counts: BTreeMap<Code, usize>,
}

impl DiagnosticPrinter {
    pub fn new(renderer: Renderer) -> Self {
        Self {
            renderer,
            counts: BTreeMap::new(),
        }
    }

    /// Returns a finding as text; `None` if enough of its kind were shown.
    pub fn render(&mut self, found: &Finding, severity: Severity, file: &str) -> Option<String> {
        let count = self.counts.entry(found.code).or_default();
        *count += 1;
        (*count <= MAX_SHOWN_PER_CODE)
            .then(|| render_finding(found, severity, file, &self.renderer))
    }

    /// Returns a text on the findings that were not shown and the option that shows them; `None` if
    /// there are none.
    pub fn omitted_text(&self, all: &str) -> Option<String> {
        let mut text = String::new();
        for (code, count) in self
            .counts
            .iter()
            .filter(|(_, count)| **count > MAX_SHOWN_PER_CODE)
        {
            let more = count - MAX_SHOWN_PER_CODE;
            let _ = writeln!(
                text,
                "{more} more findings of {code} not shown; use {all} to see all"
            );
        }
        (!text.is_empty()).then_some(text)
    }
}

/// Renders a finding as compilers do: the message, the location, the line with a caret, a hint.
fn render_finding(
    finding: &Finding,
    severity: Severity,
    file: &str,
    renderer: &Renderer,
) -> String {
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let title = level.primary_title(one_line(&finding.message));
    let mut group = Group::with_title(title.id(finding.code.to_string()));
    let origin = Origin::path(one_line(file));
    group = match &finding.location {
        None => group.element(origin),
        Some(place) => {
            let (line, column) = (place.line as usize, place.column as usize);
            let group = group.element(origin.line(line).char_column(column));
            if place.excerpt.is_empty() {
                group
            } else {
                let mark = AnnotationKind::Primary.span(place.highlight.clone());
                let snippet = Snippet::source(place.excerpt.as_str());
                group.element(snippet.line_start(line).annotation(mark))
            }
        }
    };
    if let Some(hint) = &finding.hint {
        group = group.element(Level::HELP.message(one_line(hint)));
    }
    // The location comes from the origin, since a snippet would count columns in the excerpt of a
    // long line; between the two the renderer draws a useless line of colons.
    let drawn = renderer.render(&[group]);
    let is_gap = |line: &str| strip_str(line).to_string().trim() == ":::";
    let lines = drawn.split_inclusive('\n');
    let mut text: String = lines.filter(|line| !is_gap(line)).collect();
    text.push_str("\n\n");
    text
}
