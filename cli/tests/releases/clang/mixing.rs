//! Files of one clang release, unbundled with another release's request. Releases spell IDs differently; the original bundlers silently
//! write empty files for unrecognised IDs, ours finds every entry.

#![expect(clippy::disallowed_methods, reason = "clang itself is asked")]

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::program::{clean, told};
use offload_bundle_testing::releases::RELEASES;

use super::asked;
use super::cases::code;
use super::workshop::{Bundler, Workshop};

/// The command line, the file, and its type in the unbundling release.
const WRITTEN: &[(&str, &str, &str)] = &[
    ("clang {hip} -c -emit-llvm a.hip -o a.bc", "a.bc", "bc"),
    ("clang {hip} -S -emit-llvm a.hip -o a.ll", "a.ll", "ll"),
    ("clang {hip} -fgpu-rdc -c a.hip -o a.o", "a.o", "o"),
];

/// The targets of a request, as the compiler of a release spells them: host and devices.
fn targets(release: &str) -> String {
    let environment = if release == "22" { "-unknown" } else { "" };
    let device = |processor| format!("hip-amdgcn-amd-amdhsa{environment}-{processor}");
    format!(
        "host-x86_64-pc-linux-gnu,{},{}",
        device("gfx906"),
        device("gfx90a:xnack+")
    )
}

fn taken_apart(release: &str, bundler: &Path, folder: &Path, file_type: &str, file: &str) -> Vec<Vec<u8>> {
    let outputs = ["out-host", "out-1", "out-2"];
    let mut command = Command::new(bundler);
    clean(&mut command)
        .arg(format!("-type={file_type}"))
        .arg(format!("-targets={}", targets(release)))
        .current_dir(folder);
    if release == "14" {
        command
            .arg(format!("-inputs={file}"))
            .arg(format!("-outputs={}", outputs.join(",")));
    } else {
        command.arg(format!("-input={file}"));
        command.args(outputs.map(|output| format!("-output={output}")));
    }
    let output = command.args(["-unbundle", "-allow-missing-bundles"]).output().unwrap();
    assert!(output.status.success(), "{bundler:?}: {}", told(&output));
    let taken = outputs.map(|output| fs::read(folder.join(output)).unwrap());
    taken.into()
}

#[test]
fn entries_are_found_across_releases() {
    let there = asked();
    for (line, file, file_type) in WRITTEN {
        for writer in &there {
            let folder = Workshop::new();
            let files = folder.made(writer, Bundler::Real, &[line]);
            let real = format!("clang-offload-bundler-{writer}");
            fs::write(folder.path().join(file), &files[*file]).unwrap();
            let expected = taken_apart(writer, Path::new(&real), folder.path(), file_type, file);
            assert!(expected.iter().all(|part| !part.is_empty()), "{writer}: {file}");
            for reader in RELEASES {
                let name = format!("clang-offload-bundler-{reader}");
                let folder = Workshop::with_tools(&name);
                fs::write(folder.path().join(file), &files[*file]).unwrap();
                let ours = folder.path().join("tools").join(&name);
                let taken = taken_apart(reader, &ours, folder.path(), file_type, file);
                // Releases 14 and 16 return the whole object for its host.
                let host = if *file_type == "o" { 1 } else { 0 };
                assert!(
                    taken[host..] == expected[host..] && !taken[0].is_empty(),
                    "{file} written by {writer}, asked for by {reader}: {:?}",
                    lengths(&taken)
                );
            }
        }
    }
}

/// clang makes its bundler ignore missing entries, so with the original such a program silently lacks device code.
#[test]
fn older_objects_are_linked_by_newer_clang() {
    let there = asked();
    for (number, writer) in there.iter().enumerate() {
        for reader in there.iter().skip(number + 1) {
            let workshop = Workshop::new();
            let object = workshop.made(writer, Bundler::Real, &["clang {hip} -fgpu-rdc -c a.hip -o a.o"]);
            fs::write(workshop.path().join("a.o"), &object["a.o"]).unwrap();
            let name = format!("clang-offload-bundler-{reader}");
            let linked = workshop.made(reader, Bundler::Ours(&name), &["clang {link} a.o -o l.so"]);
            let held = code("l.so", &linked["l.so"]);
            let devices = held.values().filter(|object| object.starts_with(b"\x7fELF"));
            let with_code = devices.filter(|object| object.windows(6).any(|window| window == b"table\0"));
            assert_eq!(
                with_code.count(),
                2,
                "written by {writer}, linked by {reader}: {:?}",
                held.keys()
            );
        }
    }
}

fn lengths(parts: &[Vec<u8>]) -> Vec<usize> {
    parts.iter().map(Vec::len).collect()
}
