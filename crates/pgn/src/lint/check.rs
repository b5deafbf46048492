//! Checks one game: the moves of all lines, the result, the structure and the tags.

use std::{collections::HashSet, mem, ops::Range};

use shakmaty::{Chess, Move, Outcome, Position};

use san_strings_core::{FenError, FenFault, JudgedFen, excerpt::excerpt};

use super::{
    lines::{Judged, judge},
    linter::Linter,
    spot::Spot,
};
use crate::{
    game::{Game, Part, Parts},
    lexer::{ByteClass, PgnFault, Tag, TagLine, Tags, class, decoded, result, scan},
    play::{Ending, Fault, fen, is_chess960, start},
};

/// The results in export format.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// The tags of the Seven Tag Roster. Every game should have these tags.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

#[derive(Debug, Default)]
pub struct Checked {
    /// The faults, in text order.
    pub spots: Vec<Spot>,
    /// The legal moves that we played, in the main line and in the variations, in text order.
    pub played: Vec<Move>,
    /// Whether this is a game of a chess variant. We do not check such games.
    pub is_variant: bool,
}

pub fn check(text: &[u8], game: &Game, parts: &Parts<'_>, linter: &Linter) -> Checked {
    let begin = game.tags.start;
    let tags = Tags(&text[game.tags.clone()]);
    if game.fault == Some(PgnFault::Cut) {
        let mut checked = Checked::default();
        checked.add(begin..begin, None, Fault::Pgn(PgnFault::Cut));
        return checked;
    }
    let is_nothing = game.fault == Some(PgnFault::NoMoves);
    let mut checked = Checked::default();
    if is_nothing {
        checked.add(begin..begin, None, Fault::Pgn(PgnFault::NoMoves));
    }
    let mut judged = Judged::default();
    match start(&tags, parts.first_number()) {
        Ok(position) => {
            let fen = fen(&tags);
            checked.fen(begin, &tags);
            // If the FEN has no move number, we cannot check the move numbers of the game.
            let has_number = |fen: &String| !(2..6).contains(&fen.split_whitespace().count());
            let is_numbered = fen.as_ref().is_none_or(has_number);
            let plies_before = is_numbered.then(|| plies_before(&position));
            judged = judge(text, &position, parts, (plies_before, fen.is_some()), linter.go_on);
            judged.spots.retain(|spot| !is_nothing || spot.fault != Fault::StrayNumber);
            checked.spots.append(&mut judged.spots);
            checked.played = mem::take(&mut judged.played);
        }
        Err(Fault::Fen(_)) => checked.fen(begin, &tags),
        Err(Fault::NoBeginning(number)) => {
            checked.add(begin..begin, None, Fault::NoBeginning(number));
        }
        Err(_) => return Checked { is_variant: true, ..Checked::default() },
    }
    checked.structure(parts);
    let is_read = game.fault.is_none_or(|fault| fault == PgnFault::NoVariation);
    if is_read {
        checked.result(text, game, parts, (judged.ending, judged.is_certain));
    }
    checked.tags(text, &tags);
    if linter.strict && !is_nothing {
        for name in ROSTER.into_iter().filter(|name| tags.get(name).is_none()) {
            checked.add(begin..begin, None, Fault::NoTag(name));
        }
    }
    for spot in &mut checked.spots {
        spot.stays |= judged.is_half_foreign;
    }
    checked.spots.retain_mut(|spot| linter.finds(&mut spot.fault));
    checked.spots.sort_by_key(|spot| spot.range.start);
    checked
}

impl Checked {
    fn add(&mut self, range: Range<usize>, ply: Option<usize>, fault: Fault) {
        self.spots.push(Spot::new(range, ply, fault, false));
    }

    /// Reports the faults of the game's FEN. A Chess960 FEN is not a fault if a tag names Chess960.
    fn fen(&mut self, at: usize, tags: &Tags<'_>) {
        let faults = fen(tags).map_or_else(Vec::new, |fen| JudgedFen::of(&fen).faults);
        let is_told = is_chess960(tags);
        self.faults_of_fen(
            at..at,
            faults.into_iter().filter(|fault| !is_told || *fault != FenFault::Chess960),
        );
    }

