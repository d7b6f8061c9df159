//! `convert` of libraries to ones whose code is in archives, and back: loaders see the same, and find the same code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use offload_bundle::input::InputFile;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{ConvertReport, Verdict};
use offload_bundle::request::{ArchiveScheme, ConvertRequest, ConvertTarget, ExtractRequest};
use offload_bundle::{Error, OffloadFile, REGISTRY};
use proptest::prelude::*;

use super::layouts::{TARGETS, bundles, shapes};
use super::linked_file::{Linked, PAGE, Shape, bundle};
use super::loader::Loaded;
use super::{entries, fixture};
use crate::support::{about, folder_with, new_folder, own, target, verified};

pub fn asked(to: &str, input: impl Into<InputFile>, output: Option<&Path>) -> ConvertRequest {
    let mut request = ConvertRequest::default();
    request.to = ConvertTarget::named(&REGISTRY, to);
    request.input = input.into();
    request.output = output.map(Path::to_path_buf);
    request.in_place = output.is_none();
    request
}

pub fn convert(request: &ConvertRequest) -> Result<ConvertReport, Error> {
    ops::convert(&REGISTRY, request, &mut Context::default())
}

/// The code of `path` with what it finds elsewhere: by the number of the bundle and the ID.
pub fn code(path: &Path) -> BTreeMap<(usize, String), Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let mut request: ExtractRequest = about(path.to_path_buf());
    request.folder = folder.path().join("code");
    let report = ops::extract(&REGISTRY, &request, &mut Context::default()).unwrap();
    let entries = report.outputs.iter();
    let entries = entries.map(|entry| {
        (
            (entry.bundle, entry.id.clone().unwrap()),
            fs::read(&entry.output).unwrap(),
        )
    });
    entries.collect()
}

fn verdict(path: &Path) -> Verdict {
    verified(path.to_path_buf()).files[0].summary.verdict.unwrap()
}

/// The files below `folder`, by their paths.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        match path.is_dir() {
            true => found.extend(
                files(&path)
                    .into_iter()
                    .map(|(rest, bytes)| (format!("{name}/{rest}"), bytes)),
            ),
            false => drop(found.insert(name, fs::read(&path).unwrap())),
        }
    }
    found
}

/// What a loader maps of `made` is what it maps of `file`, but for bundles, wrappers and what leads to bundles.
fn maps_the_same(file: &Linked, made: &[u8]) {
    let (before, after) = (Loaded::of(&file.bytes), Loaded::of(made));
    assert_eq!(after.build_id(), before.build_id());
    assert_eq!(after.tables(), before.tables());
    let end = file.held.end.next_multiple_of(PAGE);
    let behind = before.mapped(file.held.end).unwrap_or_default();
    let is_padding = behind.iter().take(end - file.held.end).all(|byte| *byte == 0);
    let held = file.held.start..if is_padding { end } else { file.held.end };
    let mut changed = vec![held, file.front.clone(), file.wrappers.clone(), before.dynamic()];
    changed.extend(before.tag(7).map(|start| start..start + before.tag(8).unwrap_or(0)));
    assert!(
        after.outside(&changed) == before.outside(&changed),
        "something else changed"
    );
}

/// What each wrapper begins with, what it leads to, and the number in it.
fn wrappers(file: &Linked, made: &[u8]) -> Vec<([u8; 4], usize, u64)> {
    let loaded = Loaded::of(made);
    let word = |at: usize| usize::from_le_bytes(loaded.bytes(at, 8).try_into().unwrap());
    let each = file.wrappers.clone().step_by(24).map(|at| {
        let magic: [u8; 4] = loaded.bytes(at, 4).try_into().unwrap();
        (magic, word(at + 8), word(at + 16) as u64)
    });
    each.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn code_leaves_every_layout_and_comes_back(shape in shapes(), count in 1_usize..4, len in 1_usize..9000) {
        leaves_and_comes_back(shape, &bundles(shape, count, len));
    }
}

