#![doc = include_str!("../README.md")]

pub mod corpus;
pub mod diagram;
pub mod discriminator;
pub mod explain;
pub mod geometry;
pub mod occurrence;
pub mod output;
pub mod stats;
pub mod syntax;
pub mod tokens;
pub mod tree;
pub mod vocabulary;
pub mod witness;
