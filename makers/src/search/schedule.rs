//! The rounds of a search.

/// The worth, in plies, of a string that no other game plays, for each round of a search from nothing. We
/// found these numbers by trial.
pub(super) const BUILD: [usize; 15] = [3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 12, 15, 20, 30, 60];

/// The number of extra rounds for missing strings alone, and the worth of a string in these rounds: more than
/// in any round before.
pub(super) const EXTRA_ROUNDS: (u64, usize) = (100, 100);

/// The worth of a string, for each round that improves a good corpus. The first round brings in missing
/// strings, the next rounds drop games that cost much for what they play, and the last rounds bring the
/// strings back.
pub(super) const REFINE: [usize; 14] = [60, 6, 7, 7, 8, 8, 9, 9, 10, 12, 15, 20, 30, 60];

/// The number of rounds in which we search once for each string. With more rounds, a game found in one round
/// helps earlier in the next.
pub(super) const PARTS: usize = 12;

/// The purpose of a round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    /// Search for shorter games for some of the strings: those whose id, divided by `PARTS`, leaves this
    /// remainder.
    Shortest(usize),
    /// Look beside the shortest games.
    Beside,
    /// Vary the shortest games.
    Vary,
    /// Improve the corpus, with this worth, in plies, of a string that no other game plays.
    Corpus(usize),
}

/// Plans `passes` searches for each string, and the rounds for the corpus. The list begins with the last
/// round.
pub(super) fn schedule(seed: u64, passes: usize, corpus: &[usize]) -> Vec<Round> {
    let corpus = corpus.iter().rev().map(|&worth| Round::Corpus(worth));
    // Each seed begins with another part, so that searches stopped early do not all try the same strings.
    let first = usize::try_from(seed % PARTS as u64).expect("a small number");
    let aims = (0..PARTS).rev().map(|part| Round::Shortest((first + part) % PARTS));
    let rounds = [Round::Vary].into_iter().chain(aims);
    // After each round, we look beside the games that it found.
    let pass = rounds.flat_map(|round| [Round::Beside, round]);
    corpus.chain((0..passes).flat_map(|_| pass.clone())).collect()
}
