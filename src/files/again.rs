//! One game of a file, read again without the rest of the file.

use super::check::Spot;
use super::failure::{Failure, Kind};
use super::origin::Origin;
use super::parts::{Parts, Piece, START, Told, header};
use crate::formats::{Checked, Format};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

/// The piece that a game stands in.
///
/// # Errors
/// The file cannot be read, or is shorter than it was.
pub fn reread(
    origin: &Arc<Origin>,
    spot: &Spot,
    format: &'static dyn Format,
) -> Result<Piece, Failure> {
    let path = origin.path().ok_or_else(|| {
        let message = format!("cannot read `{}` again: it is no file", origin.name);
        Failure::new(Kind::Input, message)
    })?;
    let failed = |error: io::Error| Failure::reading(&origin.name, &error);
    let mut file = File::open(path).map_err(failed)?;
    let header = if format.has_header() && !spot.stretch.is_first() {
        let mut start = Vec::new();
        let mut reader = file.by_ref().take(START as u64);
        reader.read_to_end(&mut start).map_err(failed)?;
        header(&start)
    } else {
        None
    };
    file.seek(SeekFrom::Start(spot.stretch.offset))
        .map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(spot.stretch.length)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 != spot.stretch.length {
        return Err(gone(origin));
    }
    Ok(Piece {
        origin: Arc::clone(origin),
        format,
        game: spot.game,
        header,
        bytes,
        stretch: spot.stretch,
    })
}

/// The game at a spot, judged. A spot of no known format is looked for from the file's beginning.
///
/// # Errors
/// The file cannot be read, or no longer has this game.
pub fn game_at(origin: &Arc<Origin>, spot: &Spot) -> Result<Checked, Failure> {
    let found = match spot.format {
        Some(format) => reread(origin, spot, format)?.game(spot.nth),
        None => first_game(origin)?,
    };
    found.ok_or_else(|| gone(origin))
}

fn first_game(origin: &Arc<Origin>) -> Result<Option<Checked>, Failure> {
    let mut parts = Parts::new(origin.open()?, Arc::clone(origin), Told::default());
    let mut found = None;
    let failed = |error| Failure::reading(&origin.name, &error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        part.check(&mut |checked, _| {
            found.get_or_insert(checked);
        });
        if found.is_some() {
            break;
        }
    }
    Ok(Some(found.unwrap_or_else(super::check::no_game)))
}

fn gone(origin: &Origin) -> Failure {
    let message = format!("`{}` has changed since it was read", origin.name);
    Failure::new(Kind::Input, message).hint("read it again")
}
