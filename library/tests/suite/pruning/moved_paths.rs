//! `convert` of files whose paths are not usual: they lead out, are no text, or are too long.

use std::fs;

use super::fixture;
use super::moved::{asked, code, code_of, convert};
use super::packages::{LIBRARY, zip};

#[cfg(target_os = "linux")]
#[test]
fn a_name_that_is_no_text_is_no_fault_of_other_files() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let folder = tempfile::tempdir().unwrap();
    let library = fixture("objects/hip.22.so");
    let odd = folder.path().join(OsStr::from_bytes(b"odd\xff.so"));
    fs::create_dir(folder.path().join(OsStr::from_bytes(b"\xff"))).unwrap();
    for path in [odd.clone(), folder.path().join("lib.so")] {
        fs::write(path, &library).unwrap();
    }
    fs::write(
        folder.path().join(OsStr::from_bytes(b"\xff")).join("text"),
        "no library",
    )
    .unwrap();
    let mut request = asked("kpack", folder.path(), None);
    request.archive = Some("all".into());
    let moved = convert(&request).unwrap().moved.unwrap();
    assert_eq!((moved.files.len(), moved.left.len()), (1, 1));
    assert_eq!(moved.left[0].file.as_path(), odd);
    assert!(fs::read(&odd).unwrap() == library);
    assert_eq!(code(&folder.path().join("lib.so")), code_of(&library));
    // Back it comes in the same way; alone it is refused.
    convert(&asked("embedded", folder.path(), None)).unwrap();
    request.input = odd.into();
    assert_eq!(convert(&request).unwrap_err().code(), "not-text");
}

#[test]
fn a_path_that_is_no_text_is_no_fault_of_others() {
    let folder = tempfile::tempdir().unwrap();
    let library = fixture("objects/hip.22.so");
    let mut made = zip(&[(LIBRARY, &library), ("pkg/xx.txt", b"text"), ("xx/y.so", &library)]);
    for at in 0..made.len() - 2 {
        if made[at..].starts_with(b"xx.txt") || made[at..].starts_with(b"xx/y.so") {
            made[at] = 0xff;
        }
    }
    fs::write(folder.path().join("in.whl"), made).unwrap();
    let out = folder.path().join("out.whl");
    let report = convert(&asked("kpack", folder.path().join("in.whl"), Some(&out))).unwrap();
    let moved = report.moved.unwrap();
    assert_eq!((moved.files.len(), moved.archives.len(), moved.left.len()), (1, 2, 1));
    assert_eq!(moved.left[0].why, "its path is no text, which archives need");
    let bytes = fs::read(&out).unwrap();
    let names: Vec<Vec<u8>> = rawzip::ZipArchive::from_slice(&bytes)
        .unwrap()
        .entries()
        .map(|entry| entry.unwrap().file_path().as_bytes().to_vec())
        .collect();
    assert!(names.contains(&b"pkg/\xffx.txt".to_vec()) && names.contains(&b"\xffx/y.so".to_vec()));
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
