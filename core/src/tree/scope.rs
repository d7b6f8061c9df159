//! The scope of an expression.

use super::value::Value;

#[derive(Debug, Clone, Copy)]
pub(super) struct Scope<'s, 'b> {
    pub(super) frame: usize,
    /// `_`.
    pub(super) item: Option<&'s Value<'b>>,
    /// `_index`.
    pub(super) index: Option<u64>,
}

impl Scope<'_, '_> {
    pub(super) fn new(frame: usize) -> Self {
        Self { frame, item: None, index: None }
    }
}
