//! `convert` of wheels whose code goes to archives among their files.

use std::fs;
use std::path::Path;
use std::process::Command;

use offload_bundle::OffloadFile;

use super::fixture;
use super::moved::{asked, code, convert, files};
use super::packages::{LIBRARY, RECORD, file, wheel, zip};
use crate::support::new_folder;

/// What `pip` makes of the package at `path` in `folder`.
fn install(path: &Path, folder: &Path) {
    let bytes = fs::read(path).unwrap();
    let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    for entry in archive.entries().map(Result::unwrap) {
        let name = String::from_utf8(entry.file_path().as_bytes().to_vec()).unwrap();
        let installed = match name.split_once(".data/").and_then(|(_, rest)| rest.split_once('/')) {
            Some(("scripts", rest)) => format!("bin/{rest}"),
            Some((_, rest)) => rest.to_owned(),
            None => name.clone(),
        };
        let to = folder.join(installed);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, file(path, &name)).unwrap();
    }
}

#[test]
fn the_code_of_a_wheel_is_in_archives_beside_its_package() {
    let path = new_folder();
    fs::write(path("pkg-1.0-py3-none-any.whl"), wheel()).unwrap();
    let wheel_path = path("pkg-1.0-py3-none-any.whl");
    let report = convert(&asked("kpack", wheel_path.clone(), Some(&path("out.whl")))).unwrap();
    assert_eq!(report.size, fs::metadata(path("out.whl")).unwrap().len());
    install(&path("out.whl"), &path("site"));
    let installed: Vec<String> = files(&path("site")).into_keys().collect();
    let expected = ["pkg/.kpack/pkg_gfx906.kpack", "pkg/.kpack/pkg_gfx90a.kpack", "pkg/a.txt", LIBRARY, RECORD];
    let mut expected = expected.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(installed.len(), expected.len());
    assert!(expected.iter().all(|name| installed.contains(name)), "{installed:?}");
    fs::write(path("lib.so"), fixture("objects/hip.22.so")).unwrap();
    assert_eq!(code(&path("site").join(LIBRARY)), code(&path("lib.so")));
    // The list has a line for each file, with its length.
    let list = String::from_utf8(file(&path("out.whl"), RECORD)).unwrap();
    for (name, bytes) in files(&path("site"))
        .iter()
        .filter(|(name, _)| name.contains("kpack") || *name == LIBRARY)
    {
        let line = list.lines().find(|line| line.starts_with(&format!("{name},sha256=")));
        assert!(line.unwrap().ends_with(&format!(",{}", bytes.len())), "{list}");
    }
    assert!(list.ends_with(&format!("{RECORD},,\n")), "{list}");
    // Twice is once, and what was there has the order it had.
    convert(&asked("kpack", path("out.whl"), None)).unwrap();
    let bytes = fs::read(path("out.whl")).unwrap();
    convert(&asked("kpack", path("out.whl"), Some(&path("again.whl")))).unwrap();
    assert!(fs::read(path("again.whl")).unwrap() == bytes);
    let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    let names: Vec<String> = archive
        .entries()
        .map(|entry| String::from_utf8(entry.unwrap().file_path().as_bytes().to_vec()).unwrap())
        .collect();
    assert_eq!(names[..2], [LIBRARY, "pkg/a.txt"]);
    assert_eq!(names[4], RECORD);
    let error = convert(&asked("embedded", path("out.whl"), Some(&path("back.whl")))).unwrap_err();
    assert_eq!(error.code(), "not-in-package");
}

/// A wheel of these files, with what `pip` wants to see.
fn wheel_of(libraries: &[&str]) -> Vec<u8> {
    let library = fixture("objects/hip.22.so");
    let mut files: Vec<(&str, &[u8])> = libraries.iter().map(|path| (*path, &library[..])).collect();
    let list: String = libraries.iter().map(|path| format!("{path},,\n")).collect();
    let record = format!("{list}pkg-1.0.dist-info/METADATA,,\npkg-1.0.dist-info/WHEEL,,\npkg-1.0.dist-info/RECORD,,\n");
    files.extend([
        (
            "pkg-1.0.dist-info/METADATA",
            &b"Metadata-Version: 2.1\nName: pkg\nVersion: 1.0\n"[..],
        ),
        (
            "pkg-1.0.dist-info/WHEEL",
            b"Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
        ),
        ("pkg-1.0.dist-info/RECORD", record.as_bytes()),
    ]);
    zip(&files)
}

