//! Reasons to refuse a file, for several modules.

use offload_bundle::Refusal;
pub(crate) use offload_bundle::internal::object::{no_bits, not_repackable};

pub(super) fn other_form(found: &str) -> Refusal {
    not_repackable(format!(
        "expected a 64-bit ELF or PE library or program for EM_X86_64 or EM_AARCH64, found {found}"
    ))
}

/// As after `llvm-strip --strip-sections`.
pub(crate) fn no_sections() -> Refusal {
    not_repackable("the file has no section table").hint("use the file from before the table was removed")
}

/// `offset` is the file offset of the relocation.
pub(super) fn relocation(kind: u32, offset: u64) -> Refusal {
    not_repackable(format!(
        "the relocation at byte {offset:#x} for a bundle has the unsupported type {kind}"
    ))
}

/// `offset` is the file offset of the relocation.
pub(super) fn changes_bundles(kind: u32, offset: u64) -> Refusal {
    not_repackable(format!(
        "the relocation at byte {offset:#x} of type {kind} changes a bundle; relink the file"
    ))
}

pub(super) fn shared(offset: u64) -> Refusal {
    not_repackable(format!("headers, relocations or sections overlap at byte {offset:#x}"))
}

pub(crate) fn unknown_relocations(found: &str) -> Refusal {
    not_repackable(format!(
        "expected relocations of type SHT_RELA or SHT_RELR, found {found}"
    ))
}
