//! Where a game is kept, and reading it from there.

use crate::failure::{Failure, FailureKind};
use crate::files::{
    Chunk, ChunkReader, FilePart, FileStamp, GameLocation, Input, Origin, ReadOptions,
    reread_chunk, reread_game,
};
use crate::formats::{CheckedGame, Format};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;

/// Where a game is kept.
#[derive(Clone, Debug)]
pub struct GameAddress {
    /// The file.
    pub origin: Arc<Origin>,
    /// Where in it.
    pub location: GameLocation,
    /// Which of its games, from 0.
    pub index_in_file: u32,
    /// What the file looked like when that was so.
    pub file_stat: Option<FileStamp>,
}

/// What stood at a place when it was read, so that a change can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentStamp {
    /// What the file looked like.
    pub file_stat: Option<FileStamp>,
    /// SHA-256 of the bytes of the place.
    pub sha256: [u8; 32],
}

/// A game that was read from its place.
#[derive(Debug)]
pub struct LoadedGame {
    /// The game, judged.
    pub game: CheckedGame,
    /// Where it was found; of a file with a game a line, that line alone.
    pub address: GameAddress,
    /// What stood there.
    pub content_stamp: ContentStamp,
    /// The file has other games too.
    pub has_other_games: bool,
}

/// A part of a file was replaced, and what follows has moved.
#[derive(Clone, Debug)]
pub struct ByteShift {
    /// The file.
    pub origin: Arc<Origin>,
    /// Where the part starts.
    pub offset: u64,
    /// So many bytes more (or fewer) than before.
    pub delta: i64,
    /// What the file looked like before.
    pub stat_before: Option<FileStamp>,
    /// And after.
    pub stat_after: Option<FileStamp>,
}

impl ByteShift {
    /// Whether it happened to this file.
    pub fn applies_to(&self, origin: &Origin) -> bool {
        origin.path().is_some() && origin.path() == self.origin.path()
    }

    /// Moves a piece.
    pub fn apply(&self, stretch: &mut crate::files::ChunkSpan) {
        if stretch.offset > self.offset {
            stretch.offset = stretch.offset.saturating_add_signed(self.delta);
        } else if self.offset < stretch.offset + stretch.length {
            stretch.length = stretch.length.saturating_add_signed(self.delta);
        }
    }
}

impl GameAddress {
    /// Moves with a part of the file that was replaced, unless it is that part.
    pub fn apply_shift(&mut self, shift: &ByteShift) {
        if shift.applies_to(&self.origin) && self.file_stat == shift.stat_before {
            shift.apply(&mut self.location.span);
            self.file_stat = shift.stat_after;
        }
    }

    /// Returns whether the same bytes stand there as when the stamp was made.
    pub fn is_unchanged(&self, stamp: &ContentStamp) -> bool {
        let Some(format) = self.location.format else {
            return false;
        };
        let length = self.origin.path().and_then(|path| path.metadata().ok());
        let is_whole = !self.location.span.is_whole_file
            || length.is_some_and(|meta| meta.len() == self.location.span.length);
        let chunk = reread_chunk(&self.origin, &self.location, format);
        is_whole && chunk.is_ok_and(|chunk| sha256(&chunk.bytes) == stamp.sha256)
    }
}

/// Opens the game at a place. If the file was changed since, its game with the same number.
///
/// # Errors
/// The file cannot be read, or no longer has this game.
pub fn load(place: &GameAddress) -> Result<LoadedGame, Failure> {
    let now = current_file_stat(&place.origin)?;
    let unchanged = place.origin.path().is_none() || (now.is_some() && now == place.file_stat);
    let Some(format) = place.location.format.filter(|_| unchanged) else {
        return load_nth(&place.origin, place.index_in_file);
    };
    let piece = reread_chunk(&place.origin, &place.location, format)?;
    loaded_game(
        piece,
        place.location.index_in_chunk,
        place.index_in_file,
        now,
    )
    .ok_or_else(|| missing_game(&place.origin))
}

/// Opens a game of a file by its number.
///
/// # Errors
/// The file cannot be read, or has no such game.
pub fn load_path(path: &Path, index: u32) -> Result<LoadedGame, Failure> {
    let origin = Origin::new(Input::File {
        path: path.to_owned(),
        is_explicit: true,
    });
    load_nth(&Arc::new(origin), index)
}

/// What the file looks like now.
fn current_file_stat(origin: &Origin) -> Result<Option<FileStamp>, Failure> {
    let Some(path) = origin.path() else {
        return Ok(None);
    };
    let meta = path.metadata();
    let meta = meta.map_err(|error| Failure::cannot_read(&origin.display_name, error))?;
    if meta.is_file() {
        return Ok(Some(FileStamp::from(&meta)));
    }
    let what = if meta.is_dir() {
        "a folder"
    } else {
        "not a file"
    };
    let message = format!("cannot read `{}`: it is {what}", origin.display_name);
    Err(Failure::new(FailureKind::Input, message))
}

