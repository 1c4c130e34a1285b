//! `codecup-csv`: the competition tables of CodeCup.
//!
//! The first row names the columns; they are found by name, in any order.
//!
//! - A table of games has a game a row: `Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,
//!   Status2,Color1,Color2,Moves`. The columns between `Status2` and `Moves` are the game's own.
//!   Moves are parted by blanks.
//! - A table of players has two rows a game and no moves: `Game,Round,IsSwiss,Player,User,Score,
//!   Status`. It gives results alone, of a game that it does not name.
//!
//! Scores are the contest's points. A status is `WIN`, `LOSE`, `DRAW` or how the player failed.

mod columns;
mod game_row;
mod player_rows;
mod rows;
mod write;

use super::game_builder::guess_game;
use super::{Format, FormatWriter, MAX_LINE_BYTES, ParsedGame, ReadContext, first_line_span};
use crate::contract::{Player, Spelling, printable};
use crate::findings::{Code, Finding, SourceText};
use crate::games::DynGame;
use crate::record::Record;
use columns::{CsvColumns, TableLayout};
use player_rows::PlayerRows;
use rows::{CsvRow, CsvRows};

const ID: &str = "codecup-csv";

/// Competition tables.
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
        let known = columns.map(|columns| columns.names.len() - columns.others.len());
        match known {
            // A word or two that are columns' names head no table.
            None | Some(..3) => 0,
            Some(_) => 95,
        }
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        rows::split_point(text)
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
            return out(no_header(source, header.as_ref()));
        };
        let mut table = TableReader::new(columns, source, context);
        let mut any = context.header.is_some();
        let mut pair = PlayerRows::default();
        for row in
            rows.filter(|row| row.fields.len() > 1 || !row.field_text(Some(0)).trim().is_empty())
        {
            any = true;
            if row.span.len() > MAX_LINE_BYTES {
                out(too_long(source, &row));
            } else if table.columns.layout == TableLayout::Games {
                out(game_row::read_row(&mut table, &row));
            } else if let Some(reading) = pair.add_row(&mut table, row) {
                out(reading);
            }
        }
        if let Some(reading) = pair.finish(&mut table) {
            out(reading);
        }
        if !any {
            let message = "expected rows of games below the names of the columns, found none";
            let finding = Finding::new(Code::NoGame, message);
            let finding = finding.at(source.location(first_line_span(source.text())));
            out(ParsedGame::unreadable(finding));
        }
    }
    fn writer(&self) -> Option<&dyn FormatWriter> {
        Some(self)
    }
}

fn no_header(source: &SourceText<'_>, header: Option<&CsvRow<'_>>) -> ParsedGame {
    let Some(header) = header else {
        let finding = Finding::new(Code::NoGame, "expected a table, found an empty text");
        return ParsedGame::unreadable(finding.at(source.location(0..0)));
    };
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
    let place = source.location(row.span.start..row.span.start);
    ParsedGame::unreadable(Finding::new(Code::TooLarge, message).at(place))
}

