//! How much is asked of each change.

/// How far the judging goes. What notices nothing until then is left.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// To what needs no compiler.
    Interpreted,
    /// To the tests that need core and formats alone.
    Alone,
    /// To the end.
    #[default]
    All,
}
