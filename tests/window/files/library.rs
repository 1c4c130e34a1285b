//! Scans, filters and sorting of the library.

use super::{LibraryCollector, random_record, ronl_line, scan_library, write_archive};
use kifu_app::library::{Filter, Library, LibraryColumn, WinnerFilter, scan};
use kifu_core::contract::Winner;
use kifu_core::findings::Severity;
use kifu_core::record::{Ending, Record};
use kifu_core::search::SplitMix64;
use kifu_logs::files::LogInput;
use kifu_logs::formats::{CheckedGame, ReadContext, by_id, check_text};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::tempdir;

fn checked(records: &[Record]) -> Vec<CheckedGame> {
    let text: String = records.iter().map(ronl_line).collect();
    check_text(&text, by_id("ronl"), &ReadContext::default())
}

#[test]
fn scan_lists_every_game_with_its_fields() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = write_archive(&path, 2000, 200);
    let library = scan_library(&[&path]);
    assert_eq!((library.len(), library.shown().len()), (2000, 2000));
    let checked = checked(&records);
    for row in 0..2000 {
        let (found, expected) = (library.row(row).unwrap(), &checked[row as usize % 200]);
        let record = &expected.record;
        assert_eq!(found.game(), record.game);
        assert_eq!(
            found.players(),
            [&record.players.0.name, &record.players.1.name]
        );
        assert_eq!(
            (found.plies(), found.ending()),
            (expected.ply_count, expected.ending)
        );
        assert_eq!(found.winner(), record.result.as_ref().unwrap().winner);
        assert_eq!(found.result().is_empty(), found.winner().is_none());
        assert_eq!(
            (found.event(), found.round()),
            (&*record.event.name, &*record.event.round)
        );
        assert_eq!(
            (found.date(), found.index_in_file()),
            (&*record.event.date, row)
        );
        assert_eq!(found.worst_severity(), expected.worst_severity());
        assert_eq!(found.file(), path.to_str().unwrap());
    }
    assert!(library.row(2000).is_none() && library.address(2000).is_none());
}

/// Returns the rows that a naive list shows.
fn naive_rows(library: &Library, filter: &Filter, sort: &[(LibraryColumn, bool)]) -> Vec<u32> {
    let count = u32::try_from(library.len()).unwrap();
    let mut rows: Vec<u32> = (0..count)
        .filter(|row| matches_filter(library, filter, *row))
        .collect();
    // Sorting by the least significant column first works because the sort is stable.
    for (column, is_descending) in sort.iter().rev() {
        rows.sort_by(|one, two| {
            let order = sort_key(library, *column, *one).cmp(&sort_key(library, *column, *two));
            if *is_descending {
                order.reverse()
            } else {
                order
            }
        });
    }
    rows
}

fn matches_filter(library: &Library, filter: &Filter, row: u32) -> bool {
    let found = library.row(row).unwrap();
    let name = match found.game() {
        "clobber" => "Clobber",
        _ => "Zuniq",
    };
    let texts = [
        found.players()[0],
        found.players()[1],
        found.event(),
        found.result(),
        found.file(),
    ];
    let has = |word: &str| texts.iter().any(|text| text.to_lowercase().contains(word));
    let search = filter.search.to_lowercase();
    search
        .split_whitespace()
        .all(|word| has(word) || name.to_lowercase().contains(word))
        && filter.game.as_ref().is_none_or(|game| game == found.game())
        && filter
            .player
            .as_ref()
            .is_none_or(|name| found.players().contains(&&**name))
        && filter.ending.is_none_or(|how| how == found.ending())
        && filter
            .min_severity
            .is_none_or(|bad| found.worst_severity() >= Some(bad))
        && match filter.winner {
            None => true,
            Some(WinnerFilter::First) => found.winner() == Some(Winner::First),
            Some(WinnerFilter::Second) => found.winner() == Some(Winner::Second),
            Some(WinnerFilter::Draw) => found.winner() == Some(Winner::Draw),
            Some(WinnerFilter::Open) => found.winner().is_none(),
        }
}

/// Returns a key that compares numbers in texts as numbers and puts empty texts last.
fn sort_key(library: &Library, column: LibraryColumn, row: u32) -> (bool, String, Vec<u64>, u64) {
    let found = library.row(row).unwrap();
    let text = match column {
        LibraryColumn::Game => found.game(),
        LibraryColumn::First => found.players()[0],
        LibraryColumn::Second => found.players()[1],
        LibraryColumn::Result => found.result(),
        LibraryColumn::Event => found.event(),
        LibraryColumn::Round => found.round(),
        LibraryColumn::Date => found.date(),
        LibraryColumn::File => return (false, found.file().to_owned(), vec![], 0),
        LibraryColumn::Ending => return (false, String::new(), vec![], found.ending() as u64),
        LibraryColumn::Plies => return (false, String::new(), vec![], u64::from(found.plies())),
        LibraryColumn::Findings => {
            let bad = found.worst_severity().map_or(0, |worst| worst as u64 + 1);
            return (false, String::new(), vec![], bad);
        }
    };
    let letters = text
        .to_lowercase()
        .replace(|c: char| c.is_ascii_digit(), "");
    let numbers = text.split(|c: char| !c.is_ascii_digit());
    let numbers = numbers.filter_map(|number| number.parse().ok());
    (text.is_empty(), letters, numbers.collect(), 0)
}

