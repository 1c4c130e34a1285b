//! Merging piles of reviewed games: each game once, with its best review.
//!
//! The result depends on the set of records alone, not on their order or on how they are spread over
//! files, and merging it again changes nothing. So the parts of a review that was done on many
//! machines, with some parts twice because a machine died, give the same file as one machine.
//!
//! - Records that differ only in their reviews are one game; see [`without_reviews`].
//! - So are replays of CodinGame with the same number that differ only in the file from which they
//!   were read, as in downloads that overlap.
//! - Of several reviews the one with the best [`ReviewRank`] is kept, as a whole.
//! - Records with the same moves, players and source that differ in something else, such as comments
//!   or times, are all kept and reported as a [`MergeConflict`]; so is a search whose repetition has
//!   another result.

use super::identity::{RecordHash, without_reviews};
use kifu_core::games::{Catalogue, DynGame};
use kifu_core::record::{EvalBudget, Evaluation, Record, SearchPass, read_ron, write_ronl};
use kifu_core::search::Resources;
use kifu_logs::files::{Origin, Spool, SpoolError, SpoolSpan};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::hash_map::{Entry, HashMap};
use std::fmt;
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
        remove_download(&mut game);
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

/// Removes what says from which download a game comes, if its number is one of all games of CodinGame:
/// downloads overlap.
fn remove_download(game: &mut Record) {
    if game.source.format != "codingame" || game.source.id.is_empty() {
        return;
    }
    game.source.file.clear();
    game.source.sha256.clear();
    if let Some(attempt) = &mut game.attempt {
        (attempt.line, attempt.column) = (0, 0);
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
    /// The records that were added.
    seen: FxHashSet<RecordHash>,
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
            seen: FxHashSet::default(),
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
        if !self.seen.insert(candidate.hash) {
            self.counts.repeated += 1;
            return Ok(());
        }
        let game = match self.games.entry(candidate.details) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(MergedGame {
                game: candidate.game,
                place: candidate.place,
                records: Vec::new(),
            }),
        };
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
        let other_record = parse(&spool.read(other.span)?)?;
        if let Some((ply, search)) = differing_search(&kept, &other_record) {
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
    read_ron(line).map_err(SpoolError::invalid)
}

/// The families of the games' engines, by game id: the first word of an engine's name.
#[derive(Clone, Debug, Default)]
pub struct ReviewEngines(BTreeMap<&'static str, String>);

impl ReviewEngines {
    /// Collects the engines of a catalogue.
    pub fn of_catalogue(catalogue: Catalogue) -> Self {
        let family = |game: &&'static dyn DynGame| {
            let name = game.engine(Resources::new(1)).name();
            (game.id(), family(&name).to_owned())
        };
        Self(catalogue.iter().map(family).collect())
    }
}

/// The rank of a review; the greater one is better.
///
/// In this order count:
///
/// 1. an engine of this program over another one,
/// 2. the number of plies that the engine searched: a whole review over one that was interrupted,
/// 3. the version of the engine and of its calibration,
/// 4. the node budget of the first searches; a time budget counts as none,
/// 5. the number of nodes of all searches.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct ReviewRank {
    is_own_engine: bool,
    ply_count: u32,
    version: Vec<u64>,
    first_nodes: u64,
    total_nodes: u128,
}

impl ReviewRank {
    /// Ranks the review in a record: that of its best engine.
    ///
    /// A record without a review has the least rank of all.
    pub fn of_record(record: &Record, engines: &ReviewEngines) -> Self {
        let own_family = engines.0.get(record.game.as_str());
        let mut ranks: BTreeMap<&str, Self> = BTreeMap::new();
        for note in record.notes.values() {
            let mut last_engine = None;
            for eval in note.searches() {
                let rank = ranks
                    .entry(&eval.engine)
                    .or_insert_with(|| Self::of_engine(&eval.engine, own_family));
                rank.add(eval, last_engine == Some(&eval.engine));
                last_engine = Some(&eval.engine);
            }
        }
        ranks.into_values().max().unwrap_or_default()
    }

