//! `codecup-csv`: CodeCup's competition tables.
//!
//! The first row names the columns, which are found by name and may be in any order.
//!
//! - A table of games has one game per row:
//!   `Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves`. The
//!   columns between `Status2` and `Moves` belong to the game. Moves are separated by blanks.
//! - A table of players has two rows per game and no moves:
//!   `Game,Round,IsSwiss,Player,User,Score,Status`. It holds only the results, of a game that it
//!   does not name.
//!
//! Scores are the contest's points. A status is `WIN`, `LOSE`, `DRAW` or the way in which the
//! player failed.

mod table;
mod write;

use super::game_builder::{GameBuilder, guess_game, split_words};
use super::headers::KeyValueHeader;
use super::parsed_game::HeldGame;
use super::{
    Format, FormatWriter, MAX_LINE_BYTES, ParsedGame, ReadContext, dialogue, first_line_span,
    moves, statuses,
};
use kifu_core::contract::{Player, Spelling, printable};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, by_id};
use kifu_core::record::{Record, ReportedResult};
use rustc_hash::FxHashSet;
use std::ops::Range;
use table::{CsvColumns, CsvRow, CsvRows, MIN_KNOWN, TableLayout};

const ID: &str = "codecup-csv";

/// CodeCup's competition tables.
pub(super) struct CodeCupCsvFormat;

