//! Parse errors of conditions.

use std::fmt;

use san_strings_core::excerpt::escaped;

/// The error for a condition that cannot be parsed.
///
/// ```
/// use san_strings_databases::Condition;
///
/// let error = "WhiteElo == 2700".parse::<Condition>().expect_err("it is wrong");
/// assert_eq!(error.at, 9);
/// assert_eq!(
///     error.to_string(),
///     "one `=` is enough: WhiteElo=2700\n  WhiteElo == 2700\n           ^"
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConditionError {
    /// The text of the condition.
    pub text: String,
    /// Byte offset of the mistake.
    pub at: usize,
    /// What is wrong, and what to write instead.
    pub what: String,
}

impl std::error::Error for ConditionError {}

impl fmt::Display for ConditionError {
    /// Writes the message, and below it the text with a caret at the mistake.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = escaped(self.text.get(..self.at).unwrap_or_default()).chars().count();
        write!(f, "{}\n  {}\n  {:before$}^", self.what, escaped(&self.text), "")
    }
}
