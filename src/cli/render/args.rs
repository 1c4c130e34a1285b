//! The arguments of `kifu render`.

use crate::common::shared_args::{
    ById, EXIT_STATUS_HELP, ReadArgs, format_id_parser, game_id_parser,
};
use crate::common::text;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::error::Error;
use clap::{Arg, Args as ArgsOf, Command, ValueEnum};
use kifu_core::games::DynGame;
use kifu_core::scene::Palette;
use kifu_logs::formats::{Format, PictureParts};
use kifu_study::failure::Failure;
use kifu_study::render::{AnimationTiming, MAX_FRAME_TIME, PictureFormat};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

/// The arguments of `kifu render`.
#[derive(ArgsOf)]
#[command(after_help = EXIT_STATUS_HELP)]
pub(crate) struct RenderArgs {
    /// File to read, or `-` for standard input
    #[arg(required_unless_present = "game")]
    pub file: Option<PathBuf>,
    /// Output file, `-` for standard output; with several plies the name gets their numbers
    #[arg(long = "output", short, value_name = "OUT")]
    pub out: PathBuf,
    /// Picture format [default: from the extension of OUT]
    #[arg(long, value_name = "FORMAT", value_parser = PlyOr(picture_format_parser()))]
    #[arg(allow_negative_numbers = true)]
    to: Option<PlyOrValue<PictureFormat>>,
    /// Format of the log [default: detected from its content]
    #[arg(long, value_name = "FORMAT", value_parser = PlyOr(format_id_parser(false)))]
    #[arg(allow_negative_numbers = true)]
    from: Option<PlyOrValue<ById<dyn Format>>>,
    /// Game [default: the one named in the log, else detected from the moves]
    #[arg(long, value_name = "GAME", value_parser = game_id_parser())]
    game: Option<ById<dyn DynGame>>,
    /// Position text to draw instead of a game; needs --game [default: its first position]
    #[arg(long, value_name = "TEXT", requires = "game")]
    #[arg(conflicts_with_all = ["file", "game_index", "ply", "all", "plies", "sheet"])]
    pub position: Option<String>,
    /// Index of the game in the file, from 0; negative counts from the end [default: the only one]
    #[arg(long, short = 'i', value_name = "I", allow_negative_numbers = true)]
    pub game_index: Option<i64>,
    /// Ply after which to draw the board, 0 = start; negative counts from the end [default: -1,
    /// for GIF all]
    #[arg(long, short, value_name = "N", allow_negative_numbers = true)]
    #[arg(conflicts_with_all = ["all", "plies"])]
    pub ply: Option<i64>,
    /// Draw the board after every ply
    #[arg(long, short, conflicts_with = "plies")]
    pub all: bool,
    /// Draw the board after each of these plies, such as 10..20, 10.. or -5..-1; `--from 10 --to 20`
    /// says the same
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, value_parser = PlySpan::parse)]
    plies: Option<PlySpan>,
    /// Draw every K-th ply as a small board on one sheet (SVG, PNG)
    #[arg(long, value_name = "K", conflicts_with = "ply")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub sheet: Option<u32>,
    /// Columns of the sheet [default: about as many as rows]
    #[arg(long, value_name = "N", requires = "sheet")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub columns: Option<u32>,
    /// Width in pixels [default: 800, GIF 480, sheet 1200; SVG as drawn]
    #[arg(long, short, value_name = "PIXELS")]
    #[arg(value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub width: Option<u32>,
    /// Colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: PictureTheme,
    /// Parts to leave out
    #[arg(long, value_name = "PART", value_delimiter = ',')]
    pub hide: Vec<HiddenPart>,
    /// Time per ply of a GIF, such as 500ms
    #[arg(long, value_name = "TIME", default_value = "700ms", value_parser = frame_time)]
    pub delay: Duration,
    /// Time of a GIF at key moments and at the end [default: 4 times the delay]
    #[arg(long, value_name = "TIME", value_parser = frame_time)]
    pub pause: Option<Duration>,
    /// Play a GIF once instead of forever
    #[arg(long)]
    pub once: bool,
    /// Overwrite existing files
    #[arg(long, short)]
    pub force: bool,
}

/// The colours of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureTheme {
    /// For a white page.
    Light,
    /// For a dark page.
    Dark,
}

impl PictureTheme {
    pub const fn palette(self) -> Palette {
        match self {
            Self::Light => Palette::LIGHT,
            Self::Dark => Palette::DARK,
        }
    }
}

