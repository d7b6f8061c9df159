//! Measures the verdicts of releases.

use std::fs;
use std::path::Path;
use std::process::Output;

use offload_bundle_testing::releases::unbundle;
use offload_bundle_testing::tools;

use super::archive::{bundle, numbers, of_bundles};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Match,
    No,
    /// The release rejects one of the IDs, or crashes.
    Refused,
}

/// Returns the verdict of `release` on each of `stored` for each of `asked`, in this order. Device IDs only: some
/// releases do not extract host entries from archives.
pub fn many(release: &str, stored: &[String], asked: &[String]) -> Vec<Vec<Answer>> {
    let folder = offload_bundle_testing::scratch();
    let tool = Tool { release, folder: folder.path(), stored };
    // One rejected stored ID fails a whole run.
    let sound = tool.sound((0..stored.len()).collect());
    let archive = folder.path().join("sound.a");
    fs::write(&archive, tool.archive(&sound)).expect("an archive");
    let answers = asked.iter().map(|asked| {
        let mut answers = vec![Answer::Refused; stored.len()];
        let served = match tool.run("sound.a", asked) {
            Some(served) => Some(vec![(sound.clone(), served)]),
            None => tool.takes(asked).then(|| tool.in_parts(&sound, asked)),
        };
        for (compared, served) in served.into_iter().flatten() {
            for stored in compared {
                answers[stored] = if served.contains(&stored) {
                    Answer::Match
                } else {
                    Answer::No
                };
            }
        }
        answers
    });
    answers.collect()
}

pub fn one(release: &str, stored: &str, asked: &str) -> Answer {
    let folder = offload_bundle_testing::scratch();
    fs::write(folder.path().join("bundle"), bundle(stored, b"code")).expect("a bundle");
    let Output { status, stderr, .. } = unbundle(release, folder.path(), "bc", "bundle", asked, None);
    if status.success() {
        assert_eq!(fs::read(folder.path().join("out")).expect("an output"), b"code");
        Answer::Match
    } else if String::from_utf8_lossy(&stderr).contains("Can't find bundles for") {
        Answer::No
    } else {
        Answer::Refused
    }
}

struct Tool<'t> {
    release: &'t str,
    folder: &'t Path,
    stored: &'t [String],
}

impl Tool<'_> {
    fn archive(&self, stored: &[usize]) -> Vec<u8> {
        of_bundles(stored.iter().map(|number| (*number, self.stored[*number].as_str())))
    }

    fn run(&self, archive: &str, asked: &str) -> Option<Vec<usize>> {
        let output = self.folder.join("out.a");
        let (targets, input) = (format!("-targets={asked}"), format!("-input={archive}"));
        let words = ["-unbundle", "-type=a", "-allow-missing-bundles", "-output=out.a", &targets, &input];
        let status = tools::run(self.folder, &format!("clang-offload-bundler-{}", self.release), &words).status;
        status.success().then(|| numbers(&fs::read(output).expect("an output")))
    }

    fn run_on(&self, stored: &[usize], asked: &str) -> Option<Vec<usize>> {
        fs::write(self.folder.join("some.a"), self.archive(stored)).expect("an archive");
        self.run("some.a", asked)
    }

    fn sound(&self, stored: Vec<usize>) -> Vec<usize> {
        let parts = self.in_parts(&stored, SOUND);
        let mut sound: Vec<usize> = parts.into_iter().flat_map(|(compared, _)| compared).collect();
        sound.sort_unstable();
        sound
    }

    fn takes(&self, asked: &str) -> bool {
        fs::write(self.folder.join("some.a"), of_bundles([(0, SOUND)].into_iter())).expect("an archive");
        self.run("some.a", asked).is_some()
    }

    /// Bisects `stored` until the tool accepts each part; returns the parts with their serving entries.
    fn in_parts(&self, stored: &[usize], asked: &str) -> Vec<(Vec<usize>, Vec<usize>)> {
        match (self.run_on(stored, asked), stored) {
            (Some(served), _) => vec![(stored.to_vec(), served)],
            (None, [] | [_]) => Vec::new(),
            (None, _) => {
                let (first, second) = stored.split_at(stored.len() / 2);
                [self.in_parts(first, asked), self.in_parts(second, asked)].concat()
            }
        }
    }
}

pub const SOUND: &str = "hip-amdgcn-amd-amdhsa--gfx906";
