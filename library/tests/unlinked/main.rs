//! What changes bundles where they are, on objects that are not linked yet: ELF and COFF, with bundles in a section of their own and with a
//! section for each entry.

// A test that fails is meant to panic.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::cast_possible_truncation,
    clippy::panic
)]

mod outside;
mod refused;
mod runtimes;

use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle::input::Input;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{CompressReport, PruneReport, ReplaceReport};
use offload_bundle::request::{
    CompressRequest, DecompressRequest, EntrySource, PruneRequest, ReplaceRequest, RequestedTarget,
};
use offload_bundle::{Error, OffloadFile, REGISTRY};
use outside::Outside;

/// Objects with bundles in a section, which relocations lead to.
const WITH_BUNDLES: [&str; 8] = [
    "hip.19.o",
    "hip.22.o",
    "hip-compressed.19.o",
    "hip-compressed.22.o",
    "hip.19.obj",
    "hip.22.obj",
    "hip-compressed.19.obj",
    "hip-compressed.22.obj",
];
/// Objects with a section for each entry.
const WITH_ENTRIES: [&str; 8] =
    ["rdc.14.o", "rdc.16.o", "rdc.19.o", "rdc.22.o", "rdc.14.obj", "rdc.16.obj", "rdc.19.obj", "rdc.22.obj"];

fn fixture(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/objects");
    fs::read(folder.join(name)).unwrap()
}

fn prune(bytes: &[u8], keep: &[&str], output: PathBuf) -> Result<PruneReport, Error> {
    let mut request = PruneRequest::default();
    request.input = Input::from_bytes("in", bytes.to_vec()).into();
    request.keep = keep
        .iter()
        .map(|target| RequestedTarget::parse(&REGISTRY, target).unwrap())
        .collect();
    request.output = Some(output);
    ops::prune(&REGISTRY, &request, &mut Context::default())
}

fn compress(bytes: &[u8], output: PathBuf) -> Result<CompressReport, Error> {
    let mut request = CompressRequest::default();
    request.inputs = vec![Input::from_bytes("in", bytes.to_vec()).into()];
    request.output = Some(output);
    ops::compress(&REGISTRY, &request, &mut Context::default())
}

fn decompress(bytes: &[u8], output: PathBuf) -> Result<CompressReport, Error> {
    let mut request = DecompressRequest::default();
    request.input = Input::from_bytes("in", bytes.to_vec()).into();
    request.output = Some(output);
    ops::decompress(&REGISTRY, &request, &mut Context::default())
}

fn replace(bytes: &[u8], id: &str, content: &[u8], output: PathBuf) -> Result<ReplaceReport, Error> {
    let mut request = ReplaceRequest::default();
    request.input = Input::from_bytes("in", bytes.to_vec()).into();
    request.entries = vec![EntrySource::new(id, Input::from_bytes("content", content.to_vec()))];
    request.output = Some(output);
    ops::replace(&REGISTRY, &request, &mut Context::default())
}

/// The IDs and contents of all entries, in their order. That of a host stands for the rest of the object, which is looked at by itself.
fn entries(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    readable_entries(bytes).unwrap()
}

/// The same, if all can be read.
fn readable_entries(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let file = OffloadFile::from_bytes(bytes.to_vec())?;
    let entries = file.bundles().flat_map(|bundle| bundle.entries().collect::<Vec<_>>());
    let entries = entries.map(|entry| {
        let id = entry.id()?.to_owned();
        let content = if id.starts_with("host") {
            Vec::new()
        } else {
            entry.bytes()?.to_vec()
        };
        Ok((id, content))
    });
    entries.collect()
}

/// Those for one processor, and for the host.
fn kept(bytes: &[u8], target: &str) -> Vec<(String, Vec<u8>)> {
    let is_kept = |(id, _): &(String, Vec<u8>)| id.starts_with("host") || id.ends_with(target);
    entries(bytes).into_iter().filter(is_kept).collect()
}

/// A place for outputs, and what comes there.
struct Bench {
    folder: tempfile::TempDir,
}

impl Bench {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out")
    }

    fn written(&self) -> Vec<u8> {
        fs::read(self.out()).unwrap()
    }
}