fn leaves_and_comes_back(shape: Shape, bundles: &[Vec<u8>]) {
    let file = shape.file(bundles);
    let path = new_folder();
    fs::create_dir_all(path("out")).unwrap();
    fs::create_dir_all(path("again")).unwrap();
    fs::write(path("lib.so"), &file.bytes).unwrap();
    let report = convert(&asked("kpack", path("lib.so"), Some(&path("out/lib.so")))).unwrap();
    let moved = report.moved.unwrap();
    let made = fs::read(path("out/lib.so")).unwrap();
    assert_eq!(moved.files[0].size, made.len() as u64);
    maps_the_same(&file, &made);
    // All lead to one text, which begins as a map of two values does; each has its number.
    let found = wrappers(&file, &made);
    for (number, (magic, to, unit)) in found.iter().enumerate() {
        let own = if shape.symbol { 0 } else { number as u64 };
        assert_eq!((magic, *to, *unit), (b"HIPK", found[0].1, own));
    }
    assert_eq!(Loaded::of(&made).from(found[0].1)[0], 0x82);
    // Each unit has the code of its bundle.
    let there = code(&path("out/lib.so"));
    let before: Vec<Vec<(String, Vec<u8>)>> = bundles.iter().map(|bundle| entries(bundle.clone())).collect();
    for (unit, own) in before.iter().enumerate() {
        for (id, content) in own.iter().filter(|(id, _)| !id.starts_with("host")) {
            assert!(there[&(unit, id.clone())] == *content, "{unit} {id}");
        }
    }
    assert_eq!(there.len(), bundles.len() * TARGETS.len());
    assert!(!made.windows(24).any(|window| window == b"__CLANG_OFFLOAD_BUNDLE__"));
    // Once more it stays.
    let all = files(&path("out"));
    let again = convert(&asked("kpack", path("out/lib.so"), None))
        .unwrap()
        .moved
        .unwrap();
    assert_eq!(again.already.len(), 1);
    assert_eq!(again.files.len(), 0);
    assert_eq!(again.archives.len(), 0);
    assert!(files(&path("out")) == all);
    // And back.
    match convert(&asked("embedded", path("out/lib.so"), Some(&path("lib.so.back")))) {
        Ok(_) => {
            let back = fs::read(path("lib.so.back")).unwrap();
            maps_the_same(&file, &back);
            for (number, (magic, to, unit)) in wrappers(&file, &back).into_iter().enumerate() {
                assert_eq!((&magic, unit), (b"FPIH", 0));
                let held = OffloadFile::from_bytes(Loaded::of(&back).from(to).to_vec()).unwrap();
                let first = held.bundles().next().unwrap();
                let codes: BTreeMap<String, Vec<u8>> = first
                    .entries()
                    .map(|entry| (entry.id().unwrap().to_owned(), entry.bytes().unwrap().to_vec()))
                    .collect();
                let own = before[if shape.symbol { 0 } else { number }].iter().cloned();
                assert!(codes == own.collect(), "{number}");
            }
            let twice = convert(&asked("embedded", path("lib.so.back"), None))
                .unwrap()
                .moved
                .unwrap();
            assert_eq!((twice.already.len(), twice.files.len()), (1, 0));
            assert!(fs::read(path("lib.so.back")).unwrap() == back);
            // What went and came goes as it did.
            fs::rename(path("lib.so.back"), path("lib.so")).unwrap();
            convert(&asked("kpack", path("lib.so"), Some(&path("again/lib.so")))).unwrap();
            assert_eq!(code(&path("again/lib.so")), there);
            maps_the_same(&file, &fs::read(path("again/lib.so")).unwrap());
        }
        // What made way for a program header took some of the room.
        Err(error) => assert!(
            error.code() == "not-repackable" && moved.files[0].way == "move",
            "{error}"
        ),
    }
}

