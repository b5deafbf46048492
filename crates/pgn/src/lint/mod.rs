//! Finds deviations from PGN's export format, and rewrites moves, move numbers and results.

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
