//! Two IDs that are compared, and the findings of a rule.

use crate::ids::answers::{Loading, Reason};
use crate::ids::captures::Captures;

/// A stored and a requested ID, parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<'p, 'a> {
    pub(super) stored: &'p Captures<'a>,
    pub(super) asked: &'p Captures<'a>,
    /// The image kind of the stored code, if it need not be machine code.
    pub(super) image: Option<&'p str>,
    pub(super) purpose: Purpose,
}

/// The purpose of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
    /// One device, on which the code must run.
    Serving,
    /// All devices that fit a part of an ID: the code must run on at least one.
    Selecting,
}

/// The finding of a rule.
pub(super) struct Finding {
    /// Why both agree, or why they do not.
    pub(super) told: Result<Reason, Reason>,
    /// How loaders run the code, by this rule.
    pub(super) loads: Option<Loading>,
    /// The rank, if it differs from that of code for the processor itself.
    pub(super) rank: Option<u32>,
}

impl From<Result<Reason, Reason>> for Finding {
    fn from(told: Result<Reason, Reason>) -> Self {
        let loads = told.is_ok().then_some(Loading::Own);
        Self { told, loads, rank: None }
    }
}
