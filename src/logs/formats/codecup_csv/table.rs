//! The columns of a table, found by their names, and its rows.

use crate::formats::common::quoting::unguard_formula;
use kifu_core::games::DynGame;
use std::borrow::Cow;
use std::ops::Range;

/// The minimum number of known columns by which a table is recognised: a line with one or two words
/// that happen to be names of columns is no header.
pub(super) const MIN_KNOWN: usize = 3;

/// The layout of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableLayout {
    /// One game per row: `User1`, `Score1`, ..., `Moves`.
    Games,
    /// Two rows per game, one for each player: `Player`, `User`, `Score`, `Status`.
    Players,
}

/// The columns of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PlayerColumns {
    pub user: Option<usize>,
    pub score: Option<usize>,
    pub status: Option<usize>,
}

/// The index of each column.
#[derive(Clone, Debug)]
pub(super) struct CsvColumns {
    pub layout: TableLayout,
    pub names: Vec<String>,
    pub game: Option<usize>,
    pub round: Option<usize>,
    pub stage: Option<usize>,
    pub moves: Option<usize>,
    /// The column with `Player 1` or `Player 2`, in tables of players.
    pub player_number: Option<usize>,
    /// The columns of each player; the same for both in tables of players.
    pub players: [PlayerColumns; 2],
    /// The other columns, which not every table of games has.
    pub others: Vec<usize>,
}

/// Returns the name of a column without the white space around it.
fn clean(name: &str) -> &str {
    name.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

impl CsvColumns {
    /// Finds the columns that a header row names; `None` if it names none that are needed.
    pub fn from_header(header: &CsvRow<'_>) -> Option<Self> {
        Self::from_names(header.fields.iter().map(|field| &*field.text))
    }

    /// Reports whether a text is the name of a column that a table needs.
    pub fn has_name(text: &str) -> bool {
        let name = clean(text);
        let needed = [
            "Moves", "User", "User1", "Score", "Score1", "Status", "Status1",
        ];
        needed.iter().any(|own| own.eq_ignore_ascii_case(name))
    }

    /// Reports whether a row repeats the header.
    pub fn are_named_by(&self, row: &CsvRow<'_>) -> bool {
        let fields = row.fields.iter().map(|field| clean(&field.text));
        fields.eq(self.names.iter().map(String::as_str))
    }

    /// Finds the columns with these names, some of which may be unknown.
    fn from_names<'a>(names: impl Iterator<Item = &'a str>) -> Option<Self> {
        let names: Vec<String> = names.map(|name| clean(name).to_owned()).collect();
        let find = |name: &str| {
            names
                .iter()
                .position(|known| known.eq_ignore_ascii_case(name))
        };
        let player = |number: &str| PlayerColumns {
            user: find(&format!("User{number}")),
            score: find(&format!("Score{number}")),
            status: find(&format!("Status{number}")),
        };
        let mut columns = Self {
            layout: TableLayout::Games,
            game: find("Game"),
            round: find("Round"),
            stage: find("IsSwiss"),
            moves: find("Moves"),
            player_number: None,
            players: [player("1"), player("2")],
            others: Vec::new(),
            names: Vec::new(),
        };
        let has_result =
            |columns: PlayerColumns| columns.score.is_some() || columns.status.is_some();
        if columns.moves.is_none() && !columns.players.iter().any(|own| has_result(*own)) {
            columns.layout = TableLayout::Players;
            columns.players = [player(""); 2];
            columns.player_number = find("Player");
            if columns.players[0].user.is_none() || !has_result(columns.players[0]) {
                return None;
            }
        }
        let known_columns = columns.known_columns();
        columns.others = (0..names.len())
            .filter(|at| !known_columns.contains(&Some(*at)))
            .collect();
        columns.names = names;
        Some(columns)
    }

    /// Returns the number of columns that the contest's tables have.
    pub const fn known_count(&self) -> usize {
        self.names.len() - self.others.len()
    }

    /// Returns the character that separates the columns of a table, if the first line names them
    /// but is not separated by commas.
    pub fn other_separator(first_line: &str) -> Option<char> {
        [';', '\t', '|'].into_iter().find(|separator| {
            let names = first_line.split(*separator);
            let names = names.map(|name| name.trim().trim_matches('"'));
            Self::from_names(names).is_some_and(|columns| columns.known_count() >= MIN_KNOWN)
        })
    }

    /// Reports whether a column has the name of one before it.
    pub fn is_repeated(&self, at: usize) -> bool {
        let name = &self.names[at];
        let mut before = self.names[..at].iter();
        !name.is_empty() && before.any(|other| other.eq_ignore_ascii_case(name))
    }

    fn known_columns(&self) -> Vec<Option<usize>> {
        let by_player = self
            .players
            .iter()
            .flat_map(|player| [player.user, player.score, player.status]);
        let shared = [
            self.game,
            self.round,
            self.stage,
            self.moves,
            self.player_number,
        ];
        shared.into_iter().chain(by_player).collect()
    }

    /// Splits the other columns into the game's extras, in the game's order, and unknown ones.
    ///
    /// Extras are found by the names that the game gives them; otherwise they are the columns
    /// between `Status2` and `Moves`, if their number fits.
    pub fn split_extras(&self, game: Option<&dyn DynGame>) -> (Vec<usize>, Vec<usize>) {
        let names = game.map_or(&[][..], |game| game.info().extra_columns);
        let index_of = |name: &&str| {
            let mut all = self.others.iter().copied();
            all.find(|at| self.names[*at].eq_ignore_ascii_case(name))
        };
        let mut extras: Vec<usize> = names.iter().filter_map(index_of).collect();
        if extras.len() < names.len() {
            let after = self.players[1].status.unwrap_or(0);
            let before = self.moves.unwrap_or(0);
            let between = self.others.iter().copied();
            extras = between.filter(|at| (after..before).contains(at)).collect();
            if extras.len() != names.len() {
                extras.clear();
            }
        }
        let others = self.others.iter().copied();
        let unknown = others.filter(|at| !extras.contains(at)).collect();
        (extras, unknown)
    }
}