    /// Reports whether there is a review at all.
    pub const fn is_review(&self) -> bool {
        self.ply_count > 0
    }

    fn of_engine(name: &str, own_family: Option<&String>) -> Self {
        Self {
            is_own_engine: own_family.is_some_and(|own| own == family(name)),
            version: version(name),
            ..Self::default()
        }
    }

    /// Counts an evaluation; `is_same_ply` says whether it is another one of the same ply.
    fn add(&mut self, eval: &Evaluation, is_same_ply: bool) {
        self.ply_count += u32::from(!is_same_ply);
        if let (Some(EvalBudget::Nodes(nodes)), SearchPass::First) = (&eval.budget, eval.pass) {
            self.first_nodes = self.first_nodes.max(*nodes);
        }
        self.total_nodes += eval
            .values()
            .map(|line| u128::from(line.nodes))
            .sum::<u128>();
    }
}

/// Returns the first word of an engine's name.
fn family(name: &str) -> &str {
    name.split(' ').next().unwrap_or_default()
}

/// Returns the numbers in an engine's name: 4 and 5 of `zuniq 4 c5`.
fn version(name: &str) -> Vec<u64> {
    let numbers = name.split(|c: char| !c.is_ascii_digit());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// A contradiction between two records of the same game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MergeConflict {
    /// The records differ in more than their reviews; both were kept.
    DifferentDetails {
        /// The location of the first record.
        first: String,
        /// The location of the other one.
        second: String,
        /// The fields that differ.
        fields: Vec<&'static str>,
    },
    /// The same search, with the same node budget and seed, has different results; that of the first
    /// record was kept.
    DifferentResults {
        /// The location of the record that was kept.
        first: String,
        /// The location of the other one.
        second: String,
        /// The first ply at which they differ, from 1.
        ply: u32,
        /// The engine with its budget.
        search: String,
    },
}

impl fmt::Display for MergeConflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DifferentDetails {
                first,
                second,
                fields,
            } => write!(
                f,
                "`{first}` and `{second}` hold the same game with different details ({}); both \
                 are kept",
                fields.join(", ")
            ),
            Self::DifferentResults {
                first,
                second,
                ply,
                search,
            } => write!(
                f,
                "`{first}` and `{second}` have different results of the same search ({search}) at \
                 ply {ply}; the first one is kept"
            ),
        }
    }
}

/// Returns the names of the fields, beyond those that identify a game, in which two records without
/// reviews differ.
pub(super) fn differing_fields(a: &Record, b: &Record) -> Vec<&'static str> {
    let fields = [
        ("players", a.players != b.players),
        ("times_ms", a.times_ms != b.times_ms),
        ("notes", a.notes != b.notes),
        ("attempt", a.attempt != b.attempt),
        ("result", a.result != b.result),
        ("reported", a.reported != b.reported),
    ];
    let differing = fields
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name));
    differing.collect()
}

/// Returns the first ply at which two records have different results of a search that should give
/// the same one, with the search.
pub(super) fn differing_search(a: &Record, b: &Record) -> Option<(u32, String)> {
    for (ply, note) in &a.notes {
        let Some(other) = b.notes.get(ply) else {
            continue;
        };
        for eval in note.evals.iter().filter(|eval| is_reproducible(eval)) {
            let mut same_search = other
                .evals
                .iter()
                .filter(|found| is_same_search(eval, found));
            if same_search.any(|found| found != eval) {
                return Some((*ply, format!("{}, {}", eval.engine, eval.budget_text())));
            }
        }
    }
    None
}

/// Reports whether a search has the same result every time.
fn is_reproducible(eval: &Evaluation) -> bool {
    matches!(eval.budget, Some(EvalBudget::Nodes(_))) && eval.seed.is_some()
}

fn is_same_search(a: &Evaluation, b: &Evaluation) -> bool {
    (&a.engine, &a.budget, a.seed, a.pass) == (&b.engine, &b.budget, b.seed, b.pass)
}
