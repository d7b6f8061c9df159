//! The outcome of an operation.

/// The outcome of an operation, from best to worst.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Done, or the answer is yes.
    #[default]
    Done,
    /// The answer is no: not found, not a bundle, not compatible, not sound.
    Negative,
    /// The operation failed, entirely or for some input.
    Failed,
}
