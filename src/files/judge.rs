//! Pieces in, judged games out.

use super::chunks::{Chunk, ChunkSpan, FilePart};
use crate::findings::{Code, Finding, SourceText};
use crate::formats::{
    CheckedGame, DecodedText, Format, ParsedGame, ReadContext, decode, decode_chunk,
};
use crate::games::{CATALOGUE, DynGame};
use std::fmt;

/// Where a game stands in its file, so that it can be read again alone.
#[derive(Clone, Copy)]
pub struct GameLocation {
    /// The piece.
    pub span: ChunkSpan,
    /// How the piece is read; `None` if nobody knows.
    pub format: Option<&'static dyn Format>,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// Which of the piece's games it is, from 0.
    pub index_in_chunk: u32,
}

impl fmt::Debug for GameLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spot")
            .field("stretch", &self.span)
            .field("format", &self.format.map(Format::id))
            .field("nth", &self.index_in_chunk)
            .finish_non_exhaustive()
    }
}

impl GameLocation {
    /// Of a file in which there is no game.
    pub const NO_GAME: Self = Self {
        span: ChunkSpan {
            offset: 0,
            length: 0,
            first_line: 1,
            is_whole_file: true,
        },
        format: None,
        game: None,
        index_in_chunk: 0,
    };
}

impl FilePart {
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Chunk(piece) => piece.bytes.len(),
            Self::UnknownFormat(text) => text.len(),
            Self::Unreadable(_) => 0,
        }
    }

    /// Hands out the games of this part, judged.
    pub fn for_each_game(&self, each: &mut dyn FnMut(CheckedGame, &GameLocation)) {
        let alone =
            |reading: ParsedGame, text: &str| reading.check(&SourceText::new(text), CATALOGUE);
        match self {
            Self::Chunk(piece) => piece.for_each_game(each),
            Self::UnknownFormat(start) => {
                each(
                    alone(ParsedGame::unknown_format(start), start),
                    &GameLocation::NO_GAME,
                );
            }
            Self::Unreadable(finding) => {
                each(
                    alone(ParsedGame::unreadable(finding.clone()), ""),
                    &GameLocation::NO_GAME,
                );
            }
        }
    }
}

impl Chunk {
    /// Hands out the games of this piece, judged.
    pub fn for_each_game(&self, each: &mut dyn FnMut(CheckedGame, &GameLocation)) {
        let mut spot = self.location(0);
        self.read(&mut |reading, source| {
            each(reading.check(source, CATALOGUE), &spot);
            spot.index_in_chunk = spot.index_in_chunk.saturating_add(1);
        });
    }

    /// One game of this piece, judged; the others are read and not judged.
    pub fn judged_game(&self, nth: u32) -> Option<CheckedGame> {
        let mut found = None;
        let mut at = 0_u32;
        self.read(&mut |reading, source| {
            if at == nth {
                found = Some(reading.check(source, CATALOGUE));
            }
            at = at.saturating_add(1);
        });
        found
    }

    fn location(&self, nth: u32) -> GameLocation {
        GameLocation {
            span: self.span,
            format: Some(self.format),
            game: self.game,
            index_in_chunk: nth,
        }
    }

    fn decoded(&self) -> DecodedText<'_> {
        let mut decoded = if self.span.is_file_start() {
            decode(&self.bytes)
        } else {
            decode_chunk(&self.bytes)
        };
        for place in decoded
            .findings
            .iter_mut()
            .filter_map(|f| f.location.as_mut())
        {
            place.line = place.line.saturating_add(self.span.first_line - 1);
        }
        decoded
    }

    fn read(&self, each: &mut dyn FnMut(ParsedGame, &SourceText<'_>)) {
        let mut decoded = self.decoded();
        let source = SourceText::with_first_line(&decoded.text, self.span.first_line);
        let context = ReadContext {
            game: self.game,
            file_name: &self.origin.file_name,
            header: self.header.as_deref(),
            ..ReadContext::default()
        };
        let mut odd = std::mem::take(&mut decoded.findings);
        self.format.read(&source, &context, &mut |mut reading| {
            if !self.span.is_whole_file && is_empty(&reading) {
                return;
            }
            if !odd.is_empty() {
                reading.findings.splice(0..0, odd.drain(..));
            }
            each(reading, &source);
        });
    }
}

/// A piece without a game means nothing as long as the file has one.
fn is_empty(reading: &ParsedGame) -> bool {
    reading.record.game.is_empty()
        && reading.findings.iter().all(|f| f.code == Code::NoGame)
        && !reading.findings.is_empty()
}

/// What is said of a file in which there is no game.
pub(super) fn judged_without_game() -> CheckedGame {
    let message = "expected a game log, found a text without a game";
    ParsedGame::unreadable(Finding::new(Code::NoGame, message))
        .check(&SourceText::new(""), CATALOGUE)
}
