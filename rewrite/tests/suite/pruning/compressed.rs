//! `compress` and `decompress` in place: in each layout a program sees the same code, and decompression restores the
//! file.

use std::fs;
use std::path::PathBuf;

use offload_bundle::input::Input;
use offload_bundle::ops::{Context, Progress};
use offload_bundle::report::CompressReport;
use offload_bundle::request::{CompressRequest, CompressionMethod, CompressionVersion, DecompressRequest};
use offload_bundle::{BundleBuilder, Error, REGISTRY};
use proptest::prelude::*;

use super::layouts::{TARGETS, bundles, sees_the_same, shapes};
use super::linked_file::{Shape, bundle};
use super::loader::Loaded;
use super::packages::{self, LIBRARY, RECORD, wheel, zip};
use super::{entries, fixture, section_header};
use crate::rewriting::{compressed, compressed_with, decompressed, pruned};
use crate::support::{about, folder_with, own};

/// Keeps everything.
const ALL: &str = "";

fn asked(bytes: Vec<u8>, output: PathBuf) -> CompressRequest {
    let mut request: CompressRequest = about(Input::from_bytes("in", bytes));
    request.output = Some(output);
    request
}

/// The number of times that work began, the bytes in all, and the bytes done.
#[derive(Default)]
struct Told {
    begun: usize,
    total: u64,
    done: u64,
}

impl Progress for Told {
    fn begin(&mut self, total: u64) {
        (self.begun, self.total) = (self.begun + 1, total);
    }
    fn advance(&mut self, bytes: u64) {
        self.done += bytes;
    }
    fn end(&mut self) {}
}

#[test]
fn progress_covers_the_whole_input() {
    let library = fixture("objects/hip.22.so");
    let several = zip(&[("a.so", &library), ("b.txt", b"text"), ("c.so", &library)]);
    for (bytes, least) in [(library.clone(), library.len()), (several, 2 * library.len())] {
        let (_folder, out) = folder_with("out");
        let mut told = Told::default();
        let mut context = Context { progress: Some(&mut told), ..Context::default() };
        offload_bundle_rewrite::compress(&REGISTRY, &asked(bytes, out), &mut context).unwrap();
        assert_eq!((told.begun, told.done), (1, told.total));
        assert!(told.total >= least as u64, "{}", told.total);
    }
}

fn ran(request: &CompressRequest) -> Result<CompressReport, Error> {
    offload_bundle_rewrite::compress(&REGISTRY, request, &mut Context::default())
}

fn way(report: &CompressReport) -> Option<&'static str> {
    report.files[0].rewritten.as_ref().unwrap().resize_method
}

/// The version and method of each bundle of a file.
fn envelopes(bytes: &[u8]) -> Vec<Option<(u64, &'static str)>> {
    let file = offload_bundle::OffloadFile::from_bytes(bytes.to_vec()).unwrap();
    let bundles = file.bundles().map(|bundle| {
        let packed = bundle.compression()?;
        Some((packed.version?, packed.method.unwrap()))
    });
    bundles.collect()
}

#[test]
fn library_is_compressed_and_decompressed_in_place() {
    let library = fixture("objects/hip.22.so");
    let (report, packed) = compressed(&library).unwrap();
    assert_eq!((report.size.0, way(&report)), (packed.len() as u64, Some("phdr")));
    assert!(packed.len() < library.len(), "{}", packed.len());
    assert_eq!(envelopes(&packed), [Some((3, "zstd"))]);
    assert_eq!(report.bundles[0].compression.as_ref().unwrap().version, Some(3));
    assert!(entries(packed.clone()) == entries(library.clone()));
    let (again, twice) = compressed(&packed).unwrap();
    assert!(twice == packed && way(&again).is_none());
    let (report, plain) = decompressed(&packed).unwrap();
    assert_eq!((way(&report), plain.len()), (Some("grow"), library.len()));
    assert_eq!(envelopes(&plain), [None]);
    assert!(entries(plain.clone()) == entries(library));
    let (again, twice) = decompressed(&plain).unwrap();
    assert!(twice == plain && way(&again).is_none());
    assert!(
        compressed(&plain).unwrap().1 == packed,
        "compressed again it is the same"
    );
}

