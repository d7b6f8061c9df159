//! Signals leave no unfinished files, and change no existing ones.

use std::fs::{self, File};
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;

use crate::support::program::{make_pipe, offload_bundle, shell};

use super::{below, done, listed, scene};

/// Signals by name, with their numbers.
const SIGNALS: [(&str, i32); 4] = [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)];
const KILL: (&str, i32) = ("KILL", 9);
/// More files than are held open before all are renamed.
const MANY: usize = 150;

fn pipe(path: &Path) {
    make_pipe(path);
}

fn start(folder: &Path, words: &[String]) -> Child {
    // Background jobs and `nohup` ignore some signals, as the program would then.
    let mut command = shell("exec env --default-signal=HUP,INT,QUIT,TERM \"$@\"");
    command
        .arg("sh")
        .arg(offload_bundle())
        .args(words)
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command.spawn().unwrap()
}

/// Waits while the program runs: if the condition never holds, the program ends or the test is stopped.
fn wait_until(child: &mut Child, mut is_so: impl FnMut(u32) -> bool) {
    let id = child.id();
    while !is_so(id) {
        assert!(child.try_wait().unwrap().is_none(), "it has ended by itself");
        thread::sleep(Duration::from_millis(2));
    }
}

fn send(child: &Child, signal: &str) {
    let sent = shell(&format!("kill -s {signal} {}", child.id())).status();
    assert!(sent.unwrap().success());
}

fn end(mut child: Child, (name, _): (&str, i32)) -> ExitStatus {
    send(&child, name);
    child.wait().unwrap()
}

/// Open unnamed files of the process below `folder`.
fn unnamed(id: u32, folder: &Path) -> usize {
    let Ok(descriptors) = fs::read_dir(format!("/proc/{id}/fd")) else {
        return 0;
    };
    let files = descriptors.filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    files
        .filter(|file| file.starts_with(folder) && file.to_string_lossy().ends_with(" (deleted)"))
        .count()
}

fn temporary(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".tmp")).count()
}

fn stopped_while_writing() -> tempfile::TempDir {
    let folder = scene();
    let mut words: Vec<String> = ["bundle", "-t", "bc", "-o", "many"].map(String::from).to_vec();
    words.push("host-x86_64-unknown-linux-gnu-=host".into());
    let known = ["gfx900", "gfx906", "gfx908", "gfx90a", "gfx942", "gfx1030", "gfx1100"];
    words.extend(known.map(|processor| format!("hip-amdgcn-amd-amdhsa--{processor}=code")));
    done(folder.path(), &words);
    // One after the other in one file, they are many.
    let one = fs::read(below(&folder, "many")).unwrap();
    fs::write(below(&folder, "many"), one.repeat(MANY / known.len())).unwrap();
    pipe(&below(&folder, "pipe"));
    folder
}

#[test]
fn signal_leaves_no_unfinished_outputs() {
    for signal in SIGNALS {
        let folder = stopped_while_writing();
        let before = listed(folder.path());
        let words = ["unbundle", "many", "--all", "-d", "new/deep", "hip-amdgcn-amd-amdhsa--gfx906=pipe"];
        let mut child = start(folder.path(), &words.map(String::from));
        let deep = below(&folder, "new/deep");
        wait_until(&mut child, |id| temporary(&deep) > 0 && unnamed(id, folder.path()) > 0);
        assert_eq!(end(child, signal).signal(), Some(signal.1));
        assert_eq!(listed(folder.path()), before, "{signal:?}");
    }
}

#[test]
fn signal_keeps_existing_output() {
    for signal in SIGNALS.into_iter().chain([KILL]) {
        let folder = stopped_while_writing();
        fs::write(below(&folder, "old"), "before").unwrap();
        let before = listed(folder.path());
        let words = [
            "unbundle",
            "many",
            "hip-amdgcn-amd-amdhsa--gfx90a=old",
            "hip-amdgcn-amd-amdhsa--gfx908=new",
            "hip-amdgcn-amd-amdhsa--gfx906=pipe",
        ];
        let mut child = start(folder.path(), &words.map(String::from));
        wait_until(&mut child, |id| unnamed(id, folder.path()) == 2);
        assert_eq!(end(child, signal).signal(), Some(signal.1));
        assert_eq!(listed(folder.path()), before, "{signal:?}");
        assert_eq!(fs::read(below(&folder, "old")).unwrap(), b"before");
    }
}

#[test]
fn signalled_commands_leave_nothing() {
    let commands: [&[&str]; 4] = [
        &["bundle", "-t", "bc", "-o", "old", "host-x86_64-unknown-linux-gnu-=pipe"],
        &["bundle", "-t", "bc", "--compress", "-o", "old", "host-x86_64-unknown-linux-gnu-=pipe"],
        &["compress", "-o", "old", "bundle", "pipe"],
        &["decompress", "-o", "old", "pipe"],
    ];
    for words in commands {
        for signal in SIGNALS.into_iter().chain([KILL]) {
            let folder = scene();
            fs::write(below(&folder, "old"), "before").unwrap();
            pipe(&below(&folder, "pipe"));
            let before = listed(folder.path());
            let words: Vec<String> = words.iter().copied().map(String::from).collect();
            let child = start(folder.path(), &words);
            // Opening the pipe waits for the program, which then waits for input.
            let mut writer = File::options().write(true).open(below(&folder, "pipe")).unwrap();
            writer.write_all(&[0; 1000]).unwrap();
            assert_eq!(end(child, signal).signal(), Some(signal.1), "{words:?}");
            assert_eq!(listed(folder.path()), before, "{words:?} {signal:?}");
            assert_eq!(fs::read(below(&folder, "old")).unwrap(), b"before");
        }
    }
}

#[test]
fn ignored_signal_stays_ignored() {
    let folder = stopped_while_writing();
    let script = "trap '' HUP; exec \"$@\"";
    let mut command = shell(script);
    command.arg("sh").arg(offload_bundle());
    command.args(["unbundle", "many", "hip-amdgcn-amd-amdhsa--gfx90a=new", "hip-amdgcn-amd-amdhsa--gfx906=pipe"]);
    let mut child = command.current_dir(folder.path()).spawn().unwrap();
    wait_until(&mut child, |id| unnamed(id, folder.path()) == 1);
    send(&child, "HUP");
    // The pipe is read, and the program ends.
    fs::read(below(&folder, "pipe")).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(below(&folder, "new").exists());
}

#[test]
fn file_size_limit_is_error_with_name() {
    let folder = scene();
    fs::write(below(&folder, "large"), vec![7; 300 << 10]).unwrap();
    fs::write(below(&folder, "old"), "before").unwrap();
    let before = listed(folder.path());
    for output in ["new", "old"] {
        let words = ["bundle", "-t", "bc", "-o", output, "host-x86_64-unknown-linux-gnu-=large"];
        let mut command = shell("ulimit -f 100; exec \"$@\"");
        command.arg("sh").arg(offload_bundle());
        let ended = command.args(words).current_dir(folder.path()).output().unwrap();
        assert_eq!(ended.status.code(), Some(2));
        assert_eq!(
            String::from_utf8(ended.stderr).unwrap(),
            format!("error: cannot write {output}: File too large\n")
        );
        assert_eq!(listed(folder.path()), before);
        assert_eq!(fs::read(below(&folder, "old")).unwrap(), b"before");
    }
}
