//! The reading of results from logs of any kind: each game is counted, or named as left out.
//!
//! Games are counted as they come, so that memory is needed for bots and not for games. Only rows of
//! tables with the number of a game have to wait: another log may have the game with its moves.

use super::left_out::{LeftOutGames, LeftOutReason, location_text};
use super::luck;
use super::luck::MeasuredLuck;
use crate::Status;
use crate::arena::args;
use crate::common::progress::Progress;
use crate::common::report::{CliReport, ReportingSink, read_logs};
use kifu_core::contract::{Fault, Player, Winner};
use kifu_core::findings::{Code, Finding, Severity};
use kifu_core::games::{CATALOGUE, DynGame, by_id};
use kifu_core::record::Record;
use kifu_logs::files::{Origin, walk_inputs};
use kifu_logs::formats::{CheckedGame, result_table};
use kifu_study::arena::{AdjustedGame, GameScore, MAX_BOTS, StandingsBuilder, bot_key};
use kifu_study::failure::Failure;
use kifu_study::review::{Thresholds, WordTotals, judged_plies_without_reasons, word_totals};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A game as the standings count it.
#[derive(Clone)]
pub(crate) struct CountedGame {
    /// The id of the game that was played; empty if unknown.
    game: String,
    /// The score, or the reason why it has none.
    score: Result<GameScore, LeftOutReason>,
    /// The luck, if it is asked for.
    luck: MeasuredLuck,
    /// A hash of the contest's number of the game and of the names; `None` without a number.
    identity: Option<u64>,
    /// Whether the log has only the result, without moves.
    is_result_only: bool,
    /// A hash of a row of a table with the number of its game, for repeated rows.
    row_hash: Option<u64>,
    /// The line, from 1; 0 if unknown.
    line: u32,
    /// The totals of the words of both bots, if the log has words.
    words: Option<Box<[WordTotals; 2]>>,
}

/// The games of all logs, by the id of the game that was played.
#[derive(Default)]
pub(super) struct StandingsGames {
    pub tables: BTreeMap<String, StandingsBuilder>,
    pub left_out: LeftOutGames,
    /// The games of each table with their luck, if it is asked for.
    pub adjusted: BTreeMap<String, Vec<AdjustedGame>>,
    /// The nodes for each draw, if the luck is asked for.
    pub luck_nodes: Option<u64>,
    /// The totals of the words of the bots, by game and name.
    pub words: BTreeMap<String, BTreeMap<String, WordTotals>>,
}

impl StandingsGames {
    /// Counts the `nth` game of the input, or names it as left out if its table has too many bots.
    fn count(
        &mut self,
        nth: u64,
        game: &str,
        (score, luck): (GameScore, MeasuredLuck),
        location: impl FnOnce() -> String,
    ) {
        let is_added = match self.tables.get_mut(game) {
            Some(table) => table.add(&score),
            None => self.tables.entry(game.to_owned()).or_default().add(&score),
        };
        if !is_added {
            let reason = LeftOutReason::TooManyBots;
            self.left_out.add(nth, game, reason, location);
        } else if self.luck_nodes.is_some() {
            let games = self.adjusted.entry(game.to_owned()).or_default();
            games.push(luck.of(score));
        }
    }
}

/// Returns a game as the standings count it, with its luck if there are nodes for each draw.
pub(crate) fn counted_game(
    checked: &CheckedGame,
    origin: &Origin,
    luck_nodes: Option<u64>,
) -> CountedGame {
    let record = &checked.record;
    let score = match unreadable_result(checked).filter(|_| record.game.is_empty()) {
        Some(finding) => Err(LeftOutReason::Unreadable(
            finding.code,
            finding.message.clone(),
        )),
        None => {
            GameScore::for_standings(record, checked.is_valid()).ok_or(LeftOutReason::WinnerFailed)
        }
    };
    let has_code = |code| checked.findings.iter().any(|found| found.code == code);
    let names = score.as_ref().ok().map(|score| &score.names);
    let places = checked.findings.iter();
    let mut places = places.filter_map(|found| found.location.as_ref());
    CountedGame {
        game: record.game.clone(),
        identity: names.filter(|_| !record.source.id.is_empty()).map(|names| {
            let mut keys = names.each_ref().map(|name| bot_key(name));
            if is_numbered_by_site(record) {
                keys.sort_unstable();
            }
            hash_of(&(&record.source.id, keys))
        }),
        // Results with moves of another game are not those of the only game that has moves.
        is_result_only: has_code(Code::ResultsOnly) && !record.ext.contains_key("Moves"),
        row_hash: row_hash(checked, origin),
        line: places.next().map_or(0, |place| place.line),
        words: words_of(checked),
        luck: luck_nodes.map_or_else(MeasuredLuck::default, |nodes| luck::measure(checked, nodes)),
        score,
    }
}

