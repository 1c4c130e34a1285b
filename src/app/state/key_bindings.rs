//! Which keys do what.

use super::command::{COMMANDS, Command, by_id};
use crate::contract::printable;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A key with those that are held down with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shortcut {
    /// Ctrl, or the command key of a Mac.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
    /// The name of the key: `A`, `1`, `Right`, `Questionmark`.
    pub key: String,
}

impl FromStr for Shortcut {
    type Err = ShortcutParseError;

    /// `Ctrl+Shift+Right`: at most one of each, then the key.
    fn from_str(text: &str) -> Result<Self, ShortcutParseError> {
        let bad = || ShortcutParseError(printable(text, 60));
        let mut chord = Self {
            ctrl: false,
            shift: false,
            alt: false,
            key: String::new(),
        };
        let mut words = text.split('+').peekable();
        while let Some(word) = words.next() {
            if words.peek().is_none() {
                chord.key = word.to_owned();
                break;
            }
            let held = match word {
                "Ctrl" => &mut chord.ctrl,
                "Shift" => &mut chord.shift,
                "Alt" => &mut chord.alt,
                _ => return Err(bad()),
            };
            if std::mem::replace(held, true) {
                return Err(bad());
            }
        }
        if is_key(&chord.key) {
            Ok(chord)
        } else {
            Err(bad())
        }
    }
}

impl Shortcut {
    /// Returns the key as people read it: `Ctrl++`, `?`, where the settings say `Ctrl+Plus` and
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

/// Names of keys of more than one letter; F1 and so on aside.
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

/// The keys that people know by their sign and not by a name.
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

/// Whether a keyboard has a key of this name, as the window's library names them.
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

/// A text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a key such as Ctrl+Shift+Right, found `{0}`")]
pub struct ShortcutParseError(String);

/// The keys of all commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyBindings {
    /// Where the person wants another than the first: the only key, or none. No two are the same.
    overrides: BTreeMap<&'static str, Option<Shortcut>>,
}

impl KeyBindings {
    /// From the settings; what names no command or no key is told, and so is a key that another
    /// command has already.
    pub fn from_settings(settings: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let mut keys = Self::default();
        let mut odd = Vec::new();
        for (id, text) in settings {
            let Some(command) = by_id(id) else {
                let id = printable(id, 60);
                odd.push(format!("expected a command, found `{id}`"));
                continue;
            };
            let chord = (!text.is_empty()).then(|| text.parse::<Shortcut>());
            match chord.transpose() {
                Err(bad) => odd.push(format!("{id}: {bad}")),
                Ok(Some(chord)) if keys.overriding_command(&chord).is_some() => {
                    let other = keys.overriding_command(&chord).unwrap_or_default();
                    odd.push(format!(
                        "expected a different key for each command, found {chord} for {other} and {id}"
                    ));
                }
                Ok(chord) => keys.rebind(command.id, Some(chord)),
            }
        }
        (keys, odd)
    }

    /// For the settings.
    pub fn to_settings(&self) -> BTreeMap<String, String> {
        let text =
            |chord: &Option<Shortcut>| chord.as_ref().map_or(String::new(), Shortcut::to_string);
        self.overrides
            .iter()
            .map(|(id, chord)| ((*id).to_owned(), text(chord)))
            .collect()
    }

    /// The keys of a command: those that reach it.
    pub fn shortcuts(&self, command: &Command) -> Vec<Shortcut> {
        match self.overrides.get(command.id) {
            Some(chord) => chord.iter().cloned().collect(),
            None => default_shortcuts(command)
                .filter(|chord| self.overriding_command(chord).is_none())
                .collect(),
        }
    }

    /// The command of a key.
    pub fn command_for(&self, chord: &Shortcut) -> Option<&'static Command> {
        if let Some(id) = self.overriding_command(chord) {
            return by_id(id);
        }
        let own = |command: &&Command| {
            !self.is_changed(command.id) && default_shortcuts(command).any(|known| known == *chord)
        };
        COMMANDS.iter().find(own)
    }

    /// The command for which the person chose this key.
    fn overriding_command(&self, chord: &Shortcut) -> Option<&'static str> {
        let mut changed = self.overrides.iter();
        let found = changed.find(|(_, own)| own.as_ref() == Some(chord));
        found.map(|(id, _)| *id)
    }

    /// Gives a command another key, or none; `None` gives it back its first ones. A key goes from
    /// the command that had it.
    pub fn rebind(&mut self, id: &'static str, chord: Option<Option<Shortcut>>) {
        let Some(chord) = chord else {
            self.overrides.remove(id);
            return;
        };
        if let Some(other) = chord
            .as_ref()
            .and_then(|chord| self.overriding_command(chord))
        {
            self.overrides.insert(other, None);
        }
        self.overrides.insert(id, chord);
    }

    /// Whether the person changed the command's key.
    pub fn is_changed(&self, id: &str) -> bool {
        self.overrides.contains_key(id)
    }
}

/// The keys that a command has at first.
fn default_shortcuts(command: &Command) -> impl Iterator<Item = Shortcut> {
    command
        .default_keys
        .iter()
        .filter_map(|key| key.parse().ok())
}
