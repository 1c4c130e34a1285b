//! What is known of a game beside its moves, and whether it is one that was played.

use crate::record::{Ending, EventInfo, Note, PlayerInfo, Record};
use std::collections::BTreeMap;

/// The key of `ext` by which a record says that it was made by hand.
const HANDMADE_KEY: &str = "kifu.study";

/// What a person may change of a game beside its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo {
    /// First player, second player.
    pub players: (PlayerInfo, PlayerInfo),
    /// Where and when it was played.
    pub event: EventInfo,
    /// Anything else.
    pub ext: BTreeMap<String, String>,
}

impl GameInfo {
    /// What a record says.
    pub fn from_record(record: &Record) -> Self {
        Self {
            players: record.players.clone(),
            event: record.event.clone(),
            ext: record.ext.clone(),
        }
    }

    /// Puts this into a record, and takes what was there.
    pub(super) fn swap_with_record(&mut self, record: &mut Record) {
        std::mem::swap(&mut self.players, &mut record.players);
        std::mem::swap(&mut self.event, &mut record.event);
        std::mem::swap(&mut self.ext, &mut record.ext);
    }

    /// About how many bytes it holds.
    pub(super) fn byte_size(&self) -> usize {
        let mut bytes = size_of::<Self>();
        for (key, text) in &self.ext {
            bytes += 64 + key.len() + text.len();
        }
        for person in [&self.players.0, &self.players.1] {
            bytes += person.name.len() + person.author.len() + person.version.len();
        }
        let event = &self.event;
        bytes + event.name.len() + event.round.len() + event.table.len() + event.date.len()
    }

    /// Says that the game was made by hand; whether that is new.
    pub(super) fn mark_as_handmade(&mut self) -> bool {
        let mark = "made by hand: its main line may be changed";
        let new = !self.ext.contains_key(HANDMADE_KEY);
        if new {
            self.ext.insert(HANDMADE_KEY.to_owned(), mark.to_owned());
        }
        new
    }
}

/// Whether somebody played this game, so that its main line is evidence.
///
/// A game that was made by hand says so, and its names change nothing of that; an act that failed
/// is evidence in any case, for only a referee tells of it. Of other records all counts that a log
/// tells and a hand does not write; in the end, that there are moves and a name or an event.
pub(super) fn was_played(record: &Record) -> bool {
    if record.attempt.is_some() {
        return true;
    }
    if record.ext.contains_key(HANDMADE_KEY) {
        return false;
    }
    let result = record.result.as_ref();
    let failed = result.is_some_and(|result| {
        let by_rules = matches!(result.how, Ending::Finished | Ending::Unterminated);
        !by_rules || !result.faults.is_empty()
    });
    let timed = |person: &PlayerInfo| person.time_ms.is_some();
    let named = record.event != EventInfo::default() || record.players != <_>::default();
    failed
        || record.reported.is_some()
        || record.source != <_>::default()
        || !record.times_ms.0.is_empty()
        || timed(&record.players.0)
        || timed(&record.players.1)
        || record.notes.values().any(is_from_log)
        || named && !record.moves.is_empty()
}

/// Whether a log tells something of this ply.
fn is_from_log(note: &Note) -> bool {
    let jury = note.by == Some(crate::record::MovedBy::Jury);
    jury || note.raw.is_some() || !note.message.is_empty() || !note.stderr.is_empty()
}
