//! Ids of nodes, and indices of moves.

/// Identifies a node. Nodes are numbered breadth first; the root is 0.
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

/// Index of a move in the order of the tree. If the move is the first to reach a node, the index also
/// identifies that node. No move leads to the root, which has index 0.
pub type MoveIndex = u64;
