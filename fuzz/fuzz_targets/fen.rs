//! `tree --fen` and `tree show`: every legal position grows a tree, every query is read or
//! refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings_tree::{GrowOptions, Grower, Info, NodeQuery, Root};

fuzz_target!(|text: &str| {
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
});
