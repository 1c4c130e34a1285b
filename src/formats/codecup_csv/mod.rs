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
mod game;
mod players;
mod rows;
mod write;

use super::draft::game_of;
use super::{Context, Format, LONGEST_LINE, Reading, Writer, first_line};
use crate::contract::{Player, Spelling, printable};
use crate::findings::{Code, Finding, SourceText};
use crate::games::DynGame;
use crate::record::Record;
use columns::{Columns, Layout};
use players::Pair;
use rows::{Row, Rows};

const ID: &str = "codecup-csv";

/// Competition tables.
pub(super) struct CodeCupCsv;

impl Format for CodeCupCsv {
    fn id(&self) -> &'static str {
        ID
    }
    fn about(&self) -> &'static str {
        "CodeCup's competition tables: a game a line with its moves, or results alone"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["csv"]
    }
    fn sniff(&self, start: &str, _context: &Context<'_>) -> u8 {
        let first = Rows::new(start).next();
        let columns = first.as_ref().and_then(Columns::of);
        let known = columns.map(|columns| columns.names.len() - columns.others.len());
        match known {
            // A word or two that are columns' names head no table.
            None | Some(..3) => 0,
            Some(_) => 95,
        }
    }
    fn cut(&self, text: &[u8]) -> Option<usize> {
        rows::cut(text)
    }
    fn has_header(&self) -> bool {
        true
    }
    fn read(&self, source: &SourceText<'_>, context: &Context<'_>, out: &mut dyn FnMut(Reading)) {
        let mut rows = Rows::new(source.text());
        let header = match context.header {
            Some(header) => Rows::new(header).next(),
            None => rows.next(),
        };
        let Some(columns) = header.as_ref().and_then(Columns::of) else {
            return out(no_header(source, header.as_ref()));
        };
        let mut table = Table::new(columns, source, context);
        let mut any = context.header.is_some();
        let mut pair = Pair::default();
        for row in rows.filter(|row| row.fields.len() > 1 || !row.text(Some(0)).trim().is_empty()) {
            any = true;
            if row.span.len() > LONGEST_LINE {
                out(too_long(source, &row));
            } else if table.columns.layout == Layout::Games {
                out(game::read(&mut table, &row));
            } else if let Some(reading) = pair.take(&mut table, row) {
                out(reading);
            }
        }
        if let Some(reading) = pair.end(&mut table) {
            out(reading);
        }
        if !any {
            let message = "expected rows of games below the names of the columns, found none";
            let finding = Finding::new(Code::NoGame, message);
            let finding = finding.at(source.location(first_line(source.text())));
            out(Reading::broken(finding));
        }
    }
    fn writer(&self) -> Option<&dyn Writer> {
        Some(self)
    }
}

fn no_header(source: &SourceText<'_>, header: Option<&Row<'_>>) -> Reading {
    let Some(header) = header else {
        let finding = Finding::new(Code::NoGame, "expected a table, found an empty text");
        return Reading::broken(finding.at(source.location(0..0)));
    };
    let message = "expected a first row that names the columns, with `Moves`, or `User` and \
                   `Score`; found one that does not";
    let hint = "`Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves`".to_owned();
    let finding = Finding::new(Code::MissingField, message).hint(hint);
    Reading::broken(finding.at(source.location(header.span.clone())))
}

fn too_long(source: &SourceText<'_>, row: &Row<'_>) -> Reading {
    let message = format!(
        "expected a row of at most {LONGEST_LINE} bytes, found one of {}",
        row.span.len()
    );
    let place = source.location(row.span.start..row.span.start);
    Reading::broken(Finding::new(Code::TooLarge, message).at(place))
}

/// A table in reading.
struct Table<'a> {
    columns: Columns,
    source: &'a SourceText<'a>,
    context: &'a Context<'a>,
    /// The game of the last row.
    last: Option<&'static dyn DynGame>,
    /// The columns of its extras.
    extras: Vec<usize>,
    /// The columns that neither it nor the contest knows.
    unknown: Vec<usize>,
    /// Unknown columns were told of, here or in an earlier piece.
    has_warned: bool,
}

impl<'a> Table<'a> {
    fn new(columns: Columns, source: &'a SourceText<'a>, context: &'a Context<'a>) -> Self {
        let (extras, unknown) = columns.extras(context.game);
        Self {
            columns,
            source,
            context,
            last: context.game,
            extras,
            unknown,
            has_warned: context.header.is_some(),
        }
    }

