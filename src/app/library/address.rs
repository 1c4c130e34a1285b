//! The address of a game, and loading the game from there.

use kifu_logs::files::{
    Chunk, ChunkReader, FilePart, FileStamp, GameLocation, LogInput, Origin, ReadOptions,
    reread_chunk, reread_game,
};
use kifu_logs::formats::{CheckedGame, Format};
use kifu_study::failure::{Failure, FailureKind};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;

/// The address of a game: its file and its location within the file.
#[derive(Clone, Debug)]
pub struct GameAddress {
    /// The file.
    pub origin: Arc<Origin>,
    /// The location in the file.
    pub location: GameLocation,
    /// The index among the games of the file, from 0.
    pub index_in_file: u32,
    /// The stamp of the file for which the location holds.
    pub file_stat: Option<FileStamp>,
}

/// The content at the address of a game when it was read, to detect later changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentStamp {
    /// The stamp of the file.
    pub file_stat: Option<FileStamp>,
    /// The SHA-256 hash of the bytes at the address.
    pub sha256: [u8; 32],
}

/// A game that was loaded from its address.
#[derive(Debug)]
pub struct LoadedGame {
    /// The game, judged by the rules.
    pub game: CheckedGame,
    /// The address of the game; in a file with one game per line, that line alone.
    pub address: GameAddress,
    /// The content at the address.
    pub content_stamp: ContentStamp,
    /// Whether the file contains other games too.
    pub has_other_games: bool,
}

/// The shift of the rest of a file after a part of it was replaced.
#[derive(Clone, Debug)]
pub struct ByteShift {
    /// The file.
    pub origin: Arc<Origin>,
    /// The offset of the replaced part, in bytes.
    pub offset: u64,
    /// The number of bytes by which the part grew; negative if it shrank.
    pub delta: i64,
    /// The stamp of the file before the change.
    pub stat_before: Option<FileStamp>,
    /// The stamp of the file after the change.
    pub stat_after: Option<FileStamp>,
}

impl ByteShift {
    /// Reports whether the shift concerns this file.
    pub fn applies_to(&self, origin: &Origin) -> bool {
        origin.path().is_some() && origin.path() == self.origin.path()
    }

    /// Moves a span that follows the replaced part, or resizes a span that contains it.
    pub fn apply(&self, span: &mut kifu_logs::files::ChunkSpan) {
        if span.offset > self.offset {
            span.offset = span.offset.saturating_add_signed(self.delta);
        } else if self.offset < span.offset + span.length {
            span.length = span.length.saturating_add_signed(self.delta);
        }
    }
}

impl GameAddress {
    /// Moves the address along with the rest of the file.
    pub fn apply_shift(&mut self, shift: &ByteShift) {
        if shift.applies_to(&self.origin) && self.file_stat == shift.stat_before {
            shift.apply(&mut self.location.span);
            self.file_stat = shift.stat_after;
        }
    }

    /// Reports whether the bytes at the address are those of the stamp.
    pub fn is_unchanged(&self, stamp: &ContentStamp) -> bool {
        let Some(format) = self.location.format else {
            return false;
        };
        let length = self.origin.path().and_then(|path| path.metadata().ok());
        let has_expected_length = !self.location.span.is_whole_file
            || length.is_some_and(|metadata| metadata.len() == self.location.span.length);
        let chunk = reread_chunk(&self.origin, &self.location, format);
        has_expected_length && chunk.is_ok_and(|chunk| sha256(&chunk.bytes) == stamp.sha256)
    }
}

/// Loads the game at an address. If the file has changed since, loads its game with the same index.
///
/// # Errors
/// Returns an error if the file cannot be read or no longer contains the game.
pub fn load(address: &GameAddress) -> Result<LoadedGame, Failure> {
    let file_stat = current_file_stat(&address.origin)?;
    let unchanged =
        address.origin.path().is_none() || (file_stat.is_some() && file_stat == address.file_stat);
    let Some(format) = address.location.format.filter(|_| unchanged) else {
        return load_nth(&address.origin, address.index_in_file);
    };
    let chunk = reread_chunk(&address.origin, &address.location, format)?;
    loaded_game(
        chunk,
        address.location.index_in_chunk,
        address.index_in_file,
        file_stat,
    )
    .ok_or_else(|| missing_game(&address.origin))
}

/// Loads a game of a file by its index, from 0.
///
/// # Errors
/// Returns an error if the file cannot be read or does not contain the game.
pub fn load_path(path: &Path, index: u32) -> Result<LoadedGame, Failure> {
    let origin = Origin::new(LogInput::File {
        path: path.to_owned(),
        is_explicit: true,
    });
    load_nth(&Arc::new(origin), index)
}

/// Returns the current stamp of the file; `None` if the input is not a file.
fn current_file_stat(origin: &Origin) -> Result<Option<FileStamp>, Failure> {
    let Some(path) = origin.path() else {
        return Ok(None);
    };
    let metadata = path.metadata();
    let metadata = metadata.map_err(|error| Failure::cannot_read(&origin.display_name, error))?;
    if metadata.is_file() {
        return Ok(Some(FileStamp::from(&metadata)));
    }
    let kind = if metadata.is_dir() {
        "a folder"
    } else {
        "not a file"
    };
    let message = format!("cannot read `{}`: it is {kind}", origin.display_name);
    Err(Failure::new(FailureKind::Input, message))
}

