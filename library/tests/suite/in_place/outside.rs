//! What an object is outside of its bundles, as the crate `object` reads it: it shares nothing with the code that it judges but the structures of
//! the formats.

use object::read::coff::CoffFile;
use object::read::elf::ElfFile64;
use object::read::{File, Object as _, ObjectSection, ObjectSymbol, RelocationTarget};
use object::{Endianness, LittleEndian as LE, RelocationFlags, SectionKind, SymbolSection};

/// The sections whose bytes may change.
const BUNDLES: &str = ".hip_fatbin";
const ENTRIES: &str = "__CLANG_OFFLOAD_BUNDLE__";
const OFFLOADING: &str = ".llvm.offloading";
const SEGMENT: &str = ".hipFatBinSegment";
/// What is behind the bundles of the objects that are made here.
const BEHIND: &str = ".data.behind";

/// A relocation: where, its type, what by, and the addend.
type Relocation = (u64, RelocationFlags, String, i64);

/// A section that holds no bundle: its name, kind, alignment, bytes and relocations.
type Section = (String, SectionKind, u64, Vec<u8>, Vec<Relocation>);

/// What must not change.
#[derive(Debug, PartialEq)]
pub struct Outside {
    sections: Vec<Section>,
    /// The name of each symbol, its section, and its value and length.
    symbols: Vec<(String, Option<String>, u64, u64)>,
    /// The number of the bundle that each wrapper leads to.
    pub wrapped: Vec<usize>,
}

/// Where bundles begin in a section: at each magic that is aligned to a page.
fn starts(bytes: &[u8]) -> Vec<u64> {
    let is_one =
        |at: &usize| bytes[*at..].starts_with(b"__CLANG_OFFLOAD_BUNDLE__") || bytes[*at..].starts_with(b"CCOB");
    (0..bytes.len())
        .step_by(4096)
        .filter(is_one)
        .map(|at| at as u64)
        .collect()
}

impl Outside {
    pub fn of(bytes: &[u8]) -> Self {
        let file = File::parse(bytes).unwrap();
        let bundles = file.section_by_name(BUNDLES);
        let starts = starts(bundles.as_ref().map_or(&[], |section| section.data().unwrap()));
        let mut outside = Self { sections: Vec::new(), symbols: Vec::new(), wrapped: Vec::new() };
        let name_of = |target: RelocationTarget| match target {
            RelocationTarget::Symbol(index) => {
                let symbol = file.symbol_by_index(index).unwrap();
                let section = symbol
                    .section_index()
                    .map(|index| file.section_by_index(index).unwrap().name().unwrap().to_owned());
                format!("{} in {section:?}", symbol.name().unwrap())
            }
            other => format!("{other:?}"),
        };
        for section in file.sections() {
            let name = section.name().unwrap().to_owned();
            if name == BUNDLES
                || name.starts_with(ENTRIES)
                || name == OFFLOADING
                || [".shstrtab", ".strtab"].contains(&name.as_str())
            {
                continue;
            }
            let mut data = section.data().unwrap().to_vec();
            let mut relocations = Vec::new();
            for (at, relocation) in section.relocations() {
                let by = name_of(relocation.target());
                let mut addend = relocation.addend();
                if by.contains(&format!("Some({BUNDLES:?})")) {
                    let at = usize::try_from(at).unwrap();
                    let in_place = u64::from_le_bytes(data[at..at + 8].try_into().unwrap());
                    let to = if relocation.has_implicit_addend() {
                        in_place
                    } else {
                        addend.cast_unsigned()
                    };
                    let bundle = starts
                        .binary_search(&to)
                        .unwrap_or_else(|_| panic!("{to:#x} is no bundle of {starts:x?}"));
                    if name == SEGMENT {
                        outside.wrapped.push(bundle);
                    }
                    addend = i64::try_from(bundle).unwrap();
                    data[at..at + 8].fill(0);
                }
                relocations.push((at, relocation.flags(), by, addend));
            }
            // What numbers sections is read above and below.
            let counts =
                ["SHT_SYMTAB", ".symtab", ".symtab_shndx"].contains(&name.as_str()) || name.starts_with(".rel");
            outside.sections.push((
                name,
                section.kind(),
                section.align(),
                if counts { Vec::new() } else { data },
                relocations,
            ));
        }
        for symbol in file.symbols() {
            let section = match symbol.section() {
                SymbolSection::Section(index) => Some(file.section_by_index(index).unwrap().name().unwrap().to_owned()),
                _ => None,
            };
            // The length of a section is that of its symbol in COFF.
            let len = if section.as_deref() == Some(BUNDLES) {
                0
            } else {
                symbol.size()
            };
            outside
                .symbols
                .push((symbol.name().unwrap().to_owned(), section, symbol.address(), len));
        }
        outside
    }
}

/// The object with its bundle twice, a wrapper and a relocation for each, and another one by which data leads to the first.
pub fn with_two_bundles(object: &[u8]) -> Vec<u8> {
    use object::write;
    let file = File::parse(object).unwrap();
    let (bundle, segment) = (
        file.section_by_name(BUNDLES).unwrap(),
        file.section_by_name(SEGMENT).unwrap(),
    );
    let mut two = write::Object::new(file.format(), file.architecture(), file.endianness());
    let held = two.add_section(Vec::new(), BUNDLES.into(), SectionKind::ReadOnlyData);
    let data = bundle.data().unwrap();
    let first = two.append_section_data(held, data, 4096);
    let second = two.append_section_data(held, data, 4096);
    let wrappers = two.add_section(Vec::new(), SEGMENT.into(), SectionKind::Data);
    let symbol = two.section_symbol(held);
    let behind = two.add_section(Vec::new(), BEHIND.into(), SectionKind::Data);
    let (_, relocation) = segment.relocations().next().unwrap();
    let mut lead = |section, data: &[u8], skip, start: u64| {
        let offset = two.append_section_data(section, data, 8) + skip;
        let (addend, flags) = (start.cast_signed(), relocation.flags());
        let relocation = write::Relocation { offset, symbol, addend, flags };
        two.add_relocation(section, relocation).unwrap();
    };
    for start in [first, second] {
        lead(wrappers, segment.data().unwrap(), 8, start);
    }
    lead(behind, &[0; 8], 0, first);
    two.append_section_data(behind, &[1, 2, 3, 4, 5], 16);
    two.write().unwrap()
}

/// Where the type of that other relocation is.
pub fn kind_of_other_relocation(two: &[u8]) -> usize {
    if let Ok(file) = CoffFile::<&[u8]>::parse(two) {
        let section = file.section_by_name(BEHIND).unwrap();
        return section.coff_section().pointer_to_relocations.get(LE) as usize + 8;
    }
    let file = ElfFile64::<Endianness>::parse(two).unwrap();
    let section = file.section_by_name(".rela.data.behind").unwrap();
    section.file_range().unwrap().0 as usize + 8
}
