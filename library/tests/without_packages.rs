//! The library without the feature `packages`.

// A failing test panics.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::path::{Path, PathBuf};

use offload_bundle::REGISTRY;
use offload_bundle::ops::{self, Context};
use offload_bundle::request::{ListRequest, UnpackRequest};

const CODE: &str = "packages-not-built";

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance/fixtures")
        .join(name)
}

fn listed(path: PathBuf) -> (Option<&'static str>, usize) {
    let mut request = ListRequest::default();
    request.inputs = vec![path.into()];
    let report = ops::list(&REGISTRY, &request).unwrap();
    let [file] = report.files.as_slice() else {
        panic!("{} files", report.files.len());
    };
    (file.notes.error.as_ref().map(|error| error.code()), file.bundles.len())
}

#[test]
fn packages_of_all_forms_are_refused() {
    for name in ["zip.zip", "tar.tar", "gzip.gz", "bzip2.bz2", "xz.xz", "zstd.zst"] {
        assert_eq!(listed(fixture("kinds").join(name)), (Some(CODE), 0), "{name}");
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, head) in
        [("cpio", &b"070701"[..]), ("deb", b"!<arch>\ndebian-binary   "), ("rpm", b"\xed\xab\xee\xdb\x03\0\0\0")]
    {
        let path = folder.path().join(name);
        std::fs::write(&path, [head, &[0; 512]].concat()).unwrap();
        assert_eq!(listed(path), (Some(CODE), 0), "{name}");
    }
}

#[test]
fn files_named_in_packages_are_refused() {
    for package in ["zip.zip", "gzip.gz"] {
        let mut path = fixture("kinds").join(package).into_os_string();
        path.push("!sources/one.c");
        assert_eq!(listed(path.clone().into()), (Some(CODE), 0), "{package}");
        let mut request = UnpackRequest::default();
        request.input = PathBuf::from(path).into();
        let error = ops::unpack(&REGISTRY, &request, &mut Context::default()).unwrap_err();
        assert_eq!(error.code(), CODE, "{package}");
    }
}

#[test]
fn files_in_folders_are_read() {
    let folder = tempfile::tempdir().unwrap();
    for (name, copy) in
        [("compressed/device.22.hipfb", "a.hipfb"), ("objects/hip.22.so", "b.so"), ("kinds/zip.zip", "c.zip")]
    {
        std::fs::copy(fixture(name), folder.path().join(copy)).unwrap();
    }
    let mut request = ListRequest::default();
    request.inputs = vec![folder.path().into()];
    let report = ops::list(&REGISTRY, &request).unwrap();
    let found: Vec<_> = report
        .files
        .iter()
        .map(|file| (file.notes.error.as_ref().map(|error| error.code()), file.bundles.len()))
        .collect();
    assert_eq!(found, [(None, 1), (None, 1), (Some(CODE), 0)]);
}
