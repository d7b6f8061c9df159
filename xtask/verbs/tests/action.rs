//! The GitHub Action's scripts: installs the archive for the runner's system if its digest matches, and passes arguments on.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sha2::{Digest, Sha256};

const TOOL: &str = "#!/bin/sh\nfor word; do printf '<%s>' \"$word\"; done\necho\n";

const FOLDER: &str = "offload-bundle-1.2.3-x86_64-unknown-linux-musl";

fn script(name: &str) -> Command {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../.github/verify")
        .join(name);
    let mut bash = Command::new("bash");
    bash.arg(path);
    bash
}

fn program(path: &Path) {
    fs::write(path, TOOL).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// 1.2.3, also as the latest. The digests list the archive of one system.
fn releases(root: &Path) -> PathBuf {
    let releases = root.join("releases");
    let mut archive = tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
    program(&root.join("tool"));
    archive
        .append_path_with_name(root.join("tool"), format!("{FOLDER}/offload-bundle"))
        .unwrap();
    let archive = archive.into_inner().unwrap().finish().unwrap();
    let digest: String = Sha256::digest(&archive)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    for place in ["latest/download", "download/v1.2.3"] {
        let place = releases.join(place);
        fs::create_dir_all(&place).unwrap();
        fs::write(place.join(format!("{FOLDER}.tar.gz")), &archive).unwrap();
        let sums = format!(
            "{}  offload-bundle_1.2.3_amd64.deb\n{digest}  {FOLDER}.tar.gz\n",
            "0".repeat(64)
        );
        fs::write(place.join("SHA256SUMS"), sums).unwrap();
    }
    releases
}

/// Returns the output, and the search path of later steps.
fn install(root: &Path, system: (&str, &str), version: &str) -> (Output, String) {
    let output = script("install.sh")
        .env(
            "OFFLOAD_BUNDLE_RELEASES",
            format!("file://{}", root.join("releases").display()),
        )
        .env("OFFLOAD_BUNDLE_VERSION", version)
        .envs([("RUNNER_OS", system.0), ("RUNNER_ARCH", system.1)])
        .env("RUNNER_TEMP", root.join("temporary"))
        .env("GITHUB_PATH", root.join("path"))
        .output()
        .unwrap();
    (output, fs::read_to_string(root.join("path")).unwrap_or_default())
}

fn has_curl() -> bool {
    let there = Command::new("curl").arg("--version").output().is_ok();
    if !there {
        offload_bundle_testing::skip("curl is not installed");
    }
    there
}

#[test]
fn archive_for_system_is_installed() {
    if !has_curl() {
        return;
    }
    for version in ["", "1.2.3", "v1.2.3"] {
        let folder = tempfile::tempdir().unwrap();
        releases(folder.path());
        let (output, path) = install(folder.path(), ("Linux", "X64"), version);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.stdout, b"<--version>\n");
        assert!(Path::new(path.trim_end()).join("offload-bundle").is_file(), "{path}");
    }
}

#[test]
fn missing_and_changed_archives_are_refused() {
    if !has_curl() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let archive = releases(folder.path())
        .join("latest/download")
        .join(format!("{FOLDER}.tar.gz"));
    for (system, version, expected) in [
        (("Linux", "RISCV"), "", "there is no release for Linux on RISCV"),
        (("macOS", "ARM64"), "", "has no archive for aarch64-apple-darwin.tar.gz"),
        (("Linux", "X64"), "9.9.9", "curl"),
    ] {
        let (output, path) = install(folder.path(), system, version);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && told.contains(expected), "{told}");
        assert_eq!(path, "");
    }
    let mut bytes = fs::read(&archive).unwrap();
    bytes.push(0);
    fs::write(&archive, bytes).unwrap();
    let (output, path) = install(folder.path(), ("Linux", "X64"), "");
    assert!(!output.status.success());
    assert_eq!(path, "");
}

#[test]
fn files_are_patterns_and_gpus_words() {
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("programs");
    fs::create_dir_all(folder.path().join("lib/deep")).unwrap();
    fs::create_dir(&programs).unwrap();
    program(&programs.join("offload-bundle"));
    for name in ["lib/a one.so", "lib/deep/b.so"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let path = std::env::var("PATH").unwrap();
    let output = script("verify.sh")
        .current_dir(folder.path())
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("OFFLOAD_BUNDLE_FILES", "lib/**/*.so\n\nlib/a one.so\nnone*.whl\n")
        .env("OFFLOAD_BUNDLE_REQUIRED", "gfx90a\n gfx1100")
        .env("OFFLOAD_BUNDLE_ARGUMENTS", "--allow\ncoverage\n")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let words = "<verify><--allow><coverage><--require><gfx90a><--require><gfx1100><--><lib/a one.so><lib/deep/b.so><lib/a one.so><none*.whl>\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), words);
}
