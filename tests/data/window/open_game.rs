//! Opened games.

use crate::opened_game::{every_ply_can_be_shown, opens_as_its_record, opens_as_played};
use crate::trials::{file_name, files_in, trial};
use kifu::formats::{ReadContext, check_text, decode};
use kifu::record::Record;
use libtest_mimic::Trial;
use std::path::Path;

const FOLDERS: [&str; 6] = [
    "atari-go",
    "box",
    "clobber",
    "faults",
    "turn-right",
    "zuniq",
];

/// A claim about a record, and whether it could be opened.
type Check = fn(&Record) -> bool;

/// Each claim, and on how many games of a file it is tried.
const CHECKS: [(&str, Check, usize); 3] = [
    ("opened_games_equal_their_records", opens_as_its_record, 40),
    (
        "every_ply_of_opened_games_can_be_shown",
        every_ply_can_be_shown,
        3,
    ),
    ("opened_games_equal_the_played_moves", opens_as_played, 2),
];

pub fn trials() -> Vec<Trial> {
    let of = |(name, check, games): (&str, Check, usize), folder| {
        let name = format!("{name}::{folder}");
        trial(module_path!(), &name, folder, move |folder| {
            let opened = records(folder, games)
                .iter()
                .filter(|record| check(record))
                .count();
            assert!(opened > 0, "no game can be opened");
        })
    };
    CHECKS
        .into_iter()
        .flat_map(|check| FOLDERS.map(|folder| of(check, folder)))
        .collect()
}

/// The games of the first twelve files, at most `max_games` of each.
fn records(folder: &Path, max_games: usize) -> Vec<Record> {
    let mut found = Vec::new();
    for path in files_in(folder).iter().take(12) {
        let bytes = std::fs::read(path).unwrap();
        let context = ReadContext {
            file_name: &file_name(path),
            ..ReadContext::default()
        };
        let games = check_text(&decode(&bytes).text, None, &context).into_iter();
        let records = games.map(|checked| checked.record);
        found.extend(
            records
                .filter(|record| !record.game.is_empty())
                .take(max_games),
        );
    }
    found
}
