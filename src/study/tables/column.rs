//! Columns and cells: what the rows of a table are made of, in every file format.

use serde::Serialize;

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Text in UTF-8.
    Text,
    /// An integer of 64 bits.
    Integer,
    /// A floating-point number of 64 bits.
    Number,
    /// True or false.
    Flag,
}

impl ColumnKind {
    /// Returns the name of the type in the documentation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::Flag => "flag",
        }
    }
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableColumn {
    /// The name.
    pub name: &'static str,
    /// The type of the cells.
    pub kind: ColumnKind,
    /// Whether cells may be missing.
    pub is_nullable: bool,
    /// The unit of the numbers, if they have one.
    pub unit: Option<&'static str>,
    /// The lines of the description.
    pub description: &'static [&'static str],
}

impl TableColumn {
    /// Returns the description in one line.
    pub fn description_text(&self) -> String {
        let lines = self.description.iter().map(|line| line.trim());
        lines.collect::<Vec<_>>().join(" ")
    }
}

/// The value of a column in one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TableCell<'a> {
    /// A missing value.
    Missing,
    /// A text.
    Text(&'a str),
    /// An integer.
    Integer(i64),
    /// A number.
    Number(f64),
    /// True or false.
    Flag(bool),
}

/// A row of a table.
pub trait TableRow: Serialize {
    /// The name of the table, which is the name of its file.
    const TABLE: &'static str;
    /// The columns, in order.
    const COLUMNS: &'static [TableColumn];

    /// Calls `each` with the cells in the order of the columns.
    fn for_each_cell<'a>(&'a self, each: &mut dyn FnMut(TableCell<'a>));
}

/// A type whose values are cells of one kind.
pub trait CellValue {
    /// The kind of the cells.
    const KIND: ColumnKind;
    /// Whether a value may be missing.
    const IS_NULLABLE: bool = false;

    /// Returns the value as a cell.
    fn cell(&self) -> TableCell<'_>;
}

impl CellValue for String {
    const KIND: ColumnKind = ColumnKind::Text;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Text(self)
    }
}

impl CellValue for &'static str {
    const KIND: ColumnKind = ColumnKind::Text;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Text(self)
    }
}

impl CellValue for u64 {
    const KIND: ColumnKind = ColumnKind::Integer;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Integer(i64::try_from(*self).unwrap_or(i64::MAX))
    }
}

impl CellValue for u32 {
    const KIND: ColumnKind = ColumnKind::Integer;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Integer(i64::from(*self))
    }
}

impl CellValue for i32 {
    const KIND: ColumnKind = ColumnKind::Integer;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Integer(i64::from(*self))
    }
}

impl CellValue for f64 {
    const KIND: ColumnKind = ColumnKind::Number;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Number(*self)
    }
}

impl CellValue for bool {
    const KIND: ColumnKind = ColumnKind::Flag;
    fn cell(&self) -> TableCell<'_> {
        TableCell::Flag(*self)
    }
}

impl<T: CellValue> CellValue for Option<T> {
    const KIND: ColumnKind = T::KIND;
    const IS_NULLABLE: bool = true;
    fn cell(&self) -> TableCell<'_> {
        self.as_ref().map_or(TableCell::Missing, T::cell)
    }
}

/// Defines the row of a table from its columns, each with its description, type and unit, so that
/// the files of all formats and the JSON schema cannot disagree.
macro_rules! table_row {
    (
        $(#[doc = $about:literal])*
        pub struct $row:ident in $table:literal {
            $($(#[doc = $doc:literal])* $name:ident: $kind:ty $(=> $unit:literal)?,)*
        }
    ) => {
        $(#[doc = $about])*
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize, schemars::JsonSchema)]
        pub struct $row {
            $(
                $(#[doc = $doc])*
                $(#[schemars(extend("x-unit" = $unit))])?
                pub $name: $kind,
            )*
        }

        impl $crate::tables::TableRow for $row {
            const TABLE: &'static str = $table;
            const COLUMNS: &'static [$crate::tables::TableColumn] = &[$(
                $crate::tables::TableColumn {
                    name: stringify!($name),
                    kind: <$kind as $crate::tables::column::CellValue>::KIND,
                    is_nullable: <$kind as $crate::tables::column::CellValue>::IS_NULLABLE,
                    unit: table_row!(@unit $($unit)?),
                    description: &[$($doc),*],
                },
            )*];

            fn for_each_cell<'a>(&'a self, each: &mut dyn FnMut($crate::tables::TableCell<'a>)) {
                use $crate::tables::column::CellValue as _;
                $(each(self.$name.cell());)*
            }
        }
    };
    (@unit) => { None };
    (@unit $unit:literal) => { Some($unit) };
}
pub(super) use table_row;
