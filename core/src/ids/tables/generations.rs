//! Tables of processors with numeric names.

/// Processors with numeric names. The last digit is a step within a generation, which the other digits number. Code for
/// a processor runs on the later processors of its generation.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Generations<'a> {
    /// The prefix of the names, before the number.
    pub begins: &'a str,
    /// The suffixes of processors with code that runs only on that processor.
    pub alone: &'a [&'a str],
    /// The suffixes of processors with code that runs within the generation only, even if it is compiled when loaded.
    pub together: &'a [&'a str],
    /// The processors that share no code with other processors, in either direction.
    pub apart: &'a [&'a str],
    /// The renumbered processors.
    pub renamed: &'a [Renamed<'a>],
    /// The image kinds that are compiled when loaded. They run on all later processors, of any generation.
    pub compiled: &'a [&'a str],
    /// The image kinds that must be linked before they run.
    pub unlinked: &'a [&'a str],
    /// The reason why code runs on a later processor, or without its suffix.
    pub earlier: &'a str,
    /// The reason why an image that is compiled when loaded runs.
    pub compiles: &'a str,
    /// The reason why an image that must be linked does not run.
    pub refuses: &'a str,
}

/// A renumbered processor. Code for either number runs on both.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Renamed<'a> {
    /// The old name.
    pub from: &'a str,
    /// The new name.
    pub to: &'a str,
}
