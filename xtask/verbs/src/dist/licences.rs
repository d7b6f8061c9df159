//! Licences of everything that is linked: packages, their C code, and language runtimes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::archive::{File, Files};
use super::linked::{capture, find_linked};
use crate::files;

const BEGINNINGS: [&str; 5] = ["license", "licence", "copying", "copyright", "notice"];

#[derive(Debug, Clone, Copy)]
pub struct Linked<'l> {
    pub package: &'l str,
    pub triple: &'l str,
    /// The licence file of the linked C library, below Zig's folder.
    pub c_library: Option<&'l str>,
}

/// The licence texts for a package as the local compilers build it; `zig` is Zig's folder.
pub fn files(root: &Path, built: &Linked<'_>, zig: &Path) -> Result<Files, String> {
    let mut files = Files::from([("packages.txt".to_owned(), File::text(packages(root, built)?))]);
    let sysroot = capture(root, "rustc", &["--print=sysroot"])?;
    let rust = Path::new(sysroot.trim()).join("share/doc/rust/COPYRIGHT-library.html");
    let mut copied = vec![("rust-standard-library.html", rust)];
    if let Some(library) = built.c_library {
        copied.push(("c-library.txt", zig.join("lib/libc").join(library)));
    }
    for (name, path) in copied {
        let text = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        files.insert(name.to_owned(), File::text(text));
    }
    Ok(files)
}

fn packages(root: &Path, built: &Linked<'_>) -> Result<String, String> {
    let wanted = find_linked(root, built.package, built.triple)?;
    let metadata = capture(root, "cargo", &["metadata", "--locked", "--format-version=1"])?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| format!("cargo metadata: {error}"))?;
    let packages = metadata
        .get("packages")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let packages = packages.iter().filter_map(|package| {
        let word = |key: &str| package.get(key).and_then(Value::as_str).map(str::to_owned);
        let (name, version) = (word("name")?, word("version")?);
        // Workspace packages have no source.
        word("source")?;
        let folder = Path::new(&word("manifest_path")?).parent()?.to_path_buf();
        let licence = word("license").unwrap_or_else(|| "see below".to_owned());
        let linked = Package { name: format!("{name} {version}"), licence, folder };
        wanted.contains(&(name, version)).then_some(linked)
    });
    write(&packages.collect::<Vec<_>>())
}

#[derive(Debug, PartialEq, Eq)]
struct Package {
    name: String,
    licence: String,
    folder: PathBuf,
}

/// Each text once, with its packages.
fn write(linked: &[Package]) -> Result<String, String> {
    let mut page = "These packages are included, under these licences:\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for Package { name, licence, folder } in linked {
        let _ = writeln!(page, "{name}: {licence}");
        for text in statements(folder)? {
            texts.entry(text).or_default().push(name);
        }
    }
    let mut texts: Vec<(String, Vec<&str>)> = texts.into_iter().collect();
    texts.sort_by(|(text, of), (other, with)| of.cmp(with).then(text.cmp(other)));
    for (text, of) in texts {
        let _ = write!(
            page,
            "\n{}\nof {}\n\n{}\n",
            "=".repeat(72),
            of.join(", "),
            text.trim_matches(['\n', '\r'])
        );
    }
    Ok(page)
}

/// At the top of a package and of its vendored code.
fn statements(folder: &Path) -> Result<Vec<String>, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![(folder.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().to_lowercase());
            if path.is_dir() && depth == 0 {
                folders.push((path, 1));
            } else if path.is_file()
                && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
                && !name.ends_with(".html")
            {
                found.insert(path.clone(), files::read(&path)?);
            }
        }
    }
    Ok(found.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_have_licences_with_c_code() {
        let musl = "x86_64-unknown-linux-musl";
        let page = |package| packages(&files::root(), &Linked { package, triple: musl, c_library: None }).unwrap();
        assert!(
            page("offload-bundle-python")
                .lines()
                .any(|line| line.starts_with("pyo3 "))
        );
        let page = page("offload-bundle-cli");
        let has = |beginning: &str| page.lines().any(|line| line.starts_with(beginning));
        assert!(has("zstd-sys ") && has("clap ") && !has("offload-bundle"), "{page}");
        assert!(page.contains("Meta Platforms"), "{page}");
    }

    #[test]
    fn texts_are_unique() {
        let folder = tempfile::tempdir().unwrap();
        let linked = ["a", "b", "c"].map(|name| {
            let place = folder.path().join(name);
            fs::create_dir(&place).unwrap();
            fs::write(
                place.join("LICENSE-MIT"),
                if name == "c" { "other\n" } else { "same\n" },
            )
            .unwrap();
            fs::write(place.join("README"), "not a licence").unwrap();
            Package { name: name.to_owned(), licence: "MIT".to_owned(), folder: place }
        });
        let page = write(&linked).unwrap();
        let rule = "=".repeat(72);
        let expected = format!("a: MIT\nb: MIT\nc: MIT\n\n{rule}\nof a, b\n\nsame\n\n{rule}\nof c\n\nother\n");
        assert!(page.ends_with(&expected), "{page}");
    }
}
