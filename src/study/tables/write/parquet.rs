//! Rows as Apache Parquet: groups of rows, column by column, compressed with Snappy.

use super::BufferedFile;
use crate::tables::column::{ColumnKind, TableCell, TableColumn, TableRow};
use kifu_logs::files::{OutputError, SyncedFile};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

/// The maximum number of rows of a group.
const MAX_GROUP_ROWS: usize = 1 << 15;
/// The number of bytes of text from which a group is written, however few its rows are.
const MAX_GROUP_TEXT_BYTES: usize = 8 << 20;

/// The values of a column that wait to be written.
enum ColumnValues {
    Text(Vec<ByteArray>),
    Integer(Vec<i64>),
    Number(Vec<f64>),
    Flag(Vec<bool>),
}

impl ColumnValues {
    const fn new(kind: ColumnKind) -> Self {
        match kind {
            ColumnKind::Text => Self::Text(Vec::new()),
            ColumnKind::Integer => Self::Integer(Vec::new()),
            ColumnKind::Number => Self::Number(Vec::new()),
            ColumnKind::Flag => Self::Flag(Vec::new()),
        }
    }
}

/// A column of the group that waits to be written.
struct ColumnBuffer {
    values: ColumnValues,
    /// Whether each row has a value (1) or not (0); empty for a column without missing values.
    levels: Vec<i16>,
    is_nullable: bool,
}

impl ColumnBuffer {
    fn push(&mut self, cell: TableCell<'_>) {
        if self.is_nullable {
            self.levels.push(i16::from(cell != TableCell::Missing));
        }
        match (&mut self.values, cell) {
            (ColumnValues::Text(values), TableCell::Text(text)) => values.push(text.into()),
            (ColumnValues::Integer(values), TableCell::Integer(number)) => values.push(number),
            (ColumnValues::Number(values), TableCell::Number(number)) => values.push(number),
            (ColumnValues::Flag(values), TableCell::Flag(flag)) => values.push(flag),
            // A cell has the kind of its column, for both come from one definition.
            _ => {}
        }
    }

    fn write(&mut self, writer: &mut SerializedColumnWriter<'_>) -> Result<(), ParquetError> {
        let levels = self.is_nullable.then_some(self.levels.as_slice());
        match &mut self.values {
            ColumnValues::Text(values) => {
                let column = writer.typed::<ByteArrayType>();
                column.write_batch(values, levels, None)?;
                values.clear();
            }
            ColumnValues::Integer(values) => {
                let column = writer.typed::<Int64Type>();
                column.write_batch(values, levels, None)?;
                values.clear();
            }
            ColumnValues::Number(values) => {
                let column = writer.typed::<DoubleType>();
                column.write_batch(values, levels, None)?;
                values.clear();
            }
            ColumnValues::Flag(values) => {
                let column = writer.typed::<BoolType>();
                column.write_batch(values, levels, None)?;
                values.clear();
            }
        }
        self.levels.clear();
        Ok(())
    }
}

/// A table that is being written.
pub(in crate::tables) struct ParquetTable {
    writer: SerializedFileWriter<BufferedFile>,
    path: PathBuf,
    columns: Vec<ColumnBuffer>,
    row_count: usize,
    text_bytes: usize,
}

impl ParquetTable {
    /// Starts a table.
    pub fn new(
        table: &str,
        columns: &[TableColumn],
        file: BufferedFile,
        path: PathBuf,
    ) -> Result<Self, OutputError> {
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("kifu version {}", env!("CARGO_PKG_VERSION")))
            .build();
        let writer = schema(table, columns)
            .and_then(|schema| SerializedFileWriter::new(file, schema, Arc::new(properties)));
        let buffer = |column: &TableColumn| ColumnBuffer {
            values: ColumnValues::new(column.kind),
            levels: Vec::new(),
            is_nullable: column.is_nullable,
        };
        Ok(Self {
            writer: writer.map_err(|error| OutputError::io(&path, io::Error::other(error)))?,
            path,
            columns: columns.iter().map(buffer).collect(),
            row_count: 0,
            text_bytes: 0,
        })
    }

    /// Appends a row, and writes the group if it is complete.
    pub fn append<R: TableRow>(&mut self, row: &R) -> Result<(), OutputError> {
        let mut columns = self.columns.iter_mut();
        let text_bytes = &mut self.text_bytes;
        row.for_each_cell(&mut |cell| {
            if let TableCell::Text(text) = cell {
                *text_bytes += text.len();
            }
            if let Some(column) = columns.next() {
                column.push(cell);
            }
        });
        self.row_count += 1;
        if self.row_count >= MAX_GROUP_ROWS || self.text_bytes >= MAX_GROUP_TEXT_BYTES {
            let written = self.write_group();
            self.checked(written)?;
        }
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let mut group = self.writer.next_row_group()?;
        for column in &mut self.columns {
            if let Some(mut writer) = group.next_column()? {
                column.write(&mut writer)?;
                writer.close()?;
            }
        }
        group.close()?;
        self.row_count = 0;
        self.text_bytes = 0;
        Ok(())
    }

    /// Returns the error of the file rather than that of the writer above it.
    fn checked<T>(&mut self, written: Result<T, ParquetError>) -> Result<T, OutputError> {
        written.map_err(|error| {
            let of_file = self.writer.inner_mut().error.take();
            of_file.unwrap_or_else(|| OutputError::io(&self.path, io::Error::other(error)))
        })
    }

    /// Writes the last group and the end of the file, and syncs it.
    pub fn sync(mut self) -> Result<SyncedFile, OutputError> {
        if self.row_count > 0 {
            let written = self.write_group();
            self.checked(written)?;
        }
        let path = self.path;
        let file = self.writer.into_inner();
        let file = file.map_err(|error| OutputError::io(&path, io::Error::other(error)))?;
        file.sync()
    }
}

/// Returns the Parquet schema of a table.
fn schema(table: &str, columns: &[TableColumn]) -> Result<TypePtr, ParquetError> {
    let fields: Result<Vec<TypePtr>, ParquetError> = columns.iter().map(field).collect();
    let schema = Type::group_type_builder(table).with_fields(fields?);
    Ok(Arc::new(schema.build()?))
}

fn field(column: &TableColumn) -> Result<TypePtr, ParquetError> {
    let (physical, logical) = match column.kind {
        ColumnKind::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnKind::Integer => (PhysicalType::INT64, None),
        ColumnKind::Number => (PhysicalType::DOUBLE, None),
        ColumnKind::Flag => (PhysicalType::BOOLEAN, None),
    };
    let repetition = if column.is_nullable {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    let field = Type::primitive_type_builder(column.name, physical)
        .with_repetition(repetition)
        .with_logical_type(logical);
    Ok(Arc::new(field.build()?))
}
