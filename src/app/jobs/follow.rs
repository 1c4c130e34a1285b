//! Following a file of records that a match is writing.

use super::{JobContext, JobUpdate, Jobs};
use crate::jobs::JobId;
use crate::library::{JobProgress, LibraryRow, ScanBatch, ScanItem};
use kifu_core::games::{CATALOGUE, by_id};
use kifu_logs::files::{Chunk, ChunkSpan, FileStamp, LogInput, Origin};
use kifu_logs::formats::{self, Format};
use kifu_study::arena::{GameScore, Standings, StandingsBuilder};
use kifu_study::failure::{Failure, FailureKind};
use std::fs::{File, Metadata};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of bytes read at once, so that the first games are listed early.
const MAX_READ_BYTES: u64 = 1 << 20;
/// The number of bytes that are remembered of the start and of the end of what was read, to notice
/// that a file was rewritten in place.
const REMEMBERED_BYTES: usize = 64 << 10;
/// The maximum length of a record on one line.
const MAX_LINE_BYTES: u64 = formats::MAX_LINE_BYTES as u64;

/// The fate of a followed file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FollowStatus {
    /// All lines that are complete were read.
    UpToDate,
    /// The file became shorter, and was read again.
    Truncated,
    /// Another file has taken its place, and was read.
    Replaced,
    /// The file does not exist, or no longer exists.
    Missing,
}

/// The state of a followed file.
#[derive(Clone, Debug)]
pub struct FollowUpdate {
    /// The fate of the file.
    pub status: FollowStatus,
    /// The number of games in it.
    pub game_count: usize,
    /// The standings after these games, of the game that the first one is of.
    pub standings: Standings,
    /// Whether the last line is not complete yet.
    pub is_line_torn: bool,
}

impl Jobs {
    /// Follows a file of records, one a line: [`JobUpdate::Rows`] for new games and
    /// [`JobUpdate::Followed`] for each change, until the job is cancelled.
    pub fn follow(&mut self, path: PathBuf) -> JobId {
        let interval = self.follow_interval;
        self.start_following(Box::new(move |context: &JobContext| {
            let Some(format) = formats::by_id("ronl") else {
                let message = "the format of records is missing";
                return Err(Failure::new(FailureKind::Internal, message));
            };
            let mut follower = Follower::new(path, format);
            while !context.is_cancelled() {
                while follower.poll(context)? && !context.is_cancelled() {}
                std::thread::park_timeout(interval);
            }
            context.check_cancelled()
        }))
    }
}

/// The reading position in a followed file.
struct Follower {
    path: PathBuf,
    format: &'static dyn Format,
    origin: Arc<Origin>,
    /// The number of the file in the scan; it changes when the file is read again.
    file_number: u32,
    identity: Option<u64>,
    /// Length and time of the last change of the file when its content was last compared.
    stamp: Option<FileStamp>,
    /// The first bytes of what was read, and the last ones.
    head: Vec<u8>,
    tail: Vec<u8>,
    /// The number of bytes and lines that were read.
    offset: u64,
    line_count: u32,
    game_count: u32,
    /// The results so far, of the game that the first one is of.
    standings: StandingsBuilder,
    game_id: Option<String>,
    /// The state that was reported last: status, games and whether the last line is torn.
    last_report: Option<(FollowStatus, u32, bool)>,
    /// The fate of the file since its games were last reported.
    pending_status: FollowStatus,
}

impl Follower {
    fn new(path: PathBuf, format: &'static dyn Format) -> Self {
        Self {
            origin: origin_of(&path),
            path,
            format,
            file_number: 0,
            identity: None,
            stamp: None,
            head: Vec::new(),
            tail: Vec::new(),
            offset: 0,
            line_count: 0,
            game_count: 0,
            standings: StandingsBuilder::default(),
            game_id: None,
            last_report: None,
            pending_status: FollowStatus::UpToDate,
        }
    }

