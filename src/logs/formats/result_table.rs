//! Tables of results whose columns a user names.
//!
//! ```text
//! file  = [heading LF] *(row LF)
//! row   = cell *(separator cell)        separated by tabs, `;`, `|` or `,`: the first that the first
//!                                       row has outside of quotes
//! ```
//!
//! - **A game begins and ends** with its row. The first row is a heading if columns are named by their
//!   headings, or if it has no result where the result should be.
//! - **A result** is a pair of numbers (`1-0`, `½-½`, `12 : 7`), a word for the first player (`won`,
//!   `lost`, `draw`), `first` or `second`, or the name of the winner. A number alone is none, since it
//!   may be a score, a seat or a rank.
//! - **Behind a row that cannot be read** reading goes on with the next row: the error is the game of
//!   that row.

use super::{Format, ParsedGame, ReadContext, first_line_span, last_line_end, non_blank_lines};
use kifu_core::contract::{Player, Winner, printable};
use kifu_core::findings::{Code, Finding, SourceText};
use kifu_core::record::{Record, ReportedResult};
use std::cmp::Ordering;
use std::ops::Range;
use std::str::FromStr;

const ID: &str = "result-table";
/// The separators of cells, the most particular first.
const SEPARATORS: [char; 4] = ['\t', ';', '|', ','];

/// A column, by its number from 1 or by its heading.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ColumnName {
    Number(usize),
    Heading(String),
}

/// The columns of a table of results: `first=2,second=3,result=4`.
///
/// ```
/// use kifu_logs::formats::ResultColumns;
///
/// assert!("first=2,second=3,result=4".parse::<ResultColumns>().is_ok());
/// assert!("first=Bot A,second=Bot B,points1=A,points2=B".parse::<ResultColumns>().is_ok());
/// assert!("first=2,result=4".parse::<ResultColumns>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultColumns {
    players: [ColumnName; 2],
    result: Option<ColumnName>,
    points: Option<[ColumnName; 2]>,
    id: Option<ColumnName>,
}

/// The error of a text that does not name the columns of a table of results.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, such as first=2,second=3,result=4")]
pub struct ParseColumnsError {
    /// The missing or wrong part.
    pub expected: String,
}

impl FromStr for ResultColumns {
    type Err = ParseColumnsError;

    fn from_str(text: &str) -> Result<Self, ParseColumnsError> {
        const KEYS: [&str; 6] = ["first", "second", "result", "points1", "points2", "id"];
        let error = |expected: String| ParseColumnsError { expected };
        let mut found: [Option<ColumnName>; 6] = Default::default();
        for part in text.split(',') {
            let known = part.split_once('=').and_then(|(key, column)| {
                let index = KEYS.iter().position(|known| *known == key.trim())?;
                Some((index, column.trim()))
            });
            let (index, column) = known
                .filter(|(_, column)| !column.is_empty())
                .ok_or_else(|| error(format!("KEY=COLUMN with a key of {}", KEYS.join(", "))))?;
            let name = match column.parse() {
                Ok(0) => return Err(error("the number of a column from 1".to_owned())),
                Ok(number) => ColumnName::Number(number),
                Err(_) => ColumnName::Heading(column.to_owned()),
            };
            if found[index].replace(name).is_some() {
                return Err(error(format!("`{}` once", KEYS[index])));
            }
        }
        let [first, second, result, points1, points2, id] = found;
        let missing = |key: &str| error(format!("a column for `{key}`"));
        let points = points1.zip(points2).map(|(first, second)| [first, second]);
        if result.is_none() && points.is_none() {
            return Err(missing("result"));
        }
        Ok(Self {
            players: [
                first.ok_or_else(|| missing("first"))?,
                second.ok_or_else(|| missing("second"))?,
            ],
            result,
            points,
            id,
        })
    }
}

/// Returns the format of tables with these columns.
///
/// It lives as long as the program, which has few of them.
pub fn result_table(columns: ResultColumns) -> &'static dyn Format {
    Box::leak(Box::new(ResultTableFormat { columns }))
}

/// Tables of results.
struct ResultTableFormat {
    columns: ResultColumns,
}

