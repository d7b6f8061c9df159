//! File names are bytes: in options, lists and response files; messages escape them to one line.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::process::Output;

use crate::support::program::{clean, command, told};

use crate::scene::{HOST, ONE};

fn names() -> Vec<(Vec<u8>, String)> {
    vec![
        (b"\xff.bin".to_vec(), "\\xFF.bin".into()),
        (b"a\nb".to_vec(), "a\\nb".into()),
        (b"\x1b[31m".to_vec(), "\\u{1b}[31m".into()),
        (b"-dash".to_vec(), "-dash".into()),
        (vec![b'x'; 255], "x".repeat(255)),
    ]
}

fn word(start: &str, name: &[u8]) -> OsString {
    OsString::from_vec([start.as_bytes(), name].concat())
}

fn ours(folder: &Path, words: &[OsString]) -> Output {
    let mut command = command();
    clean(&mut command).arg("clang-offload-bundler").args(words);
    command.current_dir(folder).output().unwrap()
}

#[test]
fn any_file_name_is_accepted() {
    for (name, _) in names() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let path = |name: &[u8]| folder.join(OsStr::from_bytes(name));
        fs::write(path(&name), "content").unwrap();
        let targets = OsString::from(format!("-targets={HOST},{ONE}"));
        let succeeds = |words: &[OsString]| {
            let words = [&["-type=bc".into()], words].concat();
            let output = ours(folder, &words);
            assert_eq!(output.status.code(), Some(0), "{words:?}: {}", told(&output));
        };
        let twice = [&name[..], b",", &name[..]].concat();
        let bundled = b"bundle";
        succeeds(&[targets.clone(), word("-inputs=", &twice), word("-outputs=", bundled)]);
        succeeds(&[targets.clone(), word("-input=", &name), word("-input=", &name), word("-output=", bundled)]);
        fs::rename(path(bundled), path(&name)).unwrap();
        succeeds(&["-list".into(), "-input".into(), word("", &name)]);
        // In a response file, quoted.
        let quoted = [&b"-list '-input="[..], &name[..], b"'"].concat();
        fs::write(folder.join("words"), quoted).unwrap();
        succeeds(&["@words".into()]);
        // The output replaces the input, under the same name.
        let one = OsString::from(format!("-targets={ONE}"));
        succeeds(&["-unbundle".into(), one, word("-input=", &name), word("-output=", &name)]);
        assert_eq!(fs::read(path(&name)).unwrap(), b"content");
    }
}

#[test]
fn file_messages_are_one_line() {
    for (name, shown) in names() {
        let folder = tempfile::tempdir().unwrap();
        for words in [
            vec!["-type=bc".into(), "-list".into(), word("-input=", &name)],
            vec!["-type=bc".into(), word("-nothing=", &name)],
        ] {
            let output = ours(folder.path(), &words);
            assert_eq!(output.status.code(), Some(1), "{}", told(&output));
            let said = String::from_utf8(output.stderr).unwrap();
            let first = said.lines().next().unwrap();
            assert!(first.contains(&shown), "{first}");
            assert!(!said.contains('\u{1b}'), "{said:?}");
        }
    }
}
