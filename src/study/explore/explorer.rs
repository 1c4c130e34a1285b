//! The columns of an archive: the keys of all positions and the numbers of all moves.

use super::game_trace::{GameTrace, TracedEvaluation};
use kifu_core::contract::Winner;
use kifu_core::games::DynGame;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The label of a game that was removed.
const REMOVED: u32 = u32::MAX;
/// The offset of the evaluations of a game that has none.
const NO_EVALUATIONS: u32 = u32::MAX;

/// The details of a game other than its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct GameFacts {
    /// The number by which the caller knows the game.
    pub label: u32,
    /// The players by number.
    pub players: [u32; 2],
    /// The index of the first evaluation.
    evaluations: u32,
    pub points: Option<[i32; 2]>,
    pub winner: Option<Winner>,
}

/// The numbers of moves, in as many bytes as the game needs.
///
/// The moves of each game are followed by a part of the key of its last position, so that as much of
/// that is compared as of the others.
#[derive(Debug)]
enum MoveColumn {
    /// Two bytes for a move.
    Narrow(Vec<u16>),
    /// Four bytes for a move.
    Wide(Vec<u32>),
}

impl MoveColumn {
    fn for_game(game: &dyn DynGame) -> Self {
        if game.move_bits() <= 16 {
            Self::Narrow(Vec::new())
        } else {
            Self::Wide(Vec::new())
        }
    }

    /// Appends the low bits of a number.
    #[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    fn push(&mut self, number: u32) {
        match self {
            Self::Narrow(moves) => moves.push(number as u16),
            Self::Wide(moves) => moves.push(number),
        }
    }

    fn get(&self, index: usize) -> u32 {
        match self {
            Self::Narrow(moves) => moves[index].into(),
            Self::Wide(moves) => moves[index],
        }
    }

    /// Reports whether the number at an index is the low bits of this one.
    fn matches(&self, index: usize, number: u32) -> bool {
        match self {
            Self::Narrow(moves) => u32::from(moves[index]) == number & 0xffff,
            Self::Wide(moves) => moves[index] == number,
        }
    }

    fn shrink_to_fit(&mut self) {
        match self {
            Self::Narrow(moves) => moves.shrink_to_fit(),
            Self::Wide(moves) => moves.shrink_to_fit(),
        }
    }

    fn memory(&self) -> usize {
        match self {
            Self::Narrow(moves) => moves.capacity() * size_of::<u16>(),
            Self::Wide(moves) => moves.capacity() * size_of::<u32>(),
        }
    }
}

/// The low half of a key, which is scanned.
#[expect(clippy::cast_possible_truncation, reason = "half of the key is wanted")]
pub(super) const fn low_half(key: u64) -> u32 {
    key as u32
}

/// The high half of a key.
pub(super) const fn high_half(key: u64) -> u32 {
    low_half(key >> 32)
}

/// The columns of the recorded games of one game.
#[derive(Debug)]
pub(super) struct GameColumns {
    pub game: &'static dyn DynGame,
    /// The low halves of the keys of all positions, game by game.
    pub keys: Vec<u32>,
    moves: MoveColumn,
    /// The index of the first position of each game.
    starts: Vec<u32>,
    pub facts: Vec<GameFacts>,
    evaluations: Vec<TracedEvaluation>,
}

impl GameColumns {
    fn new(game: &'static dyn DynGame) -> Self {
        Self {
            game,
            keys: Vec::new(),
            moves: MoveColumn::for_game(game),
            starts: Vec::new(),
            facts: Vec::new(),
            evaluations: Vec::new(),
        }
    }

    fn push(&mut self, trace: &GameTrace, label: u32, players: [u32; 2]) {
        let offset = |length: usize| u32::try_from(length).ok();
        let (Some(start), Some(evaluations)) = (
            offset(self.keys.len() + trace.keys.len()).and_then(|_| offset(self.keys.len())),
            offset(self.evaluations.len()),
        ) else {
            // Four billion positions of one game do not fit into memory.
            return;
        };
        self.starts.push(start);
        self.facts.push(GameFacts {
            label,
            players,
            evaluations: if trace.outcome.evaluations.is_empty() {
                NO_EVALUATIONS
            } else {
                evaluations
            },
            points: trace.outcome.points,
            winner: trace.outcome.winner,
        });
        self.keys
            .extend(trace.keys.iter().map(|key| low_half(*key)));
        for number in &trace.moves {
            self.moves.push(*number);
        }
        self.moves
            .push(trace.keys.last().map_or(0, |key| high_half(*key)));
        self.evaluations.extend(&trace.outcome.evaluations);
    }

    /// Returns the indices of the positions of a game.
    pub fn positions(&self, game: usize) -> std::ops::Range<usize> {
        let end = self
            .starts
            .get(game + 1)
            .map_or(self.keys.len(), |end| *end as usize);
        self.starts[game] as usize..end
    }

