//! Export of games in any format.

use super::{JobContext, JobProgress};
use crate::PublishPages;
use crate::library::{GameAddress, for_each_found_record, is_unchanged_since};
use crate::open_game::ShownPicture;
use kifu_core::games::CATALOGUE;
use kifu_core::record::Record;
use kifu_core::scene::Palette;
use kifu_logs::files::{AtomicFile, WritePlan, check_output_path, reread_chunk};
use kifu_logs::formats::{self, Format, FormatWriter, WriteError};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::render::{FallbackFont, PictureFormat, Rasterizer};
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

/// The maximum number of skipped games whose reasons are kept.
const MAX_REASONS: usize = 20;
/// The number of bytes gathered before they are written.
const FLUSH_BYTES: usize = 256 << 10;

/// The games to export.
#[derive(Debug)]
pub enum ExportContent {
    /// One game.
    Record(Box<Record>),
    /// Games of the library; those of one file should be consecutive.
    Games(Vec<GameAddress>),
}

/// A request to export games.
pub struct ExportRequest {
    /// The games to export.
    pub content: ExportContent,
    /// The format.
    pub format: &'static dyn Format,
    /// The path of the new file.
    pub path: PathBuf,
    /// Whether an existing file may be overwritten.
    pub overwrite: bool,
}

/// The outcome of an export.
#[derive(Debug)]
pub struct ExportReport {
    /// The path of the file.
    pub path: PathBuf,
    /// The number of games written.
    pub game_count: usize,
    /// The number of games that could not be written.
    pub skipped_count: usize,
    /// The reasons for the first of them.
    pub skip_reasons: Vec<String>,
    /// The letters of a picture that no font has.
    pub missing_letters: Vec<char>,
    /// The web page that was made, or the index of several.
    pub page: Option<PathBuf>,
}

/// Exports games. A game that the format cannot represent is skipped; if all are skipped, nothing
/// is written.
///
/// # Errors
/// Returns an error if no game could be written or the file could not be written.
pub(super) fn export(
    request: &ExportRequest,
    context: &JobContext,
) -> Result<ExportReport, Failure> {
    let format = request.format;
    let writer = format.writer().ok_or_else(|| {
        let message = format!("kifu reads `{}` but cannot write it", format.id());
        Failure::new(FailureKind::Output, message)
    })?;
    if let ExportContent::Games(addresses) = &request.content
        && addresses.len() > 1
        && !writer.supports_multiple_games()
    {
        let format = format.id();
        return Err(Failure::new(
            FailureKind::Output,
            WriteError::SingleGameOnly { format }.to_string(),
        ));
    }
    check_output_path(&request.path, request.overwrite)?;
    let mut exporter = Exporter {
        writer,
        buffer: String::new(),
        file: None,
        request,
        game_count: 0,
        skipped_count: 0,
        skip_reasons: Vec::new(),
    };
    writer.write_prologue(&mut exporter.buffer);
    match &request.content {
        ExportContent::Record(record) => exporter.write_record(record)?,
        ExportContent::Games(addresses) => exporter.write_games(addresses, context)?,
    }
    exporter.finish()
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
    fn write_games(
        &mut self,
        addresses: &[GameAddress],
        context: &JobContext,
    ) -> Result<(), Failure> {
        let mut progress = JobProgress {
            total_bytes: Some(addresses.len() as u64),
            ..JobProgress::default()
        };
        for of_file in addresses.chunk_by(|a, b| Arc::ptr_eq(&a.origin, &b.origin)) {
            let mut remaining = of_file;
            for group in of_file.chunk_by(is_same_chunk) {
                context.check_cancelled()?;
                let Some(records) = read_group(group) else {
                    break;
                };
                self.write_group(group, &records)?;
                remaining = &remaining[group.len()..];
                progress.done_bytes += group.len() as u64;
                progress.done_games = self.game_count as u64;
                context.progress(progress);
            }
            self.write_moved_games(remaining)?;
            progress.done_bytes += remaining.len() as u64;
            context.progress(progress);
        }
        Ok(())
    }

    /// Writes games of a file that has changed since they were listed, in their new order.
    fn write_moved_games(&mut self, games: &[GameAddress]) -> Result<(), Failure> {
        let Some(first) = games.first() else {
            return Ok(());
        };
        let found = for_each_found_record(games, &mut |record| self.write_record(record));
        let missing_count = match found {
            Ok(missing_count) => missing_count,
            Err(failure) if failure.kind == FailureKind::Input => games.len(),
            Err(failure) => return Err(failure),
        };
        for _ in 0..missing_count {
            self.skip(format!(
                "`{}` no longer contains this game",
                first.origin.display_name
            ));
        }
        Ok(())
    }

    /// Writes the games of one chunk.
    fn write_group(&mut self, group: &[GameAddress], records: &[Record]) -> Result<(), Failure> {
        let Some(first) = group.first() else {
            return Ok(());
        };
        for record in records {
            self.write_record(record)?;
        }
        for _ in records.len()..group.len() {
            self.skip(format!(
                "`{}`: the game cannot be reloaded",
                first.origin.display_name
            ));
        }
        Ok(())
    }

    fn skip(&mut self, reason: String) {
        self.skipped_count += 1;
        if self.skip_reasons.len() < MAX_REASONS {
            self.skip_reasons.push(reason);
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
            none => {
                none.insert(WritePlan::default().file(&self.request.path, self.request.overwrite)?)
            }
        };
        file.write(self.buffer.as_bytes())?;
        self.buffer.clear();
        Ok(())
    }

    fn finish(mut self) -> Result<ExportReport, Failure> {
        if self.game_count == 0 {
            let reason = self.skip_reasons.into_iter().next();
            let reason = reason.unwrap_or_else(|| "no game to write".to_owned());
            return Err(Failure::new(FailureKind::Output, reason));
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
            missing_letters: Vec::new(),
            page: None,
        })
    }
}

