//! `count --where`: any text is either refused, with an offset into the text, or parsed as a condition.
//! A condition can be evaluated for any tags, and its printed text parses to the same condition.

use san_strings_databases::{Condition, CountOptions, CountOrder, Counter};

/// Parses the first line as a condition, and the other lines as games. Counts the moves of the games
/// that satisfy the condition.
pub fn run(bytes: &[u8]) {
    let mut parts = bytes.splitn(2, |&byte| byte == b'\n');
    let text = parts.next().and_then(|line| str::from_utf8(line).ok()).unwrap_or_default();
    let mut games = parts.next().unwrap_or_default();
    match text.parse::<Condition>() {
        Ok(condition) => {
            assert_eq!(condition.to_string().parse().as_ref(), Ok(&condition));
            let (by, condition) = (text.parse().ok(), Some(condition));
            let mut counter =
                Counter::new(CountOptions { condition, by, ..CountOptions::default() });
            counter.add_games("games", &mut games, &()).expect("memory");
            let groups = counter.groups.rows(0, CountOrder::default());
            let moves: u64 = groups.iter().map(|(_, group)| group.moves()).sum();
            assert_eq!(moves, counter.counts.total());
        }
        Err(error) => {
            assert!(text.is_char_boundary(error.at));
            drop(error.to_string());
        }
    }
}
