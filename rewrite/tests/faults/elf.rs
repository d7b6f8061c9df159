//! Faults of ELF files.

use offload_bundle_core::bytes::Place;

use super::linked_file::Shape;
use super::{Change, PAGE, PLAIN, add, linked, said, set, word};

/// The offset of the header of the section `name`.
fn section(bytes: &[u8], name: &str) -> u64 {
    let half = |at: usize| u64::from(u16::from_le_bytes(bytes[at..at + 2].try_into().unwrap()));
    let (table, count, names) = (word(bytes, 40), half(60), half(62));
    let names = usize::try_from(word(bytes, table + 64 * names + 24)).unwrap();
    let mut headers = (0..count).map(|number| table + 64 * number);
    let is_it = |at: &u64| {
        let start = names + (word(bytes, *at) & 0xffff_ffff) as usize;
        bytes[start..].starts_with(&[name.as_bytes(), &[0]].concat())
    };
    headers.find(is_it).unwrap()
}

/// The offset of the content of the section `name`.
fn content(bytes: &[u8], name: &str) -> u64 {
    word(bytes, section(bytes, name) + 24)
}

/// The offsets of the program headers of a type.
fn segments(bytes: &[u8], kind: u32) -> Vec<u64> {
    let headers = (0..u64::from(bytes[56])).map(|number| 64 + 56 * number);
    headers
        .filter(|at| word(bytes, *at) & 0xffff_ffff == u64::from(kind))
        .collect()
}

