//! References to device code outside of a file.

/// The layout of a section with a reference to device code outside of the file: a MessagePack map.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct ReferenceRule<'a> {
    /// The key of the list of paths, relative to the folder of the file.
    pub paths: &'a str,
    /// The key of the name of the code in the archive.
    pub name: &'a str,
    /// The placeholder of the target in a path. Only its first occurrence counts.
    pub target: &'a str,
    /// The maximum number of bytes to read from the section.
    pub at_most: u64,
    /// The separator between the name and the unit number in row names of archives.
    pub unit: &'a str,
    /// The environment variables that loaders read.
    pub environment: LoaderEnvironment<'a>,
}

/// Environment variables that change the archives of loaders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::placement))]
pub struct LoaderEnvironment<'a> {
    /// The variable with replacement archives.
    pub instead: &'a str,
    /// The variable with archives to use first.
    pub before: &'a str,
    /// The variable that disables all archives, unless it is empty or begins with 0.
    pub off: &'a str,
}
