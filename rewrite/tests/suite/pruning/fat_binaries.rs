//! `prune` of CUDA fat binaries: whole files, linked files, and damaged ones.

use std::fs;

use offload_bundle_rewrite::PruneReport;
use proptest::prelude::*;

use super::layouts::shapes;
use super::linked_file::{CUBIN, LTO, Linked, PAGE, PTX, Shape, fat_binary, image};
use super::loader::Loaded;
use super::packages::{self, zip};
use super::{bundle, pruned_but, request, run, section_header};
use crate::rewriting::{Written, compressed, decompressed, pruned, pruned_with};
use crate::support::{entries, folder_with, number, own, targets};

fn fixture(name: &str) -> Vec<u8> {
    fs::read(own(&format!("cuda/{name}.fatbin"))).unwrap()
}

/// The entries of a fat binary, read by hand: each with its header.
fn raw(bytes: &[u8]) -> Vec<Vec<u8>> {
    assert_eq!(bytes[..8], [0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0]);
    let (mut at, end) = (16, 16 + number(bytes, 8, 8));
    let mut all = Vec::new();
    while at < end {
        let len = number(bytes, at + 4, 4) + number(bytes, at + 8, 8);
        all.push(bytes[at..at + len].to_vec());
        at += len;
    }
    assert_eq!(at, end);
    all
}

fn exact(bytes: &[u8], keep: &[&str], drop: &[&str]) -> Written<PruneReport> {
    pruned_with(bytes, |asked| {
        (asked.keep, asked.drop, asked.exact) = (targets(keep), targets(drop), true)
    })
}

/// All cubins of the generation are kept, because libraries hold different code for each, and PTX only where it is
/// needed.
#[test]
fn fat_binary_keeps_what_device_runs() {
    let all = [(PTX, 80), (CUBIN, 75), (CUBIN, 80), (CUBIN, 86), (CUBIN, 89), (CUBIN, 90), (PTX, 90), (LTO, 80)];
    let images = all.map(|(kind, arch)| image(kind, arch, 900 + arch as usize));
    let bytes = fat_binary(&images);
    let lto = (LTO, 80);
    for (keep, drop, left) in [
        (
            &["sm_89"][..],
            &[][..],
            vec![(CUBIN, 80), (CUBIN, 86), (CUBIN, 89), lto],
        ),
        (&["sm_86"], &[], vec![(CUBIN, 80), (CUBIN, 86), lto]),
        (&["sm_90"], &[], vec![(CUBIN, 90), lto]),
        // Tegra processors share no machine code.
        (&["sm_87"], &[], vec![(PTX, 80), lto]),
        (&["sm_120"], &[], vec![(PTX, 90), lto]),
        (&["sm_75", "sm_120"], &[], vec![(CUBIN, 75), (PTX, 90), lto]),
        (&["ptx"], &[], vec![(PTX, 80), (PTX, 90), lto]),
        (&["ptx", "sm_90"], &[], vec![(PTX, 80), (CUBIN, 90), (PTX, 90), lto]),
        (
            &[],
            &["sm_80", "sm_90"],
            vec![all[0], all[1], all[3], all[4], all[6], lto],
        ),
        (&[], &["ptx", "lto-ir"], all[1..6].to_vec()),
    ] {
        let (report, small) = pruned_but(bytes.clone(), keep, drop).unwrap();
        let left: Vec<_> = all
            .iter()
            .zip(&images)
            .filter(|(named, _)| left.contains(named))
            .collect();
        let left: Vec<Vec<u8>> = left.into_iter().map(|(_, image)| image.clone()).collect();
        assert!(small == fat_binary(&left), "{keep:?} {drop:?}");
        let kept = report.targets.iter().filter(|target| target.kept);
        assert_eq!(kept.map(|target| target.count).sum::<usize>(), left.len());
        let (again, same) = pruned_but(small.clone(), keep, drop).map_or_else(
            // What was dropped is no longer there to be named.
            |error| (error.code().to_owned(), small.clone()),
            |(report, same)| (format!("{:?}", report.resize_method), same),
        );
        assert!(
            same == small && ["None", "nothing-fits"].contains(&again.as_str()),
            "{again}"
        );
    }
    let by_name = |keep: &[&str], drop: &[&str]| raw(&exact(&bytes, keep, drop).unwrap().1);
    assert!(by_name(&["sm_89"], &[]) == [4, 7].map(|at| images[at].clone()));
    assert!(by_name(&["sm_90"], &[]) == [5, 6, 7].map(|at| images[at].clone()));
    assert!(by_name(&[], &["sm_80"]) == [1, 3, 4, 5, 6].map(|at| images[at].clone()));
    for (keep, drop) in [(&["sm_88"][..], &[][..]), (&[], &["sm_100"])] {
        assert_eq!(exact(&bytes, keep, drop).unwrap_err().code(), "nothing-fits");
    }
}

