//! Keyboard shortcuts of the commands.

use super::command::{COMMANDS, WindowCommand, by_id};
use kifu_core::contract::printable;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A key with its modifiers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shortcut {
    /// Whether Ctrl is held (the command key on a Mac).
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held.
    pub alt: bool,
    /// The name of the key: `A`, `1`, `Right`, `Questionmark`.
    pub key: String,
}

impl FromStr for Shortcut {
    type Err = ShortcutParseError;

    /// Parses a text such as `Ctrl+Shift+Right`: each modifier at most once, then the key.
    fn from_str(text: &str) -> Result<Self, ShortcutParseError> {
        let bad = || ShortcutParseError(printable(text, 60));
        let mut shortcut = Self {
            ctrl: false,
            shift: false,
            alt: false,
            key: String::new(),
        };
        let mut words = text.split('+').peekable();
        while let Some(word) = words.next() {
            if words.peek().is_none() {
                shortcut.key = word.to_owned();
                break;
            }
            let held = match word {
                "Ctrl" => &mut shortcut.ctrl,
                "Shift" => &mut shortcut.shift,
                "Alt" => &mut shortcut.alt,
                _ => return Err(bad()),
            };
            if std::mem::replace(held, true) {
                return Err(bad());
            }
        }
        if is_key(&shortcut.key) {
            Ok(shortcut)
        } else {
            Err(bad())
        }
    }
}

impl Shortcut {
    /// Returns the readable form, such as `Ctrl++` or `?`, where the settings say `Ctrl+Plus` or
    /// `Questionmark`.
    pub fn label(&self) -> String {
        let sign = KEY_SIGNS.iter().find(|(name, _)| *name == self.key);
        let key = sign.map_or(self.key.as_str(), |(_, sign)| sign);
        let shown = Self {
            key: key.to_owned(),
            ..self.clone()
        };
        shown.to_string()
    }
}

impl fmt::Display for Shortcut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, name) in [
            (self.ctrl, "Ctrl"),
            (self.shift, "Shift"),
            (self.alt, "Alt"),
        ] {
            if held {
                write!(f, "{name}+")?;
            }
        }
        f.write_str(&self.key)
    }
}

/// Key names longer than one letter, except the function keys.
#[rustfmt::skip]
const KEY_NAMES: [&str; 62] = [
    "AudioVolumeDown", "AudioVolumeMute", "AudioVolumeUp", "Backslash", "Backspace", "Backtick",
    "BrowserBack", "BrowserFavorites", "BrowserForward", "BrowserHome", "BrowserRefresh",
    "BrowserSearch", "BrowserStop", "Clear", "CloseBracket", "CloseCurlyBracket", "Colon",
    "Comma", "Copy", "Cut", "Delete", "Down", "Eject", "End", "Enter", "Equals", "Escape",
    "Exclamationmark", "Help", "Home", "Insert", "IntlBackslash", "LaunchApp1", "LaunchApp2",
    "LaunchMail", "Left", "MediaPlayPause", "MediaStop", "MediaTrackNext", "MediaTrackPrevious",
    "Menu", "Minus", "OpenBracket", "OpenCurlyBracket", "PageDown", "PageUp", "Paste", "Pause",
    "Period", "Pipe", "Plus", "Power", "PrintScreen", "Questionmark", "Quote", "Right",
    "Semicolon", "Slash", "Sleep", "Space", "Tab", "Up",
];

/// Keys shown by their sign instead of their name.
const KEY_SIGNS: [(&str, &str); 18] = [
    ("Backslash", "\\"),
    ("Backtick", "`"),
    ("CloseBracket", "]"),
    ("CloseCurlyBracket", "}"),
    ("Colon", ":"),
    ("Comma", ","),
    ("Equals", "="),
    ("Exclamationmark", "!"),
    ("Minus", "-"),
    ("OpenBracket", "["),
    ("OpenCurlyBracket", "{"),
    ("Period", "."),
    ("Pipe", "|"),
    ("Plus", "+"),
    ("Questionmark", "?"),
    ("Quote", "'"),
    ("Semicolon", ";"),
    ("Slash", "/"),
];

