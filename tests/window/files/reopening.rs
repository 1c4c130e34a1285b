//! Games that are loaded again from their addresses.

use super::{random_record, ronl_line, scan_library, write_archive};
use crate::opened_game::rows_open_as_listed;
use kifu_app::library::{load, load_path};
use kifu_core::games::CATALOGUE;
use kifu_logs::formats::{by_id, write_all};
use std::fs;
use std::io::Write;
use tempfile::tempdir;

#[test]
fn csv_rows_beyond_first_chunk_load_with_header_line() {
    let folder = tempdir().unwrap();
    let csv = by_id("codecup-csv").unwrap();
    let mut records = Vec::new();
    let games: Vec<_> = (0..60).map(|seed| random_record(3 * seed + 2)).collect();
    for seed in 0..9000 {
        let mut record = games[seed % games.len()].clone();
        record.source.id = seed.to_string();
        records.push(record);
    }
    let path = folder.path().join("table.csv");
    let text = write_all(csv, &records, CATALOGUE).unwrap();
    assert!(text.len() > 512 << 10, "the file fits into one chunk");
    fs::write(&path, &text).unwrap();
    let library = scan_library(&[&path]);
    assert_eq!(library.len(), 9000);
    for row in [0, 4500, 8999] {
        let opened = load(&library.address(row).unwrap()).unwrap();
        assert_eq!(opened.game.record.moves, records[row as usize].moves);
        assert_eq!(opened.game.record.source.id, row.to_string());
    }
}

#[test]
fn path_opens_game_by_index_and_reports_others() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("archive.ronl");
    let records = write_archive(&path, 5, 5);
    let opened = load_path(&path, 0).unwrap();
    assert_eq!(opened.game.record, records[0]);
    assert!(opened.has_other_games);
    assert_eq!(load_path(&path, 4).unwrap().game.record, records[4]);
    assert!(load_path(&path, 5).is_err());
    let alone = folder.path().join("alone.ron");
    fs::write(&alone, kifu_core::record::write_ron(&records[2])).unwrap();
    let opened = load_path(&alone, 0).unwrap();
    assert!(!opened.has_other_games && opened.address.location.span.is_whole_file);
    assert!(
        load_path(folder.path(), 0)
            .unwrap_err()
            .message
            .contains("a folder")
    );
    fs::write(&alone, "").unwrap();
    assert!(!load_path(&alone, 0).unwrap().game.is_valid());
}

mod slow {
    use super::*;

    #[test]
    fn library_row_loads_its_game_from_its_span() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("archive.ronl");
        let records = write_archive(&path, 2000, 300);
        let library = scan_library(&[&path]);
        for row in [0, 1, 299, 300, 777, 1500, 1999] {
            let address = library.address(row).unwrap();
            assert!(address.location.span.length < 600 << 10);
            let opened = load(&address).unwrap();
            assert_eq!(opened.game.record, records[row as usize % 300]);
            assert!(opened.has_other_games);
            // In an archive with one game a line, the span of a loaded game is its line.
            let span = opened.address.location.span;
            let text = fs::read(&path).unwrap();
            let start = usize::try_from(span.offset).unwrap();
            let end = start + usize::try_from(span.length).unwrap();
            assert_eq!(
                text[start..end],
                *ronl_line(&opened.game.record).trim_end().as_bytes()
            );
            let again = load(&opened.address).unwrap();
            assert_eq!(
                (again.game.record, again.content_stamp),
                (opened.game.record, opened.content_stamp)
            );
        }
    }

    #[test]
    fn every_fixture_opens_as_listed_in_library() {
        let fixtures = crate::common::repository().join("fixtures");
        let library = scan_library(&[&fixtures]);
        assert!(library.len() > 400, "{} games", library.len());
        rows_open_as_listed(&library);
    }

    #[test]
    fn changed_file_opens_moved_game_or_reports_it_missing() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("archive.ronl");
        let records = write_archive(&path, 900, 900);
        let library = scan_library(&[&path]);
        let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
        file.write_all(ronl_line(&random_record(5000)).as_bytes())
            .unwrap();
        drop(file);
        let opened = load(&library.address(700).unwrap()).unwrap();
        assert_eq!(opened.game.record, records[700]);
        let text = fs::read_to_string(&path).unwrap();
        let rest: String = text.split_inclusive('\n').skip(1).take(500).collect();
        fs::write(&path, rest).unwrap();
        let opened = load(&library.address(3).unwrap()).unwrap();
        assert_eq!(opened.game.record, records[3]);
        assert_eq!(opened.address.index_in_file, 2);
        let error = load(&library.address(700).unwrap()).unwrap_err();
        assert!(
            error.message.contains("no longer contains this game"),
            "{error}"
        );
        fs::remove_file(&path).unwrap();
        assert!(load(&library.address(3).unwrap()).is_err());
    }
}
