//! Ids of nodes, and indices of moves.

/// Identifies a node. Ids are given breadth first; the root has 0.
///
/// ```
/// use san_strings_tree::{GrowOptions, Grower, Id};
/// use san_strings_tree::shakmaty::Chess;
///
/// let mut grower = Grower::new(Chess::default(), GrowOptions::new(1))?;
/// grower.grow(&())?;
/// let ids: Vec<Id> = grower.tree().ids(1).collect();
/// assert_eq!((ids[0], ids.len()), (1, 20));
/// # Ok::<_, san_strings_tree::TreeError>(())
/// ```
pub type Id = u64;

/// Index of a move in the order of the tree. It also identifies the node that the move is the first to
/// lead to. No move leads to the root, which has index 0.
pub type MoveIndex = u64;
