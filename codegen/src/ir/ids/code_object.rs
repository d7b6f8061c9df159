//! What code objects are, and what their headers say of the target.

/// What a code object can be.
#[derive(Debug, Clone)]
pub struct Content {
    /// Its name.
    pub name: String,
    /// The bytes it begins with.
    pub begins: Vec<u64>,
    /// Whether it is an ELF file.
    pub elf: bool,
    /// What it is.
    pub doc: String,
}

/// What ELF headers call some architectures.
#[derive(Debug, Clone)]
pub struct Machine {
    /// The name, for people.
    pub name: String,
    /// The number.
    pub number: u64,
    /// The architectures.
    pub architectures: Vec<String>,
}

/// Which bits of the flags in an ELF header say what.
#[derive(Debug, Clone)]
pub struct Flags {
    /// Which code objects these are.
    pub doc: String,
    /// The architectures.
    pub architectures: Vec<String>,
    /// The operating systems' conventions; all if there are none.
    pub os_abi: Vec<u64>,
    /// The versions of those.
    pub abi_version: Vec<u64>,
    /// The bits that hold the processor.
    pub processor: u64,
    /// The bits that hold features.
    pub features: Vec<FeatureBits>,
}

/// Which bits say whether a feature is on.
#[derive(Debug, Clone)]
pub struct FeatureBits {
    /// The feature.
    pub feature: String,
    /// The bits.
    pub mask: u64,
    /// Their value where there is no such feature, where it is left open, off and on.
    pub settings: [Option<u64>; 4],
}
