//! Two IDs that are compared, and what a rule finds.

use crate::ids::answers::{Loading, Reason};
use crate::ids::captures::Captures;

/// A stored and an asked ID, read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'p, 'a> {
    pub(super) stored: &'p Captures<'a>,
    pub(super) asked: &'p Captures<'a>,
    /// What is stored, where it need not be machine code.
    pub(super) image: Option<&'p str>,
    pub(super) purpose: Purpose,
}

/// What an ID is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// One device: what is taken must run there.
    Serving,
    /// All devices that a part of an ID fits: what is taken must run on at least one.
    Selecting,
}

/// What a rule finds.
pub(super) struct Finding {
    /// Why both agree, or why not.
    pub(super) told: Result<Reason, Reason>,
    /// How loaders run what is stored, as far as this rule goes.
    pub(super) loads: Option<Loading>,
    /// How well, if not as all that is for the processor.
    pub(super) rank: Option<u32>,
}

impl From<Result<Reason, Reason>> for Finding {
    fn from(told: Result<Reason, Reason>) -> Self {
        let loads = told.is_ok().then_some(Loading::Own);
        Self { told, loads, rank: None }
    }
}