/// Reads a file from its beginning up to a game.
fn load_nth(origin: &Arc<Origin>, index: u32) -> Result<LoadedGame, Failure> {
    let now = current_file_stat(origin)?;
    let mut parts = ChunkReader::new(origin.open()?, Arc::clone(origin), ReadOptions::default());
    let mut count = 0_u32;
    let mut found: Option<LoadedGame> = None;
    let failed = |error| Failure::cannot_read(&origin.display_name, error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        let mut here = None;
        part.for_each_game(&mut |checked, spot| {
            if count == index {
                here = Some((*spot, checked));
            }
            count = count.saturating_add(1);
        });
        if let Some((spot, game)) = here {
            let again = match part {
                FilePart::Chunk(piece) => loaded_game(piece, spot.index_in_chunk, index, now),
                FilePart::Unreadable(_) | FilePart::UnknownFormat(_) => None,
            };
            found = Some(again.unwrap_or_else(|| without_piece(origin, game, spot, index, now)));
        }
        if count > index.saturating_add(1) {
            break;
        }
    }
    if count == 0 && index == 0 {
        let game = reread_game(origin, &GameLocation::NO_GAME)?;
        return Ok(without_piece(origin, game, GameLocation::NO_GAME, 0, now));
    }
    let mut opened = found.ok_or_else(|| missing_game(origin))?;
    opened.has_other_games = count > 1;
    Ok(opened)
}

/// A part of a file that is no text to read again.
fn without_piece(
    origin: &Arc<Origin>,
    game: CheckedGame,
    spot: GameLocation,
    index: u32,
    seen: Option<FileStamp>,
) -> LoadedGame {
    LoadedGame {
        game,
        address: GameAddress {
            origin: Arc::clone(origin),
            location: spot,
            index_in_file: index,
            file_stat: seen,
        },
        content_stamp: ContentStamp {
            file_stat: seen,
            sha256: sha256(&[]),
        },
        has_other_games: index > 0,
    }
}

fn loaded_game(piece: Chunk, nth: u32, index: u32, seen: Option<FileStamp>) -> Option<LoadedGame> {
    let others = index > 0 || !piece.span.is_whole_file;
    let (piece, nth) = match piece_of_line(&piece, nth) {
        Some(line) => (line, 0),
        None => (piece, nth),
    };
    Some(LoadedGame {
        game: piece.judged_game(nth)?,
        content_stamp: ContentStamp {
            file_stat: seen,
            sha256: sha256(&piece.bytes),
        },
        address: GameAddress {
            location: GameLocation {
                span: piece.span,
                format: Some(piece.format),
                game: piece.game,
                index_in_chunk: nth,
            },
            origin: piece.origin,
            index_in_file: index,
            file_stat: seen,
        },
        has_other_games: others,
    })
}

pub(in crate::app) fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Whether a format is kifu's own with a game a line, so that one line can be replaced.
pub(in crate::app) fn is_line_based(format: &dyn Format) -> bool {
    matches!(format.id(), "ronl" | "jsonl")
}

/// The line of a piece that holds its nth game, without its line feed; `None` where a game is no
/// line, or the bytes are not those that were read.
fn piece_of_line(piece: &Chunk, nth: u32) -> Option<Chunk> {
    let text = std::str::from_utf8(&piece.bytes).ok()?;
    if !is_line_based(piece.format) {
        return None;
    }
    let mark = if piece.span.is_file_start() {
        "\u{feff}"
    } else {
        ""
    };
    let body = text.strip_prefix(mark).unwrap_or(text);
    let start = text.len() - body.len();
    let mut at = start;
    let mut number = piece.span.first_line;
    let mut left = nth;
    for line in body.split_inclusive('\n') {
        let bare = line.trim_end_matches(['\n', '\r']);
        if is_game_line(bare, piece.format) {
            if left == 0 {
                let mut found = piece.clone();
                found.bytes = bare.as_bytes().to_vec();
                found.span.offset += at as u64;
                found.span.length = bare.len() as u64;
                found.span.first_line = number;
                found.span.is_whole_file = false;
                return Some(found);
            }
            left -= 1;
        }
        at += line.len();
        number = number.saturating_add(1);
    }
    None
}

/// As the readers see it: not blank (control bytes are blanks to them), and no comment.
fn is_game_line(line: &str, format: &dyn Format) -> bool {
    let holds_text = line.chars().any(|c| !c.is_whitespace() && !c.is_control());
    let is_comment = format.id() == "ronl" && line.starts_with("//");
    holds_text && !is_comment
}

fn missing_game(origin: &Origin) -> Failure {
    let message = format!("`{}` no longer contains this game", origin.display_name);
    Failure::new(FailureKind::Input, message).hint("reload the file")
}
