//! References to bundles that linkers do not write: symbols with outdated numbers, other symbols, code and data.

use super::edited::{file, is_refused, set, way, word};
use super::linked_file::{Linked, Shape};
use super::loader::Loaded;
use super::{entries, id, section_header};
use crate::rewriting::{pruned, replaced_with};

/// Loaders go by the addresses of symbols. `strip` and `objcopy` renumber sections, but not in dynamic symbols.
#[test]
fn symbols_with_outdated_section_numbers_follow() {
    let code = [1; 60_000];
    for number in [1, 2, 3, 4, 6, 9, 200] {
        for shape in [
            Shape::default(),
            Shape { symbol: true, ..Shape::default() },
            Shape { symbol: true, in_place: true, ..Shape::default() },
            Shape { symbol: true, phdr: true, ..Shape::default() },
            Shape { symbol: true, last: true, ..Shape::default() },
        ] {
            let outdated = |file: &mut Linked| file.bytes[file.symbols + 24 + 6] = number;
            way(shape, outdated);
            // This much code does not fit, so the bundles move to the end of the file.
            let mut file = file(shape);
            outdated(&mut file);
            let before = Loaded::of(&file.bytes);
            let (_, large) =
                replaced_with(&file.bytes, &[(&id("gfx906"), &code)], |asked| asked.bundle = Some(0)).unwrap();
            let after = Loaded::of(&large);
            let wrapped = after.wrapped(file.wrappers.clone());
            let moves = wrapped[0] != before.wrapped(file.wrappers)[0];
            assert!(moves != shape.last && after.symbol().0 == wrapped[0]);
            let entries = entries(after.from(wrapped[0]).to_vec());
            assert!(
                entries
                    .iter()
                    .any(|(name, content)| *name == id("gfx906") && content == &code)
            );
        }
    }
    // A number is not enough: the symbol belongs to the relocations, and stays.
    let elsewhere = |file: &mut Linked| {
        let (at, to) = (file.symbols + 24 + 8, file.relocations);
        set(&mut file.bytes, at, to);
    };
    assert_eq!(way(Shape::default(), elsewhere).0, "move");
}

/// Code and fixed data cannot follow a bundle that moves.
#[test]
fn reference_without_relocation_is_refused() {
    let second = |file: &Linked| {
        let wrapper = file.data - 24 + 8;
        let relocated = word(&file.bytes, file.relocations + 24 + 16);
        if relocated == 0 {
            word(&file.bytes, wrapper)
        } else {
            relocated
        }
    };
    let told = "lacks a relocation: keep the size of earlier bundles, or relink the file";
    // An instruction with an address, in a section with code; the first bundle stays.
    let code = |skip: usize, prefix: u8, back: usize| {
        move |file: &mut Linked| {
            let header = section_header(&file.bytes, ".eh_frame");
            file.bytes[header + 8] |= 4;
            let (address, at) = (
                word(&file.bytes, header + 16) + skip,
                word(&file.bytes, header + 24) + skip,
            );
            let to = if back == 0 { second(file) } else { file.held.start };
            let way = to.wrapping_sub(address + 7) as u32;
            file.bytes[at..at + 3].copy_from_slice(&[prefix, 0x8d, 0x05 | 2 << 3]);
            file.bytes[at + 3..at + 7].copy_from_slice(&way.to_le_bytes());
        }
    };
    for (skip, prefix) in [(1, 0x48), (20, 0x4c), (143, 0x48)] {
        is_refused(Shape::default(), told, code(skip, prefix, 0));
        way(Shape::default(), code(skip, prefix, 1));
        way(Shape { arm: true, ..Shape::default() }, code(skip, prefix, 0));
    }
    // A word in the data of a program with fixed addresses.
    let data = |file: &mut Linked| {
        let (at, to) = (file.data + 16, word(&file.bytes, file.data - 24 + 8));
        set(&mut file.bytes, at, to);
    };
    is_refused(Shape { fixed: true, ..Shape::default() }, told, data);
    let packed = |file: &mut Linked| {
        let header = section_header(&file.bytes, ".comment");
        file.bytes[header + 4..header + 8].copy_from_slice(&0x4000_0014_u32.to_le_bytes());
    };
    is_refused(Shape::default(), "found SHT_CREL", packed);
}

#[test]
fn relocations_by_outside_symbols_are_refused() {
    let relocation = |number: usize, kind: usize, addend: fn(&Linked) -> usize| {
        move |file: &mut Linked| {
            let (at, addend) = (file.relocations + 24 * 2, addend(file));
            set(&mut file.bytes, file.symbols + 24 + 8, file.relocations);
            set(&mut file.bytes, at + 8, number << 32 | kind);
            set(&mut file.bytes, at + 16, addend);
        }
    };
    let told = "for a bundle has the unsupported type";
    for (arm, kinds) in [(false, &[1, 2, 10, 37][..]), (true, &[257, 1032])] {
        let shape = Shape { arm, ..Shape::default() };
        for kind in kinds {
            is_refused(shape, told, relocation(0, *kind, |file| file.held.start));
            is_refused(
                shape,
                told,
                relocation(1, *kind, |file| file.held.start - file.relocations),
            );
        }
    }
    // Thread-local offsets and symbols of libraries are not addresses.
    let mut known = file(Shape::default());
    relocation(1, 18, |file| file.held.start - file.relocations)(&mut known);
    pruned(&known.bytes, &["gfx90a"]).unwrap();
    relocation(1, 1, |file| file.held.start - file.relocations)(&mut known);
    let at = known.symbols + 24 + 6;
    known.bytes[at] = 0;
    set(&mut known.bytes, at + 2, 0);
    relocation(1, 1, |file| file.held.start)(&mut known);
    set(&mut known.bytes, at + 2, 0);
    pruned(&known.bytes, &["gfx90a"]).unwrap();
}