    /// Reads what has come since the last call. Returns whether there may be more.
    fn poll(&mut self, context: &JobContext) -> Result<bool, Failure> {
        let opened = File::open(&self.path).and_then(|file| Ok((file.metadata()?, file)));
        let (metadata, mut file) = match opened {
            Ok(opened) => opened,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                self.report(context, FollowStatus::Missing, false);
                return Ok(false);
            }
            Err(error) => {
                let name = self.path.display().to_string();
                return Err(Failure::cannot_read(&name, error));
            }
        };
        self.note_identity(&metadata);
        let stamp = FileStamp::from(&metadata);
        if self.stamp.replace(stamp) != Some(stamp) {
            let is_same = self.is_same_content(&mut file);
            let name = self.path.display().to_string();
            if !is_same.map_err(|error| Failure::cannot_read(&name, error))? {
                self.restart(FollowStatus::Replaced);
            }
        }
        let length = metadata.len();
        if length < self.offset {
            self.restart(FollowStatus::Truncated);
        }
        let read = self.read_lines(&mut file, length);
        let name = self.path.display().to_string();
        let bytes = read.map_err(|error| Failure::cannot_read(&name, error))?;
        let has_new = !bytes.is_empty();
        if has_new || self.game_count == 0 && self.last_report.is_none() {
            self.send_games(bytes, context);
        }
        let is_torn = self.offset < length && !has_new;
        if is_torn || self.offset == length {
            self.report(context, self.pending_status, is_torn);
        }
        Ok(has_new && self.offset < length)
    }

    /// Starts again if another file has replaced the one that was read.
    fn note_identity(&mut self, metadata: &Metadata) {
        let identity = identity_of(metadata);
        let previous = self.identity.replace(identity);
        if previous.is_some_and(|previous| previous != identity) {
            self.restart(FollowStatus::Replaced);
        }
    }

    /// Reports whether the file still begins with what was read. A file that became shorter counts
    /// as the same, because its length is compared elsewhere.
    fn is_same_content(&self, file: &mut File) -> std::io::Result<bool> {
        let tail_offset = self.offset - self.tail.len() as u64;
        for (offset, known) in [(0, &self.head), (tail_offset, &self.tail)] {
            file.seek(SeekFrom::Start(offset))?;
            let mut bytes = Vec::with_capacity(known.len());
            file.by_ref()
                .take(known.len() as u64)
                .read_to_end(&mut bytes)?;
            if !known.starts_with(&bytes) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Remembers the start and the end of what was read.
    fn remember(&mut self, bytes: &[u8]) {
        let missing = REMEMBERED_BYTES - self.head.len();
        self.head
            .extend_from_slice(&bytes[..missing.min(bytes.len())]);
        let start = bytes.len().saturating_sub(REMEMBERED_BYTES);
        self.tail.extend_from_slice(&bytes[start..]);
        let excess = self.tail.len().saturating_sub(REMEMBERED_BYTES);
        self.tail.drain(..excess);
    }

    fn restart(&mut self, status: FollowStatus) {
        self.origin = origin_of(&self.path);
        self.file_number += 1;
        (self.offset, self.line_count, self.game_count) = (0, 0, 0);
        (self.standings, self.game_id) = (StandingsBuilder::default(), None);
        self.head.clear();
        self.tail.clear();
        self.last_report = None;
        self.pending_status = status;
    }

    /// Reads complete lines from the current offset on; an incomplete one is waited for.
    fn read_lines(&self, file: &mut File, length: u64) -> std::io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.offset))?;
        let mut bytes = Vec::new();
        let mut limit = MAX_READ_BYTES;
        loop {
            file.by_ref().take(limit).read_to_end(&mut bytes)?;
            if let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') {
                bytes.truncate(end + 1);
                return Ok(bytes);
            }
            let read = self.offset + bytes.len() as u64;
            if read >= length || bytes.len() as u64 > MAX_LINE_BYTES {
                return Ok(Vec::new());
            }
            // One line may be longer than what is read at once.
            limit = MAX_LINE_BYTES;
        }
    }

    /// Sends the games of complete lines as rows.
    fn send_games(&mut self, bytes: Vec<u8>, context: &JobContext) {
        let mut batch = ScanBatch::default();
        if self.game_count == 0 && self.offset == 0 {
            batch.items.push(ScanItem::Roots(vec![self.path.clone()]));
            let file = ScanItem::File(self.file_number, Arc::clone(&self.origin));
            batch.items.push(file);
        }
        let span = ChunkSpan {
            offset: self.offset,
            length: bytes.len() as u64,
            first_line: self.line_count + 1,
            is_whole_file: false,
        };
        self.offset += span.length;
        self.remember(&bytes);
        let lines = bytes.split(|byte| *byte == b'\n').count() - 1;
        self.line_count += u32::try_from(lines).unwrap_or(0);
        let chunk = Chunk {
            origin: Arc::clone(&self.origin),
            format: self.format,
            game: None,
            header: None,
            bytes,
            span,
        };
        chunk.for_each_game(&mut |checked, location| {
            if let Some(score) = GameScore::for_standings(&checked.record, checked.is_valid())
                && *self.game_id.get_or_insert_with(|| score.game.clone()) == score.game
            {
                self.standings.add(&score);
            }
            let row = Box::new(LibraryRow::new(checked, *location, self.game_count));
            batch.items.push(ScanItem::Game(self.file_number, row));
            self.game_count += 1;
        });
        context.send(JobUpdate::Rows(batch));
        context.progress(JobProgress {
            done_bytes: self.offset,
            total_bytes: None,
            done_games: self.game_count.into(),
        });
    }

    fn report(&mut self, context: &JobContext, status: FollowStatus, is_line_torn: bool) {
        let report = Some((status, self.game_count, is_line_torn));
        if self.last_report == report {
            return;
        }
        self.last_report = report;
        let game = self.game_id.as_ref();
        let game = game.and_then(|id| by_id(CATALOGUE, id));
        let ranked_by = game.map_or(&[][..], |game| game.info().ranked_by);
        context.send(JobUpdate::Followed(Box::new(FollowUpdate {
            status,
            game_count: self.game_count as usize,
            standings: self.standings.clone().finish(ranked_by),
            is_line_torn,
        })));
    }
}

fn origin_of(path: &Path) -> Arc<Origin> {
    Arc::new(Origin::new(LogInput::File {
        path: path.to_owned(),
        is_explicit: true,
    }))
}

#[cfg(unix)]
fn identity_of(metadata: &Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn identity_of(_metadata: &Metadata) -> u64 {
    0
}

/// The threads that follow files.
#[derive(Default)]
pub(super) struct FollowThreads(Vec<(JobId, std::thread::JoinHandle<()>)>);

impl FollowThreads {
    pub fn add(&mut self, id: JobId, thread: std::thread::JoinHandle<()>) {
        self.0.retain(|(_, thread)| !thread.is_finished());
        self.0.push((id, thread));
    }

    /// Wakes the thread of a job that was cancelled, so that it ends at once.
    pub fn wake(&self, id: JobId) {
        for (_, thread) in self.0.iter().filter(|(known, _)| *known == id) {
            thread.thread().unpark();
        }
    }
}
