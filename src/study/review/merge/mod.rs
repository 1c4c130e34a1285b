//! Merging piles of reviewed games: each game once, with its best review.
//!
//! The result depends on the set of records alone, not on their order or on how they are spread over
//! files, and merging it again changes nothing. So the parts of a review that was done on many
//! machines, with some parts twice because a machine died, give the same file as one machine.
//!
//! - Records that differ only in their reviews are one game; see [`without_reviews`].
//! - Of several reviews the one with the best [`ReviewRank`] is kept, as a whole.
//! - Records with the same moves, players and source that differ in something else, such as comments
//!   or times, are all kept and told as a [`MergeConflict`]; so is a search whose repetition has
//!   another result.

mod conflict;
mod rank;
mod spool;

pub use conflict::MergeConflict;
pub use rank::{ReviewEngines, ReviewRank};
pub use spool::SpoolError;

use super::identity::{RecordHash, without_reviews};
use conflict::{differing_fields, differing_search};
use kifu_core::record::{Record, read_ron, write_ronl};
use kifu_logs::files::Origin;
use spool::{Spool, SpoolSpan};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};
use std::io;
use std::path::Path;
use std::sync::Arc;

/// A record to merge, with what is needed to compare it with others.
pub struct MergeCandidate {
    line: String,
    hash: RecordHash,
    game: RecordHash,
    details: RecordHash,
    place: Vec<u8>,
    rank: ReviewRank,
}

impl MergeCandidate {
    /// Prepares a judged record.
    pub fn new(record: &Record, engines: &ReviewEngines) -> Self {
        let line = write_ronl(record);
        let mut game = without_reviews(record);
        let details = RecordHash::of_bytes(write_ronl(&game).as_bytes());
        let place = sort_key(&game);
        remove_details(&mut game);
        Self {
            hash: RecordHash::of_bytes(line.as_bytes()),
            game: RecordHash::of_bytes(write_ronl(&game).as_bytes()),
            details,
            place,
            rank: ReviewRank::of_record(record, engines),
            line,
        }
    }
}

/// Removes what may differ in two records of the same game.
fn remove_details(game: &mut Record) {
    game.players.0.time_ms = None;
    game.players.1.time_ms = None;
    game.times_ms = kifu_core::record::PlyTimes::default();
    game.notes.clear();
    game.attempt = None;
    game.result = None;
    game.reported = None;
}

/// Returns the bytes by which games are sorted: by game, date, event, round, source and number.
fn sort_key(game: &Record) -> Vec<u8> {
    let mut key = Vec::new();
    for text in [
        &game.game,
        &game.event.date,
        &game.event.name,
        &game.event.round,
        &game.source.file,
        &game.source.id,
    ] {
        push_natural(&mut key, text);
        key.push(0);
    }
    key
}

/// Appends a text so that numbers in it are compared by their value: `9` comes before `10`.
fn push_natural(key: &mut Vec<u8>, text: &str) {
    let mut rest = text.as_bytes();
    while let Some(first) = rest.first() {
        let digit_count = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        if digit_count == 0 {
            key.push(*first);
            rest = &rest[1..];
            continue;
        }
        let (digits, behind) = rest.split_at(digit_count);
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        let significant = &digits[zeros.min(digit_count - 1)..];
        // A longer number is greater; behind the digit no other text can follow by its length.
        key.push(b'0');
        key.extend(
            u32::try_from(significant.len())
                .unwrap_or(u32::MAX)
                .to_be_bytes(),
        );
        key.extend(significant);
        rest = behind;
    }
}

/// A record that was added, in the spool.
struct SpooledRecord {
    hash: RecordHash,
    rank: ReviewRank,
    span: SpoolSpan,
    origin: Arc<Origin>,
    index: usize,
}

impl SpooledRecord {
    fn location(&self) -> String {
        format!("{}:{}", self.origin.display_name, self.index)
    }
}

/// All records of one game that differ only in their reviews.
struct MergedGame {
    game: RecordHash,
    place: Vec<u8>,
    records: Vec<SpooledRecord>,
}

/// The numbers of records in a merge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// The records that were added.
    pub records: usize,
    /// The games that remain.
    pub games: usize,
    /// The games among them that have a review.
    pub reviewed: usize,
    /// The records that were equal to another one.
    pub repeated: usize,
    /// The records whose review was not as good as another one of the same game.
    pub surpassed: usize,
}

