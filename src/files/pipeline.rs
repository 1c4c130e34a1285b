//! Files in, judged games out: pieces are read one by one, checked side by side, and handed out
//! in order. No more than a few pieces are in flight.

use super::chunks::{ChunkReader, FilePart, ReadOptions};
use super::error::InputError;
use super::judge::{GameLocation, judged_without_game};
use super::origin::Origin;
use super::paths::{Input, InputProblem};
use crate::formats::CheckedGame;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// So many bytes are in flight for each thread.
const MAX_BYTES_PER_THREAD: usize = 2 << 20;
/// So many pieces are in flight for each thread; files may be tiny.
const MAX_CHUNKS_PER_THREAD: usize = 64;

/// So many threads; 0 for one a core.
pub fn thread_count(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

/// What is done with the games, in the order in which they stand.
pub trait Sink {
    /// What is left of a game after the work done side by side.
    type Item: Send + 'static;
    /// Why the sink ends the work.
    type Error: From<ReaderPanicked>;

    /// The next game of a file, counted from 0.
    ///
    /// # Errors
    /// Each method's errors end the work.
    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: Self::Item,
    ) -> Result<(), Self::Error>;

    /// A file has been read; how many games it has.
    ///
    /// # Errors
    /// As above.
    fn on_file_end(&mut self, _origin: &Arc<Origin>, _games: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    /// A file found in a folder is no log.
    ///
    /// # Errors
    /// As above.
    fn on_skipped_file(&mut self, _origin: &Arc<Origin>) -> Result<(), Self::Error> {
        Ok(())
    }

    /// Something could not be reached.
    ///
    /// # Errors
    /// As above.
    fn on_problem(&mut self, trouble: InputProblem) -> Result<(), Self::Error>;

    /// So many more bytes have been read, with so many games in them.
    ///
    /// # Errors
    /// As above.
    fn on_progress(&mut self, _bytes: usize, _games: usize) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// What is waiting to be handed out.
enum Pending<G> {
    Games(Arc<Origin>, usize, Receiver<Vec<G>>),
    End(Arc<Origin>),
    Skipped(Arc<Origin>),
    Problem(InputProblem),
}

/// The work done side by side: what a sink needs of a game.
type MapGame<G> = Arc<dyn Fn(CheckedGame, &Origin, &GameLocation) -> G + Send + Sync>;

/// Reads, checks and hands out.
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
    /// `jobs`: how many threads check; 0 for as many as there are cores.
    pub fn new(
        told: ReadOptions,
        jobs: usize,
        sink: &'a mut S,
        work: impl Fn(CheckedGame, &Origin, &GameLocation) -> S::Item + Send + Sync + 'static,
    ) -> Self {
        let jobs = thread_count(jobs);
        // Without threads of its own (one job, or none to be had) the work is done in place.
        let pool = (jobs > 1).then(|| {
            let threads = ThreadPoolBuilder::new().num_threads(jobs);
            threads.panic_handler(|_| {}).build().ok()
        });
        Self {
            options: told,
            jobs,
            pool: pool.flatten(),
            map_game: Arc::new(work),
            sink,
            pending: VecDeque::new(),
            bytes_in_flight: 0,
            game_count: 0,
        }
    }

    /// Everything, to the end.
    ///
    /// # Errors
    /// The sink's own, which end the work.
    pub fn run(
        mut self,
        inputs: impl Iterator<Item = Result<Input, InputProblem>>,
    ) -> Result<(), S::Error> {
        for input in inputs {
            match input {
                Ok(input) => self.read_file(input)?,
                Err(trouble) => self.enqueue(Pending::Problem(trouble), 0)?,
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
        let (sender, receiver) = sync_channel(1);
        let work = Arc::clone(&self.map_game);
        let from = Arc::clone(origin);
        let job = move || {
            let mut games = Vec::new();
            part.for_each_game(&mut |checked, spot| games.push(work(checked, &from, spot)));
            // Nobody waits for it if the program is about to end.
            let _ = sender.send(games);
        };
        match &self.pool {
            Some(pool) => pool.spawn(job),
            None => job(),
        }
        self.enqueue(Pending::Games(Arc::clone(origin), length, receiver), length)
    }

    fn enqueue(&mut self, waiting: Pending<S::Item>, bytes: usize) -> Result<(), S::Error> {
        self.pending.push_back(waiting);
        self.bytes_in_flight += bytes;
        match self.pool {
            Some(_) => self.drain(
                self.jobs * MAX_BYTES_PER_THREAD,
                self.jobs * MAX_CHUNKS_PER_THREAD,
            ),
            None => self.drain(0, 0),
        }
    }

    /// Hands out from the front what is done, and waits until no more than so much is in flight.
    fn drain(&mut self, bytes: usize, pieces: usize) -> Result<(), S::Error> {
        while let Some(waiting) = self.pending.pop_front() {
            let full = self.bytes_in_flight > bytes || self.pending.len() >= pieces;
            match waiting {
                Pending::Games(origin, length, receiver) => match receiver.try_recv() {
                    Ok(games) => self.deliver_games(&origin, length, games)?,
                    Err(TryRecvError::Empty) if full => {
                        let games = receiver.recv().map_err(|_| ReaderPanicked::at(&origin))?;
                        self.deliver_games(&origin, length, games)?;
                    }
                    Err(TryRecvError::Empty) => {
                        let front = Pending::Games(origin, length, receiver);
                        self.pending.push_front(front);
                        break;
                    }
                    Err(TryRecvError::Disconnected) => {
                        return Err(ReaderPanicked::at(&origin).into());
                    }
                },
                Pending::End(origin) => self.finish_file(&origin)?,
                Pending::Skipped(origin) => self.sink.on_skipped_file(&origin)?,
                Pending::Problem(trouble) => {
                    self.game_count = 0;
                    self.sink.on_problem(trouble)?;
                }
            }
        }
        Ok(())
    }

    fn deliver_games(
        &mut self,
        origin: &Arc<Origin>,
        length: usize,
        games: Vec<S::Item>,
    ) -> Result<(), S::Error> {
        self.bytes_in_flight -= length;
        let count = games.len();
        for game in games {
            self.sink.on_game(origin, self.game_count, game)?;
            self.game_count += 1;
        }
        self.sink.on_progress(length, count)
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
