//! Libraries whose device code was moved to kpack archives: what a loader finds, where it looks.

// A failing test is meant to panic.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

// Other tests have a use for the rest.
#[allow(dead_code)]
#[path = "kpack/archive.rs"]
mod archive;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use archive::{Archive, Row, Scheme};
use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use offload_bundle::REGISTRY;
use offload_bundle::ops::{self, Context};
use offload_bundle::report::{Outcome, SupportedFile, Verdict, VerifiedFile};
use offload_bundle::request::{ExtractRequest, ListRequest, RequestedTarget, SupportsRequest, VerifyRequest};

const NAME: &str = "stage/lib/libone.so";

/// A library of three units whose code was moved out of it.
fn library(paths: &[&str]) -> Vec<u8> {
    let mut said = Vec::new();
    rmp::encode::write_map_len(&mut said, 2).unwrap();
    rmp::encode::write_str(&mut said, "kpack_search_paths").unwrap();
    rmp::encode::write_array_len(&mut said, u32::try_from(paths.len()).unwrap()).unwrap();
    paths
        .iter()
        .for_each(|path| rmp::encode::write_str(&mut said, path).unwrap());
    rmp::encode::write_str(&mut said, "kernel_name").unwrap();
    rmp::encode::write_str(&mut said, NAME).unwrap();
    let wrapper = |number: u32| [&b"HIPK\x01\0\0\0"[..], &[0; 8], &u64::from(number).to_le_bytes()].concat();
    let wrappers: Vec<u8> = (0..3).flat_map(wrapper).collect();
    let mut library = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let id = library.add_section(Vec::new(), b".hip_fatbin".to_vec(), SectionKind::UninitializedData);
    library.append_section_bss(id, 4096, 4096);
    for (name, content) in [(".hipFatBinSegment", &wrappers), (".rocm_kpack_ref", &said)] {
        let id = library.add_section(Vec::new(), name.into(), SectionKind::ReadOnlyData);
        library.append_section_data(id, content, 1);
    }
    library.write().unwrap()
}

/// A folder with a library in `lib`, and archives in `.kpack`, each for one target.
struct Installed(tempfile::TempDir);

impl Installed {
    fn new(paths: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        fs::create_dir(folder.path().join(".kpack")).unwrap();
        fs::write(folder.path().join("lib/libone.so"), library(paths)).unwrap();
        Self(folder)
    }

    /// The usual one: both generations of archives, of which the one for xnack has one unit alone.
    fn usual() -> Self {
        let installed = Self::new(&["../.kpack/one_@GFXARCH@.kpack"]);
        let row = |number: usize| format!("{NAME}#{number}");
        let rows = [row(0), row(1), row(2), format!("{NAME}#3"), "other.so#0".to_owned()];
        let all = |target: &'static str, code: &'static [u8]| rows.iter().map(move |name| (name, target, code));
        installed.archive(
            "one_gfx90a.kpack",
            Scheme::Zstd,
            "gfx90a",
            all("gfx90a", b"bare").collect(),
        );
        installed.archive(
            "one_gfx90a:xnack+.kpack",
            Scheme::None,
            "gfx90a:xnack+",
            vec![(&rows[1], "gfx90a:xnack+", b"variant")],
        );
        installed.archive(
            "one_gfx11-generic.kpack",
            Scheme::None,
            "gfx11-generic",
            all("gfx11-generic", b"any").take(2).collect(),
        );
        installed
    }

    fn archive(&self, file: &str, scheme: Scheme, told: &str, rows: Vec<(&String, &str, &[u8])>) -> PathBuf {
        let entries: Vec<[(&str, &[u8]); 1]> = rows.iter().map(|(_, target, code)| [(*target, *code)]).collect();
        let rows: Vec<Row<'_>> = rows
            .iter()
            .zip(&entries)
            .map(|((name, ..), entries)| (name.as_str(), &entries[..]))
            .collect();
        let path = self.0.path().join(".kpack").join(file);
        fs::write(&path, Archive::new(scheme, &[told], &rows).bytes()).unwrap();
        path
    }

    fn library(&self) -> PathBuf {
        self.0.path().join("lib/libone.so")
    }

    fn asked(&self, gpu: &str) -> (SupportedFile, Outcome) {
        asked(&self.library(), gpu)
    }

    fn verified(&self) -> VerifiedFile {
        let mut request = VerifyRequest::default();
        request.inputs = vec![self.library().into()];
        ops::verify(&REGISTRY, &request).unwrap().files.remove(0)
    }

    fn codes(&self) -> Vec<&'static str> {
        let findings = self.verified().findings.into_iter().map(|finding| finding.code);
        findings
            .filter(|code| !["unknown-content", "coverage"].contains(code))
            .collect()
    }
}

