//! Short lists.

/// Sorts a list of few items, those of the same key in their order. It is a hundred bytes of machine code, where each
/// sort of the standard library is ten thousand, which a browser would have to load.
pub fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}