// Splitting a table into rows (RFC 4180), and a long table into chunks.
//
// ```text
// table  = *(row / blank line)
// row    = field *("," field) [CR] (LF / end)
// field  = *blank (quoted / plain) *blank
// quoted = DQUOTE *(any but DQUOTE / DQUOTE DQUOTE) DQUOTE      before "," or the end of the row
// plain  = *(any but "," and LF)
// ```
//
// Blanks around a field are not part of it; those in quotes are. So are those behind a field in a row
// without blanks before any: the contest's site writes names with a last blank so. A field that
// starts with a quote and is not `quoted` is read as `plain`, so that a stray quote costs one row and
// not all that follow.

/// The maximum length in bytes of a quoted field of several lines.
const MAX_QUOTED_BYTES: usize = 64 << 10;
/// The number of rows at the end of a text among which a cut between two games is looked for.
const MAX_LOOKBACK_ROWS: usize = 8;

/// A field of a row.
#[derive(Clone, Debug)]
pub(super) struct CsvField<'a> {
    /// The text, with quotes unescaped and without a guard against formulas.
    pub text: Cow<'a, str>,
    /// The span of the text, without the quotes and blanks around it.
    pub span: Range<usize>,
    /// Whether there are blanks before the field, or around its quotes.
    pub has_blanks: bool,
    pub is_quoted: bool,
}

impl CsvField<'_> {
    /// Removes the blanks behind a field that is not quoted.
    fn trim_end(&mut self) {
        if let (Cow::Borrowed(text), false) = (&mut self.text, self.is_quoted) {
            let trimmed = text.trim_end();
            self.span.end -= text.len() - trimmed.len();
            *text = trimmed;
        }
    }
}

/// A row of a table.
#[derive(Clone, Debug)]
pub(super) struct CsvRow<'a> {
    /// The span of the row, without its line end.
    pub span: Range<usize>,
    /// The fields, at least one.
    pub fields: Vec<CsvField<'a>>,
    /// The offset of a quote that is not closed properly.
    pub stray_quote: Option<usize>,
}

impl CsvRow<'_> {
    /// Reports whether all fields are blank: such a row is no game.
    pub fn is_blank(&self) -> bool {
        self.fields.iter().all(|field| field.text.trim().is_empty())
    }

    /// Returns the text of a field; empty if the row has no such field.
    pub fn field_text(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.fields.get(at))
            .map_or("", |field| &field.text)
    }

    /// Returns the span of a field; the end of the row if it has no such field.
    pub fn field_span(&self, at: Option<usize>) -> Range<usize> {
        at.and_then(|at| self.fields.get(at))
            .map_or(self.span.end..self.span.end, |field| field.span.clone())
    }
}

