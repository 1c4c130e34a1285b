//! What a connection keeps: the allowed folders, the opened games and the reviews made so far.

use super::folders::AllowedFolders;
use super::library::{LibraryReader, OpenLibrary};
use super::opened_game::{GameDigest, OpenedGame};
use super::place_name::PlaceName;
use kifu_core::findings::Finding;
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_logs::files::{ReadOptions, reread_game};
use kifu_logs::formats::CheckedGame;
use kifu_study::failure::{Failure, FailureKind};
use kifu_study::review::{ReviewedGame, Thresholds};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock};
use tempfile::TempDir;

/// The number of games that are kept as they were read.
const MAX_LOADED: usize = 16;
/// The number of reviewed games that are kept.
const MAX_REVIEWED: usize = 64;

/// A call of a tool.
pub(super) struct ToolCall {
    /// Set when the client cancels the call or is gone.
    pub stop: Arc<AtomicBool>,
    /// Reports how much is done, of a total if that is known, and what.
    pub progress: Box<dyn Fn(usize, Option<usize>, String) + Send>,
}

impl ToolCall {
    /// # Errors
    /// Returns an error if the call is cancelled.
    pub fn check(&self) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::new(
                FailureKind::Cancelled,
                "the call was cancelled",
            ));
        }
        Ok(())
    }
}

/// A game that was read, judged.
pub(super) struct JudgedGame {
    /// The name: `FILE#GAME`.
    pub name: String,
    /// The game that was played.
    pub game: &'static dyn DynGame,
    /// The game with its findings.
    pub checked: CheckedGame,
}

impl JudgedGame {
    /// Returns the game with the judgements of its review.
    ///
    /// # Errors
    /// Returns an error if it cannot be replayed.
    pub fn reviewed(&self) -> Result<ReviewedGame, Failure> {
        let (name, record) = (self.name.clone(), self.checked.record.clone());
        let (game, plies) = (self.game, self.checked.ply_count);
        Ok(ReviewedGame::new(
            name,
            game,
            record,
            plies,
            &Thresholds::default(),
        )?)
    }
}

/// A few values by name, of which the one used longest ago goes first.
struct Recent<T> {
    values: VecDeque<(String, T)>,
    limit: usize,
}

impl<T: Clone> Recent<T> {
    const fn new(limit: usize) -> Self {
        Self {
            values: VecDeque::new(),
            limit,
        }
    }

    fn get(&mut self, name: &str) -> Option<T> {
        let at = self.values.iter().position(|(known, _)| known == name)?;
        let found = self.values.remove(at)?;
        self.values.push_back(found.clone());
        Some(found.1)
    }

    fn insert(&mut self, name: &str, value: T) {
        self.values.retain(|(known, _)| known != name);
        self.values.push_back((name.to_owned(), value));
        if self.values.len() > self.limit {
            self.values.pop_front();
        }
    }
}

/// Locks what no code leaves broken.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads a game once more.
fn reread(opened: &OpenedGame) -> Result<CheckedGame, Failure> {
    reread_game(&opened.origin, &opened.digest.location).map_err(|error| {
        Failure::from(error).hint("call `open` again to read the file as it is now")
    })
}

/// The state of a connection.
pub(super) struct Session {
    folders: RwLock<AllowedFolders>,
    library: RwLock<Arc<OpenLibrary>>,
    loaded: Mutex<Recent<Arc<JudgedGame>>>,
    reviewed: Mutex<Recent<Arc<JudgedGame>>>,
    scratch: OnceLock<TempDir>,
}

impl Session {
    /// Creates a session without games.
    pub fn new(folders: AllowedFolders) -> Self {
        Self {
            folders: RwLock::new(folders),
            library: RwLock::default(),
            loaded: Mutex::new(Recent::new(MAX_LOADED)),
            reviewed: Mutex::new(Recent::new(MAX_REVIEWED)),
            scratch: OnceLock::new(),
        }
    }

    /// Returns the folders that may be read, the one for files of programs among them.
    pub fn folders(&self) -> AllowedFolders {
        let folders = self.folders.read();
        let folders = folders.unwrap_or_else(PoisonError::into_inner).clone();
        match self.scratch.get() {
            Some(scratch) => folders.with(scratch.path()),
            None => folders,
        }
    }

    /// Sets the folders that may be read.
    pub fn set_folders(&self, folders: AllowedFolders) {
        let mut own = self.folders.write().unwrap_or_else(PoisonError::into_inner);
        *own = folders;
    }