#[test]
fn what_is_kept_is_there_and_nothing_else_has_changed() {
    let bench = Bench::new();
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        for target in ["gfx906", "gfx90a:xnack+"] {
            let report = prune(&sound, &[target], bench.out()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let small = bench.written();
            assert_eq!(report.way, Some("shift"), "{name}");
            assert_eq!(
                (report.size_before.0, report.size.0),
                (sound.len() as u64, small.len() as u64)
            );
            assert!(
                entries(&small) == kept(&sound, target) && entries(&small).len() == 2,
                "{name} {target}"
            );
            assert_eq!(Outside::of(&small), Outside::of(&sound), "{name} {target}");
            let linked_later: Vec<&str> = report.notes.iter().map(|note| note.code).collect();
            assert_eq!(linked_later == ["linked-later"], name.starts_with("rdc"), "{name}");
            let again = prune(&small, &[target], bench.out()).unwrap();
            assert_eq!((again.way, again.notes.len()), (None, 0), "{name}");
            assert!(bench.written() == small, "{name}: once more changes it");
        }
    }
}

#[test]
fn bundles_in_a_section_are_compressed_and_decompressed() {
    let bench = Bench::new();
    for name in WITH_BUNDLES {
        let sound = fixture(name);
        compress(&sound, bench.out()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let packed = bench.written();
        assert!(
            entries(&packed) == entries(&sound) && packed.len() <= sound.len(),
            "{name}"
        );
        assert_eq!(Outside::of(&packed), Outside::of(&sound), "{name}");
        compress(&packed, bench.out()).unwrap();
        assert!(bench.written() == packed, "{name}: once more changes it");
        decompress(&packed, bench.out()).unwrap();
        let plain = bench.written();
        assert!(
            entries(&plain) == entries(&sound) && plain.len() > packed.len(),
            "{name}"
        );
        assert_eq!(Outside::of(&plain), Outside::of(&sound), "{name}");
    }
    for name in WITH_ENTRIES {
        let error = compress(&fixture(name), bench.out()).unwrap_err();
        assert_eq!(error.code(), "never-compressed", "{error}");
    }
}

#[test]
fn any_content_can_be_put_in_the_place_of_another() {
    let bench = Bench::new();
    for name in WITH_BUNDLES.into_iter().chain(WITH_ENTRIES) {
        let sound = fixture(name);
        let before = entries(&sound);
        let (id, old) = before.iter().find(|(id, _)| id.ends_with("gfx906")).unwrap();
        for content in [&b"short"[..], &[], &[7; 60_001], old] {
            replace(&sound, id, content, bench.out()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let new = bench.written();
            let expected: Vec<_> = before
                .iter()
                .map(|(other, old)| (other.clone(), if other == id { content.to_vec() } else { old.clone() }))
                .collect();
            assert!(entries(&new) == expected, "{name}: {}", content.len());
            assert_eq!(Outside::of(&new), Outside::of(&sound), "{name}: {}", content.len());
            // And back, which is what it was but for padding.
            replace(&new, id, old, bench.out()).unwrap();
            assert!(entries(&bench.written()) == before, "{name}");
            assert_eq!(content == old, bench.written() == sound && new == sound, "{name}");
        }
    }
}

/// Of several bundles each is found by what led to it, wherever it goes.
#[test]
fn addends_follow_the_bundles_behind_the_first() {
    let bench = Bench::new();
    let two = outside::with_two_bundles(&fixture("hip.22.o"));
    assert_eq!(Outside::of(&two).wrapped, [0, 1]);
    let len = two.len();
    prune(&two, &["gfx90a"], bench.out()).unwrap();
    let small = bench.written();
    assert!(entries(&small) == kept(&two, "gfx90a:xnack+") && entries(&small).len() == 4);
    assert_eq!(Outside::of(&small), Outside::of(&two));
    assert!(small.len() + 2 * 3000 < len);
    compress(&small, bench.out()).unwrap();
    let packed = bench.written();
    assert_eq!(Outside::of(&packed), Outside::of(&two));
    assert!(entries(&packed) == entries(&small));
}
