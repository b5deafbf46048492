//! Counts how often each string is played, in all games and in groups of games.

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