/// The driver compiles the newest PTX that the device takes.
#[test]
fn newest_ptx_of_device_is_kept() {
    let images = [75, 80, 90].map(|arch| image(PTX, arch, 900 + arch as usize));
    for (keep, left) in [("sm_75", 0), ("sm_80", 1), ("sm_86", 1), ("sm_90", 2), ("sm_100", 2)] {
        let (_, small) = pruned_but(fat_binary(&images), &[keep], &[]).unwrap();
        assert!(small == fat_binary(&[images[left].clone()]), "{keep}");
    }
}

/// The driver loads `a` code on one processor, and `f` code on its family.
#[test]
fn suffixes_decide_what_is_kept() {
    let all = raw(&fixture("zstd"));
    for (keep, left) in [
        ("sm_75", vec![0]),
        ("sm_89", vec![3]),
        ("sm_90", vec![1]),
        ("sm_100", vec![2]),
        ("sm_103", vec![2]),
        ("sm_120", vec![3]),
    ] {
        let left: Vec<Vec<u8>> = left.into_iter().map(|at: usize| all[at].clone()).collect();
        assert!(
            pruned(fixture("zstd"), &[keep]).unwrap().1 == fat_binary(&left),
            "{keep}"
        );
    }
    let (_, rest) = pruned_but(fixture("zstd"), &[], &["sm_90"]).unwrap();
    assert!(raw(&rest) == [0, 2, 3].map(|at| all[at].clone()));
}

/// Images in one stream stay together.
#[test]
fn group_stays_whole() {
    let all = raw(&fixture("group"));
    let (report, small) = pruned(fixture("group"), &["sm_80"]).unwrap();
    assert!(raw(&small) == [all[2].clone()]);
    let kept: Vec<&str> = report
        .targets
        .iter()
        .filter(|target| target.kept)
        .filter_map(|target| target.id.rsplit("--").next())
        .collect();
    assert_eq!(kept, ["sm_75", "sm_80"]);
    let shared = |report: &PruneReport| -> Vec<String> {
        let notes = report.notes.iter().filter(|note| note.code == "shared");
        notes
            .filter_map(|note| Some(note.message.split_once(',')?.0.to_owned()))
            .collect()
    };
    assert_eq!(shared(&report), ["kept: cuda-nvptx64-nvidia-cuda--sm_75"]);
    let (report, same) = pruned_but(fixture("group"), &[], &["sm_80"]).unwrap();
    assert!(raw(&same) == all && shared(&report) == ["kept: cuda-nvptx64-nvidia-cuda--sm_80"]);
    let (_, small) = pruned(fixture("group"), &["sm_100"]).unwrap();
    assert!(raw(&small) == [all[0].clone()]);
}

#[test]
fn other_operations_do_not_write_fat_binaries() {
    let library = library(Shape::default(), 2);
    for result in [compressed(&library.bytes), decompressed(&library.bytes)] {
        assert_eq!(result.unwrap_err().code(), "unwritable");
    }
}

const ARCHES: [u32; 4] = [75, 80, 86, 90];

/// The entries of fat binary number `unit`: code for all processors, or only for the first.
fn unit(number: usize) -> Vec<Vec<u8>> {
    let arches = ARCHES.iter().take(if number % 3 == 2 { 1 } else { 4 });
    let cubins = arches.map(|arch| image(CUBIN, *arch, 4000 + 300 * number));
    cubins.chain((number % 3 == 1).then(|| image(PTX, 75, 2000))).collect()
}