impl Format for ResultTableFormat {
    fn id(&self) -> &'static str {
        ID
    }
    fn description(&self) -> &'static str {
        "tables of results whose columns are named on the command line"
    }
    fn sniff(&self, _start: &str, _context: &ReadContext<'_>) -> u8 {
        0
    }
    fn split_point(&self, text: &[u8]) -> Option<usize> {
        last_line_end(text)
    }
    fn has_header(&self) -> bool {
        true
    }
    fn header<'t>(&self, start: &'t str) -> Option<&'t str> {
        let (at, line) = non_blank_lines(start).next()?;
        start
            .get(at..=at + line.len())
            .filter(|line| line.ends_with('\n'))
    }
    fn read(
        &self,
        source: &SourceText<'_>,
        context: &ReadContext<'_>,
        out: &mut dyn FnMut(ParsedGame),
    ) {
        let text = source.text();
        let mut rows = non_blank_lines(text);
        let is_first_chunk = context.header.is_none();
        let first_row = context
            .header
            .or_else(|| Some(non_blank_lines(text).next()?.1));
        let Some(first_row) = first_row else {
            let finding = Finding::new(Code::NoGame, "expected rows of games, found an empty text");
            return out(ParsedGame::unreadable(
                finding.at(source.location(first_line_span(text))),
            ));
        };
        let separator = separator_of(first_row);
        let heading = cells(first_row, 0, separator);
        let table = match ResultTable::new(&self.columns, &heading, separator, source, context) {
            Ok(table) => table,
            Err(message) => {
                if is_first_chunk {
                    let finding = Finding::new(Code::MissingField, message);
                    let location = source.location(first_line_span(text));
                    out(ParsedGame::unreadable(finding.at(location)));
                }
                return;
            }
        };
        if is_first_chunk && table.is_heading(&heading) {
            rows.next();
        }
        for (start, line) in rows {
            out(table.read_row(start, line.trim_end_matches('\r')));
        }
    }
}

/// A table that is read, with the index of each column.
struct ResultTable<'a> {
    source: &'a SourceText<'a>,
    context: &'a ReadContext<'a>,
    separator: char,
    has_names: bool,
    players: [usize; 2],
    result: Option<usize>,
    points: Option<[usize; 2]>,
    id: Option<usize>,
}

/// A cell with its place in the text.
struct ResultCell {
    text: String,
    span: Range<usize>,
}

impl<'a> ResultTable<'a> {
    /// Finds the columns.
    ///
    /// # Errors
    /// Returns a message if there is no such heading.
    fn new(
        columns: &ResultColumns,
        heading: &[ResultCell],
        separator: char,
        source: &'a SourceText<'a>,
        context: &'a ReadContext<'a>,
    ) -> Result<Self, String> {
        let mut has_names = false;
        let mut index = |name: &ColumnName| match name {
            ColumnName::Number(number) => Ok(number - 1),
            ColumnName::Heading(name) => {
                has_names = true;
                let mut cells = heading.iter();
                cells
                    .position(|cell| cell.text.eq_ignore_ascii_case(name))
                    .ok_or_else(|| {
                        let names: Vec<String> = heading
                            .iter()
                            .take(12)
                            .map(|cell| format!("`{}`", printable(&cell.text, 20)))
                            .collect();
                        format!("expected a column `{name}`, found {}", names.join(", "))
                    })
            }
        };
        let [first, second] = &columns.players;
        let players = [index(first)?, index(second)?];
        let result = columns.result.as_ref().map(&mut index).transpose()?;
        let points = match &columns.points {
            Some([first, second]) => Some([index(first)?, index(second)?]),
            None => None,
        };
        let id = columns.id.as_ref().map(&mut index).transpose()?;
        Ok(Self {
            source,
            context,
            separator,
            has_names,
            players,
            result,
            points,
            id,
        })
    }

    /// Reports whether the first row is a heading.
    fn is_heading(&self, row: &[ResultCell]) -> bool {
        self.has_names || self.winner(row).is_err()
    }

    fn read_row(&self, start: usize, line: &str) -> ParsedGame {
        let row = cells(line, start, self.separator);
        let whole = start..start + line.len();
        let mut record = Record::default();
        ID.clone_into(&mut record.source.format);
        self.context.file_name.clone_into(&mut record.source.file);
        if let Some(game) = self.context.game {
            game.id().clone_into(&mut record.game);
            record.rules = game.info().rules_version;
        }
        let used = [self.players[0], self.players[1]];
        let others = self
            .points
            .into_iter()
            .flatten()
            .chain(self.result)
            .chain(self.id);
        let last = used.into_iter().chain(others).max().unwrap_or_default();
        if row.len() <= last {
            let message = format!("expected {} cells, found {}", last + 1, row.len());
            let finding = Finding::new(Code::MissingField, message);
            return ParsedGame::unreadable(finding.at(self.source.location(whole)));
        }
        for player in Player::ALL {
            let name = &row[self.players[player.index()]].text;
            name.clone_into(&mut record.player_mut(player).name);
        }
        if let Some(id) = self.id {
            row[id].text.clone_into(&mut record.source.id);
        }
        let winner = match self.winner(&row) {
            Ok(winner) => winner,
            Err((message, span)) => {
                let finding = Finding::new(Code::BadValue, message);
                return ParsedGame::unreadable(finding.at(self.source.location(span)));
            }
        };
        let points = self
            .points
            .map(|points| points.map(|at| row[at].text.parse().ok()));
        record.reported = Some(ReportedResult {
            winner: Some(winner),
            points: points.and_then(|[first, second]| first.zip(second)),
            ..ReportedResult::default()
        });
        let mut parsed = ParsedGame {
            record,
            ..ParsedGame::default()
        };
        parsed.game_spans.whole = whole.clone();
        let finding = Finding::new(Code::ResultsOnly, "result only, no moves");
        parsed
            .findings
            .push(finding.at(self.source.location(whole)));
        parsed
    }

