//! The tables of the tree as Parquet files, for every program that reads data.

use std::{
    fs::File,
    io::{self, BufWriter},
    path::Path,
    sync::Arc,
};

use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int32Type, Int64Type},
    errors::ParquetError,
    file::{
        properties::{WriterProperties, WriterPropertiesBuilder, WriterVersion},
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::{parser::parse_message_type, types::ColumnPath},
};

use super::{EdgeRow, NodeRow, Tree, watch::Watch};
use crate::files::{make_folder, put_with};

/// So many rows are written at once.
const GROUP: usize = 1 << 18;

const NODES: &str = "message node {
    required int64 id;
    optional int64 parent;
    optional binary uci (string);
    optional binary san (string);
    required binary epd (string);
    optional int64 first_child;
    optional int32 children;
    optional int32 moves;
    required binary outcome (string);
    optional binary reason (string);
}";

const EDGES: &str = "message edge {
    required int64 node;
    required binary move (string);
    required binary san (string);
    required int64 to;
    required boolean is_new;
}";

/// Writes `nodes/ply=N/part-0.parquet` for each ply of the tree, and
/// `edges/ply=N/part-0.parquet` for all but the last: files that programs read as two
/// tables with a column `ply`.
///
/// # Errors
///
/// What cannot be written, or [`TreeError`](super::TreeError) in an [`io::Error`].
pub fn write_parquet(tree: &Tree, folder: &Path, watch: &Watch<'_>) -> io::Result<()> {
    for ply in 0..=tree.plies() {
        table(
            folder,
            "nodes",
            ply,
            NODES,
            |rows: &mut Rows<'_, NodeRow>| tree.for_each_row(ply, watch, |row| rows.push(row)),
        )?;
        if ply < tree.plies() {
            table(
                folder,
                "edges",
                ply,
                EDGES,
                |rows: &mut Rows<'_, EdgeRow>| tree.for_each_edge(ply, watch, |row| rows.push(row)),
            )?;
        }
    }
    Ok(())
}