impl Format for CodeCupCsvFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "CodeCup competition tables: one game per line with its moves, or results only"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["csv"]
    }
    fn sniff(&self, start: &str, _context: &ReadContext<'_>) -> u8 {
        let first = CsvRows::new(start).next();
        let columns = first.as_ref().and_then(CsvColumns::from_header);
        let known_count = columns.map_or(0, |columns| columns.known_count());
        let line = first_line_span(start);
        let has_other = || CsvColumns::other_separator(&start[line]).is_some();
        // A table with other separators is recognised, too: the reader says what is wrong with it.
        if (known_count >= MIN_KNOWN || has_other()) && is_table(start) {
            95
        } else {
            0
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        table::split_point(text)
    }
    fn has_header(&self) -> bool {
        true
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let mut rows = CsvRows::new(source.text());
        let header = match context.header {
            Some(header) => CsvRows::new(header).next(),
            None => rows.next(),
        };
        let Some(columns) = header.as_ref().and_then(CsvColumns::from_header) else {
            // The error of the header is in the first chunk.
            if context.header.is_none() {
                out(no_header(source, header.as_ref()));
            }
            return;
        };
        let mut table = TableReader::new(columns, source, context);
        let mut any = context.header.is_some();
        let mut pair = PlayerRows::default();
        let mut games = HeldGame::new(out);
        for row in rows.filter(|row| !row.is_blank()) {
            if table.columns.are_named_by(&row) {
                // Several tables were joined to one.
                let message = "expected the names of the columns once, found them again";
                let location = source.location(row.span.clone());
                games.add_finding(Finding::new(Code::RepeatedEntry, message).at(location));
                continue;
            }
            any = true;
            if row.span.len() > MAX_LINE_BYTES {
                games.add(too_long(source, &row));
            } else if table.columns.layout == TableLayout::Games {
                games.add(read_row(&mut table, &row));
            } else if let Some(parsed) = pair.add_row(&mut table, row) {
                games.add(parsed);
            }
        }
        if let Some(parsed) = pair.finish(&mut table) {
            games.add(parsed);
        }
        if !any {
            let message = "expected rows of games below the names of the columns, found none";
            let finding = Finding::new(Code::NoGame, message);
            let finding = finding.at(source.location(first_line_span(source.text())));
            games.add(ParsedGame::unreadable(finding));
        }
        games.finish();
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Reports whether a text whose first line names columns is a table: other formats may have such a
/// line in a name, a comment or a bot's output.
fn is_table(start: &str) -> bool {
    let first = &start[first_line_span(start)];
    let mut rows = CsvRows::new(start);
    let field_count = rows.next().map_or(0, |header| header.fields.len());
    let is_other_line = |row: CsvRow<'_>| {
        let line = &start[row.span];
        dialogue::is_log_line(line) && row.fields.len() != field_count
            || line.starts_with("(kifu:")
            || line.starts_with("{\"kifu\":")
    };
    !first.starts_with(['(', '{', '[', '<', '>', '!'])
        && (!first.starts_with('#') || first.starts_with("#,"))
        && KeyValueHeader::parse(first, 0).is_none()
        && !rows.any(is_other_line)
}

fn no_header(source: &SourceText<'_>, header: Option<&CsvRow<'_>>) -> ParsedGame {
    let Some(header) = header else {
        let finding = Finding::new(Code::NoGame, "expected a table, found an empty text");
        return ParsedGame::unreadable(finding.at(source.location(0..0)));
    };
    let line = first_line_span(source.text());
    if let Some(separator) = CsvColumns::other_separator(&source.text()[line.clone()]) {
        let found = match separator {
            ';' => "semicolons",
            '\t' => "tabs",
            _ => "bars",
        };
        let message = format!("expected commas between the columns, found {found}");
        let hint = "save the table with commas as separators".to_owned();
        let offset = line.start + source.text()[line].find(separator).unwrap_or(0);
        let finding = Finding::new(Code::Syntax, message).hint(hint);
        return ParsedGame::unreadable(finding.at(source.location(offset..offset + 1)));
    }
    let message = "expected a first row that names the columns, with `Moves`, or `User` and \
                   `Score`; found one that does not";
    let hint = "`Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves`".to_owned();
    let finding = Finding::new(Code::MissingField, message).hint(hint);
    ParsedGame::unreadable(finding.at(source.location(header.span.clone())))
}

fn too_long(source: &SourceText<'_>, row: &CsvRow<'_>) -> ParsedGame {
    let message = format!(
        "expected a row of at most {MAX_LINE_BYTES} bytes, found one of {}",
        row.span.len()
    );
    let location = source.location(row.span.start..row.span.start);
    ParsedGame::unreadable(Finding::new(Code::TooLarge, message).at(location))
}

/// The state of reading a table.
struct TableReader<'a> {
    columns: CsvColumns,
    source: &'a SourceText<'a>,
    context: &'a ReadContext<'a>,
    /// The game of the previous row.
    last_game: Option<&'static dyn DynGame>,
    /// The columns with that game's extras.
    extra_columns: Vec<usize>,
    /// The columns that neither the game nor the contest knows.
    unknown_columns: Vec<usize>,
    /// Whether unknown columns were reported, here or in an earlier chunk.
    has_warned: bool,
    /// The rows so far whose game has a number.
    numbered_rows: FxHashSet<&'a str>,
}

impl<'a> TableReader<'a> {
    fn new(columns: CsvColumns, source: &'a SourceText<'a>, context: &'a ReadContext<'a>) -> Self {
        let (extras, unknown) = columns.split_extras(context.game);
        Self {
            columns,
            source,
            context,
            last_game: context.game,
            extra_columns: extras,
            unknown_columns: unknown,
            has_warned: context.header.is_some(),
            numbered_rows: FxHashSet::default(),
        }
    }

