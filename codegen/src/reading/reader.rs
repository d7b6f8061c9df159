//! The traits of readable values.

use std::ops::{Deref, DerefMut};

use crate::arena::Arena;
use crate::problem::Problems;
use crate::spanned::Spanned;
use crate::yaml::Node;

/// The context of reading, which dereferences to the problems.
pub struct Reader<'a, 'r> {
    pub arena: &'a Arena,
    pub root: &'r Node,
    pub problems: &'r mut Problems,
}

pub trait Read<'a>: Sized {
    /// Returns `None` after reporting a problem.
    fn read(node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;

    /// The value of an absent key, or `None` if the key is required.
    fn absent() -> Option<Self> {
        None
    }

    /// The replacement for a required value that is absent or unreadable. `None` if the enclosing value cannot be read
    /// without it.
    fn unread() -> Option<Self> {
        Self::absent()
    }
}

pub trait ReadEntry<'a>: Sized {
    fn read_entry(key: &Spanned<String>, node: &Node, reader: &mut Reader<'a, '_>) -> Option<Self>;
}

pub trait ReadKey<'a>: Sized {
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