/// A library with `count` fat binaries. Only wrappers point to them.
fn library(shape: Shape, count: usize) -> Linked {
    let count = if shape.symbol { 1 } else { count };
    let units: Vec<Vec<u8>> = (0..count).map(|number| fat_binary(&unit(number))).collect();
    shape.file(&units).into_cuda()
}

/// The entries of the fat binary at the target of each wrapper, as the CUDA runtime finds them.
fn registered(file: &Linked, bytes: &[u8]) -> Vec<Vec<Vec<u8>>> {
    let loaded = Loaded::of(bytes);
    let targets = loaded.wrapped(file.wrappers.clone()).into_iter();
    targets.map(|target| raw(loaded.from(target))).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// A runtime that follows every wrapper finds the same entries, except those dropped, and everything else stays.
    #[test]
    fn runtime_finds_kept_entries(shape in shapes(), count in 1..7_usize, keep in proptest::sample::select(&ARCHES)) {
        let file = library(shape, count);
        let before = registered(&file, &file.bytes);
        prop_assume!(before.iter().flatten().any(|image| number(image, 28, 4) == keep as usize));
        let (report, small) = pruned(&file.bytes, &[&format!("sm_{keep}")]).unwrap();
        let runs = |image: &Vec<u8>| {
            let arch = number(image, 28, 4) as u32;
            arch / 10 == keep / 10 && arch <= keep && image[0] == CUBIN as u8
        };
        let after = registered(&file, &small);
        prop_assert_eq!(before.len(), after.len());
        for (number, (before, after)) in before.iter().zip(&after).enumerate() {
            let mut left: Vec<Vec<u8>> = before.iter().filter(|image| runs(image)).cloned().collect();
            if left.is_empty() {
                left = before.iter().filter(|image| image[0] == PTX as u8).cloned().collect();
            }
            prop_assert!(after == &left, "{number} {keep}");
        }
        prop_assert!(report.size <= report.size_before);
        let held = file.held.start..file.held.end.next_multiple_of(PAGE);
        let (old, new) = (Loaded::of(&file.bytes), Loaded::of(&small));
        prop_assert_eq!(old.tables(), new.tables());
        prop_assert_eq!(old.build_id(), new.build_id());
        let outside = |loaded: &Loaded| {
            let relocations = loaded.tag(7).map_or(0..0, |start| start..start + loaded.tag(8).unwrap_or(0));
            let all = [held.clone(), file.front.clone(), file.wrappers.clone(), loaded.dynamic(), relocations];
            loaded.outside(&all).into_iter().map(|(at, byte, _)| (at, byte)).collect::<Vec<_>>()
        };
        prop_assert!(outside(&old) == outside(&new), "other memory changed");
    }
}

/// The program still registers a fat binary without code.
#[test]
fn empty_fat_binary_stays() {
    let file = library(Shape::default(), 3);
    let (report, small) = pruned(&file.bytes, &["sm_90"]).unwrap();
    let after = registered(&file, &small);
    assert_eq!(after.iter().map(Vec::len).collect::<Vec<_>>(), [1, 1, 0]);
    let last = &report.bundles[2];
    assert_eq!((last.size.0, last.kept, last.dropped), (16, 0, 1));
    assert!(report.size < report.size_before && report.resize_method == Some("move"));
    assert_eq!(pruned(small, &["sm_75"]).unwrap_err().code(), "nothing-fits");
}

/// Without its wrapper, a fat binary keeps its place. The others move as far as they can.
#[test]
fn fat_binary_without_pointer_keeps_place() {
    let fixed = Shape { fixed: true, phdr: true, ..Shape::default() };
    let (moved, _) = pruned(library(fixed, 4).bytes, &["sm_90"]).unwrap();
    for unreached in 0..4 {
        let mut file = library(fixed, 4);
        let wrapper = file.data - file.wrappers.len() + 24 * unreached + 8;
        file.bytes[wrapper..wrapper + 8].fill(0);
        let (report, small) = pruned(&file.bytes, &["sm_90"]).unwrap();
        let mut end = report.bundles[0].offset_before.0;
        for (number, (bundle, packed)) in report.bundles.iter().zip(&moved.bundles).enumerate() {
            let start = if number == unreached {
                bundle.offset_before.0
            } else {
                end.next_multiple_of(PAGE as u64)
            };
            assert_eq!(
                (bundle.offset.0, bundle.size),
                (start, packed.size),
                "{number} of {unreached}"
            );
            assert!(small[end as usize..start as usize].iter().all(|byte| *byte == 0));
            let kept = unit(number)
                .into_iter()
                .filter(|image| number % 3 != 2 && image[28] == 90);
            assert!(raw(&small[start as usize..]) == kept.collect::<Vec<_>>());
            end = start + bundle.size.0;
        }
        assert!(report.size >= moved.size && report.size < report.size_before);
    }
    // HIP bundles have no length that allows zeros after them.
    let mut hip = fixed.file(&[bundle(&["gfx906", "gfx908"]), bundle(&["gfx906", "gfx908"])]);
    let first = hip.data - hip.wrappers.len() + 8;
    hip.bytes[first..first + 8].fill(0);
    let error = pruned(hip.bytes, &["gfx906"]).unwrap_err().to_string();
    assert!(error.contains("no wrapper points to the bundle"), "{error}");
}

