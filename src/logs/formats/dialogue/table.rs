//! Tables of input and output, as in the contests' problem statements.

use super::lines::{LineKind, LogLine, MAX_LINES};
use crate::formats::non_blank_lines as all_lines;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_while_m_n};
use nom::character::complete::char;
use nom::combinator::recognize;
use nom::{IResult, Parser};

/// The maximum number of column pairs; no table has more.
const MAX_COLUMN_PAIRS: usize = 8;

/// The maximum number of lines above a table that are kept.
const MAX_LINES_ABOVE: usize = 100;

/// The separator between the columns of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnSeparator {
    Bar,
    /// Bars, with one before the first column as well.
    FramedBar,
    Tab,
    Blanks,
}

/// The head of a table, which names the columns of input and output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TableHead {
    separator: ColumnSeparator,
    /// The columns of input and output, a pair for each dialogue.
    pairs: Vec<(usize, usize)>,
}

/// Parses the head of a table; `None` if the line is not one.
pub(super) fn parse_head(line: &str) -> Option<TableHead> {
    // A cheap test first, as every line is tried.
    if line.len() > 1000 || !line.to_ascii_lowercase().contains("input") {
        return None;
    }
    let gap = match (line.contains('|'), line.trim().contains('\t')) {
        (true, _) if line.trim_start().starts_with('|') => ColumnSeparator::FramedBar,
        (true, _) => ColumnSeparator::Bar,
        (false, true) => ColumnSeparator::Tab,
        (false, false) => ColumnSeparator::Blanks,
    };
    let names: Vec<String> = cells(line, gap).map(str::to_ascii_lowercase).collect();
    let columns = |word: &str| -> Vec<usize> {
        let with = names
            .iter()
            .enumerate()
            .filter(|(_, name)| name.ends_with(word));
        with.map(|(column, _)| column).collect()
    };
    let (inputs, outputs) = (columns("input"), columns("output"));
    let pairs: Vec<_> = inputs
        .into_iter()
        .zip(outputs)
        .take(MAX_COLUMN_PAIRS)
        .collect();
    let several = pairs.len() > 1 && gap == ColumnSeparator::Blanks;
    (!pairs.is_empty() && !several).then_some(TableHead {
        separator: gap,
        pairs,
    })
}

/// Passes each dialogue of a text of tables to `each`.
pub fn for_each_dialogue<'a>(text: &'a str, each: &mut dyn FnMut(&[LogLine<'a>], Option<usize>)) {
    let mut table: Option<DialogueTable<'a>> = None;
    // The lines above a head, such as a title.
    let mut above: Vec<LogLine<'a>> = Vec::new();
    let mut all = all_lines(text).peekable();
    while let Some((start, line)) = all.next() {
        let line = line.trim_end();
        if let Some(head) = parse_head(line) {
            let next = DialogueTable::of(head, &above);
            above.clear();
            if let Some(table) = table.replace(next) {
                table.finish(each);
            }
            continue;
        }
        let before_head = all
            .peek()
            .is_some_and(|(_, next)| self::parse_head(next).is_some());
        if is_rule(line) {
            continue;
        }
        match &mut table {
            // A line directly above a head belongs to the next table.
            Some(table) if !before_head => table.read_row(line, start),
            _ if above.len() < MAX_LINES_ABOVE => {
                above.push(LogLine::new(LineKind::Remark, line, start, line.trim()));
            }
            _ => {}
        }
    }
    if let Some(table) = table {
        table.finish(each);
    }
}

struct DialogueTable<'a> {
    head: TableHead,
    dialogues: Vec<Vec<LogLine<'a>>>,
    cut_at: Option<usize>,
}

impl<'a> DialogueTable<'a> {
    fn of(head: TableHead, above: &[LogLine<'a>]) -> Self {
        let dialogues = head.pairs.iter().map(|_| above.to_vec()).collect();
        Self {
            head,
            dialogues,
            cut_at: None,
        }
    }

    fn read_row(&mut self, line: &'a str, start: usize) {
        // Each cell is found by scanning the row again, which is fine for few columns.
        let head = &self.head;
        for ((input, output), lines) in head.pairs.iter().zip(&mut self.dialogues) {
            for (kind, column) in [(LineKind::FromJury, *input), (LineKind::FromBot, *output)] {
                let cell = cells(line, head.separator).nth(column).unwrap_or("");
                if lines.len() >= MAX_LINES {
                    self.cut_at.get_or_insert(start);
                } else if !cell.is_empty() {
                    lines.push(LogLine::new(kind, line, start, cell));
                }
            }
        }
        self.read_other_cells(line, start);
    }

    /// Keeps the cells of the other columns as remarks in the first dialogue.
    fn read_other_cells(&mut self, line: &'a str, start: usize) {
        let pairs = &self.head.pairs;
        let is_other = |column: &usize| {
            pairs
                .iter()
                .all(|(input, output)| column != input && column != output)
        };
        let cells = cells(line, self.head.separator).enumerate();
        let others = cells.filter(|(column, cell)| is_other(column) && !cell.is_empty());
        let Some(lines) = self.dialogues.first_mut() else {
            return;
        };
        for (_, cell) in others.take(MAX_COLUMN_PAIRS) {
            if lines.len() < MAX_LINES {
                lines.push(LogLine::new(LineKind::Remark, line, start, cell));
            }
        }
    }

    fn finish(self, each: &mut dyn FnMut(&[LogLine<'a>], Option<usize>)) {
        let is_dialogue =
            |lines: &&Vec<LogLine<'_>>| lines.iter().any(|line| line.kind != LineKind::Remark);
        for lines in self.dialogues.iter().filter(is_dialogue) {
            each(lines, self.cut_at);
        }
    }
}

fn is_rule(line: &str) -> bool {
    line.contains("--") && line.bytes().all(|byte| b"-|:+= \t".contains(&byte))
}

/// Splits a row into cells: `row = cell *(gap cell)`.
fn cells(line: &str, gap: ColumnSeparator) -> impl Iterator<Item = &str> {
    // The left bar of a frame is not a separator; without a frame it would end an empty cell.
    let framed = line
        .trim_start()
        .strip_prefix('|')
        .filter(|_| gap == ColumnSeparator::FramedBar);
    let mut rest = Some(framed.unwrap_or(line));
    std::iter::from_fn(move || {
        let text = rest?;
        let mut offset = 0;
        while offset < text.len() {
            if let Ok((after, _)) = self::separator(&text[offset..], gap) {
                rest = Some(after);
                return Some(text[..offset].trim());
            }
            offset += text[offset..].chars().next().map_or(1, char::len_utf8);
        }
        rest = None;
        Some(text.trim())
    })
}

/// Parses `gap = "|" / TAB / 2*blank`, depending on the table.
fn separator(text: &str, gap: ColumnSeparator) -> IResult<&str, &str> {
    match gap {
        ColumnSeparator::Bar | ColumnSeparator::FramedBar => tag("|").parse(text),
        ColumnSeparator::Tab => tag("\t").parse(text),
        ColumnSeparator::Blanks => alt((
            recognize((
                char(' '),
                char(' '),
                take_while_m_n(0, usize::MAX, |c| c == ' '),
            )),
            tag("\t"),
        ))
        .parse(text),
    }
}
