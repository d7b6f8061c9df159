//! ROCm's own reader of kpack archives, a package of Python, reads what `convert` wrote. Where it is not installed, the test is skipped.

#![expect(clippy::disallowed_methods, reason = "the reader itself is asked")]

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use offload_bundle::REGISTRY;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::{ArchiveScheme, ConvertRequest, ConvertTarget, ExtractRequest};
use offload_bundle_testing::{scratch, skip};

/// Prints each row and target with its code, and what the library says of it.
const READER: &str = "
import sys
from pathlib import Path
from rocm_kpack.kpack import PackedKernelArchive
from rocm_kpack.kpack_transform import read_kpack_ref_marker
name = read_kpack_ref_marker(Path(sys.argv[1]))['kernel_name']
for path in sys.argv[2:]:
    archive = PackedKernelArchive.read(Path(path))
    for row, targets in archive.toc.items():
        for target in targets:
            assert target in archive.gfx_arches and row == name + '#0'
            print(target, archive.get_kernel(row, target).hex())
";

fn python(words: &[PathBuf], script: &str) -> Option<String> {
    let output = Command::new("python3")
        .arg("-c")
        .arg(script)
        .args(words)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8(output.stdout).unwrap())
}

#[test]
fn archives_are_read_by_their_own_reader() {
    if python(&[], "import rocm_kpack.kpack, rocm_kpack.kpack_transform").is_none() {
        skip("the package rocm_kpack of ROCm is not installed for python3");
        return;
    }
    for scheme in ["none", "zstd-per-kernel"] {
        let folder = scratch();
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("out")).unwrap();
        let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/fixtures/objects/hip.22.so");
        fs::copy(fixture, path("lib.so")).unwrap();
        let mut request = ConvertRequest::default();
        request.to = ConvertTarget::named(&REGISTRY, "kpack");
        request.scheme = ArchiveScheme::named(&REGISTRY, scheme);
        request.input = path("lib.so").into();
        request.output = Some(path("out/lib.so"));
        let report = ops::convert(&REGISTRY, &request, &mut Context::default()).unwrap();
        let archives = report.moved.unwrap().archives;
        let archives = archives.iter().map(|archive| archive.file.as_path().to_path_buf());
        let words: Vec<PathBuf> = [path("out/lib.so")].into_iter().chain(archives).collect();
        let read = python(&words, READER).expect("the reader fails");
        let mut request = ExtractRequest::default();
        request.inputs = vec![path("lib.so").into()];
        request.folder = path("code");
        let mut expected = String::new();
        for entry in ops::extract(&REGISTRY, &request, &mut Context::default())
            .unwrap()
            .outputs
        {
            let target = entry.id.unwrap().rsplit_once("--").unwrap().1.to_owned();
            let hex = fs::read(&entry.output)
                .unwrap()
                .iter()
                .fold(String::new(), |mut hex, byte| {
                    write!(hex, "{byte:02x}").unwrap();
                    hex
                });
            writeln!(expected, "{target} {hex}").unwrap();
        }
        assert_eq!(read, expected, "{scheme}");
    }
}