/// Another version changes the header; another method or level changes the bytes; a second run changes nothing.
#[test]
fn requested_versions_methods_and_levels_apply() {
    let library = fixture("objects/hip-compressed.22.so");
    type Change = fn(&mut CompressRequest);
    let changes: [(Change, (u64, &str)); 4] = [
        (
            |asked| asked.compression.version = Some(CompressionVersion(2)),
            (2, "zstd"),
        ),
        (
            |asked| asked.compression.method = CompressionMethod::from_name("zlib"),
            (3, "zlib"),
        ),
        (|asked| asked.compression.level = Some(19), (3, "zstd")),
        (
            |asked| {
                asked.compression.method = CompressionMethod::from_name("zlib");
                asked.compression.version = Some(CompressionVersion(2));
                asked.compression.level = Some(9);
            },
            (2, "zlib"),
        ),
    ];
    for (change, expected) in changes {
        // Bytes longer than clang's do not fit.
        let Ok((report, packed)) = compressed_with(decompressed_bundle_in_lld(&library), change) else {
            panic!("{expected:?}")
        };
        assert!(envelopes(&packed).iter().all(|found| *found == Some(expected)));
        assert_eq!(report.bundles[0].compression.as_ref().unwrap().method, Some(expected.1));
        assert!(compressed_with(&packed, change).unwrap().1 == packed, "{expected:?}");
    }
    let version = |asked: &mut CompressRequest| asked.compression.version = Some(CompressionVersion(1));
    let error = compressed_with(fixture("objects/hip.22.so"), version).unwrap_err();
    assert_eq!(error.code(), "no-length", "{error}");
}

/// A library with the code of the bundles of another.
fn decompressed_bundle_in_lld(library: &[u8]) -> Vec<u8> {
    let mut builder = BundleBuilder::new().alignment(4096);
    for (id, content) in entries(library.to_vec()) {
        builder = builder.entry(id, content);
    }
    let file = Shape { phdr: true, ..Shape::default() }.file(&[builder.to_bytes().unwrap()]);
    file.bytes
}

/// The header has no room for a longer version.
#[test]
fn compressed_bundle_keeps_its_version() {
    let version = |asked: &mut CompressRequest| asked.compression.version = Some(CompressionVersion(2));
    let (_, packed) = compressed_with(bundle(1, &TARGETS, 5000), version).unwrap();
    let file = Shape::default().file(&[packed]).bytes;
    assert!(compressed(&file).unwrap().1 == file);
    let level = |asked: &mut CompressRequest| asked.compression.level = Some(19);
    let (_, packed) = compressed_with(&file, level).unwrap();
    assert_eq!(envelopes(&packed), [Some((2, "zstd"))]);
    let version = |asked: &mut CompressRequest| asked.compression.version = Some(CompressionVersion(3));
    let converted = compressed_with(&file, version);
    assert!(converted.map_or_else(
        |error| error.code() == "not-repackable",
        |(_, new)| envelopes(&new) == [Some((3, "zstd"))]
    ));
}

/// A linker put content directly after the bundles, so they cannot grow in place.
#[test]
fn bundle_without_room_moves_to_end() {
    let (_, packed) = compressed(bundle(1, &TARGETS, 5000)).unwrap();
    let shape = Shape { phdr: true, ..Shape::default() };
    let file = shape.file(&[packed]);
    let (report, plain) = decompressed(&file.bytes).unwrap();
    assert_eq!(way(&report), Some("append"));
    sees_the_same(&file, &Loaded::of(&file.bytes), &plain, ALL);
    assert_eq!(envelopes(&plain), [None]);
    // At the end of the file, bundles can shrink and grow.
    let (report, packed) = compressed(&plain).unwrap();
    assert_eq!(way(&report), Some("tail"));
    assert!(decompressed(&packed).unwrap().1 == plain);
    // A byte in the free room.
    let shape = Shape { phdr: true, ..Shape::default() };
    let (_, packed) = compressed(&shape.file(&bundles(shape, 2, 5000)).bytes).unwrap();
    assert_eq!(way(&decompressed(&packed).unwrap().0), Some("grow"));
    let mut taken = packed.clone();
    let section = section_header(&packed, ".hip_fatbin");
    let word = |at: usize| usize::try_from(u64::from_le_bytes(packed[at..at + 8].try_into().unwrap())).unwrap();
    taken[(word(section + 24) + word(section + 32)).next_multiple_of(4096) - 5] = 1;
    assert_eq!(way(&decompressed(&taken).unwrap().0), Some("append"));
}