    /// Returns the game of these moves, which usually is that of the row before.
    fn game_of_moves(&mut self, moves: &str) -> Option<&'static dyn DynGame> {
        if self.context.game.is_some() {
            return self.context.game;
        }
        let first = moves.split_whitespace().next()?;
        let fits = |game: &&'static dyn DynGame| {
            let token = game.parse(first);
            token.is_ok_and(|token| token.spelling == Spelling::Canonical)
        };
        if let Some(game) = self.last_game.filter(fits) {
            return Some(game);
        }
        let is_separator = |c: char| c.is_whitespace() || c == ',' || c == ';';
        let words = moves.split(is_separator).filter(|word| !word.is_empty());
        let game = guess_game(self.context.catalogue, words);
        let id = |game: Option<&dyn DynGame>| game.map(<dyn DynGame>::id);
        if id(game) != id(self.last_game) {
            (self.extra_columns, self.unknown_columns) = self.columns.split_extras(game);
            self.last_game = game;
        }
        game
    }

    /// Creates a game with no more than its source.
    fn empty_game(&self) -> ParsedGame {
        let mut record = Record::default();
        ID.clone_into(&mut record.source.format);
        self.context.file_name.clone_into(&mut record.source.file);
        ParsedGame {
            record,
            ..ParsedGame::default()
        }
    }

    /// Reports a game whose rows have all appeared earlier in the table.
    fn check_repeated(&mut self, rows: &[&CsvRow<'_>], parsed: &mut ParsedGame) {
        let text: &'a str = self.source.text();
        let mut is_repeated = !parsed.record.source.id.is_empty();
        for row in rows {
            let id = row.field_text(self.columns.game).trim();
            is_repeated &= !id.is_empty() && !self.numbered_rows.insert(&text[row.span.clone()]);
        }
        if let (true, Some(row)) = (is_repeated, rows.first()) {
            let message = format!(
                "expected each game once, found the row of game `{}` again",
                parsed.record.source.id
            );
            let location = self.source.location(row.field_span(self.columns.game));
            let finding = Finding::new(Code::RepeatedEntry, message).at(location);
            parsed.findings.push(finding);
        }
    }

    /// Reports whether a row has points or a status.
    fn has_result(&self, row: &CsvRow<'_>) -> bool {
        let columns = self.columns.players;
        let mut result = columns.iter().flat_map(|own| [own.score, own.status]);
        result.any(|at| !row.field_text(at).trim().is_empty())
    }

    /// Returns the note on a game without moves: it has a result, or not even that.
    fn no_moves_finding(&self, row: &CsvRow<'_>) -> Finding {
        if self.has_result(row) {
            return self.results_only_finding(row);
        }
        let location = self.source.location(row.span.clone());
        Finding::new(
            Code::Unterminated,
            "expected moves or a result, found neither",
        )
        .at(location)
    }

    /// Returns the note that there are no moves to judge.
    fn results_only_finding(&self, row: &CsvRow<'_>) -> Finding {
        let location = self.source.location(row.span.clone());
        Finding::new(Code::ResultsOnly, "result only, no moves").at(location)
    }

    /// Reads the columns that both layouts have.
    fn read_shared_columns(&self, row: &CsvRow<'_>, record: &mut Record) {
        row.field_text(self.columns.game)
            .clone_into(&mut record.source.id);
        row.field_text(self.columns.round)
            .clone_into(&mut record.event.round);
        row.field_text(self.columns.stage)
            .clone_into(&mut record.event.table);
    }

    /// Returns the points in a field; text that is not a number is reported and kept.
    fn read_points(
        &self,
        row: &CsvRow<'_>,
        at: Option<usize>,
        parsed: &mut ParsedGame,
    ) -> Option<i32> {
        let column = at?;
        let text = row.field_text(Some(column));
        let number = text.trim().parse().ok();
        if number.is_none() && !text.trim().is_empty() {
            let name = &self.columns.names[column];
            let shown = printable(text, 24);
            let digits = text.trim().trim_start_matches(['+', '-']);
            let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
            let expected = if is_whole && !digits.is_empty() {
                format!("a whole number from {} to {}", i32::MIN, i32::MAX)
            } else {
                "a whole number".to_owned()
            };
            let message = format!("expected {expected} as {name}, found `{shown}`");
            let location = self.source.location(row.field_span(Some(column)));
            let finding = Finding::new(Code::BadValue, message).at(location);
            parsed.findings.push(finding);
            insert_ext(&mut parsed.record, name, text);
        }
        number
    }

    /// Returns the player of a row in a table of players.
    fn player_of_row(&self, row: &CsvRow<'_>) -> Option<Player> {
        let digit = row
            .field_text(self.columns.player_number)
            .trim()
            .bytes()
            .next_back()?;
        match digit {
            b'1' => Some(Player::First),
            b'2' => Some(Player::Second),
            _ => None,
        }
    }

    /// Reports whether a row has too many fields, so that it is unclear which of them is wrong.
    fn is_misaligned(&self, row: &CsvRow<'_>) -> bool {
        let more = row.fields.iter().skip(self.columns.names.len());
        more.into_iter().any(|field| !field.text.trim().is_empty())
    }

    /// Reports too few or too many fields and unclosed quotes.
    fn check_field_count(&self, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
        let (expected, found) = (self.columns.names.len(), row.fields.len());
        let mut report = |finding: Finding, at: usize| {
            let location = self.source.location(at..row.span.end);
            parsed.findings.push(finding.at(location));
        };
        if let Some(at) = row.stray_quote {
            let message =
                "expected a closing quote before a comma or the end of the row, found none";
            report(Finding::new(Code::Syntax, message), at);
        }
        let message = format!("expected {expected} fields, found {found}");
        if found < expected {
            let is_last = row.span.end == self.source.text().len();
            let code = if is_last {
                Code::Truncated
            } else {
                Code::MissingField
            };
            report(Finding::new(code, message), row.span.end);
        } else if found > expected {
            let offset = row.fields[expected].span.start;
            if self.is_misaligned(row) {
                let hint = "put a field that contains a comma in double quotes".to_owned();
                report(Finding::new(Code::Syntax, message).hint(hint), offset);
            } else {
                let message = format!("{message}; the last ones are empty");
                report(Finding::new(Code::TrailingText, message), offset);
            }
        }
        if found != expected || row.stray_quote.is_some() {
            let text = self.source.text()[row.span.clone()].to_owned();
            insert_ext(&mut parsed.record, "row", &text);
        }
    }

    /// Reports the unknown columns, once per table.
    fn warn_of_unknown_columns(&mut self, parsed: &mut ParsedGame) {
        if self.has_warned {
            return;
        }
        self.has_warned = true;
        let header = CsvRows::new(self.source.text()).next();
        for at in &self.unknown_columns {
            let name = &self.columns.names[*at];
            let finding = if self.columns.is_repeated(*at) {
                let message =
                    format!("expected each column once, found `{name}` again; kept in `ext`");
                Finding::new(Code::RepeatedEntry, message)
            } else {
                let message = format!(
                    "expected a column of the contest's tables, found `{name}`; kept in `ext`"
                );
                Finding::new(Code::UnknownField, message)
            };
            let location = header
                .as_ref()
                .map(|header| self.source.location(header.field_span(Some(*at))));
            parsed.findings.push(finding.at(location));
        }
    }
}

