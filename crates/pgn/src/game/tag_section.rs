//! Reads the tag pairs at the beginning of a game.

use std::{collections::HashSet, ops::Range};

use crate::lexer::{
    Cursor, Sign, Tags, has_empty_line, is_boundary, line_length, next_tag, punctuation_before_tag,
    scan, sign,
};

/// Reads the tag pairs of a game, and returns their byte range. Empty lines and comments between the tags are
/// allowed. But in two cases, a new game begins:
///
/// - after an empty line, if the next tag has the same name as an earlier tag of this game;
/// - after a comment and an empty line, if a tag with any name follows.
pub fn tag_section(cursor: &mut Cursor<'_>) -> Range<usize> {
    let text = cursor.text();
    let start = cursor.at;
    let mut end = start;
    // Names of the tags before the last empty line that we have passed.
    let mut names = HashSet::new();
    let mut noted = start;
    while cursor.peek() == Some(b'[') || cursor.broken_tag().is_some() {
        let tag = if cursor.peek() == Some(b'[') { tag(cursor) } else { None };
        if tag.is_some() && cursor.at > end + 1 && has_empty_line(&text[end..cursor.at]) {
            names.extend(Tags(&text[noted..end]).iter().map(|tag| tag.name));
            noted = end;
            let is_again = next_tag(cursor.rest()).is_some_and(|(tag, _)| names.contains(tag.name));
            if is_again || is_boundary(text, cursor.at) {
                break;
            }
        }
        // We accept a broken tag only on the line before or after another tag.
        let is_after = start < end || cursor.peek() == Some(b'[');
        let is_among = is_after && cursor.at <= end + 2;
        let broken = || cursor.broken_tag().filter(|_| is_among || cursor.begins_tags());
        let Some(length) = tag.or_else(broken) else { break };
        cursor.at += length;
        end = cursor.at;
        skip_between(cursor);
        let is_punctuation = |byte: u8| byte != b'[' && byte.is_ascii_punctuation();
        if cursor.peek().is_some_and(is_punctuation) && !has_empty_line(&text[end..cursor.at]) {
            cursor.at += punctuation_before_tag(cursor.rest());
        }
    }
    cursor.at = if cursor.peek() == Some(b'[') { cursor.at } else { end };
    start..end
}

/// Returns the length of the tag pair at the cursor.
fn tag(cursor: &Cursor<'_>) -> Option<usize> {
    let plain = plain_tag(cursor);
    if plain.is_some() || !cursor.is_tag() {
        return plain;
    }
    let (_, rest) = next_tag(cursor.rest())?;
    Some(cursor.rest().len() - rest.len())
}

/// Returns the length of the tag pair at the cursor. Handles only the usual case, in which the line ends
/// directly after the tag pair.
fn plain_tag(cursor: &Cursor<'_>) -> Option<usize> {
    let rest = cursor.rest();
    let end = scan::find_either(b']', b'\n', rest)?;
    if !rest[1].is_ascii_alphabetic() {
        return None;
    }
    let is_end = matches!(rest.get(end + 1), None | Some(b'\n' | b'\r'));
    if is_end && rest[end - 1..].starts_with(b"\"]") {
        return Some(end + 1);
    }
    // The value itself may contain `"]`.
    let line = if cursor.is_line() { &rest[..line_length(rest)] } else { &[] };
    let line = scan::trim_end(line);
    let is_tag = line.ends_with(b"\"]") && scan::count(b'[', line) == 1 && cursor.is_tag();
    is_tag.then_some(line.len())
}

/// Skips whitespace, comments and invisible characters.
fn skip_between(cursor: &mut Cursor<'_>) {
    // Most tags are followed by a tag on the next line.
    if cursor.rest().starts_with(b"\n[") {
        cursor.at += 1;
        return;
    }
    while let Some(byte) = cursor.peek() {
        match byte {
            byte if cursor.skip_aside(byte) => {}
            0x80.. if matches!(sign(cursor.rest()).0, Sign::Mark | Sign::Invisible) => {
                cursor.at += sign(cursor.rest()).1;
            }
            _ => break,
        }
    }
}
