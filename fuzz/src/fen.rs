//! Tests the parsers of `tree --fen` (a root) and of `tree show` (a query): they parse or refuse any text,
//! and never panic. Also checks that a tree can grow from every legal position.

use san_strings_tree::{GrowOptions, Grower, Info, NodeQuery, Root};

/// Parses the bytes as a node query, and as a FEN. If the position is legal, grows a tree of one ply
/// from it, and checks the `info.txt` of the root.
pub fn run(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let _ = text.parse::<NodeQuery>();
    match text.parse::<Root>() {
        Ok(Root(root)) => {
            let mut grower = Grower::new(root, GrowOptions::new(1)).expect("a temporary folder");
            grower.grow(&()).expect("nothing stops it");
            grower.solve(None, &()).expect("nothing stops it");
            let info = Info::of(&mut grower.tree().cursor()).expect("the root");
            assert_eq!(info.to_string().parse(), Ok(info));
        }
        Err(error) => drop(error.to_string()),
    }
}
