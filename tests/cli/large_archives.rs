//! Speed and memory of the program on large archives. Run with
//! `cargo test --release --test cli -- --ignored --nocapture large_archives`.

use crate::KIFU;
use crate::common::random_game;
use kifu::contract::Setup;
use kifu::formats::{ReadContext, by_id, check_text, write_all};
use kifu::games::CATALOGUE;
use kifu::games::clobber::Clobber;
use kifu::record::Record;
use kifu::search::SplitMix64;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Different games that are repeated in the archive.
const GAMES: u64 = 1000;

/// Writes an archive of `records` random games, with results, as `.ronl`.
fn archive(path: &Path, records: usize) {
    let format = by_id("ronl").unwrap();
    let lines: Vec<String> = (0..GAMES)
        .map(|seed| {
            let tokens = random_game::<Clobber>(&Setup::default(), &mut SplitMix64::new(seed));
            let mut record = Record {
                game: "clobber".to_owned(),
                moves: tokens.join(" "),
                ..Record::default()
            };
            record.players.0.name = format!("program {}", seed % 17);
            record.players.1.name = format!("program {}", seed % 19);
            record.event.name = "test competition 3".to_owned();
            record.event.round = (seed % 9).to_string();
            let text = write_all(format, &[record], CATALOGUE).unwrap();
            let mut checked = check_text(&text, Some(format), &ReadContext::default());
            write_all(format, &[checked.remove(0).record], CATALOGUE).unwrap()
        })
        .collect();
    let mut file = BufWriter::new(File::create(path).unwrap());
    for line in lines.iter().cycle().take(records) {
        file.write_all(line.as_bytes()).unwrap();
    }
    file.flush().unwrap();
}

/// Runs the program; how long it took, and the most memory it held in KiB.
fn run(args: &[&str]) -> (Duration, u64) {
    let since = Instant::now();
    let mut child = Command::new(KIFU).args(args).spawn().unwrap();
    let mut most = 0;
    let status = loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let lines = status.unwrap_or_default();
        let line = lines.lines().find(|line| line.starts_with("VmHWM:"));
        let kib = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
        most = most.max(kib.unwrap_or(0));
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        std::thread::sleep(Duration::from_millis(2));
    };
    assert!(status.success(), "{args:?}");
    (since.elapsed(), most)
}

#[test]
#[ignore = "measures; needs a release build and a quiet machine"]
fn large_archives_are_fast_and_memory_stays_flat() {
    let folder = tempfile::tempdir().unwrap();
    let (small, large) = (folder.path().join("a.ronl"), folder.path().join("b.ronl"));
    archive(&small, 100_000);
    archive(&large, 1_000_000);
    let out = folder.path().join("c.ronl");
    for (name, path) in [("100 000", &small), ("1 000 000", &large)] {
        let path = path.to_str().unwrap();
        let out = out.to_str().unwrap();
        let size = std::fs::metadata(path).unwrap().len() >> 20;
        println!("{name} records, {size} MiB");
        for args in [
            &["validate", "--summary", path][..],
            &["validate", "--summary", "-j1", path],
            &["validate", "--json", "--quiet", path],
            &["convert", path, "-fo", out],
        ] {
            let best = (0..3).map(|_| run(args)).min().unwrap();
            println!(
                "  {:>8.3} s {:>8} KiB  {}",
                best.0.as_secs_f64(),
                best.1,
                args[..2].join(" ")
            );
        }
    }
    let (_, small) = run(&["validate", "--quiet", small.to_str().unwrap()]);
    let (_, large) = run(&["validate", "--quiet", large.to_str().unwrap()]);
    assert!(large < 2 * small + 8192, "{small} KiB, then {large} KiB");
}
