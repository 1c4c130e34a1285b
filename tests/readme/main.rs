//! The README's examples are run as they stand.

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("README.md");
}

/// Examples that tell times are no snapshots; all else in them is.
#[cfg(unix)]
mod timed {
    use std::path::Path;
    use std::process::Command;

    /// The units of numbers that depend on the machine.
    const UNITS: [&str; 4] = ["ms", "s", "k", "M"];
    /// Commands whose output is always the same, but for these.
    const COMMANDS: [&str; 4] = [
        "kifu view",
        "kifu analyze",
        "kifu match --game zuniq",
        "printf",
    ];

    /// A match's table without its last column, the times, and what comes after it.
    fn without_last_column(text: &str) -> Option<String> {
        let (table, rest) = text.split_once("\n\n")?;
        let (head, _) = table.split_once('\n')?;
        head.ends_with("ms/game").then_some(())?;
        let rows = table
            .lines()
            .filter_map(|row| row.trim_end().rsplit_once(' '));
        Some(
            rows.map(|(row, _)| row)
                .chain([rest])
                .collect::<Vec<_>>()
                .join("\n"),
        )
    }

    /// The words of an output without the numbers that have a unit, and a match's times.
    fn without_times(text: &str) -> Vec<String> {
        let text = without_last_column(text).unwrap_or_else(|| text.to_owned());
        let mut words: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            let is_unit = UNITS.contains(&word.trim_end_matches(','));
            if is_unit && words.last().is_some_and(|last| last.parse::<f64>().is_ok()) {
                words.pop();
            } else {
                words.push(word.to_owned());
            }
        }
        words
    }

    fn run(command: &str) -> String {
        let program = Path::new(env!("CARGO_BIN_EXE_kifu"));
        let home = tempfile::tempdir().unwrap();
        let command = command.replace(
            "test.ronl",
            &format!("'{}/test.ronl'", home.path().display()),
        );
        let script = command.replace("kifu ", &format!("'{}' ", program.display()));
        let output = Command::new("sh")
            .args(["-c", &script])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("KIFU_HOME", home.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    #[test]
    fn examples_that_tell_times_are_true_but_for_these() {
        let readme = include_str!("../../README.md");
        let blocks = readme.split("```text\n$ ").skip(1);
        let blocks = blocks.filter_map(|rest| rest.split("\n```").next()?.split_once('\n'));
        let mut checked = 0;
        for (command, told) in blocks {
            if COMMANDS.iter().any(|start| command.starts_with(start)) {
                assert_eq!(without_times(&run(command)), without_times(told));
                checked += 1;
            }
        }
        assert_eq!(checked, COMMANDS.len());
    }
}
