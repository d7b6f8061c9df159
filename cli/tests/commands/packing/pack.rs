//! `pack`.

use std::fs;

use crate::support::program::{HANGS, Limits, run, run_within, told};
use offload_bundle_testing::tools;

use super::{PACKAGERS, folder, get, ours, refused, stderr, stdout};

const A: &str = "file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx906,kind=hip";
const B: &str = "file=b.o,triple=amdgcn-amd-amdhsa,arch=gfx90a:xnack+,kind=openmp";
const C: &str = "file=c,triple=nvptx64-nvidia-cuda,arch=sm_70,kind=cuda";

/// `image` with its texts in the release's order.
fn in_order_of(release: &str, image: &str) -> String {
    let words: Vec<&str> = image.split(',').collect();
    match (release, words.as_slice()) {
        ("16", _) => image.into(),
        (_, [file, triple, arch, rest @ ..]) => [&[*file, *arch, *triple], rest].concat().join(","),
        _ => unreachable!("{image}"),
    }
}

#[test]
fn packed_bytes_equal_release() {
    for (release, packager) in PACKAGERS {
        for images in [&[A][..], &[B], &[C], &[A, B, C]] {
            let folder = folder();
            let here = folder.path();
            let mut words = vec!["-o", "theirs"];
            let given: Vec<String> = images.iter().map(|image| format!("--image={image}")).collect();
            words.extend(given.iter().map(String::as_str));
            let theirs = tools::run(here, packager, &words);
            assert!(theirs.status.success(), "{packager}: {}", told(&theirs));
            let given: Vec<String> = images.iter().map(|image| in_order_of(release, image)).collect();
            let mut words = vec!["pack", "-o", "ours", "--release", release];
            given.iter().for_each(|image| words.extend(["--image", image]));
            let done = ours(here, &words);
            assert_eq!((stdout(&done), stderr(&done)), (String::new(), String::new()));
            assert_eq!(get(here, "ours"), get(here, "theirs"), "{release} {images:?}");
        }
    }
}

#[test]
fn real_tools_read_packed_images() {
    let folder = folder();
    let here = folder.path();
    ours(here, &["pack", "-o", "out", "--image", A, "--image", B, "--image", C]);
    for (release, packager) in PACKAGERS {
        let filter = "--image=file=taken,arch=gfx90a:xnack+,kind=openmp";
        let done = tools::run(here, packager, &["out", filter]);
        assert!(done.status.success(), "{release}: {}", told(&done));
        assert_eq!(get(here, "taken"), get(here, "b.o"), "{release}");
        fs::remove_file(here.join("taken")).unwrap();
    }
    let done = tools::run(here, "llvm-objdump-22", &["--offloading", "out"]);
    let told = stdout(&done);
    let producers: Vec<&str> = told
        .lines()
        .filter_map(|line| line.strip_prefix("producer"))
        .map(str::trim)
        .collect();
    assert_eq!(producers, ["hip", "openmp", "cuda"], "{told}");
}

#[test]
fn later_versions_hold_all_images_in_one() {
    let folder = folder();
    let here = folder.path();
    for (version, containers) in [("1", 3), ("2", 1), ("3", 1)] {
        let words = ["pack", "--json", "--version", version, "-o", version, "--image", A, "--image", B, "--image", C];
        let report: serde_json::Value = serde_json::from_slice(&ours(here, &words).stdout).unwrap();
        assert_eq!(report["container_count"], containers);
        let bytes = get(here, version);
        assert_eq!(
            (bytes[4].to_string().as_str(), report["size"].as_u64()),
            (version, Some(bytes.len() as u64))
        );
        let images = report["images"].as_array().unwrap();
        for (image, name) in images.iter().zip(["a.o", "b.o", "c"]) {
            let number = |name: &str| usize::try_from(image[name].as_u64().unwrap()).unwrap();
            assert_eq!(bytes[number("offset")..][..number("size")], get(here, name));
        }
        assert_eq!(images[0]["id"], "hip-amdgcn-amd-amdhsa--gfx906");
        assert_eq!(images[1]["attributes"]["numbers"][0]["word"], "bitcode");
    }
}

#[test]
fn compressed_package_is_read() {
    let folder = folder();
    let here = folder.path();
    ours(
        here,
        &["pack", "--version", "3", "-o", "plain", "--image", A, "--image", B, "--image", C],
    );
    for method in ["--compress", "--compress=zlib", "--compress=zstd"] {
        ours(
            here,
            &["pack", method, "-o", "packed", "--image", A, "--image", B, "--image", C],
        );
        let bytes = get(here, "packed");
        assert_eq!(
            (bytes[4], bytes.len() % 8, &bytes[..8]),
            (3, 0, &get(here, "plain")[..8]),
            "{method}"
        );
        ours(here, &["decompress", "packed", "-o", "again"]);
        assert_eq!(get(here, "again"), get(here, "plain"), "{method}");
        ours(here, &["unpack", "packed", "--image", "file=taken,kind=openmp"]);
        assert_eq!(get(here, "taken"), get(here, "b.o"), "{method}");
        ours(here, &["convert", "packed", "-o", "one", "--to", "offload-binary"]);
        ours(here, &["pack", "-o", "same", "--image", A, "--image", B, "--image", C]);
        assert_eq!(get(here, "one"), get(here, "same"), "{method}");
    }
    let done = super::run(
        here,
        &["pack", "--version", "2", "--compress", "-o", "packed", "--image", A],
    );
    assert!(
        done.status.code() == Some(2) && stderr(&done).contains("unknown version 2 of compressed"),
        "{}",
        told(&done)
    );
}

