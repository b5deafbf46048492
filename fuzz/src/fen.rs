//! `tree --fen` and `tree show`: every legal position grows a tree, every query is read or
//! refused.

use san_strings_tree::{GrowOptions, Grower, Info, NodeQuery, Root};

/// Asks it of these bytes.
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
