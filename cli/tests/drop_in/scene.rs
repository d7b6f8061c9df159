//! A folder with input files, and the results of a program in it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use offload_bundle_testing::recorded;
use tempfile::TempDir;

use crate::support::program::run_as;

pub const HOST: &str = "host-x86_64-unknown-linux-gnu";
pub const ONE: &str = "hip-amdgcn-amd-amdhsa--gfx906";
pub const TWO: &str = "hip-amdgcn-amd-amdhsa--gfx90a";

/// The name of both programs, so that messages can be compared.
const CALLED: &str = "/bin/clang-offload-bundler";

const FILES: [(&str, &str); 7] = [
    ("host", "the host\n"),
    ("one", "one"),
    ("two", "two\n\n"),
    ("empty", ""),
    ("r1", "-type=ll\n-list \"-input=b.ll\""),
    ("r5", "-type=bc @r5"),
    ("strange.i", STRANGE),
];

const STRANGE: &str = "
// __CLANG_OFFLOAD_BUNDLE____START__ foo-amdgcn-amd-amdhsa--gfx906
one
// __CLANG_OFFLOAD_BUNDLE____END__ foo-amdgcn-amd-amdhsa--gfx906

// __CLANG_OFFLOAD_BUNDLE____START__ hip-zzz-yyy-xxx--gfx906
two
// __CLANG_OFFLOAD_BUNDLE____END__ hip-zzz-yyy-xxx--gfx906

// __CLANG_OFFLOAD_BUNDLE____START__ hip-amdgcn-amd-amdhsa--gfx906
three
// __CLANG_OFFLOAD_BUNDLE____END__ hip-amdgcn-amd-amdhsa--gfx906
";

#[derive(Clone, PartialEq, Eq)]
pub struct Done {
    /// `None` after a signal.
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub files: BTreeMap<String, Vec<u8>>,
}

impl Done {
    /// Whether a signal ended it. A release with a use after free crashes on some days only, and is then not a reference.
    pub fn crashed(&self) -> bool {
        self.code.is_none()
    }

    /// Without a release's suggestions of options, which the drop-ins omit.
    pub fn without_suggestions(mut self) -> Self {
        let lines = self.stderr.split_inclusive('\n');
        self.stderr = lines.filter(|line| !line.contains(": Did you mean '-")).collect();
        self
    }
}

impl fmt::Debug for Done {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = |bytes: &Vec<u8>| {
            let text = String::from_utf8_lossy(bytes.get(..120).unwrap_or(bytes)).into_owned();
            (bytes.len(), text)
        };
        let files: BTreeMap<&str, _> = self
            .files
            .iter()
            .map(|(name, bytes)| (name.as_str(), start(bytes)))
            .collect();
        f.debug_struct("Done")
            .field("code", &self.code)
            .field("stdout", &self.stdout)
            .field("stderr", &self.stderr)
            .field("files", &files)
            .finish()
    }
}

pub fn ours(words: &[&str]) -> Done {
    ours_with(&[], words)
}

pub fn ours_with(environment: &[(&str, &str)], words: &[&str]) -> Done {
    Scene::new(&[]).after(|folder| run_as(Path::new(CALLED), folder, environment, words))
}

pub fn theirs(release: &str, environment: &[(&str, &str)], words: &[&str]) -> Done {
    let name = format!("clang-offload-bundler-{release}");
    let tool = recorded::Tool::new(&name)
        .called_as(Path::new(CALLED))
        .with(environment);
    Scene::new(&[]).after(|folder| tool.run(folder, words))
}

pub fn ours_on(files: &[(&str, &[u8])], words: &[&str]) -> Done {
    Scene::new(files).after(|folder| run_as(Path::new(CALLED), folder, &[], words))
}

pub fn theirs_on(release: &str, files: &[(&str, &[u8])], words: &[&str]) -> Done {
    let name = format!("clang-offload-bundler-{release}");
    let tool = recorded::Tool::new(&name).called_as(Path::new(CALLED));
    Scene::new(files).after(|folder| tool.run(folder, words))
}

/// As [`theirs_on`], called in its own folder, so that it finds the other tools of its release.
pub fn theirs_in_place(release: &str, files: &[(&str, &[u8])], words: &[&str]) -> Done {
    let name = format!("clang-offload-bundler-{release}");
    let tool = recorded::Tool::new(&name).in_place();
    Scene::new(files).after(|folder| tool.run(folder, words))
}

#[derive(Debug, Clone, Copy)]
pub struct Tool {
    pub name: &'static str,
    pub release: &'static str,
}

impl Tool {
    pub fn program(self) -> String {
        format!("{}-{}", self.name, self.release)
    }

    pub fn theirs(self, files: &[(&str, &[u8])], words: &[&str]) -> Done {
        let (name, called) = (self.program(), self.called());
        let tool = recorded::Tool::new(&name).called_as(&called);
        Scene::new(files).after(|folder| tool.run(folder, words))
    }

    pub fn ours(self, files: &[(&str, &[u8])], words: &[&str]) -> Done {
        Scene::new(files).after(|folder| run_as(&self.called(), folder, &[], words))
    }

    fn called(self) -> PathBuf {
        Path::new("/bin").join(self.program())
    }
}

struct Scene(TempDir);

impl Scene {
    fn new(more: &[(&str, &[u8])]) -> Self {
        let folder = offload_bundle_testing::scratch();
        let put = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        for (name, text) in FILES {
            put(name, text.as_bytes());
        }
        put("b.ll", text_bundle().as_bytes());
        for (name, bytes) in more {
            put(name, bytes);
        }
        put("long", "code, and ".repeat(40_000).as_bytes());
        fs::create_dir(folder.path().join("dir")).unwrap();
        Self(folder)
    }

    fn after(&self, run: impl FnOnce(&Path) -> Output) -> Done {
        let folder = self.0.path();
        let output = run(folder);
        let here = fs::canonicalize(folder).unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&*here.to_string_lossy(), "SCENE");
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                files.insert(name, fs::read(entry.path()).unwrap());
            }
        }
        Done { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr), files }
    }
}

/// A text bundle as release 22 writes it.
fn text_bundle() -> String {
    let entry = |id: &str, content: &str| {
        let marker = |word: &str| format!("\n; __CLANG_OFFLOAD_BUNDLE____{word}__ {id}\n");
        format!("{}{content}{}", marker("START"), marker("END"))
    };
    [entry(&format!("{HOST}-"), "host"), entry(ONE, "one"), entry(TWO, "two\n")].concat()
}
