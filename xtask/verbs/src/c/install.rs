//! Installs the C library below a prefix: headers, libraries, `pkg-config` and CMake files. All paths are relative, so that the folder can
//! be moved.

use std::fs;
use std::path::Path;

use super::CRATE;
use super::build::Built;
use crate::files;

/// For the library, and for reading without a library.
const HEADERS: [&str; 3] = [
    "bindings/c/include/offload_bundle.h",
    "bindings/c/include/offload_bundle.hpp",
    "generated/c/offload_bundle_formats.h",
];
/// With their paths below the prefix.
const FILLED: [(&str, &str); 3] = [
    ("offload_bundle.pc", "lib/pkgconfig"),
    ("OffloadBundleConfig.cmake", "lib/cmake/OffloadBundle"),
    ("OffloadBundleConfigVersion.cmake", "lib/cmake/OffloadBundle"),
];

pub fn install(root: &Path, built: &Built, prefix: &Path) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let major = env!("CARGO_PKG_VERSION_MAJOR");
    let folder = root.join(CRATE);
    for name in HEADERS {
        let name = Path::new(name);
        let place = prefix.join("include").join(name.file_name().unwrap_or_default());
        copy(&root.join(name), &place)?;
    }
    let shared = format!("liboffload_bundle.so.{version}");
    copy(&built.shared, &prefix.join("lib").join(&shared))?;
    copy(&built.archive, &prefix.join("lib/liboffload_bundle.a"))?;
    for link in [format!("liboffload_bundle.so.{major}"), "liboffload_bundle.so".to_owned()] {
        link_to(&shared, &prefix.join("lib").join(link))?;
    }
    let static_libs = built.static_libs.join(" ");
    for (name, place) in FILLED {
        let form = files::read(&folder.join("install").join(name))?;
        // CMake separates lists by semicolons.
        let libs = if name.ends_with(".cmake") {
            static_libs.replace(' ', ";")
        } else {
            static_libs.clone()
        };
        let text = form
            .replace("@VERSION@", version)
            .replace("@MAJOR@", major)
            .replace("@STATIC_LIBS@", &libs);
        files::write_if_different(&prefix.join(place).join(name), &text)?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    // A program that runs with the old library keeps it.
    let _ = fs::remove_file(to);
    let copied = fs::copy(from, to);
    copied
        .map(|_| ())
        .map_err(|error| format!("{} to {}: {error}", from.display(), to.display()))
}

#[cfg(unix)]
fn link_to(name: &str, at: &Path) -> Result<(), String> {
    let _ = fs::remove_file(at);
    std::os::unix::fs::symlink(name, at).map_err(|error| format!("{}: {error}", at.display()))
}

#[cfg(not(unix))]
fn link_to(_name: &str, at: &Path) -> Result<(), String> {
    Err(format!(
        "{}: only systems with ELF libraries are known here",
        at.display()
    ))
}
