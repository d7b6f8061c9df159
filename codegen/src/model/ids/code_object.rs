//! What the headers of code objects say of the target.

use crate::reading::{OneOrMore, Prose, mapping};
use crate::spanned::Spanned;

mapping! {
    /// What ELF headers call some architectures.
    pub struct Machine as "a machine" {
        pub number: Spanned<u64>,
        pub name: String,
        pub architectures: Spanned<OneOrMore<Spanned<String>>>,
    }
}

mapping! {
    /// Which bits of the flags in an ELF header say what.
    pub struct Flags as "a layout of flags" {
        pub architectures: Spanned<OneOrMore<Spanned<String>>>,
        /// Which code objects these are.
        pub doc: Prose,
        /// The operating systems' conventions; all if there are none.
        pub os_abi: Vec<u8>,
        /// The versions of those.
        pub abi_version: Spanned<Vec<u8>>,
        /// The bits that hold the processor.
        pub processor: Spanned<u64>,
        /// The bits that hold features.
        pub features: Vec<FeatureBits>,
    }
}

mapping! {
    /// Which bits say whether a feature is on.
    pub struct FeatureBits as "a feature in flags" {
        pub feature: Spanned<String>,
        pub mask: Spanned<u64>,
        /// Their value where there is no such feature.
        pub none: Option<Spanned<u64>>,
        /// Their value where it is left open.
        pub any: Option<Spanned<u64>>,
        /// Their value where it is off.
        pub off: Option<Spanned<u64>>,
        /// Their value where it is on.
        pub on: Option<Spanned<u64>>,
    }
}

impl FeatureBits {
    /// The values of the bits: for no such feature, for one left open, off and on.
    pub fn settings(&self) -> [Option<&Spanned<u64>>; 4] {
        [&self.none, &self.any, &self.off, &self.on].map(Option::as_ref)
    }
}
