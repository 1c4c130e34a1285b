//! Messages to the user: when they appear, merge and go.

use super::AppState;
use super::action::Effect;
use super::action::{Action, EngineAction, InputAction};
use kifu_core::findings::Finding;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The time for which a piece of information is shown, in seconds.
const INFO_SECONDS: f64 = 4.0;

/// The kind of a message, which determines how long it stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageKind {
    /// Information, which goes by itself.
    Info,
    /// The reason why the last action did nothing; it goes with the next action.
    Refusal,
    /// An error, which stays until it is dismissed.
    Error,
}

/// A message to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// A unique id.
    pub id: u64,
    /// The text.
    pub text: String,
    /// The kind of the message.
    pub kind: MessageKind,
    /// The tab to which the message belongs; `None` if it concerns the whole app.
    pub tab_id: Option<u64>,
    /// The web page that the message offers to open.
    pub page: Option<PathBuf>,
    /// The time at which the message goes, in seconds; `None` until it was shown.
    expires_at_s: Option<f64>,
}

impl Message {
    /// Reports whether it is an error.
    pub fn is_error(&self) -> bool {
        self.kind == MessageKind::Error
    }
}

/// The maximum number of letters that a message about missing ones lists.
const MAX_LETTERS: usize = 10;

impl AppState {
    /// Shows information about the shown tab.
    pub fn notify(&mut self, text: impl Into<String>) {
        let tab = self.tab().map(|tab| tab.id);
        self.push_message(MessageKind::Info, tab, text.into());
    }

    /// Shows information about a tab.
    pub fn notify_tab(&mut self, tab: u64, text: impl Into<String>) {
        self.push_message(MessageKind::Info, Some(tab), text.into());
    }

    /// Shows why an action on the shown tab was refused.
    pub fn refuse(&mut self, text: impl Into<String>) {
        let tab = self.tab().map(|tab| tab.id);
        self.push_message(MessageKind::Refusal, tab, text.into());
    }

    /// Shows an error message.
    pub fn notify_error(&mut self, text: impl Into<String>) {
        self.push_message(MessageKind::Error, None, text.into());
    }

    /// Shows which letters are boxes in a picture, because no font has them; nothing without any.
    pub fn notify_missing_letters(&mut self, letters: &[char]) {
        let shown: String = letters.iter().take(MAX_LETTERS).collect();
        let more = match letters.len() {
            0 => return,
            1..=MAX_LETTERS => "",
            _ => "…",
        };
        self.notify_error(format!(
            "No font has these letters, which are boxes in the picture: {shown}{more}. An SVG file shows them."
        ));
    }

    /// Adds a message; one that says the same is renewed instead.
    pub(super) fn push_message(&mut self, kind: MessageKind, tab_id: Option<u64>, text: String) {
        self.messages
            .retain(|known| (known.kind, known.tab_id) != (kind, tab_id) || known.text != text);
        let id = self.next_id();
        self.messages.push(Message {
            id,
            text,
            kind,
            tab_id,
            page: None,
            expires_at_s: None,
        });
    }

    /// Shows information about a web page, which can be opened from the message. It stays until it
    /// is dismissed.
    pub fn offer_page(&mut self, text: String, page: PathBuf) {
        self.push_message(MessageKind::Info, None, text);
        if let Some(message) = self.messages.last_mut() {
            message.page = Some(page);
        }
    }

    /// Returns the messages to show: those of the shown tab and of the whole app.
    pub fn visible_messages(&self) -> impl Iterator<Item = &Message> {
        let shown = self.tab().map(|tab| tab.id);
        let is_visible =
            move |message: &&Message| message.tab_id.is_none() || message.tab_id == shown;
        self.messages.iter().filter(is_visible)
    }

    /// Dismisses all visible messages and reports whether there were any.
    pub(super) fn dismiss_messages(&mut self) -> bool {
        let ids: Vec<u64> = self.visible_messages().map(|message| message.id).collect();
        self.messages.retain(|message| !ids.contains(&message.id));
        !ids.is_empty()
    }

    /// Removes the refusals of earlier actions if this action is a new attempt.
    pub(super) fn clear_refusals(&mut self, action: &Action) {
        // Moving the pointer is not an attempt, and Escape dismisses messages itself.
        let is_act = !matches!(
            action,
            Action::Input(InputAction::HoverArea(_) | InputAction::ClearPicks)
                | Action::Engine(EngineAction::PeekLine(_))
                | Action::DismissMessage(_)
        );
        if is_act {
            self.messages
                .retain(|message| message.kind != MessageKind::Refusal);
        }
    }

    /// Removes information that was shown long enough by the time `now` (seconds). Returns the
    /// seconds until the next is due.
    pub fn expire_messages(&mut self, now: f64) -> Option<f64> {
        self.messages
            .retain(|message| message.expires_at_s.is_none_or(|due| now < due));
        let infos = self.messages.iter_mut();
        infos
            .filter(|message| message.kind == MessageKind::Info && message.page.is_none())
            .map(|message| *message.expires_at_s.get_or_insert(now + INFO_SECONDS) - now)
            .min_by(f64::total_cmp)
    }
}

// Findings as text for the clipboard.

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
        self.notify("Copied the finding.");
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
