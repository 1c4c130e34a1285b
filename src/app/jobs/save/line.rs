//! Saving of one line of an archive, which keeps every other byte of the file.

use super::{SaveOutcome, SaveToSource, encode_verified, open_locked, published, saved_game};
use crate::jobs::save::comments::has_comments;
use crate::library::{ByteShift, sha256};
use kifu_logs::files::{AtomicFile, ChunkSpan, FileStamp};
use kifu_logs::formats::{Format, MAX_LINE_BYTES};
use kifu_study::failure::Failure;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// The number of bytes copied at once.
const COPY_BUFFER_BYTES: usize = 1 << 20;

impl SaveToSource<'_> {
    pub(super) fn save_line(
        &self,
        path: &Path,
        format: &'static dyn Format,
    ) -> Result<SaveOutcome, Failure> {
        let Some(mut source_file) = open_locked(path)? else {
            return Ok(self.line_missing(true));
        };
        let read_error = |error: io::Error| self.read_failure(error);
        let stat_before = source_file.metadata().ok().as_ref().map(FileStamp::from);
        let Some((offset, line)) = self.locate(&mut source_file).map_err(read_error)? else {
            return Ok(self.line_missing(false));
        };
        if format.id() == "ronl" && !self.drop_comments && has_comments(&line) {
            return Ok(SaveOutcome::CommentsLost);
        }
        let text = encode_verified(self.record, format)?;
        let text = text.trim_end_matches('\n');
        let old_length = line.len() as u64;
        let mut file = AtomicFile::replacing(path, &source_file)?;
        source_file.rewind().map_err(read_error)?;
        self.copy_bytes(&mut source_file, offset, &mut file)?;
        file.write(text.as_bytes())?;
        source_file
            .seek(SeekFrom::Start(offset + old_length))
            .map_err(read_error)?;
        self.copy_bytes(&mut source_file, u64::MAX, &mut file)?;
        // A sync may take seconds, in which another program may write.
        let file = file.without_rescue().sync()?;
        if path.metadata().ok().as_ref().map(FileStamp::from) != stat_before {
            return Ok(SaveOutcome::FileChanged { is_gone: false });
        }
        // On systems where an open file cannot be replaced, it is closed first; elsewhere the new
        // file keeps the lock.
        drop(source_file);
        if !published(file)? {
            return Ok(SaveOutcome::FileChanged { is_gone: false });
        }
        let span = ChunkSpan {
            offset,
            length: text.len() as u64,
            ..self.address.location.span
        };
        let mut saved = saved_game(path, span, format, self.address.index_in_file, text)?;
        saved.shift = Some(ByteShift {
            origin: saved.address.origin.clone(),
            offset,
            delta: text.len().cast_signed() as i64 - old_length.cast_signed(),
            stat_before,
            stat_after: saved.address.file_stat,
        });
        Ok(SaveOutcome::Saved(saved))
    }

    /// Returns the outcome if the line is not in the file any more. Writing another line in its
    /// place would destroy that one.
    fn line_missing(&self, is_gone: bool) -> SaveOutcome {
        if self.allow_changed {
            self.needs_own_file("The file no longer contains the line of this game.")
        } else {
            SaveOutcome::FileChanged { is_gone }
        }
    }

    /// Finds the line that was read, at its old position or anywhere else in the file.
    fn locate(&self, file: &mut File) -> io::Result<Option<(u64, Vec<u8>)>> {
        let ChunkSpan { offset, length, .. } = self.address.location.span;
        let is_line =
            |line: &[u8]| line.len() as u64 == length && sha256(line) == self.content_stamp.sha256;
        // Read the byte before and those after it, because it must be a complete line.
        let window_start = offset.saturating_sub(1);
        file.seek(SeekFrom::Start(window_start))?;
        let mut window = Vec::new();
        file.by_ref().take(length + 3).read_to_end(&mut window)?;
        let line_start = usize::try_from(offset - window_start).unwrap_or(0);
        let line_end = line_start.saturating_add(usize::try_from(length).unwrap_or(usize::MAX));
        let starts_line = offset == 0 || offset == 3 || window.first() == Some(&b'\n');
        let ends_line = matches!(window.get(line_end), None | Some(b'\n' | b'\r'));
        if let Some(line) = window.get(line_start..line_end)
            && starts_line
            && ends_line
            && is_line(line)
        {
            return Ok(Some((offset, line.to_vec())));
        }
        file.rewind()?;
        let mut reader = BufReader::new(file);
        let mut pos = 0;
        loop {
            let mut line = Vec::new();
            let max_bytes = MAX_LINE_BYTES as u64 + 2;
            let read = reader
                .by_ref()
                .take(max_bytes)
                .read_until(b'\n', &mut line)?;
            if read == 0 {
                return Ok(None);
            }
            let content = line.trim_ascii_end();
            if is_line(content) {
                return Ok(Some((pos, content.to_vec())));
            }
            pos += read as u64;
        }
    }

    /// Copies up to `bytes` bytes or to the end of the file.
    fn copy_bytes(&self, from: &mut File, bytes: u64, to: &mut AtomicFile) -> Result<(), Failure> {
        let mut remaining = bytes;
        let mut buffer = vec![0; COPY_BUFFER_BYTES];
        while remaining > 0 {
            let chunk_size = usize::try_from(remaining)
                .unwrap_or(COPY_BUFFER_BYTES)
                .min(COPY_BUFFER_BYTES);
            let read = from.read(&mut buffer[..chunk_size]);
            let read = read.map_err(|error| self.read_failure(error))?;
            if read == 0 {
                break;
            }
            to.write(&buffer[..read])?;
            remaining -= read as u64;
        }
        Ok(())
    }
}