/// A table in reading.
struct TableReader<'a> {
    columns: CsvColumns,
    source: &'a SourceText<'a>,
    context: &'a ReadContext<'a>,
    /// The game of the last row.
    last_game: Option<&'static dyn DynGame>,
    /// The columns of its extras.
    extra_columns: Vec<usize>,
    /// The columns that neither it nor the contest knows.
    unknown_columns: Vec<usize>,
    /// Unknown columns were told of, here or in an earlier piece.
    has_warned: bool,
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
        }
    }

    /// The game of these moves: as a rule that of the row before.
    fn game_of_moves(&mut self, moves: &str) -> Option<&'static dyn DynGame> {
        if self.context.game.is_some() {
            return self.context.game;
        }
        let first = moves.split_ascii_whitespace().next()?;
        let fits = |book: &&'static dyn DynGame| {
            let token = book.parse(first);
            token.is_ok_and(|token| token.spelling == Spelling::Canonical)
        };
        if let Some(book) = self.last_game.filter(fits) {
            return Some(book);
        }
        let gap = |c: char| c.is_whitespace() || c == ',' || c == ';';
        let words = moves.split(gap).filter(|word| !word.is_empty());
        let book = guess_game(self.context.catalogue, words);
        let id = |book: Option<&dyn DynGame>| book.map(|game| game.id());
        if id(book) != id(self.last_game) {
            (self.extra_columns, self.unknown_columns) = self.columns.split_extras(book);
            self.last_game = book;
        }
        book
    }

    /// A reading of a game that is not known yet.
    fn empty_game(&self) -> ParsedGame {
        let mut record = Record::default();
        ID.clone_into(&mut record.source.format);
        self.context.file_name.clone_into(&mut record.source.file);
        ParsedGame {
            record,
            ..ParsedGame::default()
        }
    }

    /// The note that there is nothing to judge.
    fn results_only_finding(&self, row: &CsvRow<'_>) -> Finding {
        let place = self.source.location(row.span.clone());
        Finding::new(Code::ResultsOnly, "result only, no moves").at(place)
    }

    /// What both layouts tell of a game.
    fn read_shared_columns(&self, row: &CsvRow<'_>, record: &mut Record) {
        row.field_text(self.columns.game)
            .clone_into(&mut record.source.id);
        row.field_text(self.columns.round)
            .clone_into(&mut record.event.round);
        row.field_text(self.columns.stage)
            .clone_into(&mut record.event.table);
    }

    /// The points in a field; what is no number is kept and found.
    fn read_points(
        &self,
        row: &CsvRow<'_>,
        at: Option<usize>,
        reading: &mut ParsedGame,
    ) -> Option<i32> {
        let at = at?;
        let text = row.field_text(Some(at));
        let number = text.trim().parse().ok();
        if number.is_none() && !text.trim().is_empty() {
            let name = &self.columns.names[at];
            let shown = printable(text, 24);
            let message = format!("expected a whole number as {name}, found `{shown}`");
            let place = self.source.location(row.field_span(Some(at)));
            let finding = Finding::new(Code::BadValue, message).at(place);
            reading.findings.push(finding);
            reading.record.ext.insert(name.clone(), text.to_owned());
        }
        number
    }

    /// Whose row it is, in a table of players.
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

    /// A row of too many fields, of which nobody knows which is too much.
    fn is_misaligned(&self, row: &CsvRow<'_>) -> bool {
        let more = row.fields.iter().skip(self.columns.names.len());
        more.into_iter().any(|field| !field.text.trim().is_empty())
    }

    /// Fields too few or too many, quotes that are not closed.
    fn check_field_count(&self, row: &CsvRow<'_>, reading: &mut ParsedGame) {
        let (due, found) = (self.columns.names.len(), row.fields.len());
        let mut find = |finding: Finding, at: usize| {
            let place = self.source.location(at..row.span.end);
            reading.findings.push(finding.at(place));
        };
        if let Some(at) = row.stray_quote {
            let message =
                "expected a closing quote before a comma or the end of the row, found none";
            find(Finding::new(Code::Syntax, message), at);
        }
        let message = format!("expected {due} fields, found {found}");
        if found < due {
            let is_last = row.span.end == self.source.text().len();
            let code = if is_last {
                Code::Truncated
            } else {
                Code::MissingField
            };
            find(Finding::new(code, message), row.span.end);
        } else if found > due {
            let at = row.fields[due].span.start;
            if self.is_misaligned(row) {
                let hint = "put a field that contains a comma in double quotes".to_owned();
                find(Finding::new(Code::Syntax, message).hint(hint), at);
            } else {
                let message = format!("{message}; the last ones are empty");
                find(Finding::new(Code::TrailingText, message), at);
            }
        }
        if found != due || row.stray_quote.is_some() {
            let text = self.source.text()[row.span.clone()].to_owned();
            reading.record.ext.insert("row".to_owned(), text);
        }
    }

    /// Tells of unknown columns, once.
    fn warn_of_unknown_columns(&mut self, reading: &mut ParsedGame) {
        if self.has_warned {
            return;
        }
        self.has_warned = true;
        let header = CsvRows::new(self.source.text()).next();
        for at in &self.unknown_columns {
            let name = &self.columns.names[*at];
            let message =
                format!("expected a column of the contest's tables, found `{name}`; kept in `ext`");
            let finding = Finding::new(Code::UnknownField, message);
            let place = header
                .as_ref()
                .map(|header| self.source.location(header.field_span(Some(*at))));
            reading.findings.push(finding.at(place));
        }
    }
}
