//! From the chunks of a file to its judged games.

use super::chunks::{Chunk, ChunkSpan, FilePart};
use crate::formats::{
    CheckedGame, DecodedText, Format, ParsedGame, ReadContext, decode, decode_chunk,
};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{CATALOGUE, DynGame};
use std::fmt;

/// The location of a game in its file, from which the game can be read again on its own.
#[derive(Clone, Copy)]
pub struct GameLocation {
    /// The chunk that holds the game.
    pub span: ChunkSpan,
    /// The format of the chunk; `None` if it is unknown.
    pub format: Option<&'static dyn Format>,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// The index of the game within the chunk, from 0.
    pub index_in_chunk: u32,
}

impl fmt::Debug for GameLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GameLocation")
            .field("span", &self.span)
            .field("format", &self.format.map(Format::id))
            .field("index_in_chunk", &self.index_in_chunk)
            .finish_non_exhaustive()
    }
}

impl GameLocation {
    /// The location reported for a file without a game.
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
            Self::Chunk(chunk) => chunk.bytes.len(),
            Self::UnknownFormat(text) => text.len(),
            Self::Unreadable(_) => 0,
        }
    }

    /// Passes every game of this part to `each`, judged, with its location.
    pub fn for_each_game(&self, each: &mut dyn FnMut(CheckedGame, &GameLocation)) {
        let judge =
            |parsed: ParsedGame, text: &str| parsed.check(&SourceText::new(text), CATALOGUE);
        match self {
            Self::Chunk(chunk) => chunk.for_each_game(each),
            Self::UnknownFormat(start) => {
                each(
                    judge(ParsedGame::unknown_format(start), start),
                    &GameLocation::NO_GAME,
                );
            }
            Self::Unreadable(finding) => {
                each(
                    judge(ParsedGame::unreadable(finding.clone()), ""),
                    &GameLocation::NO_GAME,
                );
            }
        }
    }
}

impl Chunk {
    /// Passes every game of this chunk to `each`, judged, with its location.
    pub fn for_each_game(&self, each: &mut dyn FnMut(CheckedGame, &GameLocation)) {
        let mut location = self.location(0);
        self.read(&mut |parsed, source| {
            each(parsed.check(source, CATALOGUE), &location);
            location.index_in_chunk = location.index_in_chunk.saturating_add(1);
        });
    }

    /// Returns one game of this chunk, judged; the others are only parsed.
    ///
    /// `index` counts from 0. Returns `None` if the chunk has fewer games.
    pub fn judged_game(&self, index: u32) -> Option<CheckedGame> {
        let mut found = None;
        let mut position = 0_u32;
        self.read(&mut |parsed, source| {
            if position == index {
                found = Some(parsed.check(source, CATALOGUE));
            }
            position = position.saturating_add(1);
        });
        found
    }

    fn location(&self, index: u32) -> GameLocation {
        GameLocation {
            span: self.span,
            format: Some(self.format),
            game: self.game,
            index_in_chunk: index,
        }
    }

    fn decoded(&self) -> DecodedText<'_> {
        let mut decoded = if self.span.is_file_start() {
            decode(&self.bytes)
        } else {
            decode_chunk(&self.bytes)
        };
        for location in decoded
            .findings
            .iter_mut()
            .filter_map(|f| f.location.as_mut())
        {
            location.line = location.line.saturating_add(self.span.first_line - 1);
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
        let mut text_findings = std::mem::take(&mut decoded.findings);
        self.format.read(&source, &context, &mut |mut parsed| {
            if !self.span.is_whole_file && is_empty(&parsed) {
                return;
            }
            if !text_findings.is_empty() {
                parsed.findings.prepend(text_findings.drain(..));
            }
            each(parsed, &source);
        });
    }
}

/// Reports whether a chunk has no game, which is an error only if the whole file has none.
fn is_empty(parsed: &ParsedGame) -> bool {
    parsed.record.game.is_empty()
        && parsed.findings.iter().all(|f| f.code == Code::NoGame)
        && !parsed.findings.is_empty()
}

/// Returns the result for a file in which no game was found.
pub(super) fn judged_without_game() -> CheckedGame {
    let message = "expected a game log, found a text without a game";
    ParsedGame::unreadable(Finding::new(Code::NoGame, message))
        .check(&SourceText::new(""), CATALOGUE)
}
