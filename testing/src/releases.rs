//! The LLVM releases for tests.

use std::path::Path;
use std::process::Output;

use crate::recorded::Tool;
use crate::tools::present;

/// The tested releases.
pub const RELEASES: [&str; 4] = ["14", "16", "19", "22"];

/// The releases with an available bundler.
pub fn find_installed() -> Vec<&'static str> {
    let is_there = |release: &&str| present(&format!("clang-offload-bundler-{release}"));
    RELEASES.into_iter().filter(is_there).collect()
}

/// The name of the compiler of `release`.
pub fn compiler(release: &str) -> String {
    format!("clang-{release}")
}

/// Unbundles the entry `id` of `file` in `folder` to the file `out`, with the bundler of `release`. `host` is the host's ID for releases
/// that require it.
pub fn unbundle(release: &str, folder: &Path, file_type: &str, file: &str, id: &str, host: Option<&str>) -> Output {
    let ids: Vec<&str> = [id].into_iter().chain(host).collect();
    let outputs = ["out", "host-out"].get(..ids.len()).unwrap_or_default();
    let mut words = vec!["-unbundle".into(), format!("-type={file_type}"), format!("-targets={}", ids.join(","))];
    if release == "14" {
        words.extend([format!("-inputs={file}"), format!("-outputs={}", outputs.join(","))]);
    } else {
        words.push(format!("-input={file}"));
        words.extend(outputs.iter().map(|out| format!("-output={out}")));
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    Tool::new(&format!("clang-offload-bundler-{release}")).run(folder, &words)
}
