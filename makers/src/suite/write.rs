//! Writes the tables.

use crate::suite::{
    Suite, Table,
    rows::{Row, RowId, header},
};

/// Returns the text of a table's file.
pub fn write_table(suite: &Suite, table: Table) -> String {
    match table {
        Table::Canonical => write(&suite.canonical),
        Table::Refuse => write(&suite.refuse),
        Table::Lenient => write(&suite.lenient),
        Table::Null => write(&suite.null),
        Table::Legal => write(&suite.legal),
        Table::Play => write(&suite.play),
        Table::Movetext => write(&suite.movetext),
        Table::Core => write(&suite.core),
        Table::Kinds => write(&suite.kinds),
    }
}

/// Writes the header and the rows as tab-separated values.
fn write<R: Row>(rows: &[R]) -> String {
    let mut text = header::<R>() + "\n";
    for (row, number) in rows.iter().zip(1..) {
        if R::TABLE.has_own_ids() {
            let table = R::TABLE;
            text += &RowId { table, number }.to_string();
            text.push('\t');
        }
        text += &row.fields().join("\t");
        text.push('\n');
    }
    text
}