    /// Returns the number of the move made in a position that is not the last of its game.
    pub fn move_number(&self, position: usize) -> u32 {
        self.moves.get(position)
    }

    /// Reports whether the last position of a game has this key, beyond the half that was scanned.
    pub fn is_last_with_key(&self, position: usize, key: u64) -> bool {
        self.moves.matches(position, high_half(key))
    }

    /// Returns what the review says of the move of a game in a position.
    pub fn evaluation(&self, game: usize, position: usize) -> Option<TracedEvaluation> {
        let first = self.facts[game].evaluations;
        let index = first as usize + position - self.starts[game] as usize;
        (first != NO_EVALUATIONS).then(|| self.evaluations[index])
    }

    fn memory(&self) -> usize {
        self.keys.capacity() * size_of::<u32>()
            + self.moves.memory()
            + self.starts.capacity() * size_of::<u32>()
            + self.facts.capacity() * size_of::<GameFacts>()
            + self.evaluations.capacity() * size_of::<TracedEvaluation>()
    }
}

/// The positions and moves of all games of an archive.
#[derive(Debug, Default)]
pub struct Explorer {
    pub(super) games: Vec<GameColumns>,
    pub(super) names: PlayerNames,
}

impl Explorer {
    /// Adds a game with a label of the caller's and the names of its players, if it has moves.
    pub fn add(&mut self, trace: &GameTrace, label: u32, players: [&str; 2]) {
        if trace.moves.is_empty() {
            return;
        }
        let players = players.map(|name| self.names.intern(name));
        let existing = self
            .games
            .iter()
            .position(|columns| columns.game.id() == trace.game_id());
        let index = existing.unwrap_or_else(|| {
            self.games.push(GameColumns::new(trace.game));
            self.games.len() - 1
        });
        self.games[index].push(trace, label, players);
    }

    /// Gives back the memory that the columns hold in reserve, after the last of many games.
    pub fn shrink_to_fit(&mut self) {
        for columns in &mut self.games {
            columns.keys.shrink_to_fit();
            columns.moves.shrink_to_fit();
            columns.starts.shrink_to_fit();
            columns.facts.shrink_to_fit();
            columns.evaluations.shrink_to_fit();
        }
    }

    /// Removes the game with a label, so that it is not counted any more.
    pub fn remove(&mut self, label: u32) {
        let facts = self.games.iter_mut().flat_map(|columns| &mut columns.facts);
        for facts in facts.filter(|facts| facts.label == label) {
            facts.label = REMOVED;
        }
    }

    /// Returns the columns of a game.
    pub(super) fn columns(&self, game_id: &str) -> Option<&GameColumns> {
        self.games
            .iter()
            .find(|columns| columns.game.id() == game_id)
    }

    /// Returns the games, each with the number of its recorded games.
    pub fn game_counts(&self) -> Vec<(&'static dyn DynGame, usize)> {
        let count = |columns: &GameColumns| {
            let facts = columns.facts.iter();
            let count = facts.filter(|facts| facts.label != REMOVED).count();
            (columns.game, count)
        };
        self.games.iter().map(count).collect()
    }

    /// Returns the number of positions.
    pub fn position_count(&self) -> usize {
        self.games.iter().map(|columns| columns.keys.len()).sum()
    }

    /// Reports whether a player of this name has played.
    pub fn has_player(&self, name: &str) -> bool {
        self.names.number(name).is_some()
    }

    /// Returns the number of bytes in memory, nearly.
    pub fn memory(&self) -> usize {
        let columns: usize = self.games.iter().map(GameColumns::memory).sum();
        columns + self.names.memory()
    }
}

impl GameFacts {
    /// Reports whether the game was not removed.
    pub const fn is_kept(&self) -> bool {
        self.label != REMOVED
    }
}

/// The names of players by number.
#[derive(Debug, Default)]
pub(super) struct PlayerNames {
    numbers: FxHashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
}

impl PlayerNames {
    /// Returns the number of a name, adding it if it is new.
    pub fn intern(&mut self, name: &str) -> u32 {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        // More than four billion different names do not fit into memory.
        let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let name: Arc<str> = name.into();
        self.names.push(Arc::clone(&name));
        self.numbers.insert(name, number);
        number
    }

    /// Returns the number of a name, if anybody has it.
    pub fn number(&self, name: &str) -> Option<u32> {
        self.numbers.get(name).copied()
    }

    /// Returns a name by its number.
    pub fn name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("", |name| name)
    }

    /// Returns the number of bytes in memory, nearly.
    pub fn memory(&self) -> usize {
        let each = size_of::<(Arc<str>, u32)>() + size_of::<Arc<str>>() + 16;
        self.names.iter().map(|name| name.len() + each).sum()
    }
}