/// Writes a file of a table.
fn table<R: Row>(
    folder: &Path,
    name: &str,
    ply: usize,
    schema: &str,
    fill: impl FnOnce(&mut Rows<'_, R>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = folder.join(name).join(format!("ply={ply}"));
    make_folder(&folder).map_err(io::Error::other)?;
    let write = |file: &mut File| {
        let schema = Arc::new(parse_message_type(schema).map_err(failed)?);
        let level = ZstdLevel::try_new(3).map_err(failed)?;
        let properties = WriterProperties::builder()
            .set_writer_version(WriterVersion::PARQUET_2_0)
            .set_created_by(concat!("san-strings ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(level));
        let properties = Arc::new(R::encodings(properties).build());
        let out = BufWriter::new(file);
        let mut rows = Rows {
            writer: SerializedFileWriter::new(out, schema, properties).map_err(failed)?,
            rows: Vec::with_capacity(GROUP),
        };
        fill(&mut rows)?;
        rows.flush()?;
        rows.writer.close().map_err(failed)?;
        Ok(())
    };
    put_with(&folder.join("part-0.parquet"), write).map_err(io::Error::other)
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

/// Rows on their way to a file.
struct Rows<'f, R> {
    writer: SerializedFileWriter<BufWriter<&'f mut File>>,
    rows: Vec<R>,
}

impl<R: Row> Rows<'_, R> {
    fn push(&mut self, row: R) -> io::Result<()> {
        self.rows.push(row);
        if self.rows.len() == GROUP {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            let mut group = self.writer.next_row_group().map_err(failed)?;
            R::write(&self.rows, &mut Columns(&mut group)).map_err(failed)?;
            group.close().map_err(failed)?;
            self.rows.clear();
        }
        Ok(())
    }
}

/// A row of a table.
trait Row: Sized {
    /// Columns that are written in another way than the usual one.
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder;

    /// Writes the columns in their order.
    fn write(rows: &[Self], columns: &mut Columns<'_, '_, '_>) -> Result<(), ParquetError>;
}

/// Numbers that rise, and texts that begin as those before, by what they add.
fn delta(
    properties: WriterPropertiesBuilder,
    numbers: &[&str],
    texts: &[&str],
) -> WriterPropertiesBuilder {
    let numbers = numbers
        .iter()
        .map(|name| (name, Encoding::DELTA_BINARY_PACKED));
    let texts = texts.iter().map(|name| (name, Encoding::DELTA_BYTE_ARRAY));
    numbers
        .chain(texts)
        .fold(properties, |properties, (&name, encoding)| {
            let column = ColumnPath::from(name);
            properties
                .set_column_dictionary_enabled(column.clone(), false)
                .set_column_encoding(column, encoding)
        })
}

impl Row for NodeRow {
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        delta(properties, &["id", "parent", "first_child"], &["epd"])
    }

    fn write(rows: &[NodeRow], columns: &mut Columns<'_, '_, '_>) -> Result<(), ParquetError> {
        columns.required::<Int64Type>(rows.iter().map(|row| number(row.id)))?;
        columns.optional::<Int64Type>(rows.iter().map(|row| row.parent.map(number)))?;
        let played = || rows.iter().map(|row| row.played.as_ref());
        columns
            .optional::<ByteArrayType>(played().map(|played| played.map(|(uci, _)| text(uci))))?;
        columns
            .optional::<ByteArrayType>(played().map(|played| played.map(|(_, san)| text(san))))?;
        columns.required::<ByteArrayType>(rows.iter().map(|row| text(&row.epd)))?;
        columns.optional::<Int64Type>(rows.iter().map(|row| row.first_child.map(number)))?;
        columns.optional::<Int32Type>(rows.iter().map(|row| row.children.map(count)))?;
        columns.optional::<Int32Type>(rows.iter().map(|row| row.moves.map(count)))?;
        columns.required::<ByteArrayType>(rows.iter().map(|row| text(&row.outcome.letter())))?;
        columns.optional::<ByteArrayType>(
            rows.iter()
                .map(|row| row.reason().map(|reason| text(&reason))),
        )
    }
}

impl Row for EdgeRow {
    fn encodings(properties: WriterPropertiesBuilder) -> WriterPropertiesBuilder {
        delta(properties, &["node", "to"], &[])
    }

    fn write(rows: &[EdgeRow], columns: &mut Columns<'_, '_, '_>) -> Result<(), ParquetError> {
        columns.required::<Int64Type>(rows.iter().map(|row| number(row.node)))?;
        columns.required::<ByteArrayType>(rows.iter().map(|row| text(&row.uci)))?;
        columns.required::<ByteArrayType>(rows.iter().map(|row| text(&row.san)))?;
        columns.required::<Int64Type>(rows.iter().map(|row| number(row.to)))?;
        columns.required::<BoolType>(rows.iter().map(|row| row.is_new))
    }
}

/// A number as Parquet has them; no tree has as many nodes as would not fit.
fn number(id: u64) -> i64 {
    i64::try_from(id).unwrap_or(i64::MAX)
}

/// A number of moves.
fn count(moves: u64) -> i32 {
    i32::try_from(moves).unwrap_or(i32::MAX)
}

fn text(value: &impl ToString) -> ByteArray {
    ByteArray::from(value.to_string().into_bytes())
}

/// The columns of a group of rows, one after the other.
struct Columns<'g, 'w, 'f>(&'g mut SerializedRowGroupWriter<'w, BufWriter<&'f mut File>>);

impl Columns<'_, '_, '_> {
    fn required<T: DataType>(
        &mut self,
        values: impl Iterator<Item = T::T>,
    ) -> Result<(), ParquetError> {
        self.write::<T>(&values.collect::<Vec<_>>(), None)
    }

    fn optional<T: DataType>(
        &mut self,
        values: impl Iterator<Item = Option<T::T>>,
    ) -> Result<(), ParquetError> {
        let mut levels = Vec::new();
        let values = values.inspect(|value| levels.push(i16::from(value.is_some())));
        let values: Vec<_> = values.flatten().collect();
        self.write::<T>(&values, Some(&levels))
    }

    fn write<T: DataType>(
        &mut self,
        values: &[T::T],
        levels: Option<&[i16]>,
    ) -> Result<(), ParquetError> {
        if let Some(mut column) = self.0.next_column()? {
            column.typed::<T>().write_batch(values, levels, None)?;
            column.close()?;
        }
        Ok(())
    }
}