/// Returns what both bots of a game said, by the thresholds of a usual review.
fn words_of(checked: &CheckedGame) -> Option<Box<[WordTotals; 2]>> {
    let record = &checked.record;
    let game = by_id(CATALOGUE, &record.game)?;
    let plies = checked.ply_count;
    let judged = if record.is_reviewed() {
        judged_plies_without_reasons(record, game, plies, &Thresholds::default())
    } else {
        Ok(Vec::new())
    };
    word_totals(record, game, plies, &judged.unwrap_or_default()).map(Box::new)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the error because of which a game of no known kind has no result that counts.
///
/// A result next to moves of an unknown game counts; a row that is broken does not, nor
/// a text without any result.
fn unreadable_result(checked: &CheckedGame) -> Option<&Finding> {
    let reported = checked.record.reported.as_ref();
    let has_winner = reported.is_some_and(|reported| reported.winner.is_some());
    let is_broken = |finding: &&Finding| {
        let is_harmless = matches!(
            finding.code,
            Code::UnknownGame | Code::BadValue | Code::BadSetup | Code::StatusDisagrees
        );
        finding.severity() == Severity::Error && !(has_winner && is_harmless)
    };
    checked.findings.iter().find(is_broken)
}

/// Reports whether the number of a game is one of all games of CodinGame. Its lists of battles do not
/// say who moved first.
fn is_numbered_by_site(record: &Record) -> bool {
    let is_of_site = ["codingame", "codingame-battles"].contains(&&*record.source.format);
    is_of_site && !record.source.id.is_empty()
}

/// Returns a hash of all that a row of a table says, or of the number of a game of CodinGame, which
/// downloads that overlap have twice; `None` for other logs and for games without a number, of which
/// two may be equal.
fn row_hash(checked: &CheckedGame, origin: &Origin) -> Option<u64> {
    let record = &checked.record;
    if is_numbered_by_site(record) {
        let has_moves = !record.moves.is_empty();
        return Some(hash_of(&("codingame", &record.source.id, has_moves)));
    }
    if record.source.format != "codecup-csv" || record.source.id.is_empty() {
        return None;
    }
    let mut hasher = DefaultHasher::new();
    origin.display_name.hash(&mut hasher);
    record.source.id.hash(&mut hasher);
    let event = &record.event;
    (&event.round, &event.table, &record.moves).hash(&mut hasher);
    for player in Player::ALL {
        record.player(player).name.hash(&mut hasher);
    }
    let reported = record.reported.as_ref();
    reported
        .map(|told| (told.points, &told.status))
        .hash(&mut hasher);
    record.ext.hash(&mut hasher);
    Some(hasher.finish())
}

/// Reads the scores of all games; see [`StandingsCounter`].
pub(super) fn read(
    args: &args::StandingsArgs,
    status: &mut Status,
) -> Result<StandingsGames, Failure> {
    let mut options = args.reading.read_options();
    if let Some(columns) = &args.columns {
        options.format = Some(result_table(columns.clone()));
    }
    let luck_nodes = args.luck_adjusted.then_some(args.luck_nodes);
    let progress = Progress::of_reading(&args.paths, args.quiet);
    if luck_nodes.is_some() {
        progress.count_ahead(&args.paths, options, |_| true);
    }
    let mut sink = CountingSink {
        counter: StandingsCounter::new(luck_nodes),
        report: CliReport::new(status).with_progress(progress.of_sink(luck_nodes.is_some())),
    };
    let in_work = progress.clone();
    let work = move |checked: CheckedGame, origin: &Origin, _: &_| {
        let _in_work = luck_nodes.map(|_| in_work.start_game());
        counted_game(&checked, origin, luck_nodes)
    };
    read_logs(options, 0, &mut sink, walk_inputs(&args.paths), work)?;
    progress.clear();
    Ok(sink.counter.finish(options.game))
}

/// A sink that counts games as they come.
struct CountingSink<'a> {
    counter: StandingsCounter,
    report: CliReport<'a>,
}

