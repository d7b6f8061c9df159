//! Outputs that cannot be renamed into place: second names, open files, full devices, read-only folders.

#![expect(clippy::disallowed_methods, reason = "users, disks and devices need their tools")]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use offload_bundle_testing::skip;

use crate::support::program::{command, make_pipe, offload_bundle};

use super::{CODE, DEVICE, below, done, failed, listed, scene};

#[test]
fn hard_linked_output_keeps_both_names() {
    let folder = scene();
    fs::write(below(&folder, "a"), "before").unwrap();
    fs::hard_link(below(&folder, "a"), below(&folder, "b")).unwrap();
    done(folder.path(), &["unbundle", "bundle", &format!("{DEVICE}=a")]);
    assert_eq!(fs::read(below(&folder, "b")).unwrap(), CODE);
}

#[test]
fn hard_linked_file_is_not_changed_in_place() {
    let folder = scene();
    for name in ["bundle", "ccob"] {
        let before = fs::read(below(&folder, name)).unwrap();
        fs::hard_link(below(&folder, name), below(&folder, "other")).unwrap();
        for words in [
            &["prune", "--keep", "gfx90a"][..],
            &["compress"],
            &["decompress"],
            &["replace", &format!("{DEVICE}=host")],
        ] {
            let at = if words[0] == "replace" { 1 } else { words.len() };
            let words = [&words[..at], &[name, "--in-place"], &words[at..]].concat();
            let (text, code) = failed(folder.path(), &words);
            assert!(
                text.contains("hard links") && text.contains("--output") && code == Some(2),
                "{words:?}: {text}"
            );
            assert!(fs::read(below(&folder, "other")).unwrap() == before, "{words:?}");
        }
        fs::remove_file(below(&folder, "other")).unwrap();
        done(folder.path(), &["prune", "--keep", "gfx90a", "--in-place", name]);
    }
}

#[test]
fn earlier_standard_output_is_kept() {
    let folder = scene();
    let log = below(&folder, "log");
    fs::write(&log, "before, ").unwrap();
    let status = command()
        .args(["unbundle", "bundle", &format!("{DEVICE}=/dev/stdout")])
        .current_dir(folder.path())
        .stdout(fs::File::options().append(true).open(&log).unwrap())
        .status();
    assert!(status.unwrap().success());
    assert_eq!(fs::read(&log).unwrap(), [b"before, ", CODE].concat());
}

#[test]
fn named_pipe_is_written() {
    let folder = scene();
    let pipe = below(&folder, "pipe");
    make_pipe(&pipe);
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read(pipe).unwrap()
    });
    done(folder.path(), &["unbundle", "bundle", &format!("{DEVICE}=pipe")]);
    assert_eq!(reader.join().unwrap(), CODE);
    assert!(!fs::metadata(&pipe).unwrap().is_file());
}

#[test]
fn full_device_error_names_output() {
    let folder = scene();
    let before = listed(folder.path());
    let wanted = format!("{DEVICE}=/dev/full");
    let commands: [&[&str]; 4] = [
        &["bundle", "-t", "bc", "-o", "/dev/full", "host-x86_64-unknown-linux-gnu-=host"],
        &["unbundle", "bundle", &wanted, "host-x86_64-unknown-linux-gnu-=other"],
        &["compress", "-o", "/dev/full", "bundle"],
        &["decompress", "-o", "/dev/full", "ccob"],
    ];
    for words in commands {
        let (text, code) = failed(folder.path(), words);
        assert_eq!(
            text, "error: cannot write /dev/full: No space left on device\n",
            "{words:?}"
        );
        assert_eq!(code, Some(2));
        assert_eq!(listed(folder.path()), before, "{words:?}");
    }
}

pub fn as_nobody(folder: &std::path::Path, words: &[&str]) -> Option<std::process::Output> {
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
    if !command.arg("true").status().is_ok_and(|status| status.success()) {
        skip("the rights of this user cannot be given up");
        return None;
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
    Some(
        command
            .arg(offload_bundle())
            .args(words)
            .current_dir(folder)
            .output()
            .unwrap(),
    )
}

#[test]
fn writable_file_in_read_only_folder_is_written() {
    let folder = scene();
    let locked = below(&folder, "locked");
    fs::create_dir(&locked).unwrap();
    let mode = |path: &std::path::Path, mode| fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    mode(folder.path(), 0o755);
    fs::write(locked.join("mine"), "before").unwrap();
    mode(&locked.join("mine"), 0o666);
    fs::write(locked.join("other"), "before").unwrap();
    mode(&locked.join("other"), 0o444);
    mode(&locked, 0o755);
    let unbundle = |name: &str| {
        as_nobody(
            folder.path(),
            &["unbundle", "bundle", &format!("{DEVICE}=locked/{name}")],
        )
    };
    let Some(output) = unbundle("mine") else { return };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(fs::read(locked.join("mine")).unwrap(), CODE);
    for name in ["other", "new"] {
        let output = unbundle(name).unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(text, format!("error: cannot create locked/{name}: Permission denied\n"));
    }
    assert_eq!(fs::read(locked.join("other")).unwrap(), b"before");
    // The folder is writable, but renaming would change the owner of the file.
    mode(&locked, 0o777);
    fs::write(locked.join("mine"), "before").unwrap();
    assert!(unbundle("mine").unwrap().status.success());
    assert_eq!(
        std::os::unix::fs::MetadataExt::uid(&fs::metadata(locked.join("mine")).unwrap()),
        0
    );
    assert_eq!(fs::read(locked.join("mine")).unwrap(), CODE);
    assert_eq!(listed(&locked), ["mine", "other"]);
}

#[test]
fn device_filled_midway_names_output() {
    let folder = scene();
    let small = below(&folder, "small");
    fs::create_dir(&small).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "none"])
        .arg(&small)
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        skip("a small file system cannot be mounted");
        return;
    }
    let outcome = std::panic::catch_unwind(|| {
        fs::write(small.join("old"), "before").unwrap();
        fs::hard_link(small.join("old"), small.join("old2")).unwrap();
        fs::write(below(&folder, "large"), vec![7; 300 << 10]).unwrap();
        for name in ["new", "old"] {
            let output = format!("small/{name}");
            let (text, _) = failed(
                folder.path(),
                &["bundle", "-t", "bc", "-o", &output, "host-x86_64-unknown-linux-gnu-=large"],
            );
            assert_eq!(text, format!("error: cannot write {output}: No space left on device\n"));
            assert_eq!(listed(&small), ["old", "old2"]);
            assert_eq!(fs::read(small.join("old")).unwrap(), b"before");
        }
    });
    assert!(Command::new("umount").arg(&small).status().unwrap().success());
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn standard_input_is_not_replaced() {
    let folder = scene();
    let path = below(&folder, "bundle");
    let before = fs::read(&path).unwrap();
    for words in [
        &["size", "--html", "bundle", "-"][..],
        &["inspect", "--html", "bundle", "-"],
        &["compress", "-", "-o", "bundle"],
        &["unbundle", "-", &format!("{DEVICE}=bundle")],
    ] {
        let output = command()
            .args(words)
            .current_dir(folder.path())
            .stdin(fs::File::open(&path).unwrap())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            said.contains("bundle: the output is one of the inputs"),
            "{words:?}: {said}"
        );
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert_eq!(fs::read(&path).unwrap(), before, "{words:?}");
    }
}