#[test]
fn column_sorts_both_ways_and_clearing_restores_scan_order() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    write_archive(&path, 100, 100);
    let mut library = scan_library(&[&path]);
    library.toggle_sort(LibraryColumn::Plies);
    let plies = |library: &Library| -> Vec<u32> {
        let shown = library.shown().iter();
        shown
            .map(|row| library.row(*row).unwrap().plies())
            .collect()
    };
    assert!(plies(&library).is_sorted());
    library.toggle_sort(LibraryColumn::Plies);
    assert!(plies(&library).is_sorted_by(|one, two| one >= two));
    library.clear_sort();
    assert!(library.shown().is_sorted());
    assert_eq!(library.neighbor(5, true), Some(6));
    assert_eq!(library.neighbor(0, false), None);
    assert_eq!(library.neighbor(99, true), None);
}

#[test]
fn folder_tree_counts_games_and_closing_removes_them() {
    let folder = tempdir().unwrap();
    let (one, two) = (folder.path().join("b/deep"), folder.path().join("a"));
    fs::create_dir_all(&one).unwrap();
    fs::create_dir_all(&two).unwrap();
    write_archive(&one.join("x10.ronl"), 3, 3);
    write_archive(&one.join("x9.ronl"), 2, 2);
    write_archive(&two.join("y.ronl"), 4, 4);
    fs::write(two.join("picture.png"), b"\x89PNG").unwrap();
    let mut library = scan_library(&[folder.path()]);
    let shape = |library: &Library| -> Vec<(String, usize, usize, usize)> {
        let nodes = library.folder_tree().into_iter().skip(1);
        nodes
            .map(|node| {
                (
                    node.name,
                    node.depth,
                    node.game_count,
                    node.descendant_count,
                )
            })
            .collect()
    };
    let node = |name: &str, depth, games, below| (name.to_owned(), depth, games, below);
    let a = [node("a", 1, 4, 1), node("y.ronl", 2, 4, 0)];
    let b = [
        node("b", 1, 5, 3),
        node("deep", 2, 5, 2),
        node("x9.ronl", 3, 2, 0),
        node("x10.ronl", 3, 3, 0),
    ];
    assert_eq!(shape(&library), [&a[..], &b[..]].concat());
    assert_eq!(
        (
            library.folder_tree()[0].game_count,
            library.folder_tree()[0].descendant_count
        ),
        (9, 6)
    );
    assert_eq!((library.skipped_count(), library.failures().len()), (1, 0));
    library.set_filter(Filter {
        path_prefix: Some(one.clone()),
        ..Filter::default()
    });
    assert_eq!(library.shown().len(), 5);
    library.close_path(&two);
    library.set_filter(Filter::default());
    assert_eq!((library.shown().len(), library.open_row_count()), (5, 5));
    assert_eq!(shape(&library).len(), 4);
    assert_eq!(
        library
            .player_counts()
            .iter()
            .map(|(_, count)| count)
            .sum::<usize>(),
        10
    );
}

#[test]
fn rescanned_file_replaces_its_rows_with_new_numbers() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    write_archive(&path, 10, 10);
    let mut collector = LibraryCollector {
        library: scan_library(&[&path]),
        ..LibraryCollector::default()
    };
    collector.library.end_scan(1);
    write_archive(&path, 4, 4);
    let input = LogInput::File {
        path: path.clone(),
        is_explicit: true,
    };
    scan(&[input], &mut collector).unwrap();
    let library = collector.library;
    assert_eq!((library.open_row_count(), library.shown().len()), (4, 4));
    assert!(
        library.shown().iter().all(|row| *row >= 10),
        "a row number was used twice"
    );
    assert_eq!(library.folder_tree().len(), 1);
}

