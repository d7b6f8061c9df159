//! Tables of processors with numeric names, and of which ones run code for which others.

/// Processors with numeric names. The last digit is a step within the generation that the digits before it name. Code for such a processor
/// runs on the later processors of its generation.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Generations<'a> {
    /// The prefix of the names, before the number.
    pub begins: &'a str,
    /// The suffixes of processors whose code runs on that processor only.
    pub alone: &'a [&'a str],
    /// The suffixes of processors whose code runs within the generation only, even if it is compiled when loaded.
    pub together: &'a [&'a str],
    /// The processors whose code runs on no other processor, and which run code for no other.
    pub apart: &'a [&'a str],
    /// The processors that have got another number.
    pub renamed: &'a [Renamed<'a>],
    /// The image kinds that are compiled when loaded. They run on all later processors, of any generation.
    pub compiled: &'a [&'a str],
    /// The image kinds that have to be linked before they run.
    pub unlinked: &'a [&'a str],
    /// The reason why code for an earlier processor runs, and code for the same processor with a suffix.
    pub earlier: &'a str,
    /// The reason why an image that is compiled when loaded runs.
    pub compiles: &'a str,
    /// The reason why an image that has to be linked does not run.
    pub refuses: &'a str,
}

/// A processor that has got another number. Code for either runs on both.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Renamed<'a> {
    /// The old name.
    pub from: &'a str,
    /// The new name.
    pub to: &'a str,
}
