//! Whether marks stay when the engine is given more.
//!
//! `STABLE_GAMES=8 STABLE_NODES=5000 cargo test --release --no-default-features --test core --
//! --ignored --nocapture lab::review::stability`; with `STABLE=box` that game alone.

use crate::common::{data, setting};
use crate::review::bundled;
use kifu::formats::{CheckedGame, ReadContext, check_text};
use kifu::record::Record;
use kifu::review::{Budget, MoveClass, ReviewPlan, SearchLimit, Thresholds, judged_plies, review};
use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;

/// Logs of real games that lie beside the repository.
const LOGS: [(&str, &str); 5] = [
    ("turn-right", "turn-right"),
    ("atari-go", "atari-go"),
    ("clobber", "clobber"),
    ("box", "box/test-3-competition-325-transcripts.csv"),
    ("zuniq", "zuniq"),
];

/// The bundled game first, then real ones.
fn games(id: &str, log: &str, most: usize) -> Vec<(Record, u32)> {
    let (record, _, plies) = bundled(id);
    let mut all = vec![(record, plies)];
    let files: Vec<_> = match data(log) {
        Some(path) if path.is_dir() => {
            let entries = std::fs::read_dir(path).unwrap();
            let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
            files.sort();
            files
        }
        Some(path) => vec![path],
        None => Vec::new(),
    };
    for path in files.into_iter().filter(|path| path.is_file()) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let read = check_text(&text, None, &ReadContext::default());
        let whole =
            |game: CheckedGame| (game.record.game == id).then_some((game.record, game.ply_count));
        all.extend(read.into_iter().filter_map(whole));
        if all.len() >= most {
            break;
        }
    }
    all.truncate(most);
    all
}

/// The plies that are called blunders, and how many were judged.
fn blunders(record: &Record, plies: u32, nodes: u64) -> (BTreeSet<u32>, usize) {
    let (_, book, _) = bundled(&record.game);
    let mut record = record.clone();
    for note in record.notes.values_mut() {
        note.evals.clear();
    }
    let plan = ReviewPlan::new(Budget::first_pass(SearchLimit::Nodes(nodes), 1));
    let go = AtomicBool::new(false);
    review(&mut record, book, plies, plan, (2, 32), &go, &mut |_, _| {}).unwrap();
    let judged = judged_plies(&record, book, plies, &Thresholds::default()).unwrap();
    let bad = judged
        .iter()
        .filter(|ply| ply.judgement.class == MoveClass::Blunder);
    (bad.map(|ply| ply.ply).collect(), judged.len())
}

#[test]
#[ignore = "minutes"]
fn stability_of_blunders_with_four_times_the_budget() {
    let (most, nodes) = (setting("STABLE_GAMES", 6), setting("STABLE_NODES", 3000));
    let only = std::env::var("STABLE").ok();
    let asked = |(id, _): &(&str, &str)| only.as_deref().is_none_or(|only| only == *id);
    for (id, log) in LOGS.into_iter().filter(asked) {
        let (mut count, mut judged, mut changed, mut all) = (0, 0, 0, 0);
        for (record, plies) in games(id, log, usize::try_from(most).unwrap()) {
            let (few, seen) = blunders(&record, plies, nodes);
            let (many, _) = blunders(&record, plies, 4 * nodes);
            count += 1;
            judged += seen;
            changed += few.symmetric_difference(&many).count();
            all += few.union(&many).count();
        }
        println!("{id}: {count} games, {judged} plies, {all} blunders, {changed} of them changed");
    }
}
