//! Options of `kifu render` that take a format or, as a number, a ply.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Command};
use std::ffi::OsStr;

/// The value of such an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlyOrValue<T> {
    /// A ply; negative numbers count from the end.
    Ply(i64),
    /// The value that the option takes in other commands too.
    Value(T),
}

impl<T: Copy> PlyOrValue<T> {
    /// Returns the ply, if it is one.
    pub const fn ply(self) -> Option<i64> {
        match self {
            Self::Ply(ply) => Some(ply),
            Self::Value(_) => None,
        }
    }

    /// Returns the value, if it is no ply.
    pub const fn value(self) -> Option<T> {
        match self {
            Self::Ply(_) => None,
            Self::Value(value) => Some(value),
        }
    }
}

/// The parser of such an option, from the parser of its other values. No format has a number for a
/// name.
#[derive(Clone)]
pub(crate) struct PlyOr<P>(pub P);

impl<P: TypedValueParser> TypedValueParser for PlyOr<P> {
    type Value = PlyOrValue<P::Value>;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, Error> {
        match value.to_str().and_then(|text| text.parse().ok()) {
            Some(ply) => Ok(PlyOrValue::Ply(ply)),
            None => self.0.parse_ref(command, arg, value).map(PlyOrValue::Value),
        }
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}
