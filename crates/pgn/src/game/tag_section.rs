//! The tag pairs with which a game begins.

use std::{collections::HashSet, ops::Range};

use crate::lexer::{
    Cursor, Sign, Tags, has_empty_line, is_boundary, line_length, next_tag, punctuation_before_tag,
    scan, sign,
};

/// Reads the tag pairs of a game. Neither an empty line between two does harm nor a comment, unless a tag
/// comes again after an empty line, or any after both: then the next game begins there.
pub fn tag_section(cursor: &mut Cursor<'_>) -> Range<usize> {
    let text = cursor.text();
    let start = cursor.at;
    let mut end = start;
    // Those up to the last empty line.
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
        // A broken one is in the line after another or before one.
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

/// The length of the tag pair that begins here.
fn tag(cursor: &Cursor<'_>) -> Option<usize> {
    let plain = plain_tag(cursor);
    if plain.is_some() || !cursor.is_tag() {
        return plain;
    }
    let (_, rest) = next_tag(cursor.rest())?;
    Some(cursor.rest().len() - rest.len())
}

/// The length of a tag pair that is a line by itself, as most are.
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
    // With `"]` within its value, too.
    let line = if cursor.is_line() { &rest[..line_length(rest)] } else { &[] };
    let line = scan::trim_end(line);
    let is_tag = line.ends_with(b"\"]") && scan::count(b'[', line) == 1 && cursor.is_tag();
    is_tag.then_some(line.len())
}

/// Goes on after blanks, comments and the like.
fn skip_between(cursor: &mut Cursor<'_>) {
    // Most tags are on the next line.
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
