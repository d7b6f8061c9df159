//! Standard output and standard error: full, or with the content of a file.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Output;

use serde_json::Value;

use crate::support::program::{clean, command, start, told};

use super::{DEVICE, below, scene};

#[test]
fn unprintable_help_fails() {
    let commands = [
        "--help",
        "--version",
        "help",
        "list --help",
        "verify -h",
        "inspect --help",
        "clang-offload-bundler --help",
        "clang-offload-bundler --version",
        "clang-offload-bundler -help-hidden",
        "clang-offload-packager --help",
        "clang-offload-packager --version",
        "clang-offload-packager",
    ];
    for words in commands {
        let mut called = command();
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = clean(called.args(words.split(' '))).stdout(full).output().unwrap();
        let told = format!("{words}: {}", told(&output));
        assert!(output.status.code().is_some_and(|code| code > 0), "{told}");
        assert!(told.contains("standard output: No space left on device"), "{told}");
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{told}");
    }
}

fn document(bytes: &[u8], told: &str) -> Value {
    serde_json::from_slice(bytes).unwrap_or_else(|error| panic!("{error}: {told}"))
}

#[test]
fn document_and_file_do_not_mix() {
    let folder = scene();
    // The input gives warnings: bytes after the bundle, and an unknown processor.
    let mut odd = fs::read(below(&folder, "bundle")).unwrap();
    odd.extend(b"__CLANG_OFFLOAD_BUNDLE__");
    fs::write(below(&folder, "odd"), odd).unwrap();
    let run = |words: &str| -> (Output, String) {
        let words = words.replace("{device}", DEVICE);
        let output = start(folder.path(), &words.split(' ').collect::<Vec<_>>());
        let told = format!("{words}: {}", told(&output));
        (output, told)
    };
    for words in [
        "bundle -t bc -o - {device}=code",
        "unbundle bundle {device}=-",
        "unbundle --lenient odd {device}=-",
        "compress -o - bundle",
        "decompress -o - ccob",
        "pack -o - --image file=code,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
        "convert --to offload-binary --lossy -o - bundle",
        "embed --symbol code -o - bundle",
    ] {
        let (plain, _) = run(words);
        let (output, told) = run(&format!("{words} --json --verbose"));
        assert_eq!(output.status.code(), Some(0), "{told}");
        assert!(output.stdout == plain.stdout && !plain.stdout.is_empty(), "{told}");
        assert!(document(&output.stderr, &told).is_object(), "{told}");
    }
    for words in [
        "bundle -t bc -o - {device}=missing",
        "bundle -t bc --output=- --wrong {device}=code",
        "unbundle bundle hip-amdgcn-amd-amdhsa--gfx942=-",
        "unbundle odd hip-amdgcn-amd-amdhsa--gfx942=-",
        "unbundle --wrong bundle {device}=-",
        "compress -o - missing",
        "decompress -o - code",
        "convert --to offload-binary -o - missing",
    ] {
        let (output, told) = run(&format!("{words} --json"));
        assert!(output.status.code().is_some_and(|code| code > 0), "{told}");
        assert!(output.stdout.is_empty(), "{told}");
        let document = document(&output.stderr, &told);
        assert!(document["error"]["code"].is_string(), "{told}");
        assert!(document["error"]["message"].is_string(), "{told}");
    }
}

#[test]
fn aliases_of_standard_output_are_recognised() {
    let folder = scene();
    symlink("/dev/stdout", below(&folder, "link")).unwrap();
    let run = |output: &str, more: &[&str], words: &[&str]| {
        let into = below(&folder, "into");
        let mut called = command();
        let words = [words, &["-o", output], more].concat();
        let file = fs::File::create(&into).unwrap();
        let ended = clean(called.args(&words).current_dir(folder.path()))
            .stdout(file)
            .output()
            .unwrap();
        assert_eq!(ended.status.code(), Some(0), "{words:?}: {}", told(&ended));
        let piped = start(folder.path(), &words);
        let written = fs::read(&into).unwrap();
        assert!(
            piped.stdout == written && piped.stderr == ended.stderr,
            "{words:?}: {}",
            told(&piped)
        );
        (written, ended.stderr)
    };
    for words in [
        &["prune", "--keep", "gfx90a", "bundle"][..],
        &["compress", "bundle"],
        &["decompress", "ccob"],
        &["convert", "--to", "offload-binary", "--lossy", "bundle"],
    ] {
        for more in [&[][..], &["--json"]] {
            let own = run("-", more, words);
            assert!(!own.0.is_empty(), "{words:?}");
            for output in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc/self/fd/../fd/1", "link"] {
                assert!(run(output, more, words) == own, "{words:?}: {output}");
            }
        }
    }
}

#[test]
fn open_file_is_not_changed_in_place() {
    let folder = scene();
    let path = below(&folder, "bundle");
    let before = fs::read(&path).unwrap();
    for name in ["/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "-"] {
        let mut called = command();
        let command = clean(called.args(["compress", "--in-place", name])).current_dir(folder.path());
        let opened = fs::File::options().read(true).write(true).open(&path).unwrap();
        let output = command.stdin(opened).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {}", told(&output));
        assert!(told(&output).contains("in place: give an output"), "{}", told(&output));
        assert!(fs::read(&path).unwrap() == before, "{name}");
    }
}

#[test]
fn too_long_stream_fails() {
    let folder = scene();
    let path = below(&folder, "long");
    fs::write(&path, vec![0; 3 << 20]).unwrap();
    for asked in ["list", "verify", "size", "inspect", "supports gfx90a", "decompress -o new"] {
        let mut run = command();
        let words = asked.split(' ').chain(["--max-size", "1M", "-"]);
        let run = clean(run.args(words).current_dir(folder.path()));
        let output = run.stdin(fs::File::open(&path).unwrap()).output().unwrap();
        let told = told(&output);
        assert!(
            told.contains("more than 1048576 bytes: save them to a file"),
            "{asked}: {told}"
        );
        assert_eq!(output.status.code(), Some(2), "{asked}: {told}");
    }
}

#[test]
fn temporary_file_errors_name_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("long");
    fs::write(&path, vec![0; 17 << 20]).unwrap();
    let mut run = command();
    let run = clean(&mut run)
        .args(["list", "-"])
        .stdin(fs::File::open(&path).unwrap());
    let nowhere = folder.path().join("nowhere");
    let output = run.env("TMPDIR", &nowhere).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        told,
        format!("error: {}: No such file or directory\n", nowhere.display())
    );
}
