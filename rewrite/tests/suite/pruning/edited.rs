//! Files with a feature that few linkers write: it follows, or the length stays, or the file is refused by name.

use super::layouts::{TARGETS, sees_the_same};
use super::linked_file::{Linked, Shape, bundle};
use super::loader::Loaded;
use super::section_header;
use crate::rewriting::pruned;

pub fn set(bytes: &mut [u8], at: usize, word: usize) {
    bytes[at..at + 8].copy_from_slice(&(word as u64).to_le_bytes());
}

pub fn word(bytes: &[u8], at: usize) -> usize {
    usize::try_from(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())).unwrap()
}

/// The offset of the program header number `nth` of a type.
fn segment(bytes: &[u8], kind: u8, nth: usize) -> usize {
    let mut headers = (64..).step_by(56).take(usize::from(bytes[56]));
    headers
        .by_ref()
        .filter(|at| bytes[*at..*at + 4] == [kind, 0, 0, 0])
        .nth(nth)
        .unwrap()
}

/// A file with two bundles, or with one bundle if a symbol covers all.
pub fn file(shape: Shape) -> Linked {
    let count = if shape.symbol { 1 } else { 2 };
    let bundles: Vec<_> = (0..count).map(|seed| bundle(seed, &TARGETS, 5000)).collect();
    shape.file(&bundles)
}

/// Changes the file, prunes it, and returns the method and the result. The program must see the same.
pub fn way(shape: Shape, change: impl Fn(&mut Linked)) -> (&'static str, Vec<u8>) {
    let mut file = file(shape);
    change(&mut file);
    let (report, pruned) = pruned(&file.bytes, &["gfx90a"]).unwrap();
    sees_the_same(&file, &Loaded::of(&file.bytes), &pruned, "gfx90a");
    (report.resize_method.unwrap(), pruned)
}

#[track_caller]
pub fn is_refused(shape: Shape, told: &str, change: impl Fn(&mut Linked)) {
    let mut file = file(shape);
    change(&mut file);
    let error = pruned(file.bytes, &["gfx90a"]).unwrap_err();
    assert!(
        error.code() == "not-repackable" && error.to_string().contains(told),
        "{error}"
    );
}

/// A section with references other than the dynamic section does not move.
#[test]
fn referenced_sections_do_not_move() {
    let gnu = Shape::default();
    let plain = |_: &mut Linked| {};
    assert_eq!(way(gnu, plain).0, "move");
    let hash = |file: &Linked| word(&file.bytes, section_header(&file.bytes, ".gnu.hash") + 16);
    let referred = |file: &mut Linked| {
        let (at, to) = (file.relocations + 24 * 2 + 16, hash(file));
        set(&mut file.bytes, at, to);
    };
    assert_eq!(way(gnu, referred).0, "zero", "a relocation that holds its address");
    let bits = Shape { relr: true, ..gnu };
    assert_eq!(way(bits, plain).0, "move");
    let in_place = |file: &mut Linked| {
        let (at, to) = (file.data, hash(file));
        set(&mut file.bytes, at, to);
    };
    assert_eq!(way(bits, in_place).0, "zero", "a word that holds its address");
    let aligned = |file: &mut Linked| {
        let at = section_header(&file.bytes, ".note.gnu.build-id") + 48;
        set(&mut file.bytes, at, 64);
    };
    assert_eq!(way(gnu, aligned).0, "zero", "an alignment that the shift does not keep");
    let covered = |file: &mut Linked| {
        let at = segment(&file.bytes, 4, 0) + 32;
        let len = word(&file.bytes, at) + 16;
        set(&mut file.bytes, at, len);
        set(&mut file.bytes, at + 8, len);
    };
    assert_eq!(way(gnu, covered).0, "zero", "a segment over what goes and what moves");
    let interpreter = Shape { interpreter: true, phdr: true, ..gnu };
    assert_eq!(way(interpreter, plain).0, "move");
}

/// Removes the section `name` like tools that write zeros: the section table no longer lists it, but other references
/// may remain.
fn remove(bytes: &mut [u8], name: &str) {
    let header = section_header(bytes, name);
    let (offset, size) = (word(bytes, header + 24), word(bytes, header + 32));
    bytes[offset..offset + size].fill(0);
    bytes[header + 4..header + 64].fill(0);
}

/// Zeros with a reference are not free.
#[test]
fn referenced_zeros_stay() {
    for sysv in [false, true] {
        let shape = Shape { sysv, ..Shape::default() };
        let name = if sysv { ".hash" } else { ".gnu.hash" };
        assert_eq!(way(shape, |file| remove(&mut file.bytes, name)).0, "zero");
    }
    let note = |file: &mut Linked| remove(&mut file.bytes, ".note.gnu.build-id");
    assert_eq!(way(Shape::default(), note).0, "zero", "a segment leads there");
    // The same after the bundles, in their way to grow.
    let shape = Shape { padding: true, phdr: true, ..Shape::default() };
    let behind = |file: &Linked| file.held.end.next_multiple_of(8);
    let named = |file: &mut Linked| {
        let entry = word(&file.bytes, section_header(&file.bytes, ".dynamic") + 24) + 16 * 7;
        let to = behind(file);
        set(&mut file.bytes, entry, 25);
        set(&mut file.bytes, entry + 8, to);
    };
    assert_eq!(way(shape, named).0, "zero");
    assert_eq!(way(shape, |_| {}).0, "phdr");
}

