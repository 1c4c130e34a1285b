//! The classification of the lines of a dialogue.

use kifu_logs::formats::dialogue::lines::{LineKind, LogLine};
use kifu_logs::formats::dialogue::lines::{generic_line, io_line};

fn read(line: &str) -> (LineKind, &str, Option<u32>) {
    let LogLine {
        kind,
        text,
        time_ms: ms,
        ..
    } = generic_line(line, 0);
    (kind, text, ms)
}

#[test]
fn dialogue_line_has_a_mark_a_time_and_a_text() {
    assert_eq!(read("> Start"), (LineKind::FromJury, "Start", None));
    assert_eq!(read("< [12] A2h!"), (LineKind::FromBot, "A2h!", Some(12)));
    assert_eq!(read("[12] < A2h"), (LineKind::FromBot, "A2h", Some(12)));
    assert_eq!(read("< [-] [5] x"), (LineKind::FromBot, "[5] x", None));
    assert_eq!(
        read("! [12] deep  "),
        (LineKind::Stderr, "[12] deep  ", None)
    );
    assert_eq!(read(">"), (LineKind::FromJury, "", None));
    assert_eq!(
        read("# act: [7] 4 4"),
        (LineKind::HiddenMove, "4 4", Some(7))
    );
    assert_eq!(read("<html>").0, LineKind::Unmarked);
    assert_eq!(
        read("# Total time used: 19.868 seconds").0,
        LineKind::TotalTimeMs(19_868)
    );
    assert_eq!(
        read("# Total time used: 2.5 seconds").0,
        LineKind::TotalTimeMs(2500)
    );
}

#[test]
fn lines_of_a_player_log_are_in_brackets() {
    let line = io_line("IO RCVD [a]b]", 10);
    assert_eq!(
        (line.kind, line.text, line.span),
        (LineKind::FromJury, "a]b", 19..22)
    );
    assert_eq!(io_line("IO SEND [Chv", 0).kind, LineKind::Damaged);
    assert_eq!(io_line("# Total time", 0).kind, LineKind::Stderr);
}
