//! Tables of processors whose names are numbers, and which of them run the code of which.

/// Processors whose names are numbers: the last digit is a step in the generation that the digits before it name. Code for one of them runs on
/// the later ones of its generation.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Generations<'a> {
    /// What their names begin with, before the number.
    pub begins: &'a str,
    /// The letters behind a number with which code runs on that processor alone.
    pub alone: &'a [&'a str],
    /// The letters with which code runs in the generation alone, also what is compiled when it is loaded.
    pub together: &'a [&'a str],
    /// Those whose code runs on no other, and which run the code of no other.
    pub apart: &'a [&'a str],
    /// What is compiled for a processor when it is loaded: it runs on all later ones, of any generation.
    pub compiled: &'a [&'a str],
    /// What has to be linked before it runs at all.
    pub unlinked: &'a [&'a str],
    /// The reason why code for an earlier processor runs, and for the same one with a letter.
    pub earlier: &'a str,
    /// The reason why what is compiled when it is loaded runs.
    pub compiles: &'a str,
    /// The reason why what has to be linked does not run.
    pub refuses: &'a str,
}