/// Reports whether two games were read from the same chunk of a file.
fn is_same_chunk(first: &GameAddress, second: &GameAddress) -> bool {
    Arc::ptr_eq(&first.origin, &second.origin) && first.location.span == second.location.span
}

/// Reads the games of one chunk once more; `None` if the file has changed since they were listed,
/// or cannot be read.
fn read_group(group: &[GameAddress]) -> Option<Vec<Record>> {
    let first = group.first()?;
    let mut missing: HashSet<u32> = group
        .iter()
        .map(|address| address.location.index_in_chunk)
        .collect();
    let chunk = reread_chunk(&first.origin, &first.location, first.location.format?).ok()?;
    let mut records = Vec::new();
    chunk.for_each_game(&mut |checked, location| {
        if missing.remove(&location.index_in_chunk) {
            records.push(checked.record);
        }
    });
    // A file that changed while it was read is noticed, too.
    is_unchanged_since(first).then_some(records)
}

// Export of pictures and animations.

/// A request to export a picture.
pub struct PictureRequest {
    /// The picture.
    pub picture: Box<ShownPicture>,
    /// The format.
    pub format: PictureFormat,
    /// The colours.
    pub palette: Palette,
    /// Fonts for letters that the embedded font lacks.
    pub fonts: Vec<FallbackFont>,
    /// The path of the new file.
    pub path: PathBuf,
    /// Whether an existing file may be overwritten.
    pub overwrite: bool,
}

/// Writes a picture to its file.
///
/// # Errors
/// Returns an error if the game cannot be drawn or the file cannot be written.
pub(super) fn export_picture(request: PictureRequest) -> Result<ExportReport, Failure> {
    check_output_path(&request.path, request.overwrite)?;
    let rasterizer = Rasterizer::with_fallbacks(request.fonts);
    let encoded = request
        .picture
        .encode(request.format, request.palette, &rasterizer);
    let bytes = encoded?;
    let missing_letters = match request.format {
        PictureFormat::Svg => Vec::new(),
        PictureFormat::Png | PictureFormat::Gif => request.picture.missing_letters(&rasterizer),
    };
    let mut file = WritePlan::default().file(&request.path, request.overwrite)?;
    file.write(&bytes)?;
    file.finish()?;
    Ok(ExportReport {
        path: request.path,
        game_count: 1,
        skipped_count: 0,
        skip_reasons: Vec::new(),
        missing_letters,
        page: None,
    })
}

// Web pages of games.

/// A request for web pages.
pub struct PublishRequest {
    /// The games.
    pub games: ExportContent,
    /// The page of one game, or the folder of several with a separator at its end.
    pub out: PathBuf,
    /// Whether an existing page may be replaced.
    pub overwrite: bool,
    /// The function that makes the pages.
    pub publish: PublishPages,
}

/// Makes web pages of games.
///
/// # Errors
/// Returns an error if a game could not be read or a page could not be written.
pub(super) fn publish(
    request: PublishRequest,
    context: &JobContext,
) -> Result<ExportReport, Failure> {
    // The folder goes with its handle.
    let folder = tempfile::tempdir()
        .map_err(|error| Failure::new(FailureKind::Output, error.to_string()))?;
    let path = folder.path().join("games.ronl");
    let format = formats::by_id("ronl").ok_or_else(|| {
        Failure::new(
            FailureKind::Internal,
            "expected the format `ronl`, found none",
        )
    })?;
    let games = ExportRequest {
        content: request.games,
        format,
        path: path.clone(),
        overwrite: true,
    };
    let made = export(&games, context).and_then(|report| {
        (request.publish)(&path, &request.out, request.overwrite)?;
        Ok(report)
    });
    let is_page = request.out.extension().is_some();
    let page = if is_page {
        request.out.clone()
    } else {
        request.out.join("index.html")
    };
    Ok(ExportReport {
        path: page.clone(),
        page: Some(page),
        ..made?
    })
}
