//! Why the bundles within an object file cannot be replaced.

/// Why the bundles within an object file cannot be replaced.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RepackFault {
    /// The file does not have a form and machine whose pointers are known.
    #[error("expected a library or program of 64 bits for EM_X86_64 or EM_AARCH64, ELF or PE, found {found}")]
    Form {
        /// What the file is.
        found: &'static str,
    },
    /// The file has no section table, as after `llvm-strip --strip-sections`.
    #[error("expected a table of sections, found none: give the file as it was before the table was removed")]
    NoSections,
    /// The section of the bundles has no bytes in the file, or a pointer to it says that they were moved.
    #[error(
        "expected device code in the section {section}, found none: it was moved to another file, or this is only the debug information of a file"
    )]
    NoBits {
        /// The section.
        section: String,
    },
    /// Several sections hold bundles.
    #[error("expected bundles in one section, found them in several: {}", sections.join(", "))]
    SeveralSections {
        /// The sections, in file order.
        sections: Vec<String>,
    },
    /// The bundles share their section with other content.
    #[error(
        "expected bundles in a section of their own, found them in {section}, where other content would have to move"
    )]
    Merged {
        /// The section.
        section: String,
    },
    /// The loader uses something that the section table does not list, or lists at another place.
    #[error("expected a table of sections that lists {what} where the loader finds it, found none there")]
    Unlisted {
        /// What the loader uses.
        what: &'static str,
    },
    /// A section has relocations that loaders do not apply.
    #[error("expected a dynamic section that leads loaders to the relocations at address {address:#x}, found none")]
    NotApplied {
        /// The address of the section.
        address: u64,
    },
    /// The section is not loaded as one piece.
    #[error("expected the section {section} within a loaded segment, found it elsewhere")]
    NotLoaded {
        /// The section.
        section: String,
    },
    /// A section is not at the place that its address is loaded from.
    #[error(
        "expected sections where loaded segments have their bytes, found that of address {address:#x} elsewhere: link the file again"
    )]
    Elsewhere {
        /// The address of the section.
        address: u64,
    },
    /// The file is signed, and the signature would no longer match.
    #[error("expected a file that is not signed, found a signature: sign the file again after the change")]
    Signed,
    /// Something follows all known parts of the file.
    #[error(
        "expected nothing behind the sections, found a byte at byte {offset:#x}: what looks for it may know where it is"
    )]
    Overlay {
        /// The offset of the first such byte in the file.
        offset: u64,
    },
    /// The relocations have a form that is not supported.
    #[error("expected relocations of the type SHT_RELA or SHT_RELR, found {found}, which are not followed")]
    Relocations {
        /// The form.
        found: &'static str,
    },
    /// Nothing points at a bundle, so that nothing would find it at another place.
    #[error("expected a wrapper that points at each bundle, found none for the one at byte {offset:#x}")]
    NothingPoints {
        /// The offset of the bundle in bytes, from the start of the file.
        offset: u64,
    },
    /// Something points at a bundle that would be removed as a whole.
    #[error(
        "expected nothing that points at the bundle at byte {offset:#x}, of which nothing would be left, found something: keep a part of it"
    )]
    Needed {
        /// The offset of the bundle in bytes, from the start of the file.
        offset: u64,
    },
    /// A pointer points into a bundle, or between two.
    #[error(
        "expected pointers to the first byte of a bundle, found one at byte {offset:#x} that points to byte {within} of the section {section}"
    )]
    Within {
        /// The offset of the pointer in bytes, from the start of the file.
        offset: u64,
        /// The offset that it points to in bytes, from the start of the section.
        within: u64,
        /// The section.
        section: String,
    },
    /// A relocation of an unsupported type points at bundles that would move.
    #[error("expected relocations that hold the address of a bundle, found one of type {kind} at byte {offset:#x}")]
    Relocation {
        /// The offset of the relocation in bytes, from the start of the file.
        offset: u64,
        /// The type of the relocation.
        kind: u32,
    },
    /// An instruction or a word has the address of a bundle that would move, and no relocation says so.
    #[error(
        "expected relocations for all that leads to bundles, found none for byte {offset:#x}: keep the size of the bundles before, or link the file again"
    )]
    Stale {
        /// The offset of the instruction or word in bytes, from the start of the file.
        offset: u64,
    },
    /// A relocation changes bundles, or the padding after them, which would hold something else there.
    #[error(
        "expected no relocation that changes bundles, found one of type {kind} at byte {offset:#x}: link the file again"
    )]
    ChangesBundles {
        /// The offset of the relocation in bytes, from the start of the file.
        offset: u64,
        /// The type of the relocation.
        kind: u32,
    },
    /// A relocation names a symbol that is not in its table.
    #[error(
        "expected relocations by symbols that are there, found one at byte {offset:#x} behind the end of its table: link the file again"
    )]
    NoSymbol {
        /// The offset of the relocation in bytes, from the start of the file.
        offset: u64,
    },
    /// Parts of the file that are to be changed share bytes.
    #[error("expected parts of their own for headers, relocations and sections, found two that share byte {offset:#x}")]
    Shared {
        /// The offset of a shared byte in the file.
        offset: u64,
    },
    /// The new bundles need more room than there is.
    #[error(
        "expected bundles of at most {have} bytes together, found {need}: what is behind them keeps its addresses: keep fewer code objects, compress the bundles, or link the file again"
    )]
    Longer {
        /// The available room, in bytes.
        have: u64,
        /// The needed room, in bytes.
        need: u64,
    },
    /// The result is not what it should be, and was discarded.
    #[error(
        "the result was thrown away, because {what}: the file is damaged in a way that was not seen, or this program has a fault"
    )]
    Unsound {
        /// What is wrong with the result.
        what: String,
    },
}
