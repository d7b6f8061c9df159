//! Faults of Windows libraries.

use offload_bundle::BundleBuilder;
use offload_bundle_core::bytes::Place;

use super::{Change, PAGE, add, fixture, said, set, word};

/// A Windows library with two bundles, a wrapper for each, and symbols of another section, of each bundle, and of the
/// end of the bundle section.
fn library() -> Vec<u8> {
    let mut bytes = fixture("hip.22.dll");
    let (header, start) = pe_section(&bytes, b".hip_fat");
    let len = word(&bytes, header + 16) & 0xffff_ffff;
    set(&mut bytes, start, &vec![0; usize::try_from(len).unwrap()]);
    let mut end = 0;
    for (seed, skip) in [(1_u8, 0), (2, SECOND)] {
        let mut builder = BundleBuilder::new().entry("host-x86_64-pc-windows-msvc-", b"");
        for (target, byte) in [("gfx906", seed), ("gfx90a", seed | 4)] {
            builder = builder.entry(format!("hipv4-amdgcn-amd-amdhsa--{target}"), vec![byte; 2200]);
        }
        let bundle = builder.to_bytes().unwrap();
        set(&mut bytes, start + skip, &bundle);
        end = skip + u64::try_from(bundle.len()).unwrap();
    }
    set(&mut bytes, header + 8, &u32::try_from(end).unwrap().to_le_bytes());
    let (wrappers, at) = pe_section(&bytes, b".hipFatB");
    let record = bytes[usize::try_from(at).unwrap()..][..24].to_vec();
    set(&mut bytes, at + 24, &record);
    add(&mut bytes, at + 32, SECOND);
    set(&mut bytes, wrappers + 8, &48_u32.to_le_bytes());
    // The second wrapper takes a relocation that does nothing.
    let (_, relocations) = pe_section(&bytes, b".reloc\0\0");
    let page = word(&bytes, relocations);
    assert_eq!(page >> 32, 12);
    let second = (word(&bytes, relocations + 8) & 0xffff) + 24;
    set(
        &mut bytes,
        relocations + 10,
        &u16::try_from(second).unwrap().to_le_bytes(),
    );
    let held = u16::try_from((header - SECTIONS) / 40 + 1).unwrap();
    let at = u32::try_from(bytes.len()).unwrap();
    for (value, number) in [(5, 1), (0, held), (SECOND, held), (end, held)] {
        bytes.extend(b"symbol\0\0");
        bytes.extend(u32::try_from(value).unwrap().to_le_bytes());
        bytes.extend(number.to_le_bytes());
        bytes.extend([0, 0, 2, 0]);
    }
    bytes.extend(4_u32.to_le_bytes());
    set(&mut bytes, FILE_HEADER + 8, &at.to_le_bytes());
    set(&mut bytes, FILE_HEADER + 12, &4_u32.to_le_bytes());
    bytes
}

/// The offset of the second bundle in its section.
const SECOND: u64 = 8192;

/// Field offsets in the Windows library.
const FILE_HEADER: u64 = 0x7c;
const OPTIONAL: u64 = FILE_HEADER + 20;
const CHECK_SUM: u64 = OPTIONAL + 64;
const DIRECTORIES: u64 = OPTIONAL + 112;
const SECTIONS: u64 = OPTIONAL + 240;

/// The offsets of the header and the content of the section `name`.
fn pe_section(bytes: &[u8], name: &[u8; 8]) -> (u64, u64) {
    let mut headers = (0..).map(|number| SECTIONS + 40 * number);
    let at = headers.find(|at| word(bytes, *at).to_le_bytes() == *name).unwrap();
    (at, word(bytes, at + 20) & 0xffff_ffff)
}

/// The expected message and the fault.
type Fault = (&'static str, fn(&mut Vec<u8>, &[Place]));

#[test]
fn faults_of_windows_libraries_are_seen() {
    let faults: &[Fault] = &[
        // The section table.
        ("has other bytes", |bytes, _| {
            let (at, _) = pe_section(bytes, b".text\0\0\0");
            add(bytes, at + 20, 512);
        }),
        ("the header of section", |bytes, _| {
            let (at, _) = pe_section(bytes, b".data\0\0\0");
            add(bytes, at + 12, PAGE);
        }),
        ("elsewhere", |bytes, _| {
            let (at, _) = pe_section(bytes, b".hip_fat");
            add(bytes, at + 16, 512);
        }),
        ("elsewhere", |bytes, _| {
            let (at, _) = pe_section(bytes, b".hip_fat");
            add(bytes, at + 20, 512);
        }),
        // The relocations.
        ("has other bytes", |bytes, _| {
            let (_, at) = pe_section(bytes, b".reloc\0\0");
            set(bytes, at, &[0; 12]);
        }),
        ("headers have changed", |bytes, _| {
            set(bytes, DIRECTORIES + 5 * 8, &[0; 8])
        }),
        // The wrappers: the second leads to the first bundle, or to the old place of its own.
        ("has other bytes", |bytes, _| {
            let (_, at) = pe_section(bytes, b".hipFatB");
            let first = word(bytes, at + 8);
            set(bytes, at + 32, &first.to_le_bytes());
        }),
        ("the pointer at address", |bytes, _| {
            let (_, at) = pe_section(bytes, b".hipFatB");
            let old = word(bytes, at + 8) + SECOND;
            assert_ne!(word(bytes, at + 32), old);
            set(bytes, at + 32, &old.to_le_bytes());
        }),
        // Debug data: at its old offset, or with another byte.
        ("leads elsewhere", |bytes, _| {
            let (_, at) = pe_section(bytes, b".rdata\0\0");
            add(bytes, at + 0x18 + 24, 0x200);
        }),
        // The symbols.
        ("leads elsewhere", |bytes, _| {
            let at = word(bytes, FILE_HEADER + 8) & 0xffff_ffff;
            add(bytes, at + 8, 1);
        }),
        ("leads elsewhere", |bytes, _| {
            let at = word(bytes, FILE_HEADER + 8) & 0xffff_ffff;
            add(bytes, at + 18 + 8, 64);
        }),
        ("leads elsewhere", |bytes, _| {
            let at = word(bytes, FILE_HEADER + 8) & 0xffff_ffff;
            add(bytes, at + 36 + 8, PAGE);
        }),
        ("leads elsewhere", |bytes, _| {
            let at = word(bytes, FILE_HEADER + 8) & 0xffff_ffff;
            add(bytes, at + 54 + 8, 8);
        }),
        // Lengths and sums.
        ("another length", |bytes, _| add(bytes, OPTIONAL + 8, 512)),
        ("its sum is wrong", |bytes, _| set(bytes, CHECK_SUM, &[1])),
        // Parts of old bundles remain, and a code object has another byte.
        ("is elsewhere", |bytes, places| {
            let at = places[0].end();
            set(bytes, at, &[1]);
        }),
        ("a code object of bundle 0 has changed", |bytes, places| {
            let at = places[0].end() - 9;
            let other = (word(bytes, at) ^ 1).to_le_bytes();
            set(bytes, at, &other);
        }),
    ];
    let library = library();
    let mut unlike = Vec::new();
    for (number, (told, fault)) in faults.iter().enumerate() {
        let said = said(&library, Change::Pruned, fault);
        unlike.extend((!said.contains(told)).then(|| format!("fault {number}: {said}")));
    }
    assert_eq!(unlike, [""; 0]);
}
