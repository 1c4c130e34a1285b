//! Saving one line of an archive: every other byte of the file stays what it is.

use super::{Answer, Back, hold, kept, text};
use crate::app::jobs::save::comments::has_comments;
use crate::app::library::{Shift, digest};
use crate::files::{AtomicFile, ChunkSpan, Failure, FileStamp};
use crate::formats::{Format, MAX_LINE_BYTES};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// So much is copied at once.
const COPIED: usize = 1 << 20;

impl Back<'_> {
    pub(super) fn line(&self, path: &Path, format: &'static dyn Format) -> Result<Answer, Failure> {
        let Some(mut held) = hold(path)? else {
            return Ok(self.lost(true));
        };
        let failed = |error: io::Error| self.unreadable(&error);
        let before = held.metadata().ok().as_ref().map(FileStamp::from);
        let Some((offset, line)) = self.locate(&mut held).map_err(failed)? else {
            return Ok(self.lost(false));
        };
        if format.id() == "ronl" && !self.comments && has_comments(&line) {
            return Ok(Answer::Comments);
        }
        let text = text(self.record, format)?;
        let text = text.trim_end_matches('\n');
        let old = line.len() as u64;
        let mut file = AtomicFile::new(path, true)?;
        held.rewind().map_err(failed)?;
        self.copy(&mut held, offset, &mut file)?;
        file.write(text.as_bytes())?;
        held.seek(SeekFrom::Start(offset + old)).map_err(failed)?;
        self.copy(&mut held, u64::MAX, &mut file)?;
        if path.metadata().ok().as_ref().map(FileStamp::from) != before {
            return Ok(Answer::Changed { gone: false });
        }
        // Where files are not replaced while they are open it is closed first.
        let held = cfg!(unix).then_some(held);
        file.finish()?;
        drop(held);
        let stretch = ChunkSpan {
            offset,
            length: text.len() as u64,
            ..self.place.spot.span
        };
        let mut saved = kept(path, stretch, format, self.place.index, text)?;
        saved.shift = Some(Shift {
            origin: saved.place.origin.clone(),
            at: offset,
            by: text.len().cast_signed() as i64 - old.cast_signed(),
            before,
            after: saved.place.seen,
        });
        Ok(Answer::Saved(saved))
    }

    /// The line is not there any more. To write another in its place would lose that one.
    fn lost(&self, gone: bool) -> Answer {
        if self.changed {
            self.elsewhere("the game's line is no longer in the file")
        } else {
            Answer::Changed { gone }
        }
    }

    /// Where the line stands that was read: where it stood, or anywhere else.
    fn locate(&self, file: &mut File) -> io::Result<Option<(u64, Vec<u8>)>> {
        let ChunkSpan { offset, length, .. } = self.place.spot.span;
        let is_line =
            |line: &[u8]| line.len() as u64 == length && digest(line) == self.stamp.sha256;
        // With the byte before and those after it, for it must be a whole line.
        let from = offset.saturating_sub(1);
        file.seek(SeekFrom::Start(from))?;
        let mut around = Vec::new();
        file.by_ref().take(length + 3).read_to_end(&mut around)?;
        let lead = usize::try_from(offset - from).unwrap_or(0);
        let end = lead.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        let starts = offset == 0 || offset == 3 || around.first() == Some(&b'\n');
        let ends = matches!(around.get(end), None | Some(b'\n' | b'\r'));
        if let Some(line) = around.get(lead..end)
            && starts
            && ends
            && is_line(line)
        {
            return Ok(Some((offset, line.to_vec())));
        }
        file.rewind()?;
        let mut reader = BufReader::new(file);
        let mut at = 0;
        loop {
            let mut line = Vec::new();
            let most = MAX_LINE_BYTES as u64 + 2;
            let read = reader.by_ref().take(most).read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(None);
            }
            let bare = line.trim_ascii_end();
            if is_line(bare) {
                return Ok(Some((at, bare.to_vec())));
            }
            at += read as u64;
        }
    }

    /// Copies so many bytes, or to the end.
    fn copy(&self, from: &mut File, bytes: u64, to: &mut AtomicFile) -> Result<(), Failure> {
        let mut left = bytes;
        let mut buffer = vec![0; COPIED];
        while left > 0 {
            let want = usize::try_from(left).unwrap_or(COPIED).min(COPIED);
            let read = from.read(&mut buffer[..want]);
            let read = read.map_err(|error| self.unreadable(&error))?;
            if read == 0 {
                break;
            }
            to.write(&buffer[..read])?;
            left -= read as u64;
        }
        Ok(())
    }
}
