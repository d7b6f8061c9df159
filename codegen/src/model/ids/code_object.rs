//! What the headers of code objects say of the target.

use offload_bundle_core::ids::tables as core;

use crate::reading::{OneOrMore, Prose, mapping};
use crate::spanned::Spanned;

mapping! {
    /// What ELF headers call some architectures.
    pub struct Machine as "a machine" => for<'a> core::Machine<'a> {
        pub number: Spanned<u64>,
        pub name: String,
        pub architectures: Spanned<OneOrMore<Spanned<String>>>,
        /// What its code objects may be; anything if there are none.
        pub types: Vec<ElfType>,
        /// The notes that hold what else is known of a code object.
        pub metadata: Vec<Metadata>,
        /// How the name of the symbol ends that describes a kernel, which is called as that is without it.
        pub kernel_symbol: Option<String>,
        /// How the names of the sections begin that belong to the kernel named behind.
        pub kernel_sections: Vec<String>,
        /// How the names of sections begin that only debuggers look at.
        pub debug_sections: Vec<String>,
        /// Whether sections of its own types show the bytes of others a second time, or have none in the file.
        pub loose_sections: bool,
        /// Whether runtimes load its code when a kernel of it is launched.
        pub loaded_when_launched: bool,
        /// How the ID is made of a code object that no bundle is around.
        pub bare: Option<BareId>,
    }
}

mapping! {
    /// The parts of an ID beside what the header of the code object says.
    pub struct BareId as "a code object by itself" => for<'a> core::BareId<'a> {
        pub kind: String,
        pub triple: String,
    }
}

mapping! {
    /// What an ELF file may be.
    pub struct ElfType as "a type of ELF files" => for<'a> core::ElfType<'a> {
        pub number: Spanned<u64>,
        pub name: String,
        /// Whether it has yet to be linked.
        pub to_be_linked: bool,
    }
}

mapping! {
    /// A note that holds one map in MessagePack.
    pub struct Metadata as "a metadata note" => for<'a> core::MetadataNote<'a> {
        pub name: Spanned<String>,
        pub number: Spanned<u64>,
        /// The key of the triple and target ID that the code object is for.
        pub target: Spanned<String>,
    }
}

mapping! {
    /// Which bits of the flags in an ELF header say what.
    pub struct Flags as "a layout of flags" => for<'a> core::FlagLayout<'a> {
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
    pub struct FeatureBits as "a feature in flags" => for<'a> core::FeatureBits<'a> {
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
