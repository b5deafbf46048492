//! `tree --fen` and `--at`: every legal position grows a tree, every place is read
//! or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings::tree::{
    Root, Tree,
    disk::{Info, Place},
};

fuzz_target!(|text: &str| {
    let _ = text.parse::<Place>();
    match text.parse::<Root>() {
        Ok(Root(root)) => {
            let mut tree = Tree::new(root);
            tree.grow(&|_| true).expect("nobody stops it");
            tree.solve();
            let info = Info::of(&tree.cursor());
            assert_eq!(info.to_string().parse(), Ok(info));
        }
        Err(error) => drop(error.to_string()),
    }
});
