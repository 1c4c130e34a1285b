//! The arguments that all commands which read logs share.

use clap::Args as ArgsOf;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use kifu_core::games::{self, CATALOGUE, DynGame};
use kifu_logs::formats::{self, FORMATS, Format};

/// The lines of a help text about the exit status.
pub const EXIT_STATUS_HELP: &str = "\
Exit status: 0 everything is valid, 1 a log has an error (with --strict also a warning), 2 wrong \
usage, or something could not be read or written.";

/// A format or a game that is named by its id.
pub struct ById<T: ?Sized + 'static>(pub &'static T);

impl<T: ?Sized> Clone for ById<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for ById<T> {}

/// Returns the parser of the id of a format that can be read or, with `writes`, written.
pub fn format_id_parser(writes: bool) -> impl TypedValueParser<Value = ById<dyn Format>> {
    let listed = FORMATS
        .iter()
        .filter(move |format| !writes || format.writer().is_some());
    let values = listed.map(|format| PossibleValue::new(format.id()).help(format.description()));
    PossibleValuesParser::new(values)
        .try_map(|id| formats::by_id(&id).map(ById).ok_or("no such format"))
}

/// Returns the parser of the id of a game.
pub fn game_id_parser() -> impl TypedValueParser<Value = ById<dyn DynGame>> {
    let values = CATALOGUE
        .iter()
        .map(|game| PossibleValue::new(game.id()).help(game.name()));
    PossibleValuesParser::new(values)
        .try_map(|id| games::by_id(CATALOGUE, &id).map(ById).ok_or("no such game"))
}

/// The arguments on how to read logs.
#[derive(ArgsOf, Clone, Copy)]
pub struct ReadArgs {
    /// Format of the logs [default: detected from their content]
    #[arg(long, value_name = "FORMAT", value_parser = format_id_parser(false))]
    from: Option<ById<dyn Format>>,
    /// Game [default: the one named in the log, else detected from the moves]
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    pub game: Option<ById<dyn DynGame>>,
}

impl ReadArgs {
    /// Creates the arguments of a command that has options of its own with these names.
    pub const fn new(from: Option<ById<dyn Format>>, game: Option<ById<dyn DynGame>>) -> Self {
        Self { from, game }
    }

    /// Converts the arguments to options for reading.
    pub fn read_options(self) -> kifu_logs::files::ReadOptions {
        kifu_logs::files::ReadOptions {
            format: self.from.map(|ById(format)| format),
            game: self.game.map(|ById(game)| game),
        }
    }
}