/// Programs may link this code again when they run.
#[test]
fn code_to_be_linked_stays() {
    let mut file = library(Shape::default(), 2);
    // The name of a section after the fat binaries becomes `__nv_relfatbin`, which contains one too.
    let parts = fat_binary(&[image(CUBIN, 75, 20), image(CUBIN, 90, 20)]);
    let (header, names) = (
        section_header(&file.bytes, ".data"),
        section_header(&file.bytes, ".shstrtab"),
    );
    let comment = section_header(&file.bytes, ".comment");
    let at = file.bytes.len();
    file.bytes.extend(&parts);
    for (field, value) in [(24, at), (32, parts.len())] {
        file.bytes[comment + field..comment + field + 8].copy_from_slice(&(value as u64).to_le_bytes());
    }
    let name_at = file.bytes.len();
    let old = number(&file.bytes, names + 24, 8);
    let mut all = file.bytes[old..old + number(&file.bytes, names + 32, 8)].to_vec();
    let name = all.len();
    all.extend(b"__nv_relfatbin\0");
    file.bytes.extend(&all);
    for (field, value) in [(24, name_at), (32, all.len())] {
        file.bytes[names + field..names + field + 8].copy_from_slice(&(value as u64).to_le_bytes());
    }
    file.bytes[comment..comment + 4].copy_from_slice(&(name as u32).to_le_bytes());
    assert!(header > 0);
    let (report, small) = pruned(&file.bytes, &["sm_90"]).unwrap();
    assert_eq!(report.other_bundle_count, 1);
    let told = report.notes.iter().find(|note| note.code == "unlinked").unwrap();
    assert!(told.message.contains("`__nv_relfatbin`"), "{}", told.message);
    assert!(small.windows(parts.len()).any(|bytes| bytes == parts));
    assert_eq!(registered(&file, &small).concat().len(), 2);
    // A file with only such code is not linked.
    let at = section_header(&file.bytes, ".nv_fatbin");
    file.bytes[at..at + 4].copy_from_slice(&(name as u32).to_le_bytes());
    assert_eq!(pruned(&file.bytes, &["sm_90"]).unwrap_err().code(), "not-linked");
}

/// A Windows library with fat binaries.
#[test]
fn windows_library_is_pruned() {
    let mut bytes = super::fixture("objects/hip.22.dll");
    let header = |bytes: &[u8], name: &[u8]| bytes.windows(name.len()).position(|window| window == name).unwrap();
    let at = header(&bytes, b".hip_fat");
    bytes[at..at + 8].copy_from_slice(b".nv_fatb");
    let wrappers = header(&bytes, b".hipFatB");
    bytes[wrappers..wrappers + 8].copy_from_slice(b".nvFatBi");
    let (len, start) = (number(&bytes, at + 16, 4), number(&bytes, at + 20, 4));
    let images = [75, 90].map(|arch| image(CUBIN, arch, len / 2 - 600));
    let unit = fat_binary(&images);
    bytes[start..start + len].fill(0);
    bytes[start..start + unit.len()].copy_from_slice(&unit);
    let (report, small) = pruned(&bytes, &["sm_90"]).unwrap();
    assert_eq!((report.resize_method, report.wrapper_count), (Some("shift"), Some(1)));
    assert!(report.size.0 < report.size_before.0 - len as u64 / 3);
    let start = number(&small, header(&small, b".nv_fatb") + 20, 4);
    assert!(raw(&small[start..]) == images[1..]);
}