/// The file, the change, the expected message, and the fault.
type ElfFault = (Shape, Change, &'static str, fn(&mut Vec<u8>, &[Place]));

#[test]
fn faults_of_elf_files_are_seen() {
    use Change::{Longer, Pruned};
    let phdr = Shape { phdr: true, ..PLAIN };
    let fixed = Shape { fixed: true, ..phdr };
    let relr = Shape { relr: true, ..PLAIN };
    let symbol = Shape { symbol: true, ..PLAIN };
    let program = Shape { interpreter: true, ..phdr };
    let faults: &[ElfFault] = &[
        // A segment moves by a page in the file, moves by a page in memory, or is a page longer.
        (PLAIN, Pruned, "is not in its segment", |bytes, _| {
            let at = *segments(bytes, 1).last().unwrap();
            add(bytes, at + 8, PAGE.wrapping_neg());
        }),
        (PLAIN, Pruned, "is loaded differently", |bytes, _| {
            let at = *segments(bytes, 1).last().unwrap();
            add(bytes, at + 16, PAGE);
        }),
        (PLAIN, Pruned, "is loaded to", |bytes, _| {
            let at = *segments(bytes, 1).last().unwrap();
            add(bytes, at + 40, PAGE);
        }),
        (PLAIN, Pruned, "has other bytes", |bytes, _| {
            let to = usize::try_from(content(bytes, ".eh_frame")).unwrap();
            bytes.copy_within(to + 8..to + 150, to);
        }),
        (PLAIN, Pruned, "is loaded differently", |bytes, _| {
            let at = *segments(bytes, 1).last().unwrap();
            set(bytes, at + 4, &[4]);
        }),
        (PLAIN, Longer, "another segment covers", |bytes, _| {
            // The bundle segment begins on the last page of the previous segment.
            let loads = segments(bytes, 1);
            let (before, own) = (loads[loads.len() - 2], loads[loads.len() - 1]);
            let end = word(bytes, before + 16) + word(bytes, before + 40);
            let to = (end & !(PAGE - 1)) + 0xff0;
            assert!(to > end);
            set(bytes, own + 16, &to.to_le_bytes());
            add(bytes, own + 8, 0xff0);
            add(bytes, own + 32, PAGE.wrapping_neg());
            add(bytes, own + 40, PAGE.wrapping_neg());
        }),
        // A relocation is lost, in its table or for the loader, or leads to the old place.
        (PLAIN, Pruned, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".rela.dyn");
            set(bytes, at + 24, &[0; 24]);
        }),
        (PLAIN, Pruned, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".dynamic");
            let entries = (0..12).map(|number| at + 16 * number);
            let len = entries.into_iter().find(|at| word(bytes, *at) == 8).unwrap();
            add(bytes, len + 8, 24_u64.wrapping_neg());
        }),
        (PLAIN, Pruned, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".rela.dyn") + 24 + 16;
            let old = word(&linked(PLAIN), at);
            set(bytes, at, &old.to_le_bytes());
        }),
        (PLAIN, Longer, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".rela.dyn") + 16;
            let old = word(&linked(PLAIN), at);
            set(bytes, at, &old.to_le_bytes());
        }),
        (relr, Pruned, "the pointer at address", |bytes, places| {
            let wrapper = content(bytes, ".hipFatBinSegment") + 24 + 8;
            add(bytes, wrapper, places[0].ofs.wrapping_sub(places[1].ofs));
        }),
        (relr, Pruned, "packed relocations", |bytes, _| {
            let at = content(bytes, ".relr.dyn") + 8;
            add(bytes, at, 2_u64.wrapping_neg());
        }),
        // A wrapper leads to another bundle, or to the old place of its own bundle.
        (fixed, Pruned, "has other bytes", |bytes, places| {
            let wrapper = content(bytes, ".hipFatBinSegment") + 24 + 8;
            add(bytes, wrapper, places[0].ofs.wrapping_sub(places[1].ofs));
        }),
        (fixed, Pruned, "the pointer at address", |bytes, _| {
            let old = linked(Shape { fixed: true, phdr: true, ..PLAIN });
            let old = word(&old, content(&old, ".hipFatBinSegment") + 24 + 8);
            let wrapper = content(bytes, ".hipFatBinSegment") + 24 + 8;
            set(bytes, wrapper, &old.to_le_bytes());
        }),
        (relr, Pruned, "the pointer at address", |bytes, _| {
            let old = linked(Shape { relr: true, ..PLAIN });
            let old = word(&old, content(&old, ".hipFatBinSegment") + 24 + 8);
            let wrapper = content(bytes, ".hipFatBinSegment") + 24 + 8;
            set(bytes, wrapper, &old.to_le_bytes());
        }),
        (PLAIN, Pruned, "leads elsewhere", |bytes, _| {
            let (first, second) = (content(bytes, ".rela.dyn") + 16, content(bytes, ".rela.dyn") + 24 + 16);
            let (one, other) = (word(bytes, first), word(bytes, second));
            set(bytes, first, &other.to_le_bytes());
            set(bytes, second, &one.to_le_bytes());
        }),
        // A symbol moves, or ends after the bundles.
        (symbol, Longer, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".dynsym") + 24 + 8;
            add(bytes, at, 8);
        }),
        (symbol, Longer, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".dynsym") + 24 + 8;
            set(bytes, at, &0x2000_u64.to_le_bytes());
        }),
        (symbol, Pruned, "leads elsewhere", |bytes, places| {
            let at = content(bytes, ".dynsym") + 24 + 16;
            set(bytes, at, &(places[0].len + 1).to_le_bytes());
        }),
        // A reference to a moved section keeps the old address, for the loader or for tools.
        (PLAIN, Pruned, "leads elsewhere", |bytes, _| {
            let at = content(bytes, ".dynamic");
            set(bytes, at + 8, &0x1a0_u64.to_le_bytes());
        }),
        (PLAIN, Pruned, "the program header of type 0x4", |bytes, _| {
            let at = segments(bytes, 4)[0];
            add(bytes, at + 16, 56_u64.wrapping_neg());
            add(bytes, at + 8, 56_u64.wrapping_neg());
        }),
        (PLAIN, Pruned, "section 1 has", |bytes, _| {
            let at = content(bytes, ".note.gnu.build-id");
            set(bytes, at + 16, &[0]);
        }),
        (
            program,
            Pruned,
            "its program headers are at another offset",
            |bytes, _| {
                let at = segments(bytes, 6)[0];
                add(bytes, at + 32, 56_u64.wrapping_neg());
            },
        ),
        (
            program,
            Pruned,
            "its program headers are at another offset",
            |bytes, _| {
                // A program header of an unknown type.
                let at = segments(bytes, 6)[0];
                set(bytes, at, &[1, 0, 0, 0x60]);
                set(bytes, at, &[6, 0, 0, 0]);
                add(bytes, at + 16, PAGE);
            },
        ),
        // Section headers.
        (PLAIN, Pruned, "the header of section", |bytes, _| {
            let at = section(bytes, ".data");
            add(bytes, at + 16, 8);
        }),
        (PLAIN, Pruned, "does not end with", |bytes, _| {
            let at = section(bytes, ".hip_fatbin");
            add(bytes, at + 32, PAGE);
        }),
        (PLAIN, Pruned, "has other bytes", |bytes, _| {
            let at = section(bytes, ".comment");
            add(bytes, at + 24, 1_u64.wrapping_neg());
        }),
        // Parts of old bundles remain, or bytes appear between the new ones.
        (PLAIN, Longer, "something is loaded to", |bytes, _| {
            let old = content(&linked(PLAIN), ".hip_fatbin");
            set(bytes, old + 0x400, b"CCOB");
        }),
        (PLAIN, Pruned, "between the bundles", |bytes, places| {
            let gap = places[0].end();
            assert!(gap + 4 <= places[1].ofs);
            set(bytes, gap, b"CCOB");
        }),
        // A kept code object has another byte.
        (
            PLAIN,
            Pruned,
            "a code object of bundle 1 has changed",
            |bytes, places| {
                let at = places[1].end() - 9;
                let other = (word(bytes, at) ^ 1).to_le_bytes();
                set(bytes, at, &other);
            },
        ),
        (PLAIN, Pruned, "Invalid ELF section header", |bytes, _| {
            bytes.pop();
        }),
    ];
    let mut unlike = Vec::new();
    for (number, (shape, change, told, fault)) in faults.iter().enumerate() {
        let said = said(&linked(*shape), *change, fault);
        unlike.extend((told.is_empty() || !said.contains(told)).then(|| format!("fault {number}: {said}")));
    }
    assert_eq!(unlike, [""; 0]);
}
