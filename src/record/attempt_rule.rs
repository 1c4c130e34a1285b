//! The rule that an attempt broke, as a record names it.

use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The reason why an attempt failed, by name.
///
/// A record holds it as one string. Three words are reserved, and no game calls a rule by them:
///
/// | word | meaning |
/// |---|---|
/// | `unreadable` | the text is no move at all |
/// | `untold` | no rule is broken: the log does not tell which move was made, and so not how the game went on |
/// | `wrong-kind` | a move of the game, of a kind that cannot stand there: luck's where a player is to act, or the reverse |
///
/// The empty string says nothing; any other is the name that the game gives its rule
/// ([`RuleViolation::rule`](crate::contract::RuleViolation::rule)).
///
/// ```
/// use kifu::record::AttemptRule;
///
/// assert_eq!(AttemptRule::from("untold"), AttemptRule::NotLogged);
/// assert_eq!(AttemptRule::from("suicide").as_str(), "suicide");
/// assert!(AttemptRule::from("").is_unspecified());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum AttemptRule {
    /// Not said.
    #[default]
    Unspecified,
    /// The text is no move.
    Unreadable,
    /// The log does not tell which move was made.
    NotLogged,
    /// The move is luck's where a player is to act, or the reverse.
    WrongKind,
    /// A rule of the game, by its short name. Made by `From`, which knows the reserved words.
    Game(Cow<'static, str>),
}

impl AttemptRule {
    /// Returns the word that stands in a record.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Unspecified => "",
            Self::Unreadable => "unreadable",
            Self::NotLogged => "untold",
            Self::WrongKind => "wrong-kind",
            Self::Game(name) => name,
        }
    }

    /// Whether the record says nothing.
    pub fn is_unspecified(&self) -> bool {
        *self == Self::Unspecified
    }

    /// Returns what a reserved word, or none, means.
    fn reserved(word: &str) -> Option<Self> {
        let all = [
            Self::Unspecified,
            Self::Unreadable,
            Self::NotLogged,
            Self::WrongKind,
        ];
        all.into_iter().find(|rule| rule.as_str() == word)
    }
}

impl From<&'static str> for AttemptRule {
    fn from(word: &'static str) -> Self {
        Self::reserved(word).unwrap_or(Self::Game(Cow::Borrowed(word)))
    }
}

impl From<String> for AttemptRule {
    fn from(word: String) -> Self {
        Self::reserved(&word).unwrap_or(Self::Game(Cow::Owned(word)))
    }
}

impl fmt::Display for AttemptRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for AttemptRule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Attempt, Record, read_ron, write_ron, write_ronl};
    use super::AttemptRule;

    #[test]
    fn a_rule_stands_in_a_record_as_one_word() {
        let rules = [
            ("", AttemptRule::Unspecified),
            ("unreadable", AttemptRule::Unreadable),
            ("untold", AttemptRule::NotLogged),
            ("wrong-kind", AttemptRule::WrongKind),
            ("size-exists", AttemptRule::Game("size-exists".into())),
        ];
        for (word, rule) in rules {
            let record = Record {
                attempt: Some(Attempt {
                    raw: "x".to_owned(),
                    rule,
                    ..Attempt::default()
                }),
                ..Record::default()
            };
            let field = format!("rule:\"{word}\"");
            assert_eq!(write_ronl(&record).contains(&field), !word.is_empty());
            assert_eq!(read_ron(&write_ron(&record)), Ok(record));
        }
    }
}
