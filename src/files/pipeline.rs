//! Files in, judged games out: pieces are read one by one, checked side by side, and handed out
//! in order. No more than a few pieces are in flight.

use super::check::{Spot, no_game};
use super::failure::{Failure, Kind};
use super::origin::Origin;
use super::parts::{Part, Parts, Told};
use super::paths::{Input, Trouble};
use crate::formats::Checked;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// So many bytes are in flight for each thread.
const FLIGHT: usize = 2 << 20;
/// So many pieces are in flight for each thread; files may be tiny.
const PIECES: usize = 64;

/// So many threads; 0 for one a core.
pub fn threads(wanted: usize) -> usize {
    match wanted {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        wanted => wanted,
    }
}

/// What is done with the games, in the order in which they stand.
pub trait Sink {
    /// What is left of a game after the work done side by side.
    type Game: Send + 'static;

    /// The next game of a file, counted from 0.
    ///
    /// # Errors
    /// Each method's errors end the work.
    fn game(&mut self, origin: &Arc<Origin>, index: usize, game: Self::Game)
    -> Result<(), Failure>;

    /// A file has been read; how many games it has.
    ///
    /// # Errors
    /// As above.
    fn end(&mut self, _origin: &Arc<Origin>, _games: usize) -> Result<(), Failure> {
        Ok(())
    }

    /// A file found in a folder is no log.
    ///
    /// # Errors
    /// As above.
    fn skipped(&mut self, _origin: &Arc<Origin>) -> Result<(), Failure> {
        Ok(())
    }

    /// Something could not be reached.
    ///
    /// # Errors
    /// As above.
    fn trouble(&mut self, trouble: Trouble) -> Result<(), Failure>;

    /// So many more bytes have been read, with so many games in them.
    ///
    /// # Errors
    /// As above.
    fn read(&mut self, _bytes: usize, _games: usize) -> Result<(), Failure> {
        Ok(())
    }
}

/// What is waiting to be handed out.
enum Waiting<G> {
    Games(Arc<Origin>, usize, Receiver<Vec<G>>),
    End(Arc<Origin>),
    Skipped(Arc<Origin>),
    Trouble(Trouble),
}

/// The work done side by side: what a sink needs of a game.
type Work<G> = Arc<dyn Fn(Checked, &Origin, &Spot) -> G + Send + Sync>;

/// Reads, checks and hands out.
pub struct Pipeline<'a, S: Sink> {
    told: Told,
    jobs: usize,
    pool: Option<ThreadPool>,
    work: Work<S::Game>,
    sink: &'a mut S,
    waiting: VecDeque<Waiting<S::Game>>,
    bytes: usize,
    games: usize,
}

impl<'a, S: Sink> Pipeline<'a, S> {
    /// `jobs`: how many threads check; 0 for as many as there are cores.
    pub fn new(
        told: Told,
        jobs: usize,
        sink: &'a mut S,
        work: impl Fn(Checked, &Origin, &Spot) -> S::Game + Send + Sync + 'static,
    ) -> Self {
        let jobs = threads(jobs);
        // Without threads of its own (one job, or none to be had) the work is done in place.
        let pool = (jobs > 1).then(|| {
            let threads = ThreadPoolBuilder::new().num_threads(jobs);
            threads.panic_handler(|_| {}).build().ok()
        });
        Self {
            told,
            jobs,
            pool: pool.flatten(),
            work: Arc::new(work),
            sink,
            waiting: VecDeque::new(),
            bytes: 0,
            games: 0,
        }
    }

    /// Everything, to the end.
    ///
    /// # Errors
    /// The sink's own, which end the work.
    pub fn run(
        mut self,
        inputs: impl Iterator<Item = Result<Input, Trouble>>,
    ) -> Result<(), Failure> {
        for input in inputs {
            match input {
                Ok(input) => self.file(input)?,
                Err(trouble) => self.put(Waiting::Trouble(trouble), 0)?,
            }
        }
        self.drain(0, 0)
    }

