//! What reads a schema, and what each value of it can do: be read from a node. Tables and what they hold live in an arena.

use std::ops::{Deref, DerefMut};

use crate::arena::Arena;
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::yaml::Node;

/// What reads a schema. It is used like the problems that it collects.
pub struct Reader<'a, 'r> {
    pub arena: &'a Arena,
    /// The whole schema, in which names are followed.
    pub root: &'r Node,
    pub problems: &'r mut Problems,
}

/// What a node of a schema can be read as.
pub trait Read<'a>: Sized {
    /// Reads `node`. Nothing where it can't be read; that has been reported then.
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;

    /// What stands for a key that is absent. Nothing where the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// What stands for a value that is needed and is absent or can't be read, after that has been reported. Nothing where what holds
    /// the value can't be read without it.
    fn unread() -> Option<Self> {
        Self::absent()
    }
}

/// What an entry of a mapping with free keys can be read as, such as one in `types:`.
pub trait ReadEntry<'a>: Sized {
    /// Reads `node`, which is under `key`.
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

/// What a key of a mapping with free keys can be read as.
pub trait ReadKey<'a>: Sized {
    /// Reads `key`.
    fn read_key(key: &Spanned<String>, reader: &mut Reader<'a, '_>) -> Self;
}

impl Deref for Reader<'_, '_> {
    type Target = Problems;

    fn deref(&self) -> &Problems {
        self.problems
    }
}

impl DerefMut for Reader<'_, '_> {
    fn deref_mut(&mut self) -> &mut Problems {
        self.problems
    }
}
