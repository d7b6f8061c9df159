//! Relocation types with 64-bit addresses, by machine.

use object::elf::{
    EM_AARCH64, EM_X86_64, R_AARCH64_ABS64, R_AARCH64_IRELATIVE, R_AARCH64_RELATIVE, R_X86_64_32, R_X86_64_64,
    R_X86_64_IRELATIVE, R_X86_64_PC32, R_X86_64_RELATIVE, RelocationType,
};

/// R_*_NONE is 0 on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relocations {
    /// Symbol address plus addend.
    pub(super) absolute: u32,
    /// Load address plus addend, only in linked files.
    pub(super) relative: u32,
    /// Others that hold an address or a distance.
    others: &'static [RelocationType],
}

impl Relocations {
    /// The type that does nothing.
    pub(super) const NONE: u32 = 0;

    pub(super) fn for_machine(e_machine: u16) -> Option<Self> {
        let (absolute, relative, others): (_, _, &[_]) = match object::elf::Machine(e_machine) {
            EM_X86_64 => (
                R_X86_64_64,
                R_X86_64_RELATIVE,
                &[R_X86_64_32, R_X86_64_PC32, R_X86_64_IRELATIVE],
            ),
            EM_AARCH64 => (R_AARCH64_ABS64, R_AARCH64_RELATIVE, &[R_AARCH64_IRELATIVE]),
            _ => return None,
        };
        Some(Self { absolute: absolute.0, relative: relative.0, others })
    }

    pub(super) fn is_x86(self) -> bool {
        self.absolute == R_X86_64_64.0
    }

    pub(super) fn adds(self, kind: u32) -> bool {
        kind == self.absolute || self.others.iter().any(|other| other.0 == kind)
    }
}