/// Reads the game in a row of a table of games.
fn read_row(table: &mut TableReader<'_>, row: &CsvRow<'_>) -> ParsedGame {
    if table.is_misaligned(row) {
        let mut parsed = table.empty_game();
        table.read_shared_columns(row, &mut parsed.record);
        table.check_field_count(row, &mut parsed);
        return parsed;
    }
    let words = row.field_text(table.columns.moves);
    let game = table.game_of_moves(words);
    let mut parsed = match game {
        Some(game) => with_moves(table, row, game),
        None => without_game(table, row, words),
    };
    parsed.game_spans.whole = row.span.clone();
    parsed.game_spans.result = Some(result_span(&table.columns, row));
    read_players_and_result(table, row, &mut parsed);
    table.check_repeated(&[row], &mut parsed);
    keep_unknown_columns(table, row, &mut parsed);
    table.check_field_count(row, &mut parsed);
    parsed
}

/// Reads the moves and the setup of a row whose game is known.
fn with_moves(table: &TableReader<'_>, row: &CsvRow<'_>, game: &'static dyn DynGame) -> ParsedGame {
    let mut draft = GameBuilder::new(game, ID, table.context);
    read_setup(table, row, &mut draft);
    let span = row.field_span(table.columns.moves);
    let text = table.source.text();
    let words = &text[span.clone()];
    // Blanks of other scripts separate moves, too.
    let is_plain = words.starts_with(|c: char| c.is_ascii_alphabetic())
        && words.is_ascii()
        && memchr::memchr3(b',', b';', b'"', words.as_bytes()).is_none();
    if is_plain {
        return draft.finish_contiguous(text, &span);
    }
    let spans: Vec<Range<usize>> = split_words(words, span.start).collect();
    let has_doubled_quotes = row.field_text(table.columns.moves) != words;
    let is_quoted = |span: &Range<usize>| has_doubled_quotes && text[span.clone()].contains('"');
    for run in spans.chunk_by(|one, other| is_quoted(one) == is_quoted(other)) {
        if is_quoted(&run[0]) {
            for span in run {
                let word = text[span.clone()].replace("\"\"", "\"");
                draft.push_token(&word, span.clone());
            }
        } else {
            moves::push_words(&mut draft, text, run);
        }
    }
    if spans.is_empty() && table.has_result(row) {
        draft.findings.push(table.results_only_finding(row));
    }
    draft.finish()
}

