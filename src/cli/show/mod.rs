//! The command `kifu show`, which draws the board of a game or a position.

pub(super) mod game_printer;

use super::args::ShowArgs;
use super::diagnostics::DiagnosticPrinter;
use super::out_file::is_device;
use super::reading_args::ById;
use super::terminal::{self, StdoutWriter};
use super::{Status, select_game};
use crate::contract::Setup;
use crate::failure::{Failure, FailureKind};
use crate::files::{self, AtomicFile};
use crate::findings::Severity;
use crate::formats;
use crate::games::{CATALOGUE, DynGame, by_id};
use crate::scene::{Palette, Scene};
use game_printer::GamePrinter;
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
        return write_svg(args, place, &scene, out);
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
    let mut shown = DiagnosticPrinter::new(terminal::stderr_renderer());
    for finding in &checked.findings {
        let severity = finding.severity();
        if severity > Severity::Note
            && let Some(text) = shown.render(finding, severity, &origin.display_name)
        {
            terminal::print_stderr(&text);
        }
    }
    if !checked.is_valid() {
        *status = Status::Findings;
    }
    let Some(game) = by_id(CATALOGUE, &checked.record.game) else {
        return Ok(());
    };
    let last = i64::from(checked.ply_count);
    let ply = args.ply.unwrap_or(-1);
    let ply = if ply < 0 { last + 1 + ply } else { ply };
    if !(0..=last).contains(&ply) {
        let found = args.ply.unwrap_or_default();
        let message = format!("expected a ply from 0 to {last}, found {found}");
        return Err(
            Failure::usage(message).hint(format!("counted from the end: -1 to -{}", last + 1))
        );
    }
    if let Some(place) = &args.svg {
        let number = u32::try_from(ply).ok();
        let scene = formats::game_picture(&checked.record, game, number).ok_or_else(|| {
            let message = format!(
                "`{}`: the game cannot start from its setup",
                origin.display_name
            );
            Failure::new(FailureKind::Input, message)
        })?;
        return write_svg(args, place, &scene, out);
    }
    let plies = if args.all { 0..=last } else { ply..=ply };
    picture.print_game(game, &checked, plies, args.position.is_some(), out)
}

/// Writes a picture to a file or to standard output.
fn write_svg(
    args: &ShowArgs,
    place: &Path,
    scene: &Scene,
    out: &mut StdoutWriter,
) -> Result<(), Failure> {
    let palette = if args.dark {
        Palette::DARK
    } else {
        Palette::LIGHT
    };
    let text = formats::render_svg(scene, palette);
    if place.as_os_str() == "-" {
        return out.print_data(&text);
    }
    if is_device(place) {
        let written = std::fs::write(place, text);
        return written.map_err(|error| Failure::cannot_write(place, error));
    }
    files::install_signal_handlers();
    let mut file = AtomicFile::new(place, args.force)?;
    file.write(text.as_bytes())?;
    Ok(file.finish()?)
}
