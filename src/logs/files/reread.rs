//! Reading one game again, without the rest of its file.

use super::chunks::{Chunk, ChunkReader, ReadOptions, SNIFF_BYTES, header_line};
use super::error::InputError;
use super::judge::GameLocation;
use super::origin::Origin;
use crate::formats::{CheckedGame, Format};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;

/// A source that can be read at any offset.
trait ReadSeek: Read + Seek {}

impl<T: Read + Seek> ReadSeek for T {}

/// Reads again the chunk that holds a game.
///
/// # Errors
/// Returns an error if the file cannot be read, or is shorter than it was.
pub fn reread_chunk(
    origin: &Arc<Origin>,
    location: &GameLocation,
    format: &'static dyn Format,
) -> Result<Chunk, InputError> {
    let failed = |error: io::Error| InputError::io(&origin.display_name, error);
    let mut file: Box<dyn ReadSeek> = match (origin.path(), origin.bundled()) {
        (Some(path), _) => Box::new(File::open(path).map_err(failed)?),
        (None, Some(bytes)) => Box::new(Cursor::new(bytes)),
        (None, None) => {
            let name = origin.display_name.clone();
            return Err(InputError::NotRereadable { name });
        }
    };
    let header = if format.has_header() && !location.span.is_file_start() {
        let mut start = Vec::new();
        let mut reader = file.as_mut().take(SNIFF_BYTES as u64);
        reader.read_to_end(&mut start).map_err(failed)?;
        header_line(&start)
    } else {
        None
    };
    file.seek(SeekFrom::Start(location.span.offset))
        .map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(location.span.length)
        .read_to_end(&mut bytes)
        .map_err(failed)?;
    if bytes.len() as u64 != location.span.length {
        return Err(changed_since_read(origin));
    }
    Ok(Chunk {
        origin: Arc::clone(origin),
        format,
        game: location.game,
        header,
        bytes,
        span: location.span,
    })
}

/// Reads again the game at a location, judged.
///
/// Without a known format, the first game of the file is returned.
///
/// # Errors
/// Returns an error if the file cannot be read, or no longer holds this game.
pub fn reread_game(
    origin: &Arc<Origin>,
    location: &GameLocation,
) -> Result<CheckedGame, InputError> {
    let found = match location.format {
        Some(format) => {
            reread_chunk(origin, location, format)?.judged_game(location.index_in_chunk)
        }
        None => first_game(origin)?,
    };
    found.ok_or_else(|| changed_since_read(origin))
}

fn first_game(origin: &Arc<Origin>) -> Result<Option<CheckedGame>, InputError> {
    let mut parts = ChunkReader::new(origin.open()?, Arc::clone(origin), ReadOptions::default());
    let mut found = None;
    let failed = |error| InputError::io(&origin.display_name, error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        part.for_each_game(&mut |checked, _| {
            found.get_or_insert(checked);
        });
        if found.is_some() {
            break;
        }
    }
    Ok(Some(
        found.unwrap_or_else(super::judge::judged_without_game),
    ))
}

fn changed_since_read(origin: &Origin) -> InputError {
    let name = origin.display_name.clone();
    InputError::Changed { name }
}
