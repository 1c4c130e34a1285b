//! A record whose last token is a tile without its place does not end a command over many.

use crate::{folder, kifu};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const RECORD: &str = "(kifu:2,game:\"box\",players:((),()),moves:\"Hh123456h 364521\")\n";

/// A folder with the record and two whole games next to it.
fn mixed() -> TempDir {
    let here = folder(&[("mix/broken.ronl", RECORD)]);
    for name in ["clobber.ron", "zuniq.ron"] {
        let from = crate::common::records_folder().join(name);
        fs::copy(from, here.path().join("mix").join(name)).unwrap();
    }
    here
}

fn count(folder: &Path) -> usize {
    fs::read_dir(folder).unwrap().count()
}

#[test]
fn publish_makes_the_pages_of_all_games() {
    let here = mixed();
    let run = kifu(here.path(), &["publish", "mix", "-o", "site/"]);
    assert_eq!(run.code, 1, "the broken game has an error: {}", run.err);
    assert_eq!(count(&here.path().join("site/games")), 3, "{}", run.err);
    assert!(here.path().join("site/index.html").exists());
}

#[test]
fn review_goes_on_after_the_broken_game() {
    let here = mixed();
    let args = ["review", "mix", "-n", "2", "-o", "r.ronl"];
    let run = kifu(here.path(), &args);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("broken.ronl:0: ply 1"), "{}", run.err);
    let written = fs::read_to_string(here.path().join("r.ronl")).unwrap();
    assert_eq!(written.lines().count(), 3);
}

#[test]
fn every_command_on_the_broken_game_reports_its_error() {
    let here = mixed();
    let file = "mix/broken.ronl";
    let ends_with_findings: [&[&str]; 6] = [
        &["validate", file],
        &["validate", "--strict", file],
        &["show", file],
        &["show", file, "--position"],
        &["convert", file, "--to", "ronl", "-o", "-"],
        &["analyze", file, "--nodes", "1"],
    ];
    for args in ends_with_findings {
        let run = kifu(here.path(), args);
        assert_eq!(run.code, 1, "{args:?}: {}{}", run.out, run.err);
        assert!(!run.err.contains("judged record"), "{args:?}: {}", run.err);
    }
    let shown = kifu(here.path(), &["show", file]);
    assert!(shown.err.contains("K201"), "{}", shown.err);
    let list = crate::kifu_with(
        here.path(),
        &["validate", "--from", "moves", "--game", "box", "-"],
        "Hh123456h 364521\n",
    );
    assert_eq!(list.code, 1);
    assert!(
        list.out.contains("K201") || list.err.contains("K201"),
        "{}",
        list.out
    );
}
