//! The parts of an ELF code object: its kernels and everything else.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use cpp_demangle::{DemangleOptions, Symbol};
use object::elf::{FileHeader32, FileHeader64, SHF_ALLOC};
use object::read::elf::{ElfFile, FileHeader};
use object::{Endianness, FileKind, Object, ObjectSection, ObjectSymbol, SectionFlags, SectionKind, SymbolKind};
use offload_bundle_core::bytes::Place;
use offload_bundle_core::ids::tables::Machine;
use offload_bundle_core::registry::Registry;

use crate::file_error::FileError;
use crate::input::{HEAD, Input, Window};
use crate::object::elf_header;
use crate::report::CodePart;

/// A place, with the symbol of its kernel or its kind of part.
pub(super) type Claimed<'b> = (Place, Result<&'b str, CodePart>);

/// Longer code objects are opaque.
const LONGEST: u64 = 64 << 20;
/// The limit on bytes of names per byte of code: many symbols can share one long name.
const NAMES: usize = 8;

/// Reads only the start of other formats; `None` beyond [`LONGEST`].
pub(super) fn elf<'i>(
    registry: &Registry,
    input: &'i Input,
    place: Place,
) -> Result<Option<(Window<'i>, Option<&'static Machine<'static>>)>, FileError> {
    if place.len > LONGEST {
        return Ok(None);
    }
    let Some(header) = elf_header(&input.window(place.ofs, place.len.min(HEAD))?) else {
        return Ok(None);
    };
    let bytes = input.window(place.ofs, place.len)?;
    Ok(Some((bytes, registry.ids.machine(header.machine))))
}

/// Earlier claims win; empty for damaged files and other formats.
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
            // Such as hash tables for symbol lookup.
            SectionKind::Unknown if is_loaded => CodePart::Symbols,
            _ if is_loaded => CodePart::Data,
            _ if of_debuggers.any(|beginning| name.starts_with(beginning)) => CodePart::DebugInformation,
            _ => CodePart::Other,
        };
        claims.push((Place { ofs, len }, Err(part)));
    }
    claims
}

/// Descriptor symbols are kernel names plus `ending`. Finds nothing beyond [`NAMES`].
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
    // The file offset of an address in a section, and the end of the section in the file.
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
        // A hand-written function without a size ends at the next function.
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

