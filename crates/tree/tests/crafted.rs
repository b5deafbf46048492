//! Opens tree files that have valid checksums, but contents that the program would never write. When asked
//! for a node, the program must show the node or return an error, and must not crash.

use std::{fmt::Write, thread};

use san_strings_tree::{Game, NodeQuery, NodeView, Root, Tree, TreeError};

use crate::enumeration::START;

/// Makes a tree file with these plies, and reads it. Each `bool` says whether a move leads to a new node.
/// A ply may have at most 128 nodes, because we write only one index entry, which covers 128 nodes.
fn tree(root: &str, plies: &[Vec<bool>]) -> Tree {
    let mut head = format!("san-strings tree 2\nroot {root}\noutcome 0\nplies {}\n", plies.len());
    let mut body = Vec::new();
    for bits in plies {
        let words = bits
            .chunks(64)
            .map(|bits| (0..).zip(bits).fold(0, |word, (at, &bit)| word | u64::from(bit) << at));
        let header = [u64::from_le_bytes(*b"sanply 2"), bits.len() as u64, 0, 1, 0];
        let words = header.into_iter().chain(words).chain([0]);
        let ply: Vec<u8> = words.flat_map(u64::to_le_bytes).collect();
        let (nodes, moves) = (bits.iter().filter(|&&bit| bit).count(), bits.len());
        let (len, crc) = (ply.len(), crc32fast::hash(&ply));
        writeln!(head, "nodes {nodes} moves {moves} mates 0 bytes {len} crc32 {crc:08x}")
            .expect("text");
        body.extend(ply);
    }
    writeln!(head, "crc32 {:08x}\n", crc32fast::hash(head.as_bytes())).expect("text");
    Tree::from_file(&[head.as_bytes(), &body].concat()).expect("a file with right checksums")
}

/// The file claims that the last of the twenty moves transposes to an earlier node, but no earlier node is
/// equivalent.
#[test]
fn a_move_to_an_earlier_node_that_is_missing_is_named() {
    let mut bits = vec![true; 20];
    bits[19] = false;
    let tree = tree(START, &[bits]);
    for query in ["0", "Nh3"] {
        let view = NodeView::in_tree(&tree, &query.parse().expect("a query"));
        assert!(matches!(view, Err(TreeError::Damaged)), "{query}: {view:?}");
    }
    let view = NodeView::in_tree(&tree, &NodeQuery::Id(3)).expect("a node of the last ply");
    assert_eq!(view.played[0].to_string(), "b4");
}

/// A tree file may have any number of plies with one node each. Reading such a file must not overflow the
/// stack.
#[test]
fn a_deep_file_is_read_with_a_small_stack() {
    const KINGS: &str = "8/8/8/4k3/8/8/8/4K3 w - - 0 1";
    const PLIES: u64 = 5000;
    let Root(root) = KINGS.parse().expect("a root");
    let mut game = Game::new(root);
    let plies = (0..PLIES).map(|_| {
        let moves = game.moves().to_vec();
        game.play(moves[0]);
        (0..moves.len()).map(|number| number == 0).collect()
    });
    let tree = tree(KINGS, &plies.collect::<Vec<_>>());
    let small = thread::Builder::new().stack_size(128 << 10);
    let shown = small.spawn(move || {
        let view = NodeView::in_tree(&tree, &NodeQuery::Id(PLIES)).expect("the last node");
        assert_eq!(view.played.len() as u64, PLIES);
        // The file claims that every move of this node except the first leads to an earlier node. But no such
        // nodes exist.
        let view = NodeView::in_tree(&tree, &NodeQuery::Id(PLIES - 1));
        assert!(matches!(view, Err(TreeError::Damaged)), "{view:?}");
    });
    shown.expect("a thread").join().expect("no overflow");
}
