//! Remarks in parentheses, which are not variations.

use super::{results::result, scan};

/// The longest remark in parentheses.
const LONGEST_REMARK: usize = 16;

/// How long the remark in parentheses is with which a text begins: signs, an evaluation or a clock, such
/// as `(=)`, `(+0.3/12)` and `(0:01)`. Other parentheses have a variation in them.
pub fn remark_in_parentheses(text: &[u8]) -> Option<usize> {
    let inside = text.strip_prefix(b"(")?;
    let inside = &inside[..inside.len().min(LONGEST_REMARK)];
    let length =
        scan::leading(inside, |byte| byte.is_ascii_digit() || b"+-=/.:,~%# ".contains(&byte));
    let remark = inside[..length].trim_ascii();
    let has_sign = remark.iter().any(|byte| !byte.is_ascii_digit());
    // `(1.)` and `(1-0)` are variations without moves.
    let is_variation = remark.ends_with(b".") || result(remark, false).is_some();
    let is_remark = has_sign && !is_variation && inside.get(length) == Some(&b')');
    is_remark.then_some(length + 2)
}