    fn file(&mut self, input: Input) -> Result<(), Failure> {
        let origin = Arc::new(Origin::new(input));
        let reader = match origin.open() {
            Ok(reader) => reader,
            Err(failure) => return self.put(Waiting::Trouble(Trouble::Failure(failure)), 0),
        };
        let mut parts = Parts::new(reader, Arc::clone(&origin), self.told);
        loop {
            match parts.next_part() {
                Ok(None) => return self.put(Waiting::End(origin), 0),
                Ok(Some(Part::Unknown(_))) if origin.may_be_foreign() => {
                    return self.put(Waiting::Skipped(origin), 0);
                }
                Ok(Some(part)) => self.part(&origin, part)?,
                Err(error) => {
                    let failure = Failure::reading(&origin.name, &error);
                    return self.put(Waiting::Trouble(Trouble::Failure(failure)), 0);
                }
            }
        }
    }

    fn part(&mut self, origin: &Arc<Origin>, part: Part) -> Result<(), Failure> {
        let length = part.length();
        let (sender, receiver) = sync_channel(1);
        let work = Arc::clone(&self.work);
        let from = Arc::clone(origin);
        let job = move || {
            let mut games = Vec::new();
            part.check(&mut |checked, spot| games.push(work(checked, &from, spot)));
            // Nobody waits for it if the program is about to end.
            let _ = sender.send(games);
        };
        match &self.pool {
            Some(pool) => pool.spawn(job),
            None => job(),
        }
        self.put(Waiting::Games(Arc::clone(origin), length, receiver), length)
    }

    fn put(&mut self, waiting: Waiting<S::Game>, bytes: usize) -> Result<(), Failure> {
        self.waiting.push_back(waiting);
        self.bytes += bytes;
        match self.pool {
            Some(_) => self.drain(self.jobs * FLIGHT, self.jobs * PIECES),
            None => self.drain(0, 0),
        }
    }

    /// Hands out from the front what is done, and waits until no more than so much is in flight.
    fn drain(&mut self, bytes: usize, pieces: usize) -> Result<(), Failure> {
        while let Some(waiting) = self.waiting.pop_front() {
            let full = self.bytes > bytes || self.waiting.len() >= pieces;
            match waiting {
                Waiting::Games(origin, length, receiver) => match receiver.try_recv() {
                    Ok(games) => self.games(&origin, length, games)?,
                    Err(TryRecvError::Empty) if full => {
                        let games = receiver.recv().map_err(|_| crashed(&origin))?;
                        self.games(&origin, length, games)?;
                    }
                    Err(TryRecvError::Empty) => {
                        let front = Waiting::Games(origin, length, receiver);
                        self.waiting.push_front(front);
                        break;
                    }
                    Err(TryRecvError::Disconnected) => return Err(crashed(&origin)),
                },
                Waiting::End(origin) => self.end(&origin)?,
                Waiting::Skipped(origin) => self.sink.skipped(&origin)?,
                Waiting::Trouble(trouble) => {
                    self.games = 0;
                    self.sink.trouble(trouble)?;
                }
            }
        }
        Ok(())
    }

    fn games(
        &mut self,
        origin: &Arc<Origin>,
        length: usize,
        games: Vec<S::Game>,
    ) -> Result<(), Failure> {
        self.bytes -= length;
        let count = games.len();
        for game in games {
            self.sink.game(origin, self.games, game)?;
            self.games += 1;
        }
        self.sink.read(length, count)
    }

    fn end(&mut self, origin: &Arc<Origin>) -> Result<(), Failure> {
        if self.games == 0 {
            let game = (self.work)(no_game(), origin, &Spot::NOWHERE);
            self.sink.game(origin, 0, game)?;
            self.games = 1;
        }
        self.sink.end(origin, self.games)?;
        self.games = 0;
        Ok(())
    }
}

fn crashed(origin: &Origin) -> Failure {
    let message = format!("kifu failed while reading `{}`", origin.name);
    Failure::new(Kind::Internal, message)
        .hint("that is a fault of kifu, not of the log: please report it with the log")
}
