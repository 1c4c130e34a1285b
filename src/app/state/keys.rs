//! Which keys do what.

use super::command::{COMMANDS, Command};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// A key with those that are held down with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chord {
    /// Ctrl, or the command key of a Mac.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
    /// The name of the key: `A`, `1`, `Right`, `Questionmark`.
    pub key: String,
}

impl FromStr for Chord {
    type Err = BadChord;

    /// `Ctrl+Shift+Right`: at most one of each, then the key.
    fn from_str(text: &str) -> Result<Self, BadChord> {
        let bad = || BadChord(text.to_owned());
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
        let named = !chord.key.is_empty() && chord.key.bytes().all(|b| b.is_ascii_alphanumeric());
        if named { Ok(chord) } else { Err(bad()) }
    }
}

impl fmt::Display for Chord {
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

/// A text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a key such as Ctrl+Shift+Right, found `{0}`")]
pub struct BadChord(String);

/// The keys of all commands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Where the person wants another than the first: the only key, or none.
    changed: BTreeMap<String, Option<Chord>>,
}

impl Keys {
    /// From the settings; what names no command or no key is told.
    pub fn new(settings: &BTreeMap<String, String>) -> (Self, Vec<String>) {
        let mut keys = Self::default();
        let mut odd = Vec::new();
        for (id, text) in settings {
            let chord: Result<Option<Chord>, BadChord> = if text.is_empty() {
                Ok(None)
            } else {
                text.parse().map(Some)
            };
            match (super::command::by_id(id), chord) {
                (None, _) => odd.push(format!("expected the name of a command, found `{id}`")),
                (_, Err(bad)) => odd.push(bad.to_string()),
                (Some(_), Ok(chord)) => {
                    keys.changed.insert(id.clone(), chord);
                }
            }
        }
        (keys, odd)
    }

    /// For the settings.
    pub fn settings(&self) -> BTreeMap<String, String> {
        let text = |chord: &Option<Chord>| chord.as_ref().map_or(String::new(), Chord::to_string);
        self.changed
            .iter()
            .map(|(id, chord)| (id.clone(), text(chord)))
            .collect()
    }

    /// The keys of a command.
    pub fn of(&self, command: &Command) -> Vec<Chord> {
        match self.changed.get(command.id) {
            Some(chord) => chord.iter().cloned().collect(),
            None => command
                .keys
                .iter()
                .filter_map(|key| key.parse().ok())
                .collect(),
        }
    }

    /// The command of a key. Where two share one, that whose key the person chose has it.
    pub fn command(&self, chord: &Chord) -> Option<&'static Command> {
        let chosen = self
            .changed
            .iter()
            .find(|(_, own)| own.as_ref() == Some(chord));
        if let Some((id, _)) = chosen {
            return super::command::by_id(id);
        }
        COMMANDS
            .iter()
            .find(|command| self.of(command).contains(chord))
    }

    /// Gives a command another key, or none; `None` gives it back its first ones.
    pub fn change(&mut self, id: &str, chord: Option<Option<Chord>>) {
        match chord {
            Some(chord) => self.changed.insert(id.to_owned(), chord),
            None => self.changed.remove(id),
        };
    }

    /// Whether the person changed the command's key.
    pub fn is_changed(&self, id: &str) -> bool {
        self.changed.contains_key(id)
    }
}
