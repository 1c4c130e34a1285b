//! Command lines as Windows has them, on every system.

use kifu_study::arena::process::command_line::{quote_windows, split_windows};
use proptest::prelude::*;

#[test]
fn windows_command_line_is_split_at_blanks_outside_of_quotes() {
    let cases: [(&str, Option<&[&str]>); 14] = [
        (
            r"C:\bots\my.exe -n 3",
            Some(&[r"C:\bots\my.exe", "-n", "3"]),
        ),
        (
            r#""C:\my bots\a.exe" "" x"#,
            Some(&[r"C:\my bots\a.exe", "", "x"]),
        ),
        (r#"C:\my" bots\a".exe"#, Some(&[r"C:\my bots\a.exe"])),
        (r#""C:\my bots\\" b"#, Some(&["C:\\my bots\\", "b"])),
        (r#"a\"b \\\"c"#, Some(&["a\"b", "\\\"c"])),
        (r"\\server\bots\a.exe", Some(&[r"\\server\bots\a.exe"])),
        (
            "python3 bot.py --name 'my bot'",
            Some(&["python3", "bot.py", "--name", "my bot"]),
        ),
        (
            r"C:\Users\O'Brien\a.exe",
            Some(&[r"C:\Users\O'Brien\a.exe"]),
        ),
        ("'C:\\my bots\\a.exe' x", Some(&["C:\\my bots\\a.exe", "x"])),
        (" a\t b ", Some(&["a", "b"])),
        ("", Some(&[])),
        ("\"a b", None),
        ("bot 'quick", None),
        ("a \\\"b c\\\"", Some(&["a", "\"b", "c\""])),
    ];
    for (line, expected) in cases {
        let words = split_windows(line);
        let words = words
            .as_ref()
            .map(|words| words.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(words.as_deref(), expected, "{line}");
    }
}

proptest! {
    #![proptest_config(crate::common::cases(500))]

    #[test]
    fn quoted_words_are_split_into_the_same_words(words in prop::collection::vec("[ab\\\\\"' \t棋]{0,8}", 0..5)) {
        let line: Vec<String> = words.iter().map(|word| quote_windows(word)).collect();
        prop_assert_eq!(split_windows(&line.join(" ")), Some(words));
    }
}
