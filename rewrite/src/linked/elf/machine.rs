//! The relocations of a machine that hold addresses of 64 bits.

use object::elf::{
    EM_AARCH64, EM_X86_64, R_AARCH64_ABS64, R_AARCH64_IRELATIVE, R_AARCH64_RELATIVE, R_X86_64_32, R_X86_64_64,
    R_X86_64_IRELATIVE, R_X86_64_PC32, R_X86_64_RELATIVE, RelocationType,
};

/// The numbers of these relocations. That of none is 0 on every machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Relocations {
    /// The address of a symbol, and a number.
    pub(super) absolute: u32,
    /// The address that the file is loaded to, and a number. It is in linked files only.
    pub(super) relative: u32,
    /// Others by which loaders put an address, or the way to one.
    others: &'static [RelocationType],
}

impl Relocations {
    /// The number of a relocation that does nothing.
    pub(super) const NONE: u32 = 0;

    /// Those of the machine `e_machine`, if they are known here.
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

    /// Whether it is EM_X86_64.
    pub(super) fn is_x86(self) -> bool {
        self.absolute == R_X86_64_64.0
    }

    /// Whether a loader adds the value of a symbol and the addend for a relocation of the type `kind`.
    pub(super) fn adds(self, kind: u32) -> bool {
        kind == self.absolute || self.others.iter().any(|other| other.0 == kind)
    }
}
