//! Why something was not answered.

use serde_json::{Value, json};

/// Why something was not answered: what becomes an `Error` with a `kind` in JavaScript.
///
/// ```
/// let failed = san_strings_answers::failure("wrong-fen", "it is empty");
/// assert_eq!(failed["fails"]["kind"], "wrong-fen");
/// ```
pub fn failure(kind: &str, message: &str) -> Value {
    json!({ "fails": { "kind": kind, "message": message } })
}
