//! Names are bytes in arguments, in `ID=FILE` and in JSON, and are shown as one harmless line.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use serde_json::Value;

use super::{CODE, DEVICE, below, done, failed, joined, scene};

fn strange() -> Vec<(OsString, String)> {
    let names: [(&[u8], &str); 6] = [
        (b"out\xff.bin", r"out\xFF.bin"),
        (b"two\nlines", r"two\nlines"),
        (b"\x1b]0;title\x07\x1b[31m", r"\u{1b}]0;title\u{7}\u{1b}[31m"),
        ("\u{202e}gnp.exe".as_bytes(), r"\u{202e}gnp.exe"),
        (b"a=b", "a=b"),
        (b"-x", "-x"),
    ];
    let mut names: Vec<_> = names
        .iter()
        .map(|(name, shown)| (OsStr::from_bytes(name).to_owned(), (*shown).to_owned()))
        .collect();
    // The longest name of the system; one byte is invalid UTF-8.
    let longest = [&[b'x'; 254][..], b"\xfe"].concat();
    names.push((OsString::from_vec(longest), format!("{}\\xFE", "x".repeat(254))));
    names
}

fn word(name: &OsStr) -> OsString {
    joined(&["./".as_ref(), name])
}

#[test]
fn output_names_are_kept() {
    for (name, _) in strange() {
        let folder = scene();
        let (dir, out) = (folder.path(), below(&folder, &name));
        let given = word(&name);
        let wanted = joined(&[DEVICE.as_ref(), "=".as_ref(), &given]);
        let commands: [&[&OsStr]; 5] = [
            &[
                "bundle".as_ref(),
                "-t".as_ref(),
                "bc".as_ref(),
                "-o".as_ref(),
                &given,
                "host-x86_64-unknown-linux-gnu-=host".as_ref(),
            ],
            &[
                "bundle".as_ref(),
                "--compress".as_ref(),
                "-t".as_ref(),
                "bc".as_ref(),
                "-o".as_ref(),
                &given,
                "host-x86_64-unknown-linux-gnu-=host".as_ref(),
            ],
            &["unbundle".as_ref(), "bundle".as_ref(), &wanted],
            &["compress".as_ref(), "-o".as_ref(), &given, "bundle".as_ref()],
            &["decompress".as_ref(), "-o".as_ref(), &given, "ccob".as_ref()],
        ];
        let before = fs::read_dir(dir).unwrap().count();
        for words in commands {
            // Once without, and once with an existing file.
            done(dir, words);
            done(dir, words);
            assert!(out.is_file(), "{words:?}");
            assert_eq!(fs::read_dir(dir).unwrap().count(), before + 1, "{words:?}");
            fs::remove_file(&out).unwrap();
        }
        for command in ["unbundle", "extract"] {
            let mut words = vec![OsString::from(command), "-d".into(), given.clone(), "bundle".into()];
            words.extend((command == "unbundle").then(|| "--all".into()));
            done(dir, &words);
            let code = out.join("bundle.0.hip-amdgcn-amd-amdhsa--gfx90a");
            assert_eq!(fs::read(code).unwrap(), CODE, "{words:?}");
            fs::remove_dir_all(&out).unwrap();
        }
    }
}

#[test]
fn input_names_are_kept_and_escaped() {
    for (name, shown) in strange() {
        let folder = scene();
        let dir = folder.path();
        fs::rename(below(&folder, "bundle"), below(&folder, &name)).unwrap();
        let given = word(&name);
        for command in ["list", "verify", "inspect"] {
            let output = done(dir, &[command.as_ref(), given.as_os_str()]);
            let text = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{text:?}");
            assert!(command == "list" || text.contains(&shown), "{command}: {text:?}");
            // After `--` it needs no prefix.
            done(dir, &[command.as_ref(), "--".as_ref(), name.as_os_str()]);
        }
        done(
            dir,
            &["compress".as_ref(), "-o".as_ref(), "c".as_ref(), given.as_os_str()],
        );
        done(
            dir,
            &["decompress".as_ref(), "-o".as_ref(), "d".as_ref(), given.as_os_str()],
        );
        done(
            dir,
            &["unbundle".as_ref(), given.as_os_str(), "--all".as_ref(), "-d".as_ref(), "u".as_ref()],
        );
        done(
            dir,
            &["extract".as_ref(), "-d".as_ref(), "e".as_ref(), given.as_os_str()],
        );
        let source = joined(&["host-x86_64-unknown-linux-gnu-=".as_ref(), given.as_os_str()]);
        done(
            dir,
            &["bundle".as_ref(), "-t".as_ref(), "bc".as_ref(), "-o".as_ref(), "b".as_ref(), source.as_os_str()],
        );

        // The message for a missing file.
        fs::remove_file(below(&folder, &name)).unwrap();
        for command in ["list", "verify", "inspect"] {
            let (text, code) = failed(dir, &[command.as_ref(), given.as_os_str()]);
            assert_eq!(
                (text, code),
                (format!("error: ./{shown}: No such file or directory\n"), Some(2))
            );
        }
    }
}

#[test]
fn unknown_word_is_escaped() {
    let folder = scene();
    let turned = "ls\u{202e}".as_bytes();
    for bytes in [&b"hip\x1b[31m-\xff=x"[..], b"\x1b[31m", b"=\xff", b"ls\r\x07", turned] {
        let word = OsStr::from_bytes(bytes);
        for words in [
            [OsStr::new("unbundle"), OsStr::new("bundle"), word],
            [OsStr::new("extract"), OsStr::new("--arch"), word],
            [OsStr::new("formats"), OsStr::new("--json"), word],
            [word, OsStr::new("--json"), word],
        ] {
            let (text, _) = failed(folder.path(), &words);
            assert!(
                text.ends_with('\n') && !text.contains(|c: char| c != '\n' && c.is_control() || c == '\u{202e}'),
                "{text:?}"
            );
        }
    }
}

fn of_json(name: &Value) -> Vec<u8> {
    let name = match name {
        Value::String(text) => text.as_str().into(),
        object => {
            let encoded = object["percent_encoded"].as_str().unwrap();
            offload_bundle::FileName::from_percent_encoded(encoded).unwrap()
        }
    };
    name.as_path().as_os_str().as_bytes().to_vec()
}

#[test]
fn json_gives_every_name_back() {
    for (name, _) in strange() {
        let folder = scene();
        let dir = folder.path();
        let given = word(&name);
        let json = |words: &[&OsStr]| -> Value {
            let output = done(dir, &[words, &["--json".as_ref()]].concat());
            let report = serde_json::from_slice(&output.stdout).unwrap();
            let schema = done(dir, &["json-schema".as_ref(), words[0]]);
            let schema = serde_json::from_slice(&schema.stdout).unwrap();
            assert!(jsonschema::is_valid(&schema, &report), "{words:?}: {report}");
            report
        };
        let wanted = joined(&[DEVICE.as_ref(), "=".as_ref(), &given]);
        let report = json(&["unbundle".as_ref(), "bundle".as_ref(), &wanted]);
        assert_eq!(of_json(&report["outputs"][0]["output"]), given.as_bytes());
        fs::rename(below(&folder, "bundle"), below(&folder, &name)).unwrap();
        for command in ["list", "verify", "inspect"] {
            let report = json(&[command.as_ref(), &given]);
            assert_eq!(of_json(&report["files"][0]["file"]), given.as_bytes(), "{command}");
        }
        let report = json(&["extract".as_ref(), "-d".as_ref(), "e".as_ref(), &given]);
        assert_eq!(of_json(&report["outputs"][0]["file"]), given.as_bytes());
    }
}
