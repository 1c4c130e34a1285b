//! The identity of a game in a file, and the search for the game after the file has changed.
//!
//! The index of a game changes with the games before it, so it never names one. A game is known by
//! the bytes of its line, or else by its moves, players and event.

use super::address::{
    GameAddress, LoadedGame, current_file_stat, is_line_based, load_whole_part, loaded_game,
    missing_game, sha256,
};
use kifu_core::record::{GameKey, Record};
use kifu_logs::files::{Chunk, ChunkReader, FilePart, FileStamp, Origin, ReadOptions};
use kifu_study::failure::{Failure, FailureKind};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The properties by which a game is found after its file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameIdentity {
    /// The SHA-256 of the bytes at its address, if the game was loaded.
    pub content: Option<[u8; 32]>,
    /// The key of the game ([`identity_key`]); `None` without moves.
    pub key: Option<u64>,
    /// Whether it was the only game of a file that is not written line by line: any later game of
    /// such a file is this one.
    pub is_only_game: bool,
}

impl GameIdentity {
    /// Reports whether a game that was loaded from the old address is the one that is looked for.
    pub(super) fn admits(&self, loaded: &LoadedGame) -> bool {
        match (self.content, self.key) {
            (Some(content), _) => content == loaded.content_stamp.sha256,
            (None, Some(key)) => loaded.address.identity.key == Some(key),
            (None, None) => true,
        }
    }
}

/// Returns a key of a game's moves, players and event, the same after reviews and annotations.
///
/// Returns `None` without moves, because nothing tells such a game from others.
pub fn identity_key(record: &Record) -> Option<u64> {
    GameKey::of(record).map(|key| identity_key_of(&key, record))
}

/// Returns the key of a game whose key of moves and players is known.
pub(super) fn identity_key_of(key: &GameKey, record: &Record) -> u64 {
    // The standard library's hasher may differ between versions, and sessions store the key.
    let mut hasher = StableHasher(Sha256::new());
    key.hash(&mut hasher);
    let event = &record.event;
    for text in [&event.name, &event.round, &event.table, &event.date] {
        text.hash(&mut hasher);
    }
    hasher.finish()
}

/// A hasher whose results are the same in every version of the program.
struct StableHasher(Sha256);

impl Hasher for StableHasher {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        let digest = self.0.clone().finalize();
        digest
            .iter()
            .take(8)
            .fold(0, |key, byte| key << 8 | u64::from(*byte))
    }
}

/// A line of a file that holds a game.
pub(crate) struct GameLine<'a> {
    /// The bytes without the end of the line.
    pub bytes: &'a [u8],
    /// The offset in the text that contains the line.
    pub offset: usize,
    /// The number of lines before it in that text.
    pub lines_before: u32,
}

/// Returns the lines of a chunk of a line-based format that hold games, in order.
pub(crate) fn game_lines(chunk: &Chunk) -> impl Iterator<Item = GameLine<'_>> {
    let has_mark = chunk.span.is_file_start() && chunk.bytes.starts_with(b"\xef\xbb\xbf");
    let start = if has_mark { 3 } else { 0 };
    let is_ronl = chunk.format.id() == "ronl";
    let mut offset = start;
    let lines = chunk.bytes[start..].split_inclusive(|byte| *byte == b'\n');
    (0..).zip(lines).filter_map(move |(lines_before, line)| {
        let line_offset = offset;
        offset += line.len();
        let end = line.iter().rposition(|byte| !matches!(byte, b'\n' | b'\r'));
        let bytes = &line[..end.map_or(0, |end| end + 1)];
        is_game_line(bytes, is_ronl).then_some(GameLine {
            bytes,
            offset: line_offset,
            lines_before,
        })
    })
}

/// Reports whether a line contains a game, by the readers' rules: it is not blank, where control
/// characters count as blanks, and no comment.
fn is_game_line(line: &[u8], is_ronl: bool) -> bool {
    let is_comment = is_ronl && line.starts_with(b"//");
    let has_text = |text: &str| text.chars().any(|c| !c.is_whitespace() && !c.is_control());
    !is_comment && std::str::from_utf8(line).map_or(!line.is_empty(), has_text)
}

/// Narrows a chunk to one of its lines.
pub(super) fn chunk_of_game_line(chunk: &Chunk, line: &GameLine<'_>) -> Chunk {
    let mut result = chunk.clone();
    result.bytes = line.bytes.to_vec();
    result.span.offset += line.offset as u64;
    result.span.length = line.bytes.len() as u64;
    result.span.first_line = chunk.span.first_line.saturating_add(line.lines_before);
    result.span.is_whole_file = false;
    result
}

/// Loads a game of a file that has changed since the game was read: the one with the same bytes,
/// or else the one with the same moves, players and event, or else the only one.
///
/// # Errors
/// Returns an error if the file cannot be read, does not contain the game any more, or contains
/// several games that it could be.
pub(super) fn find_game(address: &GameAddress) -> Result<LoadedGame, Failure> {
    if let Some(found) = find_by_content(address)? {
        return Ok(found);
    }
    find_by_key(address)
}

