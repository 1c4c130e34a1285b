//! Tables of games: columns, groups of rows, and the chapter that documents them.

use kifu_logs::files::WritePlan;
use kifu_study::tables::{
    FindingRow, GameRow, GameTables, PlayerRow, PlyRow, TableColumn, TableFolder, TableFormat,
    TableRow,
};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::RowAccessor as _;
use std::fs::{self, File};

/// Returns a column's line in the chapter.
fn documented(column: &TableColumn) -> String {
    let missing = if column.is_nullable { ", missing" } else { "" };
    format!(
        "| `{}` | {}{missing} | {} | {} |",
        column.name,
        column.kind.name(),
        column.unit.unwrap_or_default(),
        column.description_text()
    )
}

/// Returns the lines of the table in a section of the chapter, without its head.
fn section<'a>(chapter: &'a str, heading: &str) -> Vec<&'a str> {
    let (_, rest) = chapter.split_once(&format!("\n## {heading}\n")).unwrap();
    let section = rest.split("\n## ").next().unwrap();
    let lines = section.lines().filter(|line| line.starts_with('|'));
    lines.skip(2).collect()
}

#[test]
fn chapter_documents_every_column() {
    let path = crate::common::repository().join("src/docs/tables.md");
    let chapter = fs::read_to_string(path).unwrap();
    for (heading, columns) in [
        ("Games", GameRow::COLUMNS),
        ("Plies", PlyRow::COLUMNS),
        ("Players", PlayerRow::COLUMNS),
        ("Findings", FindingRow::COLUMNS),
    ] {
        let expected: Vec<String> = columns.iter().map(documented).collect();
        assert_eq!(section(&chapter, heading), expected, "{heading}");
    }
}

mod slow {
    use super::*;

    #[test]
    fn rows_are_written_in_groups_with_rising_numbers() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tables");
        let mut tables = TableFolder::create(
            &mut WritePlan::default(),
            &path,
            TableFormat::Parquet,
            false,
        )
        .unwrap();
        let game = GameTables {
            findings: vec![FindingRow::default(); 2],
            ..GameTables::default()
        };
        let games = 40_000_i64;
        for index in 0..games {
            let index = u64::try_from(index).unwrap();
            tables.append(game.clone(), index % 7).unwrap();
        }
        assert!(
            fs::read_dir(&path).unwrap().all(|entry| {
                let name = entry.unwrap().file_name();
                name.to_string_lossy().starts_with('.')
            }),
            "no table is there before all are complete"
        );
        tables.finish().unwrap();

        let read = |name: &str| {
            let file = File::open(path.join(name)).unwrap();
            SerializedFileReader::new(file).unwrap()
        };
        let reader = read("games.parquet");
        assert_eq!(reader.num_row_groups(), 2, "at most 32 768 rows each");
        for (number, row) in (0..).zip(reader.get_row_iter(None).unwrap()) {
            let row = row.unwrap();
            assert_eq!(row.get_long(0).unwrap(), number);
            assert_eq!(row.get_long(2).unwrap(), number % 7);
        }
        assert_eq!(reader.metadata().file_metadata().num_rows(), games);
        let findings = read("findings.parquet");
        assert_eq!(findings.metadata().file_metadata().num_rows(), 2 * games);
        assert_eq!(findings.num_row_groups(), 3);
        let plies = read("plies.parquet");
        assert_eq!(
            plies.num_row_groups(),
            0,
            "a table without rows has its columns"
        );
        assert_eq!(
            plies.metadata().file_metadata().schema().get_fields().len(),
            PlyRow::COLUMNS.len()
        );
    }
}
