//! Plays the lines of a game (the main line and the variations), and finds their faults.
//!
//! We correct a finding only if we are certain of the position at that point. For example, in
//! `1. e4 e5 2. Nf3 3. Bb5 a6` a Black move is missing, and the number 3 is the only trace of the gap.
//! Correcting the number to 2 would hide the gap. Only the rest of the line shows whether a number is wrong or
//! a move is missing. So we play a line to its end before we decide which faults it has.

use std::{borrow::Cow, mem, ops::Range, rc::Rc};

use shakmaty::{Chess, Color, Move, Position};

use san_strings_core::{
    Difference, Vocabulary,
    reader::{Letters, Reading},
    refusal::Refusal,
};

use super::spot::Spot;
use crate::{
    game::{Part, Parts, value},
    lexer::{Word, scan},
    play::{
        Ending, Fault, Ply, Replayed, Suggestion, has_false_mark, is_king_left, play_illegal,
        play_mixed, play_word, replay, suggest, takes_king,
    },
};

/// The result of playing and checking the lines of a game.
#[derive(Debug, Default)]
pub struct Judged {
    pub spots: Vec<Spot>,
    /// The legal moves that we played, in the main line and in the variations, in text order.
    pub played: Vec<Move>,
    /// Whether the game uses the piece letters of a language other than English, and part of the game could
    /// not be played.
    pub is_half_foreign: bool,
    /// Whether the main line was played to its end, no move is missing, and no move has a wrong `+`, `#` or
    /// `x`.
    pub is_certain: bool,
    /// How the game ended on the board, if that is certain.
    pub ending: Option<Ending>,
}

#[derive(Clone, Debug)]
struct Number {
    range: Range<usize>,
    value: i64,
    /// The side whose move the number announces: Black for `1...`.
    side: Color,
    /// Whether a full stop follows.
    has_stop: bool,
    /// Whether a move follows directly, with neither a full stop nor a space before it: `1e5`.
    is_glued: bool,
}

impl Number {
    fn new(text: &[u8], range: Range<usize>) -> Number {
        let after = &text[range.end..];
        let dots = scan::leading(after, |byte| b". \t\r\n".contains(&byte));
        let is_black =
            scan::count(b'.', &after[..dots]) > 1 || after[dots..].starts_with("…".as_bytes());
        Number {
            value: value(&text[range.clone()]).into(),
            side: Color::from_white(!is_black),
            has_stop: after.first() == Some(&b'.'),
            is_glued: after.first().is_some_and(u8::is_ascii_alphanumeric),
            range,
        }
    }
}

/// The move played, or the reason why the word cannot be played. We box the reason, because it is large but
/// rarely needed: most words can be played.
type Played = Result<Ply, Box<Refused>>;

/// The reason why a word cannot be played, and the moves that we suggest instead.
struct Refused {
    reading: Reading,
    suggestions: Vec<Suggestion>,
    before: Chess,
    /// The position after the illegal move, if we play that move anyway.
    after: Option<Chess>,
}

impl Refused {
    /// `rest` contains the words that follow in the line. They help to rank suggestions.
    fn new<'a>(
        position: &Chess,
        word: &Word<'_>,
        reading: Reading,
        letters: Letters,
        rest: &(impl Iterator<Item = &'a Word<'a>> + Clone),
        goes_on: bool,
    ) -> Refused {
        let suggestions = suggest(position, word, &reading, letters, rest);
        // A word with piece letters of another language is not an illegal move.
        let is_illegal =
            matches!(&reading, Reading::Illegal(why) if *why != Refusal::OtherLetters {});
        let after = (goes_on && is_illegal).then(|| play_illegal(position, word)).flatten();
        // If the reply captures a king that the illegal move left in check, we do not continue after the
        // illegal move.
        let reply = rest.clone().next();
        let ends = |after: &Chess| reply.is_some_and(|reply| takes_king(after, reply, letters));
        let after = after.filter(|after| !ends(after));
        Refused { reading, suggestions, before: position.clone(), after }
    }
}

