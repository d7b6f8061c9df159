//! What the headers of code objects declare of the target.

use alloc::string::String;

/// What the header of an ELF file says of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElfHeader {
    /// The number of the architecture.
    pub machine: u16,
    /// The number of the operating system's conventions.
    pub os_abi: u8,
    /// The version of those conventions.
    pub abi_version: u8,
    /// What else the architecture has to say.
    pub flags: u32,
}

/// What the header of an ELF file says that it is for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeaderTarget {
    /// The architecture, for people, where its number is known.
    pub machine: Option<&'static str>,
    /// The processor with the features that are fixed, where the flags say so.
    pub target: Option<String>,
}

/// What is compared between an ID and a code object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
pub enum HeaderPart {
    /// The architecture.
    #[strum(serialize = "wrong-machine")]
    Machine,
    /// The processor.
    #[strum(serialize = "wrong-processor")]
    Processor,
    /// A feature.
    #[strum(serialize = "wrong-feature")]
    Feature,
    /// Flags of a version that is not known: the rest cannot be compared.
    #[strum(serialize = "unknown-version")]
    Version,
}

impl HeaderPart {
    /// Every word that [`HeaderPart::code`] can give.
    pub const CODES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// A stable word for what is wrong with a code object where this differs.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// A difference between an ID and its code object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// What differs.
    pub part: HeaderPart,
    /// What the ID declares, in words.
    pub expected: String,
    /// What the code object declares, in words.
    pub found: String,
}
