//! The result of a command as an exit code: yes, no, or misuse.

use std::process::ExitCode;

use san_strings_files::Written;
use thiserror::Error;

/// The result of a command. The discriminant of each variant is the exit code.
///
/// ```
/// use san_strings::{Answer, run};
///
/// let explain = |text| run(["san-strings", "explain", "-q", text].map(Into::into));
/// assert_eq!(explain("Rah1"), Answer::Yes);
/// assert_eq!(explain("Rah1+"), Answer::No);
/// assert_eq!(explain("Rah9"), Answer::Misuse);
/// ```
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Answer {
    /// Success: the work is done, nothing differs, the string can occur, or every claim holds.
    Yes = 0,
    /// The answer is no, or the run failed. For example, the string cannot occur, something differs, or
    /// a claim does not hold. Standard error explains a failure.
    No = 1,
    /// Wrong arguments, such as an unknown option or a string that is not SAN.
    Misuse = 2,
}

impl From<&Written> for Answer {
    fn from(written: &Written) -> Answer {
        if written.is_in_place() { Answer::Yes } else { Answer::No }
    }
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> ExitCode {
        ExitCode::from(answer as u8)
    }
}

/// An error in the arguments, such as mutually exclusive options. The command ends with
/// [`Answer::Misuse`].
#[derive(Debug, Error)]
#[error("{0}")]
pub(super) struct Misuse(pub(super) String);

pub(super) fn misuse(message: impl Into<String>) -> anyhow::Error {
    Misuse(message.into()).into()
}
