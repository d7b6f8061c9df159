//! What an ELF code object consists of: its kernels, and what is beside them.

use std::collections::BTreeMap;

use object::elf::{FileHeader32, FileHeader64, SHF_ALLOC};
use object::read::elf::{ElfFile, FileHeader};
use object::{Endianness, FileKind, Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::tables::Machine;

use crate::report::CodePart;

/// What has a place in a code object: a kernel, by the name of its symbol, or a part of another kind.
pub(super) type Claimed<'b> = (Place, Result<&'b str, CodePart>);

/// How many bytes of names are looked at, for each byte of a code object: many symbols can share one long name.
const NAMES: usize = 8;

/// What has places in the code object `bytes`; of bytes that several claim, those before have them. Nothing is known of what is no ELF
/// file, or a damaged one.
pub(super) fn claims<'b>(bytes: &'b [u8], machine: Option<&Machine<'_>>) -> Vec<Claimed<'b>> {
    match FileKind::parse(bytes) {
        Ok(FileKind::Elf64) => of::<FileHeader64<Endianness>>(bytes, machine),
        Ok(FileKind::Elf32) => of::<FileHeader32<Endianness>>(bytes, machine),
        _ => Vec::new(),
    }
}

fn of<'b, H: FileHeader<Endian = Endianness>>(bytes: &'b [u8], machine: Option<&Machine<'_>>) -> Vec<Claimed<'b>> {
    let Ok(elf) = ElfFile::<H>::parse(bytes) else {
        return Vec::new();
    };
    let mut claims = Vec::new();
    if let Some(machine) = machine {
        if !machine.kernel_symbol.is_empty() {
            let names = bytes.len().saturating_mul(NAMES);
            by_symbols(&elf, machine.kernel_symbol, names, &mut claims);
        }
        by_sections(&elf, machine.kernel_sections, &mut claims);
    }
    for section in elf.sections() {
        let Some((ofs, len)) = section.file_range() else {
            continue;
        };
        let is_loaded = matches!(section.flags(), SectionFlags::Elf { sh_flags, .. } if sh_flags.0 & SHF_ALLOC.0 != 0);
        let name = section.name().unwrap_or_default();
        let mut of_debuggers = machine.iter().flat_map(|machine| machine.debug_sections);
        let part = match section.kind() {
            SectionKind::Text => CodePart::OtherCode,
            SectionKind::Note => CodePart::Metadata,
            SectionKind::Metadata => CodePart::Symbols,
            // Such as tables that are looked up in by hash.
            SectionKind::Unknown if is_loaded => CodePart::Symbols,
            _ if is_loaded => CodePart::Data,
            _ if of_debuggers.any(|beginning| name.starts_with(beginning)) => CodePart::DebugInformation,
            _ => CodePart::Other,
        };
        claims.push((Place { ofs, len }, Err(part)));
    }
    claims
}

/// The kernels whose descriptors are named as they are, with `ending` behind; none if there are more bytes of names than `names`.
fn by_symbols<'b, H: FileHeader<Endian = Endianness>>(
    elf: &ElfFile<'b, H>,
    ending: &str,
    mut names: usize,
    claims: &mut Vec<Claimed<'b>>,
) {
    // The descriptor of each kernel: its section, address and size.
    let mut kernels: BTreeMap<&str, (usize, u64, u64)> = BTreeMap::new();
    let mut functions: BTreeMap<(usize, u64), (u64, &str)> = BTreeMap::new();
    for symbol in elf.symbols().chain(elf.dynamic_symbols()) {
        let (Ok(name), Some(section)) = (symbol.name(), symbol.section_index()) else {
            continue;
        };
        let Some(left) = names.checked_sub(name.len()) else {
            return;
        };
        names = left;
        let (address, size) = (symbol.address(), symbol.size());
        if let Some(kernel) = name.strip_suffix(ending) {
            kernels.entry(kernel).or_insert((section.0, address, size));
        }
        if symbol.kind() == SymbolKind::Text {
            let known = functions.entry((section.0, address)).or_insert((size, name));
            known.0 = known.0.max(size);
        }
    }
    // What the symbols of a section begin at, in the file; and where its bytes end.
    let place = |section: usize, address: u64, len: Option<u64>| {
        let section = elf.section_by_index(object::SectionIndex(section)).ok()?;
        let (start, all) = section.file_range()?;
        let skip = address.checked_sub(section.address()).filter(|skip| *skip < all)?;
        let left = all.saturating_sub(skip);
        let len = len.map_or(left, |len| len.min(left));
        Some(Place { ofs: start.saturating_add(skip), len })
    };
    let mut following = functions.keys().skip(1);
    for ((section, address), (size, name)) in &functions {
        // One that was written by hand has no size: it goes on up to the next one.
        let next = following.next().filter(|(other, _)| other == section);
        let len = match *size {
            0 => next.map(|(_, next)| next.saturating_sub(*address)),
            size => Some(size),
        };
        if let Some(place) = place(*section, *address, len).filter(|_| kernels.contains_key(name)) {
            claims.push((place, Ok(*name)));
        }
    }
    for (kernel, (section, address, size)) in &kernels {
        claims.extend(place(*section, *address, Some(*size)).map(|place| (place, Ok(*kernel))));
    }
}

/// The kernels that sections belong to whose names begin with one of `beginnings`.
fn by_sections<'b, H: FileHeader<Endian = Endianness>>(
    elf: &ElfFile<'b, H>,
    beginnings: &[&str],
    claims: &mut Vec<Claimed<'b>>,
) {
    for section in elf.sections() {
        // It has the life of the file, other than what the section says itself.
        let name = elf
            .elf_section_table()
            .section_name(elf.endian(), section.elf_section_header());
        let name = name.ok().and_then(|name| std::str::from_utf8(name).ok());
        let (Some(name), Some((ofs, len))) = (name, section.file_range()) else {
            continue;
        };
        let kernel = beginnings.iter().find_map(|beginning| name.strip_prefix(beginning));
        if let Some(kernel) = kernel.filter(|kernel| !kernel.is_empty()) {
            claims.push((Place { ofs, len }, Ok(kernel)));
        }
    }
}
