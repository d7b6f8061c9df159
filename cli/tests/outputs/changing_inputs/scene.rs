//! An input that changes during a command, and checks of the result.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use crate::support::program::{run, told};

pub const INPUT: &str = "changing";
/// Runs per command.
const ROUNDS: usize = 12;
/// Pause between changes: longer than the tick of any file system's clock.
const STILL: Duration = Duration::from_millis(12);

struct Scene {
    folder: tempfile::TempDir,
    original: Vec<u8>,
}

impl Scene {
    const STATES: usize = 4;

    fn new(original: Vec<u8>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("original"), &original).unwrap();
        fs::write(folder.path().join("empty"), "").unwrap();
        let scene = Self { folder, original };
        scene.change_to(0);
        scene
    }

    fn result(&self, words: &[&str]) -> (Seen, Output) {
        let out = self.path("out");
        let _ = fs::remove_dir_all(&out);
        fs::create_dir(&out).unwrap();
        let output = run(self.folder.path(), words);
        // Statistics of compression contain times.
        let stdout = if words[0] == "compress" {
            Vec::new()
        } else {
            output.stdout.clone()
        };
        (Seen { code: output.status.code(), stdout, files: files(&out) }, output)
    }

    fn change_to(&self, state: usize) {
        let (input, len) = (self.path(INPUT), self.original.len() as u64);
        let set_len = |len| File::options().write(true).open(&input).unwrap().set_len(len).unwrap();
        match state {
            0 => {
                fs::copy(self.path("original"), self.path("fresh")).unwrap();
                fs::rename(self.path("fresh"), &input).unwrap();
            }
            1 => set_len(len / 2),
            2 => set_len(len),
            _ => set_len(len + 4096),
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }
}

#[derive(PartialEq, Eq)]
struct Seen {
    code: Option<i32>,
    stdout: Vec<u8>,
    files: BTreeMap<PathBuf, Vec<u8>>,
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| (path.clone(), fs::read(path).unwrap())).collect()
}

pub fn change_while_running(original: Vec<u8>, lines: &[&str]) {
    let scene = Scene::new(original);
    for line in lines {
        let words = &line.split(' ').collect::<Vec<_>>()[..];
        let mut right = Vec::new();
        for state in 0..Scene::STATES {
            scene.change_to(state);
            right.push(scene.result(words).0);
        }
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                for state in (0..Scene::STATES).cycle() {
                    if done.load(Ordering::Relaxed) {
                        break;
                    }
                    scene.change_to(state);
                    thread::sleep(STILL);
                }
            });
            let judged = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                for _ in 0..ROUNDS {
                    let (seen, output) = scene.result(words);
                    judge(words, &seen, &right, &output);
                }
            }));
            done.store(true, Ordering::Relaxed);
            judged.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        });
    }
}

fn judge(words: &[&str], seen: &Seen, right: &[Seen], output: &Output) {
    let told = || told(output).chars().take(2000).collect::<String>();
    let code = seen.code.unwrap_or_else(|| panic!("{words:?} was ended: {}", told()));
    if right.contains(seen) {
        return;
    }
    // 2 from the commands, 1 from the drop-ins.
    assert!(code == 1 || code == 2, "{words:?} gave something else: {}", told());
    let message = [&output.stderr[..], &output.stdout[..]].concat();
    assert!(
        String::from_utf8_lossy(&message).contains(INPUT),
        "{words:?}: {}",
        told()
    );
    assert!(seen.files.is_empty(), "{words:?} left an output: {}", told());
}
