//! Marks and numbers that a bot writes to standard error for readers of the record.
//!
//! ```text
//! mark    = "@viz" kind square [square | text]   circle, cross, triangle, square, arrow, text
//! numbers = *(key "=" value)                     win (0 to 1), points, nodes
//! ```

use kifu_core::record::{EvalLine, Evaluation, Mark, MarkColor, MarkKind, Note};

/// The maximum number of marks kept per ply.
const MAX_MARKS: usize = 100;

/// Adds the marks and numbers in a bot's standard error to the note. The text itself is kept
/// elsewhere in the note.
pub fn add_to_note(stderr: &str, engine: &str, note: &mut Note) {
    let mut line_values = EvalLine::default();
    for line in stderr.lines() {
        match line.trim().strip_prefix("@viz ") {
            Some(mark) if note.marks.len() < MAX_MARKS => note.marks.extend(parse_mark(mark)),
            Some(_) => {}
            None => line
                .split_whitespace()
                .filter_map(|word| word.split_once('='))
                .for_each(|(key, value)| parse_number(key, value, &mut line_values)),
        }
    }
    if line_values != EvalLine::default() {
        note.evals.push(Evaluation {
            engine: engine.to_owned(),
            lines: vec![line_values],
            ..Evaluation::default()
        });
    }
}

fn parse_mark(text: &str) -> Option<Mark> {
    let (first, others) = text.trim().split_once(' ')?;
    let (color, (kind, rest)) = match parse_color(first) {
        Some(color) => (color, others.trim().split_once(' ')?),
        None => (MarkColor::default(), (first, others)),
    };
    let kind = match kind.to_ascii_lowercase().as_str() {
        "circle" => MarkKind::Circle,
        "cross" => MarkKind::Cross,
        "triangle" => MarkKind::Triangle,
        "square" => MarkKind::Square,
        "arrow" => MarkKind::Arrow,
        "text" => MarkKind::Text,
        _ => return None,
    };
    let (at, remainder) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let remainder = || remainder.trim().to_owned();
    let (to, text) = match kind {
        MarkKind::Arrow => (remainder(), String::new()),
        MarkKind::Text => (String::new(), remainder()),
        _ => Default::default(),
    };
    Some(Mark {
        text,
        ..Mark::new(kind, at, to).colored(color)
    })
}

fn parse_color(word: &str) -> Option<MarkColor> {
    Some(match word.to_ascii_lowercase().as_str() {
        "blue" => MarkColor::Blue,
        "green" => MarkColor::Green,
        "red" => MarkColor::Red,
        "yellow" => MarkColor::Yellow,
        _ => return None,
    })
}

fn parse_number(key: &str, value: &str, values: &mut EvalLine) {
    let number = value
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite());
    match key {
        "win" => {
            values.win = number
                .filter(|win| (0.0..=1.0).contains(win))
                .or(values.win);
        }
        "points" => values.points = number.or(values.points),
        "nodes" => values.nodes = value.parse().unwrap_or(values.nodes),
        _ => {}
    }
}
