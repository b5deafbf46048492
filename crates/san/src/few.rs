//! Sorts short lists.

/// Sorts a short list, stably. Each instantiation adds a hundred bytes to a WebAssembly module. The sort of the
/// standard library adds ten thousand.
pub fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}
