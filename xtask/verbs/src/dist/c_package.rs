//! The C library as an archive: headers, libraries, `pkg-config` and CMake files, an example, licences.

use std::fs;
use std::path::Path;

use super::archive::{self, File, Files};
use super::build::{Builder, add_rust_for};
use super::release::{Made, Release, Stop};
use super::{contents, licences};
use crate::c::{ABI, abi, build, install};
use crate::files;

pub const TARGETS: [&str; 2] = ["x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"];
/// The oldest glibc that Rust supports.
const GLIBC: &str = "2.17";
/// With their paths in the archive.
const PAGES: [(&str, &str); 3] = [
    ("bindings/c/README.md", "README.md"),
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("bindings/c/examples/loader.c", "examples/loader.c"),
];

pub fn package(release: &Release, triple: &str) -> Result<Vec<Made>, Stop> {
    let Release { checkout, version, .. } = release;
    let builder = Builder::install(&release.work())?;
    add_rust_for(triple, checkout)?;
    let mut cargo = builder.call("cargo-zigbuild", checkout)?;
    cargo.args(["rustc", "--release", "--target", &format!("{triple}.{GLIBC}")]);
    cargo.arg("--target-dir").arg(&release.build);
    let folder = release.build.join(triple).join("release");
    let built = build::build_with(&mut cargo, true, &folder)?;
    abi::compare(&built.shared, &files::read(&checkout.root.join(ABI))?)?;
    let prefix = release.build.join("c").join(triple);
    let _ = fs::remove_dir_all(&prefix);
    install::install(&checkout.root, &built, &prefix)?;
    let mut all = collect_installed(&prefix)?;
    let pages = contents::LICENCES.map(|name| (name, name));
    for (from, to) in pages.into_iter().chain(PAGES) {
        all.insert(to.to_owned(), File::text(files::read(&checkout.root.join(from))?));
    }
    let linked = licences::Linked { package: "offload-bundle-c", triple, c_library: None };
    for (name, file) in licences::files(&checkout.root, &linked, &builder.zig()?)? {
        all.insert(format!("licences/{name}"), file);
    }
    let folder = format!("offload-bundle-c-{version}-{triple}");
    let all = all.into_iter().map(|(path, file)| (format!("{folder}/{path}"), file));
    let bytes = archive::tar_gz(&all.collect(), checkout.time)?;
    Ok(vec![(format!("{folder}.tar.gz"), bytes)])
}

fn collect_installed(prefix: &Path) -> Result<Files, String> {
    let mut all = Files::new();
    for name in files::below(prefix)? {
        let path = prefix.join(&name);
        let at = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = match fs::read_link(&path) {
            Ok(to) => File::link(&to.to_string_lossy()),
            Err(_) if name.contains(".so") => File::program(fs::read(&path).map_err(at)?),
            Err(_) => File::text(fs::read(&path).map_err(at)?),
        };
        all.insert(name, file);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn installed_files_are_packed_with_links() {
        let folder = tempfile::tempdir().unwrap();
        let library = folder.path().join("lib");
        fs::create_dir(&library).unwrap();
        fs::write(library.join("liba.so.1.0"), "elf").unwrap();
        fs::write(library.join("liba.a"), "ar").unwrap();
        std::os::unix::fs::symlink("liba.so.1.0", library.join("liba.so")).unwrap();
        let expected = Files::from([
            ("lib/liba.a".to_owned(), File::text("ar")),
            ("lib/liba.so".to_owned(), File::link("liba.so.1.0")),
            ("lib/liba.so.1.0".to_owned(), File::program(b"elf".to_vec())),
        ]);
        assert_eq!(collect_installed(folder.path()).unwrap(), expected);
    }

    #[test]
    fn pages_exist() {
        let root = files::root();
        for (path, _) in PAGES {
            assert!(root.join(path).is_file(), "{path}");
        }
    }
}
