//! Existing files, links, folders, devices and read-only places; outputs written by several threads, and outputs
//! written while they are produced.

use std::borrow::Cow;
use std::fs::{self, File, Permissions};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::Path;

use super::super::{Output, OutputPart, write_all};
use super::{made, names, output, written, *};
use crate::file_error::FileError;
use crate::input::Input;
use crate::output::{Sink, write_one};
use crate::progress::Progress;

#[test]
fn new_file_keeps_old_or_default_mode() {
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

/// A user attribute, an access control list (user 7 may read) and capabilities (`cap_net_raw`), as stored by the
/// system.
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
fn replaced_file_keeps_attributes() {
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
        // An overwritten file keeps everything except capabilities, which make the write fail.
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

/// The file that is changed in place is the only copy, so it is never overwritten.
#[test]
fn file_changed_in_place_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("a"), "before").unwrap();
    fs::hard_link(path("a"), path("b")).unwrap();
    written(&[output(&path("a"), b"after").changed_in_place(true)]).unwrap();
    assert_eq!(fs::read(path("b")).unwrap(), b"before");
    assert_eq!(fs::read(path("a")).unwrap(), b"after");
}

#[test]
fn given_link_is_written_through() {
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
fn derived_name_never_follows_a_link() {
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
fn hard_links_stay_only_for_given_names() {
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
fn overwritten_file_is_restored_on_failure() {
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
fn long_and_non_unicode_names_work() {
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
fn devices_and_open_files_are_written_directly() {
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
fn read_only_file_is_not_replaced() {
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

fn input(path: &Path, len: u32) -> Input {
    let bytes: Vec<u8> = (0..len).flat_map(|n| [n.to_le_bytes()[n as usize % 3]]).collect();
    fs::write(path, bytes).unwrap();
    Input::open(path).unwrap()
}

#[derive(Default)]
struct Count {
    total: u64,
    done: u64,
}

impl Progress for Count {
    fn begin(&mut self, total: u64) {
        self.total = self.total.saturating_add(total);
    }

    fn advance(&mut self, bytes: u64) {
        self.done = self.done.saturating_add(bytes);
    }

    fn end(&mut self) {}
}

#[test]
fn parts_are_placed_across_block_edges() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (long, short) = (input(&path("long"), 5 << 20), input(&path("short"), 5000));
    let memory = Input::from_bytes("memory", vec![3; 2 << 20]);
    let range = |input, ofs, len| OutputPart::Range { input, place: offload_bundle_core::bytes::Place { ofs, len } };
    let parts = vec![
        OutputPart::Bytes(Cow::Borrowed(b"begin")),
        range(&long, 7, (3 << 20) - 12),
        OutputPart::Fill { fill: 0, len: 0 },
        OutputPart::Fill { fill: 9, len: (1 << 20) + 1 },
        range(&short, 0, 5000),
        range(&short, 4000, 0),
        range(&memory, 1, (2 << 20) - 1),
        range(&long, 0, 5 << 20),
        OutputPart::Bytes(Cow::Owned(vec![8; 3 << 20])),
    ];
    let output = Output::new(path("out"), parts);
    let mut expected = Vec::new();
    output
        .write_to(&mut expected, &mut crate::output::ActiveInput::default(), &mut ())
        .unwrap();
    let mut count = Count::default();
    write_all(&[output], &mut std::io::sink(), &mut count).unwrap();
    assert!(fs::read(path("out")).unwrap() == expected);
    assert_eq!(count.total, expected.len() as u64);
    assert_eq!(count.done, expected.len() as u64);
}

#[test]
fn first_failed_block_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name);
    let inputs: Vec<Input> = (0..8).map(|n| input(&path(format!("in{n}")), 2 << 20)).collect();
    for n in 1..8 {
        let file = File::options().write(true).open(path(format!("in{n}"))).unwrap();
        file.set_len(1000 * n).unwrap();
    }
    let before = names(folder.path());
    for _ in 0..20 {
        let parts = inputs
            .iter()
            .map(|input| OutputPart::Range { input, place: input.full_range() });
        let output = Output::new(path("out".into()), parts.collect());
        let error = write_all(&[output], &mut std::io::sink(), &mut ())
            .unwrap_err()
            .to_string();
        assert!(
            error.ends_with("in1: the file became shorter while it was read"),
            "{error}"
        );
        assert_eq!(names(folder.path()), before);
    }
}

/// Several outputs, each taken by one thread: no file appears, all bytes are counted once, and the first error is
/// reported.
#[test]
fn first_failed_output_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: String| folder.path().join(name);
    let inputs: Vec<Input> = (0..30)
        .map(|n| input(&path(format!("in{n}")), (n % 3 + 1) << 18))
        .collect();
    let outputs = || -> Vec<Output<'_>> {
        let each = inputs.iter().enumerate();
        each.map(|(n, input)| Output::range(path(format!("out{n}")), input, input.full_range()))
            .collect()
    };
    let mut count = Count::default();
    write_all(&outputs(), &mut std::io::sink(), &mut count).unwrap();
    let total: u64 = inputs.iter().map(Input::len).sum();
    assert_eq!((count.total, count.done), (total, total));
    for n in 0..30 {
        let written = fs::read(path(format!("out{n}"))).unwrap();
        assert!(written == fs::read(path(format!("in{n}"))).unwrap(), "out{n}");
        fs::remove_file(path(format!("out{n}"))).unwrap();
    }
    for n in 20..30 {
        let file = File::options().write(true).open(path(format!("in{n}"))).unwrap();
        file.set_len(1000).unwrap();
    }
    let before = names(folder.path());
    for _ in 0..20 {
        let error = write_all(&outputs(), &mut std::io::sink(), &mut ()).unwrap_err();
        let error = error.to_string();
        assert!(
            error.ends_with("in20: the file became shorter while it was read"),
            "{error}"
        );
        assert_eq!(names(folder.path()), before);
    }
}

/// Zeros of a large alignment become a hole, and all other bytes are in place.
#[test]
fn many_zero_bytes_become_a_hole() {
    let folder = tempfile::tempdir().unwrap();
    let zeros = |len| OutputPart::Fill { fill: 0, len };
    let long = input(&folder.path().join("long"), 3 << 20);
    let whole = offload_bundle_core::bytes::Place { ofs: 0, len: 3 << 20 };
    for (before, after) in [(1, 1), (1 << 20, 1 << 20), ((1 << 20) - 1, 0), (0, (1 << 20) + 1)] {
        let path = folder.path().join("out");
        let parts = vec![
            OutputPart::Bytes(vec![1; before].into()),
            zeros(20 << 20),
            OutputPart::Bytes(vec![2; 5].into()),
            zeros(8 << 20),
            OutputPart::Fill { fill: 3, len: 5 << 20 },
            OutputPart::Range { input: &long, place: whole },
            zeros(4 << 20),
            OutputPart::Bytes(vec![4; after].into()),
        ];
        let output = Output::new(path.clone(), parts);
        let mut expected = Vec::new();
        output
            .write_to(&mut expected, &mut crate::output::ActiveInput::default(), &mut ())
            .unwrap();
        let mut count = Count::default();
        write_all(&[output], &mut std::io::sink(), &mut count).unwrap();
        assert!(fs::read(&path).unwrap() == expected, "{before} {after}");
        assert_eq!(count.done, expected.len() as u64);
        #[cfg(target_os = "linux")]
        {
            let stored = std::os::unix::fs::MetadataExt::blocks(&fs::metadata(&path).unwrap()) * 512;
            assert!(stored < 20 << 20, "{before} {after}: {stored}");
        }
    }
}

#[test]
fn hole_of_any_length_is_cheap() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let parts = vec![
        OutputPart::Bytes(Cow::Borrowed(b"begin")),
        OutputPart::Fill { fill: 0, len: 1 << 43 },
        OutputPart::Bytes(Cow::Borrowed(b"end")),
    ];
    let written = write_all(&[Output::new(path.clone(), parts)], &mut std::io::sink(), &mut ());
    // Not every file system allows files of that length.
    if written.is_ok() {
        assert_eq!(fs::metadata(&path).unwrap().len(), (1 << 43) + 8);
    }
}

#[test]
fn output_appears_when_complete() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    let header_last = |sink: &mut dyn Sink| -> io::Result<()> {
        sink.write_all(b"__tail")?;
        assert_eq!(fs::read(&old)?, b"before");
        assert!(!new.exists());
        sink.rewind()?;
        sink.write_all(b"he")
    };
    for path in [&old, &new, Path::new("-"), Path::new("/dev/null")] {
        let mut stdout = Vec::new();
        let write = |sink: &mut dyn Sink| header_last(sink).map_err(|error| FileError::new("out", error).into());
        write_one(path, &mut stdout, write).unwrap();
        assert_eq!(stdout, if path == Path::new("-") { &b"hetail"[..] } else { b"" });
        if path.starts_with(folder.path()) {
            assert_eq!(fs::read(path).unwrap(), b"hetail");
        }
        fs::write(&old, "before").unwrap();
        let _ = fs::remove_file(&new);
    }
}

#[test]
fn failed_write_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (old, new) = (folder.path().join("old"), folder.path().join("new"));
    fs::write(&old, "before").unwrap();
    for path in [&old, &new, Path::new("-")] {
        let mut stdout = Vec::new();
        let failing = |sink: &mut dyn Sink| -> Result<(), Error> {
            sink.write_all(b"half").unwrap();
            Err(FileError::new("in", io::ErrorKind::InvalidData.into()).into())
        };
        assert!(
            write_one(path, &mut stdout, failing)
                .unwrap_err()
                .to_string()
                .starts_with("in: ")
        );
        assert!(stdout.is_empty());
    }
    assert_eq!(names(folder.path()), ["old"]);
    assert_eq!(fs::read(&old).unwrap(), b"before");
}
