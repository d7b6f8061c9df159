//! Tables of ELF headers.

use super::loading::{LoaderCheck, LoaderRule};

/// An architecture in ELF headers.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Machine<'a> {
    /// The number.
    pub number: u16,
    /// The name shown to users.
    pub name: &'a str,
    /// The architectures, by their primary names.
    pub architectures: &'a [&'a str],
    /// The types of its code objects; empty for any type.
    pub types: &'a [ElfType<'a>],
    /// The notes with more facts about a code object.
    pub metadata: &'a [MetadataNote<'a>],
    /// The suffix of the symbol of a kernel descriptor. The rest is the name of the kernel. Empty if the architecture
    /// has no such symbols.
    pub kernel_symbol: &'a str,
    /// The layout of a kernel descriptor, if known.
    pub descriptor: Option<Descriptor>,
    /// The prefixes of sections that belong to a kernel. The rest is the name of the kernel.
    pub kernel_sections: &'a [&'a str],
    /// The prefixes of sections that only debuggers read.
    pub debug_sections: &'a [&'a str],
    /// Whether sections of architecture-specific types may overlap other sections, or have no bytes in the file.
    pub loose_sections: bool,
    /// Whether runtimes load the code on the first launch of a kernel, so that a code object without kernels is unused.
    pub loaded_when_launched: bool,
    /// The ID of a code object outside of a bundle, or `None` if such files are something else.
    pub bare: Option<BareId<'a>>,
    /// The rules of loaders, for linked code objects.
    pub loaders: &'a [LoaderRule<'a>],
}

impl<'a> Machine<'a> {
    /// Returns the rules with this check.
    pub fn rules(&self, checks: LoaderCheck) -> impl Iterator<Item = &'a LoaderRule<'a>> + use<'a> {
        self.loaders.iter().filter(move |rule| rule.checks == checks)
    }
}

/// The parts of the ID of a code object outside of a bundle that its header lacks.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct BareId<'a> {
    /// The offload kind.
    pub kind: &'a str,
    /// The target triple.
    pub triple: &'a str,
}

/// The layout of a kernel descriptor.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Descriptor {
    /// The length in bytes.
    pub len: u64,
    /// The offset of the field (8 bytes, signed) with the distance from the descriptor to the kernel's entry, in bytes.
    pub entry: u64,
}

/// An ELF file type.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct ElfType<'a> {
    /// The number.
    pub number: u16,
    /// The name shown to users.
    pub name: &'a str,
    /// Whether the file still has to be linked.
    pub to_be_linked: bool,
}

/// An ELF note with one MessagePack map.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct MetadataNote<'a> {
    /// The owner of the note.
    pub name: &'a str,
    /// The type of the note.
    pub number: u32,
    /// The key of the target triple and target ID of the code object.
    pub target: &'a str,
    /// The key of the version, a list of two numbers.
    pub version: &'a str,
    /// The key of the list of kernels, which are maps.
    pub kernels: &'a str,
    /// The key of the symbol name in the map of a kernel.
    pub symbol: &'a str,
}

/// The layout of ELF flags.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FlagLayout<'a> {
    /// The description of code objects with this layout.
    pub doc: &'a str,
    /// The architectures with this layout, by their primary names.
    pub architectures: &'a [&'a str],
    /// The OS ABI numbers (8 bits) with this layout; empty for all.
    pub os_abi: &'a [u16],
    /// The ABI versions (8 bits) with this layout.
    pub abi_version: &'a [u16],
    /// The bits with the number of the processor.
    pub processor: Bits,
    /// The bits of target features.
    pub features: &'a [FeatureBits<'a>],
    /// The versions of generic processors, or `None` if the flags have no versions.
    pub generic: Option<GenericVersions<'a>>,
}

/// The versions of generic processors.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct GenericVersions<'a> {
    /// The ABI versions (8 bits) with a version in the flags.
    pub abi_version: &'a [u16],
    /// The bits with the version.
    pub bits: Bits,
    /// The largest version in use. The smallest is 1.
    pub known: u32,
}

/// The bits of a target feature. The flags cannot express a setting without a value.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FeatureBits<'a> {
    /// The target feature.
    pub feature: &'a str,
    /// The mask of the bits.
    pub mask: Bits,
    /// The value if the processor does not have the feature.
    pub none: Option<Bits>,
    /// The value if the feature is left open.
    pub any: Option<Bits>,
    /// The value if the feature is off.
    pub off: Option<Bits>,
    /// The value if the feature is on.
    pub on: Option<Bits>,
}

/// A mask or value within the 32 bits of flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bits(pub u32);

#[cfg(feature = "bake")]
impl databake::Bake for Bits {
    fn bake(&self, _env: &databake::CrateEnv) -> databake::TokenStream {
        let bits = crate::bake::hex(self.0);
        databake::quote! { offload_bundle_core::ids::tables::Bits(#bits) }
    }
}

#[cfg(feature = "bake")]
crate::bake::borrows_nothing!(Bits);