/// Something other than the dynamic section may refer to the table.
#[test]
fn table_without_dynamic_entry_stays() {
    let mut file = file(Shape::default());
    let dynamic = word(&file.bytes, section_header(&file.bytes, ".dynamic") + 24);
    assert_eq!(word(&file.bytes, dynamic), 0x6fff_fef5);
    set(&mut file.bytes, dynamic, 0x6fff_0001);
    let (report, _) = pruned(file.bytes, &["gfx90a"]).unwrap();
    assert_eq!(report.resize_method, Some("zero"));
}

/// Only the half of a segment without code loses the execute permission.
#[test]
fn half_with_code_stays_executable() {
    let code = |file: &mut Linked| {
        let (at, section) = (segment(&file.bytes, 1, 1), section_header(&file.bytes, ".eh_frame"));
        file.bytes[at + 4] = 5;
        file.bytes[section + 8] |= 4;
    };
    let (found, pruned) = way(Shape { phdr: true, ..Shape::default() }, code);
    assert_eq!(found, "phdr");
    let rights = Loaded::of(&pruned)
        .of_kind(1)
        .iter()
        .map(|segment| segment[1])
        .collect::<Vec<_>>();
    assert_eq!(rights, [4, 4, 5, 6]);
}

/// Content over the bundles, or after them in memory, keeps the length of the file.
#[test]
fn segment_with_later_content_keeps_length() {
    let last = Shape { last: true, ..Shape::default() };
    assert_eq!(way(last, |_| {}).0, "tail");
    let zeros = |file: &mut Linked| {
        let at = segment(&file.bytes, 1, 1) + 40;
        let len = word(&file.bytes, at) + 4096;
        set(&mut file.bytes, at, len);
    };
    assert_eq!(way(last, zeros).0, "zero", "zeros behind");
    let mut over = file(last);
    let stack = (64..)
        .step_by(56)
        .find(|at| over.bytes[*at..*at + 4] == [0x51, 0xe5, 0x74, 0x64])
        .unwrap();
    over.bytes[stack..stack + 4].copy_from_slice(&[1, 0, 0, 0x60]);
    set(&mut over.bytes, stack + 8, over.held.end - 100);
    set(&mut over.bytes, stack + 32, 50);
    let error = pruned(over.bytes, &["gfx90a"]).unwrap_err();
    assert!(error.to_string().contains("leads to other bytes"), "{error}");
}

/// Symbols and relocations of every kind with an address follow.
#[test]
fn fields_with_addresses_follow() {
    let second = |file: &Linked| word(&file.bytes, file.relocations + 24 + 16);
    // Relative to the section symbol: the addend is the distance to the bundle.
    let by_section = |file: &mut Linked| {
        let (first, second) = (file.held.start, second(file));
        for (number, start) in [first, second].into_iter().enumerate() {
            let at = file.relocations + 24 * number;
            set(&mut file.bytes, at + 8, 1 << 32 | 1);
            set(&mut file.bytes, at + 16, start - first);
        }
        let at = file.symbols + 24 + 4;
        file.bytes[at] = 3;
    };
    assert_eq!(way(Shape::default(), by_section).0, "move");
    // A symbol at the end of the section follows the end.
    let mut ends = file(Shape::default());
    let at = ends.symbols + 24 + 8;
    set(&mut ends.bytes, at, ends.held.end);
    let (_, small) = pruned(ends.bytes, &["gfx90a"]).unwrap();
    let len = word(&small, section_header(&small, ".hip_fatbin") + 32);
    assert_eq!(Loaded::of(&small).symbol().0, ends.held.start + len);
    // So does a symbol of a moved section, with any section number.
    for number in [1, 9] {
        let mut notes = file(Shape::default());
        let note = word(&notes.bytes, section_header(&notes.bytes, ".note.gnu.build-id") + 16);
        let at = notes.symbols + 24;
        notes.bytes[at + 6] = number;
        set(&mut notes.bytes, at + 8, note);
        let (_, small) = pruned(notes.bytes, &["gfx90a"]).unwrap();
        assert_eq!(Loaded::of(&small).symbol().0, note + 56, "{number}");
    }
}