#[test]
fn unreadable_files_are_reported_and_others_listed() {
    let folder = tempdir().unwrap();
    let good = folder.path().join("good.ronl");
    write_archive(&good, 3, 3);
    let cut = folder.path().join("cut.ronl");
    let text = ronl_line(&random_record(0)) + &ronl_line(&random_record(1));
    fs::write(&cut, &text[..text.len() - 40]).unwrap();
    fs::write(folder.path().join("empty.ron"), "").unwrap();
    fs::write(folder.path().join("noise.ron"), [0xff, 0, 0xfe, 7]).unwrap();
    let missing = folder.path().join("missing.ron");
    let library = scan_library(&[folder.path(), &missing, Path::new("/dev/null")]);
    let bad: Vec<&str> = (0..u32::try_from(library.len()).unwrap())
        .map(|row| library.row(row).unwrap())
        .filter(|row| row.worst_severity() == Some(Severity::Error))
        .map(|row| {
            assert!(!row.worst_finding().is_empty());
            row.file()
        })
        .collect();
    assert_eq!(bad.len(), 3, "{bad:?}");
    assert_eq!(library.open_row_count(), 3 + 2 + 1 + 1);
    let failures: Vec<&str> = library
        .failures()
        .iter()
        .map(|f| f.message.as_str())
        .collect();
    assert!(failures[0].contains("missing.ron"), "{failures:?}");
    if cfg!(unix) {
        assert!(failures[1].contains("pipe or device"), "{failures:?}");
    }
}

#[test]
#[cfg(unix)]
fn file_that_cannot_be_opened_is_reported() {
    let folder = tempdir().unwrap();
    // A link to itself cannot be opened, not even by a user who may read every file.
    let path = folder.path().join("secret.ronl");
    std::os::unix::fs::symlink(&path, &path).unwrap();
    let library = scan_library(&[&path]);
    assert_eq!((library.len(), library.failures().len()), (0, 1));
    let failure = &library.failures()[0].message;
    assert!(failure.contains("secret.ronl"), "{failure}");
}

/// Measures the library with 100 000 records.
///
/// `cargo test --release --test window measure_library -- --ignored --nocapture`
#[test]
#[ignore = "it measures"]
fn measure_library_with_100_000_records() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    write_archive(&path, 100_000, 1000);
    let megabytes = fs::metadata(&path).unwrap().len() >> 20;
    let start = Instant::now();
    let mut collector = LibraryCollector {
        start: Some(start),
        ..LibraryCollector::default()
    };
    let input = LogInput::File {
        path,
        is_explicit: true,
    };
    scan(&[input], &mut collector).unwrap();
    let all = start.elapsed();
    let (first, longest) = (
        collector.time_to_first_row.unwrap(),
        collector.longest_batch,
    );
    println!(
        "{megabytes} MiB: first rows {first:?}, all {all:?}, {} batches, longest taken in {longest:?}",
        collector.batches
    );
    let mut library = collector.library;
    assert_eq!(library.len(), 100_000);
    let mut slowest = Duration::ZERO;
    let mut measure = |label: &str, library: &mut Library, work: &dyn Fn(&mut Library)| {
        let start = Instant::now();
        work(library);
        let took = start.elapsed();
        slowest = slowest.max(took);
        println!("{label}: {} rows in {took:?}", library.shown().len());
    };
    for column in LibraryColumn::ALL {
        measure(&format!("sort by {column:?}"), &mut library, &|l| {
            l.sort_by(column, true);
        });
    }
    for search in [
        "p",
        "program 3 competition",
        "nothing",
        "zuniq élan 1 archive",
    ] {
        let filter = Filter {
            search: search.to_owned(),
            ..Filter::default()
        };
        measure(&format!("search `{search}`"), &mut library, &|l| {
            l.set_filter(filter.clone());
        });
    }
    measure("tree", &mut library, &|l| drop(l.folder_tree()));
    assert!(
        slowest < Duration::from_millis(100) || cfg!(debug_assertions),
        "{slowest:?}"
    );
}

mod slow {
    use super::*;

    #[test]
    fn filters_and_sorting_match_naive_list() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("archive.ronl");
        write_archive(&path, 2000, 300);
        let mut library = scan_library(&[&path]);
        let mut rng = SplitMix64::new(5);
        let searches = [
            "",
            "program 1",
            "ÉLAN  competition",
            "2 -",
            "zun",
            "Clobber 3",
            "xyz",
            "archive",
        ];
        for _ in 0..200 {
            let mut maybe = |n: usize| rng.index(n) == 0;
            let mut filter = Filter::default();
            if maybe(3) {
                filter.game = Some(if maybe(2) { "zuniq" } else { "clobber" }.to_owned());
            }
            if maybe(4) {
                filter.player = Some(if maybe(2) { "program 3" } else { "Élan 4" }.to_owned());
            }
            if maybe(4) {
                filter.winner = Some(if maybe(2) {
                    WinnerFilter::Open
                } else {
                    WinnerFilter::Second
                });
            }
            if maybe(6) {
                filter.ending = Some(if maybe(2) {
                    Ending::Finished
                } else {
                    Ending::Unterminated
                });
            }
            if maybe(6) {
                filter.min_severity = Some(Severity::Note);
            }
            filter.search = searches[rng.index(searches.len())].to_owned();
            library.set_filter(filter.clone());
            library.sort_by(LibraryColumn::ALL[rng.index(11)], rng.index(2) == 0);
            let expected = naive_rows(&library, &filter, library.sort_order());
            assert_eq!(
                library.shown(),
                expected,
                "{filter:?} {:?}",
                library.sort_order()
            );
        }
    }
}