/// A word of a line, and what happened when we tried to play it.
struct Step {
    number: Option<Number>,
    word: Range<usize>,
    /// Ply in the game, counted from 1.
    ply: usize,
    played: Played,
    /// Whether the text assigns this move to the other side, and the move would be legal for that side. For
    /// example, the move number `5...` assigns a move to Black, although White is to move.
    is_of_other_side: bool,
}

/// The main line, or a variation. A variation shares positions with its parent line, so we store them as
/// `Rc`.
struct Line {
    /// For a variation: the index of the parent line, and the index of the parent's step that the variation
    /// replaces.
    parent: Option<(usize, usize)>,
    start: Rc<Chess>,
    steps: Vec<Step>,
    /// The move number before the next word.
    number: Option<Number>,
    /// The position before the last move, and the number of plies that lead to it. A variation that replaces
    /// the last move begins from this position.
    before: (Rc<Chess>, usize),
    /// The current position, and the number of plies that lead to it.
    now: (Rc<Chess>, usize),
    /// Whether the rest of the line cannot be read.
    is_over: bool,
    /// Whether a word of the line could not be played, or the rest of the line could not be read.
    is_broken: bool,
    /// Whether a move has a `+` without a check, a `#` without a mate, or an `x` without a capture.
    has_false_mark: bool,
    verdict: Verdict,
}

/// What may be corrected in a line. `doubt` and `gap` are indices of steps.
#[derive(Default)]
struct Verdict {
    /// The first uncertain step. From this step on, nothing may be corrected.
    doubt: Option<usize>,
    /// The first step that follows a missing move. From this step on, the position is unknown.
    gap: Option<usize>,
    /// For each step, the move number that we expect in the text, minus the move number of the position. For
    /// example, if a White move and a Black move are missing, the offset of the following steps is 1.
    /// An empty list means that all offsets are 0.
    offsets: Vec<i64>,
}

impl Verdict {
    fn offset(&self, step: usize) -> i64 {
        self.offsets.get(step).copied().unwrap_or_default()
    }
}

impl Line {
    fn new(parent: Option<(usize, usize)>, start: (Rc<Chess>, usize), is_over: bool) -> Line {
        Line {
            parent,
            start: start.0.clone(),
            steps: Vec::new(),
            number: None,
            before: start.clone(),
            now: start,
            is_over,
            is_broken: false,
            has_false_mark: false,
            verdict: Verdict::default(),
        }
    }

    fn add(&mut self, word: Range<usize>, played: Played, is_of_other_side: bool) {
        self.is_broken |= played.is_err();
        self.is_over = match &played {
            Ok(ply) => ply.played.is_none(),
            Err(refused) => refused.after.is_none() || is_of_other_side,
        };
        self.has_false_mark |= played.as_ref().is_ok_and(|ply| has_false_mark(&ply.differences));
        let (number, ply) = (self.number.take(), self.now.1 + 1);
        self.steps.push(Step { number, word, ply, played, is_of_other_side });
    }

    fn go_on(&mut self, position: Chess) {
        let next = (Rc::new(position), self.now.1 + 1);
        self.before = mem::replace(&mut self.now, next);
    }
}

struct Lines<'a> {
    text: &'a [u8],
    /// Number of plies before the start position, if it is known.
    plies_before: Option<usize>,
    /// Whether the game starts from a FEN.
    has_fen: bool,
    goes_on: bool,
    all: Vec<Line>,
    judged: Judged,
}

