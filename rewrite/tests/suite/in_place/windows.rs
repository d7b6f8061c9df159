//! A Windows library: loaded bytes stay at their addresses, and later parts of the file follow the bundles.

use object::LittleEndian as LE;
use object::read::pe::PeFile64;
use proptest::prelude::*;

use super::asked::{self, entries, is_refused, kept, with};
use crate::rewriting::{compressed, decompressed, pruned};

/// Field offsets that tests change, in bytes.
const FILE_HEADER: usize = 0x7c;
const OPTIONAL: usize = FILE_HEADER + 20;
const CHECK_SUM: usize = OPTIONAL + 64;
const DIRECTORIES: usize = OPTIONAL + 112;
const SECTIONS: usize = OPTIONAL + 240;

fn fixture() -> Vec<u8> {
    asked::fixture("hip.22.dll")
}

/// A section in memory: name, address, length and bytes.
type Section = (String, u32, u32, Vec<u8>);

/// The memory after loading: each section, without the wrapper pointer; and the target of that pointer.
fn loaded(bytes: &[u8]) -> (Vec<Section>, u64) {
    let file = PeFile64::parse(bytes).unwrap();
    let base = file.nt_headers().optional_header.image_base.get(LE);
    let (mut pointer, mut bundles) = (0, 0);
    let mut sections = Vec::new();
    for section in file.section_table().iter() {
        let name = String::from_utf8_lossy(section.raw_name()).into_owned();
        let (address, len) = (section.virtual_address.get(LE), section.virtual_size.get(LE));
        let mut held = section.pe_data(bytes).unwrap().to_vec();
        held.truncate(len as usize);
        held.resize(len as usize, 0);
        match name.as_str() {
            ".hipFatB" => {
                pointer = u64::from_le_bytes(held[8..16].try_into().unwrap());
                held[8..16].fill(0);
            }
            ".hip_fat" => {
                bundles = base + u64::from(address);
                held.clear();
            }
            // The debug directory holds a file offset, too.
            ".rdata" => held[0x18 + 24..0x18 + 28].fill(0),
            _ => {}
        }
        sections.push((name, address, len, held));
    }
    (sections, pointer - bundles)
}

/// The debug data, at the offset in the debug directory.
fn for_debuggers(bytes: &[u8]) -> Vec<u8> {
    let file = PeFile64::parse(bytes).unwrap();
    let (at, len) = file
        .section_table()
        .pe_file_range_at(file.nt_headers().optional_header.base_of_code.get(LE) + 0x1018)
        .unwrap();
    assert!(len >= 28);
    let entry = &bytes[at as usize..at as usize + 28];
    let number = |at: usize| u32::from_le_bytes(entry[at..at + 4].try_into().unwrap()) as usize;
    bytes[number(24)..number(24) + number(16)].to_vec()
}

#[test]
fn loaded_bytes_keep_their_addresses() {
    let sound = fixture();
    let before = loaded(&sound);
    assert_eq!(before.1, 0);
    let (report, small) = pruned(&sound, &["gfx906"]).unwrap();
    assert_eq!(report.resize_method, Some("shift"));
    assert_eq!(report.wrapper_count, Some(1));
    assert_eq!(report.size.0, small.len() as u64);
    assert!(small.len() + 5000 < sound.len() && small.len().is_multiple_of(512));
    let kept = kept(&sound, "gfx906");
    assert!(entries(&small) == kept && kept.len() == 2);
    assert_eq!(loaded(&small), before);
    assert_eq!(for_debuggers(&small), for_debuggers(&sound));
    let (again, twice) = pruned(&small, &["gfx906"]).unwrap();
    assert!(again.resize_method.is_none() && twice == small, "once more changes it");
    let (_, packed) = compressed(&sound).unwrap();
    assert!(packed.len() < small.len() && entries(&packed) == entries(&sound));
    assert_eq!(loaded(&packed), before);
    assert_eq!(for_debuggers(&packed), for_debuggers(&sound));
    assert!(decompressed(&packed).unwrap().1 == sound, "it is not what it was");
}