/// A merge of many records, which are kept in a temporary file.
pub struct Merger {
    spool: Spool,
    games: HashMap<RecordHash, MergedGame>,
    counts: MergeCounts,
}

impl Merger {
    /// Creates an empty merge with its temporary file in a folder.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created.
    pub fn new(folder: &Path) -> Result<Self, SpoolError> {
        Ok(Self {
            spool: Spool::create_in(folder)?,
            games: HashMap::new(),
            counts: MergeCounts::default(),
        })
    }

    /// Adds a record; `index` is that of the record in its file.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub fn add(
        &mut self,
        candidate: MergeCandidate,
        origin: &Arc<Origin>,
        index: usize,
    ) -> Result<(), SpoolError> {
        self.counts.records += 1;
        let game = match self.games.entry(candidate.details) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(MergedGame {
                game: candidate.game,
                place: candidate.place,
                records: Vec::new(),
            }),
        };
        let known = |record: &SpooledRecord| record.hash == candidate.hash;
        if game.records.iter().any(known) {
            self.counts.repeated += 1;
            return Ok(());
        }
        game.records.push(SpooledRecord {
            hash: candidate.hash,
            rank: candidate.rank,
            span: self.spool.push(&candidate.line)?,
            origin: Arc::clone(origin),
            index,
        });
        Ok(())
    }

    /// Passes the record of each game to `each`, in order, as a line of a `.ronl` file, and returns
    /// the numbers and the conflicts.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be read, or that of `each`.
    pub fn finish<E: From<SpoolError>>(
        mut self,
        each: &mut dyn FnMut(&str) -> Result<(), E>,
    ) -> Result<(MergeCounts, Vec<MergeConflict>), E> {
        let mut games: Vec<(RecordHash, MergedGame)> = self.games.drain().collect();
        games.sort_unstable_by(|(a_hash, a), (b_hash, b)| {
            (&a.place, a_hash).cmp(&(&b.place, b_hash))
        });
        let mut conflicts = Vec::new();
        let mut seen: BTreeMap<RecordHash, usize> = BTreeMap::new();
        for at in 0..games.len() {
            let game = &mut games[at].1;
            // The hash decides between reviews of the same rank, so that the order does not.
            let order = |record: &SpooledRecord| (Reverse(record.rank.clone()), record.hash);
            game.records.sort_by_key(order);
            let Some((best, others)) = game.records.split_first() else {
                continue;
            };
            let line = self.spool.read(best.span)?;
            each(&line)?;
            self.counts.games += 1;
            self.counts.reviewed += usize::from(best.rank.is_review());
            self.counts.surpassed += others.len();
            if !others.is_empty() {
                add_different_results(&mut self.spool, &line, best, others, &mut conflicts)?;
            }
            let identity = game.game;
            if let Some(first) = seen.get(&identity) {
                let first = &games[*first].1.records[0];
                let other = parse(&self.spool.read(first.span)?)?;
                let (other, own) = (without_reviews(&other), without_reviews(&parse(&line)?));
                conflicts.push(MergeConflict::DifferentDetails {
                    first: first.location(),
                    second: games[at].1.records[0].location(),
                    fields: differing_fields(&other, &own),
                });
            } else {
                seen.insert(identity, at);
            }
        }
        Ok((self.counts, conflicts))
    }
}

/// Adds the conflicts between the best review of a game and the others.
fn add_different_results(
    spool: &mut Spool,
    best_line: &str,
    best: &SpooledRecord,
    others: &[SpooledRecord],
    conflicts: &mut Vec<MergeConflict>,
) -> Result<(), SpoolError> {
    let kept = parse(best_line)?;
    for other in others {
        let found = parse(&spool.read(other.span)?)?;
        if let Some((ply, search)) = differing_search(&kept, &found) {
            conflicts.push(MergeConflict::DifferentResults {
                first: best.location(),
                second: other.location(),
                ply,
                search,
            });
        }
    }
    Ok(())
}

/// Reads a line that was written to the spool.
fn parse(line: &str) -> Result<Record, SpoolError> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    Ok(read_ron(line).map_err(invalid)?)
}
