//! Sorts short lists.

/// Sorts a short list, stably. We do not use the standard library's sort, because each instantiation adds
/// about 10,000 bytes to a WebAssembly module. Each instantiation of `sort_few` adds only about 100 bytes.
pub fn sort_few<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && key(&items[at]) < key(&items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}
