//! Where a game is kept, and reading it from there.

use crate::files::{
    Chunk, ChunkReader, Failure, FailureKind, FilePart, FileStamp, GameLocation, Input, Origin,
    ReadOptions, reread_chunk, reread_game,
};
use crate::formats::{CheckedGame, Format};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::sync::Arc;

/// Where a game is kept.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file.
    pub origin: Arc<Origin>,
    /// Where in it.
    pub spot: GameLocation,
    /// Which of its games, from 0.
    pub index: u32,
    /// What the file looked like when that was so.
    pub seen: Option<FileStamp>,
}

/// What stood at a place when it was read, so that a change can be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// What the file looked like.
    pub seen: Option<FileStamp>,
    /// SHA-256 of the bytes of the place.
    pub sha256: [u8; 32],
}

/// A game that was read from its place.
#[derive(Debug)]
pub struct Opened {
    /// The game, judged.
    pub game: CheckedGame,
    /// Where it was found; of a file with a game a line, that line alone.
    pub place: Place,
    /// What stood there.
    pub stamp: Stamp,
    /// The file has other games too.
    pub others: bool,
}

/// A part of a file was replaced, and what follows has moved.
#[derive(Clone, Debug)]
pub struct Shift {
    /// The file.
    pub origin: Arc<Origin>,
    /// Where the part starts.
    pub at: u64,
    /// So many bytes more (or fewer) than before.
    pub by: i64,
    /// What the file looked like before.
    pub before: Option<FileStamp>,
    /// And after.
    pub after: Option<FileStamp>,
}

impl Shift {
    /// Whether it happened to this file.
    pub fn is_of(&self, origin: &Origin) -> bool {
        origin.path().is_some() && origin.path() == self.origin.path()
    }

    /// Moves a piece.
    pub fn apply(&self, stretch: &mut crate::files::ChunkSpan) {
        if stretch.offset > self.at {
            stretch.offset = stretch.offset.saturating_add_signed(self.by);
        } else if self.at < stretch.offset + stretch.length {
            stretch.length = stretch.length.saturating_add_signed(self.by);
        }
    }
}

impl Place {
    /// Moves with a part of the file that was replaced, unless it is that part.
    pub fn shift(&mut self, shift: &Shift) {
        if shift.is_of(&self.origin) && self.seen == shift.before {
            shift.apply(&mut self.spot.span);
            self.seen = shift.after;
        }
    }
}

/// Opens the game at a place. If the file was changed since, its game with the same number.
///
/// # Errors
/// The file cannot be read, or no longer has this game.
pub fn open(place: &Place) -> Result<Opened, Failure> {
    let now = seen(&place.origin)?;
    let unchanged = place.origin.path().is_none() || (now.is_some() && now == place.seen);
    let Some(format) = place.spot.format.filter(|_| unchanged) else {
        return open_nth(&place.origin, place.index);
    };
    let piece = reread_chunk(&place.origin, &place.spot, format)?;
    opened(piece, place.spot.index_in_chunk, place.index, now).ok_or_else(|| missing(&place.origin))
}

/// Opens a game of a file by its number.
///
/// # Errors
/// The file cannot be read, or has no such game.
pub fn open_path(path: &Path, index: u32) -> Result<Opened, Failure> {
    let origin = Origin::new(Input::File {
        path: path.to_owned(),
        is_explicit: true,
    });
    open_nth(&Arc::new(origin), index)
}

/// What the file looks like now.
fn seen(origin: &Origin) -> Result<Option<FileStamp>, Failure> {
    let Some(path) = origin.path() else {
        return Ok(None);
    };
    let meta = path.metadata();
    let meta = meta.map_err(|error| Failure::cannot_read(&origin.display_name, &error))?;
    if meta.is_file() {
        return Ok(Some(FileStamp::from(&meta)));
    }
    let what = if meta.is_dir() { "a folder" } else { "no file" };
    let message = format!("cannot read `{}`: it is {what}", origin.display_name);
    Err(Failure::new(FailureKind::Input, message))
}

/// Reads a file from its beginning up to a game.
fn open_nth(origin: &Arc<Origin>, index: u32) -> Result<Opened, Failure> {
    let now = seen(origin)?;
    let mut parts = ChunkReader::new(origin.open()?, Arc::clone(origin), ReadOptions::default());
    let mut count = 0_u32;
    let mut found: Option<Opened> = None;
    let failed = |error| Failure::cannot_read(&origin.display_name, &error);
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
                FilePart::Chunk(piece) => opened(piece, spot.index_in_chunk, index, now),
                FilePart::Unreadable(_) | FilePart::UnknownFormat(_) => None,
            };
            found = Some(again.unwrap_or_else(|| unplaced(origin, game, spot, index, now)));
        }
        if count > index.saturating_add(1) {
            break;
        }
    }
    if count == 0 && index == 0 {
        let game = reread_game(origin, &GameLocation::NO_GAME)?;
        return Ok(unplaced(origin, game, GameLocation::NO_GAME, 0, now));
    }
    let mut opened = found.ok_or_else(|| missing(origin))?;
    opened.others = count > 1;
    Ok(opened)
}

/// A part of a file that is no text to read again.
fn unplaced(
    origin: &Arc<Origin>,
    game: CheckedGame,
    spot: GameLocation,
    index: u32,
    seen: Option<FileStamp>,
) -> Opened {
    Opened {
        game,
        place: Place {
            origin: Arc::clone(origin),
            spot,
            index,
            seen,
        },
        stamp: Stamp {
            seen,
            sha256: digest(&[]),
        },
        others: index > 0,
    }
}

fn opened(piece: Chunk, nth: u32, index: u32, seen: Option<FileStamp>) -> Option<Opened> {
    let others = index > 0 || !piece.span.is_whole_file;
    let (piece, nth) = match line_of(&piece, nth) {
        Some(line) => (line, 0),
        None => (piece, nth),
    };
    Some(Opened {
        game: piece.judged_game(nth)?,
        stamp: Stamp {
            seen,
            sha256: digest(&piece.bytes),
        },
        place: Place {
            spot: GameLocation {
                span: piece.span,
                format: Some(piece.format),
                game: piece.game,
                index_in_chunk: nth,
            },
            origin: piece.origin,
            index,
            seen,
        },
        others,
    })
}

pub(in crate::app) fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Whether a format is kifu's own with a game a line, so that one line can be replaced.
pub(in crate::app) fn is_by_line(format: &dyn Format) -> bool {
    matches!(format.id(), "ronl" | "jsonl")
}

/// The line of a piece that holds its nth game, without its line feed; `None` where a game is no
/// line, or the bytes are not those that were read.
fn line_of(piece: &Chunk, nth: u32) -> Option<Chunk> {
    let text = std::str::from_utf8(&piece.bytes).ok()?;
    if !is_by_line(piece.format) {
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
        if is_game(bare, piece.format) {
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
fn is_game(line: &str, format: &dyn Format) -> bool {
    let holds_text = line.chars().any(|c| !c.is_whitespace() && !c.is_control());
    let is_comment = format.id() == "ronl" && line.starts_with("//");
    holds_text && !is_comment
}

fn missing(origin: &Origin) -> Failure {
    let message = format!("`{}` no longer has this game", origin.display_name);
    Failure::new(FailureKind::Input, message).hint("read the file again")
}
