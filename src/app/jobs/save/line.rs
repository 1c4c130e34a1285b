//! Saving one line of an archive: every other byte of the file stays what it is.

use super::{SaveOutcome, SaveToSource, encode_verified, open_locked, saved_game};
use crate::app::jobs::save::comments::has_comments;
use crate::app::library::{ByteShift, sha256};
use crate::failure::Failure;
use crate::files::{AtomicFile, ChunkSpan, FileStamp};
use crate::formats::{Format, MAX_LINE_BYTES};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// So much is copied at once.
const COPY_BUFFER_BYTES: usize = 1 << 20;

impl SaveToSource<'_> {
    pub(super) fn save_line(
        &self,
        path: &Path,
        format: &'static dyn Format,
    ) -> Result<SaveOutcome, Failure> {
        let Some(mut held) = open_locked(path)? else {
            return Ok(self.line_missing(true));
        };
        let failed = |error: io::Error| self.read_failure(error);
        let before = held.metadata().ok().as_ref().map(FileStamp::from);
        let Some((offset, line)) = self.locate(&mut held).map_err(failed)? else {
            return Ok(self.line_missing(false));
        };
        if format.id() == "ronl" && !self.drop_comments && has_comments(&line) {
            return Ok(SaveOutcome::CommentsLost);
        }
        let text = encode_verified(self.record, format)?;
        let text = text.trim_end_matches('\n');
        let old = line.len() as u64;
        let mut file = AtomicFile::new(path, true)?;
        held.rewind().map_err(failed)?;
        self.copy_bytes(&mut held, offset, &mut file)?;
        file.write(text.as_bytes())?;
        held.seek(SeekFrom::Start(offset + old)).map_err(failed)?;
        self.copy_bytes(&mut held, u64::MAX, &mut file)?;
        if path.metadata().ok().as_ref().map(FileStamp::from) != before {
            return Ok(SaveOutcome::FileChanged { is_gone: false });
        }
        // Where files are not replaced while they are open it is closed first.
        let held = cfg!(unix).then_some(held);
        file.finish()?;
        drop(held);
        let stretch = ChunkSpan {
            offset,
            length: text.len() as u64,
            ..self.address.location.span
        };
        let mut saved = saved_game(path, stretch, format, self.address.index_in_file, text)?;
        saved.shift = Some(ByteShift {
            origin: saved.address.origin.clone(),
            offset,
            delta: text.len().cast_signed() as i64 - old.cast_signed(),
            stat_before: before,
            stat_after: saved.address.file_stat,
        });
        Ok(SaveOutcome::Saved(saved))
    }

    /// The line is not there any more. To write another in its place would lose that one.
    fn line_missing(&self, gone: bool) -> SaveOutcome {
        if self.allow_changed {
            self.needs_own_file("The file no longer contains the line of this game.")
        } else {
            SaveOutcome::FileChanged { is_gone: gone }
        }
    }

    /// Where the line stands that was read: where it stood, or anywhere else.
    fn locate(&self, file: &mut File) -> io::Result<Option<(u64, Vec<u8>)>> {
        let ChunkSpan { offset, length, .. } = self.address.location.span;
        let is_line =
            |line: &[u8]| line.len() as u64 == length && sha256(line) == self.content_stamp.sha256;
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
    fn copy_bytes(&self, from: &mut File, bytes: u64, to: &mut AtomicFile) -> Result<(), Failure> {
        let mut left = bytes;
        let mut buffer = vec![0; COPY_BUFFER_BYTES];
        while left > 0 {
            let want = usize::try_from(left)
                .unwrap_or(COPY_BUFFER_BYTES)
                .min(COPY_BUFFER_BYTES);
            let read = from.read(&mut buffer[..want]);
            let read = read.map_err(|error| self.read_failure(error))?;
            if read == 0 {
                break;
            }
            to.write(&buffer[..read])?;
            left -= read as u64;
        }
        Ok(())
    }
}
