//! Whose file is whose.
//!
//! The program replaces and deletes only what it can show to be its own, by all of its contents: a copy
//! that was cut off is not, nor is an empty file or a symbolic link. Each format that the program
//! writes implements [`Ours`] beside its parser, and [`Target::claim`](crate::Target::claim) asks it.

/// A kind of file that the program writes, and can tell from all others.
pub trait Ours {
    /// What in the contents of a file is not as some version of the program writes it; `None` if all
    /// of them are.
    fn foreign(&self, contents: &[u8]) -> Option<String>;
}