    /// Reports the faults of the FEN at `range`.
    pub fn faults_of_fen(&mut self, range: Range<usize>, faults: impl Iterator<Item = FenFault>) {
        if let Some(why) = FenError::of(faults) {
            self.add(range, None, Fault::Fen(why));
        }
    }

    /// Reports that another game comes before this game on the same line.
    pub fn second_game(&mut self, at: usize) {
        self.spots.insert(0, Spot::new(at..at, None, Fault::SecondGame, true));
    }

    /// Checks braces, parentheses, remarks and unreadable text between the moves.
    fn structure(&mut self, parts: &Parts<'_>) {
        // Offsets of the opening parentheses that are not matched yet.
        let mut open = Vec::new();
        for part in &parts.all {
            match *part {
                Part::Open(at) => open.push(at),
                Part::Close(at) if open.pop().is_none() => {
                    self.add(at..at + 1, None, Fault::Pgn(PgnFault::NoVariation));
                }
                Part::Brace(at) => self.add(at..at + 1, None, Fault::Brace),
                Part::InnerBrace(at) => self.add(at..at + 1, None, Fault::InnerBrace),
                Part::Remark(ref range) => self.add(range.clone(), None, Fault::BareComment),
                Part::Fault(at, fault) => self.add(at..at, None, Fault::Pgn(fault)),
                _ => {}
            }
        }
        // An unclosed comment may contain the `)` of the variation, so in that case we do not report the
        // variation as unclosed.
        let is_fault = matches!(parts.all.last(), Some(Part::Fault(_, PgnFault::Comment)));
        if let Some(&at) = open.first().filter(|_| !is_fault) {
            self.add(at..at + 1, None, Fault::Pgn(PgnFault::Variation));
        }
    }

    /// Checks that tags are in export format, and that no tag is repeated.
    fn tags(&mut self, text: &[u8], tags: &Tags<'_>) {
        let mut names = TagNames::default();
        for TagLine { written, tag } in tags.lines() {
            let written = written.trim_ascii_end();
            let at = written.as_ptr().addr() - text.as_ptr().addr();
            let fault = match tag {
                // Some files have commands such as `[%clk 0:01]` on a line of their own. They are not tags.
                None if written.starts_with(b"[%") => continue,
                None => Fault::BadTag(None),
                Some(tag) => {
                    let is_new = names.insert(tag.name);
                    if is_new && is_exported(written, &tag) {
                        continue;
                    }
                    let right = right_tag(&tag);
                    if !is_new {
                        Fault::DoubleTag(decoded(tag.name).into_owned())
                    } else if is_bad_result(&tag) {
                        Fault::BadResult
                    } else if decoded(written) != right && !tag.may_be_double_byte() {
                        Fault::BadTag(Some(excerpt(&right)))
                    } else {
                        continue;
                    }
                }
            };
            self.add(at..at + written.len(), None, fault);
        }
    }

    /// Checks the result against the final position and against the tag `Result`. `is_certain` says whether
    /// we know all moves of the main line.
    fn result(
        &mut self,
        text: &[u8],
        game: &Game,
        parts: &Parts<'_>,
        (ending, is_certain): (Option<Ending>, bool),
    ) {
        let tags = Tags(&text[game.tags.clone()]);
        let tag = tags.get("Result");
        let tag = tag.as_deref().map(str::trim);
        let of_tag = tag.and_then(|tag| result(tag.as_bytes(), true)?.0);
        let Some(range) = parts.result.clone() else {
            let written = text[game.tags.start..game.end].trim_ascii_end().len();
            let end = game.tags.start + written;
            self.add(end..end, None, Fault::NoResult);
            let of_tag = of_tag.filter(|tag| *tag != Outcome::Unknown);
            if let Some(ending) = ending
                && of_tag.is_some_and(|of_tag| ending.contradicts(of_tag))
            {
                self.add(end..end, None, Fault::Ending { ending, is_in_tag: false });
            }
            return;
        };
        let next = &text[range.end..];
        let next = &next[scan::leading(next, |byte| b" \t".contains(&byte))..];
        if let Some((_, length)) = result(next, false) {
            let second = excerpt(&next[..length]);
            self.add(range.clone(), None, Fault::SecondResult(second));
        }
        let written = &text[range.clone()];
        let outcome = game.result.unwrap_or(Outcome::Unknown);
        let is_wrong = |ending: &Ending| ending.contradicts(outcome);
        let fault = if let Some(ending) = ending.filter(is_wrong) {
            let outcome = Some(Outcome::Known(ending.outcome()));
            Some(Fault::Ending { ending, is_in_tag: tag.is_none() || of_tag == outcome })
        } else if !parts.has_outcome {
            let is_forfeit = written == b"0-0";
            Some(if is_forfeit { Fault::BothLose } else { Fault::NoSuchResult })
        } else {
            let right = game.result.filter(|outcome| *written != *outcome.to_string().as_bytes());
            right.map(Fault::Result)
        };
        if let Some(fault) = fault {
            // We do not rewrite a result that contains a line end. Nor do we rewrite a result that is joined
            // to a move: the reader might split the new text into a different move and result.
            let is_on_lines = written.contains(&b'\n') || written.contains(&b'\r');
            let is_joined = range.start > 0 && class(text[range.start - 1]) == ByteClass::Word;
            let stays = !is_certain || is_on_lines || is_joined;
            self.spots.push(Spot::new(range.clone(), None, fault, stays));
        }
        let is_told =
            |tag: &&str| !["", "?"].contains(tag) && tag.as_bytes() != &text[range.clone()];
        if let Some(tag) = tag.filter(is_told)
            && (of_tag.is_none() || game.result.is_some_and(|outcome| of_tag != Some(outcome)))
        {
            self.add(range, None, Fault::ResultTag(excerpt(tag)));
        }
    }
}