/// An iterator over the rows of a text.
#[derive(Clone, Debug)]
pub(super) struct CsvRows<'a> {
    text: &'a str,
    at: usize,
    expected_fields: usize,
}

impl<'a> CsvRows<'a> {
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            at: 0,
            expected_fields: 12,
        }
    }
}

impl<'a> Iterator for CsvRows<'a> {
    type Item = CsvRow<'a>;

    fn next(&mut self) -> Option<CsvRow<'a>> {
        self.at += blank_lines_len(&self.text.as_bytes()[self.at..]);
        let start = self.at;
        let mut rest = self.text.get(start..).filter(|rest| !rest.is_empty())?;
        let mut fields = Vec::with_capacity(self.expected_fields);
        let mut stray = None;
        loop {
            let raw = RawField::parse(rest);
            let opening = self.text.len() - rest.trim_start_matches(is_field_blank).len();
            if self.text[opening..].starts_with('"') && !raw.is_quoted {
                stray = stray.or(Some(opening));
            }
            let from = raw.inside.as_ptr() as usize - self.text.as_ptr() as usize;
            let end = from + raw.inside.len();
            // The apostrophe that keeps spreadsheets from running a field is not part of it.
            let inside = unguard_formula(raw.inside);
            fields.push(CsvField {
                text: unescape_quotes(inside, raw.is_quoted),
                span: end - inside.len()..end,
                has_blanks: raw.has_blanks,
                is_quoted: raw.is_quoted,
            });
            let next = raw.rest.strip_prefix(',');
            rest = next.unwrap_or(raw.rest);
            if next.is_none() {
                break;
            }
        }
        let end = self.text.len() - rest.len();
        self.at = end + memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |at| at + 1);
        self.expected_fields = fields.len();
        if fields.iter().any(|field: &CsvField<'_>| field.has_blanks) {
            fields.iter_mut().for_each(CsvField::trim_end);
        }
        Some(CsvRow {
            span: start..end,
            fields,
            stray_quote: stray,
        })
    }
}

/// Returns the number of bytes in the blank lines at the start of a text.
fn blank_lines_len(text: &[u8]) -> usize {
    let end = |byte: &u8| !matches!(byte, b'\n' | b'\r');
    text.iter().position(end).unwrap_or(text.len())
}

fn unescape_quotes(inside: &str, is_quoted: bool) -> Cow<'_, str> {
    if is_quoted && memchr::memchr(b'"', inside.as_bytes()).is_some() {
        inside.replace("\"\"", "\"").into()
    } else {
        inside.into()
    }
}

/// Reports whether a character before or after a quoted field is not part of it.
const fn is_field_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}')
}

/// A field as it is spelled.
struct RawField<'a> {
    /// The text without the quotes and blanks around it.
    inside: &'a str,
    is_quoted: bool,
    has_blanks: bool,
    /// What follows the field in the text.
    rest: &'a str,
}

impl<'a> RawField<'a> {
    /// Parses the field at the start of a text.
    fn parse(text: &'a str) -> Self {
        Self::quoted(text).unwrap_or_else(|| Self::plain(text))
    }

    /// Parses a quoted field before a comma or the row's end.
    fn quoted(text: &'a str) -> Option<Self> {
        let opening = text.trim_start_matches(is_field_blank);
        let inside = opening.strip_prefix('"')?;
        let QuoteEnd::At(end) = find_quote_end(inside.as_bytes()) else {
            return None;
        };
        let after = &inside[end + 1..];
        let rest = after.trim_start_matches(is_field_blank);
        Some(Self {
            inside: &inside[..end],
            is_quoted: true,
            has_blanks: opening.len() < text.len() || rest.len() < after.len(),
            rest,
        })
    }

    /// Parses a field without quotes.
    fn plain(text: &'a str) -> Self {
        let end = memchr::memchr2(b',', b'\n', text.as_bytes()).unwrap_or(text.len());
        let is_last = !text[end..].starts_with(',');
        let whole = &text[..end];
        let whole = whole
            .strip_suffix('\r')
            .filter(|_| is_last)
            .unwrap_or(whole);
        let inside = whole.trim_start();
        Self {
            inside,
            is_quoted: false,
            has_blanks: inside.len() < whole.len(),
            rest: &text[end..],
        }
    }
}

