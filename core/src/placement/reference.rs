//! The reference in a section to device code that was moved out of its file.

/// The layout of the reference to device code that was moved out of a file: a MessagePack map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ReferenceRule<'a> {
    /// The key of the list of paths, which are relative to the folder of the file.
    pub paths: &'a str,
    /// The key of the name of the code there.
    pub name: &'a str,
    /// The placeholder of the target in a path. Only the first one in a path counts.
    pub target: &'a str,
    /// The number of bytes of the section that are read.
    pub at_most: u64,
    /// The separator between that name and the number of a unit, in archives whose row names consist of both.
    pub unit: &'a str,
    /// The environment variables that loaders read.
    pub environment: LoaderEnvironment<'a>,
}

/// The environment variables that make loaders use other archives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct LoaderEnvironment<'a> {
    /// The variable with archives that are used instead.
    pub instead: &'a str,
    /// The variable with archives that are used first.
    pub before: &'a str,
    /// The variable that disables all archives, unless it is empty or begins with 0.
    pub off: &'a str,
}
