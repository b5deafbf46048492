//! Sorting short lists.

/// Sorts a short list, stably. This function compiles to a hundred bytes, whereas each sort of the standard
/// library takes ten thousand, which a browser would have to load.
pub fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}
