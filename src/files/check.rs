//! Pieces in, judged games out.

use super::parts::{Part, Piece, Stretch};
use crate::findings::{Code, Finding, Source};
use crate::formats::{Checked, Context, Decoded, Format, Reading, decode, decode_piece};
use crate::games::{CATALOGUE, DynGame};
use std::fmt;

/// Where a game stands in its file, so that it can be read again alone.
#[derive(Clone, Copy)]
pub struct Spot {
    /// The piece.
    pub stretch: Stretch,
    /// How the piece is read; `None` if nobody knows.
    pub format: Option<&'static dyn Format>,
    /// The game, if the user named it.
    pub game: Option<&'static dyn DynGame>,
    /// Which of the piece's games it is, from 0.
    pub nth: u32,
}

impl fmt::Debug for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spot")
            .field("stretch", &self.stretch)
            .field("format", &self.format.map(Format::id))
            .field("nth", &self.nth)
            .finish_non_exhaustive()
    }
}

impl Spot {
    /// Of a file in which there is no game.
    pub const NOWHERE: Self = Self {
        stretch: Stretch {
            offset: 0,
            length: 0,
            line: 1,
            whole: true,
        },
        format: None,
        game: None,
        nth: 0,
    };
}

impl Part {
    pub(super) fn length(&self) -> usize {
        match self {
            Self::Piece(piece) => piece.bytes.len(),
            Self::Unknown(text) => text.len(),
            Self::Unreadable(_) => 0,
        }
    }

    /// Hands out the games of this part, judged.
    pub fn check(&self, each: &mut dyn FnMut(Checked, &Spot)) {
        let alone = |reading: Reading, text: &str| reading.check(&Source::new(text), CATALOGUE);
        match self {
            Self::Piece(piece) => piece.check(each),
            Self::Unknown(start) => {
                each(alone(Reading::unknown_format(start), start), &Spot::NOWHERE);
            }
            Self::Unreadable(finding) => {
                each(alone(Reading::broken(finding.clone()), ""), &Spot::NOWHERE);
            }
        }
    }
}

impl Piece {
    /// Hands out the games of this piece, judged.
    pub fn check(&self, each: &mut dyn FnMut(Checked, &Spot)) {
        let mut spot = self.spot(0);
        self.read(&mut |reading, source| {
            each(reading.check(source, CATALOGUE), &spot);
            spot.nth = spot.nth.saturating_add(1);
        });
    }

    /// One game of this piece, judged; the others are read and not judged.
    pub fn game(&self, nth: u32) -> Option<Checked> {
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

    fn spot(&self, nth: u32) -> Spot {
        Spot {
            stretch: self.stretch,
            format: Some(self.format),
            game: self.game,
            nth,
        }
    }

    fn decoded(&self) -> Decoded<'_> {
        let mut decoded = if self.stretch.is_first() {
            decode(&self.bytes)
        } else {
            decode_piece(&self.bytes)
        };
        for place in decoded.findings.iter_mut().filter_map(|f| f.place.as_mut()) {
            place.line = place.line.saturating_add(self.stretch.line - 1);
        }
        decoded
    }

    fn read(&self, each: &mut dyn FnMut(Reading, &Source<'_>)) {
        let mut decoded = self.decoded();
        let source = Source::piece(&decoded.text, self.stretch.line);
        let context = Context {
            game: self.game,
            file: &self.origin.file,
            header: self.header.as_deref(),
            ..Context::default()
        };
        let mut odd = std::mem::take(&mut decoded.findings);
        self.format.read(&source, &context, &mut |mut reading| {
            if !self.stretch.whole && is_empty(&reading) {
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
fn is_empty(reading: &Reading) -> bool {
    reading.record.game.is_empty()
        && reading.findings.iter().all(|f| f.code == Code::NoGame)
        && !reading.findings.is_empty()
}

/// What is said of a file in which there is no game.
pub(super) fn no_game() -> Checked {
    let message = "expected a game log, found a text without a game";
    Reading::broken(Finding::new(Code::NoGame, message)).check(&Source::new(""), CATALOGUE)
}
