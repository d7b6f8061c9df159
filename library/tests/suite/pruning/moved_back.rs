//! `convert` back of libraries whose archives are damaged: it is refused, and nothing is written, since code would be lost.

use std::fs;
use std::path::Path;

use offload_bundle::request::ArchiveScheme;
use offload_bundle::{BundleBuilder, OffloadFile, REGISTRY};

use super::linked_file::{PAGE, Shape, bundle};
use super::loader::Loaded;
use super::moved::{asked, code, convert, files};
use super::{entries, fixture};
use crate::support::new_folder;

/// What happens to the bytes of an archive.
type Damage = fn(&mut Vec<u8>);

/// Where the value of the first `key` in the table of an archive is.
fn value(archive: &[u8], key: &[u8]) -> usize {
    let found = archive.windows(key.len()).position(|window| window == key);
    found.unwrap() + key.len()
}

/// Another archive than the one for gfx90a is as it was.
const DAMAGES: [(&str, Damage); 8] = [
    ("nothing in it", Vec::clear),
    ("a text", |bytes| *bytes = b"text".to_vec()),
    ("only its magic number", |bytes| bytes.truncate(4)),
    ("another version", |bytes| bytes[4] = 9),
    ("its end", |bytes| bytes.truncate(bytes.len() - 9)),
    ("no list of targets", |bytes| {
        let at = value(bytes, b"gfx_arches");
        bytes[at] = 0x80;
    }),
    ("an entry without a number", |bytes| {
        let at = value(bytes, b"ordinal");
        bytes[at - 1] = b'x';
    }),
    ("an entry beyond the last", |bytes| {
        let at = value(bytes, b"ordinal");
        bytes[at] = 9;
    }),
];

#[test]
fn code_does_not_come_back_without_that_of_a_damaged_archive() {
    for scheme in ["none", "zstd-per-kernel"] {
        let path = new_folder();
        fs::write(path("lib.so"), fixture("objects/hip.22.so")).unwrap();
        fs::create_dir(path("out")).unwrap();
        let mut request = asked("kpack", path("lib.so"), Some(&path("out/lib.so")));
        request.scheme = ArchiveScheme::named(&REGISTRY, scheme);
        convert(&request).unwrap();
        let archive = path("out/.kpack/lib_gfx90a.kpack");
        let good = fs::read(&archive).unwrap();
        for (what, damage) in DAMAGES {
            let mut bytes = good.clone();
            damage(&mut bytes);
            fs::write(&archive, bytes).unwrap();
            let before = files(&path(""));
            let output = path("back.so");
            for (input, output) in [("out/lib.so", Some(output.as_path())), ("out/lib.so", None), ("out", None)] {
                refused(&path(input), output, &archive, what);
            }
            assert!(files(&path("")) == before, "{what}");
        }
    }
}

/// A bundle with code of `len` bytes for each of `targets`, which nothing makes shorter.
fn noise(targets: &[&str], len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut code = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    let host = BundleBuilder::new()
        .alignment(PAGE as u64)
        .entry("host-x86_64-unknown-linux-gnu-", b"");
    let bundle = targets.iter().fold(host, |bundle, target| {
        let bytes: Vec<u8> = (0..len).map(|_| code()).collect();
        bundle.entry(format!("hipv4-amdgcn-amd-amdhsa--{target}"), bytes)
    });
    bundle.to_bytes().unwrap()
}

#[test]
fn code_with_a_long_table_is_compressed() {
    let names: Vec<String> = (0..90).map(|number| format!("gfx9{number:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let path = new_folder();
    // The archives of a library with more code come into the place of those of another, where there is no room for it: it comes to the end.
    for (part, targets, len) in [("long", &names[..], 900), ("short", &names[..1], 1)] {
        let bundles = [noise(&names[..1], len), noise(targets, len), noise(targets, len + 1)];
        let file = Shape { phdr: true, ..Shape::default() }.file(&bundles);
        fs::create_dir(path(part)).unwrap();
        fs::write(path("lib.so"), &file.bytes).unwrap();
        convert(&asked("kpack", path("lib.so"), Some(&path(part).join("lib.so")))).unwrap();
    }
    // Where there is room, it is compressed, so that loaders find all entries.
    convert(&asked("embedded", path("long/lib.so"), Some(&path("long/back.so")))).unwrap();
    let back = fs::read(path("long/back.so")).unwrap();
    assert_eq!(back.windows(4).filter(|window| *window == b"CCOB").count(), 3);
    assert_eq!(code(&path("long/back.so")), code(&path("long/lib.so")));
    fs::remove_dir_all(path("short/.kpack")).unwrap();
    fs::rename(path("long/.kpack"), path("short/.kpack")).unwrap();
    convert(&asked("embedded", path("short/lib.so"), Some(&path("back.so")))).unwrap();
    let back = fs::read(path("back.so")).unwrap();
    assert_eq!(back.windows(4).filter(|window| *window == b"CCOB").count(), 3);
    assert_eq!(code(&path("back.so")), code(&path("short/lib.so")));
}

#[test]
fn each_unit_gets_its_own_code_where_one_between_is_missing() {
    let path = new_folder();
    let bundle = |seed| bundle(seed, &["gfx906"], 9);
    let file = Shape::default().file(&[bundle(0), bundle(1), bundle(2)]);
    fs::create_dir(path("out")).unwrap();
    fs::write(path("lib.so"), &file.bytes).unwrap();
    convert(&asked("kpack", path("lib.so"), Some(&path("out/lib.so")))).unwrap();
    let archive = path("out/.kpack/lib_gfx906.kpack");
    let mut bytes = fs::read(&archive).unwrap();
    let number = value(&bytes, b"lib.so#1") - 1;
    bytes[number] = b'7';
    fs::write(&archive, bytes).unwrap();
    convert(&asked("embedded", path("out/lib.so"), Some(&path("back.so")))).unwrap();
    let loaded = Loaded::of(&fs::read(path("back.so")).unwrap());
    let held = loaded.wrapped(file.wrappers.clone()).into_iter().map(|at| {
        // Behind it are the others.
        let held = OffloadFile::from_bytes(loaded.from(at).to_vec()).unwrap();
        let first = held.bundles().next().unwrap();
        let contents = first.entries().skip(1).map(|entry| entry.bytes().unwrap().to_vec());
        contents.collect::<Vec<_>>()
    });
    let own = |seed| vec![entries(bundle(seed)).remove(1).1];
    assert!(held.eq([own(0), Vec::new(), own(2)]));
}

/// Code does not come back into `input` because of `archive`.
fn refused(input: &Path, output: Option<&Path>, archive: &Path, what: &str) {
    let error = convert(&asked("embedded", input, output)).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}: at byte 0x", archive.display())),
        "{what}: {error}"
    );
}
