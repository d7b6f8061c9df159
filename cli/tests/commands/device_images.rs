//! SYCL device images in linked programs, with layouts that no compiler writes.

use std::fs;

use crate::support::program::{run, told};
use offload_bundle::{Image, OffloadBinaryBuilder};
use offload_bundle_testing::crowded::{archives, image_behind};

fn of(bytes: &[u8], words: &[&str]) -> (String, Option<i32>) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("in"), bytes).unwrap();
    let output = run(folder.path(), words);
    (told(&output), output.status.code())
}

#[test]
fn offload_binary_next_to_image_is_read() {
    let image = Image::new("CODE")
        .kind("hip")
        .triple("amdgcn-amd-amdhsa")
        .target("gfx90a");
    let binary = OffloadBinaryBuilder::new().image(image).to_bytes().unwrap();
    let (listed, code) = of(&image_behind(&binary), &["list", "in"]);
    assert_eq!(code, Some(0), "{listed}");
    for part in ["gfx90a", "sycl-spir64"] {
        assert!(listed.contains(part), "{listed}");
    }
    let (told, code) = of(&image_behind(b"something else"), &["verify", "in"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("unrecognised"), "{told}");
}

#[test]
fn archive_with_many_devices_is_limited() {
    let (listed, code) = of(&archives(1, 256, 1), &["list", "in"]);
    assert_eq!(code, Some(0), "{listed}");
    assert!(listed.contains("sycl-spir64_gen----255"), "{listed}");
    let (told, code) = of(&archives(1, 257, 1), &["verify", "in"]);
    assert_eq!(code, Some(1), "{told}");
    assert!(
        told.contains("error[over-limit]: expected at most 256, found 257"),
        "{told}"
    );
}