/// Plays and judges the lines of a game. `plies_before` is the number of plies before `start`, or `None`
/// if this number is unknown. `has_fen` says whether the game has a FEN. `goes_on` says whether to play
/// an illegal move and continue after it.
pub fn judge(
    text: &[u8],
    start: &Chess,
    parts: &Parts<'_>,
    (plies_before, has_fen): (Option<usize>, bool),
    goes_on: bool,
) -> Judged {
    let judged = Judged::default();
    let mut lines = Lines { text, plies_before, has_fen, goes_on, all: Vec::new(), judged };
    let end = lines.play(start, parts);
    for line in 0..lines.all.len() {
        lines.judge(line);
    }
    let main = &lines.all[0];
    let is_known = main.verdict.doubt.is_none();
    lines.judged.is_certain = is_known && !main.has_false_mark;
    lines.judged.ending = end.filter(|_| is_known).and_then(|end| Ending::of(&end));
    lines.judged
}

impl Lines<'_> {
    /// Plays all lines. Returns the last position of the main line, if that line could be read to its end.
    fn play(&mut self, start: &Chess, parts: &Parts<'_>) -> Option<Chess> {
        let (main, replayed) = play_main(start, &parts.moves, self.goes_on);
        let has_variations = parts.all.iter().any(|part| matches!(part, Part::Open(_)));
        let mut main = parts.moves.iter().zip(main);
        let mut line = Line::new(None, (Rc::new(start.clone()), 0), false);
        line.steps.reserve(parts.moves.len());
        self.all.push(line);
        // The lines that the current variation is nested in, outermost first.
        let mut outer = Vec::new();
        let mut now = 0;
        let mut is_whole = true;
        for (n, part) in parts.all.iter().enumerate() {
            let line = &mut self.all[now];
            match part {
                Part::Main | Part::Word(_) if line.is_over => line.number = None,
                Part::Main => {
                    let Some((word, played)) = main.next() else { continue };
                    let mut position = None;
                    if let Ok(Ply { played: Some((m, _)), .. }) = played {
                        self.judged.played.push(m);
                        if has_variations {
                            let mut after = (*line.now.0).clone();
                            after.play_unchecked(m);
                            position = Some(after);
                        }
                    }
                    if let Some(after) = goes_on_from(&played) {
                        position = Some(after.clone());
                    }
                    let other = is_of_other_side(&played, word, line);
                    line.add(word.range_in(self.text), played, other);
                    match position {
                        Some(position) => line.go_on(position),
                        None => line.now.1 += 1,
                    }
                }
                Part::Word(word)
                    if self.goes_on && takes_king(&line.now.0, word, replayed.letters) =>
                {
                    (line.is_over, line.number) = (true, None);
                }
                Part::Word(word) => {
                    let rest = rest_of_variation(&parts.all[n + 1..]);
                    let (played, position) =
                        play_variation(&line.now.0, word, replayed.letters, &rest, self.goes_on);
                    if let Ok(Ply { played: Some((m, _)), .. }) = played {
                        self.judged.played.push(m);
                    }
                    let other = is_of_other_side(&played, word, line);
                    line.add(word.range_in(self.text), played, other);
                    line.go_on(position);
                }
                Part::Number(range) => {
                    let number = Number::new(self.text, range.clone());
                    let stray = line.number.replace(number);
                    self.stray(stray);
                }
                Part::Open(_) => {
                    let parent = (now, line.steps.len().saturating_sub(1));
                    let inner = Line::new(Some(parent), line.before.clone(), line.is_over);
                    outer.push(now);
                    now = self.all.len();
                    self.all.push(inner);
                }
                Part::Close(_) => {
                    is_whole &= !line.is_over;
                    let stray = line.number.take();
                    self.stray(stray);
                    now = outer.pop().unwrap_or(now);
                }
                Part::Fault(..) => {
                    line.is_broken |= !line.is_over;
                    (line.is_over, line.number) = (true, None);
                }
                Part::Brace(_) | Part::InnerBrace(_) | Part::Remark(_) => {}
            }
        }
        let stray = self.all[now].number.take();
        self.stray(stray);
        let is_main = now == 0 && !self.all[0].is_over;
        is_whole &= is_main;
        self.judged.is_half_foreign = matches!(replayed.letters, Letters::Of(_)) && !is_whole;
        is_main.then_some(replayed.position)
    }

    fn add(&mut self, range: Range<usize>, ply: Option<usize>, fault: Fault, stays: bool) {
        self.judged.spots.push(Spot::new(range, ply, fault, stays));
    }

    /// Reports a move number that has no move.
    fn stray(&mut self, number: Option<Number>) {
        if let Some(number) = number {
            self.add(number.range, None, Fault::StrayNumber, true);
        }
    }

    /// Judges a line. The parent line of a variation must be judged before the variation.
    fn judge(&mut self, line: usize) {
        let verdict = self.verdict(line);
        let mut offset = self.base(line);
        // The last move number that we have checked in this main line or variation.
        let mut last = None;
        // An earlier position, and the moves since then. We play these moves only when a finding needs the
        // current position.
        let (mut position, mut moves) = ((*self.all[line].start).clone(), Vec::new());
        for (n, step) in mem::take(&mut self.all[line].steps).into_iter().enumerate() {
            let after = goes_on_from(&step.played).cloned();
            let played = step.played.as_ref().ok().and_then(|ply| ply.played);
            let known = self.judged.spots.len();
            let offsets = (mem::replace(&mut offset, verdict.offset(n)), offset);
            self.judge_step((n, step), &verdict, offsets, &mut last);
            if known < self.judged.spots.len() && verdict.gap.is_none_or(|gap| n < gap) {
                moves.drain(..).for_each(|m| position.play_unchecked(m));
                for spot in &mut self.judged.spots[known..] {
                    spot.position = Some(position.clone());
                }
            }
            moves.extend(played.map(|(m, _)| m));
            if let Some(after) = after {
                moves.clear();
                position = after;
            }
        }
        self.all[line].verdict = verdict;
    }

    /// Checks a step of a line. We expect the move number in the text to equal the move number of the
    /// position plus an offset. The offset of the previous step is `before`, that of this step is `offset`.
    fn judge_step(
        &mut self,
        (n, step): (usize, Step),
        verdict: &Verdict,
        (before, offset): (i64, i64),
        last: &mut Option<i64>,
    ) {
        let Step { number, word, ply, played, is_of_other_side } = step;
        let is_from = |from: Option<usize>| from.is_some_and(|from| n >= from);
        let (stays, is_lost) = (is_from(verdict.doubt), is_from(verdict.gap));
        if let Some(number) = number {
            let is_gap = is_of_other_side || is_lost && offset > before;
            if is_gap {
                let plies = self.missing(&number, ply, before, is_of_other_side);
                let range = number.range.start..word.end;
                self.add(range, Some(ply), Fault::MissingMove { plies }, true);
            } else {
                let stays = stays || offset != 0;
                let last = last.replace(number.value).filter(|_| stays);
                // Move numbers may be ahead of the position. We expect all numbers to be ahead by the same
                // amount. So we report the first number that is ahead by a different amount, but not the numbers
                // that continue from it.
                self.number(number, (ply, before), last, played.is_ok(), stays);
            }
            if is_of_other_side {
                return;
            }
        }
        let (mut suggestions, mut is_played) = (Vec::new(), false);
        let fault = match played {
            Ok(Ply { played: Some((_, san)), differences }) => {
                if is_lost || differences.is_empty() || differences[..] == [Difference::Evaluation]
                {
                    return;
                }
                if differences.iter().any(|it| matches!(it.difference, Difference::Foreign(..))) {
                    Fault::OtherLetter { san, differences }
                } else {
                    Fault::Spelling { san, differences }
                }
            }
            Ok(Ply { played: None, .. }) => Fault::Move(Reading::Null),
            Err(refused) => {
                (suggestions, is_played) = (refused.suggestions, refused.after.is_some());
                Fault::Move(refused.reading)
            }
        };
        let spot = Spot::new(word, Some(ply), fault, stays);
        self.judged.spots.push(Spot { suggestions, is_played, ..spot });
    }

    /// Checks the move number before a ply. The expected number is the sum of the position's move number and
    /// `offset`. If the move after the number cannot be played, we accept a number that is higher than
    /// expected, because moves may be missing. `last` is the previous move number in the same main line or
    /// variation. The caller passes `None` if there is no previous number, or if the current number may be
    /// corrected.
    fn number(
        &mut self,
        number: Number,
        (ply, offset): (usize, i64),
        last: Option<i64>,
        is_played: bool,
        stays: bool,
    ) {
        let Some(right) = self.right(ply).map(|right| right + offset) else { return };
        let digits = right.checked_ilog10().map_or(1, |log| log as usize + 1);
        if right == number.value && number.is_glued {
            self.add(number.range, Some(ply), Fault::GluedNumber, true);
        } else if right > number.value
            || right < number.value && is_played
            || number.range.len() > digits
        {
            let right = usize::try_from(right).unwrap_or_default();
            let stays = stays || !number.has_stop;
            let fault = match last.filter(|&last| number.value <= last) {
                Some(last) => Fault::NumberGoesBack(u32::try_from(last).unwrap_or(u32::MAX)),
                None => Fault::Number(right),
            };
            self.add(number.range, Some(ply), fault, stays);
        }
    }

    /// Returns the move number of the position before a ply.
    fn right(&self, ply: usize) -> Option<i64> {
        let before = self.plies_before?;
        i64::try_from((before + ply - 1) / 2 + 1).ok()
    }

    /// Whether the move number of a step names the wrong side, such as `2...` when White is to move.
    fn names_other_side(&self, step: &Step) -> bool {
        let is_white = |before: usize| Color::from_white((before + step.ply) % 2 == 1);
        let turn = self.plies_before.map(is_white);
        let named = step.number.as_ref().map(|number| number.side);
        turn.zip(named).is_some_and(|(turn, named)| turn != named)
    }

    /// Returns the number of plies that are missing before a move, according to its move number.
    fn missing(&self, number: &Number, ply: usize, offset: i64, is_of_other_side: bool) -> usize {
        let Some(right) = self.right(ply) else { return 1 };
        let ahead = number.value - right - offset;
        if !is_of_other_side {
            return usize::try_from(2 * ahead).unwrap_or(1);
        }
        // White's move comes one ply before Black's move with the same number.
        let plies = 2 * ahead + number.side.fold_wb(-1, 1);
        usize::try_from(plies).unwrap_or_default().max(1)
    }

    /// Returns the offset at the beginning of a main line or variation: how far the move numbers in the text
    /// are ahead of the position. A main line begins with the offset 0, and a variation begins with the offset
    /// of the move that it replaces.
    fn base(&self, line: usize) -> i64 {
        let Some((parent, step)) = self.all[line].parent else { return 0 };
        self.all[parent].verdict.offset(step)
    }

    /// Decides what may be corrected in a line.
    fn verdict(&self, line: usize) -> Verdict {
        let Line { parent, ref steps, is_broken, .. } = self.all[line];
        // If the parent line has a doubt or gap that begins at or before the step that this line replaces,
        // this whole line inherits the doubt or gap.
        let inherits = |from: fn(&Verdict) -> Option<usize>| {
            let (parent, step) = parent?;
            from(&self.all[parent].verdict).filter(|&from| step >= from).map(|_| 0)
        };
        let mut doubt = inherits(|verdict| verdict.doubt);
        let mut gap = inherits(|verdict| verdict.gap);
        // The lead of a step: the move number in the text, minus the move number of the position.
        let ahead = |step: &Step| Some(step.number.as_ref()?.value - self.right(step.ply)?);
        let mut offset = self.base(line);
        let is_right = |step: &Step| ahead(step).is_none_or(|ahead| ahead == 0);
        if offset == 0 && !is_broken && steps.iter().all(is_right) {
            return Verdict { doubt, gap, ..Verdict::default() };
        }
        // The index and the lead of each step with a move number.
        let numbers: Vec<(usize, i64)> =
            steps.iter().enumerate().filter_map(|(n, step)| Some((n, ahead(step)?))).collect();
        // If a game from a FEN has only one move number, or if its first two move numbers have the same lead,
        // we assume that no move is missing, and that the move number in the FEN is off by this lead.
        let is_from_fen = parent.is_none() && self.has_fen;
        let against_fen = match numbers[..] {
            [(_, first)] if is_from_fen => first,
            [(_, first), (_, next), ..] if is_from_fen && first == next => first,
            _ => 0,
        };
        // For each step with a move number, the smallest lead at this step or any later step.
        let mut least: Vec<i64> = numbers.iter().map(|&(_, ahead)| ahead).collect();
        for k in (1..least.len()).rev() {
            least[k - 1] = least[k - 1].min(least[k]);
        }
        let mut offsets = Vec::with_capacity(steps.len());
        // The last step with a correct move number before the first step that cannot be played.
        let mut right = 0;
        let broken = steps.iter().position(|step| step.played.is_err()).unwrap_or(steps.len());
        let mut is_after_wrong = false;
        for (k, &(n, ahead)) in numbers.iter().enumerate() {
            let next = numbers.get(k + 1).map(|&(_, next)| next);
            offsets.resize(n, offset);
            if k == 0 && against_fen != 0 {
                (offset, right) = (against_fen, n);
                continue;
            }
            // In a broken line, a move number is also suspect if it names the side that is not to move. For
            // example, `3...` names Black.
            let is_suspect = is_broken && self.names_other_side(&steps[n]);
            if ahead == offset && !is_suspect {
                if n < broken {
                    right = n;
                }
                is_after_wrong = false;
                continue;
            }
            let is_gap = least[k] > offset && steps[n].played.is_ok();
            // A wrong number between two correct numbers is a misprint.
            let is_misprint = !is_after_wrong && next == Some(offset) && !is_broken;
            if is_gap {
                // The number jumps ahead, and all later numbers stay ahead: moves are missing.
                offset = least[k];
                gap = gap.or(Some(n));
            } else if next == Some(ahead) {
                offset = ahead;
            }
            // The mistake may be anywhere between the last correct number and this number, so we correct nothing
            // after the last correct number.
            if is_gap || !is_misprint {
                doubt = doubt.or(Some(right));
            }
            is_after_wrong = true;
        }
        offsets.resize(steps.len(), offset);
        if is_broken {
            // The mistake may be in any word after the last correct number.
            doubt = doubt.or(Some(right));
        }
        Verdict { doubt, gap, offsets }
    }
}

