//! Files with very many headers for the same bytes. They are refused, because a walk would take time and memory for
//! each header.

use offload_bundle::ops::{self, Context};
use offload_bundle::request::{InspectRequest, UnbundleRequest};
use offload_bundle::{Error, REGISTRY};

use super::asked::{fixture, is_refused, with};
use crate::rewriting::pruned;
use crate::support::{memory, number};

/// Length of the shared zeros: a multiple of all entry lengths and section alignments.
const SHARED: usize = 46_080;

/// The ELF file with `count` more sections of the type `kind` over the same bytes, with the name of the section number
/// `named`.
fn elf(bytes: &[u8], count: usize, kind: u32, named: usize) -> Vec<u8> {
    let (table, sections) = (number(bytes, 40, 8), number(bytes, 60, 2));
    let mut new = bytes.to_vec();
    new.resize(bytes.len().next_multiple_of(64), 0);
    let shared = new.len();
    new.resize(shared + SHARED, 0);
    let table_at = new.len() as u64;
    new.extend_from_slice(&bytes[table..table + 64 * sections]);
    for _ in 0..count {
        let mut header = vec![0; 64];
        header[..4].copy_from_slice(&bytes[table + 64 * named..][..4]);
        header[4..8].copy_from_slice(&kind.to_le_bytes());
        header[24..32].copy_from_slice(&(shared as u64).to_le_bytes());
        header[32..40].copy_from_slice(&(SHARED as u64).to_le_bytes());
        header[48] = 8;
        new.extend(header);
    }
    let sections = (sections + count) as u16;
    with(&with(&new, 40, &table_at.to_le_bytes()), 60, &sections.to_le_bytes())
}

/// The COFF object with `count` more sections that share their bytes or their relocations.
fn coff(bytes: &[u8], count: usize, has_relocations: bool) -> Vec<u8> {
    let sections = number(bytes, 2, 2);
    let (end, more) = (20 + 40 * sections, 40 * count);
    let mut header = [0; 40];
    header[..5].copy_from_slice(b".more");
    let shared = ((bytes.len() + more) as u32).to_le_bytes();
    match has_relocations {
        true => {
            header[24..28].copy_from_slice(&shared);
            header[32..34].copy_from_slice(&((SHARED / 10) as u16).to_le_bytes());
        }
        false => {
            header[16..20].copy_from_slice(&(SHARED as u32).to_le_bytes());
            header[20..24].copy_from_slice(&shared);
        }
    }
    let mut new = [&bytes[..end], &header.repeat(count), &bytes[end..], &vec![0; SHARED]].concat();
    let pointers = (0..sections).flat_map(|section| [20, 24, 28].map(|field| 20 + 40 * section + field));
    for at in std::iter::once(8).chain(pointers) {
        let old = number(bytes, at, 4);
        if old != 0 {
            new = with(&new, at, &((old + more) as u32).to_le_bytes());
        }
    }
    with(&new, 2, &((sections + count) as u16).to_le_bytes())
}

/// The Windows library with `count` more sections at different addresses that share their bytes, with the name of the
/// section number `named`.
fn pe(bytes: &[u8], count: usize, named: usize) -> Vec<u8> {
    let header = number(bytes, 0x3c, 4) + 4;
    let sections = number(bytes, header + 2, 2);
    let table = header + 20 + number(bytes, header + 16, 2);
    let mut new = [bytes, &vec![0; SHARED]].concat();
    for more in 0..count {
        let mut section = bytes[table + 40 * named..][..40].to_vec();
        let address = 0x10_0000 + 0x1_0000 * more as u32;
        for (at, field) in [(8, SHARED as u32), (12, address), (16, SHARED as u32), (20, bytes.len() as u32)] {
            section[at..at + 4].copy_from_slice(&field.to_le_bytes());
        }
        new = with(&new, table + 40 * (sections + more), &section);
    }
    with(&new, header + 2, &((sections + count) as u16).to_le_bytes())
}

/// The position of the first section with this name prefix.
fn pe_section(bytes: &[u8], name: &str) -> usize {
    let header = number(bytes, 0x3c, 4) + 4;
    let table = header + 20 + number(bytes, header + 16, 2);
    let mut positions = 0..number(bytes, header + 2, 2);
    positions
        .find(|position| bytes[table + 40 * position..].starts_with(name.as_bytes()))
        .unwrap()
}

fn elf_section(bytes: &[u8], name: &str) -> usize {
    use object::read::{File, Object as _, ObjectSection};
    let file = File::parse(bytes).unwrap();
    file.section_by_name(name).unwrap().index().0
}

