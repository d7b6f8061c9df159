//! How an operation went.

/// How an operation went.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It is done, or the answer is yes.
    Done = 0,
    /// The answer is no: not sound, no code for this GPU, more than the budget.
    Negative = 1,
    /// It could not be done, or not for every file; there is no answer.
    Failed = 2,
}

impl From<offload_bundle::report::Outcome> for Outcome {
    fn from(outcome: offload_bundle::report::Outcome) -> Self {
        match outcome {
            offload_bundle::report::Outcome::Done => Self::Done,
            offload_bundle::report::Outcome::Negative => Self::Negative,
            offload_bundle::report::Outcome::Failed => Self::Failed,
        }
    }
}
