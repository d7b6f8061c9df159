//! A program header with numeric fields.

use object::LittleEndian;
use object::elf::{PT_GNU_STACK, PT_LOAD, PT_PHDR, ProgramHeader64};
use offload_bundle_core::bytes::Place;

/// Length in bytes.
pub(super) const LEN: u64 = 56;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Segment {
    pub(super) kind: u32,
    pub(super) flags: u32,
    pub(super) offset: u64,
    pub(super) address: u64,
    pub(super) physical: u64,
    pub(super) file_len: u64,
    pub(super) memory_len: u64,
    pub(super) alignment: u64,
}

impl Segment {
    pub(super) fn new(header: &ProgramHeader64<LittleEndian>) -> Self {
        let e = LittleEndian;
        Self {
            kind: header.p_type.get(e).0,
            flags: header.p_flags.get(e).0,
            offset: header.p_offset.get(e),
            address: header.p_vaddr.get(e),
            physical: header.p_paddr.get(e),
            file_len: header.p_filesz.get(e),
            memory_len: header.p_memsz.get(e),
            alignment: header.p_align.get(e),
        }
    }

    pub(super) fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.kind.to_le_bytes());
        out.extend_from_slice(&self.flags.to_le_bytes());
        let words = [self.offset, self.address, self.physical, self.file_len, self.memory_len, self.alignment];
        for word in words {
            out.extend_from_slice(&word.to_le_bytes());
        }
    }

    pub(super) fn is_loaded(&self) -> bool {
        self.kind == PT_LOAD.0
    }

    pub(super) fn is_of_headers(&self) -> bool {
        self.kind == PT_PHDR.0
    }

    /// PT_GNU_STACK is empty.
    pub(super) fn is_of_stack(&self) -> bool {
        self.kind == PT_GNU_STACK.0
    }

    pub(super) fn place(&self) -> Place {
        Place { ofs: self.offset, len: self.file_len }
    }

    pub(super) fn memory_end(&self) -> u64 {
        self.address.saturating_add(self.memory_len)
    }

    pub(super) fn offset_of(&self, address: u64) -> Option<u64> {
        let skip = address.checked_sub(self.address)?;
        (skip < self.file_len).then(|| self.offset.checked_add(skip))?
    }

    /// File offset and address agree modulo the alignment.
    pub(super) fn is_congruent(&self) -> bool {
        let within = |number: u64| number.checked_rem(self.alignment.max(1));
        within(self.offset) == within(self.address)
    }
}
