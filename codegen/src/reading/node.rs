//! What every value of a schema can do: be read from a node.

use crate::problem::Problems;
use crate::yaml::Node;

/// What a node of a schema can be read as.
pub trait FromNode: Sized {
    /// Reads `node`. Nothing where it can't be read; that has been reported then.
    fn from_node(node: &Node, problems: &mut Problems) -> Option<Self>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// What stands for a value that is needed and is absent or can't be read, after that has been reported. Nothing where what holds
    /// the value can't be read without it.
    fn unread() -> Option<Self> {
        None
    }
}
