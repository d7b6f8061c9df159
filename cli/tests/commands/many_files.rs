//! More files on the command line than a process may open.

use std::fs;
use std::path::Path;
use std::process::Output;

use super::packages::zip;
use crate::support::program::{offload_bundle, shell, told};
use offload_bundle::BundleBuilder;

const HOST: &str = "host-x86_64-unknown-linux-gnu-";
const FILES: usize = 300;

/// Runs the program with a limit of 64 open files.
fn run(folder: &Path, words: &[String]) -> Output {
    let mut command = shell("ulimit -n 64 && exec \"$@\"");
    let output = command
        .arg("sh")
        .arg(offload_bundle())
        .args(words)
        .current_dir(folder)
        .output();
    output.unwrap()
}

fn succeeds(folder: &Path, words: &[&str], files: &[String]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| (*word).to_owned())
        .chain(files.to_vec())
        .collect();
    let output = run(folder, &words);
    let told: String = told(&output).chars().take(1000).collect();
    assert!(output.status.success(), "{words:.3?}: {told}");
    String::from_utf8(output.stdout).unwrap()
}

/// A unique ID per file that LLVM's tool accepts too.
fn id(number: usize) -> String {
    format!("openmp-x86_64-unknown-linux-gnu{number}-")
}

fn bundles() -> (tempfile::TempDir, Vec<String>) {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..FILES {
        let bundle = BundleBuilder::new()
            .entry(HOST, b"")
            .entry(id(number), format!("code {number}"));
        let bytes = bundle.to_bytes().unwrap();
        let bytes = match number % 2 {
            0 => bytes,
            _ => offload_bundle::compress(bytes, &Default::default()).unwrap(),
        };
        fs::write(folder.path().join(number.to_string()), bytes).unwrap();
    }
    (folder, (0..FILES).map(|number| number.to_string()).collect())
}

#[test]
fn bundles_in_very_many_files_are_read() {
    let (folder, files) = bundles();
    let path = folder.path();
    for words in [&["list"][..], &["verify"], &["inspect"], &["list", "--json"], &["inspect", "--json"]] {
        let told = succeeds(path, words, &files);
        assert!(told.contains(&id(FILES - 1)) || words[0] == "verify", "{words:?}");
    }
    succeeds(path, &["extract", "-d", "parts"], &files);
    assert_eq!(fs::read_dir(path.join("parts")).unwrap().count(), FILES);
    succeeds(path, &["compress", "-o", "packed"], &files);
    succeeds(path, &["decompress", "packed", "-o", "plain"], &[]);
    let wanted: Vec<String> = (0..FILES).map(|number| format!("{}=out{number}", id(number))).collect();
    succeeds(path, &["unbundle", "plain"], &wanted);
    assert_eq!(fs::read_to_string(path.join("out299")).unwrap(), "code 299");
}

#[test]
fn very_many_files_of_a_package_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let ids = [HOST, "hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx90a"];
    let bundle = ids
        .iter()
        .fold(BundleBuilder::new(), |bundle, id| bundle.entry(*id, b"code"));
    let bundle = bundle.to_bytes().unwrap();
    let names: Vec<String> = (0..FILES).map(|number| format!("pkg/{number}")).collect();
    let files: Vec<(&str, &[u8], bool)> = names.iter().map(|name| (name.as_str(), &bundle[..], true)).collect();
    let before = zip(&files);
    fs::write(path.join("bundles.whl"), &before).unwrap();
    let words = ["prune", "--keep", "gfx906", "--in-place", "bundles.whl"];
    succeeds(path, &words, &[]);
    assert!(fs::read(path.join("bundles.whl")).unwrap() != before);
}

#[test]
fn many_code_objects_are_bundled() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::write(path.join("host"), "").unwrap();
    for number in 0..FILES {
        fs::write(path.join(number.to_string()), format!("code {number}")).unwrap();
    }
    let pairs = |suffix: &str| {
        let devices = (0..FILES).map(|number| format!("{}={number}{suffix}", id(number)));
        std::iter::once(format!("{HOST}=host{suffix}"))
            .chain(devices)
            .collect::<Vec<_>>()
    };
    succeeds(path, &["bundle", "-t", "bc", "-o", "bundle"], &pairs(""));
    succeeds(path, &["bundle", "-t", "s", "-o", "text"], &pairs(""));
    succeeds(path, &["bundle", "-t", "bc", "--compress", "-o", "packed"], &pairs(""));
    let ids: Vec<String> = std::iter::once(HOST.to_owned()).chain((0..FILES).map(id)).collect();
    let files: Vec<String> = std::iter::once("host".to_owned())
        .chain((0..FILES).map(|n| n.to_string()))
        .collect();
    let each = |option: &str, suffix: &str| {
        files
            .iter()
            .map(|file| format!("{option}={file}{suffix}"))
            .collect::<Vec<_>>()
    };
    let targets = format!("-targets={}", ids.join(","));
    let tool = "clang-offload-bundler";
    succeeds(
        path,
        &[tool, "-type=bc", &targets, "-output=theirs"],
        &each("-input", ""),
    );
    let words = [tool, "-type=bc", "-unbundle", &targets, "-input=theirs"];
    succeeds(path, &words, &each("-output", ".out"));
    for file in ["bundle", "text", "packed"] {
        succeeds(path, &["unbundle", "--force", file], &pairs(".out"));
        for number in [0, FILES - 1] {
            assert_eq!(
                fs::read_to_string(path.join(format!("{number}.out"))).unwrap(),
                format!("code {number}")
            );
        }
    }
}
