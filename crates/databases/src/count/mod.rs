//! How often each string is played, in all games and in those that are alike.

mod counter;
mod counts;
mod groups;
mod lengths;

pub use self::{
    counter::{CountOptions, Counter, Problem},
    counts::{CountOrder, Counts, CountsError},
    groups::{Group, GroupBy, Groups},
    lengths::{Length, Lengths},
};