/// Whether a word is a move by the other side. The word must not be playable, the move number before it must
/// name the other side (`5...` when White is to move), and the move must be legal for the other side.
fn is_of_other_side(played: &Played, word: &Word<'_>, line: &Line) -> bool {
    let Err(refused) = played else { return false };
    let before = &refused.before;
    let is_named = line.number.as_ref().is_some_and(|number| number.side != before.turn());
    let other = || before.clone().swap_turn().ok();
    is_named
        && other().is_some_and(|mut other| {
            play_mixed(&mut other, word, Vocabulary::occurring())
                .is_ok_and(|ply| ply.played.is_some())
        })
}

/// Drops differences in check and mate marks if the opponent's king was already in check before the move. SAN
/// does not define the marks of such moves.
fn forget_check(position: &Chess, reply: &mut Ply) {
    let marks = [
        Difference::CheckAdded,
        Difference::CheckInsteadOfMate,
        Difference::CheckMissing,
        Difference::MateAdded,
        Difference::MateInsteadOfCheck,
        Difference::MateMissing,
    ];
    if is_king_left(position) {
        reply.differences.retain(|it| !marks.contains(&it.difference));
    }
}

/// Returns the position after an illegal move, if we played the move anyway.
fn goes_on_from(played: &Played) -> Option<&Chess> {
    played.as_ref().err()?.after.as_ref()
}

