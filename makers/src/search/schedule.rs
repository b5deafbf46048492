//! The rounds of a search.

/// The worth of a string in plies, for each round of a search from scratch: how many extra plies a game may
/// take to play a string that no other game plays. We found these numbers by trial and error.
pub(super) const BUILD: [usize; 15] = [3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 12, 15, 20, 30, 60];

/// The number of extra rounds, and the worth of a string in these rounds, in plies. A string is worth more in
/// an extra round than in any other round. We run extra rounds only while strings are missing.
pub(super) const EXTRA_ROUNDS: (u64, usize) = (100, 100);

/// The worth of a string in plies, for each round that improves a good corpus. The first round adds missing
/// strings. The next rounds drop a game if the strings that only this game plays are not worth its plies. The
/// last rounds add games for the strings that were lost with the dropped games.
pub(super) const REFINE: [usize; 14] = [60, 6, 7, 7, 8, 8, 9, 9, 10, 12, 15, 20, 30, 60];

/// The number of [`Round::Shortest`] rounds in a pass. Each of these rounds searches for shorter games for its
/// share of the strings. A round can use only the games that earlier rounds found, so we prefer many short
/// rounds to a few long ones.
pub(super) const PARTS: usize = 12;

/// The purpose of a round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    /// Search for shorter games for the strings whose id modulo `PARTS` is this number.
    Shortest(usize),
    /// From each position of the shortest games, [play every line of a few plies](mod@super::vary).
    Beside,
    /// Vary the shortest games.
    Vary,
    /// Improve the corpus. The number is the worth of a string: a game may take this many extra plies for each
    /// string that no other game plays.
    Corpus(usize),
}

/// Plans `passes` searches for each string, and then the rounds for the corpus. Returns the rounds in reverse
/// order, because the search takes them from the end.
pub(super) fn schedule(seed: u64, passes: usize, corpus: &[usize]) -> Vec<Round> {
    let corpus = corpus.iter().rev().map(|&worth| Round::Corpus(worth));
    // The seed selects the part of the strings that is searched first. So if searches with different seeds are
    // stopped early, they have not all tried the same strings.
    let first = usize::try_from(seed % PARTS as u64).expect("a small number");
    let aims = (0..PARTS).rev().map(|part| Round::Shortest((first + part) % PARTS));
    let rounds = [Round::Vary].into_iter().chain(aims);
    // The search takes rounds from the end of the list, so it runs each `Beside` round after the round that
    // follows it in the list.
    let pass = rounds.flat_map(|round| [Round::Beside, round]);
    corpus.chain((0..passes).flat_map(|_| pass.clone())).collect()
}