/// The checksum, word by word with carry.
fn sum(bytes: &[u8]) -> u32 {
    let mut sum = 0_u32;
    for (at, word) in bytes.chunks(2).enumerate() {
        if (CHECK_SUM..CHECK_SUM + 4).contains(&(2 * at)) {
            continue;
        }
        sum += u32::from(u16::from_le_bytes([word[0], word.get(1).copied().unwrap_or(0)]));
        sum = (sum & 0xffff) + (sum >> 16);
    }
    sum + bytes.len() as u32
}

#[test]
fn existing_checksum_is_updated() {
    let of_sound = sum(&fixture());
    let summed = with(&fixture(), CHECK_SUM, &of_sound.to_le_bytes());
    let (_, small) = pruned(&summed, &["gfx906"]).unwrap();
    assert_eq!(small[CHECK_SUM..CHECK_SUM + 4], sum(&small).to_le_bytes());
    assert_ne!(sum(&small), of_sound);
}

#[test]
fn unsupported_references_are_refused() {
    let sound = fixture();
    let refused = |bytes: &[u8], told: &str| is_refused(bytes, "gfx906", ("not-repackable", told));
    let changed = |at: usize, bytes: &[u8]| with(&sound, at, bytes);
    refused(&changed(DIRECTORIES + 4 * 8, &[1, 0, 0, 0, 8]), "the file is signed");
    refused(
        &[&sound[..], b"more"].concat(),
        "there is data after the sections at byte",
    );
    refused(&changed(FILE_HEADER, &[0x4c, 1]), "a file for another machine");
    refused(
        &changed(OPTIONAL + 36, &[3]),
        "sections with another alignment than the header",
    );
    let file = PeFile64::parse(sound.as_slice()).unwrap();
    let place = |name: &str| {
        let mut sections = file.section_table().iter().enumerate();
        let (position, section) = sections
            .find(|(_, section)| section.raw_name() == name.as_bytes())
            .unwrap();
        (SECTIONS + 40 * position, section.pointer_to_raw_data.get(LE) as usize)
    };
    let (_, wrapper) = place(".hipFatB");
    refused(
        &changed(wrapper + 8, &[64]),
        "points to byte 64 of the section `.hip_fat`",
    );
    refused(
        &changed(wrapper + 8, &[0; 8]),
        "no wrapper points to the bundle at byte",
    );
    let (_, relocations) = place(".reloc");
    let kinds: Vec<usize> = (relocations + 8..relocations + 12).step_by(2).collect();
    refused(&changed(kinds[0] + 1, &[0x30]), "has the unsupported type 3");
    // A page of relocations for the bundles themselves.
    let (bundles, _) = place(".hip_fat");
    refused(
        &changed(relocations, &sound[bundles + 12..bundles + 16]),
        "changes a bundle; relink the file",
    );
    let (header, _) = place(".reloc");
    refused(
        &changed(header + 20, &(place(".hip_fat").1 as u32).to_le_bytes()),
        "headers, relocations or sections overlap at byte",
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Damaged headers, wrappers and relocations are refused, or the result is right.
    #[test]
    fn damage_is_refused_or_harmless(
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..5),
        cut in proptest::option::weighted(0.2, any::<usize>()),
    ) {
        let sound = fixture();
        let mut bytes = sound.clone();
        for (at, value) in changes {
            let places: Vec<usize> = (60..0x400).chain(0x600..0x640).chain(0xc00..0xc20).chain(sound.len() - 512..sound.len() - 460).collect();
            bytes[places[at % places.len()]] = value;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut % sound.len());
        }
        if let Ok((_, small)) = pruned(&bytes, &["gfx906"]) {
            prop_assert!(entries(&small) == kept(&bytes, "gfx906"));
        }
    }
}
