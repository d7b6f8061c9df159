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

/// The target in an ELF header.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeaderTarget {
    /// The name of the architecture, if its number is known.
    pub machine: Option<&'static str>,
    /// The target ID, with the features that are fixed, if the flags declare it.
    pub target: Option<String>,
}

/// The generic processor of a code object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GenericCode {
    /// The processor.
    pub processor: &'static str,
    /// The version, or `None` if flags of this ABI version do not declare one.
    pub version: Option<u32>,
    /// The largest known version, or 0.
    pub known: u32,
}

/// A part of the target in which an ID and a code object differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames)]
pub enum HeaderPart {
    /// The code object is for another architecture than its ID.
    ///
    /// Fix: Bundle the code object under its own target.
    #[strum(serialize = "wrong-machine")]
    Machine,
    /// The code object is for another processor than its ID.
    ///
    /// Fix: Bundle the code object under its own target.
    #[strum(serialize = "wrong-processor")]
    Processor,
    /// The code object has another setting of a feature than its ID.
    ///
    /// Fix: Bundle the code object under its own target.
    #[strum(serialize = "wrong-feature")]
    Feature,
    /// The flags of the code object have an unknown version, so they were not compared with its ID.
    ///
    /// Fix: Update offload-bundle.
    #[strum(serialize = "unknown-version")]
    Version,
}

impl HeaderPart {
    /// All codes that [`HeaderPart::code`] returns.
    pub const CODES: &[&str] = <Self as strum::VariantNames>::VARIANTS;

    /// Returns the stable code of this difference.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

/// A difference between an ID and its code object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mismatch {
    /// The part that differs.
    pub part: HeaderPart,
    /// The declaration of the ID, in words.
    pub expected: String,
    /// The declaration of the code object, in words.
    pub found: String,
}
