//! `size` of kernels in made-up code objects.

use object::write::{Object, StandardSection, Symbol, SymbolSection};
use object::{Architecture, BinaryFormat, Endianness, SectionKind, SymbolFlags, SymbolKind, SymbolScope};
use offload_bundle::BundleBuilder;
use offload_bundle::report::{CodePart, SizeReport};
use offload_bundle::request::SizeBy;

use crate::support;
use crate::support::{HOST, memory, sized};

/// Machine numbers in ELF headers.
const AMD: u16 = 224;
const NVIDIA: u16 = 190;

fn of_machine(file: &Object<'_>, machine: u16) -> Vec<u8> {
    let mut bytes = file.write().unwrap();
    bytes[18..20].copy_from_slice(&machine.to_le_bytes());
    bytes
}

fn amd(kernels: &[(&str, &[u8], &[u8])]) -> Vec<u8> {
    let mut file = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let text = file.section_id(StandardSection::Text);
    let data = file.section_id(StandardSection::ReadOnlyData);
    for (name, code, descriptor) in kernels {
        for (name, section, bytes, kind) in [
            ((*name).to_owned(), text, code, SymbolKind::Text),
            (format!("{name}.kd"), data, descriptor, SymbolKind::Data),
        ] {
            let value = file.append_section_data(section, bytes, 64);
            let (scope, size) = (SymbolScope::Dynamic, bytes.len() as u64);
            let (section, flags) = (SymbolSection::Section(section), SymbolFlags::None);
            file.add_symbol(Symbol { name: name.into(), value, size, kind, scope, weak: false, section, flags });
        }
    }
    of_machine(&file, AMD)
}

fn nvidia(sections: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    for (name, bytes) in sections {
        let section = file.add_section(Vec::new(), (*name).into(), SectionKind::Data);
        file.append_section_data(section, bytes, 4);
    }
    of_machine(&file, NVIDIA)
}

fn bundle(target: &str, code_object: &[u8]) -> Vec<u8> {
    support::bundle(&[(target, code_object)])
}

fn by_kernel(bytes: Vec<u8>) -> SizeReport {
    sized(memory(bytes), SizeBy::Kernel)
}

#[test]
fn kernel_size_includes_all_its_sections() {
    let code_object = nvidia(&[(".text.one", b"code"), (".nv.constant0.one", b"777777")]);
    let report = by_kernel(bundle("sm_80", &code_object));
    let rows = report.rows.iter().filter(|row| row.kernel.as_deref() == Some("one"));
    assert_eq!(rows.map(|row| row.sums.size.0).collect::<Vec<_>>(), [10]);
}

fn short_for_much(number: usize) -> String {
    let mut symbol = format!("_Z5f{number:04}1PIiiE");
    for digit in "01234567".chars() {
        symbol.push_str(&format!("S_IS{digit}_S{digit}_E"));
    }
    symbol
}

#[test]
fn demangled_names_are_limited_by_file_size() {
    let symbols: Vec<String> = (0..200).map(short_for_much).collect();
    let kernels = symbols
        .iter()
        .map(|symbol| (symbol.as_str(), b"code".as_slice(), b"it".as_slice()));
    let bytes = bundle("gfx906", &amd(&kernels.collect::<Vec<_>>()));
    let told = |names: &[String]| -> usize {
        assert!(names.iter().any(|name| name.starts_with("f0")));
        names.iter().map(String::len).sum()
    };
    let sized = by_kernel(bytes.clone());
    assert!(sized.rows.iter().any(|row| row.part == Some(CodePart::OtherCode)));
    let kernels: Vec<String> = sized.rows.into_iter().filter_map(|row| row.kernel).collect();
    assert!(told(&kernels) <= bytes.len(), "{} {}", told(&kernels), bytes.len());
}

#[test]
fn shared_code_object_is_searched_once() {
    const ENTRIES: usize = 400;
    let code_object = amd(&[("one", &[7; 6000], b"it")]);
    let mut builder = BundleBuilder::new().entry(HOST, b"");
    for number in 0..ENTRIES {
        let id = format!("hip-amdgcn-amd-amdhsa--gfx{}", 2000 + number);
        builder = builder.entry(id, if number == 0 { code_object.as_slice() } else { b"" });
    }
    let mut bytes = builder.to_bytes().unwrap();
    // An entry record: offset, length, ID length, ID.
    let id = b"hip-amdgcn-amd-amdhsa--gfx";
    let ids: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(id)).collect();
    let place = bytes[ids[0] - 24..ids[0] - 8].to_vec();
    for at in &ids {
        bytes[at - 24..at - 8].copy_from_slice(&place);
    }
    let report = by_kernel(bytes);
    let kernel = report.rows.iter().find(|row| row.kernel.is_some()).unwrap();
    assert_eq!(report.total.code_object_count, ENTRIES);
    let looked_at = kernel.sums.code_object_count;
    assert!((2..ENTRIES / 2).contains(&looked_at), "{looked_at}");
}
