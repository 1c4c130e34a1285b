//! Marks and values that a bot writes to its standard error.

use kifu_core::record::{Mark, MarkColor, MarkKind, Note};
use kifu_study::arena::referee::add_stderr_notes;

#[test]
fn stderr_marks_and_numbers_are_parsed_and_nonsense_is_ignored() {
    let mut note = Note::default();
    let stderr = "hello\n@viz arrow e2 e3\n@viz text a1 12 of 40\n@viz\n@viz blob e4\n\
                 depth=4 win=0.625 nodes=1200 win=7 points=NaN x=\n@viz circle c3";
    add_stderr_notes(stderr, "A", &mut note);
    let at: Vec<&str> = note.marks.iter().map(|mark| mark.at.as_str()).collect();
    assert_eq!(at, ["e2", "a1", "c3"]);
    assert_eq!(note.marks[0].to, "e3");
    assert_eq!(note.marks[1].text, "12 of 40");
    assert_eq!(note.evals.len(), 1);
    let [line] = &note.evals[0].lines[..] else {
        panic!("one line");
    };
    assert_eq!((line.win, line.nodes), (Some(0.625), 1200));
    assert_eq!(line.points, None);
}

#[test]
fn stderr_mark_takes_the_colour_named_before_it() {
    let mut note = Note::default();
    let stderr = "@viz red arrow e2 e3\n@viz Yellow circle c3\n@viz square a1\n@viz green";
    add_stderr_notes(stderr, "A", &mut note);
    let expected = [
        Mark::new(MarkKind::Arrow, "e2", "e3").colored(MarkColor::Red),
        Mark::new(MarkKind::Circle, "c3", "").colored(MarkColor::Yellow),
        Mark::new(MarkKind::Square, "a1", ""),
    ];
    assert_eq!(note.marks, expected);
}