/// Keeps the text of a row whose game is unknown.
fn without_game(table: &TableReader<'_>, row: &CsvRow<'_>, words: &str) -> ParsedGame {
    let mut parsed = table.empty_game();
    words.clone_into(&mut parsed.record.moves);
    let is_whole = row.fields.len() >= table.columns.names.len();
    if words.trim().is_empty() {
        if is_whole {
            parsed.findings.push(table.no_moves_finding(row));
        }
        return parsed;
    }
    let message = "could not recognise the game from its moves";
    let location = table.source.location(row.field_span(table.columns.moves));
    parsed
        .findings
        .push(Finding::new(Code::UnknownGame, message).at(location));
    parsed
}

/// Reads the game's setup from the extra columns.
fn read_setup(table: &TableReader<'_>, row: &CsvRow<'_>, draft: &mut GameBuilder) {
    let Some(first) = table.extra_columns.first() else {
        return;
    };
    let values: Vec<&str> = table
        .extra_columns
        .iter()
        .map(|at| row.field_text(Some(*at)))
        .collect();
    let span = row.field_span(Some(*first));
    match draft.game().setup_from_extras(&values) {
        Ok(setup) => draft.record.setup = setup,
        Err(error) => {
            let location = table.source.location(span.clone());
            let finding = Finding::new(Code::BadSetup, error.to_string()).at(location);
            draft.findings.push(finding);
            for at in &table.extra_columns {
                keep_in_ext(&table.columns, row, *at, &mut draft.record);
            }
        }
    }
    draft.game_spans.setup = Some(span);
}

/// Keeps a value for which the record has no field.
fn keep_in_ext(columns: &CsvColumns, row: &CsvRow<'_>, at: usize, record: &mut Record) {
    let value = row.field_text(Some(at));
    if !value.is_empty() {
        let key = match columns.names[at].as_str() {
            "" => format!("column {}", at + 1),
            name => name.to_owned(),
        };
        insert_ext(record, &key, value);
    }
}

/// Keeps a text under a key, or under the key with a number if the key is taken, so that nothing is
/// overwritten.
fn insert_ext(record: &mut Record, key: &str, value: &str) {
    let free = (2..).map(|number| format!("{key} {number}"));
    let mut keys = std::iter::once(key.to_owned()).chain(free);
    if let Some(key) = keys.find(|key| !record.ext.contains_key(key)) {
        record.ext.insert(key, value.to_owned());
    }
}

