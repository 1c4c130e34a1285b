//! The examples of the documents are run as they stand, and their links are followed.

mod documents;
mod links;

#[test]
fn the_documents_tell_the_truth() {
    let cases = trycmd::TestCases::new();
    for document in documents::documents() {
        cases.case(document.path);
    }
}

/// Examples that tell times are no snapshots; all else in them is.
#[cfg(unix)]
mod timed {
    use super::documents::{documents, root};
    use std::path::Path;
    use std::process::Command;

    /// The units of numbers that depend on the machine.
    const UNITS: [&str; 4] = ["ms", "s", "k", "M"];
    /// Commands whose output is always the same, but for these.
    const COMMANDS: [&str; 5] = [
        "kifu view",
        "kifu analyze",
        "kifu match --game zuniq --bot name=deep",
        "kifu match --game zuniq --bot \"name=new",
        "printf",
    ];
    /// Commands that cannot be run, for they need the tables of a competition.
    const NOT_RUN: [&str; 1] = ["kifu standings *-transcripts.csv"];

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
            .current_dir(root())
            .env("KIFU_HOME", home.path())
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    #[test]
    fn examples_that_tell_times_are_true_but_for_these() {
        let (mut run_count, mut other_count) = (0, 0);
        for document in documents() {
            let blocks = document.text.split("```text\n$ ").skip(1);
            for block in blocks.filter_map(|rest| rest.split("\n```").next()) {
                let (command, told) = block.split_once('\n').unwrap();
                if NOT_RUN.contains(&command) {
                    other_count += 1;
                    continue;
                }
                let is_known = COMMANDS.iter().any(|start| command.starts_with(start));
                assert!(is_known, "{}: {command}", document.path.display());
                assert_eq!(without_times(&run(command)), without_times(told));
                run_count += 1;
            }
        }
        assert_eq!((run_count, other_count), (COMMANDS.len(), NOT_RUN.len()));
    }
}