    /// Returns the winner that a row names.
    ///
    /// # Errors
    /// Returns a message and its place if the result cannot be read, or if it is not that of the
    /// points.
    fn winner(&self, row: &[ResultCell]) -> Result<Winner, (String, Range<usize>)> {
        let by_result = match self.result.map(|at| row.get(at)) {
            Some(Some(cell)) => {
                let names = self
                    .players
                    .map(|at| row.get(at).map_or("", |cell| &cell.text));
                let winner = winner_of_text(&cell.text, names).ok_or_else(|| {
                    let shown = printable(&cell.text, 24);
                    let message = format!(
                        "expected a result such as `1-0`, `draw` or the winner's name, found `{shown}`"
                    );
                    (message, cell.span.clone())
                })?;
                Some((winner, cell))
            }
            Some(None) => return Err(("expected a result, found no cell".to_owned(), 0..0)),
            None => None,
        };
        let mut by_points = None;
        if let Some(points) = self.points {
            let mut numbers = [0.0; 2];
            for (number, at) in numbers.iter_mut().zip(points) {
                let Some(cell) = row.get(at) else {
                    return Err(("expected points, found no cell".to_owned(), 0..0));
                };
                *number = parse_number(&cell.text).ok_or_else(|| {
                    let shown = printable(&cell.text, 24);
                    (
                        format!("expected a number of points, found `{shown}`"),
                        cell.span.clone(),
                    )
                })?;
            }
            by_points = Some(winner_of_points(numbers));
        }
        match (by_result, by_points) {
            (Some((winner, cell)), Some(other)) if winner != other => {
                let shown = printable(&cell.text, 24);
                let message = format!("expected the result of the points, found `{shown}`");
                Err((message, cell.span.clone()))
            }
            (Some((winner, _)), _) => Ok(winner),
            (None, winner) => winner.ok_or_else(|| (String::new(), 0..0)),
        }
    }
}

fn winner_of_points([first, second]: [f64; 2]) -> Winner {
    match first.total_cmp(&second) {
        Ordering::Greater => Winner::First,
        Ordering::Less => Winner::Second,
        Ordering::Equal => Winner::Draw,
    }
}

/// Parses a number of points: `3`, `1.5`, `½`, `1/2`.
fn parse_number(text: &str) -> Option<f64> {
    match text.trim() {
        "½" | "1/2" => Some(0.5),
        text => text.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

/// Returns the winner that a result names, given the names of the players.
fn winner_of_text(text: &str, names: [&str; 2]) -> Option<Winner> {
    let text = text.trim();
    let is_different = names[0] != names[1];
    if let Some(index) = names
        .iter()
        .position(|name| *name == text && !name.is_empty())
    {
        return is_different.then(|| Player::ALL[index].into());
    }
    match text.to_lowercase().as_str() {
        "first" | "won" | "win" => return Some(Winner::First),
        "second" | "lost" | "loss" | "lose" => return Some(Winner::Second),
        "draw" | "drawn" | "tie" => return Some(Winner::Draw),
        _ => {}
    }
    // The separator is not the sign of a number.
    let pairs = text
        .char_indices()
        .skip(1)
        .filter(|(_, c)| "-–:".contains(*c));
    let pairs = pairs.filter_map(|(at, c)| {
        let (first, second) = (&text[..at], &text[at + c.len_utf8()..]);
        Some([parse_number(first)?, parse_number(second)?])
    });
    pairs.map(winner_of_points).next()
}

/// Returns the separator of a table: the first that a row has outside of quotes.
fn separator_of(row: &str) -> char {
    let mut known = SEPARATORS.into_iter();
    known
        .find(|separator| cells(row, 0, *separator).len() > 1)
        .unwrap_or(',')
}

/// Splits a row that starts at byte `start` into cells, without the quotes and blanks around them.
fn cells(row: &str, start: usize, separator: char) -> Vec<ResultCell> {
    let mut all = Vec::new();
    let mut from = 0;
    let mut is_quoted = false;
    let mut push = |span: Range<usize>| {
        let raw = &row[span.clone()];
        let text = raw.trim();
        let unquoted = text
            .strip_prefix('"')
            .and_then(|text| text.strip_suffix('"'));
        let text = unquoted.map_or_else(|| text.to_owned(), |text| text.replace("\"\"", "\""));
        all.push(ResultCell {
            text,
            span: start + span.start..start + span.end,
        });
    };
    for (at, c) in row.char_indices() {
        if c == '"' {
            is_quoted = !is_quoted;
        } else if c == separator && !is_quoted {
            push(from..at);
            from = at + c.len_utf8();
        }
    }
    push(from..row.len());
    all
}