impl<'a> ReportingSink<'a> for CountingSink<'a> {
    type Item = CountedGame;

    fn report(&mut self) -> &mut CliReport<'a> {
        &mut self.report
    }

    fn on_game(
        &mut self,
        origin: &Arc<Origin>,
        _: usize,
        game: CountedGame,
    ) -> Result<(), Failure> {
        self.counter.add(&origin.display_name, game);
        Ok(())
    }
}

/// A count of games as they come, each once.
///
/// A game that one log has with its moves and another as a row of a table counts once. Rows of
/// tables alone belong to the game that is named, or else to the only one.
#[derive(Default)]
pub(crate) struct StandingsCounter {
    games: StandingsGames,
    /// The results without moves and without the number of their game.
    results: StandingsBuilder,
    /// These results, if the luck is asked for.
    adjusted_results: Vec<AdjustedGame>,
    /// The results without moves that another log may have with them.
    held: HeldRows,
    /// The results without moves that are left out, whose game is not known yet.
    left_out_results: LeftOutGames,
    /// The identities of the games with moves.
    identities: HashSet<u64>,
    rows: HashSet<u64>,
    /// The games of which there are moves.
    kinds: BTreeSet<String>,
    game_count: u64,
}

impl StandingsCounter {
    /// Creates a count without games; with nodes for each draw it keeps the games with their luck.
    pub fn new(luck_nodes: Option<u64>) -> Self {
        let mut counter = Self::default();
        counter.games.luck_nodes = luck_nodes;
        counter
    }

    /// Adds a game of a file.
    pub fn add(&mut self, file: &str, game: CountedGame) {
        let location = || location_text(file, game.line);
        let nth = self.game_count;
        self.game_count += 1;
        let score = match game.score {
            Ok(score) => {
                self.add_words(&game.game, &score.names, game.words);
                score
            }
            Err(reason) => {
                self.games.left_out.add(nth, &game.game, reason, location);
                return;
            }
        };
        let is_repeated = game.row_hash.is_some_and(|hash| !self.rows.insert(hash));
        if game.is_result_only {
            let reason = match game.identity {
                _ if is_repeated => Some(LeftOutReason::Repeated),
                Some(identity) => {
                    let is_held = self.held.push(nth, identity, (file, game.line), score);
                    (!is_held).then_some(LeftOutReason::TooManyBots)
                }
                None if self.results.add(&score) => {
                    if self.games.luck_nodes.is_some() {
                        self.adjusted_results.push(game.luck.of(score));
                    }
                    None
                }
                None => Some(LeftOutReason::TooManyBots),
            };
            if let Some(reason) = reason {
                self.left_out_results.add(nth, "", reason, location);
            }
            return;
        }
        if !self.kinds.contains(&game.game) {
            self.kinds.insert(game.game.clone());
        }
        self.identities.extend(game.identity);
        if is_repeated {
            let reason = LeftOutReason::Repeated;
            self.games.left_out.add(nth, &game.game, reason, location);
        } else {
            let measured = (score, game.luck);
            self.games.count(nth, &game.game, measured, location);
        }
    }

    /// Adds what the bots of a game said.
    fn add_words(&mut self, game: &str, names: &[String; 2], words: Option<Box<[WordTotals; 2]>>) {
        let Some(words) = words else { return };
        let table = self.games.words.entry(game.to_owned()).or_default();
        for (name, own) in names.iter().zip(*words) {
            table
                .entry(bot_key(name).to_owned())
                .or_default()
                .merge(own);
        }
    }

