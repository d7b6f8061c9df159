//! The parts that requests and reports share.

pub(crate) mod entries;
pub(crate) mod notes;
pub(crate) mod requests;
pub mod rules;
