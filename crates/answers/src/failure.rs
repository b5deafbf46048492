//! Builds answers that report a failure.

use serde_json::{Value, json};

/// Returns an answer that reports a failure. In JavaScript, the answer becomes an `Error` with the property
/// `kind`.
///
/// ```
/// let failed = san_strings_answers::failure("wrong-fen", "it is empty");
/// assert_eq!(failed["fails"]["kind"], "wrong-fen");
/// ```
pub fn failure(kind: &str, message: &str) -> Value {
    json!({ "fails": { "kind": kind, "message": message } })
}
