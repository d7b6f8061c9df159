//! Runs the program on a damaged file, and checks all visible results.

use std::fs;
use std::path::Path;
use std::process::Output;

use crate::support::program::{HANGS, Limits, run, run_within, told};
use tempfile::TempDir;

pub const BEFORE: &[u8] = b"what was here before";
/// Address space for one run.
pub const LITTLE: Limits = Limits { address_space: Some(128 << 10), ..HANGS };
/// Address space for many runs in one process, with a fragmented heap.
pub const LITTLE_FOR_MANY: Limits = Limits { address_space: Some(256 << 10), ..HANGS };

pub struct Bench {
    folder: TempDir,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    Refused(&'static [&'static str]),
    Warned(&'static [&'static str]),
    Noted(&'static [&'static str]),
    NotABundle,
    /// Anything except a crash: the damage may have made another valid file.
    Anything,
}

impl Bench {
    pub fn new() -> Self {
        Self { folder: offload_bundle_testing::scratch() }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path().join(name), bytes).unwrap();
    }

    pub fn judge(&mut self, name: &str, bytes: &[u8], id: &str, expected: Expected) {
        self.put("bad", bytes);
        let list = self.run(&["list", "bad"]);
        let wanted = format!("{id}=out");
        self.put("out", BEFORE);
        let unbundle = self.run(&["unbundle", "bad", &wanted]);
        match expected {
            Expected::Refused(texts) => {
                refused(name, &list, 2, texts);
                refused(name, &unbundle, 2, texts);
                for output in [&list, &unbundle] {
                    assert!(
                        line(output).contains(": at byte 0x"),
                        "{name}: no byte offset: {}",
                        told(output)
                    );
                }
                self.untouched(name);
            }
            Expected::Warned(texts) => {
                assert_eq!(list.status.code(), Some(0), "{name}: {}", told(&list));
                let said = String::from_utf8_lossy(&list.stderr).into_owned();
                assert!(
                    texts.iter().all(|text| said.contains(text)) && !said.is_empty(),
                    "{name}: {}",
                    told(&list)
                );
                assert_eq!(unbundle.status.code(), Some(2), "{name}: {}", told(&unbundle));
                self.untouched(name);
                let lenient = self.run(&["unbundle", "--lenient", "bad", &wanted]);
                assert_eq!(lenient.status.code(), Some(0), "{name}: {}", told(&lenient));
            }
            Expected::Noted(texts) => {
                for output in [&list, &unbundle] {
                    assert_eq!(output.status.code(), Some(0), "{name}: {}", told(output));
                    let said = String::from_utf8_lossy(&output.stderr).into_owned();
                    assert!(texts.iter().all(|text| said.contains(text)), "{name}: {}", told(output));
                }
            }
            Expected::NotABundle => {
                refused(name, &list, 1, &["not an offload bundle", "bad"]);
                assert_ne!(unbundle.status.code(), Some(0), "{name}: {}", told(&unbundle));
                self.untouched(name);
            }
            Expected::Anything => {
                for output in [&list, &unbundle] {
                    let code = output.status.code();
                    assert!(code.is_some_and(|code| code <= 2), "{name}: {}", told(output));
                    assert!(
                        code == Some(0) || !output.stderr.is_empty(),
                        "{name}: silent: {}",
                        told(output)
                    );
                }
                if unbundle.status.code() != Some(0) {
                    self.untouched(name);
                }
            }
        }
    }

    pub fn refuses<W: AsRef<str>>(&mut self, name: &str, words: &[W], code: i32, texts: &[&str]) {
        self.put("out", BEFORE);
        let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
        let output = self.run(&words);
        refused(name, &output, code, texts);
        self.untouched(name);
    }

    pub fn with_little_memory(&self, name: &str, bytes: &[u8], words: &str) -> Output {
        self.put("bad", bytes);
        let words: Vec<&str> = words.split(' ').collect();
        let output = run_within(LITTLE, self.path(), &words);
        assert!(
            output.status.code().is_some_and(|code| code <= 2),
            "{name}: {}",
            told(&output)
        );
        output
    }

    pub fn take_outputs(&self) -> Vec<String> {
        let mut taken = Vec::new();
        for entry in fs::read_dir(self.path()).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if name == "bad" {
                continue;
            }
            let gone = if path.is_dir() {
                fs::remove_dir_all(&path)
            } else {
                fs::remove_file(&path)
            };
            gone.unwrap();
            taken.push(name);
        }
        taken
    }

    pub fn run(&self, words: &[&str]) -> Output {
        run(self.path(), words)
    }

    pub fn on(&self, name: &str, bytes: &[u8], words: &str) -> Output {
        self.put("bad", bytes);
        eprintln!("{name}: {words}");
        let words: Vec<&str> = words.split(' ').collect();
        self.run(&words)
    }

    pub fn untouched(&self, name: &str) {
        assert_eq!(
            fs::read(self.path().join("out")).unwrap(),
            BEFORE,
            "{name}: an output was touched"
        );
        let mut left: Vec<_> = fs::read_dir(self.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        left.retain(|name| !["bad", "out", "in1", "in2", "in3"].iter().any(|known| name == known));
        assert!(left.is_empty(), "{name}: left behind: {left:?}");
    }
}

fn line(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn refused(name: &str, output: &Output, code: i32, texts: &[&str]) {
    assert_eq!(output.status.code(), Some(code), "{name}: {}", told(output));
    assert!(output.stdout.is_empty(), "{name}: {}", told(output));
    let said = line(output);
    assert_eq!(complaints(&said), 1, "{name}: {}", told(output));
    let is_usage = said.ends_with("try '--help'.\n");
    assert!(
        said.lines().filter(|line| !line.starts_with("hint: ")).count() == 1 || is_usage,
        "{name}: {}",
        told(output)
    );
    for text in texts {
        assert!(said.contains(text), "{name}: no {text:?} in: {said}");
    }
}

pub fn complaints(said: &str) -> usize {
    said.lines().filter(|line| line.starts_with("error: ")).count()
}
