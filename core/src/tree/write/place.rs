//! What is written where.

use crate::tree::scope::Scope;
use crate::tree::tables::Attr;

/// What is written where: a field of a record, the item in it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) frame: usize,
    pub(super) slot: usize,
    pub(super) index: Option<u64>,
    pub(super) stream: usize,
    pub(super) attr: &'static Attr<'static>,
}

impl Place {
    pub(super) fn scope<'s>(&self) -> Scope<'s, 'static> {
        Scope { frame: self.frame, item: None, index: self.index }
    }
}
