//! False claims in the files that we verify, such as a corpus or the table of shortest games.

use std::fmt;

use thiserror::Error;

/// A false claim in a file that we verify: its location, and what is wrong with it.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{}{cause}", self.place())]
pub struct Failure {
    /// The location of the claim in the file. `None` if the claim is about the whole file or game.
    pub location: Option<Location>,
    /// The ply, counted from 1, if the claim is about a single ply.
    pub ply: Option<usize>,
    /// What is wrong.
    pub cause: String,
}

impl Failure {
    /// Creates a failure without a location, for a whole file or game.
    pub fn new(cause: impl Into<String>) -> Failure {
        Failure { location: None, ply: None, cause: cause.into() }
    }

    /// Adds the location in the file.
    #[must_use]
    pub fn at(self, location: Location) -> Failure {
        Failure { location: Some(location), ..self }
    }

    fn place(&self) -> String {
        let ply = self.ply.map_or(String::new(), |ply| {
            let dots = if ply % 2 == 1 { "." } else { "..." };
            format!(", ply {ply} (move {}{dots})", ply.div_ceil(2))
        });
        self.location.map_or(String::new(), |location| format!("{location}{ply}: "))
    }
}

/// A location in a file. Games and lines are numbered from 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Location {
    /// A game, and the line it starts on.
    Game(usize, usize),
    /// A line.
    Line(usize),
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Game(game, line) => write!(f, "game {game} (line {line})"),
            Location::Line(line) => write!(f, "line {line}"),
        }
    }
}