/// Plays a word of a variation. Returns the position after the word. If we do not play the word, the position
/// stays the same.
fn play_variation<'a>(
    before: &Chess,
    word: &Word<'_>,
    letters: Letters,
    rest: &(impl Iterator<Item = &'a Word<'a>> + Clone),
    goes_on: bool,
) -> (Played, Chess) {
    let list = Vocabulary::occurring();
    let mut position = before.clone();
    let played = match letters {
        Letters::Of(_) => {
            let is_check = position.is_check();
            play_word(&mut position, word, letters, list, is_check)
        }
        _ => play_mixed(&mut position, word, list),
    };
    match played {
        Ok(mut ply) => {
            if goes_on {
                forget_check(before, &mut ply);
            }
            (Ok(ply), position)
        }
        Err(reading) => {
            let refused = Refused::new(&position, word, reading, letters, rest, goes_on);
            let after = refused.after.clone();
            (Err(Box::new(refused)), after.unwrap_or(position))
        }
    }
}

/// Plays the main line, up to the first word that cannot be played. With `goes_on`, continues after illegal
/// moves.
fn play_main(start: &Chess, moves: &[Word<'_>], goes_on: bool) -> (Vec<Played>, Replayed) {
    let (mut all, mut plies) = (Vec::with_capacity(moves.len()), Vec::new());
    let mut position = Cow::Borrowed(start);
    loop {
        let rest = &moves[all.len()..];
        // If an illegal move left the mover's own king in check, we first play only the reply. The king may still
        // be in check after the reply, although the reply itself gives no check.
        // `replay` detects such a check only in the position that it starts from, so we call `replay` again for
        // the moves after the reply.
        let end = if goes_on && is_king_left(&position) { rest.len().min(1) } else { rest.len() };
        let mut replayed = replay(&position, &rest[..end], &mut plies);
        if let Some(reply) = plies.first_mut().filter(|_| goes_on) {
            forget_check(&position, reply);
        }
        all.extend(plies.drain(..).map(Ok));
        let Err(reading) = mem::replace(&mut replayed.end, Ok(())) else {
            if all.len() == moves.len() {
                return (all, replayed);
            }
            position = Cow::Owned(replayed.position);
            continue;
        };
        let ([word, ..], rest) = (&moves[all.len()..], moves[all.len() + 1..].iter()) else {
            return (all, replayed);
        };
        let letters = replayed.letters;
        let refused = Refused::new(&replayed.position, word, reading, letters, &rest, goes_on);
        let after = refused.after.clone();
        all.push(Err(Box::new(refused)));
        match after {
            Some(after) => position = Cow::Owned(after),
            None => return (all, replayed),
        }
    }
}

/// The maximum number of tokens that we look at after an unplayable word in a variation. If variations are
/// nested, each may contain such a word. Without a limit, we would look at the tokens of an inner variation
/// again for each variation around it, and the running time would be quadratic.
const AHEAD: usize = 500;

/// Returns the remaining words of a variation, without the words of nested variations.
fn rest_of_variation<'a>(parts: &'a [Part<'a>]) -> impl Iterator<Item = &'a Word<'a>> + Clone {
    let words = parts.iter().take(AHEAD).scan(0_usize, |depth, part| {
        match part {
            Part::Open(_) => *depth += 1,
            Part::Close(_) => *depth = depth.checked_sub(1)?,
            _ => {}
        }
        Some((*depth, part))
    });
    words.filter_map(|it| match it {
        (0, Part::Word(word)) => Some(word),
        _ => None,
    })
}
