//! Reasons to refuse a file, for several modules.

use offload_bundle::Refusal;
pub(crate) use offload_bundle::internal::object::{no_bits, not_repackable};

pub(super) fn other_form(found: &str) -> Refusal {
    not_repackable(format!(
        "expected a library or program of 64 bits for EM_X86_64 or EM_AARCH64, ELF or PE, found {found}"
    ))
}

/// The file has no section table, as after `llvm-strip --strip-sections`.
pub(crate) fn no_sections() -> Refusal {
    not_repackable("expected a table of sections, found none: give the file as it was before the table was removed")
}

/// A relocation of an unsupported type points at bundles that would move. `offset` is its file offset.
pub(super) fn relocation(kind: u32, offset: u64) -> Refusal {
    not_repackable(format!(
        "expected relocations that hold the address of a bundle, found one of type {kind} at byte {offset:#x}"
    ))
}

/// A relocation changes bundles, or the padding after them. `offset` is its file offset.
pub(super) fn changes_bundles(kind: u32, offset: u64) -> Refusal {
    not_repackable(format!(
        "expected no relocation that changes bundles, found one of type {kind} at byte {offset:#x}: link the file again"
    ))
}

/// Parts of the file to change share the byte at `offset`.
pub(super) fn shared(offset: u64) -> Refusal {
    not_repackable(format!(
        "expected parts of their own for headers, relocations and sections, found two that share byte {offset:#x}"
    ))
}

pub(crate) fn unknown_relocations(found: &str) -> Refusal {
    not_repackable(format!(
        "expected relocations of the type SHT_RELA or SHT_RELR, found {found}, which are not followed"
    ))
}
