//! In every layout, a program sees the same memory before and after `prune`, also if some bytes of the file differ.

use std::panic::{AssertUnwindSafe, catch_unwind};

use offload_bundle::OffloadFile;
use proptest::prelude::*;

use super::linked_file::{Linked, PAGE, Shape, bundle};
use super::loader::Loaded;
use super::{entries, section_header};
use crate::rewriting::pruned;

pub const TARGETS: [&str; 4] = ["gfx906", "gfx90a:xnack+", "gfx90a:xnack-", "gfx1030"];

/// The execute permission in segment flags.
const EXECUTABLE: usize = 1;

pub fn shapes() -> impl Strategy<Value = Shape> {
    (
        any::<[bool; 10]>(),
        prop_oneof![4 => Just(1_u8), 1 => Just(2), 1 => Just(16)],
    )
        .prop_map(|(has, pages)| {
            let [phdr, interpreter, fixed, relr, in_place, symbol, last, padding, sysv, arm] = has;
            // Packed relocations cannot refer to a symbol.
            let relr = relr && !fixed && !symbol;
            Shape { phdr, interpreter, fixed, relr, in_place, symbol, last, padding, sysv, arm, pages }
        })
}

/// The bundles of a file; one if a symbol covers all.
pub fn bundles(shape: Shape, count: usize, len: usize) -> Vec<Vec<u8>> {
    let count = if shape.symbol { 1 } else { count };
    (0..count).map(|seed| bundle(seed, &TARGETS, len)).collect()
}

fn is_kept(id: &str, keep: &str) -> bool {
    id.starts_with("host") || id.contains(keep)
}

/// Asserts that the loader sees the same in both files, except dropped code.
pub fn sees_the_same(file: &Linked, before: &Loaded, pruned: &[u8], keep: &str) {
    let after = Loaded::of(pruned);
    assert_eq!(after.build_id(), before.build_id());
    assert_eq!(after.interpreter(pruned), before.interpreter(&file.bytes));
    assert_eq!(after.tables(), before.tables());
    let dynamic = |loaded: &Loaded| {
        let others = (1..40)
            .chain([0x6fff_fef5])
            .filter(|tag| ![4, 6, 0x6fff_fef5].contains(tag));
        others.map(|tag| loaded.tag(tag)).collect::<Vec<_>>()
    };
    assert_eq!(dynamic(&after), dynamic(before));
    // Padding up to the end of the page is removed with the bundles.
    let end = file.held.end.next_multiple_of(PAGE);
    let behind = before.mapped(file.held.end).unwrap_or_default();
    let is_padding = behind.iter().take(end - file.held.end).all(|byte| *byte == 0);
    let held = file.held.start..if is_padding { end } else { file.held.end };
    let mut changed = vec![held, file.front.clone(), file.wrappers.clone(), before.dynamic()];
    // Bundles without room are at the end, after all other content.
    let last = before
        .of_kind(1)
        .iter()
        .map(|segment| segment[3] + segment[6])
        .max()
        .unwrap();
    for [_, rights, _, address, _, in_file, len, _] in after.of_kind(1) {
        if address >= last {
            assert!(rights & EXECUTABLE == 0 && in_file == len, "other memory has come");
            changed.push(address..address + len);
        }
    }
    changed.extend(before.tag(7).map(|start| start..start + before.tag(8).unwrap_or(0)));
    // A segment without code may lose the execute permission.
    let is_as_before = |(new, old): (&(usize, u8, usize), &(usize, u8, usize))| {
        (new.0, new.1) == (old.0, old.1) && (new.2 == old.2 || new.2 | EXECUTABLE == old.2)
    };
    let (new, old) = (after.outside(&changed), before.outside(&changed));
    assert!(
        new.len() == old.len() && new.iter().zip(&old).all(is_as_before),
        "something else changed"
    );
    let (old, new) = (
        before.wrapped(file.wrappers.clone()),
        after.wrapped(file.wrappers.clone()),
    );
    assert_eq!(old.len(), new.len());
    for (old, new) in old.into_iter().zip(new) {
        if !file.held.contains(&old) {
            assert_eq!(old, new, "a wrapper that points elsewhere");
            continue;
        }
        let of = |loaded: &Loaded, at: usize| {
            let file = OffloadFile::from_bytes(loaded.from(at).to_vec()).unwrap();
            let first = file.bundles().next().unwrap();
            let entries = first.entries();
            entries
                .map(|entry| (entry.id().unwrap().to_owned(), entry.bytes().unwrap().to_vec()))
                .collect::<Vec<_>>()
        };
        let kept: Vec<_> = of(before, old)
            .into_iter()
            .filter(|(id, _)| is_kept(id, keep))
            .collect();
        assert!(of(&after, new) == kept, "a wrapper points at something else");
    }
    let (old, new) = (before.symbol(), after.symbol());
    if !file.held.contains(&old.0) {
        assert_eq!(old.0, new.0, "a symbol of something else");
        return;
    }
    let first = after.from(new.0);
    let is_first = first.starts_with(b"__CLANG_OFFLOAD_BUNDLE__") || first.starts_with(b"CCOB");
    assert!(is_first, "the symbol of the first bundle");
}

