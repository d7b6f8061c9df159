//! Exit codes.

/// An exit code and its meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct ExitCode<'a> {
    /// The code.
    pub code: u8,
    /// The meaning.
    pub doc: &'a str,
}
