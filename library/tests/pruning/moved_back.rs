//! `convert` back of libraries whose archives are damaged: it is refused, and nothing is written, since code would be lost.

use std::fs;
use std::path::Path;

use offload_bundle::REGISTRY;
use offload_bundle::request::ArchiveScheme;

use super::fixture;
use super::moved::{asked, convert, files};

/// What happens to the bytes of an archive.
type Damage = fn(&mut Vec<u8>);

/// Where the value of the first `key` in the table of an archive is.
fn value(archive: &[u8], key: &[u8]) -> usize {
    let found = archive.windows(key.len()).position(|window| window == key);
    found.unwrap() + key.len()
}

/// Another archive than the one for gfx90a is as it was.
const DAMAGES: [(&str, Damage); 8] = [
    ("nothing in it", Vec::clear),
    ("a text", |bytes| *bytes = b"text".to_vec()),
    ("only its magic number", |bytes| bytes.truncate(4)),
    ("another version", |bytes| bytes[4] = 9),
    ("its end", |bytes| bytes.truncate(bytes.len() - 9)),
    ("no list of targets", |bytes| {
        let at = value(bytes, b"gfx_arches");
        bytes[at] = 0x80;
    }),
    ("an entry without a number", |bytes| {
        let at = value(bytes, b"ordinal");
        bytes[at - 1] = b'x';
    }),
    ("an entry beyond the last", |bytes| {
        let at = value(bytes, b"ordinal");
        bytes[at] = 9;
    }),
];

#[test]
fn code_does_not_come_back_without_that_of_a_damaged_archive() {
    for scheme in ["none", "zstd-per-kernel"] {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("lib.so"), fixture("objects/hip.22.so")).unwrap();
        fs::create_dir(path("out")).unwrap();
        let mut request = asked("kpack", path("lib.so"), Some(&path("out/lib.so")));
        request.scheme = ArchiveScheme::named(&REGISTRY, scheme);
        convert(&request).unwrap();
        let archive = path("out/.kpack/lib_gfx90a.kpack");
        let good = fs::read(&archive).unwrap();
        for (what, damage) in DAMAGES {
            let mut bytes = good.clone();
            damage(&mut bytes);
            fs::write(&archive, bytes).unwrap();
            let before = files(folder.path());
            let output = path("back.so");
            for (input, output) in [("out/lib.so", Some(output.as_path())), ("out/lib.so", None), ("out", None)] {
                refused(&path(input), output, &archive, what);
            }
            assert!(files(folder.path()) == before, "{what}");
        }
    }
}

/// Code does not come back into `input` because of `archive`.
fn refused(input: &Path, output: Option<&Path>, archive: &Path, what: &str) {
    let error = convert(&asked("embedded", input, output)).unwrap_err().to_string();
    assert!(
        error.starts_with(&format!("{}: at byte 0x", archive.display())),
        "{what}: {error}"
    );
}
