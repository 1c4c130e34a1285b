//! Information on a game apart from its moves, and whether the game was really played.

use kifu_core::record::{Ending, EventInfo, Note, PlayerInfo, Record};
use std::collections::BTreeMap;

/// The key in a record's `ext` that marks a game made by hand.
const HANDMADE_KEY: &str = "kifu.study";

/// The information on a game that the user may change, apart from its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameHeader {
    /// The first and the second player.
    pub players: (PlayerInfo, PlayerInfo),
    /// The event at which the game was played.
    pub event: EventInfo,
    /// Any other information.
    pub ext: BTreeMap<String, String>,
}

impl GameHeader {
    /// Extracts the information from a record.
    pub fn from_record(record: &Record) -> Self {
        Self {
            players: record.players.clone(),
            event: record.event.clone(),
            ext: record.ext.clone(),
        }
    }

    /// Exchanges the information with that of a record.
    pub(super) fn swap_with_record(&mut self, record: &mut Record) {
        std::mem::swap(&mut self.players, &mut record.players);
        std::mem::swap(&mut self.event, &mut record.event);
        std::mem::swap(&mut self.ext, &mut record.ext);
    }

    /// Returns the approximate size in bytes.
    pub(super) fn byte_size(&self) -> usize {
        let mut bytes = size_of::<Self>();
        for (key, text) in &self.ext {
            bytes += 64 + key.len() + text.len();
        }
        for player in [&self.players.0, &self.players.1] {
            bytes += player.name.len() + player.author.len() + player.version.len();
        }
        let event = &self.event;
        bytes + event.name.len() + event.round.len() + event.table.len() + event.date.len()
    }

    /// Marks the game as made by hand. Returns whether it was not marked before.
    pub(super) fn mark_as_handmade(&mut self) -> bool {
        let value = "made by hand: its main line may be changed";
        let is_new = !self.ext.contains_key(HANDMADE_KEY);
        if is_new {
            self.ext.insert(HANDMADE_KEY.to_owned(), value.to_owned());
        }
        is_new
    }
}

/// Reports whether the game was really played, so that its main line is evidence.
///
/// A record that is marked as made by hand was not played, even if it contains names, unless it
/// has a failed move, which only a referee reports. Any other record was played if it has
/// information that only a log contains, or moves together with a name or an event.
pub(super) fn was_played(record: &Record) -> bool {
    if record.attempt.is_some() {
        return true;
    }
    if record.ext.contains_key(HANDMADE_KEY) {
        return false;
    }
    let result = record.result.as_ref();
    let has_failure = result.is_some_and(|result| {
        let ended_by_rules = matches!(result.how, Ending::Finished | Ending::Unterminated);
        !ended_by_rules || !result.faults.is_empty()
    });
    let has_time = |player: &PlayerInfo| player.time_ms.is_some();
    let has_names = record.event != EventInfo::default() || record.players != <_>::default();
    has_failure
        || record.reported.is_some()
        || record.source != <_>::default()
        || !record.times_ms.0.is_empty()
        || has_time(&record.players.0)
        || has_time(&record.players.1)
        || record.notes.values().any(is_from_log)
        || has_names && !record.moves.is_empty()
}

/// Reports whether a note contains information that only a log has.
fn is_from_log(note: &Note) -> bool {
    let by_jury = note.by == Some(kifu_core::record::MovedBy::Jury);
    by_jury || note.raw.is_some() || !note.message.is_empty() || !note.stderr.is_empty()
}
