//! Tables of what ELF headers say of the target.

/// What ELF headers call some architectures.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct Machine<'a> {
    /// The number.
    pub number: u16,
    /// The name, for people.
    pub name: &'a str,
    /// The architectures, by their primary names.
    pub architectures: &'a [&'a str],
    /// What its code objects may be; anything if there are none.
    pub types: &'a [ElfType<'a>],
    /// The notes that hold what else is known of a code object.
    pub metadata: &'a [MetadataNote<'a>],
    /// How the name of the symbol ends that describes a kernel, which is called as that is without it; empty if there are none.
    pub kernel_symbol: &'a str,
    /// How the names of the sections begin that belong to the kernel named behind.
    pub kernel_sections: &'a [&'a str],
    /// How the names of sections begin that only debuggers look at.
    pub debug_sections: &'a [&'a str],
    /// Whether sections of its own types show the bytes of others a second time, or have none in the file, as it likes.
    pub loose_sections: bool,
    /// Whether runtimes load its code when a kernel of it is launched: what holds none is not needed.
    pub loaded_when_launched: bool,
    /// How the ID is made of a code object that no bundle is around; none where such files are something else.
    pub bare: Option<BareId<'a>>,
}

/// The parts of the ID of a code object that no bundle is around, beside what its header says.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct BareId<'a> {
    /// The offload kind.
    pub kind: &'a str,
    /// The target triple.
    pub triple: &'a str,
}

/// What an ELF file may be.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct ElfType<'a> {
    /// The number.
    pub number: u16,
    /// The name, for people.
    pub name: &'a str,
    /// Whether it has yet to be linked.
    pub to_be_linked: bool,
}

/// A note in an ELF file that holds one map in MessagePack.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct MetadataNote<'a> {
    /// Who defines it.
    pub name: &'a str,
    /// Which of theirs it is.
    pub number: u32,
    /// The key of the triple and target ID that the code object is for.
    pub target: &'a str,
}

/// Which bits of the flags in an ELF header say what.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FlagLayout<'a> {
    /// Which code objects have it, for people.
    pub doc: &'a str,
    /// The architectures it is for, by their primary names.
    pub architectures: &'a [&'a str],
    /// The operating systems' conventions it is for, by their numbers of 8 bits; all if there are none.
    pub os_abi: &'a [u16],
    /// The versions of those that it is for, by their numbers of 8 bits.
    pub abi_version: &'a [u16],
    /// The bits that hold the processor's number.
    pub processor: Bits,
    /// The bits that hold features.
    pub features: &'a [FeatureBits<'a>],
}

/// Which bits say whether a feature is on. A setting without a value is one that the bits cannot tell.
#[derive(Debug, Clone, Copy)]
#[cfg_attr(feature = "bake", derive(databake::Bake), databake(path = offload_bundle_core::ids::tables))]
pub struct FeatureBits<'a> {
    /// The feature.
    pub feature: &'a str,
    /// The bits.
    pub mask: Bits,
    /// Their value for a processor that has no such feature.
    pub none: Option<Bits>,
    /// Their value for a feature that is left open.
    pub any: Option<Bits>,
    /// Their value for a feature that is off.
    pub off: Option<Bits>,
    /// Their value for a feature that is on.
    pub on: Option<Bits>,
}

/// Some of the 32 bits of flags.
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
