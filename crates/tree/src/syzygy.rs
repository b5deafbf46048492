//! Looks up outcomes in Syzygy endgame tablebases.

use std::path::Path;

use shakmaty::{Chess, Position};
use shakmaty_syzygy::{AmbiguousWdl, SyzygyError, Tablebase};

use super::{Game, Outcome, TreeError};

/// The endgame tablebases in a folder.
pub struct Syzygy(Tablebase<Chess>);

impl Syzygy {
    /// Opens the tables in a folder (`*.rtbw` and `*.rtbz`).
    ///
    /// ```
    /// use san_strings_tree::{Syzygy, TreeError};
    /// use std::path::Path;
    ///
    /// let error = Syzygy::open(Path::new("no/such/folder")).err().expect("there are no tables");
    /// assert!(matches!(error, TreeError::Syzygy(_)));
    /// assert!(error.to_string().starts_with("cannot read the endgame tables: no/such/folder: "));
    /// ```
    ///
    /// # Errors
    ///
    /// [`TreeError::Syzygy`] if the folder cannot be read, or contains no tables.
    pub fn open(folder: &Path) -> Result<Syzygy, TreeError> {
        let mut tables = Tablebase::new();
        let error = |cause: String| TreeError::Syzygy(format!("{}: {cause}", folder.display()));
        match tables.add_directory(folder) {
            Ok(0) => Err(error("no Syzygy tables there".to_owned())),
            Ok(_) => Ok(Syzygy(tables)),
            Err(cause) => Err(error(cause.to_string())),
        }
    }

    /// Returns the outcome under the fifty-move rule. The outcome is unknown if no table covers the
    /// position, or if the table cannot tell whether the fifty-move rule turns a win into a draw.
    ///
    /// The tables ignore repetitions. Every move of a winning line brings the winning side nearer to a
    /// capture, a pawn move or mate, so no position of this line occurs twice. Only a position that has
    /// already occurred twice could spoil the win, because its third occurrence is a draw. So if there
    /// is such a position, and the table says win or loss, the outcome stays unknown.
    pub(super) fn outcome(&self, game: &Game) -> Result<Outcome, TreeError> {
        let position = game.position();
        if position.board().occupied().count() > self.0.max_pieces()
            || !position.castles().is_empty()
        {
            return Ok(Outcome::Unknown);
        }
        let wdl = self.0.probe_wdl(position).or_else(|error| match error {
            // If the halfmove clock is 0, we need only the WDL table, not the DTZ table.
            SyzygyError::MissingTable { .. } if position.halfmoves() == 0 => {
                self.0.probe_wdl_after_zeroing(position).map(AmbiguousWdl::from)
            }
            error => Err(error),
        });
        match wdl {
            Ok(AmbiguousWdl::Draw | AmbiguousWdl::BlessedLoss | AmbiguousWdl::CursedWin) => {
                Ok(Outcome::Draw(None))
            }
            Ok(AmbiguousWdl::Win) if !game.is_repetitive() => Ok(Outcome::Win),
            Ok(AmbiguousWdl::Loss) if !game.is_repetitive() => Ok(Outcome::Loss),
            Ok(_) | Err(SyzygyError::MissingTable { .. }) => Ok(Outcome::Unknown),
            // The table exists, but cannot be read.
            Err(cause) => {
                let cause = cause.to_string();
                // Cut off a backtrace, which the user does not need.
                let cause = cause.split(":  ").next().unwrap_or_default();
                Err(TreeError::Syzygy(cause.to_owned()))
            }
        }
    }
}
