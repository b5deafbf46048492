//! Why a text is no condition, and where.

use std::fmt;

use san_strings_core::excerpt::escaped;

/// A text is no condition.
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
    /// The text.
    pub text: String,
    /// Where it is wrong, in bytes.
    pub at: usize,
    /// What is wrong, and what to write.
    pub what: String,
}

impl std::error::Error for ConditionError {}

impl fmt::Display for ConditionError {
    /// What is wrong, and below it the text with a caret at the place.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = escaped(self.text.get(..self.at).unwrap_or_default()).chars().count();
        write!(f, "{}\n  {}\n  {:before$}^", self.what, escaped(&self.text), "")
    }
}
