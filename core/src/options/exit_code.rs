//! What a process says by the number that it ends with.

/// What an exit code means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::options))]
pub struct ExitCode<'a> {
    /// The code.
    pub code: u8,
    /// When it is given.
    pub doc: &'a str,
}
