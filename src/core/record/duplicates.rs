//! Games that occur in an archive more than once.

use super::Record;
use crate::contract::Setup;
use crate::games::{CATALOGUE, by_id};
use rustc_hash::FxHashMap;
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The key of a game, equal in records that hold the same game: its moves, and who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameKey {
    /// The hash of the game with its start and moves.
    moves: u128,
    /// The hash of the names of both players.
    players: u64,
}

impl GameKey {
    /// Returns the key of a game; `None` if it has no moves to compare.
    ///
    /// ```
    /// use kifu_core::record::{GameKey, Record};
    ///
    /// let game = Record { game: "clobber".to_owned(), moves: "b1a1".to_owned(), ..Record::default() };
    /// let mut renamed = game.clone();
    /// renamed.players.0.name = "Ada".to_owned();
    /// assert_ne!(GameKey::of(&game), GameKey::of(&renamed));
    /// assert_eq!(GameKey::of(&Record::default()), None);
    /// ```
    pub fn of(record: &Record) -> Option<Self> {
        record.tokens().next()?;
        let mut content = Vec::with_capacity(4 * record.moves.len() + 256);
        let mut add = |text: &str| {
            content.extend_from_slice(&(text.len() as u64).to_le_bytes());
            content.extend_from_slice(text.as_bytes());
        };
        add(&record.game);
        add(&record.rules.to_string());
        with_start_text(record, &mut add);
        record.tokens().for_each(&mut add);
        let moves = first_bytes(&Sha256::digest(&content));
        let (first, second) = (&record.players.0.name, &record.players.1.name);
        let mut hasher = Sha256::new();
        hasher.update((first.len() as u64).to_le_bytes());
        hasher.update(first);
        hasher.update(second);
        let players = u64::from_le_bytes(first_bytes(&hasher.finalize()));
        Some(Self {
            moves: u128::from_le_bytes(moves),
            players,
        })
    }
}

thread_local! {
    /// The game and the setup whose start was asked for last, with its text. The games of an archive
    /// mostly start alike, and a position takes longer to write than the moves take to hash.
    static LAST_START: RefCell<Option<(String, Setup, String)>> = const { RefCell::new(None) };
}

/// Passes on the text of the position in which a game starts.
fn with_start_text(record: &Record, use_text: &mut dyn FnMut(&str)) {
    LAST_START.with_borrow_mut(|last| match last {
        Some((game, setup, text)) if *game == record.game && *setup == record.setup => {
            use_text(text);
        }
        _ => {
            let text = start_text(record);
            use_text(&text);
            *last = Some((record.game.clone(), record.setup.clone(), text));
        }
    });
}

/// Returns the position in which a game starts, however its setup spells it; the setup itself if no
/// game starts from it.
fn start_text(record: &Record) -> String {
    let game = by_id(CATALOGUE, &record.game);
    match game.map(|game| game.start(&record.setup)) {
        Some(Ok(state)) => state.position(),
        Some(Err(_)) | None => format!("{:?}", record.setup),
    }
}

/// Returns the first bytes of a hash.
fn first_bytes<const N: usize>(hash: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&hash[..N]);
    bytes
}

/// An earlier game with the same moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicate<P> {
    /// The place of the earlier game.
    pub earlier: P,
    /// Whether the players have the same names.
    pub same_players: bool,
}

/// The games of an archive, by their moves.
///
/// `P` is the place of a game.
#[derive(Clone, Debug)]
pub struct DuplicateFinder<P> {
    // The keys are hashes already.
    games: FxHashMap<u128, SameMoves<P>>,
}

/// The games with the same moves.
#[derive(Clone, Debug)]
struct SameMoves<P> {
    first: P,
    first_players: u64,
    /// The first game of each other pair of players; mostly there are none.
    #[expect(
        clippy::box_collection,
        reason = "a pointer is smaller than an empty map"
    )]
    others: Option<Box<HashMap<u64, P>>>,
}

impl<P> Default for DuplicateFinder<P> {
    fn default() -> Self {
        Self {
            games: FxHashMap::default(),
        }
    }
}

impl<P: Clone> DuplicateFinder<P> {
    /// Adds a game, and returns the first earlier one with the same moves; one with the same players
    /// comes before others.
    pub fn add(&mut self, key: GameKey, place: P) -> Option<Duplicate<P>> {
        let same = match self.games.entry(key.moves) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                entry.insert(SameMoves {
                    first: place,
                    first_players: key.players,
                    others: None,
                });
                return None;
            }
        };
        let (earlier, same_players) = if same.first_players == key.players {
            (same.first.clone(), true)
        } else {
            match same.others.get_or_insert_default().entry(key.players) {
                Entry::Occupied(entry) => (entry.get().clone(), true),
                Entry::Vacant(entry) => {
                    entry.insert(place);
                    (same.first.clone(), false)
                }
            }
        };
        Some(Duplicate {
            earlier,
            same_players,
        })
    }
}