/// The end of a quoted field.
enum QuoteEnd {
    /// The offset of the closing quote.
    At(usize),
    /// There is none: the field is not quoted.
    Never,
    /// The text ends before this is decided.
    Unknown,
}

/// Finds the closing quote in the text after an opening one.
fn find_quote_end(inside: &[u8]) -> QuoteEnd {
    let mut from = 0;
    let end = loop {
        let Some(quote) = memchr::memchr(b'"', &inside[from..]) else {
            return match inside.len() {
                ..MAX_QUOTED_BYTES => QuoteEnd::Unknown,
                _ => QuoteEnd::Never,
            };
        };
        let quote = from + quote;
        let after = &inside[quote + 1..];
        if after.first() == Some(&b'"') {
            from = quote + 2;
            continue;
        }
        match after[field_blanks_len(after)..] {
            [] | [b',' | b'\n', ..] | [b'\r'] | [b'\r', b'\n', ..] => break quote,
            _ => return QuoteEnd::Never,
        }
    };
    if end > MAX_QUOTED_BYTES && memchr::memchr(b'\n', &inside[..end]).is_some() {
        return QuoteEnd::Never;
    }
    QuoteEnd::At(end)
}

/// Returns the number of bytes in the blanks before a quote; see [`is_field_blank`].
fn field_blanks_len(text: &[u8]) -> usize {
    let mut length = 0;
    loop {
        length += match text[length..] {
            [b' ' | b'\t', ..] => 1,
            [0xc2, 0xa0, ..] => 2,
            _ => return length,
        };
    }
}

/// Reports whether only blanks are between a comma and the end of a text.
fn ends_with_comma(mut text: &[u8]) -> bool {
    loop {
        text = match text {
            [rest @ .., b' ' | b'\t'] | [rest @ .., 0xc2, 0xa0] => rest,
            _ => return text.last() == Some(&b','),
        };
    }
}

/// Returns the offset at which a table that is still being read can be cut.
///
/// The cut is after a row, not between two rows of one game (which have the same first field), and
/// not before the third row, so that no chunk is a header without rows.
pub(super) fn split_point(text: &[u8]) -> Option<usize> {
    let mut last = [0; MAX_LOOKBACK_ROWS];
    let mut count = 0;
    let mut offset = 0;
    loop {
        offset += blank_lines_len(&text[offset..]);
        if offset >= text.len() {
            break;
        }
        last[count % MAX_LOOKBACK_ROWS] = offset;
        count += 1;
        match row_end(text, offset) {
            Some(end) => offset = end,
            None => break,
        }
    }
    let starts = |row: usize| last[row % MAX_LOOKBACK_ROWS];
    let oldest = count.saturating_sub(MAX_LOOKBACK_ROWS - 1).max(2);
    let newest = count.checked_sub(1)?;
    let between = (oldest..=newest).rev().find(|row| {
        are_different_games(&text[starts(row - 1)..starts(*row)], &text[starts(*row)..])
    });
    // No real table has many rows of one game in a sequence, so this one is cut anywhere.
    let anywhere = (oldest > 2 && newest >= oldest).then(|| starts(newest));
    between.map(starts).or(anywhere)
}

/// Reports whether the first fields of two rows show that they belong to different games.
fn are_different_games(row: &[u8], next: &[u8]) -> bool {
    let first = |row: &[u8]| {
        let end = row.iter().position(|byte| matches!(byte, b',' | b'\n'))?;
        Some(row[..end].to_vec())
    };
    match (first(row), first(next)) {
        (Some(one), Some(other)) => one != other || one.is_empty(),
        _ => false,
    }
}

/// Returns the end of the row that starts at `at`; `None` if it has not ended yet.
fn row_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut is_start = true;
    loop {
        let open = at + field_blanks_len(&text[at..]);
        if is_start && text.get(open) == Some(&b'"') {
            match find_quote_end(&text[open + 1..]) {
                QuoteEnd::At(end) => at = open + end + 2,
                QuoteEnd::Never => at = open + 1,
                QuoteEnd::Unknown => return None,
            }
        }
        let rest = &text[at..];
        let stop = at + memchr::memchr2(b'\n', b'"', rest)?;
        if text[stop] == b'\n' {
            return Some(stop + 1);
        }
        // A quote opens a field only after a comma.
        is_start = ends_with_comma(&text[..stop]);
        at = if is_start { stop } else { stop + 1 };
    }
}
