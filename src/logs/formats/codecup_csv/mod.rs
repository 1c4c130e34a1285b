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
//!
//! - **A game begins** with each row, or with each two rows that have the same `Game`. A row of a
//!   game never goes on in another table of the same file.
//! - **A game ends** with its row. A row that names the columns again begins another table, whose
//!   columns may be others. Lines before the names of the columns, and rows without players, status
//!   and moves (sums, footers), are no games: each is named by a finding.
//! - **Behind something unreadable** reading goes on with the next row. A row whose fields cannot be
//!   counted is kept as text, and what is in it is no game.
//! - **The game** is that of the first moves of a row, unless nearly all rows of the table fail at
//!   their first moves: then it is one that kifu does not know, and the rows are results, with the
//!   moves in `ext`.

mod checks;
mod heading;
mod player_rows;
mod table;
mod unknown_game;
mod write;

use super::game_builder::{GameBuilder, guess_game, split_words};
use super::headers::KeyValueHeader;
use super::parsed_game::HeldGame;
use super::{
    Format, FormatWriter, MAX_LINE_BYTES, ParsedGame, ReadContext, dialogue, first_line_span,
    moves, statuses,
};
use checks::{check_claims, check_field_count, check_repeated, is_no_game, no_game_finding};
use heading::{TableHeading, is_separator_row};
use kifu_core::contract::{Player, Spelling, printable};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::games::{DynGame, by_id};
use kifu_core::record::{Record, ReportedResult};
use player_rows::PlayerRows;
use rustc_hash::FxHashMap;
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
        let heading = TableHeading::find(start);
        let plausible = heading.as_ref().filter(|heading| heading.is_plausible());
        let known_count = plausible.map_or(0, |heading| heading.columns.known_count());
        let has_other = || heading::other_separator(start).is_some();
        // A table with other separators is recognised, too: the reader says what is wrong with it.
        if (known_count >= MIN_KNOWN || has_other()) && is_table(start, heading.as_ref()) {
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
    fn header<'t>(&self, start: &'t str) -> Option<&'t str> {
        heading::chunk_header(start)
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let is_first = context.header.is_none();
        let Some(heading) = TableHeading::find(context.header.unwrap_or(source.text())) else {
            // The error of the header is in the first chunk.
            if is_first {
                out(no_header(source));
            }
            return;
        };
        let mut games = HeldGame::new(out);
        let rows = if is_first {
            for row in &heading.before {
                games.add_finding(before_heading_finding(source, row));
            }
            heading.rows.clone()
        } else {
            CsvRows::new(source.text())
        };
        let table = TableReader::new(&heading, source, context);
        let any = read_rows(table, rows, &mut games);
        if is_first && !any {
            let message = "expected rows of games below the names of the columns, found none";
            let finding = Finding::new(Code::NoGame, message);
            let finding = finding.at(source.location(first_line_span(source.text())));
            games.add(ParsedGame::unreadable(finding));
        }
        games.finish_with_findings();
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

/// Reports whether a text whose first line names columns is a table: other formats may have such a
/// line in a name, a comment or a bot's output.
fn is_table(start: &str, heading: Option<&TableHeading<'_>>) -> bool {
    let first = &start[first_line_span(start)];
    let field_count = heading.map_or(0, |heading| heading.names.fields.len());
    let is_other_line = |row: CsvRow<'_>| {
        let line = &start[row.span];
        dialogue::is_log_line(line) && row.fields.len() != field_count
            || line.starts_with("(kifu:")
            || line.starts_with("{\"kifu\":")
    };
    let comment = first.strip_prefix('#').unwrap_or(first);
    !first.starts_with(['(', '{', '[', '<', '>', '!'])
        && KeyValueHeader::parse(comment, 0).is_none()
        && !CsvRows::new(start).any(is_other_line)
}

