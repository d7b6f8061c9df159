//! The table of violators, `conformance/violators/`: what is planted into our own implementation, what it violates, and which cases notice.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use super::numbers::Short;

/// A file of violators on one subject.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// What they have in common.
    about: String,
    violators: Vec<Violator>,
}

/// An implementation that is wrong in one way.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Violator {
    /// The name of its file, `/`, and a few words.
    pub id: String,
    /// What it does, as a sentence.
    pub about: String,
    /// The requirements that it violates.
    #[serde(default)]
    pub violates: Vec<String>,
    /// Cases that notice it, each of them.
    pub noticed_by: Vec<String>,
    /// Words with which the first of these cases tells people of it.
    #[serde(default)]
    pub says: String,
    /// What it does to numbers and digests. What others do is written in Rust, under their ids.
    #[serde(flatten)]
    pub short: Option<Short>,
}

/// What no violator shows, and why.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// Requirements without a violator that a case of theirs notices.
    pub requirements: BTreeMap<String, String>,
    /// Violators that no case notices.
    pub survivors: BTreeMap<String, String>,
}

/// All violators, in the order of their files, and what is open.
pub fn read() -> (Vec<Violator>, Open) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("violators");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort_unstable();
    let (mut violators, mut open) = (Vec::new(), Open::default());
    for path in paths {
        let (text, stem) = (std::fs::read_to_string(&path).unwrap(), path.file_stem().unwrap());
        let fail = |error: serde_yaml::Error| panic!("{}: {error}", path.display());
        if stem == "open" {
            open = serde_yaml::from_str(&text).unwrap_or_else(fail);
            continue;
        }
        let file: File = serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(file.about.ends_with('.'), "{}: `about` is no sentence", path.display());
        for violator in &file.violators {
            let named = violator.id.split_once('/').is_some_and(|(file, _)| stem == file);
            assert!(
                named,
                "{}: {} does not begin with its file",
                path.display(),
                violator.id
            );
        }
        violators.extend(file.violators);
    }
    (violators, open)
}
