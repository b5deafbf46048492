//! What is wrong with one game: its moves in all lines, its result, its structure, its tags.

use std::{mem, ops::Range, rc::Rc};

use shakmaty::{Chess, KnownOutcome, Move, Outcome, Position};

use super::{
    byte_class::{ByteClass, class, is_blank},
    diagnostic::Fault,
    encoding::decoded,
    game::{PgnFault, Word, late_beginning},
    lint::{Flaw, Linter},
    parts::{Part, Parts},
    pgn_reader::Game,
    replay::{Ply, play_word, replay},
    results::result,
    scan,
    start::{start, wrong_fen},
    tags::{Tag, TagLine, Tags},
};
use san_strings_core::{
    Difference, Vocabulary,
    excerpt::excerpt,
    reader::{Letters, Reading},
};

/// The tags that a game should have.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// Something that is wrong in a text.
#[derive(Debug)]
pub(super) struct Spot {
    /// Where it stands.
    pub range: Range<usize>,
    /// The ply of the move, from 1.
    pub ply: Option<usize>,
    pub flaw: Flaw,
}

#[derive(Debug, Default)]
pub(super) struct Checked {
    /// What is wrong, in the order of the text.
    pub spots: Vec<Spot>,
    /// The moves of all lines that could be read, in the order of the text.
    pub played: Vec<Move>,
    /// Whether its letters are those of another language, and not all of it could be read.
    pub is_half_foreign: bool,
    /// Whether it is a game of a variant, which is not checked.
    pub is_variant: bool,
    /// The plies before its first move, if its FEN says so.
    plies_before: Option<usize>,
}

pub(super) fn check(text: &[u8], game: &Game, parts: &Parts<'_>, linter: &Linter) -> Checked {
    let begin = game.tags.start;
    let tags = Tags(&text[game.tags.clone()]);
    if game.fault == Some(PgnFault::Cut) {
        let mut checked = Checked::default();
        checked.add(begin..begin, None, Flaw::Pgn(PgnFault::Cut));
        return checked;
    }
    let late = late_beginning(&text[begin..]).filter(|_| !parts.moves.is_empty());
    // A FEN may end before its number.
    let is_short = |fen: &str| (2..6).contains(&fen.split_whitespace().count());
    let is_numbered = late.is_none() && !tags.get("FEN").is_some_and(|fen| is_short(&fen));
    let is_nothing = game.fault == Some(PgnFault::NoMoves);
    let mut checked = Checked::default();
    if is_nothing {
        checked.add(begin..begin, None, Flaw::Pgn(PgnFault::NoMoves));
    }
    let mut ending = None;
    match start(&tags) {
        Ok(position) => {
            checked.plies_before = is_numbered.then(|| plies_before(&position));
            if let Some(why) = wrong_fen(&tags) {
                checked.add(begin..begin, None, Flaw::Fen(why));
            }
            ending = checked.lines(text, &position, parts);
        }
        Err(Fault::Fen(why)) => {
            checked.add(begin..begin, None, Flaw::Fen(why));
            checked.structure(parts);
        }
        Err(_) => return Checked { is_variant: true, ..Checked::default() },
    }
    let is_read = game.fault.is_none_or(|fault| fault == PgnFault::NoVariation);
    if let Some(number) = late {
        checked.add(begin..begin, None, Flaw::NoBeginning(number));
    }
    if is_read {
        checked.result(text, game, parts, ending);
    }
    checked.tags(text, &tags);
    if linter.strict && !is_nothing {
        for name in ROSTER.into_iter().filter(|name| tags.get(name).is_none()) {
            checked.add(begin..begin, None, Flaw::NoTag(name));
        }
    }
    checked.spots.retain_mut(|spot| linter.finds(&mut spot.flaw));
    checked.spots.sort_by_key(|spot| spot.range.start);
    checked
}

/// A line of a game while it is played: the main line, or a variation. A position is shared by all
/// lines that have it, with the number of plies before.
struct Line {
    /// Before its last move, where a variation begins.
    before: (Rc<Chess>, usize),
    now: (Rc<Chess>, usize),
    /// Whether what comes next cannot be checked.
    is_broken: bool,
}

impl Line {
    fn new(start: (Rc<Chess>, usize), is_broken: bool) -> Line {
        Line { before: start.clone(), now: start, is_broken }
    }

    fn go_on(&mut self, position: Chess) {
        let next = (Rc::new(position), self.now.1 + 1);
        self.before = mem::replace(&mut self.now, next);
    }
}

impl Checked {
    fn add(&mut self, range: Range<usize>, ply: Option<usize>, flaw: Flaw) {
        self.spots.push(Spot { range, ply, flaw });
    }

    fn structure(&mut self, parts: &Parts<'_>) {
        let mut open = Vec::new();
        for part in &parts.all {
            self.part(part, &mut open);
        }
        self.open_variation(parts, &open);
    }

