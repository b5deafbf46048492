//! `tree --fen` and `--at`: every legal position grows a tree, every place is read
//! or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use san_strings::tree::{
    Options,
    Root, Tree,
    disk::{Info, Place},
};

fuzz_target!(|text: &str| {
    let _ = text.parse::<Place>();
    match text.parse::<Root>() {
        Ok(Root(root)) => {
            let tree = Tree::new(root, Options::plies(1));
            let mut tree = tree.expect("a temporary folder");
            tree.grow(&|_| true).expect("nobody stops it");
            tree.solve(&|_| true).expect("nobody stops it");
            let info = Info::of(&mut tree.cursor()).expect("the root");
            assert_eq!(info.to_string().parse(), Ok(info));
        }
        Err(error) => drop(error.to_string()),
    }
});