/// Reads ids, names, points and status words.
fn read_players_and_result(table: &TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    let columns = &table.columns;
    table.read_shared_columns(row, &mut parsed.record);
    let mut points = [None; 2];
    for player in Player::ALL {
        let player_columns = columns.players[player.index()];
        row.field_text(player_columns.user)
            .clone_into(&mut parsed.record.player_mut(player).name);
        points[player.index()] = table.read_points(row, player_columns.score, parsed);
    }
    let words = [0, 1].map(|player: usize| row.field_text(columns.players[player].status));
    let (reported, found) = statuses::reported_result(points, words);
    let has_failed = !reported.faults.is_empty();
    let is_empty = reported == ReportedResult::default();
    parsed.record.reported = (!is_empty).then_some(reported);
    for (player, finding) in found {
        let span = row.field_span(columns.players[player.index()].status);
        let finding = finding.at(table.source.location(span));
        parsed.findings.push(finding);
    }
    if has_failed {
        check_faults(table, row, words, parsed);
    }
}

/// Makes the checks that only games with a fault need.
fn check_faults(
    table: &TableReader<'_>,
    row: &CsvRow<'_>,
    words: [&str; 2],
    parsed: &mut ParsedGame,
) {
    let record = &parsed.record;
    let Some(game) = by_id(table.context.catalogue, &record.game) else {
        return;
    };
    if let Some((player, finding)) = statuses::check_other_status(record, game, words) {
        let span = row.field_span(table.columns.players[player.index()].status);
        let finding = finding.at(table.source.location(span));
        parsed.findings.push(finding);
    }
    if game.info().jury_plays_on && !record.moves.is_empty() {
        let message = "the jury played on for the player who failed; the log does not say which moves it made";
        let location = table.source.location(result_span(&table.columns, row));
        let finding = Finding::new(Code::UnmarkedJuryMoves, message).at(location);
        parsed.findings.push(finding);
    }
}

/// Returns the span from the first to the last field that belongs to the result.
fn result_span(columns: &CsvColumns, row: &CsvRow<'_>) -> Range<usize> {
    let fields = columns
        .players
        .iter()
        .flat_map(|own| [own.score, own.status]);
    let mut spans = fields
        .flatten()
        .filter_map(|at| row.fields.get(at))
        .map(|field| &field.span);
    let Some(first) = spans.next() else {
        return row.span.end..row.span.end;
    };
    spans.fold(first.clone(), |all, span| {
        all.start.min(span.start)..all.end.max(span.end)
    })
}

fn keep_unknown_columns(table: &mut TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    for at in &table.unknown_columns {
        keep_in_ext(&table.columns, row, *at, &mut parsed.record);
    }
    table.warn_of_unknown_columns(parsed);
}

/// The rows of one game in a table of players, one per player.
#[derive(Default)]
struct PlayerRows<'a> {
    rows: [Option<CsvRow<'a>>; 2],
}

impl<'a> PlayerRows<'a> {
    /// Adds the next row, and returns a game that is complete with it or ended before it.
    pub fn add_row(&mut self, table: &mut TableReader<'_>, row: CsvRow<'a>) -> Option<ParsedGame> {
        let id = |row: &CsvRow<'_>| row.field_text(table.columns.game).to_owned();
        let is_same = self.rows.iter().flatten().all(|held| id(held) == id(&row));
        let player = table.player_of_row(&row).unwrap_or(match self.rows[0] {
            None => Player::First,
            Some(_) => Player::Second,
        });
        let index = player.index();
        let is_free = self.rows[index].is_none();
        let before = if is_same && is_free {
            None
        } else {
            self.finish(table)
        };
        self.rows[index] = Some(row);
        let is_complete = before.is_none() && self.rows.iter().all(Option::is_some);
        if is_complete {
            self.finish(table)
        } else {
            before
        }
    }

