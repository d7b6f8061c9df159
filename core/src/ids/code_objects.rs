//! The target that the header of a code object declares.

use alloc::string::String;

/// The fields of an ELF header that declare the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElfHeader {
    /// The number of the architecture.
    pub machine: u16,
    /// The number of the OS ABI.
    pub os_abi: u8,
    /// The ABI version.
    pub abi_version: u8,
    /// The flags, which are specific to the architecture.
    pub flags: u32,
}

/// The target that an ELF header declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeaderTarget {
    /// The architecture for people, if its number is known.
    pub machine: Option<&'static str>,
    /// The target ID, with the features that are fixed, if the flags declare it.
    pub target: Option<String>,
}

/// The generic processor that a code object is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenericCode {
    /// The processor.
    pub processor: &'static str,
    /// The version, or `None` if the flags of this ABI version have none.
    pub version: Option<u32>,
    /// The largest version in use; 0 if the flags have none.
    pub known: u32,
}

/// What differs between an ID and a code object.
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
    /// The flags have an unknown version, so the rest cannot be compared.
    #[strum(serialize = "unknown-version")]
    Version,
}

impl HeaderPart {
    /// Every code that [`HeaderPart::code`] can return.
    pub const CODES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// Returns a stable code for a code object that differs in this.
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
