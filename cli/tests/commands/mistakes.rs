//! Usage errors: each command line in `mistakes.txt` with its exit code and message.
//!
//! Lines with `$` are the cases; `BLESS=1` rewrites the results.

use std::fs;
use std::path::Path;

use crate::support::program::run_as;

const CASES: &str = "tests/commands/mistakes.txt";

fn set_scene(folder: &Path) {
    let fixture = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../conformance/fixtures")
            .join(name);
        fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let bundle = fixture("hip/device.22.hipfb");
    let mut damaged = fixture("compressed/device.22.hipfb");
    *damaged.last_mut().unwrap() ^= 1;
    for (name, bytes) in [
        ("app.hipfb", &bundle[..]),
        ("cut.hipfb", &bundle[..5000]),
        ("code.co", &bundle[4096..7640]),
        ("app.ccob", &fixture("compressed/device.22.hipfb")),
        ("damaged.ccob", &damaged),
        ("libapp.so", &fixture("objects/hip.22.so")),
        ("host.o", &fixture("objects/hip.22.o")),
        ("notes.txt", b"Nothing of interest.\n"),
        ("empty", b""),
        ("dev.bc", b"device"),
        ("host.bc", b"host"),
        ("there/libapp.so.0.hipv4-amdgcn-amd-amdhsa--gfx906", b"mine"),
    ] {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').map(|word| word.trim_matches('\'')).collect()
}

fn told(folder: &Path, line: &str) -> String {
    let words = words(line);
    let (called, words) = words.split_first().unwrap();
    let output = run_as(Path::new(called), folder, &[], words);
    let code = output.status.code().unwrap();
    let text = [&output.stderr[..], &output.stdout[..]].map(|text| String::from_utf8(text.to_vec()).unwrap());
    format!("{}exit code {code}\n", text.concat())
}

#[test]
fn mistakes_have_recorded_messages() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(CASES);
    let written = fs::read_to_string(&path).expect("the cases are there");
    let (mut now, mut mistakes) = (String::new(), 0);
    for line in written.lines() {
        if let Some(command) = line.strip_prefix("$ ") {
            let folder = tempfile::tempdir().expect("a folder for the files");
            set_scene(folder.path());
            let heading = if now.ends_with("\n\n") { "" } else { "\n" };
            now.push_str(&format!("{heading}$ {command}\n{}", told(folder.path(), command)));
            mistakes += 1;
        } else if line.starts_with('#') {
            let space = if now.is_empty()
                || now.ends_with("\n\n")
                || now.lines().last().is_some_and(|last| last.starts_with('#'))
            {
                ""
            } else {
                "\n"
            };
            now.push_str(&format!("{space}{line}\n"));
        }
    }
    assert!(mistakes >= 60, "{mistakes} mistakes");
    if now != written && std::env::var_os("BLESS").is_some() {
        fs::write(&path, &now).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    } else {
        let mut differing = now.lines().zip(written.lines()).filter(|(now, written)| now != written);
        assert_eq!(
            differing.next(),
            None,
            "another message than in {CASES}: make it anew with BLESS=1"
        );
        assert_eq!(now.len(), written.len(), "{CASES} is not as it is written by BLESS=1");
    }
}