/// The end of a symbol is the end of its bundle, the start of a later one, or the end of the section.
#[test]
fn symbol_ends_follow_their_bundles() {
    let shape = Shape::default();
    let second = |file: &Linked| word(&file.bytes, file.relocations + 24 + 16);
    let with_end = |end: fn(&Linked, usize) -> usize| {
        let (_, pruned) = way(shape, |file| {
            let (start, to) = (file.held.start, second(file));
            set(&mut file.bytes, file.symbols + 24 + 8, start);
            let len = end(file, to) - start;
            set(&mut file.bytes, file.symbols + 24 + 16, len);
        });
        let loaded = Loaded::of(&pruned);
        let (start, len) = loaded.symbol();
        let wrapped = loaded.wrapped(file(shape).wrappers);
        let section = section_header(&pruned, ".hip_fatbin");
        let end = word(&pruned, section + 16) + word(&pruned, section + 32);
        assert_eq!(start, wrapped[0]);
        (start + len, wrapped[1], end)
    };
    let (end, next, _) = with_end(|_, second| second);
    assert!(end < next, "its own bundle");
    let (end, next, _) = with_end(|_, second| second - 1);
    assert!(end < next, "its own bundle");
    let (end, _, whole) = with_end(|file, _| file.held.end);
    assert_eq!(end, whole);
}

#[test]
fn unsupported_references_are_refused() {
    let shape = Shape::default();
    let second = |file: &Linked| word(&file.bytes, file.relocations + 24 + 16);
    let none = |file: &mut Linked| set(&mut file.bytes, file.relocations + 24 + 8, 0);
    is_refused(shape, "no wrapper points to the bundle at byte", none);
    let within = |file: &mut Linked| {
        let to = second(file) + 64;
        set(&mut file.bytes, file.relocations + 24 * 2 + 16, to);
    };
    is_refused(shape, "but no bundle starts there", within);
    // The symbol of the first bundle, plus the distance to the second.
    let added = |file: &mut Linked| {
        let way = second(file) - file.held.start;
        set(&mut file.bytes, file.relocations + 24 + 8, 1 << 32 | 1);
        set(&mut file.bytes, file.relocations + 24 + 16, way);
    };
    is_refused(shape, "for a bundle has the unsupported type", added);
    // Code relative to a bundle that moves.
    let relative = |file: &mut Linked| {
        let to = second(file);
        set(&mut file.bytes, file.symbols + 24 + 8, to);
        set(&mut file.bytes, file.relocations + 24 * 2 + 8, 1 << 32 | 2);
        set(&mut file.bytes, file.relocations + 24 * 2 + 16, usize::MAX - 3);
    };
    is_refused(shape, "has the unsupported type 2", relative);
    // Code relative to the first bundle, which stays, with the second as its target.
    let far = |file: &mut Linked| {
        let (start, to) = (file.held.start, second(file));
        set(&mut file.bytes, file.symbols + 24 + 8, start);
        set(&mut file.bytes, file.relocations + 24 * 2 + 8, 1 << 32 | 2);
        set(&mut file.bytes, file.relocations + 24 * 2 + 16, to - start - 4);
    };
    is_refused(shape, "has the unsupported type 2", far);
    // The symbol does not exist, and loaders do not check.
    let no_symbol = |file: &mut Linked| {
        set(&mut file.bytes, file.relocations + 24 + 8, 2 << 32 | 1);
    };
    is_refused(
        shape,
        "uses a symbol after the end of its table; relink the file",
        no_symbol,
    );
    // A symbol that ends inside the second bundle.
    let cut = |file: &mut Linked| {
        let (start, to) = (file.held.start, second(file));
        set(&mut file.bytes, file.symbols + 24 + 8, start);
        set(&mut file.bytes, file.symbols + 24 + 16, to + 64 - start);
    };
    is_refused(shape, "but no bundle starts there", cut);
    // The loader finds symbols at a place without a section.
    let elsewhere = |file: &mut Linked| {
        let tags = (0..12).map(|nth| word(&file.bytes, section_header(&file.bytes, ".dynamic") + 24) + 16 * nth);
        let at = tags.into_iter().find(|at| word(&file.bytes, *at) == 6).unwrap();
        let to = word(&file.bytes, at + 8) + 24;
        set(&mut file.bytes, at + 8, to);
    };
    is_refused(shape, "the section table does not list the symbols", elsewhere);
    // A wrapper without bytes in the file.
    let zeros = |file: &mut Linked| {
        let (at, data) = (section_header(&file.bytes, ".data"), file.data);
        file.bytes[at + 4] = 8;
        set(&mut file.bytes, file.relocations + 24 + 16, data);
    };
    is_refused(shape, "has no data", zeros);
    // Packed relocations: in the first bitmap, and in the second.
    for count in [2, 24] {
        let bundles: Vec<_> = (0..count).map(|seed| bundle(seed, &TARGETS[..2], 10)).collect();
        let shape = Shape { relr: true, ..shape };
        let mut file = shape.file(&bundles);
        let (_, small) = pruned(&file.bytes, &["gfx90a"]).unwrap();
        sees_the_same(&file, &Loaded::of(&file.bytes), &small, "gfx90a");
        let to = file.held.start + 64;
        set(&mut file.bytes, file.data, to);
        let error = pruned(file.bytes, &["gfx90a"]).unwrap_err();
        assert!(
            error.to_string().contains("but no bundle starts there"),
            "{count}: {error}"
        );
    }
}