/// Reports whether egui knows a key of this name.
fn is_key(name: &str) -> bool {
    let is_function = |digits: &str| {
        let number = digits.parse::<u8>();
        number.is_ok_and(|number| (1..=35).contains(&number)) && !digits.starts_with(['0', '+'])
    };
    match name.as_bytes() {
        [b'A'..=b'Z' | b'0'..=b'9'] => true,
        _ => KEY_NAMES.contains(&name) || name.strip_prefix('F').is_some_and(is_function),
    }
}

/// An error: the text does not name a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a key such as Ctrl+Shift+Right, found `{0}`")]
pub struct ShortcutParseError(String);

/// The key bindings of all commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyBindings {
    /// The user's changes: the command's only key, or none. No two commands share a key.
    overrides: BTreeMap<&'static str, Option<Shortcut>>,
}

impl KeyBindings {
    /// Creates key bindings from the settings.
    ///
    /// The second value lists problems: unknown commands, unknown keys, and keys that another
    /// command already uses.
    pub fn from_settings(settings: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let mut keys = Self::default();
        let mut problems = Vec::new();
        for (id, text) in settings {
            let Some(command) = by_id(id) else {
                let id = printable(id, 60);
                problems.push(format!("expected a command, found `{id}`"));
                continue;
            };
            let shortcut = (!text.is_empty()).then(|| text.parse::<Shortcut>());
            match shortcut.transpose() {
                Err(bad) => problems.push(format!("{id}: {bad}")),
                Ok(Some(shortcut)) if keys.overriding_command(&shortcut).is_some() => {
                    let other = keys.overriding_command(&shortcut).unwrap_or_default();
                    problems.push(format!(
                        "expected a different key for each command, found {shortcut} for {other} and {id}"
                    ));
                }
                Ok(shortcut) => keys.rebind(command.id, Some(shortcut)),
            }
        }
        (keys, problems)
    }

    /// Returns the user's changes for the settings.
    pub fn to_settings(&self) -> BTreeMap<String, String> {
        let text = |shortcut: &Option<Shortcut>| {
            shortcut.as_ref().map_or(String::new(), Shortcut::to_string)
        };
        self.overrides
            .iter()
            .map(|(id, shortcut)| ((*id).to_owned(), text(shortcut)))
            .collect()
    }

    /// Returns the keys that trigger a command.
    pub fn shortcuts(&self, command: &WindowCommand) -> Vec<Shortcut> {
        match self.overrides.get(command.id) {
            Some(shortcut) => shortcut.iter().cloned().collect(),
            None => default_shortcuts(command)
                .filter(|shortcut| self.overriding_command(shortcut).is_none())
                .collect(),
        }
    }

    /// Returns the command triggered by a key.
    pub fn command_for(&self, shortcut: &Shortcut) -> Option<&'static WindowCommand> {
        if let Some(id) = self.overriding_command(shortcut) {
            return by_id(id);
        }
        let is_default = |command: &&WindowCommand| {
            !self.is_changed(command.id)
                && default_shortcuts(command).any(|known| known == *shortcut)
        };
        COMMANDS.iter().find(is_default)
    }

    /// Returns the command to which the user bound this key.
    fn overriding_command(&self, shortcut: &Shortcut) -> Option<&'static str> {
        self.overrides
            .iter()
            .find(|(_, own)| own.as_ref() == Some(shortcut))
            .map(|(id, _)| *id)
    }

    /// Binds a command to another key, or to none.
    ///
    /// `None` restores the default keys. A key is taken away from the command that had it.
    pub fn rebind(&mut self, id: &'static str, shortcut: Option<Option<Shortcut>>) {
        let Some(shortcut) = shortcut else {
            self.overrides.remove(id);
            return;
        };
        if let Some(other) = shortcut
            .as_ref()
            .and_then(|shortcut| self.overriding_command(shortcut))
        {
            self.overrides.insert(other, None);
        }
        self.overrides.insert(id, shortcut);
    }

    /// Reports whether the user changed the command's key.
    pub fn is_changed(&self, id: &str) -> bool {
        self.overrides.contains_key(id)
    }
}

/// Returns the default keys of a command.
fn default_shortcuts(command: &WindowCommand) -> impl Iterator<Item = Shortcut> {
    command
        .default_keys
        .iter()
        .filter_map(|key| key.parse().ok())
}
