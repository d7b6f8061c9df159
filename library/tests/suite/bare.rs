//! Bare code objects, as bundles with one entry.

use std::path::PathBuf;

use offload_bundle::ops::{self, Context};
use offload_bundle::report::{Outcome, Verdict};
use offload_bundle::request::{CompressRequest, SizeBy};
use offload_bundle::{Error, REGISTRY};

use crate::support::{about, fixtures, folder_with, listed, sized, supports, verified};

fn folder() -> (tempfile::TempDir, PathBuf, Vec<u8>) {
    let library = offload_bundle::open(fixtures().join("objects/hip.22.so")).unwrap();
    let code = library.best_match("gfx906").unwrap().unwrap();
    let code = code.bytes().unwrap().to_vec();
    let (folder, path) = folder_with("kernels.hsaco");
    std::fs::write(&path, &code).unwrap();
    std::fs::write(folder.path().join("readme"), "no code").unwrap();
    (folder, path, code)
}

#[test]
fn bare_code_object_works_in_reading_operations() {
    let (folder, path, code) = folder();
    for input in [path.clone(), folder.path().to_owned()] {
        let listed = listed(input.clone());
        let bundle = &listed.files[0].bundles[0];
        let entry = &bundle.entries[0];
        assert_eq!((listed.files.len(), bundle.entries.len(), bundle.format), (1, 1, "elf"));
        assert_eq!(entry.id.as_deref(), Some("hip-amdgcn-amd-amdhsa--gfx906"));
        assert_eq!(entry.size.unwrap().0, u64::try_from(code.len()).unwrap());

        assert_eq!(sized(input.clone(), SizeBy::Target).rows.len(), 1);

        for (gpu, supported) in [("gfx906", true), ("gfx90a", false)] {
            assert_eq!(supports(gpu, input.clone()).0.supported, Some(supported), "{gpu}");
        }

        let verified = verified(input);
        assert_eq!(
            (verified.summary.outcome, verified.files[0].findings.len()),
            (Outcome::Done, 0)
        );
    }
}

#[test]
fn damaged_code_object_is_not_sound() {
    let (_folder, path, mut code) = folder();
    // The file offset of the first segment.
    code[64 + 8 + 4] = 1;
    std::fs::write(&path, &code).unwrap();
    let verified = verified(path);
    assert_eq!(verified.files[0].summary.verdict, Some(Verdict::NotSound));
}

#[test]
fn offload_file_opens_bare_code_object() {
    let (_folder, path, code) = folder();
    let file = offload_bundle::open(path).unwrap();
    let best = file.best_match("gfx906:xnack-").unwrap().unwrap();
    assert_eq!(best.bytes().unwrap().to_vec(), code);
    assert!(file.best_match("gfx1100").unwrap().is_none());
}

#[test]
fn bundle_operations_refuse_bare_code_object() {
    let (folder, path, _) = folder();
    let mut request: CompressRequest = about(path);
    request.output = Some(folder.path().join("out"));
    let error = ops::compress(&REGISTRY, &request, &mut Context::default()).unwrap_err();
    assert!(matches!(error, Error::NotABundle { .. }), "{error}");
}

#[test]
fn code_of_unknown_form_is_listed_without_target() {
    let (_folder, path, mut code) = folder();
    for (at, value) in [(48, 0xfe), (7, 0), (8, 9)] {
        let old = std::mem::replace(&mut code[at], value);
        std::fs::write(&path, &code).unwrap();
        let listed = listed(path.clone());
        let entry = &listed.files[0].bundles[0].entries[0];
        assert_eq!(entry.id.as_deref(), Some("hip-amdgcn-amd-amdhsa--"), "{at}");
        code[at] = old;
    }
}

#[test]
fn code_with_unreadable_sections_is_listed() {
    let (_folder, path, mut code) = folder();
    // The offset of the section table.
    code[40..48].fill(0x7f);
    std::fs::write(&path, &code).unwrap();
    assert_eq!(listed(path.clone()).files[0].bundles.len(), 1);
    let verified = verified(path);
    assert_eq!(
        (verified.summary.outcome, verified.files[0].summary.verdict),
        (Outcome::Negative, Some(Verdict::NotSound))
    );
}

/// Machine x86-64, and the OS ABI of AMDPAL.
#[test]
fn unrelated_elf_files_are_not_bundles() {
    let (_folder, path, mut code) = folder();
    for (at, value) in [(18, 62), (7, 65)] {
        let old = std::mem::replace(&mut code[at], value);
        std::fs::write(&path, &code).unwrap();
        let listed = listed(path.clone());
        assert!(listed.files[0].bundles.is_empty(), "{at}");
        assert!(
            matches!(listed.files[0].notes.error, Some(Error::NotABundle { .. })),
            "{at}"
        );
        code[at] = old;
    }
}