#[test]
fn what_compilers_made_is_found_in_both_schemes() {
    for name in ["hip.19.so", "hip.22.so", "hip-compressed.19.so", "hip-compressed.22.so"] {
        for scheme in ["none", "zstd-per-kernel"] {
            let path = new_folder();
            fs::create_dir(path("out")).unwrap();
            fs::write(path("lib.so"), fixture(&format!("objects/{name}"))).unwrap();
            let mut request = asked("kpack", path("lib.so"), Some(&path("out/lib.so")));
            request.scheme = ArchiveScheme::named(&REGISTRY, scheme);
            let report = convert(&request).unwrap();
            assert_eq!(code(&path("out/lib.so")), code(&path("lib.so")), "{name} {scheme}");
            assert_eq!(verdict(&path("out/lib.so")), Verdict::Sound, "{name} {scheme}");
            let archives: Vec<String> = files(&path("out")).into_keys().collect();
            assert_eq!(
                archives,
                [".kpack/lib_gfx906.kpack", ".kpack/lib_gfx90a.kpack", "lib.so"]
            );
            let moved = report.moved.unwrap();
            // The variants of a processor are with it.
            assert_eq!(moved.archives[1].targets, ["gfx90a:xnack+"]);
            for archive in &moved.archives {
                assert_eq!(verdict(archive.file.as_path()), Verdict::Sound);
                assert_eq!(archive.size, fs::metadata(archive.file.as_path()).unwrap().len());
            }
            // The same bytes every time.
            let first = files(&path("out"));
            fs::remove_dir_all(path("out")).unwrap();
            fs::create_dir(path("out")).unwrap();
            convert(&request).unwrap();
            assert!(files(&path("out")) == first, "{name} {scheme}");
            match convert(&asked("embedded", path("out/lib.so"), Some(&path("back.so")))) {
                Ok(_) => assert_eq!(code(&path("back.so")), code(&path("lib.so")), "{name} {scheme}"),
                // What was compressed by others may not be as short again.
                Err(error) => assert!(
                    error.code() == "not-repackable" && name.contains("compressed"),
                    "{error}"
                ),
            }
        }
    }
}

#[test]
fn the_code_of_a_folder_is_in_archives_of_all_its_libraries() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("install");
    fs::create_dir_all(root.join("lib/deep")).unwrap();
    let library = fixture("objects/hip.22.so");
    for name in ["lib/one.so", "lib/deep/two.so"] {
        fs::write(root.join(name), &library).unwrap();
    }
    for (name, bytes) in [
        ("notes.txt", b"text".to_vec()),
        ("lib/unit.o", fixture("objects/hip.22.o")),
        ("loose.hipfb", bundle(1, &TARGETS, 10)),
        ("lib/one.so.debug", without_bytes(&library)),
    ] {
        fs::write(root.join(name), bytes).unwrap();
    }
    let before = files(&root);
    let mut dry = asked("kpack", root.clone(), None);
    (dry.in_place, dry.dry_run) = (false, true);
    let would_be = convert(&dry).unwrap();
    assert!(files(&root) == before);
    let report = convert(&asked("kpack", root.clone(), None)).unwrap();
    assert_eq!(report.size, would_be.size);
    let moved = report.moved.unwrap();
    assert_eq!(
        (moved.files.len(), moved.archives.len(), moved.left.len()),
        (2, 2, 3),
        "{:?}",
        moved.left
    );
    assert_eq!(moved.archives[0].row_count, 2);
    assert_eq!(moved.files[0].name, "lib/deep/two.so");
    let expected = code_of(&library);
    for name in ["lib/one.so", "lib/deep/two.so"] {
        assert_eq!(code(&root.join(name)), expected, "{name}");
    }
    let after = files(&root);
    for name in ["notes.txt", "lib/unit.o", "loose.hipfb", "lib/one.so.debug"] {
        assert!(after[name] == before[name], "{name}");
    }
    assert!(after.contains_key(".kpack/install_gfx906.kpack"));
    // Once more nothing changes, and back everything is there.
    convert(&asked("kpack", root.clone(), None)).unwrap();
    assert!(files(&root) == after);
    convert(&asked("embedded", root.clone(), None)).unwrap();
    fs::remove_dir_all(root.join(".kpack")).unwrap();
    for name in ["lib/one.so", "lib/deep/two.so"] {
        assert_eq!(code(&root.join(name)), expected, "{name}");
    }
}

/// The library as a file of debug information has it: the section with bundles has no bytes.
fn without_bytes(library: &[u8]) -> Vec<u8> {
    let mut bytes = library.to_vec();
    let word = |at: usize| usize::from_le_bytes(library[at..at + 8].try_into().unwrap());
    let mut headers = (word(40)..library.len()).step_by(64);
    let bundles = headers
        .find(|at| word(at + 24) == 4096 && library[at + 4] == 1)
        .unwrap();
    bytes[bundles + 4] = 8;
    bytes
}