/// Loaders read one page of an uncompressed bundle, and must find all entries there.
#[test]
fn long_table_stays_compressed() {
    let names: Vec<String> = (0..60)
        .map(|number| format!("gfx77{number:02}:sramecc+:xnack+"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let file = Shape { phdr: true, ..Shape::default() }.file(&[bundle(1, &names, 600)]);
    let (_, packed) = compressed(&file.bytes).unwrap();
    let error = decompressed(&packed).unwrap_err();
    assert_eq!(error.code(), "long-table", "{error}");
}

#[test]
fn options_in_place_and_dry_run_work() {
    let (folder, path) = folder_with("lib.so");
    let library = fixture("objects/hip.22.so");
    fs::write(&path, &library).unwrap();
    let mut asked = asked(Vec::new(), path.clone());
    asked.inputs = vec![path.clone().into()];
    assert_eq!(ran(&asked).unwrap_err().code(), "output-is-input");
    (asked.output, asked.dry_run) = (None, true);
    let dry = ran(&asked).unwrap();
    assert!(fs::read(&path).unwrap() == library && dry.output.is_none());
    (asked.dry_run, asked.in_place) = (false, true);
    let report = ran(&asked).unwrap();
    let once = fs::read(&path).unwrap();
    assert_eq!(report.size, dry.size);
    assert_eq!(report.bundles[0].offset, dry.bundles[0].offset);
    assert_eq!(report.size, once.len() as u64);
    let written = fs::metadata(&path).unwrap().modified().unwrap();
    assert_eq!(way(&ran(&asked).unwrap()), None);
    assert_eq!(
        fs::metadata(&path).unwrap().modified().unwrap(),
        written,
        "it is not written again"
    );
    let mut back = DecompressRequest::default();
    (back.input, back.in_place) = (path.clone().into(), true);
    offload_bundle_rewrite::decompress(&REGISTRY, &back, &mut Context::default()).unwrap();
    assert!(entries(fs::read(&path).unwrap()) == entries(library));
    asked.inputs.push(path.into());
    assert_eq!(ran(&asked).unwrap_err().code(), "several-in-place");
    asked.in_place = false;
    assert_eq!(ran(&asked).unwrap_err().code(), "no-output");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn wheel_is_compressed_and_decompressed() {
    let (_folder, path) = folder_with("a.whl");
    let (report, packed) = compressed(wheel()).unwrap();
    fs::write(&path, &packed).unwrap();
    let library = compressed(fixture("objects/hip.22.so")).unwrap().1;
    assert!(packages::file(&path, LIBRARY) == library);
    assert_eq!(packages::file(&path, "pkg/a.txt"), b"text");
    let list = String::from_utf8(packages::file(&path, RECORD)).unwrap();
    assert!(
        list.lines().next().unwrap().ends_with(&format!(",{}", library.len())),
        "{list}"
    );
    let sizes = |report: &CompressReport| (report.size_before.0, report.size.0);
    assert_eq!(sizes(&report), (wheel().len() as u64, packed.len() as u64));
    let file = report.files[0].rewritten.as_ref().unwrap();
    assert_eq!((report.files.len(), file.size.0), (1, library.len() as u64));
    assert!(compressed(&packed).unwrap().1 == packed, "twice is not once");
    fs::write(&path, decompressed(&packed).unwrap().1).unwrap();
    assert!(entries(packages::file(&path, LIBRARY)) == entries(library));
    // A read-only format stays, and a file without bundles is not reported.
    let cuda = fs::read(own("cuda/plain.fatbin")).unwrap();
    let (report, _) = compressed(zip(&[("cuda", &cuda), ("lib.so", &fixture("objects/hip.22.so"))])).unwrap();
    assert_eq!(report.unchanged[0].reason, "its format is read-only");
    let error = compressed_with(zip(&[("a.txt", b"text")]), |_| {}).unwrap_err();
    assert_eq!(error.code(), "not-a-bundle");
}

/// Bundle files are compressed in place too.
#[test]
fn bundle_file_is_compressed_in_place() {
    let (_folder, path) = folder_with("app.hipfb");
    let plain = bundle(1, &TARGETS, 5000);
    fs::write(&path, &plain).unwrap();
    let mut asked = asked(Vec::new(), path.clone());
    (asked.inputs, asked.output, asked.dry_run) = (vec![path.clone().into()], None, true);
    let dry = ran(&asked).unwrap();
    assert!(fs::read(&path).unwrap() == plain);
    (asked.in_place, asked.dry_run) = (true, false);
    let report = ran(&asked).unwrap();
    assert_eq!(dry.size, report.size);
    assert_eq!(report.size.0, fs::metadata(&path).unwrap().len());
    let once = fs::read(&path).unwrap();
    ran(&asked).unwrap();
    assert!(fs::read(&path).unwrap() == once, "twice is not once");
    let mut back = DecompressRequest::default();
    (back.input, back.in_place) = (path.clone().into(), true);
    offload_bundle_rewrite::decompress(&REGISTRY, &back, &mut Context::default()).unwrap();
    assert!(fs::read(&path).unwrap() == plain);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn program_sees_the_same_code(shape in shapes(), count in 1..4_usize, len in 3000..9000_usize) {
        let file = shape.file(&bundles(shape, count, len));
        let before = Loaded::of(&file.bytes);
        let (report, packed) = compressed(&file.bytes).unwrap();
        sees_the_same(&file, &before, &packed, ALL);
        prop_assert!(envelopes(&packed).iter().all(Option::is_some));
        let found = way(&report).unwrap();
        prop_assert_eq!(found == "zero", packed.len() == file.bytes.len());
        let (_, again) = compressed(&packed).unwrap();
        prop_assert!(again == packed, "twice is not once");
        // And back.
        let converted = decompressed(&packed);
        if found == "move" && converted.is_err() {
            // Moved sections took the end of the old bundles, so one more does not fit.
            prop_assert_eq!(converted.unwrap_err().code(), "not-repackable");
            return Ok(());
        }
        let (report, plain) = converted.unwrap();
        sees_the_same(&file, &before, &plain, ALL);
        prop_assert!(envelopes(&plain).iter().all(Option::is_none));
        match way(&report) {
            Some("append") => prop_assert!(found == "move" && plain.len() > file.bytes.len()),
            back => {
                prop_assert_eq!(back, Some(if found == "zero" { "zero" } else { "grow" }));
                prop_assert_eq!(plain.len(), file.bytes.len());
            }
        }
        let (_, again) = decompressed(&plain).unwrap();
        prop_assert!(again == plain, "twice is not once");
    }

    /// Prune and compress give the same in either order, and the result can be decompressed.
    #[test]
    fn prune_and_compress_commute(shape in shapes(), count in 1..4_usize, len in 3000..9000_usize, first in any::<bool>()) {
        let file = shape.file(&bundles(shape, count, len));
        let before = Loaded::of(&file.bytes);
        let prune = |bytes: &[u8]| pruned(bytes, &["gfx90a"]).unwrap().1;
        let small = match first {
            true => compressed(prune(&file.bytes)).unwrap().1,
            false => prune(&compressed(&file.bytes).unwrap().1),
        };
        sees_the_same(&file, &before, &small, "gfx90a");
        // The prune leaves enough room, unless moved sections took it.
        let (report, plain) = decompressed(&small).unwrap();
        sees_the_same(&file, &before, &plain, "gfx90a");
        prop_assert!(small.len() <= plain.len());
        prop_assert!(plain.len() <= file.bytes.len() || way(&report) == Some("append"));
    }

    /// Damaged files are refused, or the result holds the same code.
    #[test]
    fn damage_is_refused_or_harmless(
        shape in shapes(), count in 1..3_usize, is_packed in any::<bool>(),
        changes in proptest::collection::vec((any::<usize>(), any::<u8>()), 1..4),
    ) {
        let mut bytes = shape.file(&bundles(shape, count, 1000)).bytes;
        if is_packed {
            bytes = compressed(&bytes).unwrap().1;
        }
        let section = section_header(&bytes, ".hip_fatbin");
        let word = |at: usize| usize::try_from(u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())).unwrap();
        let (start, len) = (word(section + 24), word(section + 32));
        for (at, value) in changes {
            let at = at % (bytes.len() - len);
            let at = if at < start { at } else { at + len };
            bytes[at] = value;
        }
        let converted = match is_packed {
            true => decompressed(&bytes),
            false => compressed_with(&bytes, |_| {}),
        };
        if let Ok((_, converted)) = converted {
            prop_assert!(entries(converted) == entries(bytes));
        }
    }
}