    /// The game of these moves: as a rule that of the row before.
    fn book(&mut self, moves: &str) -> Option<&'static dyn DynGame> {
        if self.context.game.is_some() {
            return self.context.game;
        }
        let first = moves.split_ascii_whitespace().next()?;
        let fits = |book: &&'static dyn DynGame| {
            let token = book.parse(first);
            token.is_ok_and(|token| token.spelling == Spelling::Canonical)
        };
        if let Some(book) = self.last.filter(fits) {
            return Some(book);
        }
        let gap = |c: char| c.is_whitespace() || c == ',' || c == ';';
        let words = moves.split(gap).filter(|word| !word.is_empty());
        let book = game_of(self.context.catalogue, words);
        let id = |book: Option<&dyn DynGame>| book.map(DynGame::id);
        if id(book) != id(self.last) {
            (self.extras, self.unknown) = self.columns.extras(book);
            self.last = book;
        }
        book
    }

    /// A reading of a game that is not known yet.
    fn blank(&self) -> Reading {
        let mut record = Record::default();
        ID.clone_into(&mut record.source.format);
        self.context.file.clone_into(&mut record.source.file);
        Reading {
            record,
            ..Reading::default()
        }
    }

    /// The note that there is nothing to judge.
    fn no_moves(&self, row: &Row<'_>) -> Finding {
        let place = self.source.location(row.span.clone());
        Finding::new(Code::ResultsOnly, "a result without moves").at(place)
    }

    /// What both layouts tell of a game.
    fn shared(&self, row: &Row<'_>, record: &mut Record) {
        row.text(self.columns.game)
            .clone_into(&mut record.source.id);
        row.text(self.columns.round)
            .clone_into(&mut record.event.round);
        row.text(self.columns.stage)
            .clone_into(&mut record.event.table);
    }

    /// The points in a field; what is no number is kept and found.
    fn points(&self, row: &Row<'_>, at: Option<usize>, reading: &mut Reading) -> Option<i32> {
        let at = at?;
        let text = row.text(Some(at));
        let number = text.trim().parse().ok();
        if number.is_none() && !text.trim().is_empty() {
            let name = &self.columns.names[at];
            let shown = printable(text, 24);
            let message = format!("expected a whole number as {name}, found `{shown}`");
            let place = self.source.location(row.place(Some(at)));
            let finding = Finding::new(Code::BadValue, message).at(place);
            reading.findings.push(finding);
            reading.record.ext.insert(name.clone(), text.to_owned());
        }
        number
    }

    /// Whose row it is, in a table of players.
    fn seat(&self, row: &Row<'_>) -> Option<Player> {
        let digit = row.text(self.columns.seat).trim().bytes().next_back()?;
        match digit {
            b'1' => Some(Player::First),
            b'2' => Some(Player::Second),
            _ => None,
        }
    }

    /// A row of too many fields, of which nobody knows which is too much.
    fn is_shifted(&self, row: &Row<'_>) -> bool {
        let more = row.fields.iter().skip(self.columns.names.len());
        more.into_iter().any(|field| !field.text.trim().is_empty())
    }

    /// Fields too few or too many, quotes that are not closed.
    fn odd_shape(&self, row: &Row<'_>, reading: &mut Reading) {
        let (due, found) = (self.columns.names.len(), row.fields.len());
        let mut find = |finding: Finding, at: usize| {
            let place = self.source.location(at..row.span.end);
            reading.findings.push(finding.at(place));
        };
        if let Some(at) = row.stray {
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
            if self.is_shifted(row) {
                let hint = "a field that holds a comma stands in double quotes".to_owned();
                find(Finding::new(Code::Syntax, message).hint(hint), at);
            } else {
                let message = format!("{message}; the last ones are empty");
                find(Finding::new(Code::TrailingText, message), at);
            }
        }
        if found != due || row.stray.is_some() {
            let text = self.source.text()[row.span.clone()].to_owned();
            reading.record.ext.insert("row".to_owned(), text);
        }
    }

    /// Tells of unknown columns, once.
    fn warn_of_unknown(&mut self, reading: &mut Reading) {
        if self.has_warned {
            return;
        }
        self.has_warned = true;
        let header = Rows::new(self.source.text()).next();
        for at in &self.unknown {
            let name = &self.columns.names[*at];
            let message =
                format!("expected a column of the contest's tables, found `{name}`; kept in `ext`");
            let finding = Finding::new(Code::UnknownField, message);
            let place = header
                .as_ref()
                .map(|header| self.source.location(header.place(Some(*at))));
            reading.findings.push(finding.at(place));
        }
    }
}
