//! `prune` of packages of Conda and of Arch Linux: the lists of their files follow.

use std::fs;
use std::path::Path;

use md5::Digest;
use rawzip::CompressionMethod;
use sha2::Sha256;

use super::debian::{content, packed, pruned, tar, unpacked};
use super::fixture;
use super::packages::file;

const LIBRARY: &str = "lib/libone.so";

/// The list of a package of Conda in which the library is this.
fn paths(library: &[u8]) -> String {
    let digest: String = Sha256::digest(library)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let entry = format!(
        "{{\n      \"_path\": \"{LIBRARY}\",\n      \"path_type\": \"hardlink\",\n      \"sha256\": \"{digest}\",\n      \"size_in_bytes\": {}\n    }}",
        library.len()
    );
    format!("{{\n  \"paths\": [\n    {entry}\n  ],\n  \"paths_version\": 1\n}}")
}

/// A package of Conda, which is a zip archive of two tar archives.
fn conda(library: &[u8]) -> Vec<u8> {
    let info = packed(".zst", &tar(&[("info/paths.json", paths(library).as_bytes(), 0o644)]));
    let files = packed(".zst", &tar(&[(LIBRARY, library, 0o755)]));
    conda_of(&info, &files)
}

/// The same with these members.
fn conda_of(info: &[u8], files: &[u8]) -> Vec<u8> {
    let mut writer = rawzip::ZipArchiveWriter::new(Vec::new());
    for (name, bytes) in [
        ("metadata.json", &b"{\"conda_pkg_format_version\": 2}"[..]),
        ("info-one-1-0.tar.zst", info),
        ("pkg-one-1-0.tar.zst", files),
    ] {
        let (mut entry, config) = writer
            .new_file(name)
            .compression_method(CompressionMethod::STORE)
            .start()
            .unwrap();
        let mut inner = config.wrap(&mut entry);
        std::io::Write::write_all(&mut inner, bytes).unwrap();
        let descriptor = inner.finish().unwrap().1;
        entry.finish(descriptor).unwrap();
    }
    writer.finish().unwrap()
}

/// The library by itself, pruned.
fn alone(folder: &Path) -> Vec<u8> {
    let out = folder.join("alone.so");
    pruned(fixture("objects/hip.22.so"), &out).unwrap();
    fs::read(out).unwrap()
}

#[test]
fn the_list_of_a_package_of_conda_follows() {
    let folder = tempfile::tempdir().unwrap();
    let (out, alone) = (folder.path().join("one.conda"), alone(folder.path()));
    let before = conda(&fixture("objects/hip.22.so"));
    pruned(before, &out).unwrap();
    let half = |name: &str| unpacked(".zst", &file(&out, name));
    assert!(content(&half("pkg-one-1-0.tar.zst"), LIBRARY) == alone);
    let list = String::from_utf8(content(&half("info-one-1-0.tar.zst"), "info/paths.json")).unwrap();
    assert_eq!(list, paths(&alone));
    assert_eq!(file(&out, "metadata.json"), b"{\"conda_pkg_format_version\": 2}");
    let again = folder.path().join("again.conda");
    pruned(fs::read(&out).unwrap(), &again).unwrap();
    assert!(fs::read(again).unwrap() == fs::read(out).unwrap());
}

#[test]
fn the_list_of_an_older_package_of_conda_follows() {
    let folder = tempfile::tempdir().unwrap();
    let (out, alone) = (folder.path().join("one.tar.bz2"), alone(folder.path()));
    let library = fixture("objects/hip.22.so");
    let files = tar(&[(LIBRARY, &library, 0o755), ("info/paths.json", paths(&library).as_bytes(), 0o644)]);
    pruned(packed(".bz2", &files), &out).unwrap();
    let files = unpacked(".bz2", &fs::read(out).unwrap());
    assert!(content(&files, LIBRARY) == alone);
    assert_eq!(content(&files, "info/paths.json"), paths(&alone).into_bytes());
}

#[test]
fn a_list_of_conda_that_is_no_json_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("one.tar");
    let library = fixture("objects/hip.22.so");
    let files = tar(&[(LIBRARY, &library, 0o755), ("info/paths.json", b"{\"paths\": ", 0o644)]);
    let error = pruned(files, &out).unwrap_err().to_string();
    assert!(error.contains("info/paths.json: "), "{error}");
    assert!(error.contains("it is no list of paths: EOF"), "{error}");
    assert!(!out.exists());
}

#[test]
fn the_compressed_list_of_a_package_of_arch_linux_follows() {
    let folder = tempfile::tempdir().unwrap();
    let (out, alone) = (folder.path().join("one.pkg.tar.zst"), alone(folder.path()));
    let library = fixture("objects/hip.22.so");
    let list = |library: &[u8]| {
        let digest: String = Sha256::digest(library)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        format!(
            "#mtree\n/set type=file mode=644\n./{LIBRARY} time=1.0 size={} sha256digest={digest}\n",
            library.len()
        )
    };
    let tree = packed(".gz", list(&library).as_bytes());
    let files = tar(&[(".MTREE", &tree, 0o644), (LIBRARY, &library, 0o755)]);
    pruned(packed(".zst", &files), &out).unwrap();
    let files = unpacked(".zst", &fs::read(out).unwrap());
    assert!(content(&files, LIBRARY) == alone);
    let tree = unpacked(".gz", &content(&files, ".MTREE"));
    assert_eq!(String::from_utf8(tree).unwrap(), list(&alone));
}

/// What is wrong with one half of a package is told of it, and nothing is written.
#[test]
fn a_half_that_is_no_archive_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("one.conda");
    let error = pruned(conda_of(b"no archive", b"no archive"), &out)
        .unwrap_err()
        .to_string();
    assert!(error.contains("!pkg-one-1-0.tar.zst: damaged package: "), "{error}");
    assert!(!out.exists());
}