    /// Takes a part that is no word; `open` has the places of the variations around it.
    fn part(&mut self, part: &Part<'_>, open: &mut Vec<usize>) {
        match *part {
            Part::Open(at) => open.push(at),
            Part::Close(at) if open.pop().is_none() => {
                self.add(at..at + 1, None, Flaw::Pgn(PgnFault::NoVariation));
            }
            Part::Brace(at) => self.add(at..at + 1, None, Flaw::Brace),
            Part::Remark(ref range) => self.add(range.clone(), None, Flaw::BareComment),
            Part::Fault(at, fault) => self.add(at..at, None, Flaw::Pgn(fault)),
            _ => {}
        }
    }

    /// A variation that is open at the end. What cannot be read may have its end.
    fn open_variation(&mut self, parts: &Parts<'_>, open: &[usize]) {
        let is_fault = matches!(parts.all.last(), Some(Part::Fault(_, PgnFault::Comment)));
        if let Some(&at) = open.first().filter(|_| !is_fault) {
            self.add(at..at + 1, None, Flaw::Pgn(PgnFault::Variation));
        }
    }

    /// Checks the moves of all lines. Gives how the game ended on the board, if its main line was read.
    fn lines(&mut self, text: &[u8], start: &Chess, parts: &Parts<'_>) -> Option<KnownOutcome> {
        let list = Vocabulary::occurring();
        let mut plies = Vec::new();
        let replayed = replay(start, &parts.moves, &mut plies);
        let has_variations = parts.all.len() > parts.moves.len();
        // After why the game ends, there is nothing.
        let main = plies.into_iter().map(Ok).chain(replayed.end.err().map(Err));
        let mut main = parts.moves.iter().zip(main);
        let mut line = Line::new((Rc::new(start.clone()), 0), false);
        let mut outer = Vec::new();
        let mut open = Vec::new();
        let mut is_whole = true;
        for part in &parts.all {
            match part {
                Part::Main => {
                    let Some((word, ply)) = main.next().filter(|_| !line.is_broken) else {
                        continue;
                    };
                    let mut position = None;
                    if has_variations && let Ok(Ply { played: Some((m, _)), .. }) = ply {
                        let mut after = (*line.now.0).clone();
                        after.play_unchecked(m);
                        position = Some(after);
                    }
                    line.is_broken = !self.word(text, parts, word, ply, line.now.1 + 1);
                    match position {
                        Some(position) => line.go_on(position),
                        None => line.now.1 += 1,
                    }
                }
                Part::Word(word) if !line.is_broken => {
                    let mut position = (*line.now.0).clone();
                    let ply = play_word(&mut position, word, replayed.letters, list);
                    line.is_broken = !self.word(text, parts, word, ply, line.now.1 + 1);
                    line.go_on(position);
                }
                Part::Word(_) | Part::Brace(_) | Part::Remark(_) => {}
                Part::Open(_) => {
                    let inner = Line::new(line.before.clone(), line.is_broken);
                    outer.push(mem::replace(&mut line, inner));
                }
                Part::Close(_) => {
                    is_whole &= !line.is_broken;
                    line = outer.pop().unwrap_or(line);
                }
                Part::Fault(..) => line.is_broken = true,
            }
            self.part(part, &mut open);
        }
        let is_main = outer.is_empty() && !line.is_broken;
        is_whole &= is_main;
        self.is_half_foreign = replayed.letters != Letters::English && !is_whole;
        self.open_variation(parts, &open);
        let end = Some(replayed.position).filter(|_| is_main)?;
        let mate = KnownOutcome::Decisive { winner: end.turn().other() };
        end.legal_moves().is_empty().then(|| if end.is_check() { mate } else { KnownOutcome::Draw })
    }

    /// Takes a word: whether the line goes on after it.
    fn word(
        &mut self,
        text: &[u8],
        parts: &Parts<'_>,
        word: &Word<'_>,
        ply: Result<Ply, Reading>,
        number: usize,
    ) -> bool {
        let at = word.text.as_ptr().addr() - text.as_ptr().addr();
        self.move_number(text, parts, at, number);
        let flaw = match ply {
            Ok(Ply { played: Some((m, san)), differences }) => {
                self.played.push(m);
                if differences.is_empty() || differences == [Difference::Evaluation] {
                    return true;
                }
                Flaw::Spelling { san, differences }
            }
            Ok(Ply { played: None, .. }) => Flaw::Move(Reading::Null),
            Err(reading) => Flaw::Move(reading),
        };
        let goes_on = matches!(flaw, Flaw::Spelling { .. });
        self.add(at..at + word.text.len(), Some(number), flaw);
        goes_on
    }

