//! Tables of games for analysts: games, plies, players and findings, as Parquet, CSV or JSON lines.
//!
//! - [`GameTables`] makes the rows of one game, a review's among them.
//! - A [`TableRow`] knows its [`TableColumn`]s, from which the files of all formats are made.
//! - A [`TableFolder`] writes the rows of many games, one after another, and completes all four
//!   files or none. Memory does not grow with the number of games: Parquet is written in groups of
//!   rows.
//!
//! The chapter *Tables* of the crate `kifu` documents the columns, with queries.

mod column;
mod folder;
mod game_tables;
mod keywords;
mod rows;
mod write;

pub use column::{ColumnKind, TableCell, TableColumn, TableRow};
pub use folder::{TableFolder, TableFolderError};
pub use game_tables::GameTables;
pub use rows::{FindingRow, GameRow, PlayerRow, PlyRow};
pub use write::TableFormat;
