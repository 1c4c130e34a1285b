//! Specifications of several settings in one argument: `games=100,nodes=4000`.

use std::fmt::Display;
use std::str::FromStr;

/// The keys and values of a specification, taken one by one.
pub struct Spec<'a> {
    pairs: Vec<(&'a str, &'a str)>,
}

impl<'a> Spec<'a> {
    /// Splits a text into its keys and values; a key without `=` has the value `true`.
    pub fn new(text: &'a str) -> Self {
        let parts = text.split(',').filter(|part| !part.is_empty());
        Self {
            pairs: parts
                .map(|part| part.split_once('=').unwrap_or((part, "true")))
                .collect(),
        }
    }

    /// Takes the value of a key, or its default.
    ///
    /// # Errors
    /// Returns an error if the value cannot be parsed.
    pub fn take<T: FromStr<Err: Display>>(&mut self, key: &str, default: T) -> Result<T, String> {
        let Some(at) = self.pairs.iter().position(|(known, _)| *known == key) else {
            return Ok(default);
        };
        let (_, value) = self.pairs.remove(at);
        value
            .parse()
            .map_err(|error| format!("{key}: expected a value, found `{value}` ({error})"))
    }

    /// Checks that no key is left.
    ///
    /// # Errors
    /// Returns an error that names the first unknown key and the known ones.
    pub fn finish(self, known: &str) -> Result<(), String> {
        match self.pairs.first() {
            None => Ok(()),
            Some((key, _)) => Err(format!("expected {known}, found `{key}`")),
        }
    }
}
