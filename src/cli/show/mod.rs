//! The command `kifu show`, which draws the board of a game or a position.

pub(super) mod game_printer;

use super::args::ShowArgs;
use super::diagnostics::DiagnosticPrinter;
use super::reading_args::ById;
use super::terminal::{self, StdoutWriter};
use super::{Status, picture_file, select_game};
use game_printer::GamePrinter;
use kifu_core::contract::Setup;
use kifu_core::findings::Severity;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::scene::{Palette, Scene};
use kifu_logs::formats::{self, CheckedGame, PictureParts};
use kifu_study::failure::Failure;
use kifu_study::render::GamePictures;
use kifu_study::review::Thresholds;
use std::path::{Path, PathBuf};

/// Runs the command.
pub(super) fn run(args: &ShowArgs, status: &mut Status) -> Result<(), Failure> {
    let mut out = StdoutWriter::new();
    let picture = GamePrinter::new(args);
    let text = args.position.as_deref().filter(|text| !text.is_empty());
    match (&args.file, args.reading.game, text) {
        (Some(file), _, None) => show_game(args, file, &picture, &mut out, status)?,
        // `--position FILE`: the flag comes before the file.
        (None, None, Some(file)) => {
            show_game(args, &PathBuf::from(file), &picture, &mut out, status)?;
        }
        (None, Some(ById(game)), text) => show_position(args, game, text, &picture, &mut out)?,
        (Some(_), _, Some(_)) => {
            let message = "expected a file or a position text, found both";
            let hint = "to print the position of a game in a file, put `--position` last";
            return Err(Failure::usage(message).hint(hint));
        }
        (None, None, None) => {
            let message = "expected a file, or --game and a position text, found neither";
            return Err(Failure::usage(message));
        }
    }
    out.flush()
}

/// Shows a position given as text, or the first position of a game.
fn show_position(
    args: &ShowArgs,
    game: &dyn DynGame,
    text: Option<&str>,
    picture: &GamePrinter,
    out: &mut StdoutWriter,
) -> Result<(), Failure> {
    let state = match text {
        Some(text) => game.parse_position(text).map_err(|bad| {
            let column = text[..text.floor_char_boundary(bad.at)].chars().count() + 1;
            let failure = Failure::usage(format!("position text, column {column}: {bad}"));
            match bad.hint {
                Some(hint) => failure.hint(hint),
                None => failure,
            }
        })?,
        None => game
            .start(&Setup::default())
            .map_err(|error| Failure::usage(error.to_string()))?,
    };
    if let Some(place) = &args.svg {
        let scene = formats::position_picture(game, state.as_ref());
        return write_svg(args, place, &scene);
    }
    if args.position.is_some() && text.is_none() {
        return out.print(&format!("{}\n", state.position()));
    }
    out.print(&picture.state_text(game, state.as_ref()))
}

/// Shows a game of a file.
fn show_game(
    args: &ShowArgs,
    file: &Path,
    picture: &GamePrinter,
    out: &mut StdoutWriter,
    status: &mut Status,
) -> Result<(), Failure> {
    let (origin, checked) = select_game::by_index(file, args.game_index, args.reading)?;
    print_findings(&checked, &origin.display_name);
    if !checked.is_valid() {
        *status = Status::Findings;
    }
    let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
        return Ok(());
    };
    let ply = absolute_ply(args.ply.unwrap_or(-1), checked.ply_count)?;
    if let Some(place) = &args.svg {
        let (parts, thresholds) = (PictureParts::default(), Thresholds::default());
        let pictures = GamePictures::new(&checked.record, game, parts, &thresholds)?;
        let scene = pictures.scene(ply);
        return write_svg(args, place, &scene);
    }
    let (ply, last) = (i64::from(ply), i64::from(checked.ply_count));
    let plies = if args.all { 0..=last } else { ply..=ply };
    picture.print_game(game, &checked, plies, args.position.is_some(), out)
}

/// Prints the errors and warnings of a game on standard error.
pub(super) fn print_findings(checked: &CheckedGame, file: &str) {
    let mut printer = DiagnosticPrinter::new(terminal::stderr_renderer());
    for finding in &checked.findings {
        let severity = finding.severity();
        if severity > Severity::Note
            && let Some(text) = printer.render(finding, severity, file)
        {
            terminal::print_stderr(&text);
        }
    }
}

/// Converts a ply that may be counted from the end.
pub(super) fn absolute_ply(ply: i64, last: u32) -> Result<u32, Failure> {
    let end = i64::from(last);
    let counted = if ply < 0 { end + 1 + ply } else { ply };
    let found = u32::try_from(counted).ok().filter(|found| *found <= last);
    found.ok_or_else(|| {
        let message = format!("expected a ply from 0 to {last}, found {ply}");
        Failure::usage(message).hint(format!("counted from the end: -1 to -{}", end + 1))
    })
}

/// Writes a picture to a file or to standard output.
fn write_svg(args: &ShowArgs, place: &Path, scene: &Scene) -> Result<(), Failure> {
    let palette = if args.dark {
        Palette::DARK
    } else {
        Palette::LIGHT
    };
    let text = formats::render_svg(scene, palette);
    picture_file::write(place, text.as_bytes(), args.force)
}
