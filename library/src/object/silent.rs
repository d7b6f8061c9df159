//! Which bytes of an object or image say nothing, for tests that change each byte: another one there means the same.
// Small files, made for tests.
#![allow(clippy::arithmetic_side_effects)]

use object::read::elf::ElfFile64;
use object::{Endianness, File, FileKind, Object as _, ObjectSection as _};

/// Where fields are that say where something begins that has no bytes in the file, or only zeros.
pub(crate) fn fields(bytes: &[u8]) -> Vec<usize> {
    let file = File::parse(bytes).unwrap();
    let silent = file
        .sections()
        .filter(|section| section.data().unwrap().iter().all(|byte| *byte == 0));
    let field = |index: usize| match FileKind::parse(bytes).unwrap() {
        FileKind::Elf64 => {
            let header = ElfFile64::<Endianness>::parse(bytes).unwrap();
            let table = header.elf_header().e_shoff.get(Endianness::Little);
            let table = usize::try_from(table).unwrap();
            table + 64 * index + 24..table + 64 * index + 32
        }
        FileKind::Coff => 40 * index..40 * index + 4,
        _ => 0..0,
    };
    silent.flat_map(|section| field(section.index().0)).collect()
}
