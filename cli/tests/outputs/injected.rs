//! Every command that writes, killed at or refused each system call that changes a file: outputs are either unchanged or complete. The same
//! for failing reads.

#![expect(clippy::disallowed_methods, reason = "strace starts our program")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::program::{clean, offload_bundle, told};
use offload_bundle_testing::tools;

use super::CODE;
use super::lines::{Files, after, commands, files, filled, inputs, judge};

/// Calls that change files and folders.
const CALLS: &str = "write,writev,pwrite64,ftruncate,fallocate,copy_file_range,sendfile,link,linkat,rename,renameat,renameat2,mkdir,mkdirat,\
                     fchmod,fchmodat,unlink,unlinkat";
const TIDYING: [&str; 2] = ["unlink", "unlinkat"];

fn traced(folder: &Path, options: &[&str], words: &str) -> Output {
    let mut command = Command::new("strace");
    clean(command.args(["-f", "-qq"]).args(options).arg(offload_bundle()))
        .args(words.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn calls(log: &str) -> BTreeMap<String, usize> {
    let mut calls = BTreeMap::new();
    for line in log.lines().filter(|line| !line.contains("<... ") && line.contains('(')) {
        let call = line.split('(').next().and_then(|head| head.split_whitespace().last());
        *calls.entry(call.unwrap().to_owned()).or_insert(0) += 1;
    }
    calls
}

fn can_trace(before: &Files) -> bool {
    if !tools::optional("strace") {
        return false;
    }
    let folder = filled(before);
    let traced = traced(folder.path(), &["-e", "trace=read", "-o", "log"], "list bundle");
    if !traced.status.success() {
        offload_bundle_testing::skip("programs cannot be traced here");
    }
    traced.status.success()
}

fn made(before: &Files, options: &[&str], words: &str) -> BTreeMap<String, usize> {
    let folder = filled(before);
    let log = tempfile::NamedTempFile::new().unwrap();
    let options = [options, &["-o", log.path().to_str().unwrap()]].concat();
    let output = traced(folder.path(), &options, words);
    assert!(output.status.success(), "{words}: {}", told(&output));
    calls(&fs::read_to_string(log.path()).unwrap())
}

#[test]
fn killed_command_leaves_whole_files() {
    let before = inputs(CODE);
    let trace = format!("trace={CALLS}");
    if !can_trace(&before) {
        return;
    }
    for words in commands() {
        let (made, after) = (made(&before, &["-e", &trace], &words), after(&before, &words));
        let mut ended = BTreeSet::new();
        for (call, count) in &made {
            for at in 1..=*count {
                for way in ["signal=KILL", "error=ENOSPC"] {
                    let killed = way == "signal=KILL";
                    if !killed && TIDYING.contains(&call.as_str()) {
                        continue;
                    }
                    let folder = filled(&before);
                    let inject = format!("inject={call}:{way}:when={at}");
                    let what = format!("{words}: {inject}");
                    let output = traced(folder.path(), &["-e", &inject, "-o", "/dev/null"], &words);
                    let found = files(folder.path());
                    judge(&found, &before, &after, killed, &what);
                    match output.status.code() {
                        Some(0) => assert!(found == after, "{what}: it says that it has succeeded"),
                        // The outputs are complete, but the message about them fails.
                        Some(_) if told(&output).contains("standard output: ") => assert!(found == after, "{what}"),
                        // The outputs are complete, but a note is lost.
                        Some(_) if has_no_error(&output) => assert!(found == after, "{what}: {}", told(&output)),
                        Some(_) => assert!(found == before, "{what}: it has failed: {}", told(&output)),
                        None => assert!(killed, "{what}: {}", told(&output)),
                    }
                    ended.insert(output.status.code());
                }
            }
        }
        assert!(ended.contains(&None), "{words}: no call was met");
    }
}

fn has_no_error(output: &Output) -> bool {
    let text = String::from_utf8_lossy(&output.stderr);
    text.lines()
        .all(|line| line.contains(": note: ") || line.contains(": warning: "))
}

/// Calls that read files.
const READING: &str = "read,readv,pread64,preadv,preadv2,copy_file_range,sendfile";

#[test]
fn truncated_input_leaves_whole_files() {
    let before = inputs(CODE);
    if !can_trace(&before) {
        return;
    }
    let inputs: Vec<&str> = before.keys().filter_map(|name| name.to_str()).collect();
    let paths: Vec<&str> = inputs
        .iter()
        .filter(|name| **name != "old")
        .flat_map(|name| ["-P", name])
        .collect();
    let trace = format!("trace={READING}");
    for words in commands() {
        let after = after(&before, &words);
        let made = made(&before, &[&["-e", &trace][..], &paths].concat(), &words);
        let mut refused = 0;
        for (call, count) in &made {
            for at in 1..=*count {
                let folder = filled(&before);
                let inject = format!("inject={call}:retval=0:when={at}+");
                let what = format!("{words}: {inject}");
                let options = [&["-e", &inject, "-o", "/dev/null"][..], &paths].concat();
                let output = traced(folder.path(), &options, &words);
                let found = files(folder.path());
                judge(&found, &before, &after, false, &what);
                match output.status.code() {
                    // The bytes read before were enough.
                    Some(0) => assert!(found == after, "{what}: it says that it has succeeded"),
                    code => {
                        assert!(code.is_some() && found == before, "{what}: {}", told(&output));
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > 0 || words.starts_with("man "), "{words}: no call was met");
    }
}

/// Calls that signals can interrupt, and that must be repeated.
const INTERRUPTED: [&str; 8] =
    ["read", "pread64", "write", "pwrite64", "ftruncate", "fallocate", "copy_file_range", "sendfile"];

#[test]
fn interrupted_call_is_repeated() {
    let before = inputs(CODE);
    if !can_trace(&before) {
        return;
    }
    // A file with two names is overwritten by copying.
    for words in commands().iter().filter(|words| words.contains("old")) {
        let after = after(&before, words);
        let linked = || {
            let folder = filled(&before);
            fs::hard_link(folder.path().join("old"), folder.path().join("other")).unwrap();
            folder
        };
        for call in INTERRUPTED {
            let folder = linked();
            // Every second call, because each is repeated.
            let inject = format!("inject={call}:error=EINTR:when=1+2");
            // Starting programs is not repeated.
            let paths = ["-P", "bundle", "-P", "code", "-P", "host", "-P", "object", "-P", "package", "-P", "ccob"];
            let paths = if call.contains("read") { &paths[..] } else { &[] };
            let options = [&["-e", &inject, "-o", "/dev/null"][..], paths].concat();
            let output = traced(folder.path(), &options, words);
            let what = format!("{words}: {inject}: {}", told(&output));
            assert_eq!(output.status.code(), Some(0), "{what}");
            let mut found = files(folder.path());
            assert!(
                found.remove(Path::new("other")) == after.get(Path::new("old")).cloned(),
                "{what}"
            );
            assert!(found == after, "{what}");
        }
    }
}
