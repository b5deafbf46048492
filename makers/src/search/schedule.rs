//! The rounds of a search.

/// The worth, in plies, of a string that no other game plays, in each round of a search from
/// nothing: found by trial.
pub(super) const BUILD: [usize; 15] = [3, 4, 5, 6, 6, 7, 7, 8, 9, 10, 12, 15, 20, 30, 60];

/// More rounds for missing strings alone, and what one is worth in them: more than
/// in any round before.
pub(super) const EXTRA_ROUNDS: (u64, usize) = (100, 100);

/// Rounds that make good games better: the first brings in missing strings, the next drop
/// the games that cost much for what they play, the last bring the strings back.
pub(super) const REFINE: [usize; 14] = [60, 6, 7, 7, 8, 8, 9, 9, 10, 12, 15, 20, 30, 60];

/// The number of rounds in which the strings are aimed at: the more, the sooner a game found in one
/// serves in the next.
pub(super) const PARTS: usize = 12;

/// The purpose of a round.
#[derive(Clone, Copy, Debug)]
pub(super) enum Round {
    /// Shorter games for some of the strings: those whose number leaves this rest.
    Shortest(usize),
    /// Games beside the shortest games.
    Beside,
    /// Variations of the shortest games.
    Vary,
    /// A better corpus, where a string that no other game plays is worth this many plies.
    Corpus(usize),
}

/// Rounds that aim at each string so often, and rounds for the corpus, the last first.
pub(super) fn schedule(seed: u64, passes: usize, corpus: &[usize]) -> Vec<Round> {
    let corpus = corpus.iter().rev().map(|&worth| Round::Corpus(worth));
    // Searches that are stopped soon, with different seeds, aim at different strings.
    let first = usize::try_from(seed % PARTS as u64).expect("a small number");
    let aims = (0..PARTS).rev().map(|part| Round::Shortest((first + part) % PARTS));
    let rounds = [Round::Vary].into_iter().chain(aims);
    // Beside each game that a round finds.
    let pass = rounds.flat_map(|round| [Round::Beside, round]);
    corpus.chain((0..passes).flat_map(|_| pass.clone())).collect()
}
