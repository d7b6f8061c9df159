//! `convert` of wheels whose code goes to archives among their files.

use std::fs;
use std::path::Path;

use offload_bundle::OffloadFile;

use super::fixture;
use super::moved::{asked, code, convert, files};
use super::packages::{LIBRARY, RECORD, file, wheel, zip};

/// What `pip` makes of the package at `path` in `folder`.
fn install(path: &Path, folder: &Path) {
    let bytes = fs::read(path).unwrap();
    let archive = rawzip::ZipArchive::from_slice(&bytes).unwrap();
    for entry in archive.entries().map(Result::unwrap) {
        let name = String::from_utf8(entry.file_path().as_bytes().to_vec()).unwrap();
        let to = folder.join(&name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, file(path, &name)).unwrap();
    }
}

#[test]
fn the_code_of_a_wheel_is_in_archives_beside_its_package() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
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

#[test]
fn a_path_that_leads_out_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let library = fixture("objects/hip.22.so");
    let made = zip(&[("xx/a/lib.so", &library)]);
    for name in ["../a/lib.so", "a/../lib.so", "xx\\a/lib.so", "/xx/libx.so"] {
        // Who writes archives does not write such names.
        let mut bytes = made.clone();
        for at in 0..bytes.len() - 11 {
            if made[at..].starts_with(b"xx/a/lib.so") {
                bytes[at..at + 11].fill(b'/');
                bytes[at..at + name.len()].copy_from_slice(name.as_bytes());
            }
        }
        fs::write(folder.path().join("in.zip"), bytes).unwrap();
        let out = folder.path().join("out.zip");
        let error = convert(&asked("kpack", folder.path().join("in.zip"), Some(&out))).unwrap_err();
        assert_eq!(error.code(), "name-leads-out", "{name}: {error}");
        assert!(!out.exists());
    }
}

#[test]
fn a_file_for_whose_path_there_is_no_room_is_no_reason_to_leave_it() {
    let folder = tempfile::tempdir().unwrap();
    let library = fixture("objects/hip.22.so");
    // So many steps back to the archives are longer than readers look.
    let deep = format!("pkg/{}lib.so", "d/".repeat(22_000));
    fs::write(
        folder.path().join("in.zip"),
        zip(&[(LIBRARY, &library), (&deep, &library)]),
    )
    .unwrap();
    let out = folder.path().join("out.zip");
    let error = convert(&asked("kpack", folder.path().join("in.zip"), Some(&out))).unwrap_err();
    assert_eq!(error.code(), "unwritable", "{error}");
    assert!(error.to_string().contains("65536"), "{error}");
    assert!(!out.exists());
}

#[test]
fn a_signed_wheel_is_refused_or_loses_its_signature() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
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
    let left = OffloadFile::from_bytes(installed[LIBRARY].clone());
    assert!(left.is_err() || left.unwrap().bundles().next().is_none());
}