fn asked(library: &Path, gpu: &str) -> (SupportedFile, Outcome) {
    let mut request = SupportsRequest::new(RequestedTarget::parse(&REGISTRY, gpu).unwrap());
    request.inputs = vec![library.into()];
    let mut report = ops::supports(&REGISTRY, &request).unwrap();
    (report.files.remove(0), report.outcome)
}

#[test]
fn a_library_is_listed_with_what_a_loader_finds() {
    let installed = Installed::usual();
    let mut request = ListRequest::default();
    request.inputs = vec![installed.library().into()];
    let file = ops::list(&REGISTRY, &request).unwrap().files.remove(0);
    let bundles = file.bundles.iter().map(|bundle| {
        assert_eq!(bundle.section.as_deref(), Some(".rocm_kpack_ref"));
        let entries = bundle.entries.iter().map(|entry| {
            let archive = entry
                .archive
                .as_ref()
                .unwrap()
                .file_name()
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            (
                entry.id.as_deref().unwrap().rsplit("--").next().unwrap().to_owned(),
                entry.size.unwrap().0,
                archive,
            )
        });
        (
            bundle.member.as_ref().unwrap().name.to_string(),
            entries.collect::<Vec<_>>(),
        )
    });
    let entry = |target: &str, size| (target.to_owned(), size, format!("one_{target}.kpack"));
    let expected = [
        (format!("{NAME}#0"), vec![entry("gfx11-generic", 3), entry("gfx90a", 4)]),
        (
            format!("{NAME}#1"),
            vec![entry("gfx11-generic", 3), entry("gfx90a", 4), entry("gfx90a:xnack+", 7)],
        ),
        // Units that no wrapper has, and those of other libraries, are none.
        (format!("{NAME}#2"), vec![entry("gfx90a", 4)]),
    ];
    assert_eq!(bundles.collect::<Vec<_>>(), expected);
    request.scan.no_follow = true;
    let file = ops::list(&REGISTRY, &request).unwrap().files.remove(0);
    assert_eq!((file.bundles.len(), file.notes.external_code.len()), (0, 1));
}

#[test]
fn every_unit_must_have_code_in_some_archive() {
    let installed = Installed::usual();
    let (file, outcome) = installed.asked("gfx90a:xnack+");
    assert_eq!(
        (file.supported, file.unit_count, outcome),
        (Some(true), 3, Outcome::Done)
    );
    let with: Vec<(&str, usize)> = file
        .with
        .iter()
        .map(|with| (with.target.as_str(), with.unit_count))
        .collect();
    assert_eq!(with, [("gfx90a:xnack+", 1), ("gfx90a", 2)]);
    let (file, outcome) = installed.asked("gfx1100");
    assert_eq!(
        (file.supported_unit_count, &file.bundles_without[..], outcome),
        (2, &[2][..], Outcome::Negative)
    );
    assert!(installed.codes().is_empty(), "{:?}", installed.codes());
    assert_eq!(installed.verified().summary.verdict, Some(Verdict::Sound));
}

#[test]
fn a_unit_that_no_archive_has_is_told() {
    let installed = Installed::usual();
    fs::remove_file(installed.0.path().join(".kpack/one_gfx90a.kpack")).unwrap();
    assert_eq!(installed.codes(), ["missing-unit"]);
    assert_eq!(installed.verified().summary.verdict, Some(Verdict::NotSound));
    assert_eq!(installed.asked("gfx1100").0.supported, Some(false));
}

#[test]
fn what_is_extracted_is_what_is_in_the_archives() {
    let installed = Installed::usual();
    let mut request = ExtractRequest::default();
    request.inputs = vec![installed.library().into()];
    request.folder = installed.0.path().join("out");
    let report = ops::extract(&REGISTRY, &request, &mut Context::default()).unwrap();
    let contents: Vec<String> = report
        .outputs
        .iter()
        .map(|output| fs::read_to_string(&output.output).unwrap())
        .collect();
    assert_eq!(contents, ["any", "bare", "any", "bare", "variant", "bare"]);
}

#[test]
fn what_is_no_archive_or_damaged_hides_nothing_of_the_others() {
    let installed = Installed::usual();
    let folder = installed.0.path().join(".kpack");
    fs::write(folder.join("one_gfx906.kpack"), "text").unwrap();
    assert_eq!(installed.codes(), ["no-archive"]);
    assert_eq!(installed.asked("gfx90a").0.supported, Some(true));
    fs::write(folder.join("one_gfx906.kpack"), b"KPAK\x01\0\0\0\xff\0\0\0\0\0\0\0").unwrap();
    assert_eq!(installed.codes(), ["out-of-range"]);
    // In the archive, and not in the library.
    let file = installed.verified();
    let finding = file
        .findings
        .iter()
        .find(|finding| finding.code == "out-of-range")
        .unwrap();
    assert!(finding.file.as_ref().unwrap().ends_with("one_gfx906.kpack"));
}

