//! Guarantees of the public interface beyond its examples.

use std::fs;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use offload_bundle::ops;
use offload_bundle::report::Verdict;
use offload_bundle::request::VerifyRequest;
use offload_bundle::{BundleBuilder, BundleEntryId, Error, OffloadFile, OpenOptions, TargetId};
use offload_bundle_formats::registry::REGISTRY;

use crate::support::{HOST, about, files_below, fixtures, folder_with};

const ANY: &str = "hip-amdgcn-amd-amdhsa--gfx90a";
const FIXED: &str = "hip-amdgcn-amd-amdhsa--gfx90a:xnack+";

fn bundle(id: &str, code: &str) -> Vec<u8> {
    BundleBuilder::new()
        .entry(HOST, b"")
        .entry(id, code)
        .to_bytes()
        .unwrap()
}

#[test]
fn most_specific_entry_wins_then_first() {
    let bytes = [bundle(ANY, "any"), bundle(FIXED, "fixed"), bundle(FIXED, "again")].concat();
    let file = OffloadFile::from_bytes(bytes).unwrap();
    let code = |target: &str| {
        let best = file.best_match(target).unwrap().unwrap();
        best.bytes().unwrap().to_vec()
    };
    assert_eq!(code("gfx90a:sramecc+:xnack+"), b"fixed");
    assert_eq!(code("gfx90a:xnack-"), b"any");
    let by_id = file
        .best_match(&BundleEntryId::parse("hip-amdgcn-amd-amdhsa--gfx90a:xnack+").unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(by_id.bundle().number(), 1);
    let other = file.best_match("openmp-amdgcn-amd-amdhsa--gfx906").unwrap();
    assert!(other.is_none());
    let wanted = TargetId::parse("gfx90a:xnack-").unwrap();
    let candidates = file.candidates(&wanted).unwrap();
    let compatible = candidates.map(|found| found.is_compatible());
    assert_eq!(
        compatible.collect::<Vec<_>>(),
        [false, true, false, false, false, false]
    );
}

#[test]
fn builder_writes_only_its_output() {
    let folder = tempfile::tempdir().unwrap();
    let made = BundleBuilder::new().entry(HOST, b"");
    assert!(matches!(made.write(""), Err(Error::Output { .. })));
    let missing = folder.path().join("missing").join("out");
    let error = made.write(&missing).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("cannot create {}: ", missing.display())),
        "{error}"
    );
    let path = folder.path().join("out");
    fs::write(&path, "old").unwrap();
    let error = BundleBuilder::new().entry("no ID", b"").write(&path).unwrap_err();
    assert_eq!(error.to_string(), "\"no ID\": column 3: expected `-`, found ` ID`");
    assert_eq!(fs::read(&path).unwrap(), b"old");
    made.write(&path).unwrap();
    assert_eq!(fs::read(&path).unwrap(), made.to_bytes().unwrap());
}

#[test]
fn unsound_file_opens_only_if_lenient() {
    let mut bytes = bundle(ANY, "code");
    bytes.truncate(bytes.len() - 1);
    assert!(matches!(
        OffloadFile::from_bytes(bytes.clone()),
        Err(Error::Read { .. })
    ));
    let (_folder, path) = folder_with("cut");
    fs::write(&path, bytes).unwrap();
    let file = OpenOptions::new().lenient(true).open(&path).unwrap();
    assert_eq!(file.findings().count(), 1);
    let cut = file.entries().last().unwrap();
    assert_eq!((cut.id().unwrap(), cut.offset(), cut.is_empty()), (ANY, None, false));
    for error in [cut.len().unwrap_err(), cut.bytes().unwrap_err(), cut.reader().unwrap_err()] {
        assert!(error.to_string().contains("past the end"), "{error}");
    }
}

#[test]
fn compressed_damage_is_found_before_output() {
    let packed = offload_bundle::compress(bundle(ANY, "code"), &Default::default()).unwrap();
    let mut wrong = packed.clone();
    // A byte of the digest, which precedes the compressed bytes.
    let digest = packed
        .windows(4)
        .position(|bytes| bytes == [0x28, 0xb5, 0x2f, 0xfd])
        .unwrap()
        - 1;
    wrong[digest] ^= 1;
    let given = OffloadFile::from_bytes(wrong.clone()).and_then(|file| {
        let last = file.entries().last().unwrap();
        let mut out = Vec::new();
        let written = last.write_to(&mut out).map(drop);
        assert!(out.is_empty());
        assert_eq!(
            last.bytes().unwrap_err().to_string(),
            written.as_ref().unwrap_err().to_string()
        );
        written
    });
    for error in [given.unwrap_err(), offload_bundle::decompress(wrong).unwrap_err()] {
        let told = error.to_string();
        assert!(
            told.starts_with("<memory>: at byte 0x18 (body.hash): wrong digest of the decompressed bytes: expected "),
            "{told}"
        );
    }
}

