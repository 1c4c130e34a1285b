//! Dialogues written as tables.

use kifu_logs::formats::dialogue::lines::LineKind;
use kifu_logs::formats::dialogue::table::for_each_dialogue;

fn read(text: &str) -> Vec<Vec<(LineKind, &str)>> {
    let mut all = Vec::new();
    for_each_dialogue(text, &mut |lines, _| {
        all.push(lines.iter().map(|line| (line.kind, line.text)).collect());
    });
    all
}

#[test]
fn dialogue_table_columns_are_separated_by_bars_tabs_or_blanks() {
    use LineKind::{FromBot, FromJury};
    let expected = [[
        (FromJury, "Start"),
        (FromBot, "a1"),
        (FromJury, "b2"),
        (FromBot, "c3"),
    ]];
    assert_eq!(
        read("Input   Output\nStart   a1\nb2\n        c3\n"),
        expected
    );
    assert_eq!(read("input\toutput\nStart\ta1\nb2\n\tc3\n"), expected);
    let bars = "| Input | Output |\n|---|---|\n| Start | a1 |\n| b2 | |\n| | c3 |\n";
    assert_eq!(read(bars), expected);
}

#[test]
fn unframed_dialogue_table_row_may_begin_with_empty_cell() {
    use LineKind::{FromBot, FromJury};
    let text = "input | output | input | output\nStart | a1 | | \n | | a1 | b2\n";
    assert_eq!(
        read(text),
        [
            [(FromJury, "Start"), (FromBot, "a1")],
            [(FromJury, "a1"), (FromBot, "b2")]
        ]
    );
}

#[test]
fn dialogue_table_with_four_columns_has_two_dialogues() {
    let text = "White input|White output|Black input|Black output\nStart|a1|a1|b2\n";
    assert_eq!(read(text).len(), 2);
    assert_eq!(
        read("White:\ninput|output\nStart|a1\nBlack:\ninput|output\na1|b2\n").len(),
        2
    );
}
