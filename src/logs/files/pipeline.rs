//! A parallel pipeline from files to judged games.
//!
//! Chunks are read one by one, judged in parallel and delivered in order, with a bounded number in
//! flight. In a chunk with many games, a bounded number waits for delivery.

use super::chunks::{Chunk, ChunkReader, ChunkSpan, FilePart, ReadOptions};
use super::error::InputError;
use super::origin::Origin;
use super::paths::{InputProblem, LogInput};
use crate::formats::{
    CheckedGame, DecodedText, Format, ParsedGame, ReadContext, decode, decode_chunk,
};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{CATALOGUE, DynGame};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvError, SyncSender, TryRecvError, sync_channel};

/// The maximum number of bytes in flight per thread.
const MAX_BYTES_PER_THREAD: usize = 2 << 20;
/// The maximum number of chunks in flight per thread, as files may be tiny.
const MAX_CHUNKS_PER_THREAD: usize = 64;

/// Returns the number of threads to use: `wanted`, or one per core if it is 0.
pub fn thread_count(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

/// A consumer of judged games, called in the order of the input.
pub trait Sink {
    /// The value kept of each game by the parallel part of the pipeline.
    type Item: Send + 'static;
    /// The error with which the sink stops the pipeline.
    type Error: From<ReaderPanicked>;

    /// Takes the next game of a file; `index` counts from 0.
    ///
    /// # Errors
    /// An error of any method stops the pipeline.
    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: Self::Item,
    ) -> Result<(), Self::Error>;

    /// Called at the end of a file, with the number of its games.
    ///
    /// # Errors
    /// An error stops the pipeline.
    fn on_file_end(&mut self, _origin: &Arc<Origin>, _games: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called for a file in a folder that is not a game log.
    ///
    /// # Errors
    /// An error stops the pipeline.
    fn on_skipped_file(&mut self, _origin: &Arc<Origin>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Called for an input that could not be read.
    ///
    /// # Errors
    /// An error stops the pipeline.
    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Self::Error>;

    /// Called after each chunk, with the number of its bytes and of its games.
    ///
    /// # Errors
    /// An error stops the pipeline.
    fn on_progress(&mut self, _bytes: usize, _games: usize) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// An event that waits for its turn to be delivered.
enum Pending<G> {
    Games(Arc<Origin>, usize, GameBatches<G>),
    End(Arc<Origin>),
    Skipped(Arc<Origin>),
    Problem(InputProblem),
}

/// The function run in parallel on each game; its result goes to the sink.
type MapGame<G> = Arc<dyn Fn(CheckedGame, &Origin, &GameLocation) -> G + Send + Sync>;

/// The pipeline: reads, judges and delivers.
pub struct Pipeline<'a, S: Sink> {
    options: ReadOptions,
    jobs: usize,
    pool: Option<ThreadPool>,
    map_game: MapGame<S::Item>,
    sink: &'a mut S,
    pending: VecDeque<Pending<S::Item>>,
    bytes_in_flight: usize,
    game_count: usize,
}

impl<'a, S: Sink> Pipeline<'a, S> {
    /// Creates a pipeline with `jobs` threads, or one per core if `jobs` is 0.
    pub fn new(
        options: ReadOptions,
        jobs: usize,
        sink: &'a mut S,
        map_game: impl Fn(CheckedGame, &Origin, &GameLocation) -> S::Item + Send + Sync + 'static,
    ) -> Self {
        let jobs = thread_count(jobs);
        // Without a thread pool (one job, or no threads available) the work is done in place.
        let pool = (jobs > 1).then(|| {
            let threads = ThreadPoolBuilder::new().num_threads(jobs);
            threads.panic_handler(|_| {}).build().ok()
        });
        Self {
            options,
            jobs,
            pool: pool.flatten(),
            map_game: Arc::new(map_game),
            sink,
            pending: VecDeque::new(),
            bytes_in_flight: 0,
            game_count: 0,
        }
    }

    /// Reads all inputs to the end.
    ///
    /// # Errors
    /// Returns the first error of the sink, which stops the pipeline.
    pub fn run(
        mut self,
        inputs: impl Iterator<Item = Result<LogInput, InputProblem>>,
    ) -> Result<(), S::Error> {
        for input in inputs {
            match input {
                Ok(input) => self.read_file(input)?,
                Err(problem) => self.enqueue(Pending::Problem(problem), 0)?,
            }
        }
        self.drain(0, 0)
    }

    fn read_file(&mut self, input: LogInput) -> Result<(), S::Error> {
        let origin = Arc::new(Origin::new(input));
        let reader = match origin.open() {
            Ok(reader) => reader,
            Err(error) => return self.enqueue(Pending::Problem(error.into()), 0),
        };
        let mut parts = ChunkReader::new(reader, Arc::clone(&origin), self.options);
        loop {
            match parts.next_part() {
                Ok(None) => return self.enqueue(Pending::End(origin), 0),
                Ok(Some(FilePart::UnknownFormat(_) | FilePart::NoText(_)))
                    if origin.is_skippable() =>
                {
                    return self.enqueue(Pending::Skipped(origin), 0);
                }
                Ok(Some(part)) => self.start_part(&origin, part)?,
                Err(error) => {
                    let error = InputError::io(&origin.display_name, error);
                    return self.enqueue(Pending::Problem(error.into()), 0);
                }
            }
        }
    }

    fn start_part(&mut self, origin: &Arc<Origin>, part: FilePart) -> Result<(), S::Error> {
        let length = part.length();
        let Some(pool) = &self.pool else {
            return self.judge_in_place(origin, &part);
        };
        let (sender, batches) = GameBatches::new();
        let map_game = Arc::clone(&self.map_game);
        let from = Arc::clone(origin);
        pool.spawn(move || {
            send_batches(&part, &sender, &|checked, location| {
                map_game(checked, &from, location)
            });
        });
        self.enqueue(Pending::Games(Arc::clone(origin), length, batches), length)
    }

    /// Judges a part on this thread, and passes on each game before the next is judged.
    fn judge_in_place(&mut self, origin: &Arc<Origin>, part: &FilePart) -> Result<(), S::Error> {
        let map_game = Arc::clone(&self.map_game);
        let (mut count, mut done) = (0, Ok(()));
        part.for_each_game(&mut |checked, location| {
            if done.is_ok() {
                let game = map_game(checked, origin, location);
                done = self.sink.on_game(origin, self.game_count, game);
                self.game_count += 1;
                count += 1;
            }
        });
        done?;
        self.sink.on_progress(part.length(), count)
    }

    fn enqueue(&mut self, event: Pending<S::Item>, bytes: usize) -> Result<(), S::Error> {
        self.pending.push_back(event);
        self.bytes_in_flight += bytes;
        match self.pool {
            Some(_) => self.drain(
                self.jobs * MAX_BYTES_PER_THREAD,
                self.jobs * MAX_CHUNKS_PER_THREAD,
            ),
            None => self.drain(0, 0),
        }
    }

    /// Delivers finished events from the front, and waits until at most `bytes` bytes and `chunks`
    /// chunks are in flight.
    fn drain(&mut self, bytes: usize, chunks: usize) -> Result<(), S::Error> {
        while let Some(event) = self.pending.pop_front() {
            let full = self.bytes_in_flight > bytes || self.pending.len() >= chunks;
            match event {
                Pending::Games(origin, length, batches) => {
                    let next = if full {
                        batches.recv().map_err(|_| TryRecvError::Disconnected)
                    } else {
                        batches.try_recv()
                    };
                    match next {
                        Ok(PartGames::Batch(games)) => {
                            self.deliver_games(&origin, games)?;
                            let front = Pending::Games(origin, length, batches);
                            self.pending.push_front(front);
                        }
                        Ok(PartGames::End(count)) => {
                            self.bytes_in_flight -= length;
                            self.sink.on_progress(length, count)?;
                        }
                        Err(TryRecvError::Empty) => {
                            let front = Pending::Games(origin, length, batches);
                            self.pending.push_front(front);
                            break;
                        }
                        Err(TryRecvError::Disconnected) => {
                            return Err(ReaderPanicked::at(&origin).into());
                        }
                    }
                }
                Pending::End(origin) => self.finish_file(&origin)?,
                Pending::Skipped(origin) => self.sink.on_skipped_file(&origin)?,
                Pending::Problem(problem) => {
                    self.game_count = 0;
                    self.sink.on_problem(problem)?;
                }
            }
        }
        Ok(())
    }

    fn deliver_games(&mut self, origin: &Arc<Origin>, games: Vec<S::Item>) -> Result<(), S::Error> {
        for game in games {
            self.sink.on_game(origin, self.game_count, game)?;
            self.game_count += 1;
        }
        Ok(())
    }

    fn finish_file(&mut self, origin: &Arc<Origin>) -> Result<(), S::Error> {
        if self.game_count == 0 {
            let game = (self.map_game)(judged_without_game(), origin, &GameLocation::NO_GAME);
            self.sink.on_game(origin, 0, game)?;
            self.game_count = 1;
        }
        self.sink.on_file_end(origin, self.game_count)?;
        self.game_count = 0;
        Ok(())
    }
}

/// A thread panicked while it read a file: a bug in kifu.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("kifu failed while reading `{name}`")]
pub struct ReaderPanicked {
    /// The file.
    pub name: String,
}

impl ReaderPanicked {
    fn at(origin: &Origin) -> Self {
        Self {
            name: origin.display_name.clone(),
        }
    }
}

// From the chunks of a file to its judged games.

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
            Self::Unreadable(_) | Self::NoText(_) => 0,
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
            Self::NoText(kind) => {
                let message = format!("expected a game log, found {kind}");
                let finding = Finding::new(Code::UnknownFormat, message);
                each(
                    judge(ParsedGame::unreadable(finding), ""),
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
        let mut checked = None;
        let mut position = 0_u32;
        self.read(&mut |parsed, source| {
            if position == index {
                checked = Some(parsed.check(source, CATALOGUE));
            }
            position = position.saturating_add(1);
        });
        checked
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

// The judged games of one part of a file, on their way from the thread that judges them to the
// sink: a bounded number at a time, for a small text may hold a great many games.

/// The number of games that are passed on together.
const GAMES_PER_BATCH: usize = 256;
/// The number of batches of a part that wait to be delivered.
///
/// A thread that has filled them waits for the sink. It may do so without end only if the sink
/// waits for a part that no thread has begun; but parts are begun in their order.
const MAX_WAITING_BATCHES: usize = 4;

/// A message about the games of a part.
enum PartGames<G> {
    /// The next games.
    Batch(Vec<G>),
    /// The end of the part, with the number of its games.
    End(usize),
}

/// The receiving end of a part's games. If the sender is gone before the end, it panicked.
struct GameBatches<G>(Receiver<PartGames<G>>);

impl<G> GameBatches<G> {
    /// Creates the two ends.
    pub fn new() -> (SyncSender<PartGames<G>>, Self) {
        let (sender, receiver) = sync_channel(MAX_WAITING_BATCHES);
        (sender, Self(receiver))
    }

    /// Returns the next message, if it is there.
    pub fn try_recv(&self) -> Result<PartGames<G>, TryRecvError> {
        self.0.try_recv()
    }

    /// Waits for the next message.
    pub fn recv(&self) -> Result<PartGames<G>, RecvError> {
        self.0.recv()
    }
}

/// Judges the games of a part and sends them in batches.
fn send_batches<G>(
    part: &FilePart,
    sender: &SyncSender<PartGames<G>>,
    map_game: &dyn Fn(CheckedGame, &GameLocation) -> G,
) {
    let mut batch = Vec::new();
    let mut count = 0;
    let mut is_received = true;
    part.for_each_game(&mut |checked, location| {
        // No one receives the games if the program is about to end.
        if is_received {
            count += 1;
            batch.push(map_game(checked, location));
            if batch.len() >= GAMES_PER_BATCH {
                is_received = sender
                    .send(PartGames::Batch(std::mem::take(&mut batch)))
                    .is_ok();
            }
        }
    });
    if is_received && sender.send(PartGames::Batch(batch)).is_ok() {
        let _ = sender.send(PartGames::End(count));
    }
}