#[test]
fn the_first_archive_with_a_target_counts_and_targets_that_are_not_announced_do_not() {
    let installed = Installed::new(&["../.kpack/second.kpack", "../.kpack/first.kpack"]);
    let names: Vec<String> = (0..3).map(|number| format!("{NAME}#{number}")).collect();
    let rows = |target: &'static str, code: &'static [u8]| names.iter().map(move |name| (name, target, code)).collect();
    installed.archive("first.kpack", Scheme::None, "gfx906", rows("gfx906", b"later"));
    installed.archive("second.kpack", Scheme::Zstd, "gfx906", rows("gfx906", b"now"));
    let mut request = ListRequest::default();
    request.inputs = vec![installed.library().into()];
    let file = ops::list(&REGISTRY, &request).unwrap().files.remove(0);
    let sizes: Vec<u64> = file
        .bundles
        .iter()
        .flat_map(|bundle| &bundle.entries)
        .map(|entry| entry.size.unwrap().0)
        .collect();
    assert_eq!(sizes, [3, 3, 3]);
    installed.archive("second.kpack", Scheme::Zstd, "gfx90a", rows("gfx906", b"now"));
    assert_eq!(installed.asked("gfx906").0.supported, Some(true));
    fs::remove_file(installed.0.path().join(".kpack/first.kpack")).unwrap();
    assert_eq!(installed.asked("gfx906").0.supported, Some(false));
}

/// What this program, started anew with these variables, says of a library.
fn in_environment(library: &Path, variables: &[(&str, &str)]) -> String {
    let mut program = Command::new(std::env::current_exe().unwrap());
    program.args(["--exact", "shows_what_is_followed", "--nocapture"]);
    for variable in ["ROCM_KPACK_PATH", "ROCM_KPACK_PATH_PREFIX", "ROCM_KPACK_DISABLE"] {
        program.env_remove(variable);
    }
    program.env("LIBRARY", library).envs(variables.iter().copied());
    let Output { stdout, .. } = program.output().unwrap();
    let said = String::from_utf8(stdout).unwrap();
    let line = said
        .lines()
        .find_map(|line| Some(line.split_once("followed: ")?.1.to_owned()));
    line.unwrap_or_else(|| panic!("{said}"))
}

/// The next test starts it anew, for a library and with variables of its own.
#[test]
fn shows_what_is_followed() {
    let installed = Installed::usual();
    let given = std::env::var_os("LIBRARY");
    let library = given.as_ref().map_or_else(|| installed.library(), PathBuf::from);
    let (file, _) = asked(&library, "gfx90a");
    let with: Vec<String> = file
        .with
        .iter()
        .map(|with| format!("{} {}", with.target, with.unit_count))
        .collect();
    println!("followed: {:?} {with:?}", file.supported);
    assert!(given.is_some() || with == ["gfx90a 3"]);
}

#[test]
fn the_environment_leads_elsewhere() {
    let (installed, other) = (Installed::usual(), Installed::new(&[]));
    let names: Vec<String> = (0..3).map(|number| format!("{NAME}#{number}")).collect();
    let rows: Vec<(&String, &str, &[u8])> = names.iter().map(|name| (name, "gfx90a:xnack+", &b"code"[..])).collect();
    let path = other.archive("any name", Scheme::None, "gfx90a:xnack+", rows);
    let path = path.to_str().unwrap();
    let said = |variables: &[(&str, &str)]| in_environment(&installed.library(), variables);
    assert_eq!(said(&[]), r#"Some(true) ["gfx90a 3"]"#);
    assert_eq!(said(&[("ROCM_KPACK_PATH", path)]), r#"Some(true) ["gfx90a:xnack+ 3"]"#);
    assert_eq!(said(&[("ROCM_KPACK_PATH", "/no such file")]), "None []");
    assert_eq!(said(&[("ROCM_KPACK_PATH", "")]), r#"Some(true) ["gfx90a 3"]"#);
    assert_eq!(said(&[("ROCM_KPACK_PATH_PREFIX", path)]), r#"Some(true) ["gfx90a 3"]"#);
    assert_eq!(said(&[("ROCM_KPACK_DISABLE", "1")]), "None []");
    assert_eq!(said(&[("ROCM_KPACK_DISABLE", "0")]), r#"Some(true) ["gfx90a 3"]"#);
}