#[test]
fn entry_length_offset_and_bytes_agree() {
    let (mut seen, mut apart, mut members) = (0, 0, 0);
    for path in files_below(&fixtures()) {
        let file = match OpenOptions::new().lenient(true).open(&path) {
            Ok(file) => file,
            // Unsupported object files.
            Err(error) if ["not-a-bundle", "not-yet"].contains(&error.code()) => continue,
            Err(error) => panic!("{}: {error}", path.display()),
        };
        let whole = fs::read(&path).unwrap();
        for entry in file.entries() {
            let shown = format!("{}: {}", path.display(), entry.id().unwrap());
            let mut written = Vec::new();
            let (bytes, len) = match (entry.bytes(), entry.write_to(&mut written)) {
                (Ok(bytes), Ok(len)) => (bytes, len),
                // Contradictory entries cannot be read either way.
                (Err(error), Err(other)) => {
                    assert_eq!(error.to_string(), other.to_string(), "{shown}");
                    continue;
                }
                _ => panic!("{shown}: only one way to read it fails"),
            };
            assert!(written == *bytes, "{shown}");
            assert_eq!((entry.len().unwrap(), entry.is_empty()), (len, len == 0), "{shown}");
            assert_eq!(len, bytes.len() as u64, "{shown}");
            let (mut read, mut end) = (Vec::new(), Vec::new());
            let mut reader = entry.reader().unwrap();
            assert_eq!(reader.read_to_end(&mut read).unwrap(), bytes.len(), "{shown}");
            assert!(read == *bytes, "{shown}");
            let half = reader.seek(SeekFrom::Start(bytes.len() as u64 / 2)).unwrap();
            reader.read_to_end(&mut end).unwrap();
            assert!(end == bytes[usize::try_from(half).unwrap()..], "{shown}");
            let bundle = entry.bundle();
            match (entry.offset(), bundle.compression(), bundle.member()) {
                // An empty entry may point anywhere, even past the end of the file.
                (Some(_), None, None) if len == 0 => {}
                (Some(offset), None, None) => {
                    let start = usize::try_from(offset).unwrap();
                    assert!(whole[start..start + bytes.len()] == *bytes, "{shown}");
                }
                (None, ..) => apart += 1,
                (_, _, member) => members += u32::from(member.is_some()),
            }
            seen += 1;
        }
    }
    assert_eq!((seen, apart, members), (503, 10, 1));
}

/// The section contents come from a library of a ROCm package with moved device code.
#[test]
fn moved_device_code_is_looked_up() {
    use object::write::Object;
    use object::{Architecture, BinaryFormat, Endianness, SectionKind};
    let said = b"\x82\xb2kpack_search_paths\x91\xd9!../.kpack/fft_lib_@GFXARCH@.kpack\xabkernel_name\xd9+math-libs/rocFFT/stage/lib/\
                 librocfft.so.0.1";
    assert_eq!(said.len(), 113);
    let wrapper = [b"HIPK\x01\0\0\0".as_slice(), &[0; 16]].concat();
    let mut library = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let id = library.add_section(Vec::new(), b".hip_fatbin".to_vec(), SectionKind::UninitializedData);
    library.append_section_bss(id, 51_832, 4096);
    for (name, content) in [(".hipFatBinSegment", wrapper.as_slice()), (".rocm_kpack_ref", said)] {
        let id = library.add_section(Vec::new(), name.into(), SectionKind::ReadOnlyData);
        library.append_section_data(id, content, 1);
    }
    let folder = tempfile::tempdir().unwrap();
    let library_path = folder.path().join("lib/librocfft.so.0.1");
    for made in ["lib", ".kpack"] {
        fs::create_dir(folder.path().join(made)).unwrap();
    }
    fs::write(&library_path, library.write().unwrap()).unwrap();
    let mut request: VerifyRequest = about(library_path);
    request.scan.no_follow = true;
    let verified = || ops::verify(&REGISTRY, &request).unwrap().files.remove(0);
    let missing = verified();
    assert_eq!(missing.summary.verdict, Some(Verdict::NotSound));
    assert_eq!(
        missing.findings.iter().map(|found| found.code).collect::<Vec<_>>(),
        ["elsewhere-missing"]
    );
    // Names without a target do not count.
    for name in ["gfx90a", "gfx942:xnack+", "gfx9-4-generic", "(copy)"] {
        fs::write(folder.path().join(format!(".kpack/fft_lib_{name}.kpack")), "").unwrap();
    }
    let there = verified();
    assert_eq!(there.summary.verdict, Some(Verdict::Elsewhere));
    assert_eq!(there.findings.len(), 0);
    let [external] = there.summary.external_code.try_into().unwrap();
    assert_eq!((external.section.as_str(), external.moved_count), (".hip_fatbin", 1));
    let files = external.reference.unwrap().paths.remove(0).files.unwrap();
    let targets: Vec<String> = files.into_iter().filter_map(|file| file.target).collect();
    assert_eq!(targets, ["gfx9-4-generic", "gfx90a", "gfx942:xnack+"]);
}

#[test]
fn bundles_within_a_library_are_refused() {
    let library = fs::read(fixtures().join("objects/hip.22.so")).unwrap();
    for converted in
        [offload_bundle::compress(library.clone(), &Default::default()), offload_bundle::decompress(library.clone())]
    {
        assert!(matches!(converted, Err(Error::Inside { .. })), "{converted:?}");
    }
}

#[test]
fn package_error_hints_at_its_files() {
    let tar = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/fixtures/kinds/tar.tar");
    let error = offload_bundle::open(tar).unwrap_err();
    assert_eq!(error.hint(), Some("name a file in it: `ARCHIVE!FILE`"));
    let text = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    assert_eq!(offload_bundle::open(text).unwrap_err().hint(), None);
}
