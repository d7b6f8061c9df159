//! Command lines that write, their inputs, and checks of their outputs.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use offload_bundle_testing::fixtures;

use super::{DEVICE, done, scene_of};
use crate::support::command_table::{all_have_a_line, writing};

pub const OUTPUTS: [&str; 3] = ["old", "new", "made"];
const HOST: &str = "host-x86_64-unknown-linux-gnu-";

pub fn commands() -> Vec<String> {
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
        "unpack package -d made",
        "convert --to offload-binary --lossy -o old bundle",
        "embed --symbol code -o old bundle",
        "prune --keep gfx90a -o old bundle",
        "replace -o old bundle {device}=host",
        "clang-offload-bundler -type=bc -targets={host},{device} -input=host -input=code -output=old",
        "clang-offload-bundler -unbundle -type=bc -targets={host},{device} -input=bundle -output=new -output=old",
        "man --dir made",
        "clang-offload-packager -o old --image=file=code,triple=amdgcn-amd-amdhsa,arch=gfx90a,kind=hip",
        "clang-offload-packager package --image=file=old,arch=gfx90a",
    ]
    .map(|words| words.replace("{host}", HOST).replace("{device}", DEVICE))
    .to_vec()
}

pub type Files = BTreeMap<PathBuf, Vec<u8>>;

pub fn files(folder: &Path) -> Files {
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

pub fn filled(files: &Files) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    folder
}

pub fn inputs(code: &[u8]) -> Files {
    let folder = scene_of(code);
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

fn is_temporary(name: &Path) -> bool {
    let name = name.file_name().unwrap().to_string_lossy();
    name.starts_with('.') && name.ends_with(".tmp")
}

pub fn judge(found: &Files, before: &Files, after: &Files, killed: bool, what: &str) {
    for (name, bytes) in found {
        let whole = before.get(name) == Some(bytes) || after.get(name) == Some(bytes);
        let unfinished = killed && is_temporary(name);
        assert!(whole || unfinished, "{what}: {} holds something else", name.display());
    }
    for name in before.keys() {
        assert!(found.contains_key(name), "{what}: {} is gone", name.display());
    }
}

pub fn with_outputs_in(folder: &Path, words: &str) -> String {
    let mut words = words.to_owned();
    // The folder's name can contain an output's name.
    for (number, name) in OUTPUTS.iter().enumerate() {
        words = words.replace(name, &format!("<{number}>"));
    }
    for (number, name) in OUTPUTS.iter().enumerate() {
        words = words.replace(&format!("<{number}>"), folder.join(name).to_str().unwrap());
    }
    words
}

pub fn outputs(files: &Files) -> Files {
    let outputs = files
        .iter()
        .filter(|(name, _)| OUTPUTS.iter().any(|output| name.starts_with(output)));
    outputs.map(|(name, bytes)| (name.clone(), bytes.clone())).collect()
}

pub fn after(before: &Files, words: &str) -> Files {
    let folder = filled(before);
    done(folder.path(), &words.split(' ').collect::<Vec<_>>());
    let after = files(folder.path());
    assert_ne!(&after, before, "{words}");
    after
}

#[test]
fn all_writing_commands_are_tested() {
    let commands = commands();
    all_have_a_line(&writing(), commands.iter().map(String::as_str));
}
