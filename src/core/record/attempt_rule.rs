//! The rule that a failed move broke, as a record names it.

use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// The rule that a failed move broke, by name.
///
/// A record holds it as one string. Three words are reserved; no game uses them for a rule:
///
/// | word | meaning |
/// |---|---|
/// | `unreadable` | the text is not a move |
/// | `untold` | no rule is broken: the log does not say which move was made, so that the rest of the game is unknown |
/// | `wrong-kind` | the text is a chance event where a player is to move, or the reverse |
///
/// The empty string leaves the rule open; any other is the name that the game gives its rule
/// ([`RuleViolation::rule`](crate::contract::RuleViolation::rule)).
///
/// ```
/// use kifu_core::record::AttemptRule;
///
/// assert_eq!(AttemptRule::from("untold"), AttemptRule::NotLogged);
/// assert_eq!(AttemptRule::from("suicide").as_str(), "suicide");
/// assert!(AttemptRule::from("").is_unspecified());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub enum AttemptRule {
    /// The record does not say.
    #[default]
    Unspecified,
    /// The text is not a move.
    Unreadable,
    /// The log does not say which move was made.
    NotLogged,
    /// The text is a chance event where a player is to move, or the reverse.
    WrongKind,
    /// A rule of the game, by its short name. Create it with `From`, which checks for the reserved
    /// words.
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

    /// Reports whether the record does not name a rule.
    pub fn is_unspecified(&self) -> bool {
        *self == Self::Unspecified
    }

    /// Returns the rule of a reserved or empty word; `None` for any other.
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
