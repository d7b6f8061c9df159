//! The Debian package. Its program is static, so that it depends on no package.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::archive::{self, File, Files};
use super::digests;

/// Debian has no folder for other shells' completions.
const PLACES: [(&str, &str); 3] = [
    (
        "completions/offload-bundle.bash",
        "usr/share/bash-completion/completions/offload-bundle",
    ),
    (
        "completions/offload-bundle.fish",
        "usr/share/fish/vendor_completions.d/offload-bundle.fish",
    ),
    (
        "completions/_offload-bundle",
        "usr/share/zsh/vendor-completions/_offload-bundle",
    ),
];

pub fn name(version: &str, processor: &str) -> String {
    format!("offload-bundle_{version}_{processor}.deb")
}

/// Makes the package for a Debian architecture.
pub fn package(
    version: &str,
    processor: &str,
    program: Vec<u8>,
    shared: &Files,
    licences: &Files,
    time: u64,
) -> Result<Vec<u8>, String> {
    let installed = lay_out(program, shared, licences)?;
    let control = control(version, processor, &installed);
    let files = installed
        .iter()
        .map(|(path, file)| (path.trim_start_matches(""), file.bytes.as_slice()));
    let digests = digests::lines(files, digests::md5);
    let control =
        Files::from([("control".to_owned(), File::text(control)), ("md5sums".to_owned(), File::text(digests))]);
    let mut package = ar::Builder::new(Vec::new());
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", archive::tar_gz(&control, time)?),
        ("data.tar.gz", archive::tar_gz(&installed, time)?),
    ];
    for (name, bytes) in members {
        let mut header = ar::Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(time);
        package
            .append(&header, bytes.as_slice())
            .map_err(|error| format!("{name}: {error}"))?;
    }
    package.into_inner().map_err(|error| error.to_string())
}

fn lay_out(program: Vec<u8>, shared: &Files, licences: &Files) -> Result<Files, String> {
    let mut installed = Files::from([("usr/bin/offload-bundle".to_owned(), File::program(program))]);
    let documents = "usr/share/doc/offload-bundle";
    let mut copyright = Vec::new();
    for (path, file) in shared {
        if let Some(page) = path.strip_prefix("man/") {
            installed.insert(format!("usr/share/man/man1/{page}.gz"), compress(file)?);
        } else if let Some((_, place)) = PLACES.iter().find(|(from, _)| from == path) {
            installed.insert((*place).to_owned(), file.clone());
        } else if path == "CHANGELOG.md" {
            installed.insert(format!("{documents}/changelog.gz"), compress(file)?);
        } else if path.starts_with("LICENSE-") {
            copyright.extend_from_slice(&file.bytes);
            copyright.push(b'\n');
        } else if !path.contains('/') {
            installed.insert(format!("{documents}/{path}"), file.clone());
        }
    }
    installed.insert(format!("{documents}/copyright"), File::text(copyright));
    for (name, file) in licences {
        installed.insert(format!("{documents}/licences/{name}.gz"), compress(file)?);
    }
    Ok(installed)
}

fn control(version: &str, processor: &str, installed: &Files) -> String {
    let sizes = installed.values().map(|file| file.bytes.len().div_ceil(1024));
    format!(
        "Package: offload-bundle
Version: {version}
Architecture: {processor}
Maintainer: The developers of offload-bundle <offload-bundle@users.noreply.github.com>
Installed-Size: {}
Section: devel
Priority: optional
Homepage: https://github.com/offload-bundle/offload-bundle
Description: tool for the GPU code in libraries, packages and bundles
 Compilers ship GPU code in containers: clang offload bundles, LLVM offload
 binaries, CUDA fat binaries, SYCL device images and kpack archives, alone or
 inside libraries and packages. This tool lists, extracts, checks, sizes,
 prunes, compresses, explains and writes them.
",
        sizes.sum::<usize>()
    )
}

/// Without file name and time.
fn compress(file: &File) -> Result<File, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&file.bytes).map_err(|error| error.to_string())?;
    Ok(File::text(encoder.finish().map_err(|error| error.to_string())?))
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::process::Command;

    use super::*;

    fn made() -> Vec<u8> {
        let shared = [
            "README.md",
            "CHANGELOG.md",
            "LICENSE-MIT",
            "completions/_offload-bundle",
            "completions/offload-bundle.elv",
            "man/offload-bundle.1",
        ];
        let shared = shared.map(|path| (path.to_owned(), File::text(path)));
        let licences = Files::from([("packages.txt".to_owned(), File::text("MIT"))]);
        package(
            "1.2.3",
            "amd64",
            vec![0; 3000],
            &Files::from(shared),
            &licences,
            1_700_000_000,
        )
        .unwrap()
    }

    fn member(package: &[u8], name: &str) -> Vec<(String, String)> {
        let mut archive = ar::Archive::new(package);
        while let Some(entry) = archive.next_entry() {
            let entry = entry.unwrap();
            if entry.header().identifier() != name.as_bytes() {
                continue;
            }
            let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(entry));
            let read = |entry: std::io::Result<tar::Entry<_>>| {
                let mut entry = entry.unwrap();
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).unwrap();
                let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
                (path, String::from_utf8_lossy(&bytes).into_owned())
            };
            return tar.entries().unwrap().map(read).collect();
        }
        panic!("no {name}");
    }

    #[test]
    fn files_are_at_debian_paths() {
        let installed = member(&made(), "data.tar.gz");
        let paths: Vec<&str> = installed
            .iter()
            .map(|(path, _)| path.as_str())
            .filter(|path| !path.ends_with('/'))
            .collect();
        let expected = [
            "usr/bin/offload-bundle",
            "usr/share/doc/offload-bundle/README.md",
            "usr/share/doc/offload-bundle/changelog.gz",
            "usr/share/doc/offload-bundle/copyright",
            "usr/share/doc/offload-bundle/licences/packages.txt.gz",
            "usr/share/man/man1/offload-bundle.1.gz",
            "usr/share/zsh/vendor-completions/_offload-bundle",
        ];
        assert_eq!(paths, expected);
    }

    #[test]
    fn control_file_lists_digests() {
        let control = member(&made(), "control.tar.gz");
        let [(_, control), (_, digests)] = control.as_slice() else {
            panic!("{control:?}");
        };
        for line in ["Package: offload-bundle", "Version: 1.2.3", "Architecture: amd64", "Installed-Size: 9"] {
            assert!(control.lines().any(|found| found == line), "{line}: {control}");
        }
        assert_eq!(digests.lines().count(), 7);
        let program = format!("{}  usr/bin/offload-bundle", digests::md5(&[0; 3000]));
        assert!(digests.lines().any(|line| line == program), "{digests}");
    }

    #[test]
    fn dpkg_reads_package() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name("1.2.3", "amd64"));
        std::fs::write(&path, made()).unwrap();
        for word in ["--info", "--contents"] {
            match Command::new("dpkg-deb").arg(word).arg(&path).output() {
                Ok(output) => assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr)),
                Err(error) => println!("skipped: dpkg-deb: {error}"),
            }
        }
    }
}
