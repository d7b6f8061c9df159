//! `unpack`.

use std::fs;
use std::path::Path;

use crate::support::program::told;
use offload_bundle_testing::tools;

use super::{PACKAGERS, folder, get, ours, refused, run, stderr, stdout};

fn packed(here: &Path) {
    let images = [
        "file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=3",
        "file=b.o,triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack+,kind=hip",
        "file=c,triple=../../evil,kind=openmp",
    ];
    let mut words = vec!["pack", "-o", "out"];
    images.iter().for_each(|image| words.extend(["--image", image]));
    ours(here, &words);
}

#[test]
fn image_names_stay_in_folder() {
    let folder = folder();
    let here = folder.path();
    packed(here);
    let done = ours(here, &["unpack", "out", "-d", "parts"]);
    let names = "parts/out-amdgcn-amd-amdhsa-gfx90a.0.o\nparts/out-amdgcn-amd-amdhsa-gfx90a%3Axnack+.1.bc\nparts/out-%2E.%2F..%2Fevil.2\n";
    assert_eq!(stdout(&done), names);
    let said = stderr(&done);
    assert!(
        said.starts_with("note: out: at byte 0x") && said.lines().count() == 1,
        "{said}"
    );
    assert_eq!(fs::read_dir(here.join("parts")).unwrap().count(), 3);
    let again = run(here, &["unpack", "out", "-d", "parts"]);
    assert!(
        again.status.code() == Some(2) && stderr(&again).contains("already exists"),
        "{}",
        told(&again)
    );
    ours(here, &["unpack", "out", "-d", "parts", "--force"]);
}

#[test]
fn filters_are_sound() {
    let folder = folder();
    let here = folder.path();
    packed(here);
    let taken = |filter: &str, more: &[&str]| {
        let words = [&["unpack", "out", "-n", "-d", "parts", "--image", filter], more].concat();
        stdout(&ours(here, &words)).lines().count()
    };
    assert_eq!(taken("kind=hip", &[]), 2);
    assert_eq!(taken("kind=3", &[]), 1);
    assert_eq!(taken("arch=gfx90a", &[]), 2);
    assert_eq!(taken("arch=gfx90a", &["--exact"]), 1);
    assert_eq!(taken("triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack+", &[]), 2);
    let done = ours(here, &["unpack", "out", "--image", "file=dev.o,arch=gfx90a"]);
    assert_eq!((stdout(&done), get(here, "dev.o")), (String::new(), get(here, "a.o")));
    assert!(
        stderr(&done).contains("also matches hip-amdgcn-amd-amdhsa--gfx90a:xnack+"),
        "{}",
        told(&done)
    );
    refused(
        here,
        2,
        &["unpack", "out", "--image", "file=x,kind=hip"],
        "error: x: \"kind=hip\" matches 2 images: \"hip-amdgcn-amd-amdhsa--gfx90a\", \"hip-amdgcn-amd-amdhsa--gfx90a:xnack+\"\n\
         hint: add keys to select one, or omit `file=` to write each to its own file\n",
    );
    let there = "available: \"hip-amdgcn-amd-amdhsa--gfx90a\", \"hip-amdgcn-amd-amdhsa--gfx90a:xnack+\", \"openmp-../../evil----\"";
    refused(
        here,
        1,
        &["unpack", "out", "--image", "zz="],
        &format!("error: out: no image matches \"zz=\"; {there}\n"),
    );
    refused(
        here,
        1,
        &["unpack", "out", "--exact", "--image", "kind=hip,arch=gfx90"],
        &format!(
            "error: out: no image matches \"kind=hip,arch=gfx90\"; {there}; nearest: \"hip-amdgcn-amd-amdhsa--gfx90a\" (arch is \
             \"gfx90a\", not \"gfx90\"), \"hip-amdgcn-amd-amdhsa--gfx90a:xnack+\" (arch is \"gfx90a:xnack+\", not \"gfx90\")\n"
        ),
    );
    let done = run(here, &["unpack", "a.o"]);
    assert_eq!(done.status.code(), Some(1), "{}", told(&done));
    assert!(!here.join("x").exists());
}

#[test]
fn archives_equal_release() {
    let folder = folder();
    let here = folder.path();
    packed(here);
    let archived = ours(
        here,
        &["unpack", "out", "--archive", "--image", "file=ours.a,triple=amdgcn-amd-amdhsa"],
    );
    assert!(stdout(&archived).is_empty(), "{}", told(&archived));
    let listed = tools::run(here, "llvm-ar-22", &["t", "ours.a"]);
    let names = "out-amdgcn-amd-amdhsa-gfx90a.0.o\nout-amdgcn-amd-amdhsa-gfx90a%3Axnack+.1.bc\n";
    assert_eq!(stdout(&listed), names);
    refused(
        here,
        2,
        &["unpack", "out", "--archive", "--image", "kind=hip"],
        "error: the archive for \"kind=hip\" has no file name\n",
    );
}

#[test]
fn packages_of_releases_are_unpacked() {
    for (release, packager) in PACKAGERS {
        let folder = folder();
        let here = folder.path();
        let images = [
            "--image=file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
            "--image=file=b.o,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=cuda",
        ];
        let done = tools::run(here, packager, &["-o", "out", images[0], images[1]]);
        assert!(done.status.success(), "{release}: {}", told(&done));
        ours(
            here,
            &["unpack", "out", "--image", "file=x,kind=hip", "--image", "file=y,arch=sm_70"],
        );
        assert_eq!(
            (get(here, "x"), get(here, "y")),
            (get(here, "a.o"), get(here, "b.o")),
            "{release}"
        );
    }
}