    /// Returns the game of the rows held; `None` if there are none.
    pub fn finish(&mut self, table: &mut TableReader<'_>) -> Option<ParsedGame> {
        let rows = std::mem::take(&mut self.rows);
        let first = rows.iter().flatten().min_by_key(|row| row.span.start)?;
        let mut parsed = table.empty_game();
        parsed.findings.push(table.results_only_finding(first));
        if let Some(game) = table.context.game {
            game.id().clone_into(&mut parsed.record.game);
            parsed.record.rules = game.info().rules_version;
        }
        parsed.game_spans.whole = first.span.clone();
        table.read_shared_columns(first, &mut parsed.record);
        read_both_players_and_result(table, &rows, &mut parsed);
        check_rows_agree(table, &rows, &mut parsed);
        let held: Vec<&CsvRow<'_>> = rows.iter().flatten().collect();
        table.check_repeated(&held, &mut parsed);
        for row in rows.iter().flatten() {
            table.check_field_count(row, &mut parsed);
            check_player_number(table, row, &mut parsed);
            for at in &table.unknown_columns {
                let value = row.field_text(Some(*at));
                if !value.is_empty() {
                    let player = row.field_text(table.columns.player_number);
                    let key = format!("{} {player}", table.columns.names[*at]);
                    insert_ext(&mut parsed.record, key.trim(), value);
                }
            }
        }
        table.warn_of_unknown_columns(&mut parsed);
        Some(parsed)
    }
}

/// Reports a row that does not say which player it is about.
fn check_player_number(table: &TableReader<'_>, row: &CsvRow<'_>, parsed: &mut ParsedGame) {
    let number = row.field_text(table.columns.player_number);
    if !number.trim().is_empty() && table.player_of_row(row).is_none() {
        let shown = printable(number, 24);
        let message = format!("expected `Player 1` or `Player 2`, found `{shown}`");
        let location = row.field_span(table.columns.player_number);
        let finding = Finding::new(Code::BadValue, message);
        let finding = finding.at(table.source.location(location));
        parsed.findings.push(finding);
        insert_ext(&mut parsed.record, "Player", number);
    }
}

/// Reads the names, points and status words of both players.
fn read_both_players_and_result(
    table: &TableReader<'_>,
    rows: &[Option<CsvRow<'_>>; 2],
    parsed: &mut ParsedGame,
) {
    let player_columns = table.columns.players[0];
    let mut points = [None; 2];
    let mut words = [""; 2];
    for player in Player::ALL {
        if let Some(row) = &rows[player.index()] {
            row.field_text(player_columns.user)
                .clone_into(&mut parsed.record.player_mut(player).name);
            points[player.index()] = table.read_points(row, player_columns.score, parsed);
            words[player.index()] = row.field_text(player_columns.status);
        }
    }
    let (reported, found) = statuses::reported_result(points, words);
    parsed.record.reported = Some(reported);
    for (player, mut finding) in found {
        if let Some(row) = &rows[player.index()] {
            // The disagreement is between the words of two rows.
            if finding.code == Code::StatusDisagrees && points.iter().any(Option::is_none) {
                finding.code = Code::RowsDisagree;
            }
            let location = table.source.location(row.field_span(player_columns.status));
            parsed.findings.push(finding.at(location));
        }
    }
}

/// Reports rows of one game that do not fit together.
fn check_rows_agree(
    table: &TableReader<'_>,
    rows: &[Option<CsvRow<'_>>; 2],
    parsed: &mut ParsedGame,
) {
    let columns = &table.columns;
    let (one, other) = match rows {
        [Some(one), Some(other)] => (one, other),
        [Some(row), None] | [None, Some(row)] => {
            let message = format!(
                "expected two rows of game `{}` one after the other, found one",
                row.field_text(columns.game)
            );
            let location = table.source.location(row.field_span(columns.game));
            parsed
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(location));
            return;
        }
        [None, None] => return,
    };
    let later = if one.span.start < other.span.start {
        other
    } else {
        one
    };
    for at in [columns.round, columns.stage].into_iter().flatten() {
        let (one, other) = (one.field_text(Some(at)), other.field_text(Some(at)));
        if one != other {
            let name = &columns.names[at];
            let message =
                format!("expected the same {name} in both rows, found `{one}` and `{other}`");
            let location = table.source.location(later.field_span(Some(at)));
            parsed
                .findings
                .push(Finding::new(Code::RowsDisagree, message).at(location));
        }
    }
}
