//! The documents: their examples, run verbatim, and their links.
//!
//! `trycmd` runs the blocks that begin with three backticks and `console`. A block of `text` that
//! begins with `$ ` is an example whose output holds times: it is compared without them.

mod links;
mod list;

use libtest_mimic::Trial;
use list::documents;

/// Commands of `text` blocks that are not run: they need the tables of a competition.
#[cfg(unix)]
const NOT_RUN: [&str; 1] = ["kifu standings *-transcripts.csv"];

/// One trial for each document with examples.
pub fn trials() -> Vec<Trial> {
    let mut trials = links::trials();
    for document in documents() {
        let (path, text) = (document.path.display().to_string(), document.text);
        if text.contains("```console") || text.contains("```text\n$ ") {
            let name = format!("documents::{path}");
            trials.push(Trial::test(name, move || {
                examples_give_their_output(&path, &text);
                Ok(())
            }));
        }
    }
    #[cfg(unix)]
    trials.push(Trial::test(
        "documents::each_example_that_is_not_run_exists_in_a_document",
        || {
            each_example_that_is_not_run_exists_in_a_document();
            Ok(())
        },
    ));
    trials
}

fn examples_give_their_output(document: &str, text: &str) {
    if text.contains("```console") {
        // The examples are run when the value is dropped.
        trycmd::TestCases::new().case(document);
    }
    #[cfg(unix)]
    timed::examples_give_their_output(text);
}

#[cfg(unix)]
fn each_example_that_is_not_run_exists_in_a_document() {
    let documents = documents();
    for command in NOT_RUN {
        let block = format!("```text\n$ {command}");
        assert!(
            documents
                .iter()
                .any(|document| document.text.contains(&block)),
            "no document has the example `{command}`"
        );
    }
}

/// Examples whose output holds times are compared without them.
#[cfg(unix)]
mod timed {
    use crate::program::KIFU;
    use std::process::Command;

    /// The units of times and rates.
    const UNITS: [&str; 4] = ["ms", "s", "k", "M"];

    /// A match's table without its last column, the times, and the text below it.
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
        let home = tempfile::tempdir().unwrap();
        let command = command.replace(
            "test.ronl",
            &format!("'{}/test.ronl'", home.path().display()),
        );
        let script = command.replace("kifu ", &format!("'{KIFU}' "));
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

    pub fn examples_give_their_output(document: &str) {
        let blocks = document.split("```text\n$ ").skip(1);
        for block in blocks.map(|rest| rest.split("\n```").next().unwrap()) {
            let (command, output) = block.split_once('\n').unwrap_or((block, ""));
            if !super::NOT_RUN
                .iter()
                .any(|start| command.starts_with(start))
            {
                assert_eq!(
                    without_times(&run(command)),
                    without_times(output),
                    "{command}"
                );
            }
        }
    }
}