#[test]
fn archives_are_where_libraries_look_once_a_wheel_is_installed() {
    let stored = [
        "other/lib.so",
        "pkg-1.0.data/platlib/pkg/deep/lib.so",
        "pkg-1.0.data/platlib/pkg/lib.so",
        "pkg-1.0.data/purelib/pure/lib.so",
        "pkg-1.0.data/data/share/deep/lib.so",
        "pkg-1.0.data/scripts/prog",
    ];
    let installed = ["other/lib.so", "pkg/deep/lib.so", "pkg/lib.so", "pure/lib.so", "share/deep/lib.so", "bin/prog"];
    let path = new_folder();
    let wheel = path("pkg-1.0-py3-none-any.whl");
    fs::write(&wheel, wheel_of(&stored)).unwrap();
    convert(&asked("kpack", wheel.clone(), None)).unwrap();
    fs::write(path("lib.so"), fixture("objects/hip.22.so")).unwrap();
    let expected = code(&path("lib.so"));
    install(&wheel, &path("site"));
    let pip = ["-m", "pip", "install", "--no-index", "--no-deps", "--no-compile", "--target"];
    #[expect(clippy::disallowed_methods, reason = "pip is asked where it is installed")]
    let mut run = Command::new("python3");
    let done = run.args(pip).arg(path("pip")).arg(&wheel).output();
    // Where there is no `pip`, the other is the test.
    let has_pip = done.is_ok_and(|done| {
        let text = String::from_utf8_lossy(&done.stderr).into_owned();
        assert!(done.status.success() || text.contains("No module named pip"), "{text}");
        done.status.success()
    });
    if !has_pip {
        offload_bundle_testing::skip("python3 has no pip");
    }
    for site in ["site", "pip"].iter().take(1 + usize::from(has_pip)) {
        for name in installed {
            let library = path(site).join(name);
            assert_eq!(code(&library), expected, "{site} {name}");
            let own = OffloadFile::from_bytes(fs::read(&library).unwrap()).unwrap();
            assert_eq!(own.bundles().count(), 0);
        }
    }
}

#[test]
fn two_folders_that_are_installed_to_one_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (wheel, out) = (folder.path().join("in.whl"), folder.path().join("out.whl"));
    for (stored, folders) in [
        (
            ["pkg/lib.so", "pkg-1.0.data/platlib/pkg/deep/lib.so"],
            "pkg/ and pkg-1.0.data/platlib/pkg/",
        ),
        (
            ["lib.so", "pkg-1.0.data/platlib/lib.so"],
            "./ and pkg-1.0.data/platlib/",
        ),
        (
            ["pkg-1.0.data/platlib/lib.so", "lib.so"],
            "pkg-1.0.data/platlib/ and ./",
        ),
        (
            ["pkg-1.0.data/purelib/pkg/lib.so", "pkg-1.0.data/platlib/pkg/deep/lib.so"],
            "pkg-1.0.data/purelib/pkg/ and pkg-1.0.data/platlib/pkg/",
        ),
    ] {
        fs::write(&wheel, wheel_of(&stored)).unwrap();
        let error = convert(&asked("kpack", wheel.clone(), Some(&out))).unwrap_err();
        assert_eq!(error.code(), "same-folder", "{error}");
        // The file that is named is the library, and that is not what is to be unpacked.
        let told = format!("{}: {folders} both have libraries, and are installed", stored[1]);
        let what_to_do = "unpack the package, put all of them into one, and pack it again";
        assert!(error.to_string().contains(&told), "{error}");
        assert!(error.to_string().ends_with(what_to_do), "{error}");
        assert!(!out.exists());
    }
}

#[test]
fn a_signed_wheel_is_refused_or_loses_its_signature() {
    let path = new_folder();
    let signature = "pkg-1.dist-info/RECORD.jws";
    let record = format!("{LIBRARY},sha256=x,1\n{signature},,\n{RECORD},,\n");
    let library = fixture("objects/hip.22.so");
    let signed = zip(&[(LIBRARY, &library), (signature, b"me"), (RECORD, record.as_bytes())]);
    fs::write(path("in.whl"), signed).unwrap();
    let mut request = asked("kpack", path("in.whl"), Some(&path("out.whl")));
    assert_eq!(convert(&request).unwrap_err().code(), "signed");
    assert!(!path("out.whl").exists());
    request.drop_signatures = true;
    convert(&request).unwrap();
    install(&path("out.whl"), &path("site"));
    let installed = files(&path("site"));
    assert!(!installed.contains_key(signature));
    assert!(!String::from_utf8_lossy(&installed[RECORD]).contains("jws"));
    let left = OffloadFile::from_bytes(installed[LIBRARY].clone()).unwrap();
    assert_eq!(left.bundles().count(), 0);
}
