//! How an operation went that could be carried out, or on what it failed.

/// How an operation went. The order is from best to worst.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Done, or the answer is yes.
    #[default]
    Done,
    /// The answer is no: not found, no bundle, not compatible, not sound.
    Negative,
    /// It could not be done, or not for every input.
    Failed,
}
