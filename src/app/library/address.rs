//! The address of a game, and loading the game from there.

use super::identity::{GameIdentity, chunk_of_game_line, find_game, game_lines, identity_key};
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
    /// The properties by which the game is found after the file has changed.
    pub identity: GameIdentity,
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

/// Loads the game at an address. If the file has changed since, looks for the game by what it is
/// known by ([`GameIdentity`]).
///
/// # Errors
/// Returns an error if the file cannot be read or no longer contains the game.
pub fn load(address: &GameAddress) -> Result<LoadedGame, Failure> {
    let file_stat = current_file_stat(&address.origin)?;
    let unchanged =
        address.origin.path().is_none() || (file_stat.is_some() && file_stat == address.file_stat);
    if address.identity == GameIdentity::default() && !unchanged {
        return load_nth(&address.origin, address.index_in_file);
    }
    let Some(format) = address.location.format else {
        return if unchanged {
            load_nth(&address.origin, address.index_in_file)
        } else {
            find_game(address)
        };
    };
    let chunk = reread_chunk(&address.origin, &address.location, format);
    let chunk = match chunk {
        Err(error) if unchanged => return Err(error.into()),
        chunk => chunk.ok(),
    };
    // Lines that were not touched are read where they were, so that a file which only grows is not
    // read from its beginning.
    let ends_line = |chunk: &Chunk| {
        is_line_based(format)
            && (address.identity.content.is_some() || chunk.bytes.ends_with(b"\n"))
    };
    let readable = chunk.filter(|chunk| unchanged || ends_line(chunk));
    let loaded = readable.and_then(|chunk| {
        let at = address.location.index_in_chunk;
        let is_only_game = address.identity.is_only_game;
        loaded_game(chunk, at, address.index_in_file, file_stat, is_only_game)
    });
    match loaded {
        Some(loaded) if address.identity.admits(&loaded) => Ok(loaded),
        _ if address.origin.path().is_none() => Err(missing_game(&address.origin)),
        _ => find_game(address),
    }
}

/// Loads a game of a file by its index, from 0.
///
/// # Errors
/// Returns an error if the file cannot be read or does not contain the game.
pub fn load_path(path: &Path, index: u32) -> Result<LoadedGame, Failure> {
    let input = LogInput::File {
        path: path.to_owned(),
        is_explicit: true,
    };
    load_input(input, index)
}

/// Loads a game of an input by its index.
///
/// # Errors
/// Returns an error if the input cannot be read or does not contain the game.
pub fn load_input(input: LogInput, index: u32) -> Result<LoadedGame, Failure> {
    load_nth(&Arc::new(Origin::new(input)), index)
}

/// Returns the current stamp of the file; `None` if the input is no file.
pub(super) fn current_file_stat(origin: &Origin) -> Result<Option<FileStamp>, Failure> {
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
            let game = (game, location);
            loaded = Some(load_whole_part(
                origin,
                &part,
                game,
                index_in_file,
                file_stat,
            ));
        }
        if count > index_in_file.saturating_add(1) {
            break;
        }
    }
    if count == 0 && index_in_file == 0 {
        let game = reread_game(origin, &GameLocation::NO_GAME)?;
        let location = GameLocation::NO_GAME;
        let mut opened = unreadable_chunk_game(origin, game, location, 0, file_stat);
        opened.address.identity.is_only_game = true;
        return Ok(opened);
    }
    let mut opened = loaded.ok_or_else(|| missing_game(origin))?;
    opened.has_other_games = count > 1;
    let format = opened.address.location.format;
    opened.address.identity.is_only_game = count == 1 && !format.is_some_and(is_line_based);
    Ok(opened)
}

/// Loads a game from a part of its file that was just read.
pub(super) fn load_whole_part(
    origin: &Arc<Origin>,
    part: &FilePart,
    (game, location): (CheckedGame, GameLocation),
    index_in_file: u32,
    file_stat: Option<FileStamp>,
) -> LoadedGame {
    let loaded = match part {
        FilePart::Chunk(chunk) => {
            let at = location.index_in_chunk;
            loaded_game(chunk.clone(), at, index_in_file, file_stat, false)
        }
        FilePart::Unreadable(_) | FilePart::UnknownFormat(_) | FilePart::NoText(_) => None,
    };
    loaded
        .unwrap_or_else(|| unreadable_chunk_game(origin, game, location, index_in_file, file_stat))
}

/// Returns a game from a part of the file that cannot be reread by itself.
fn unreadable_chunk_game(
    origin: &Arc<Origin>,
    game: CheckedGame,
    location: GameLocation,
    index_in_file: u32,
    file_stat: Option<FileStamp>,
) -> LoadedGame {
    let identity = GameIdentity {
        key: identity_key(&game.record),
        ..GameIdentity::default()
    };
    LoadedGame {
        game,
        address: GameAddress {
            origin: Arc::clone(origin),
            location,
            index_in_file,
            file_stat,
            identity,
        },
        content_stamp: ContentStamp {
            file_stat,
            sha256: sha256(&[]),
        },
        has_other_games: index_in_file > 0,
    }
}

/// Loads a game from its chunk; `None` if the chunk has fewer games.
pub(super) fn loaded_game(
    chunk: Chunk,
    index_in_chunk: u32,
    index_in_file: u32,
    file_stat: Option<FileStamp>,
    is_only_game: bool,
) -> Option<LoadedGame> {
    let has_other_games = index_in_file > 0 || !chunk.span.is_whole_file;
    let (chunk, index_in_chunk) = match chunk_of_line(&chunk, index_in_chunk) {
        Some(line) => (line, 0),
        None => (chunk, index_in_chunk),
    };
    let game = chunk.judged_game(index_in_chunk)?;
    let sha256 = sha256(&chunk.bytes);
    Some(LoadedGame {
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
            identity: GameIdentity {
                content: Some(sha256),
                key: identity_key(&game.record),
                is_only_game,
            },
        },
        game,
        content_stamp: ContentStamp { file_stat, sha256 },
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
    if !is_line_based(chunk.format) || std::str::from_utf8(&chunk.bytes).is_err() {
        return None;
    }
    let line = game_lines(chunk).nth(usize::try_from(index_in_chunk).ok()?)?;
    Some(chunk_of_game_line(chunk, &line))
}

pub(super) fn missing_game(origin: &Origin) -> Failure {
    let message = format!("`{}` no longer contains this game", origin.display_name);
    Failure::new(FailureKind::Input, message)
}