pub fn code_of(library: &[u8]) -> BTreeMap<(usize, String), Vec<u8>> {
    let (_folder, path) = folder_with("lib.so");
    fs::write(&path, library).unwrap();
    code(&path)
}

#[test]
fn only_code_that_is_asked_for_is_moved() {
    let path = new_folder();
    fs::create_dir(path("out")).unwrap();
    fs::write(path("lib.so"), fixture("objects/hip.22.so")).unwrap();
    let mut request = asked("kpack", path("lib.so"), Some(&path("out/lib.so")));
    request.targets = vec![target("gfx90a")];
    request.archive = Some("mine".into());
    let moved = convert(&request).unwrap().moved.unwrap();
    let kept: Vec<(bool, usize)> = moved.targets.iter().map(|target| (target.kept, target.count)).collect();
    assert_eq!(kept, [(false, 1), (true, 1)]);
    let left: Vec<String> = files(&path("out")).into_keys().collect();
    assert_eq!(left, [".kpack/mine_gfx90a.kpack", "lib.so"]);
    assert_eq!(code(&path("out/lib.so")).len(), 1);
    // What nothing is for is an error, also beside what there is.
    request.output = Some(path("out/other.so"));
    request.targets.push(target("gfx1100"));
    request.archive = Some("others".into());
    assert_eq!(convert(&request).unwrap_err().code(), "nothing-fits");
    assert_eq!(files(&path("out")).len(), 2);
}

#[test]
fn what_cannot_be_moved_is_refused_and_nothing_is_written() {
    let path = new_folder();
    fs::create_dir(path("out")).unwrap();
    fs::write(path("lib.so"), fixture("objects/hip.22.so")).unwrap();
    let cuda = fs::read(own("cuda/plain.fatbin")).unwrap();
    for (name, bytes, code) in [
        ("bundle", bundle(1, &TARGETS, 10), "not-moved"),
        ("cuda", cuda, "unwritable"),
        ("unit.o", fixture("objects/hip.22.o"), "not-repackable"),
        ("lib.dll", fixture("objects/hip.22.dll"), "not-moved"),
        ("text", b"text".to_vec(), "not-a-bundle"),
    ] {
        fs::write(path(name), bytes).unwrap();
        let error = convert(&asked("kpack", path(name), Some(&path("out/lib.so")))).unwrap_err();
        assert_eq!(error.code(), code, "{name}: {error}");
    }
    let refused = |change: &dyn Fn(&mut ConvertRequest)| {
        let mut request = asked("kpack", path("lib.so"), Some(&path("out/lib.so")));
        change(&mut request);
        convert(&request).unwrap_err().code()
    };
    assert_eq!(refused(&|request| request.archive = Some("a/b".into())), "archive-name");
    assert_eq!(refused(&|request| request.output = Some("-".into())), "no-folder");
    assert_eq!(refused(&|request| request.input = path("").into()), "folder-in-place");
    assert_eq!(refused(&|request| request.lossy = true), "unused");
    assert!(files(&path("out")).is_empty());
    // An archive that is there belongs to something else; so does what is no folder.
    fs::create_dir(path("out/.kpack")).unwrap();
    fs::write(path("out/.kpack/lib_gfx90a.kpack"), "mine").unwrap();
    assert_eq!(refused(&|_| {}), "archive-exists");
    assert_eq!(files(&path("out")).len(), 1);
    fs::remove_dir_all(path("out/.kpack")).unwrap();
    fs::write(path("out/.kpack"), "mine").unwrap();
    assert_eq!(refused(&|_| {}), "io");
    assert_eq!(files(&path("out")).into_keys().collect::<Vec<_>>(), [".kpack"]);
    fs::remove_file(path("out/.kpack")).unwrap();
    // Without its archives a library gets nothing back.
    convert(&asked("kpack", path("lib.so"), Some(&path("out/lib.so")))).unwrap();
    fs::rename(path("out/lib.so"), path("moved.so")).unwrap();
    let error = convert(&asked("embedded", path("moved.so"), Some(&path("back.so")))).unwrap_err();
    assert_eq!(error.code(), "no-archives");
    assert_eq!(
        refused(&|request| request.input = path("moved.so").into()),
        "moved-before"
    );
    assert!(!path("back.so").exists());
}