/// A part of the picture that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HiddenPart {
    /// The labels of columns and rows.
    Coordinates,
    /// The players and the score.
    Names,
    /// The time that each player has used.
    Clocks,
    /// The texts below the board.
    Caption,
    /// The marks of the record.
    Marks,
    /// The glyphs of the moves.
    Glyphs,
    /// The better move at a key moment.
    Arrows,
    /// The evaluation bar.
    Evaluation,
}

/// A range of plies; negative numbers count from the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlySpan {
    /// The first ply.
    pub from: i64,
    /// The last ply.
    pub to: i64,
}

/// The error of a text that is not a range of plies.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("expected a range of plies such as 10..20, 10.. or -5..-1")]
pub(crate) struct ParsePlySpanError;

impl PlySpan {
    fn parse(text: &str) -> Result<Self, ParsePlySpanError> {
        let (from, to) = text.split_once("..").ok_or(ParsePlySpanError)?;
        let number = |text: &str, default: i64| match text {
            "" => Ok(default),
            text => text.parse().map_err(|_| ParsePlySpanError),
        };
        Ok(Self {
            from: number(from, 0)?,
            to: number(to, -1)?,
        })
    }
}

impl RenderArgs {
    /// Returns how the log is read.
    pub fn reading(&self) -> ReadArgs {
        ReadArgs::new(self.from.and_then(PlyOrValue::value), self.game)
    }

    /// Returns the game, if it is named.
    pub fn game(&self) -> Option<&'static dyn DynGame> {
        self.game.map(|ById(game)| game)
    }

    /// Returns the picture format, if it is named.
    pub fn picture_format(&self) -> Option<PictureFormat> {
        self.to.and_then(PlyOrValue::value)
    }

    /// Returns the range of plies to draw, if one is given: by `--plies`, or by numbers as `--from`
    /// and `--to`.
    ///
    /// # Errors
    /// Returns an error if the plies are named twice.
    pub fn ply_span(&self) -> Result<Option<PlySpan>, Failure> {
        let from = self.from.and_then(PlyOrValue::ply);
        let to = self.to.and_then(PlyOrValue::ply);
        if from.is_none() && to.is_none() {
            return Ok(self.plies);
        }
        if self.plies.is_some() || self.ply.is_some() || self.all {
            let message =
                "expected plies once, found `--from` or `--to` with a ply and another option";
            return Err(Failure::usage(message)
                .hint("give `--plies`, `--ply`, `--all` or `--from` and `--to`"));
        }
        Ok(Some(PlySpan {
            from: from.unwrap_or(0),
            to: to.unwrap_or(-1),
        }))
    }

    /// Returns the parts to draw.
    pub fn parts(&self) -> PictureParts {
        let mut parts = PictureParts::default();
        for part in &self.hide {
            let shown = match part {
                HiddenPart::Coordinates => &mut parts.coordinates,
                HiddenPart::Names => &mut parts.names,
                HiddenPart::Clocks => &mut parts.clocks,
                HiddenPart::Caption => &mut parts.caption,
                HiddenPart::Marks => &mut parts.marks,
                HiddenPart::Glyphs => &mut parts.glyphs,
                HiddenPart::Arrows => &mut parts.arrows,
                HiddenPart::Evaluation => &mut parts.evaluation,
            };
            *shown = false;
        }
        parts
    }

    /// Returns the times of an animation.
    pub fn timing(&self) -> AnimationTiming {
        let pause = self.pause.unwrap_or(self.delay.saturating_mul(4));
        AnimationTiming {
            ply: self.delay,
            pause: pause.min(MAX_FRAME_TIME),
            repeats: !self.once,
        }
    }
}

/// Parses the time of a frame.
fn frame_time(text: &str) -> Result<Duration, String> {
    let time = text::parse_duration(text).map_err(|error| error.to_string())?;
    if (Duration::from_millis(20)..=MAX_FRAME_TIME).contains(&time) {
        Ok(time)
    } else {
        Err("expected a time from 20ms to 10m".to_owned())
    }
}

/// Returns the parser of the name of a picture format.
fn picture_format_parser() -> impl TypedValueParser<Value = PictureFormat> {
    PossibleValuesParser::new(PictureFormat::ALL.map(PictureFormat::id))
        .try_map(|id| PictureFormat::by_id(&id).ok_or("no such format"))
}

// Options of `kifu render` that take a format or, as a number, a ply.

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

    /// Returns the value, if it is not a ply.
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