    /// Returns all games, with the results without moves as those of the only game, or of
    /// `default_game`.
    pub(super) fn finish(self, default_game: Option<&'static dyn DynGame>) -> StandingsGames {
        let mut games = self.games;
        let only = match self.kinds.len() {
            1 => self.kinds.into_iter().next(),
            _ => default_game.map(|game| game.id().to_owned()),
        };
        let only = only.unwrap_or_default();
        games.left_out.append_as(self.left_out_results, &only);
        if self.results.game_count() > 0 {
            let table = games.tables.entry(only.clone()).or_default();
            table.merge(self.results);
            let adjusted = games.adjusted.entry(only.clone()).or_default();
            adjusted.extend(self.adjusted_results);
        }
        for row in self.held.rows() {
            let location = || row.location();
            if self.identities.contains(&row.identity()) {
                let reason = LeftOutReason::KnownFromMoves;
                games.left_out.add(row.nth(), &only, reason, location);
            } else {
                let measured = (row.score(), MeasuredLuck::default());
                games.count(row.nth(), &only, measured, location);
            }
        }
        games
    }
}

// Rows of tables that wait until all logs are read, packed, with names kept once.

/// The rows in the order of the input.
#[derive(Default)]
pub(super) struct HeldRows {
    rows: Vec<PackedRow>,
    names: Names,
    files: Names,
}

/// The score of a row, with names as indices.
struct PackedRow {
    identity: u64,
    nth: u64,
    file: u32,
    line: u32,
    names: [u32; 2],
    winner: Option<Winner>,
    faults: [Option<Fault>; 2],
    points: Option<[i32; 2]>,
    game_points: Option<[i32; 2]>,
    /// The rest of the score where it has any; tables have none.
    rest: Option<Box<GameScore>>,
}

impl HeldRows {
    /// Adds a row, the `nth` game of the input. Returns `false`, and adds nothing, if there are too
    /// many names.
    pub fn push(
        &mut self,
        nth: u64,
        identity: u64,
        (file, line): (&str, u32),
        score: GameScore,
    ) -> bool {
        let names = score.names.each_ref().map(|name| self.names.index_of(name));
        let ([Some(first), Some(second)], Some(file)) = (names, self.files.index_of(file)) else {
            return false;
        };
        self.rows.push(PackedRow {
            identity,
            nth,
            file,
            line,
            names: [first, second],
            winner: score.winner,
            faults: score.faults,
            points: score.points,
            game_points: score.game_points,
            rest: has_rest(&score).then(|| Box::new(score)),
        });
        true
    }

    pub fn rows(&self) -> impl Iterator<Item = HeldRow<'_>> {
        self.rows.iter().map(|row| HeldRow { held: self, row })
    }
}

/// Reports whether a score has more than tables have.
fn has_rest(score: &GameScore) -> bool {
    score.scores.is_some()
        || score.index.is_some()
        || score.pair.is_some()
        || score.time_ms.iter().any(Option::is_some)
}

/// A row that waits.
pub(super) struct HeldRow<'a> {
    held: &'a HeldRows,
    row: &'a PackedRow,
}

impl HeldRow<'_> {
    pub fn identity(&self) -> u64 {
        self.row.identity
    }

    /// Returns the position of the row among all games of the input.
    pub fn nth(&self) -> u64 {
        self.row.nth
    }

    pub fn location(&self) -> String {
        location_text(self.held.files.text(self.row.file), self.row.line)
    }

    pub fn score(&self) -> GameScore {
        if let Some(score) = &self.row.rest {
            return (**score).clone();
        }
        let name = |index: u32| self.held.names.text(index).to_owned();
        GameScore {
            names: self.row.names.map(name),
            winner: self.row.winner,
            faults: self.row.faults,
            points: self.row.points,
            game_points: self.row.game_points,
            ..GameScore::default()
        }
    }
}

/// Texts that are kept once.
#[derive(Default)]
struct Names {
    indices: HashMap<Box<str>, u32>,
    texts: Vec<Box<str>>,
}

impl Names {
    /// Returns the index of a text; `None` if there are too many.
    fn index_of(&mut self, text: &str) -> Option<u32> {
        if let Some(index) = self.indices.get(text) {
            return Some(*index);
        }
        if self.texts.len() >= MAX_BOTS {
            return None;
        }
        let index = u32::try_from(self.texts.len()).ok()?;
        self.indices.insert(text.into(), index);
        self.texts.push(text.into());
        Some(index)
    }

    fn text(&self, index: u32) -> &str {
        &self.texts[index as usize]
    }
}
