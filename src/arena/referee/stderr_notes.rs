//! What a bot's own words say to a reader of the record: marks on the board and numbers.
//!
//! ```text
//! mark    = "@viz" kind place [place | text]     circle, cross, triangle, square, arrow, text
//! numbers = *(key "=" value)                     win (0 to 1), points, nodes
//! ```

use crate::record::{Evaluation, Mark, MarkKind, Note};

/// So many marks of a ply are kept.
const MAX_MARKS: usize = 100;

/// Puts what the words say into the note; the words themselves are kept, too.
pub(super) fn add_to_note(words: &str, engine: &str, note: &mut Note) {
    let mut numbers = Evaluation::default();
    for line in words.lines() {
        match line.trim().strip_prefix("@viz ") {
            Some(mark) if note.marks.len() < MAX_MARKS => note.marks.extend(parse_mark(mark)),
            Some(_) => {}
            None => line
                .split_whitespace()
                .filter_map(|word| word.split_once('='))
                .for_each(|(key, value)| parse_number(key, value, &mut numbers)),
        }
    }
    if numbers != Evaluation::default() {
        engine.clone_into(&mut numbers.engine);
        note.evals.push(numbers);
    }
}

fn parse_mark(text: &str) -> Option<Mark> {
    let (kind, rest) = text.trim().split_once(' ')?;
    let kind = match kind.to_ascii_lowercase().as_str() {
        "circle" => MarkKind::Circle,
        "cross" => MarkKind::Cross,
        "triangle" => MarkKind::Triangle,
        "square" => MarkKind::Square,
        "arrow" => MarkKind::Arrow,
        "text" => MarkKind::Text,
        _ => return None,
    };
    let (at, more) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
    let more = || more.trim().to_owned();
    let (to, text) = match kind {
        MarkKind::Arrow => (more(), String::new()),
        MarkKind::Text => (String::new(), more()),
        _ => Default::default(),
    };
    let at = at.to_owned();
    Some(Mark { kind, at, to, text })
}

fn parse_number(key: &str, value: &str, into: &mut Evaluation) {
    let number = value
        .parse::<f64>()
        .ok()
        .filter(|number| number.is_finite());
    match key {
        "win" => into.win = number.filter(|win| (0.0..=1.0).contains(win)).or(into.win),
        "points" => into.points = number.or(into.points),
        "nodes" => into.nodes = value.parse().unwrap_or(into.nodes),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_and_numbers_are_found_and_nonsense_is_not() {
        let mut found = Note::default();
        let words = "hello\n@viz arrow e2 e3\n@viz text a1 12 of 40\n@viz\n@viz blob e4\n\
                     depth=4 win=0.625 nodes=1200 win=7 points=NaN x=\n@viz circle c3";
        add_to_note(words, "A", &mut found);
        let at: Vec<&str> = found.marks.iter().map(|mark| mark.at.as_str()).collect();
        assert_eq!(at, ["e2", "a1", "c3"]);
        assert_eq!(found.marks[0].to, "e3");
        assert_eq!(found.marks[1].text, "12 of 40");
        assert_eq!(found.evals.len(), 1);
        assert_eq!(
            (found.evals[0].win, found.evals[0].nodes),
            (Some(0.625), 1200)
        );
        assert_eq!(found.evals[0].points, None);
    }
}
