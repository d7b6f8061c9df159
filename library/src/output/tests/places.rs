//! What is at the place of an output: files, links, folders, devices, and places that cannot be changed.

use std::fs::{self, File, Permissions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use super::{made, names, output, written};

#[test]
fn the_mode_is_that_of_the_old_file_or_of_any_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new, usual) = (
        folder.path().join("old"),
        folder.path().join("new"),
        folder.path().join("usual"),
    );
    fs::write(&old, "before").unwrap();
    fs::set_permissions(&old, Permissions::from_mode(0o751)).unwrap();
    fs::write(&usual, "").unwrap();
    written(&[output(&old, b"x"), output(&new, b"y")]).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().mode() & 0o7777;
    assert_eq!(mode(&old), 0o751);
    assert_eq!(mode(&new), mode(&usual));
    assert_eq!(fs::read(&old).unwrap(), b"x".to_vec());
    assert_eq!(fs::read(&new).unwrap(), b"y".to_vec());
    assert_eq!(names(folder.path()), ["new", "old", "usual"]);
}

/// A user's attribute, an access control list (user 7 may read) and capabilities (`cap_net_raw`), as the system stores them.
#[cfg(target_os = "linux")]
const ATTRIBUTES: [(&str, &[u8]); 3] = [
    ("user.note", b"kept\0as it is"),
    (
        "system.posix_acl_access",
        b"\x02\0\0\0\x01\0\x06\0\xff\xff\xff\xff\x02\0\x04\0\x07\0\0\0\x04\0\x04\0\xff\xff\xff\xff\x10\0\x04\0\xff\xff\xff\xff\x20\0\0\0\xff\xff\xff\xff",
    ),
    ("security.capability", b"\x01\0\0\x02\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
];

#[cfg(target_os = "linux")]
#[test]
fn attributes_are_those_of_the_old_file() {
    use rustix::fs::{XattrFlags, getxattr, setxattr};
    let folder = tempfile::tempdir().unwrap();
    let (old, other) = (folder.path().join("old"), folder.path().join("other"));
    for (name, value) in ATTRIBUTES {
        let get = |path: &Path| {
            let mut bytes = [0; 64];
            getxattr(path, name, &mut bytes).map(|len| bytes[..len].to_vec())
        };
        fs::write(&old, "before").unwrap();
        if let Err(error) = setxattr(&old, name, value, XattrFlags::empty()) {
            std::eprintln!("skipped: {name}: {error}");
            continue;
        }
        for output in [output(&old, b"x"), output(&old, b"y").changed_in_place(true), made(&old, b"z", true)] {
            written(&[output]).unwrap();
            assert_eq!(get(&old).as_deref(), Ok(value), "{name}");
        }
        // A file that is overwritten keeps all but its capabilities, without which nothing is written.
        fs::hard_link(&old, &other).unwrap();
        let overwritten = written(&[output(&old, b"overwritten")]);
        match name == "security.capability" {
            true => assert!(
                overwritten
                    .unwrap_err()
                    .to_string()
                    .ends_with("its capabilities would be lost")
            ),
            false => assert_eq!(fs::read(&other).unwrap(), b"overwritten"),
        }
        assert_eq!(get(&old).as_deref(), Ok(value), "{name}");
        fs::remove_file(&old).unwrap();
        fs::remove_file(&other).unwrap();
    }
}

/// What is changed in place is nowhere else: it is never overwritten.
#[test]
fn a_file_that_is_changed_in_place_is_another_file_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a"), "before").unwrap();
    fs::hard_link(path("a"), path("b")).unwrap();
    written(&[output(&path("a"), b"after").changed_in_place(true)]).unwrap();
    assert_eq!(fs::read(path("b")).unwrap(), b"before");
    assert_eq!(fs::read(path("a")).unwrap(), b"after");
}

#[test]
fn links_that_are_given_are_written_through() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("sub")).unwrap();
    symlink("sub/target", path("link")).unwrap();
    symlink("link", path("link2")).unwrap();
    for bytes in [&b"new"[..], b"replaced"] {
        written(&[output(&path("link2"), bytes)]).unwrap();
        assert_eq!(fs::read(path("sub/target")).unwrap(), bytes);
        assert!(fs::symlink_metadata(path("link2")).unwrap().is_symlink());
    }
    symlink("circle", path("circle")).unwrap();
    let error = written(&[output(&path("circle"), b"x")]).unwrap_err().to_string();
    assert!(error.ends_with("circle: too many links"), "{error}");
    assert_eq!(names(&path("sub")), ["target"]);
}

