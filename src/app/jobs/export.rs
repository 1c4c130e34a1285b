//! Writing games in any format.

use super::record_search::{piece_of, same_piece};
use super::{JobContext, JobProgress};
use crate::app::library::GameAddress;
use crate::failure::{Failure, FailureKind};
use crate::files::{AtomicFile, check_output_path};
use crate::formats::{Format, FormatWriter, WriteError};
use crate::games::CATALOGUE;
use crate::record::Record;
use std::collections::HashSet;
use std::path::PathBuf;

/// So many refusals are told in words.
const MAX_REASONS: usize = 20;
/// So much is gathered before it is written.
const FLUSH_BYTES: usize = 256 << 10;

/// What is to be written.
#[derive(Debug)]
pub enum ExportContent {
    /// A game.
    Record(Box<Record>),
    /// Games of the library; those of one file should follow each other.
    Games(Vec<GameAddress>),
}

/// Games to write in a format.
pub struct ExportRequest {
    /// Which.
    pub content: ExportContent,
    /// The format.
    pub format: &'static dyn Format,
    /// Where to.
    pub path: PathBuf,
    /// A file that is there may be overwritten.
    pub overwrite: bool,
}

/// What was written.
#[derive(Debug)]
pub struct ExportReport {
    /// Where to.
    pub path: PathBuf,
    /// How many games.
    pub game_count: usize,
    /// How many could not be written.
    pub skipped_count: usize,
    /// Why, for the first of them.
    pub skip_reasons: Vec<String>,
}

/// Writes games. A game that the format cannot hold is left out; if that is so of all nothing is
/// written.
///
/// # Errors
/// No game could be written; or the file could not be.
pub(super) fn export(wanted: &ExportRequest, ticket: &JobContext) -> Result<ExportReport, Failure> {
    let format = wanted.format;
    let writer = format.writer().ok_or_else(|| {
        let message = format!("kifu reads `{}` but cannot write it", format.id());
        Failure::new(FailureKind::Output, message)
    })?;
    if let ExportContent::Games(places) = &wanted.content
        && places.len() > 1
        && !writer.supports_multiple_games()
    {
        let format = format.id();
        return Err(Failure::new(
            FailureKind::Output,
            WriteError::SingleGameOnly { format }.to_string(),
        ));
    }
    check_output_path(&wanted.path, wanted.overwrite)?;
    let mut sheet = Exporter {
        writer,
        buffer: String::new(),
        file: None,
        request: wanted,
        game_count: 0,
        skipped_count: 0,
        skip_reasons: Vec::new(),
    };
    writer.write_prologue(&mut sheet.buffer);
    match &wanted.content {
        ExportContent::Record(record) => sheet.write_record(record)?,
        ExportContent::Games(places) => sheet.write_games(places, ticket)?,
    }
    sheet.finish()
}

struct Exporter<'a> {
    writer: &'a dyn FormatWriter,
    buffer: String,
    file: Option<AtomicFile>,
    request: &'a ExportRequest,
    game_count: usize,
    skipped_count: usize,
    skip_reasons: Vec<String>,
}

impl Exporter<'_> {
    fn write_games(&mut self, places: &[GameAddress], ticket: &JobContext) -> Result<(), Failure> {
        let mut progress = JobProgress {
            total_bytes: Some(places.len() as u64),
            ..JobProgress::default()
        };
        for group in places.chunk_by(same_piece) {
            ticket.check_cancelled()?;
            self.write_group(group)?;
            progress.done_bytes += group.len() as u64;
            progress.done_games = self.game_count as u64;
            ticket.progress(progress);
        }
        Ok(())
    }

    /// Games of one piece.
    fn write_group(&mut self, group: &[GameAddress]) -> Result<(), Failure> {
        let mut missing: HashSet<u32> = group
            .iter()
            .map(|place| place.location.index_in_chunk)
            .collect();
        let Some(first) = group.first() else {
            return Ok(());
        };
        let mut records = Vec::new();
        if let Some(piece) = piece_of(first) {
            piece.for_each_game(&mut |checked, spot| {
                if missing.remove(&spot.index_in_chunk) {
                    records.push(checked.record);
                }
            });
        }
        for record in &records {
            self.write_record(record)?;
        }
        for _ in missing {
            self.skip(format!(
                "`{}`: the game cannot be reloaded",
                first.origin.display_name
            ));
        }
        Ok(())
    }

    fn skip(&mut self, why: String) {
        self.skipped_count += 1;
        if self.skip_reasons.len() < MAX_REASONS {
            self.skip_reasons.push(why);
        }
    }

    fn write_record(&mut self, record: &Record) -> Result<(), Failure> {
        match self
            .writer
            .write_record(record, CATALOGUE, self.game_count, &mut self.buffer)
        {
            Ok(()) => self.game_count += 1,
            Err(error) => self.skip(error.to_string()),
        }
        if self.buffer.len() >= FLUSH_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Failure> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(AtomicFile::new(&self.request.path, self.request.overwrite)?),
        };
        file.write(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<ExportReport, Failure> {
        if self.game_count == 0 {
            let why = self.skip_reasons.into_iter().next();
            let why = why.unwrap_or_else(|| "no game to write".to_owned());
            return Err(Failure::new(FailureKind::Output, why));
        }
        self.writer.write_epilogue(&mut self.buffer);
        self.flush()?;
        if let Some(file) = self.file {
            file.finish()?;
        }
        Ok(ExportReport {
            path: self.request.path.clone(),
            game_count: self.game_count,
            skipped_count: self.skipped_count,
            skip_reasons: self.skip_reasons,
        })
    }
}