/// A wheel may have libraries for both vendors.
#[test]
fn wheel_is_pruned_for_two_vendors() {
    let cuda = library(Shape::default(), 3).bytes;
    let hip = super::fixture("objects/hip.22.so");
    let other = bundle(&["gfx1030", "gfx1031"]);
    let wheel = zip(&[("cuda.so", &cuda), ("hip.so", &hip), ("other", &other), ("a.txt", b"text")]);
    let (_folder, out) = folder_with("out.whl");
    let report = run(&request(wheel.clone(), &["gfx906", "sm_90"], &[], out.clone())).unwrap();
    assert!(packages::file(&out, "cuda.so") == pruned(&cuda, &["sm_90"]).unwrap().1);
    assert!(packages::file(&out, "hip.so") == pruned(&hip, &["gfx906"]).unwrap().1);
    assert!(packages::file(&out, "other") == other);
    assert_eq!((report.files.len(), report.unpruned.len()), (2, 1));
    // Each target must match in some file.
    fs::remove_file(&out).unwrap();
    let error = run(&request(wheel, &["gfx906", "sm_70"], &[], out.clone())).unwrap_err();
    assert_eq!(error.code(), "nothing-fits");
    assert!(error.to_string().starts_with("in: no entry matches"), "{error}");
    assert!(!out.exists());
}

/// Damaged lengths are refused, and the file stays as it is.
#[test]
fn damaged_fat_binary_is_refused() {
    let sound = fixture("plain");
    let (_folder, path) = folder_with("a.fatbin");
    let second = 16 + raw(&sound)[0].len();
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).unwrap();
        let mut asked = request(Vec::new(), &["sm_75"], &[], path.clone());
        (asked.input, asked.output, asked.in_place) = (path.clone().into(), None, true);
        run(&asked).expect_err(what);
        assert!(fs::read(&path).unwrap() == bytes, "{what}");
    };
    // The length of all entries; of a header; of a content; of a compressed content.
    for (at, len) in [(8, 8), (second + 4, 4), (second + 8, 8)] {
        for value in [1, 8, 100, sound.len() as u64, u64::from(u32::MAX) - 7, u64::MAX / 2] {
            let mut bytes = sound.clone();
            bytes[at..at + len].copy_from_slice(&value.to_le_bytes()[..len]);
            refused(&bytes, &format!("{at} {value}"));
        }
    }
    let mut file = library(Shape::default(), 2).bytes;
    let at = number(&file, section_header(&file, ".nv_fatbin") + 24, 8);
    file[at + 8] ^= 8;
    refused(&file, "the length in a library");
    refused(&[&sound[..], &[0; 8], &[1; 8]].concat(), "bytes after it");
}

/// A cut file is refused, or exactly the whole fat binaries before the cut remain.
#[test]
fn every_cut_is_refused_or_right() {
    let small = fat_binary(&[image(CUBIN, 75, 24), image(CUBIN, 90, 40)]);
    let bytes = [small.clone(), small.clone()].concat();
    for len in 0..bytes.len() {
        let result = pruned(&bytes[..len], &["sm_90"]);
        match result {
            Ok((_, left)) => {
                assert_eq!(len, small.len());
                assert_eq!(entries(left).len(), 1);
            }
            Err(_) => assert_ne!(len, small.len()),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Changed bytes are refused, or the kept entries are entries of the input, in order.
    #[test]
    fn damage_keeps_entries_or_is_refused(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        name in proptest::sample::select(&["plain", "zstd", "group", "library"]),
    ) {
        let file = library(Shape::default(), 2);
        let mut bytes = if name == "library" { file.bytes } else { fixture(name) };
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        if let Ok((report, small)) = pruned(&bytes, &["sm_75"]) {
            for bundle in &report.bundles {
                let before = raw(&bytes[bundle.offset_before.0 as usize..]);
                let mut after = raw(&small[bundle.offset.0 as usize..]).into_iter().peekable();
                before.iter().for_each(|entry| drop(after.next_if(|kept| kept == entry)));
                prop_assert!(after.next().is_none());
            }
        }
    }
}
