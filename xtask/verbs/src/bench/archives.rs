//! Archives to unbundle: many small objects with device sections, and a few large ones.

use std::fs;
use std::io;
use std::path::Path;
use std::process::Command;

use crate::files;

/// Small and large objects.
const SMALL: usize = 2000;
const LARGE: usize = 20;
/// In bytes.
const LARGE_CODE: u64 = 16 << 20;
pub const TARGETS: [&str; 2] = ["hip-amdgcn-amd-amdhsa--gfx906", "hip-amdgcn-amd-amdhsa--gfx90a:xnack+"];
pub const ARCHIVES: [(&str, &str); 2] = [("split 2000 members", "small.a"), ("split 20 large", "large.a")];

pub fn archive(n: usize, content: &[u8]) -> Vec<u8> {
    let mut bytes = b"!<arch>\n".to_vec();
    for number in 0..n {
        let name = format!("{number}.o/");
        bytes.extend(format!("{name:<16}{:<12}{:<6}{:<6}{:<8}{:<10}`\n", 0, 0, 0, 644, content.len()).into_bytes());
        bytes.extend(content);
        bytes.resize(bytes.len().next_multiple_of(2), b'\n');
    }
    bytes
}

/// Makes both archives in `folder`; the tool `theirs` bundles the large members from `code`.
pub fn prepare(folder: &Path, theirs: Option<&str>, code: &str) -> Result<(), String> {
    let at = |error: io::Error| format!("{}: {error}", folder.display());
    let objects = files::root().join("conformance/fixtures/objects");
    let small = fs::read(objects.join("rdc.22.o")).map_err(at)?;
    fs::write(folder.join("small.a"), archive(SMALL, &small)).map_err(at)?;
    let Some(theirs) = theirs else { return Ok(()) };
    let part = folder.join("large.co");
    fs::copy(folder.join(code), &part).map_err(at)?;
    fs::File::options()
        .write(true)
        .open(&part)
        .and_then(|file| file.set_len(LARGE_CODE))
        .map_err(at)?;
    let host = objects.join("hip.22.o");
    let targets = format!("-targets={},host-x86_64-unknown-linux-gnu", TARGETS.join(","));
    let made = Command::new(theirs)
        .args(["-type=o", &targets, "-input=large.co", "-input=large.co", "-output=large.o"])
        .arg(format!("-input={}", host.display()))
        .current_dir(folder)
        .status();
    if !made.is_ok_and(|status| status.success()) {
        return Err("the large object of the benchmark cannot be made".to_owned());
    }
    let large = fs::read(folder.join("large.o")).map_err(at)?;
    fs::write(folder.join("large.a"), archive(LARGE, &large)).map_err(at)
}
