//! The buffers of a bot's output.

use kifu_study::arena::process::output::{
    MAX_LINE_BYTES, MAX_PENDING_BYTES, MAX_STDERR_BYTES_PER_GAME, MAX_STDERR_BYTES_PER_PLY,
    ReadOutcome, StderrBuffer, StdoutBuffer,
};

#[test]
fn lines_are_returned_one_by_one_and_the_rest_stays_buffered() {
    let mut lines = StdoutBuffer::default();
    lines.push(b"A2h\r\nB");
    assert_eq!(
        lines.next_line(true),
        Some(ReadOutcome::Line(b"A2h".to_vec()))
    );
    assert_eq!(lines.next_line(true), None);
    lines.push(b"1v\n\n");
    assert_eq!(
        lines.next_line(true),
        Some(ReadOutcome::Line(b"B1v".to_vec()))
    );
    assert_eq!(lines.next_line(true), Some(ReadOutcome::Line(Vec::new())));
    assert_eq!(
        lines.next_line(false),
        Some(ReadOutcome::Closed(Vec::new()))
    );
    lines.push(&vec![b'x'; MAX_LINE_BYTES + 1]);
    assert!(matches!(
        lines.next_line(true),
        Some(ReadOutcome::TooLong(_))
    ));
    assert!(!lines.has_flooded());
    lines.push(&vec![b'\n'; MAX_PENDING_BYTES]);
    assert!(lines.is_full() && lines.has_flooded());
    lines.clear();
    assert!(!lines.is_full() && lines.has_flooded());
}

#[test]
fn stderr_is_kept_up_to_the_limit_and_the_rest_is_counted() {
    let mut errors = StderrBuffer::default();
    errors.push(&vec![b'x'; MAX_STDERR_BYTES_PER_PLY + 10]);
    assert!(errors.take().ends_with("x\n[10 more bytes were dropped]"));
    errors.push(b"short\n");
    assert_eq!(errors.take(), "short");
    for _ in 0..MAX_STDERR_BYTES_PER_GAME / MAX_STDERR_BYTES_PER_PLY {
        errors.push(&vec![b'x'; MAX_STDERR_BYTES_PER_PLY]);
        errors.take();
    }
    errors.push(b"late");
    assert_eq!(errors.take(), "\n[4 more bytes were dropped]");
}