/// Reads a file from its beginning up to a game.
fn load_nth(origin: &Arc<Origin>, index_in_file: u32) -> Result<LoadedGame, Failure> {
    let file_stat = current_file_stat(origin)?;
    let mut parts = ChunkReader::new(origin.open()?, Arc::clone(origin), ReadOptions::default());
    let mut count = 0_u32;
    let mut loaded: Option<LoadedGame> = None;
    let failed = |error| Failure::cannot_read(&origin.display_name, error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        let mut wanted = None;
        part.for_each_game(&mut |checked, location| {
            if count == index_in_file {
                wanted = Some((*location, checked));
            }
            count = count.saturating_add(1);
        });
        if let Some((location, game)) = wanted {
            let reread = match part {
                FilePart::Chunk(chunk) => {
                    loaded_game(chunk, location.index_in_chunk, index_in_file, file_stat)
                }
                FilePart::Unreadable(_) | FilePart::UnknownFormat(_) | FilePart::NoText(_) => None,
            };
            loaded = Some(reread.unwrap_or_else(|| {
                unreadable_chunk_game(origin, game, location, index_in_file, file_stat)
            }));
        }
        if count > index_in_file.saturating_add(1) {
            break;
        }
    }
    if count == 0 && index_in_file == 0 {
        let game = reread_game(origin, &GameLocation::NO_GAME)?;
        return Ok(unreadable_chunk_game(
            origin,
            game,
            GameLocation::NO_GAME,
            0,
            file_stat,
        ));
    }
    let mut opened = loaded.ok_or_else(|| missing_game(origin))?;
    opened.has_other_games = count > 1;
    Ok(opened)
}

/// Returns a game from a part of the file that cannot be reread by itself.
fn unreadable_chunk_game(
    origin: &Arc<Origin>,
    game: CheckedGame,
    location: GameLocation,
    index_in_file: u32,
    file_stat: Option<FileStamp>,
) -> LoadedGame {
    LoadedGame {
        game,
        address: GameAddress {
            origin: Arc::clone(origin),
            location,
            index_in_file,
            file_stat,
        },
        content_stamp: ContentStamp {
            file_stat,
            sha256: sha256(&[]),
        },
        has_other_games: index_in_file > 0,
    }
}

fn loaded_game(
    chunk: Chunk,
    index_in_chunk: u32,
    index_in_file: u32,
    file_stat: Option<FileStamp>,
) -> Option<LoadedGame> {
    let has_other_games = index_in_file > 0 || !chunk.span.is_whole_file;
    let (chunk, index_in_chunk) = match chunk_of_line(&chunk, index_in_chunk) {
        Some(line) => (line, 0),
        None => (chunk, index_in_chunk),
    };
    Some(LoadedGame {
        game: chunk.judged_game(index_in_chunk)?,
        content_stamp: ContentStamp {
            file_stat,
            sha256: sha256(&chunk.bytes),
        },
        address: GameAddress {
            location: GameLocation {
                span: chunk.span,
                format: Some(chunk.format),
                game: chunk.game,
                index_in_chunk,
            },
            origin: chunk.origin,
            index_in_file,
            file_stat,
        },
        has_other_games,
    })
}

pub(crate) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Reports whether a format is one of kifu's own with one game per line, so that a single line can
/// be replaced.
pub(crate) fn is_line_based(format: &dyn Format) -> bool {
    matches!(format.id(), "ronl" | "jsonl")
}

/// Narrows a chunk to the line of one of its games, without the line feed. `None` if games of this
/// format are not lines, or the bytes are not those that were read.
fn chunk_of_line(chunk: &Chunk, index_in_chunk: u32) -> Option<Chunk> {
    let text = std::str::from_utf8(&chunk.bytes).ok()?;
    if !is_line_based(chunk.format) {
        return None;
    }
    let byte_order_mark = if chunk.span.is_file_start() {
        "\u{feff}"
    } else {
        ""
    };
    let body = text.strip_prefix(byte_order_mark).unwrap_or(text);
    let start = text.len() - body.len();
    let mut offset = start;
    let mut line_number = chunk.span.first_line;
    let mut remaining = index_in_chunk;
    for line in body.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        if is_game_line(bare, chunk.format) {
            if remaining == 0 {
                let mut result = chunk.clone();
                result.bytes = bare.as_bytes().to_vec();
                result.span.offset += offset as u64;
                result.span.length = bare.len() as u64;
                result.span.first_line = line_number;
                result.span.is_whole_file = false;
                return Some(result);
            }
            remaining -= 1;
        }
        offset += line.len();
        line_number = line_number.saturating_add(1);
    }
    None
}

/// Reports whether a line contains a game, by the readers' rules: it is not blank, where control
/// characters count as blanks, and no comment.
fn is_game_line(line: &str, format: &dyn Format) -> bool {
    let holds_text = line.chars().any(|c| !c.is_whitespace() && !c.is_control());
    let is_comment = format.id() == "ronl" && line.starts_with("//");
    holds_text && !is_comment
}

fn missing_game(origin: &Origin) -> Failure {
    let message = format!("`{}` no longer contains this game", origin.display_name);
    Failure::new(FailureKind::Input, message).hint("reload the file")
}
