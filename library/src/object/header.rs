//! What the header of an ELF file says of the target.

use object::elf::{FileHeader32, FileHeader64};
use object::endian::Endianness;
use object::read::elf::FileHeader;
use offload_bundle_core::ids::ElfHeader;

/// What the ELF header at the start of `head` says of the target.
pub(crate) fn elf_header(head: &[u8]) -> Option<ElfHeader> {
    /// The fields of a header of one class.
    fn fields<H: FileHeader<Endian = Endianness>>(head: &[u8]) -> Option<ElfHeader> {
        let header = H::parse(head).ok()?;
        let endian = header.endian().ok()?;
        let ident = header.e_ident();
        Some(ElfHeader {
            machine: header.e_machine(endian).0,
            os_abi: ident.os_abi.0,
            abi_version: ident.abi_version,
            flags: header.e_flags(endian).0,
        })
    }
    fields::<FileHeader64<Endianness>>(head).or_else(|| fields::<FileHeader32<Endianness>>(head))
}