/// Whether a tag is plainly in export format. This test is fast, and most tags pass it. A tag that does not
/// pass may still be in export format.
fn is_exported(written: &[u8], tag: &Tag<'_>) -> bool {
    let Tag { name, value } = *tag;
    let inside = written.strip_prefix(b"[").and_then(|text| text.strip_prefix(name));
    let quoted = inside.and_then(|text| text.strip_prefix(b" \"")?.strip_suffix(b"\"]"));
    let is_plain = quoted == Some(value)
        && !value.iter().any(|byte| b"\\\"".contains(byte))
        && value.is_ascii();
    let alike = || ROSTER.into_iter().find(|one| one.as_bytes().eq_ignore_ascii_case(name));
    is_plain
        && match alike() {
            Some("Result") => name == b"Result" && RESULTS.contains(&value),
            Some(right) => name == right.as_bytes(),
            None => true,
        }
}

/// Formats a tag in export format. Tags of the seven tag roster get their standard capitalization.
fn right_tag(tag: &Tag<'_>) -> String {
    let is_tag = |name: &&str| tag.name.eq_ignore_ascii_case(name.as_bytes());
    let Some(name) = ROSTER.into_iter().find(is_tag) else { return tag.exported() };
    let outcome = (name == "Result").then(|| result(tag.value.trim_ascii(), true)).flatten();
    match outcome {
        Some((Some(outcome), _)) => format!("[{name} \"{outcome}\"]"),
        _ => Tag { name: name.as_bytes(), ..*tag }.exported(),
    }
}

/// Whether this is the tag `Result` with a value that is not a result.
fn is_bad_result(tag: &Tag<'_>) -> bool {
    let outcome = result(tag.value.trim_ascii(), true).and_then(|(outcome, _)| outcome);
    tag.name.eq_ignore_ascii_case(b"Result") && outcome.is_none()
}

/// Returns the number of plies before a position, computed from its move number and its side to move.
fn plies_before(position: &Chess) -> usize {
    let moves = position.fullmoves().get() as usize - 1;
    2 * moves + usize::from(position.turn().is_black())
}

/// Maximum number of tag names that we search linearly. For more names, hashing is faster.
const FEW: usize = 32;

/// The tag names seen so far in a game. Case does not matter.
#[derive(Default)]
struct TagNames<'a> {
    first: Vec<&'a [u8]>,
    others: HashSet<Vec<u8>>,
}

impl<'a> TagNames<'a> {
    /// Adds a name. Returns `false` if the game already has a tag of this name.
    fn insert(&mut self, name: &'a [u8]) -> bool {
        if self.first.iter().any(|other| other.eq_ignore_ascii_case(name)) {
            return false;
        }
        if self.first.len() < FEW {
            self.first.push(name);
            return true;
        }
        self.others.insert(name.to_ascii_lowercase())
    }
}
