//! An installed library with device code in archives.

#![expect(clippy::disallowed_methods, reason = "a test is started again without the variables")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use offload_bundle::report::{Outcome, VerifiedFile};
use offload_bundle::request::{FindingCode, VerifyRequest};
use offload_bundle::{REGISTRY, ops};
use offload_bundle_testing::again;

use crate::support::{Supported, about, listed, supports};
use offload_bundle_testing::kpack::{Archive, Row, Scheme};

pub const VARIABLES: [&str; 3] = ["ROCM_KPACK_PATH", "ROCM_KPACK_PATH_PREFIX", "ROCM_KPACK_DISABLE"];

/// Returns whether the variables are set; the calling test then passed in a new process without them.
pub fn started_without_variables() -> bool {
    if VARIABLES.iter().all(|variable| env::var_os(variable).is_none()) {
        return false;
    }
    again::run(&mut without_variables());
    true
}

pub fn started_anew(test: &str) -> Command {
    let mut program = without_variables();
    program.args(["--exact", test, "--nocapture"]);
    program
}

fn without_variables() -> Command {
    let mut program = Command::new(again::this());
    for variable in VARIABLES {
        program.env_remove(variable);
    }
    program
}

pub const NAME: &str = "stage/lib/libone.so";

pub fn library(paths: &[&str]) -> Vec<u8> {
    library_of(3, paths)
}

pub fn library_of(units: u32, paths: &[&str]) -> Vec<u8> {
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
    let wrappers: Vec<u8> = (0..units).flat_map(wrapper).collect();
    let mut library = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
    let id = library.add_section(Vec::new(), b".hip_fatbin".to_vec(), SectionKind::UninitializedData);
    library.append_section_bss(id, 4096, 4096);
    for (name, content) in [(".hipFatBinSegment", &wrappers), (".rocm_kpack_ref", &said)] {
        let id = library.add_section(Vec::new(), name.into(), SectionKind::ReadOnlyData);
        library.append_section_data(id, content, 1);
    }
    library.write().unwrap()
}

pub struct Installed(pub tempfile::TempDir);

impl Installed {
    pub fn new(paths: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("lib")).unwrap();
        fs::create_dir(folder.path().join(".kpack")).unwrap();
        fs::write(folder.path().join("lib/libone.so"), library(paths)).unwrap();
        Self(folder)
    }

    pub fn usual() -> Self {
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

    pub fn archive(&self, file: &str, scheme: Scheme, told: &str, rows: Vec<(&String, &str, &[u8])>) -> PathBuf {
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

    pub fn library(&self) -> PathBuf {
        self.0.path().join("lib/libone.so")
    }

    pub fn asked(&self, gpu: &str) -> (Supported, Outcome) {
        supports(gpu, self.library())
    }

    pub fn verified(&self) -> VerifiedFile {
        let mut request: VerifyRequest = about(self.library());
        // The contents are words.
        request.allowed = vec![FindingCode::parse(&REGISTRY, "unknown-content").unwrap()];
        ops::verify(&REGISTRY, &request).unwrap().files.remove(0)
    }

    pub fn found(&self) -> Vec<(String, String)> {
        found(&self.library())
    }

    pub fn codes(&self) -> Vec<&'static str> {
        let findings = self.verified().findings.into_iter().map(|finding| finding.code);
        findings
            .filter(|code| !["unknown-content", "coverage"].contains(code))
            .collect()
    }
}

pub fn found(library: &Path) -> Vec<(String, String)> {
    let file = listed(library).files.remove(0);
    let entries = file.bundles.iter().flat_map(|bundle| &bundle.entries);
    let mut found: Vec<(String, String)> = entries
        .map(|entry| {
            let archive = entry.archive.as_ref().unwrap().file_name().unwrap().to_string_lossy();
            (
                entry.id.as_deref().unwrap().rsplit("--").next().unwrap().to_owned(),
                archive.into_owned(),
            )
        })
        .collect();
    found.sort();
    found.dedup();
    found
}

pub fn names() -> Vec<String> {
    (0..3).map(|number| format!("{NAME}#{number}")).collect()
}

pub fn rows<'r>(names: &'r [String], target: &'r str, code: &'r [u8]) -> Vec<(&'r String, &'r str, &'r [u8])> {
    names.iter().map(|name| (name, target, code)).collect()
}
