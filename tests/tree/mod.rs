//! The tree of chess, against slow and obvious enumerations and as its users meet it.

mod dead;
mod enumeration;
mod files;
mod folders;
mod info_text;
mod moves;