    /// Checks the number before the move that begins here and has this ply.
    fn move_number(&mut self, text: &[u8], parts: &Parts<'_>, at: usize, ply: usize) {
        let Some(plies_before) = self.plies_before else { return };
        let Some(range) = number_before(text, at) else { return };
        let comments = &parts.line_comments;
        let comment = comments.partition_point(|comment| comment.end <= range.start);
        if comments.get(comment).is_some_and(|comment| comment.contains(&range.start)) {
            return;
        }
        let right = (plies_before + ply - 1) / 2 + 1;
        if text[range.clone()] != *right.to_string().as_bytes() {
            self.add(range, Some(ply), Flaw::Number(right));
        }
    }

    /// Checks how tags are written, and that none comes twice.
    fn tags(&mut self, text: &[u8], tags: &Tags<'_>) {
        let mut names: Vec<&[u8]> = Vec::new();
        for TagLine { written, tag } in tags.lines() {
            let written = written.trim_ascii_end();
            let at = written.as_ptr().addr() - text.as_ptr().addr();
            let flaw = match tag {
                // A command, which stands alone at times.
                None if written.starts_with(b"[%") => continue,
                None => Flaw::BadTag(None),
                Some(tag) => {
                    let again = names.iter().any(|name| name.eq_ignore_ascii_case(tag.name));
                    names.push(tag.name);
                    let right = right_tag(&tag);
                    if again {
                        Flaw::DoubleTag(decoded(tag.name).into_owned())
                    } else if decoded(written) != right {
                        Flaw::BadTag(Some(excerpt(&right)))
                    } else {
                        continue;
                    }
                }
            };
            self.add(at..at + written.len(), None, flaw);
        }
    }

    /// Checks the result against the end of the game on the board, and against the tag.
    fn result(
        &mut self,
        text: &[u8],
        game: &Game,
        parts: &Parts<'_>,
        ending: Option<KnownOutcome>,
    ) {
        let tags = Tags(&text[game.tags.clone()]);
        let tag = tags.get("Result");
        let tag = tag.as_deref().map(str::trim);
        let of_tag = tag.and_then(|tag| result(tag.as_bytes(), true)?.0);
        let Some(range) = parts.result.clone() else {
            let written = text[game.tags.start..game.end].trim_ascii_end().len();
            let end = game.tags.start + written;
            self.add(end..end, None, Flaw::NoResult);
            if let (Some(outcome), Some(Outcome::Known(tag))) = (ending, of_tag)
                && tag != outcome
            {
                self.add(end..end, None, Flaw::Ending { outcome, is_in_tag: false });
            }
            return;
        };
        let next = &text[range.end..];
        let next = &next[scan::leading(next, |byte| b" \t".contains(&byte))..];
        if let Some((_, length)) = result(next, false) {
            let second = excerpt(&next[..length]);
            self.add(range.clone(), None, Flaw::SecondResult(second));
        }
        if let Some(outcome) = ending.filter(|&ending| game.result != Some(Outcome::Known(ending)))
        {
            let is_in_tag = tag.is_none() || of_tag == Some(Outcome::Known(outcome));
            self.add(range.clone(), None, Flaw::Ending { outcome, is_in_tag });
        } else if let Some(outcome) = game.result
            && text[range.clone()] != *outcome.to_string().as_bytes()
        {
            self.add(range.clone(), None, Flaw::Result(outcome));
        }
        let is_told =
            |tag: &&str| !["", "?"].contains(tag) && tag.as_bytes() != &text[range.clone()];
        if let Some(tag) = tag.filter(is_told)
            && (of_tag.is_none() || game.result.is_some_and(|outcome| of_tag != Some(outcome)))
        {
            self.add(range, None, Flaw::ResultTag(excerpt(tag)));
        }
    }
}

/// A tag as the export format writes it. The names of the roster have capital letters.
fn right_tag(tag: &Tag<'_>) -> String {
    let is_tag = |name: &&str| tag.name.eq_ignore_ascii_case(name.as_bytes());
    let Some(name) = ROSTER.into_iter().find(is_tag) else { return tag.exported() };
    let outcome = (name == "Result").then(|| result(tag.value.trim_ascii(), true)).flatten();
    match outcome {
        Some((Some(outcome), _)) => format!("[{name} \"{outcome}\"]"),
        _ => Tag { name: name.as_bytes(), ..*tag }.exported(),
    }
}

/// The plies before a position, by the number of its move.
fn plies_before(position: &Chess) -> usize {
    let moves = position.fullmoves().get() as usize - 1;
    2 * moves + usize::from(position.turn().is_black())
}

/// Where the number of the move stands that begins here: digits with points, and nothing but blanks behind.
fn number_before(text: &[u8], at: usize) -> Option<Range<usize>> {
    let blanks = scan::trailing(&text[..at], is_blank);
    let points = scan::trailing(&text[..at - blanks], |byte| byte == b'.');
    let end = at - blanks - points;
    let start = end - scan::trailing(&text[..end], |byte| byte.is_ascii_digit());
    let is_apart = start == 0 || class(text[start - 1]) == ByteClass::End;
    let is_number = points > 0 && start < end && is_apart;
    is_number.then_some(start..end)
}