    /// Returns the opened games.
    pub fn library(&self) -> Arc<OpenLibrary> {
        let library = self.library.read();
        Arc::clone(&library.unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns the opened games, of which there must be some.
    ///
    /// # Errors
    /// Returns an error if no game is open.
    pub fn opened(&self) -> Result<Arc<OpenLibrary>, Failure> {
        let library = self.library();
        if library.games.is_empty() {
            let message = "expected opened games, found none";
            return Err(Failure::usage(message).hint("call `open` with paths first"));
        }
        Ok(library)
    }

    /// Sets the opened games.
    pub fn set_library(&self, library: OpenLibrary) {
        lock(&self.loaded).values.clear();
        let mut own = self.library.write().unwrap_or_else(PoisonError::into_inner);
        *own = Arc::new(library);
    }

    /// Keeps a game with the review that was made of it, also among the opened games.
    pub fn keep_review(&self, game: JudgedGame) -> Arc<JudgedGame> {
        let game = Arc::new(game);
        lock(&self.reviewed).insert(&game.name, Arc::clone(&game));
        if let Some(opened) = self.library().find(&game.name) {
            let (origin, location) = (Arc::clone(&opened.origin), opened.digest.location);
            let digest = GameDigest::new(game.checked.clone(), &origin, location);
            let reviewed = OpenedGame {
                name: game.name.clone(),
                origin,
                digest,
            };
            let mut own = self.library.write().unwrap_or_else(PoisonError::into_inner);
            *own = Arc::new(own.with_replaced(&Arc::new(reviewed)));
        }
        game
    }

    /// Returns the game with a name: with the review that was made of it here, if there is one.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or if it has no such game or one that is not
    /// known.
    pub fn load(&self, place: &PlaceName, call: &ToolCall) -> Result<Arc<JudgedGame>, Failure> {
        let (path, name) = self.resolve(place)?;
        let known = lock(&self.reviewed).get(&name);
        if let Some(game) = known.or_else(|| lock(&self.loaded).get(&name)) {
            return Ok(game);
        }
        let checked = reread(&*self.open_game(&path, &name, call)?)?;
        let game = by_id(CATALOGUE, &checked.record.game).ok_or_else(|| {
            let message = format!("expected a game that kifu knows, found none in {name}");
            Failure::new(FailureKind::Input, message).hint("`findings` says what is wrong with it")
        })?;
        let game = Arc::new(JudgedGame {
            name: name.clone(),
            game,
            checked,
        });
        lock(&self.loaded).insert(&name, Arc::clone(&game));
        Ok(game)
    }

    /// Returns the path of the file of a place, and the name of the game by which it is known.
    fn resolve(&self, place: &PlaceName) -> Result<(PathBuf, String), Failure> {
        let folders = self.folders();
        let path = folders.find(&place.file)?;
        let name = format!("{}#{}", folders.name(&path), place.index);
        Ok((path, name))
    }

    /// Returns an opened game, or reads the file of one that is not open.
    fn open_game(
        &self,
        path: &Path,
        name: &str,
        call: &ToolCall,
    ) -> Result<Arc<OpenedGame>, Failure> {
        let opened = self.library().find(name).map(Arc::clone);
        opened.map_or_else(|| self.read_file(path, name, call), Ok)
    }

    /// Reads a file that is not open, and returns one of its games.
    fn read_file(
        &self,
        path: &Path,
        name: &str,
        call: &ToolCall,
    ) -> Result<Arc<OpenedGame>, Failure> {
        let reader = LibraryReader {
            folders: &self.folders(),
            options: ReadOptions::default(),
            selection: None,
            stop: &call.stop,
            progress: &|_| {},
        };
        let library = reader.read(&[path.to_owned()])?;
        if let Some(game) = library.find(name) {
            return Ok(Arc::clone(game));
        }
        if let Some(problem) = library.problems.first() {
            return Err(Failure::new(FailureKind::Input, problem));
        }
        let message = match library.games.len() {
            0 => format!("expected a game in `{}`, found none", path.display()),
            games => format!("expected a game from 0 to {}, found {name}", games - 1),
        };
        Err(Failure::new(FailureKind::Input, message))
    }

    /// Returns the heading and the findings of a game, which may be one that is not known.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has no such game.
    pub fn findings(
        &self,
        place: &PlaceName,
        call: &ToolCall,
    ) -> Result<(String, Vec<Finding>), Failure> {
        let (path, name) = self.resolve(place)?;
        let opened = self.open_game(&path, &name, call)?;
        let checked = reread(&opened)?;
        let game = opened
            .digest
            .game
            .map_or("unknown game", |game| game.name());
        let ending = checked.ending.as_str();
        let heading = format!(
            "{}: {game}, {} plies, {ending}",
            opened.name, checked.ply_count
        );
        Ok((heading, checked.findings))
    }

    /// Returns the folder for files of programs that run, which is removed at the end.
    ///
    /// # Errors
    /// Returns an error if it cannot be made.
    pub fn scratch(&self) -> Result<&Path, Failure> {
        if self.scratch.get().is_none() {
            let folder = tempfile::Builder::new().prefix("kifu-mcp-").tempdir();
            let folder = folder.map_err(|error| {
                let message = format!("no folder for temporary files: {error}");
                Failure::new(FailureKind::Output, message)
            })?;
            // If another call was faster, its folder is used.
            let _ = self.scratch.set(folder);
        }
        let folder = self.scratch.get();
        folder
            .map(TempDir::path)
            .ok_or_else(|| Failure::internal("the folder for temporary files is gone"))
    }
}