fn by_sections<'b, H: FileHeader<Endian = Endianness>>(
    elf: &ElfFile<'b, H>,
    beginnings: &[&str],
    claims: &mut Vec<Claimed<'b>>,
) {
    for section in elf.sections() {
        // `section.name()` has a shorter lifetime.
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

/// In bytes; longer names stay mangled, because demangled text can grow with the square of the symbol.
const LONGEST_NAME: usize = 16 << 10;

pub(super) fn demangle(symbol: &str) -> String {
    let mut name = Bounded(String::new());
    let found = Symbol::new(symbol.as_bytes());
    let told = found.map(|found| found.structured_demangle(&mut name, &DemangleOptions::new()));
    match told {
        Ok(Ok(())) => name.0,
        _ => symbol.to_owned(),
    }
}

struct Bounded(String);

impl Write for Bounded {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if self.0.len().saturating_add(text.len()) > LONGEST_NAME {
            return Err(fmt::Error);
        }
        self.0.push_str(text);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use object::write::{Object as Written, StandardSection, Symbol, SymbolSection};
    use object::{Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolScope};

    use super::*;

    const MACHINE: Machine<'_> = Machine {
        number: 62,
        name: "one",
        architectures: &[],
        types: &[],
        metadata: &[],
        kernel_symbol: ".told",
        kernel_sections: &[".of."],
        debug_sections: &[".seen_"],
        loose_sections: false,
        loaded_when_launched: false,
        bare: None,
        descriptor: None,
        loaders: &[],
    };

    /// Functions are (name, offset, size), each with a descriptor of 8 bytes.
    fn written(functions: &[(&str, u64, u64)]) -> Vec<u8> {
        let mut file = Written::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let text = file.section_id(StandardSection::Text);
        file.append_section_data(text, &[0x90; 100], 16);
        let data = file.section_id(StandardSection::ReadOnlyData);
        file.append_section_data(data, &[1; 50], 16);
        for (at, (name, value, size)) in (0_u64..).step_by(8).zip(functions) {
            let mut add = |name: String, value, size, kind, section| {
                let (name, section) = (name.into_bytes(), SymbolSection::Section(section));
                let (scope, flags) = (SymbolScope::Dynamic, SymbolFlags::None);
                file.add_symbol(Symbol { name, value, size, kind, scope, weak: false, section, flags });
            };
            add((*name).to_owned(), *value, *size, SymbolKind::Text, text);
            add(format!("{name}.told"), at, 8, SymbolKind::Data, data);
        }
        file.write().unwrap()
    }

    fn sizes(bytes: &[u8], machine: Option<&Machine<'_>>) -> BTreeMap<String, u64> {
        let claims = claims(bytes, machine);
        let mut sizes: BTreeMap<String, u64> = BTreeMap::new();
        for (place, what) in &claims {
            let name = what.map_or_else(|part| format!("{part:?}"), str::to_owned);
            let size = sizes.entry(name).or_default();
            *size = size.saturating_add(place.len);
        }
        sizes
    }

    #[test]
    fn function_without_size_ends_at_next_function() {
        let file = written(&[("by_hand", 0, 0), ("compiled", 40, 12), ("last", 64, 0)]);
        let found = sizes(&file, Some(&MACHINE));
        let of = |name: &str| found.get(name).copied();
        assert_eq!(of("by_hand"), Some(40 + 8));
        assert_eq!(of("compiled"), Some(12 + 8));
        assert_eq!(of("last"), Some(100 - 64 + 8));
        // The rest of each section.
        assert_eq!((of("OtherCode"), of("Data")), (Some(100), Some(50)));
        let unknown = sizes(&file, None);
        assert_eq!(unknown.get("by_hand"), None);
        assert_eq!(unknown.get("OtherCode").copied(), Some(100));
    }

    #[test]
    fn named_sections_belong_to_their_kernel() {
        let mut file = Written::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        for (name, len) in [(".of.one", 30), (".of.", 20), (".seen_line", 10), (".other", 5)] {
            let section = file.add_section(Vec::new(), name.into(), SectionKind::Other);
            file.append_section_data(section, &vec![7; len], 1);
        }
        let found = sizes(&file.write().unwrap(), Some(&MACHINE));
        let of = |name: &str| found.get(name).copied();
        assert_eq!((of("one"), of("DebugInformation")), (Some(30), Some(10)));
        assert_eq!(of("Other"), Some(30 + 20 + 5));
    }

    #[test]
    fn symbols_outside_their_section_are_clipped() {
        let file = written(&[("long", 90, u64::MAX), ("behind", 1 << 40, 8)]);
        let found = sizes(&file, Some(&MACHINE));
        assert_eq!(found.get("long").copied(), Some(10 + 8));
        assert_eq!(found.get("behind").copied(), Some(8));
        for len in 0..file.len() {
            let _ = claims(file.get(..len).unwrap_or_default(), Some(&MACHINE));
        }
    }

    #[test]
    fn shared_long_symbol_names_are_skipped() {
        let long = "n".repeat(1 << 12);
        let mut functions = vec![(long.as_str(), 0, 4)];
        assert!(sizes(&written(&functions), Some(&MACHINE)).contains_key(&long));
        // The writer stores each name once.
        functions.extend((1..400).map(|number| (long.as_str(), number % 100, 4)));
        assert!(!sizes(&written(&functions), Some(&MACHINE)).contains_key(&long));
    }

    #[test]
    fn kernel_names_are_demangled() {
        assert_eq!(demangle("_Z3addIfEvPT_i"), "void add<float>(float*, int)");
        for as_it_is in ["", "main", "__omp_offloading_10_2_main_l7", "_Z", "_Zé"] {
            assert_eq!(demangle(as_it_is), as_it_is);
        }
    }

    /// Each argument is twice as long as the one before.
    fn of_pairs(arguments: usize) -> String {
        let mut symbol = "_Z1f1PIiiE".to_owned();
        for digit in "0123456789ABCDEFGHIJ".chars().take(arguments) {
            symbol.push_str(&format!("S_IS{digit}_S{digit}_E"));
        }
        symbol
    }

    #[test]
    fn overlong_demangled_name_stays_mangled() {
        assert_eq!(demangle(&of_pairs(1)), "f(P<int, int>, P<P<int, int>, P<int, int> >)");
        let short = demangle(&of_pairs(8));
        assert!(
            short.starts_with("f(") && short.len() > LONGEST_NAME / 4,
            "{}",
            short.len()
        );
        assert_eq!(demangle(&of_pairs(20)), of_pairs(20));
    }
}
