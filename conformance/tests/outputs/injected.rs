//! Every command that writes, killed at each system call that changes a file, and refused each of them by the system: what stands at the
//! place of an output is what was there before, or all of what was to come.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use offload_bundle_conformance::program::{clean, offload_bundle, told};
use offload_bundle_conformance::{fixtures, tools};

use super::{DEVICE, done, scene};

/// What changes files and folders.
const CALLS: &str = "write,writev,pwrite64,ftruncate,fallocate,copy_file_range,sendfile,link,linkat,rename,renameat,renameat2,mkdir,mkdirat,\
                     fchmod,fchmodat,unlink,unlinkat";
/// Those after which something is left to tidy up: where the system refuses them, something stays.
const TIDYING: [&str; 2] = ["unlink", "unlinkat"];

const HOST: &str = "host-x86_64-unknown-linux-gnu-";

/// Each command by its words, split at spaces. `old` is there before.
fn commands() -> Vec<String> {
    [
        "bundle -t bc -o old {host}=host {device}=code",
        "bundle -t bc --compress -o new {host}=host {device}=code",
        "bundle -t s -o old {host}=host {device}=code",
        "bundle -t o -o old {host}=object {device}=code",
        "unbundle bundle {device}=old {host}=new",
        "unbundle object.bundle {device}=old {host}=new",
        "unbundle ccob --all -d made/deep",
        "extract bundle -d made",
        "compress -o old bundle",
        "decompress -o old ccob",
        "pack -o old --image file=code,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
        "unpack package --image file=old,arch=gfx90a",
        "convert --to offload-binary --lossy -o old bundle",
        "clang-offload-bundler -type=bc -targets={host},{device} -input=host -input=code -output=old",
        "clang-offload-bundler -unbundle -type=bc -targets={host},{device} -input=bundle -output=old -output=new",
        "clang-offload-packager -o old --image=file=code,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
    ]
    .map(|words| words.replace("{host}", HOST).replace("{device}", DEVICE))
    .to_vec()
}

type Files = BTreeMap<PathBuf, Vec<u8>>;

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> Files {
    let mut found = Files::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_path_buf();
                found.insert(name, fs::read(path).unwrap());
            }
        }
    }
    found
}

/// A new folder with these files.
fn filled(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

/// The inputs of all commands, and `old`.
fn inputs() -> Files {
    let folder = scene();
    let here = folder.path();
    fs::copy(fixtures().join("objects/rdc.22.o"), here.join("rdc.o")).unwrap();
    let host = "unbundle rdc.o host-x86_64-pc-linux-gnu-=object";
    done(here, &host.split(' ').collect::<Vec<_>>());
    for words in [
        "bundle -t o -o object.bundle {host}=object {device}=code",
        "pack -o package --image file=code,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
    ] {
        let words = words.replace("{host}", HOST).replace("{device}", DEVICE);
        done(here, &words.split(' ').collect::<Vec<_>>());
    }
    fs::write(here.join("old"), "before").unwrap();
    files(here)
}

/// Runs ours under strace with these of its options.
fn traced(folder: &Path, options: &[&str], words: &str) -> Output {
    let mut command = Command::new("strace");
    clean(command.args(["-f", "-qq"]).args(options).arg(offload_bundle()))
        .args(words.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

/// How often each call is made.
fn calls(log: &str) -> BTreeMap<String, usize> {
    let mut calls = BTreeMap::new();
    for line in log.lines().filter(|line| !line.contains("<... ") && line.contains('(')) {
        let call = line.split('(').next().and_then(|head| head.split_whitespace().last());
        *calls.entry(call.unwrap().to_owned()).or_insert(0) += 1;
    }
    calls
}

/// Whether a name is one of a file that was being written.
fn is_temporary(name: &Path) -> bool {
    let name = name.file_name().unwrap().to_string_lossy();
    name.starts_with('.') && name.ends_with(".tmp")
}

/// What the folder holds: of each output what was there before or what was to come, of all others what was there.
fn judge(found: &Files, before: &Files, after: &Files, killed: bool, what: &str) {
    for (name, bytes) in found {
        let whole = before.get(name) == Some(bytes) || after.get(name) == Some(bytes);
        let unfinished = killed && is_temporary(name);
        assert!(whole || unfinished, "{what}: {} holds something else", name.display());
    }
    for name in before.keys() {
        assert!(found.contains_key(name), "{what}: {} is gone", name.display());
    }
}

#[test]
fn a_command_that_is_killed_or_refused_at_any_call_leaves_whole_files() {
    if !tools::optional("strace") {
        return;
    }
    let before = inputs();
    let trace = format!("trace={CALLS}");
    let try_out = filled(&before);
    if !traced(try_out.path(), &["-e", &trace, "-o", "log"], "list bundle")
        .status
        .success()
    {
        eprintln!("skipped: programs cannot be traced here");
        return;
    }
    for words in commands() {
        let folder = filled(&before);
        let log = tempfile::NamedTempFile::new().unwrap();
        let output = traced(
            folder.path(),
            &["-e", &trace, "-o", log.path().to_str().unwrap()],
            &words,
        );
        assert!(output.status.success(), "{words}: {}", told(&output));
        let after = files(folder.path());
        assert_ne!(after, before, "{words}");
        let made = calls(&fs::read_to_string(log.path()).unwrap());
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
                        // Where the outputs are done, and it cannot print that they are.
                        Some(_) if told(&output).contains("standard output: ") => assert!(found == after, "{what}"),
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