#[test]
fn mistakes_are_reported() {
    let folder = folder();
    let here = folder.path();
    fs::write(here.join("out"), "before").unwrap();
    let image = |image| ["pack", "-o", "out", "--image", image];
    for (words, message) in [
        (image("file=missing"), "error: missing: No such file or directory\n"),
        (image("file=out"), "error: out: the output is one of the inputs\n"),
    ] {
        refused(here, 2, &words, message);
        assert_eq!(get(here, "out"), b"before");
    }
    for (word, part) in [
        ("file=a.o,triple", "expected a key, `=` and a value, found \"triple\""),
        ("triple=t", "`file=` is missing"),
        (
            "file=a.o,kind=HIP",
            "unknown word \"HIP\"; known: none, openmp, cuda, hip, sycl, and numbers from 0 to 65535",
        ),
        ("file=a.o,kind=65536", "expected a number from 0 to 65535, found 65536"),
    ] {
        let done = super::run(here, &image(word));
        assert!(
            done.status.code() == Some(2) && stderr(&done).contains(part),
            "{word}: {}",
            told(&done)
        );
    }
    let done = super::run(here, &["pack", "-o", "out"]);
    assert!(
        done.status.code() == Some(2) && stderr(&done).contains("--image"),
        "{}",
        told(&done)
    );
    let words = ["pack", "-o", "out", "--release", "16", "--image", "file=a.o,kind=sycl"];
    let message = "error: release 16: unknown word \"sycl\"; known: none, openmp, cuda, hip\n";
    refused(here, 2, &words, message);
    let done = ours(
        here,
        &["pack", "-n", "-o", "out", "--image", "file=a.o,arch=gfx9999,k=1,k=2,triple=amdgcn-amd-amdhsa"],
    );
    let said = stderr(&done);
    assert!(
        said.contains("warning: a.o: `arch`:") && said.contains("note: \"k\" is given more than once"),
        "{said}"
    );
    assert!(
        stdout(&done).starts_with("a.o: none-amdgcn-amd-amdhsa--gfx9999 in container 0 at byte 0x"),
        "{}",
        told(&done)
    );
    assert_eq!(get(here, "out"), b"before");
    let done = ours(here, &["pack", "-o", "-", "--image", A]);
    assert!(done.stdout.starts_with(b"\x10\xff\x10\xad\x01"));
}

#[test]
fn images_are_not_held_in_memory() {
    /// Bytes per image; together, the images exceed the address space.
    const LEN: u64 = 20 << 20;
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    fs::File::create(here.join("image.o")).unwrap().set_len(LEN).unwrap();
    let limits = Limits { address_space: Some(128 << 10), ..HANGS };
    let image = "file=image.o,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip";
    for version in ["1", "3"] {
        let mut words = vec!["pack", "--version", version, "-o", "out"];
        words.extend(["--image", image].repeat(8));
        let done = run_within(limits, here, &words);
        assert!(done.status.success(), "{}", told(&done));
        assert!(fs::metadata(here.join("out")).unwrap().len() > 8 * LEN);
        let done = run_within(limits, here, &["unpack", "out", "-d", "parts", "--force"]);
        assert!(done.status.success(), "{}", told(&done));
        assert_eq!(fs::read_dir(here.join("parts")).unwrap().count(), 8);
    }
}

#[test]
fn flags_are_accepted_as_shown() {
    let folder = folder();
    let image = "file=a.o,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip";
    ours(
        folder.path(),
        &["pack", "-o", "number", "--image", &format!("{image},flags=7")],
    );
    for words in ["metadata|0x6", "2|4|metadata", "0x7"] {
        ours(
            folder.path(),
            &["pack", "-o", "words", "--image", &format!("{image},flags={words}")],
        );
        assert!(get(folder.path(), "words") == get(folder.path(), "number"), "{words}");
    }
    let listed: serde_json::Value =
        serde_json::from_str(&stdout(&ours(folder.path(), &["list", "--json", "number"]))).unwrap();
    assert!(listed.to_string().contains("metadata|0x6"), "{listed}");
    let words = ["pack", "-o", "words", "--image", &format!("{image},flags=metadata|x")];
    let done = run(folder.path(), &words);
    assert_eq!(done.status.code(), Some(2), "{}", told(&done));
    assert!(
        stderr(&done).contains("`flags`: unknown word \"metadata|x\""),
        "{}",
        told(&done)
    );
}
