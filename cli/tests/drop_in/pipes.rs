//! Pipes as inputs and outputs are read once, to the end, and written once.

#![expect(clippy::disallowed_methods, reason = "a line of bash joins processes by pipes")]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;

use crate::support::program::{clean, make_pipe, offload_bundle, told};
use tempfile::TempDir;

use crate::scene::{HOST, ONE, ours};

const FORMS: [bool; 2] = [false, true];

fn bundle(compressed: bool) -> Vec<u8> {
    let targets = format!("-targets={HOST},{ONE}");
    let compress = format!("-compress={compressed}");
    let words = ["-type=bc", "-input=host", "-input=long", "-output=out", &targets, &compress];
    ours(&words).files.remove("out").unwrap()
}

fn contents() -> [Vec<u8>; 2] {
    [b"the host\n".to_vec(), b"code, and ".repeat(40_000)]
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        symlink(offload_bundle(), folder.path().join("clang-offload-bundler")).unwrap();
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn pipe(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        make_pipe(&path);
        path
    }

    fn written_pipe(&self, name: &str, bytes: Vec<u8>) {
        let pipe = self.pipe(name);
        thread::spawn(move || File::options().write(true).open(pipe).unwrap().write_all(&bytes));
    }

    fn read_pipe(&self, name: &str) -> thread::JoinHandle<Vec<u8>> {
        let pipe = self.pipe(name);
        thread::spawn(move || {
            let mut bytes = Vec::new();
            File::open(pipe).unwrap().read_to_end(&mut bytes).unwrap();
            bytes
        })
    }

    fn run(&self, line: &str) -> Output {
        let line = format!("ours() {{ timeout 300 ./clang-offload-bundler \"$@\"; }}; {line}");
        clean(Command::new("bash").args(["-c", &line]))
            .current_dir(self.0.path())
            .stdin(Stdio::null())
            .output()
            .unwrap()
    }

    fn succeeds(&self, line: &str) -> Vec<u8> {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", told(&output));
        output.stdout
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path(name), bytes).unwrap();
    }

    fn get(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }
}

fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::symlink_metadata(path).unwrap().file_type().is_fifo()
}

#[test]
fn named_pipe_is_listed_and_unbundled() {
    for compressed in FORMS {
        let folder = Folder::new();
        for verbose in ["", "-verbose"] {
            let name = |what: &str| format!("{what}{verbose}");
            folder.written_pipe(&name("list"), bundle(compressed));
            let listed = folder.succeeds(&format!("ours -type=bc -list {verbose} -input={}", name("list")));
            assert_eq!(String::from_utf8_lossy(&listed), format!("{HOST}-\n{ONE}\n"));
            folder.written_pipe(&name("take"), bundle(compressed));
            let targets = format!("-targets={HOST},{ONE}");
            let (input, outputs) = (format!("-input={}", name("take")), "-output=a -output=b");
            folder.succeeds(&format!(
                "ours -type=bc -unbundle {verbose} {targets} {input} {outputs}"
            ));
            assert!([folder.get("a"), folder.get("b")] == contents());
        }
    }
}

#[test]
fn pipes_are_bundled() {
    let folder = Folder::new();
    let targets = format!("-targets={HOST},{ONE}");
    for (compressed, name) in [(false, "plain"), (true, "compressed")] {
        let [host, long] = contents();
        folder.written_pipe(&format!("{name}.host"), host);
        folder.written_pipe(&format!("{name}.long"), long);
        let inputs = format!("-input={name}.host -input={name}.long");
        folder.succeeds(&format!(
            "ours -type=bc -compress={compressed} {targets} {inputs} -output={name}"
        ));
        assert!(folder.get(name) == bundle(compressed));
    }
}

#[test]
fn process_substitutions_are_read_and_written() {
    for compressed in FORMS {
        let folder = Folder::new();
        folder.put("bundle", &bundle(compressed));
        let [host, long] = contents();
        folder.put("host", &host);
        folder.put("long", &long);
        let targets = format!("-targets={HOST},{ONE}");
        let list = "ours -type=bc -list -input=<(cat bundle)";
        let listed = folder.succeeds(list);
        assert_eq!(String::from_utf8_lossy(&listed), format!("{HOST}-\n{ONE}\n"));
        let made = folder.succeeds(&format!(
            "ours -type=bc -compress={compressed} {targets} -input=<(cat host) -input=<(cat long) -output=/dev/stdout | cat"
        ));
        assert!(made == bundle(compressed));
        let taken = folder.succeeds(&format!(
            "ours -type=bc -unbundle {targets} -input=<(cat bundle) -output=>(cat >/dev/null) -output=/dev/stdout | cat"
        ));
        assert!(taken == long);
        // A response file that is a pipe is read once too.
        let listed = folder.succeeds("ours @<(echo -type=bc -list -input=bundle)");
        assert_eq!(String::from_utf8_lossy(&listed), format!("{HOST}-\n{ONE}\n"));
    }
}

#[test]
fn named_pipes_and_devices_are_written_directly() {
    let folder = Folder::new();
    folder.put("bundle", &bundle(false));
    folder.put("host", &contents()[0]);
    folder.put("long", &contents()[1]);
    let targets = format!("-targets={HOST},{ONE}");
    let made = folder.read_pipe("made");
    folder.succeeds(&format!("ours -type=bc {targets} -input=host -input=long -output=made"));
    assert!(made.join().unwrap() == bundle(false));
    let taken = [folder.read_pipe("first"), folder.read_pipe("second")];
    folder.succeeds(&format!(
        "ours -type=bc -unbundle {targets} -input=bundle -output=first -output=second"
    ));
    assert!(taken.map(|taken| taken.join().unwrap()) == contents());
    folder.succeeds(&format!(
        "ours -type=bc -unbundle {targets} -input=bundle -output=/dev/null -output=/dev/null"
    ));
    for name in ["made", "first", "second"] {
        assert!(is_pipe(&folder.path(name)), "{name}");
    }
}
