//! What the releases say.

use std::fs;
use std::path::Path;
use std::process::Output;

use offload_bundle_testing::releases::unbundle;
use offload_bundle_testing::tools;

use super::archive::{bundle, numbers, of_bundles};

/// What a release makes of a stored ID and one that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The entry serves the request.
    Match,
    /// It does not.
    No,
    /// The release takes one of the two for no ID at all, or breaks down.
    Refused,
}

/// What `release` says of each of `stored` for each of `asked`, in this order. IDs of devices only: not every release takes entries for
/// hosts out of archives.
pub fn many(release: &str, stored: &[String], asked: &[String]) -> Vec<Vec<Answer>> {
    let folder = offload_bundle_testing::scratch();
    let tool = Tool { release, folder: folder.path(), stored };
    // One stored ID that a release refuses spoils its whole run, whatever is asked for.
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

/// What `release` says of one pair, through a bundle by itself.
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

/// The tool of a release, and the IDs that are stored.
struct Tool<'t> {
    release: &'t str,
    folder: &'t Path,
    stored: &'t [String],
}

impl Tool<'_> {
    fn archive(&self, stored: &[usize]) -> Vec<u8> {
        of_bundles(stored.iter().map(|number| (*number, self.stored[*number].as_str())))
    }

    /// Which entries of an archive serve `asked`; none if the tool fails.
    fn run(&self, archive: &str, asked: &str) -> Option<Vec<usize>> {
        let output = self.folder.join("out.a");
        let (targets, input) = (format!("-targets={asked}"), format!("-input={archive}"));
        let words = ["-unbundle", "-type=a", "-allow-missing-bundles", "-output=out.a", &targets, &input];
        let status = tools::run(self.folder, &format!("clang-offload-bundler-{}", self.release), &words).status;
        status.success().then(|| numbers(&fs::read(output).expect("an output")))
    }

    /// The same of an archive of these.
    fn run_on(&self, stored: &[usize], asked: &str) -> Option<Vec<usize>> {
        fs::write(self.folder.join("some.a"), self.archive(stored)).expect("an archive");
        self.run("some.a", asked)
    }

    /// Those of `stored` that the release reads at all.
    fn sound(&self, stored: Vec<usize>) -> Vec<usize> {
        let parts = self.in_parts(&stored, SOUND);
        let mut sound: Vec<usize> = parts.into_iter().flat_map(|(compared, _)| compared).collect();
        sound.sort_unstable();
        sound
    }

    /// Whether the release takes `asked` for an ID.
    fn takes(&self, asked: &str) -> bool {
        fs::write(self.folder.join("some.a"), of_bundles([(0, SOUND)].into_iter())).expect("an archive");
        self.run("some.a", asked).is_some()
    }

    /// Which of `stored` serve `asked`, in as many parts as it takes to leave out those that the tool fails on; each part with those of it
    /// that serve.
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

/// An ID that every release takes.
pub const SOUND: &str = "hip-amdgcn-amd-amdhsa--gfx906";