/// Bytes between the bundles and the next section on the same page are removed if they are padding.
#[test]
fn only_padding_after_bundles_is_removed() {
    // Moved sections keep the last page of the bundles.
    for (last, way, with_other) in [(false, "move", "move"), (true, "tail", "zero")] {
        // 4,089 bytes of the last page.
        let shape = Shape { last, pages: 1, padding: true, ..Shape::default() };
        let len = 20_473 - 300;
        let mut file = shape.file(&[bundle(1, &TARGETS, len)]);
        assert_eq!(file.held.end % PAGE, 4089);
        let (report, small) = pruned(&file.bytes, &["gfx906"]).unwrap();
        assert_eq!(report.resize_method, Some(way));
        sees_the_same(&file, &Loaded::of(&file.bytes), &small, "gfx906");
        file.bytes[file.held.end + 3] = 1;
        let (report, small) = pruned(&file.bytes, &["gfx906"]).unwrap();
        assert_eq!(report.resize_method, Some(with_other));
        sees_the_same(&file, &Loaded::of(&file.bytes), &small, "gfx906");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn program_sees_the_same_memory(
        shape in shapes(), count in 1..4_usize, len in 3000..9000_usize,
        keep in proptest::sample::select(&["gfx906", "gfx90a", "gfx1030"]),
    ) {
        let file = shape.file(&bundles(shape, count, len));
        let (report, small) = pruned(&file.bytes, &[keep]).unwrap();
        sees_the_same(&file, &Loaded::of(&file.bytes), &small, keep);
        prop_assert!(Loaded::of(&small).symbol().1 <= Loaded::of(&file.bytes).symbol().1);
        prop_assert_eq!(Loaded::of(&small).symbol().1 as u64, report.bundles[0].size.0);
        let way = match shape {
            Shape { last: true, .. } => "tail",
            Shape { phdr: true, .. } if shape.fixed || !shape.interpreter => "phdr",
            _ => "move",
        };
        let found = report.resize_method.unwrap();
        prop_assert!(found == way || (found == "zero" && shape.pages > 1), "{found} for {way}");
        prop_assert_eq!(found == "zero", small.len() == file.bytes.len());
        let (again, twice) = pruned(&small, &[keep]).unwrap();
        prop_assert!(again.resize_method.is_none() && twice == small, "twice is not once");
    }

    /// Damaged files are refused, or the program sees the right memory.
    #[test]
    fn damage_is_refused_or_harmless(
        shape in shapes(), count in 1..3_usize,
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
    ) {
        let mut file = shape.file(&bundles(shape, count, 1000));
        let sound = Loaded::of(&file.bytes);
        let base = if shape.fixed { 0x40_0000 } else { 0 };
        let held = file.held.start - base..file.held.end - base;
        let len = section_header(&file.bytes, ".hip_fatbin") + 32;
        for (at, value) in changes {
            let at = at % (file.bytes.len() - held.len());
            let at = if at < held.start { at } else { at + held.len() };
            file.bytes[at] = value;
        }
        // A longer section contains the bytes after the bundles.
        let len = usize::from_le_bytes(file.bytes[len..len + 8].try_into().unwrap());
        file.held.end = file.held.start.saturating_add(len).max(file.held.end);
        if let Ok((_, small)) = pruned(&file.bytes, &["gfx90a"]) {
            let kept: Vec<_> = entries(file.bytes.clone()).into_iter().filter(|(id, _)| is_kept(id, "gfx90a")).collect();
            prop_assert!(entries(small.clone()) == kept);
            let (again, _) = pruned(&small, &["gfx90a"]).unwrap();
            prop_assert!(again.resize_method.is_none());
            // A loadable file stays loadable; not every input is.
            let before = catch_unwind(AssertUnwindSafe(|| {
                let before = Loaded::of(&file.bytes);
                before.wrapped(file.wrappers.clone());
                let read = (before.build_id(), before.tables(), before.interpreter(&file.bytes), before.symbol());
                drop(read);
                before
            }));
            // Damaged tables and notes may point into bytes that change, so only files with the original places are
            // compared.
            let tables = |loaded: &Loaded| [4, 5, 6, 7, 8, 0x6fff_fef5].map(|tag| loaded.tag(tag));
            let notes = |loaded: &Loaded| [3, 4].map(|kind| loaded.of_kind(kind));
            if let Ok(before) = before && tables(&before) == tables(&sound) && notes(&before) == notes(&sound) {
                sees_the_same(&file, &before, &small, "gfx90a");
            }
        }
    }
}