#[test]
fn nothing_is_written_through_a_link_whose_name_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("victim"), "before").unwrap();
    fs::create_dir(path("out")).unwrap();
    for (name, target) in [("to-file", "../victim"), ("to-nothing", "../new"), ("to-folder", "..")] {
        symlink(target, path("out").join(name)).unwrap();
        for (replace, code) in [(false, "exists"), (true, "not-a-file")] {
            let fresh = made(&path("out/fresh"), b"y", replace);
            let error = written(&[fresh, made(&path("out").join(name), b"x", replace)]).unwrap_err();
            assert_eq!(error.code(), code, "{error}");
        }
    }
    fs::create_dir(path("out/folder")).unwrap();
    for (replace, code) in [(false, "exists"), (true, "not-a-file")] {
        let error = written(&[made(&path("out/folder"), b"x", replace)]).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    assert_eq!(fs::read(path("victim")).unwrap(), b"before");
    assert_eq!(names(folder.path()), ["out", "victim"]);
    assert_eq!(names(&path("out")), ["folder", "to-file", "to-folder", "to-nothing"]);
}

#[test]
fn a_file_with_other_names_stays_one_file_where_it_is_given_and_is_replaced_where_its_name_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a"), "before, and longer").unwrap();
    fs::hard_link(path("a"), path("b")).unwrap();
    for bytes in [&b"short"[..], b"longer than all that was there before"] {
        written(&[output(&path("a"), bytes), output(&path("new"), b"y")]).unwrap();
        assert_eq!(fs::read(path("b")).unwrap(), bytes);
    }
    written(&[made(&path("a"), b"x", true)]).unwrap();
    assert_eq!(fs::read(path("a")).unwrap(), b"x");
    assert_eq!(fs::read(path("b")).unwrap(), b"longer than all that was there before");
    assert_eq!(names(folder.path()), ["a", "b", "new"]);
}

#[test]
fn a_file_that_is_overwritten_is_as_it_was_where_another_output_fails() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a"), "before").unwrap();
    fs::hard_link(path("a"), path("b")).unwrap();
    for other in ["/dev/full", "/dev/null/x"] {
        let error = written(&[output(&path("a"), b"longer than before"), output(Path::new(other), b"x")]).unwrap_err();
        assert!(error.to_string().contains(&format!(" {other}: ")), "{error}");
        assert_eq!(fs::read(path("b")).unwrap(), b"before");
    }
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn names_are_as_long_as_the_system_takes_them_and_need_not_be_unicode() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().unwrap();
    let longest = vec![b'x'; 255];
    for name in [&b"out\xff.bin"[..], b"out\xfe.bin", b"two\nlines\x1b[31m", b"-x", &longest] {
        let path = folder.path().join(OsStr::from_bytes(name));
        for bytes in [&b"new"[..], b"replaced"] {
            written(&[output(&path, bytes), output(&folder.path().join("other"), b"")]).unwrap();
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
        written(&[made(&path, b"again", true)]).unwrap();
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 6);
}

#[test]
fn devices_and_open_files_are_written_to_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("open");
    fs::write(&path, "before, ").unwrap();
    let mut open = File::options().read(true).append(true).open(&path).unwrap();
    let by_number = format!("/proc/self/fd/{}", std::os::fd::AsRawFd::as_raw_fd(&open));
    written(&[output(Path::new("/dev/null"), b"x"), output(Path::new(&by_number), b"y")]).unwrap();
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
    let mut text = String::new();
    open.read_to_string(&mut text).unwrap();
    assert_eq!(text, "before, y");
    assert_eq!(
        written(&[output(Path::new("-"), b"a"), output(Path::new("-"), b"b")]).unwrap(),
        b"ab"
    );
}

#[test]
fn a_file_that_may_not_be_written_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old");
    fs::write(&path, "before").unwrap();
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    if File::options().write(true).open(&path).is_ok() {
        offload_bundle_testing::skip("this user may write to everything");
        return;
    }
    for output in [output(&path, b"x"), made(&path, b"x", true)] {
        let error = written(&[output]).unwrap_err().to_string();
        assert!(error.ends_with("Permission denied"), "{error}");
    }
    assert_eq!(fs::read(&path).unwrap(), b"before");
}