/// Finds the line with the bytes of the game; the one nearest to its old index if there are several.
fn find_by_content(address: &GameAddress) -> Result<Option<LoadedGame>, Failure> {
    let origin = &address.origin;
    let Some(content) = address.identity.content else {
        return Ok(None);
    };
    let file_stat = current_file_stat(origin)?;
    let mut best: Option<(u32, Chunk)> = None;
    let mut index = 0_u32;
    for_each_part(origin, &mut |part| {
        let FilePart::Chunk(chunk) = part else {
            index = index.saturating_add(1);
            return true;
        };
        if !is_line_based(chunk.format) {
            return false;
        }
        for line in game_lines(&chunk) {
            let distance = index.abs_diff(address.index_in_file);
            let is_nearer = best
                .as_ref()
                .is_none_or(|(known, _)| distance < known.abs_diff(address.index_in_file));
            if is_nearer && sha256(line.bytes) == content {
                best = Some((index, chunk_of_game_line(&chunk, &line)));
            }
            index = index.saturating_add(1);
        }
        true
    })?;
    let found = best.and_then(|(index, line)| loaded_game(line, 0, index, file_stat, false));
    Ok(found.map(|mut found| {
        found.has_other_games = index > 1;
        found
    }))
}

/// Returns the new address of a game whose bytes are elsewhere in its file.
pub fn moved_address(address: &GameAddress) -> Option<GameAddress> {
    let found = find_by_content(address).ok()?;
    found.map(|found| found.address)
}

/// Finds the game with the same key, or the only game of a file.
fn find_by_key(address: &GameAddress) -> Result<LoadedGame, Failure> {
    let origin = &address.origin;
    let identity = address.identity;
    let file_stat = current_file_stat(origin)?;
    let mut found: Vec<LoadedGame> = Vec::new();
    let mut only: Option<LoadedGame> = None;
    let mut count = 0_u32;
    for_each_part(origin, &mut |part| {
        let mut wanted = Vec::new();
        part.for_each_game(&mut |checked, location| {
            let is_first = count == 0 && identity.is_only_game;
            let is_same = identity.key.is_some() && identity_key(&checked.record) == identity.key;
            if is_first || is_same {
                wanted.push((count, is_same, *location, checked));
            }
            count = count.saturating_add(1);
        });
        for (index, is_same, location, checked) in wanted {
            let game = load_whole_part(origin, &part, (checked, location), index, file_stat);
            if is_same {
                found.push(game);
            } else {
                only = Some(game);
            }
        }
        true
    })?;
    if count == 1
        && identity.is_only_game
        && let Some(mut game) = found.pop().or(only)
    {
        game.has_other_games = false;
        return Ok(game);
    }
    let are_equal = found
        .windows(2)
        .all(|pair| pair[0].game.record == pair[1].game.record);
    let has_same_index = |game: &LoadedGame| game.address.index_in_file == address.index_in_file;
    if !are_equal && !found.iter().any(has_same_index) {
        let message = format!(
            "`{}` contains several games with these moves and players",
            origin.display_name
        );
        return Err(Failure::new(FailureKind::Input, message).hint("open the file again"));
    }
    let distance = |game: &LoadedGame| game.address.index_in_file.abs_diff(address.index_in_file);
    let nearest = found.into_iter().min_by_key(distance);
    let mut game = nearest.ok_or_else(|| missing_game(origin))?;
    game.has_other_games = count > 1;
    Ok(game)
}

/// Passes the parts of a file to `each` until it returns false.
fn for_each_part(
    origin: &Arc<Origin>,
    each: &mut dyn FnMut(FilePart) -> bool,
) -> Result<(), Failure> {
    let mut parts = ChunkReader::new(origin.open()?, Arc::clone(origin), ReadOptions::default());
    let failed = |error| Failure::cannot_read(&origin.display_name, error);
    while let Some(part) = parts.next_part().map_err(failed)? {
        if !each(part) {
            break;
        }
    }
    Ok(())
}

/// Passes the records of several games of a changed file to `each`, in the order of the file.
///
/// Returns the number of games that the file does not contain any more.
///
/// # Errors
/// Returns an error if the file cannot be read, or the error of `each`.
pub fn for_each_found_record(
    addresses: &[GameAddress],
    each: &mut dyn FnMut(&Record) -> Result<(), Failure>,
) -> Result<usize, Failure> {
    let Some(first) = addresses.first() else {
        return Ok(0);
    };
    let mut wanted: HashMap<u64, usize> = HashMap::new();
    for key in addresses.iter().filter_map(|address| address.identity.key) {
        *wanted.entry(key).or_default() += 1;
    }
    let mut missing = addresses.len();
    let mut result = Ok(());
    for_each_part(&first.origin, &mut |part| {
        part.for_each_game(&mut |checked, _| {
            let key = identity_key(&checked.record);
            let count = key.and_then(|key| wanted.get_mut(&key));
            if let Some(count) = count.filter(|count| **count > 0)
                && result.is_ok()
            {
                *count -= 1;
                missing -= 1;
                result = each(&checked.record);
            }
        });
        result.is_ok()
    })?;
    result.map(|()| missing)
}

/// Reports whether a file is as it was when its games were listed.
pub fn is_unchanged_since(address: &GameAddress) -> bool {
    let Some(path) = address.origin.path() else {
        return true;
    };
    let now = path.metadata().ok().as_ref().map(FileStamp::from);
    now.is_some() && now == address.file_stat
}
