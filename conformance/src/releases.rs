//! The LLVM releases that are installed here.

use std::path::Path;
use std::process::{Command, Output};

/// The releases that checks are made against.
pub const RELEASES: [&str; 4] = ["14", "16", "19", "22"];

/// Set where no release may be missing.
const REQUIRED: &str = "OFFLOAD_BUNDLE_REQUIRE_LLVM";

/// The installed releases. Says which are skipped; panics for them where all are required.
pub fn installed() -> Vec<&'static str> {
    let (present, absent): (Vec<&str>, Vec<&str>) = RELEASES.into_iter().partition(|release| {
        Command::new(format!("clang-offload-bundler-{release}"))
            .arg("--version")
            .output()
            .is_ok()
    });
    for release in absent {
        assert!(
            std::env::var_os(REQUIRED).is_none(),
            "clang-offload-bundler-{release} is not installed ({REQUIRED} is set)"
        );
        eprintln!("skipped: clang-offload-bundler-{release} is not installed");
    }
    present
}

/// The compiler of `release`, which is installed with its bundler.
pub fn compiler(release: &str) -> String {
    format!("clang-{release}")
}

/// Takes the entry `id` out of the bundle `file` in `folder` with the bundler of `release`, into the file `out` there. `host` is
/// the host's ID where a request must come with one.
pub fn unbundle(release: &str, folder: &Path, file_type: &str, file: &str, id: &str, host: Option<&str>) -> Output {
    let ids: Vec<&str> = [id].into_iter().chain(host).collect();
    let outputs = ["out", "host-out"].get(..ids.len()).unwrap_or_default();
    let mut command = Command::new(format!("clang-offload-bundler-{release}"));
    command
        .current_dir(folder)
        .arg("-unbundle")
        .arg(format!("-type={file_type}"))
        .arg(format!("-targets={}", ids.join(",")));
    if release == "14" {
        command
            .arg(format!("-inputs={file}"))
            .arg(format!("-outputs={}", outputs.join(",")));
    } else {
        command
            .arg(format!("-input={file}"))
            .args(outputs.iter().map(|out| format!("-output={out}")));
    }
    command
        .output()
        .unwrap_or_else(|error| panic!("clang-offload-bundler-{release}: {error}"))
}