/// Reads the rows below the names of the columns; returns whether there are any games.
fn read_rows<'a>(
    mut table: TableReader<'a>,
    mut rows: CsvRows<'a>,
    games: &mut HeldGame<'_>,
) -> bool {
    let source = table.source;
    let mut any = false;
    let mut pair = PlayerRows::default();
    if let Some(finding) = table.spaced_heading_finding() {
        games.add_finding(finding);
    }
    table.begin_section(&rows);
    while let Some(row) = rows.next() {
        if row.is_blank() {
            continue;
        }
        if let Some(columns) = table.other_heading(&row) {
            // Several tables were joined to one.
            if let Some(parsed) = pair.finish(&mut table) {
                games.add(parsed);
            }
            let message = "expected the names of the columns once, found them again";
            let location = source.location(row.span.clone());
            games.add_finding(Finding::new(Code::RepeatedEntry, message).at(location));
            table.begin_table(columns, row);
            if let Some(finding) = table.spaced_heading_finding() {
                games.add_finding(finding);
            }
            table.begin_section(&rows);
            continue;
        }
        let is_at_end = row.span.end == source.text().len();
        if is_no_game(&table.columns, &row, is_at_end) {
            games.add_finding(no_game_finding(&table, &row));
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
    any
}

/// Returns the finding on a row before the names of the columns.
fn before_heading_finding(source: &SourceText<'_>, row: &CsvRow<'_>) -> Finding {
    let shown = printable(&source.text()[row.span.clone()], 60);
    let message = format!("expected the names of the columns first, found `{shown}`; skipped");
    let code = if is_separator_row(row) {
        Code::ForgivenSyntax
    } else {
        Code::UnassignedText
    };
    Finding::new(code, message).at(source.location(row.span.clone()))
}

fn no_header(source: &SourceText<'_>) -> ParsedGame {
    let text = source.text();
    if text.trim().is_empty() {
        let finding = Finding::new(Code::NoGame, "expected a table, found an empty text");
        return ParsedGame::unreadable(finding.at(source.location(0..0)));
    }
    if let Some((separator, offset)) = heading::other_separator(text) {
        let found = match separator {
            ';' => "semicolons",
            '\t' => "tabs",
            _ => "bars",
        };
        let message = format!("expected commas between the columns, found {found}");
        let hint = "save the table with commas as separators".to_owned();
        let finding = Finding::new(Code::Syntax, message).hint(hint);
        return ParsedGame::unreadable(finding.at(source.location(offset..offset + 1)));
    }
    let message = "expected a first row that names the columns, with `Moves`, or `User` and \
                   `Score`; found one that does not";
    let hint = "`Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves`".to_owned();
    let finding = Finding::new(Code::MissingField, message).hint(hint);
    ParsedGame::unreadable(finding.at(source.location(first_line_span(text))))
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
    /// The row that names the columns, if it is in this chunk.
    names_row: Option<CsvRow<'a>>,
    source: &'a SourceText<'a>,
    context: &'a ReadContext<'a>,
    /// Whether there are blanks around the names of the columns, and so around all fields.
    is_spaced: bool,
    /// The game of the previous row.
    last_game: Option<&'static dyn DynGame>,
    /// The columns with that game's extras.
    extra_columns: Vec<usize>,
    /// The columns that neither the game nor the contest knows.
    unknown_columns: Vec<usize>,
    /// Whether unknown columns were reported, here or in an earlier chunk.
    has_warned: bool,
    /// Whether the rows are of a game that is not known, and whether that was reported.
    unknown_game: unknown_game::Verdict,
    /// The rows so far whose game has a number, by number and players.
    numbered_rows: FxHashMap<String, String>,
}

impl<'a> TableReader<'a> {
    fn new(
        heading: &TableHeading<'a>,
        source: &'a SourceText<'a>,
        context: &'a ReadContext<'a>,
    ) -> Self {
        let (extras, unknown) = heading.columns.split_extras(context.game);
        Self {
            columns: heading.columns.clone(),
            names_row: context.header.is_none().then(|| heading.names.clone()),
            source,
            context,
            is_spaced: has_blanks(&heading.names),
            last_game: context.game,
            extra_columns: extras,
            unknown_columns: unknown,
            has_warned: context.header.is_some(),
            unknown_game: unknown_game::Verdict::Known,
            numbered_rows: FxHashMap::default(),
        }
    }

    /// Returns the columns that a row names, if it is the heading of another table.
    fn other_heading(&self, row: &CsvRow<'_>) -> Option<CsvColumns> {
        if self.columns.are_named_by(row) {
            return Some(self.columns.clone());
        }
        if !row
            .fields
            .iter()
            .any(|field| CsvColumns::has_name(&field.text))
        {
            return None;
        }
        let columns = CsvColumns::from_header(row)?;
        (columns.known_count() >= MIN_KNOWN).then_some(columns)
    }

    /// Returns the finding on blanks around the names of the columns.
    fn spaced_heading_finding(&self) -> Option<Finding> {
        let names = self.names_row.as_ref().filter(|_| self.is_spaced)?;
        let (finding, at) = checks::blanks_finding(&self.columns, names)?;
        Some(finding.at(self.source.location(names.field_span(Some(at)))))
    }

    /// Goes on with another table of the same text.
    fn begin_table(&mut self, columns: CsvColumns, names_row: CsvRow<'a>) {
        if columns.names != self.columns.names {
            self.has_warned = false;
            self.columns = columns;
            self.last_game = self.context.game;
            (self.extra_columns, self.unknown_columns) =
                self.columns.split_extras(self.context.game);
        }
        self.is_spaced = has_blanks(&names_row);
        self.names_row = Some(names_row);
    }

    /// Returns a reader of the same columns that has read nothing.
    fn without_state(&self) -> TableReader<'a> {
        TableReader {
            columns: self.columns.clone(),
            names_row: None,
            source: self.source,
            context: self.context,
            is_spaced: self.is_spaced,
            last_game: self.context.game,
            extra_columns: Vec::new(),
            unknown_columns: Vec::new(),
            has_warned: true,
            unknown_game: unknown_game::Verdict::Known,
            numbered_rows: FxHashMap::default(),
        }
    }

    /// Decides whether the next rows are of a game that is known.
    fn begin_section(&mut self, rows: &CsvRows<'a>) {
        self.unknown_game = unknown_game::verdict(self, rows);
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
        let words = split_words(moves, 0).map(|span| &moves[span]);
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
        if let Some(number) = number.is_none().then(|| whole_part(text.trim())).flatten() {
            let shown = printable(text, 24);
            let message = format!("expected a whole number, found `{shown}`; read as {number}");
            let location = self.source.location(row.field_span(Some(column)));
            let finding = Finding::new(Code::ForgivenSyntax, message).at(location);
            parsed.findings.push(finding);
            return Some(number);
        }
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

    /// Reports the unknown columns, once per table.
    fn warn_of_unknown_columns(&mut self, parsed: &mut ParsedGame) {
        if self.has_warned {
            return;
        }
        self.has_warned = true;
        // The columns before the moves belong to the game, known or not.
        let of_game = match (self.unknown_game, self.columns.players[1].status) {
            (unknown_game::Verdict::Known, _) | (_, None) => 0..0,
            (_, Some(status)) => status..self.columns.moves.unwrap_or(status),
        };
        for at in self
            .unknown_columns
            .iter()
            .filter(|at| !of_game.contains(at))
        {
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
            let names = self.names_row.as_ref();
            let location = names.map(|names| self.source.location(names.field_span(Some(*at))));
            parsed.findings.push(finding.at(location));
        }
    }
}

/// Returns the whole number in a decimal whose fraction is zero: 50 in `50.0`, as tools write that
/// count empty cells among fractions.
fn whole_part(text: &str) -> Option<i32> {
    let (whole, fraction) = text.split_once('.')?;
    let is_zero = !fraction.is_empty() && fraction.bytes().all(|byte| byte == b'0');
    whole.parse().ok().filter(|_| is_zero)
}

/// Reads the game in a row of a table of games.
fn read_row(table: &mut TableReader<'_>, row: &CsvRow<'_>) -> ParsedGame {
    if table.is_misaligned(row) {
        let mut parsed = table.empty_game();
        table.read_shared_columns(row, &mut parsed.record);
        check_field_count(table, row, &mut parsed);
        return parsed;
    }
    let words = row.field_text(table.columns.moves);
    let is_unknown = table.unknown_game != unknown_game::Verdict::Known;
    let mut parsed = if is_unknown {
        unknown_game::result_of_row(table, row)
    } else {
        match table.game_of_moves(words) {
            Some(game) => with_moves(table, row, game),
            None => without_game(table, row, words),
        }
    };
    parsed.game_spans.whole = row.span.clone();
    parsed.game_spans.result = Some(result_span(&table.columns, row));
    read_players_and_result(table, row, &mut parsed);
    check_repeated(table, &[row], &mut parsed);
    keep_unknown_columns(table, row, &mut parsed);
    check_claims(table, row, &mut parsed);
    check_field_count(table, row, &mut parsed);
    parsed
}

/// Reports whether there are blanks around the names of columns.
fn has_blanks(names: &CsvRow<'_>) -> bool {
    names.fields.iter().any(|field| field.has_blanks)
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
