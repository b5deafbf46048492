#![doc = include_str!("../README.md")]

pub mod discriminator;
pub mod geometry;
pub mod output;
pub mod stats;
pub mod vocabulary;
