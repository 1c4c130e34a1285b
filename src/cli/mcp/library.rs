//! The opened games: reading them within bounds, and finding one by its name.

use super::folders::AllowedFolders;
use super::opened_game::{GameDigest, OpenedGame};
use crate::common::text::one_line;
use kifu_logs::files::{
    GameLocation, InputProblem, Origin, Pipeline, ReadOptions, Sink, walk_inputs_without_links,
};
use kifu_logs::formats::CheckedGame;
use kifu_study::explore::{Explorer, UntracedGame};
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::selection::GameSelection;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// The maximum number of opened games.
const MAX_GAMES: usize = 200_000;
/// The maximum number of bytes that are read at once.
const MAX_READ_BYTES: usize = 1 << 30;
/// The number of problems in reading that are named.
const MAX_PROBLEMS: usize = 20;

/// The games that are open.
#[derive(Default)]
pub(super) struct OpenLibrary {
    /// The games, in the order of the files.
    pub games: Vec<Arc<OpenedGame>>,
    by_name: HashMap<String, usize>,
    /// The number of games that the filters left out.
    pub left_out: usize,
    /// The number of files that are no logs.
    pub skipped_files: usize,
    /// The problems in reading, the first few of them.
    pub problems: Vec<String>,
    explorer: OnceLock<Explorer>,
}

impl OpenLibrary {
    /// Returns the game with a name.
    pub fn find(&self, name: &str) -> Option<&Arc<OpenedGame>> {
        self.by_name.get(name).map(|at| &self.games[*at])
    }

    /// Returns what was played in each position. It is made when it is first asked for.
    pub fn explorer(&self) -> &Explorer {
        self.explorer.get_or_init(|| {
            let mut explorer = Explorer::default();
            for (label, game) in self.games.iter().enumerate() {
                let trace = game.digest.untraced.as_ref().map(UntracedGame::trace);
                if let (Some(trace), Ok(label)) = (trace, u32::try_from(label)) {
                    let [first, second] = &game.digest.score.names;
                    explorer.add(&trace, label, [first, second]);
                }
            }
            explorer.shrink_to_fit();
            explorer
        })
    }

    /// Returns the library with a game in the place of the one with its name.
    pub fn with_replaced(&self, game: &Arc<OpenedGame>) -> Self {
        let mut all = Self {
            left_out: self.left_out,
            skipped_files: self.skipped_files,
            problems: self.problems.clone(),
            ..Self::default()
        };
        for known in &self.games {
            let is_same = known.name == game.name;
            all.push(Arc::clone(if is_same { game } else { known }));
        }
        all
    }

    /// Adds the games of another library, in place of those with the same names.
    pub fn merged_with(&self, added: Self) -> Self {
        let mut all = Self {
            left_out: added.left_out,
            skipped_files: added.skipped_files,
            problems: added.problems,
            ..Self::default()
        };
        let is_kept = |game: &&Arc<OpenedGame>| !added.by_name.contains_key(&game.name);
        let kept = self.games.iter().filter(is_kept).cloned();
        for game in kept.chain(added.games) {
            all.push(game);
        }
        all
    }

    fn push(&mut self, game: Arc<OpenedGame>) {
        self.by_name.insert(game.name.clone(), self.games.len());
        self.games.push(game);
    }
}

/// The reading of games into a library.
pub(super) struct LibraryReader<'a> {
    /// The folders that may be read.
    pub folders: &'a AllowedFolders,
    /// How to read.
    pub options: ReadOptions,
    /// Which games to keep; `None` for all.
    pub selection: Option<Arc<GameSelection>>,
    /// Set to end the reading.
    pub stop: &'a AtomicBool,
    /// Is called with the number of games so far.
    pub progress: &'a dyn Fn(usize),
}

impl LibraryReader<'_> {
    /// Reads the games below these paths, which were found by [`AllowedFolders::find`].
    ///
    /// # Errors
    /// Returns an error if there are too many games or bytes, or if the reading was stopped.
    pub fn read(self, paths: &[PathBuf]) -> Result<OpenLibrary, Failure> {
        let selection = self.selection;
        let mut sink = LibrarySink {
            library: OpenLibrary::default(),
            folders: self.folders,
            stop: self.stop,
            progress: self.progress,
            bytes: 0,
        };
        let work = move |checked: CheckedGame, origin: &Origin, location: &GameLocation| {
            let players = selection.as_ref().map(|only| only.players(&checked));
            let is_left_out = players.is_some_and(|players| players.is_err());
            (!is_left_out).then(|| GameDigest::new(checked, origin, *location))
        };
        // One job: the engine tools may be at work.
        let pipeline = Pipeline::new(self.options, 1, &mut sink, work);
        pipeline.run(walk_inputs_without_links(paths))?;
        Ok(sink.library)
    }
}

/// A sink that keeps what the tools need of each game.
struct LibrarySink<'a> {
    library: OpenLibrary,
    folders: &'a AllowedFolders,
    stop: &'a AtomicBool,
    progress: &'a dyn Fn(usize),
    bytes: usize,
}

impl LibrarySink<'_> {
    fn check(&self) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::new(
                FailureKind::Cancelled,
                "the reading was stopped",
            ));
        }
        if self.library.games.len() > MAX_GAMES || self.bytes > MAX_READ_BYTES {
            let message = format!(
                "expected at most {MAX_GAMES} games in {} MiB, found more",
                MAX_READ_BYTES >> 20
            );
            let hint = "open fewer files, or filter by player, opponent, result, fault or loss";
            return Err(Failure::usage(message).hint(hint));
        }
        Ok(())
    }
}

impl Sink for LibrarySink<'_> {
    type Item = Option<GameDigest>;
    type Error = Failure;

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        index: usize,
        game: Option<GameDigest>,
    ) -> Result<(), Failure> {
        match game {
            Some(digest) => {
                let file = self.folders.name(&PathBuf::from(&origin.display_name));
                self.library.push(Arc::new(OpenedGame {
                    name: format!("{}#{index}", one_line(&file)),
                    origin: Arc::clone(origin),
                    digest,
                }));
            }
            None => self.library.left_out += 1,
        }
        self.check()
    }

    fn on_skipped_file(&mut self, _: &Arc<Origin>) -> Result<(), Failure> {
        self.library.skipped_files += 1;
        self.check()
    }

    fn on_problem(&mut self, problem: InputProblem) -> Result<(), Failure> {
        if self.library.problems.len() < MAX_PROBLEMS {
            self.library.problems.push(one_line(&problem.to_string()));
        }
        self.check()
    }

    fn on_progress(&mut self, bytes: usize, _: usize) -> Result<(), Failure> {
        self.bytes += bytes;
        (self.progress)(self.library.games.len());
        self.check()
    }
}