/// Unbundles an object with sections as entries, which parses the symbols for the host object.
fn unbundled(bytes: &[u8]) -> Result<(), Error> {
    let folder = tempfile::tempdir().unwrap();
    let mut request = UnbundleRequest::default();
    request.input = memory(bytes);
    request.all = true;
    request.folder = folder.path().to_path_buf();
    ops::unbundle(&REGISTRY, &request, &mut Context::default()).map(drop)
}

/// Headers may repeat the same wrappers; the report shows them once.
#[test]
fn shared_wrappers_are_shown_once() {
    let sound = fixture("hip.22.so");
    let wrappers = elf_section(&sound, ".hipFatBinSegment");
    let mut request = InspectRequest::default();
    let mut parts = |count: usize| {
        request.inputs = vec![memory(elf(&sound, count, 1, wrappers))];
        let report = ops::inspect(&REGISTRY, &request).unwrap();
        let file = &report.files[0];
        let of_wrappers = |section: Option<&str>| section == Some(".hipFatBinSegment");
        let parts = file
            .parts
            .iter()
            .filter(|part| of_wrappers(part.place.section.as_deref()));
        (parts.count(), file.notes.warnings.len())
    };
    assert_eq!([0, 1, 2, 20].map(&mut parts), [(1, 0), (2, 0), (2, 1), (2, 19)]);
}

#[test]
fn bytes_shared_by_many_headers_are_refused() {
    let changed = |bytes: &[u8]| match bytes.starts_with(b"MZ") || bytes[16] == 3 {
        true => pruned(bytes, &["gfx906"]).map(drop),
        false => unbundled(bytes),
    };
    let refused = |bytes: &[u8], told: &str| {
        let error = changed(bytes).unwrap_err();
        assert!(
            error.code() == "over-budget" && error.to_string().contains(told),
            "{error}"
        );
    };
    let is_changed = |bytes: &[u8]| changed(bytes).unwrap();
    for name in ["hip.22.so", "rdc.22.o"] {
        let sound = fixture(name);
        is_changed(&elf(&sound, 1, 1, 0));
        refused(
            &elf(&sound, 60, 1, 0),
            "the sections overlap so much that they take more than",
        );
        for (kind, told) in [
            (2, "the tables of symbols overlap so much that they take more than"),
            (4, "the tables of relocations overlap so much that they take more than"),
            (11, "the tables of symbols overlap so much that they take more than"),
            (17, "the groups of sections overlap so much that they take more than"),
            (18, "the tables of symbols overlap so much that they take more than"),
            (19, "the tables of relocations overlap so much that they take more than"),
        ] {
            refused(&elf(&sound, 5, kind, 0), told);
        }
        for kind in [2, 4] {
            is_changed(&elf(&sound, 1, kind, 0));
        }
    }
    let sound = fixture("hip.22.so");
    let wrappers = elf_section(&sound, ".hipFatBinSegment");
    let shared = |bytes: &[u8]| {
        is_refused(
            bytes,
            "gfx906",
            ("shared-section", "overlaps another one, which ends at"),
        )
    };
    shared(&elf(&sound, 5, 1, wrappers));
    let sound = fixture("rdc.22.obj");
    is_changed(&coff(&sound, 1, false));
    is_changed(&coff(&sound, 1, true));
    refused(
        &coff(&sound, 60, false),
        "the sections overlap so much that they take more than",
    );
    refused(
        &coff(&sound, 5, true),
        "the tables of relocations overlap so much that they take more than",
    );
    let sound = fixture("hip.22.dll");
    is_changed(&pe(&sound, 1, pe_section(&sound, ".rdata")));
    shared(&pe(&sound, 5, pe_section(&sound, ".hipFatB")));
}

#[test]
fn section_needed_by_symbol_is_kept() {
    use object::read::elf::{FileHeader, SectionHeader};
    use object::{Endianness, elf};
    let sound = fixture("rdc.22.o");
    let header = elf::FileHeader64::<Endianness>::parse(sound.as_slice()).unwrap();
    let sections = header.sections(Endianness::Little, sound.as_slice()).unwrap();
    let (_, symbols) = sections.section_by_name(Endianness::Little, b".symtab").unwrap();
    let removed = sections.iter().position(|section| {
        let name = sections.section_name(Endianness::Little, section).unwrap();
        name.ends_with(b"gfx90a:xnack+")
    });
    // The last symbol is a global one.
    let last = symbols.sh_offset(Endianness::Little) as usize + 18 * 24;
    let needed = with(&sound, last + 6, &(removed.unwrap() as u16).to_le_bytes());
    unbundled(&sound).unwrap();
    let error = unbundled(&needed).unwrap_err().to_string();
    assert!(error.contains("a symbol in a section that is to be removed"), "{error}");
}
