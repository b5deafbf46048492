//! The rounds of a search.

/// The worth, in plies, of a string that no other game plays, for each round of a search from nothing. We
/// found these numbers by trial.
pub(super) const BUILD: [usize; 15] = [3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 12, 15, 20, 30, 60];

/// The number of extra rounds for missing strings alone, and the worth of a string in these rounds: more than
/// in any round before.
pub(super) const EXTRA_ROUNDS: (u64, usize) = (100, 100);

/// The worth in the rounds that make good games better. The first round brings in missing strings, the next
/// drop games that cost much for what they play, and the last bring the strings back.
pub(super) const REFINE: [usize; 14] = [60, 6, 7, 7, 8, 8, 9, 9, 10, 12, 15, 20, 30, 60];

/// The number of rounds in which each string is searched once. With more rounds, a game found in one of them
/// serves earlier in the next.
pub(super) const PARTS: usize = 12;

/// The purpose of a round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    /// Search for shorter games for some of the strings: those whose id leaves this remainder.
    Shortest(usize),
    /// Look beside the shortest games.
    Beside,
    /// Vary the shortest games.
    Vary,
    /// Improve the corpus, with this worth, in plies, of a string that no other game plays.
    Corpus(usize),
}

/// Plans `passes` searches for each string, and the rounds for the corpus. The last round comes first.
pub(super) fn schedule(seed: u64, passes: usize, corpus: &[usize]) -> Vec<Round> {
    let corpus = corpus.iter().rev().map(|&worth| Round::Corpus(worth));
    // We begin elsewhere for each seed, so that searches stopped early do not all try the same strings.
    let first = usize::try_from(seed % PARTS as u64).expect("a small number");
    let aims = (0..PARTS).rev().map(|part| Round::Shortest((first + part) % PARTS));
    let rounds = [Round::Vary].into_iter().chain(aims);
    // After each round, we look beside the games that it found.
    let pass = rounds.flat_map(|round| [Round::Beside, round]);
    corpus.chain((0..passes).flat_map(|_| pass.clone())).collect()
}
