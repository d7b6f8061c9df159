//! What is wrong with objects, or not understood in them: it is refused by name, and nothing is written; or what comes out is sound.

use object::read::elf::{FileHeader, SectionHeader};
use object::{Endianness, Object, ObjectSection, elf};
use proptest::prelude::*;

use super::asked::{WITH_BUNDLES, WITH_ENTRIES, entries, fixture, is_refused, kept, readable_entries, with};
use super::outside::{Outside, with_two_bundles};
use crate::rewriting::{compressed, pruned};

/// Where the header of the section `name` of an ELF object is, and where its content.
fn section(bytes: &[u8], name: &str) -> (usize, usize) {
    let header = elf::FileHeader64::<Endianness>::parse(bytes).unwrap();
    let sections = header.sections(Endianness::Little, bytes).unwrap();
    let (index, found) = sections.section_by_name(Endianness::Little, name.as_bytes()).unwrap();
    let table = header.e_shoff(Endianness::Little) as usize;
    (table + 64 * index.0, found.sh_offset(Endianness::Little) as usize)
}

/// The number of the section `name` of an ELF object.
fn elf_number(bytes: &[u8], name: &str) -> u32 {
    let file = object::File::parse(bytes).unwrap();
    let found = file.section_by_name(name).unwrap();
    u32::try_from(found.index().0).unwrap()
}

/// Where the header of the section `name` of a COFF object is.
fn coff_header(bytes: &[u8], name: &str) -> usize {
    let file = object::File::parse(bytes).unwrap();
    let found = file.section_by_name(name).unwrap();
    20 + 40 * (found.index().0 - 1)
}

#[test]
fn what_could_not_follow_is_refused() {
    let two = with_two_bundles(&fixture("hip.22.o"));
    let (_, relocations) = section(&two, ".rela.hipFatBinSegment");
    let changed = |at: usize, bytes: &[u8]| with(&two, at, bytes);
    let (header, _) = section(&two, ".rela.hipFatBinSegment");
    is_refused(
        &changed(relocations + 16, &[64]),
        "gfx906",
        ("not-repackable", "points to byte 64 of the section .hip_fatbin"),
    );
    is_refused(
        &changed(relocations + 24 + 8, &[2]),
        "gfx906",
        ("not-repackable", "found none for the one at byte"),
    );
    is_refused(
        &changed(relocations + 24 + 8, &[0]),
        "gfx906",
        ("not-repackable", "found none for the one at byte"),
    );
    is_refused(
        &changed(relocations + 12, &[0xff]),
        "gfx906",
        ("not-repackable", "relocations by symbols that are there"),
    );
    is_refused(
        &changed(header + 4, &[9]),
        "gfx906",
        ("not-repackable", "found SHT_REL"),
    );
    is_refused(
        &changed(header + 4, &[0x14, 0, 0, 0x40]),
        "gfx906",
        ("not-repackable", "found SHT_CREL"),
    );
    is_refused(
        &changed(18, &[40]),
        "gfx906",
        ("not-repackable", "one for another machine"),
    );
    let (behind, _) = section(&two, ".data.behind");
    let (_, bundles) = section(&two, ".hip_fatbin");
    is_refused(
        &changed(behind + 24, &(bundles as u64 + 8).to_le_bytes()),
        "gfx906",
        ("not-repackable", "two that share byte"),
    );
    // Relocations of the bundles themselves, here and in a COFF object.
    let number = elf_number(&two, ".hip_fatbin");
    is_refused(
        &changed(header + 44, &number.to_le_bytes()),
        "gfx906",
        ("not-repackable", "no relocation that changes bundles"),
    );
    let coff = fixture("hip.22.obj");
    let of = |name: &str| coff_header(&coff, name);
    let (wrappers, bundles) = (of(".hipFatBinSegment"), of(".hip_fatbin"));
    let mut with_relocations = coff.clone();
    for field in [24..28, 32..34] {
        let from = wrappers + field.start..wrappers + field.end;
        with_relocations.copy_within(from, bundles + field.start);
    }
    is_refused(
        &with_relocations,
        "gfx906",
        ("not-repackable", "no relocation that changes bundles"),
    );
    // A relocation of another kind counts from the section, and holds where no bundle moves.
    let fixed = changed(relocations + 24 + 8, &[2]);
    is_refused(&fixed, "gfx906", ("not-repackable", "found none for the one at byte"));
}

#[test]
fn what_needs_a_section_keeps_it() {
    let sound = fixture("rdc.22.o");
    let (_, symbols) = section(&sound, ".symtab");
    let header = elf::FileHeader64::<Endianness>::parse(sound.as_slice()).unwrap();
    let sections = header.sections(Endianness::Little, sound.as_slice()).unwrap();
    let dropped = sections.iter().position(|section| {
        sections
            .section_name(Endianness::Little, section)
            .unwrap()
            .ends_with(b"gfx90a:xnack+")
    });
    let mut needed = sound.clone();
    // The last symbol is a global one.
    let last = symbols + 18 * 24;
    needed[last + 6..last + 8].copy_from_slice(&(dropped.unwrap() as u16).to_le_bytes());
    is_refused(
        &needed,
        "gfx906",
        ("unexpected", "a symbol in a section that is to be removed"),
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Where headers, symbols and relocations say something else, that is refused, or what comes out holds what it should.
    #[test]
    fn damage_is_refused_or_harmless(
        name in proptest::sample::select([WITH_BUNDLES, WITH_ENTRIES].concat()),
        changes in proptest::collection::vec((0..3_usize, any::<usize>(), any::<u8>()), 1..5),
        cut in proptest::option::weighted(0.2, any::<usize>()),
        packs in any::<bool>(),
    ) {
        let sound = fixture(name);
        let end = sound.len();
        let parts = [(0, 64), (end.saturating_sub(2000), end), (64, 1200)];
        let mut bytes = sound.clone();
        for (part, at, value) in changes {
            let (start, end) = parts[part];
            bytes[start + at % (end - start)] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % end);
        }
        let done = match packs {
            true => compressed(&bytes).map(|(_, new)| new),
            false => pruned(&bytes, &["gfx906"]).map(|(_, new)| new),
        };
        match done {
            // What names nothing, or is damaged and stays as it is, is not looked at.
            Ok(_) if packs && readable_entries(&bytes).is_err() => {}
            // What was wrong is gone, or is only what an entry that stays is called.
            Ok(new) if readable_entries(&bytes).is_err() => {
                let left = readable_entries(&new).err().map(|error| error.code());
                prop_assert!([None, Some("bad-id")].contains(&left), "{left:?}");
            }
            Ok(new) => {
                let (found, expected) = match packs {
                    true => (entries(&new), entries(&bytes)),
                    false => (entries(&new), kept(&bytes, "gfx906")),
                };
                prop_assert!(found == expected);
            }
            Err(_) => {}
        }
    }
}

#[test]
fn what_is_outside_is_seen() {
    let sound = fixture("hip.22.o");
    let (_, frames) = section(&sound, ".eh_frame");
    let mut other = sound.clone();
    other[frames + 3] ^= 1;
    assert_ne!(Outside::of(&sound), Outside::of(&other));
}
