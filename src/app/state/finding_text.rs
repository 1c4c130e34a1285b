//! Findings as text for the clipboard.

use super::AppState;
use super::effect::Effect;
use kifu_core::findings::Finding;
use std::fmt::Write as _;

impl AppState {
    /// Returns the effect that copies a finding of the shown tab.
    pub(super) fn copy_finding_effect(&mut self, nth: usize) -> Vec<Effect> {
        let Some(tab) = self.tab() else {
            return Vec::new();
        };
        let Some(finding) = tab.findings.get(nth) else {
            return Vec::new();
        };
        let source = tab.source.as_ref();
        let file = source.map_or(tab.title.as_str(), |source| {
            source.address.origin.display_name.as_str()
        });
        let text = finding_text(finding, file);
        self.notify("Copied.");
        vec![Effect::CopyText(text)]
    }
}

/// Formats a finding in the style of compilers: the message, the location, the line with carets
/// below the part in question, and the hint.
fn finding_text(finding: &Finding, file: &str) -> String {
    let severity = finding.severity();
    let mut text = format!("{severity}[{}]: {}\n", finding.code, finding.message);
    let Some(location) = &finding.location else {
        let _ = writeln!(text, " --> {file}");
        push_hint(&mut text, " ", finding);
        return text;
    };
    let (line, column) = (location.line, location.column);
    let gutter = " ".repeat(line.to_string().len());
    let _ = writeln!(text, "{gutter}--> {file}:{line}:{column}");
    if !location.excerpt.is_empty() {
        let before = location.excerpt[..location.highlight.start].chars().count();
        let marked = location.excerpt[location.highlight.clone()].chars().count();
        let (indent, carets) = (" ".repeat(before), "^".repeat(marked.max(1)));
        let _ = writeln!(text, "{gutter} |\n{line} | {}", location.excerpt);
        let _ = writeln!(text, "{gutter} | {indent}{carets}");
    }
    push_hint(&mut text, &gutter, finding);
    text
}

fn push_hint(text: &mut String, gutter: &str, finding: &Finding) {
    if let Some(hint) = &finding.hint {
        let _ = writeln!(text, "{gutter} = help: {hint}");
    }
}
