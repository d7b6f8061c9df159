//! Tables of what ELF headers say of the target.

/// What ELF headers call some architectures.
#[derive(Debug, Clone, Copy)]
pub struct Machine {
    /// The number.
    pub number: u16,
    /// The name, for people.
    pub name: &'static str,
    /// The architectures, by their primary names.
    pub architectures: &'static [&'static str],
}

/// Which bits of the flags in an ELF header say what.
#[derive(Debug, Clone, Copy)]
pub struct FlagLayout {
    /// The architectures it is for, by their primary names.
    pub architectures: &'static [&'static str],
    /// The operating systems' conventions it is for; all if there are none.
    pub os_abi: &'static [u8],
    /// The versions of those that it is for.
    pub abi_version: &'static [u8],
    /// The bits that hold the processor's number.
    pub processor: u32,
    /// The bits that hold features.
    pub features: &'static [FeatureBits],
}

/// Which bits say whether a feature is on. A setting without a number is one that the bits cannot tell.
#[derive(Debug, Clone, Copy)]
pub struct FeatureBits {
    /// The feature.
    pub feature: &'static str,
    /// The bits.
    pub mask: u32,
    /// Their value for a processor that has no such feature.
    pub none: Option<u32>,
    /// Their value for a feature that is left open.
    pub any: Option<u32>,
    /// Their value for a feature that is off.
    pub off: Option<u32>,
    /// Their value for a feature that is on.
    pub on: Option<u32>,
}
