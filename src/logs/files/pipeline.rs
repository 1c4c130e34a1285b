//! A parallel pipeline from files to judged games.
//!
//! Chunks are read one by one, judged in parallel and delivered in order, with a bounded number in
//! flight. Of a chunk with many games a bounded number waits to be delivered.

use super::batches::{GameBatches, PartGames, send_batches};
use super::chunks::{ChunkReader, FilePart, ReadOptions};
use super::error::InputError;
use super::judge::{GameLocation, judged_without_game};
use super::origin::Origin;
use super::paths::{Input, InputProblem};
use crate::formats::CheckedGame;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::TryRecvError;

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
        inputs: impl Iterator<Item = Result<Input, InputProblem>>,
    ) -> Result<(), S::Error> {
        for input in inputs {
            match input {
                Ok(input) => self.read_file(input)?,
                Err(problem) => self.enqueue(Pending::Problem(problem), 0)?,
            }
        }
        self.drain(0, 0)
    }

    fn read_file(&mut self, input: Input) -> Result<(), S::Error> {
        let origin = Arc::new(Origin::new(input));
        let reader = match origin.open() {
            Ok(reader) => reader,
            Err(error) => return self.enqueue(Pending::Problem(error.into()), 0),
        };
        let mut parts = ChunkReader::new(reader, Arc::clone(&origin), self.options);
        loop {
            match parts.next_part() {
                Ok(None) => return self.enqueue(Pending::End(origin), 0),
                Ok(Some(FilePart::UnknownFormat(_))) if origin.is_skippable() => {
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
