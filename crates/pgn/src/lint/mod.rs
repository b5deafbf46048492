//! What is not as the export format of PGN wants it, and the same text with its moves, move numbers and
//! results written right.

mod check;
mod finding;
mod lines;
mod linter;
mod mend;
mod place;
mod spot;
mod text_lint;

pub use self::{
    finding::{Finding, Linted},
    linter::{Layout, Linter},
    mend::Edit,
    place::Extent,
    text_lint::{Found, TextLint},
};
