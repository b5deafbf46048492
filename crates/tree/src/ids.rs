//! The numbers of nodes and moves.

/// The number of a node, breadth first from the root, which is 0.
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

/// The number of a move, in the order of the tree; it stands for the node that the move is
/// the first to lead to. The root, where no move leads, has 0.
pub type MoveIndex = u64;
